//! Expressions: precedence of binary operators by pest's Pratt parser, the rest as the grammar nests it.

use std::sync::LazyLock;

use pest::pratt_parser::{Assoc, Op, PrattParser};

use super::parse::{Node, Rule};
use crate::base::{Diagnostic, Span, codes};
use crate::syntax::tokens::literals;
use crate::syntax::tree::words::Words;
use crate::syntax::tree::{
    BROKEN_LITERAL, BinaryOp, CastStyle, Expr, ExprKind, Initializer, LaunchCall, Type, TypeKind, UnaryOp,
};

use super::{Builder, effects, unsupported_expr};
use crate::syntax::preprocess::{BY_TARGET, TOO_LONG};

/// Binary operators, loosest first (C++ [expr.compound]).
static PRATT: LazyLock<PrattParser<Rule>> = LazyLock::new(|| {
    PrattParser::new()
        .op(Op::infix(Rule::lor, Assoc::Left))
        .op(Op::infix(Rule::land, Assoc::Left))
        .op(Op::infix(Rule::bit_or, Assoc::Left))
        .op(Op::infix(Rule::bit_xor, Assoc::Left))
        .op(Op::infix(Rule::bit_and, Assoc::Left))
        .op(Op::infix(Rule::equality, Assoc::Left))
        .op(Op::infix(Rule::relation, Assoc::Left))
        .op(Op::infix(Rule::shift, Assoc::Left))
        .op(Op::infix(Rule::add, Assoc::Left))
        .op(Op::infix(Rule::mul, Assoc::Left))
});

/// Comma operators in one chain.
const MAX_COMMAS: usize = 1_000;

/// An operator that stands before its operand.
enum Prefix {
    Step { increment: bool },
    Op(UnaryOp),
    Cast(Type),
    SizeOf,
    Nothing,
}

impl Builder<'_> {
    pub fn expr(&mut self, node: Node<'_>) -> Expr {
        let mut parts = node.into_inner().map(|part| self.assign(part));
        let Some(first) = parts.next() else { return missing() };
        let rest: Vec<Expr> = parts.collect();
        if rest.len() > MAX_COMMAS {
            let wrong = Diagnostic::error(
                codes::E0103,
                first.span,
                "too many operators or statements are nested in each other",
            );
            self.diagnostics.push(wrong.note("use statements instead of comma operators"));
            return Expr { kind: unsupported_expr("a long chain of commas"), span: first.span };
        }
        rest.into_iter().fold(first, |left, right| {
            let span = left.span.to(right.span);
            Expr { kind: ExprKind::Comma(Box::new(left), Box::new(right)), span }
        })
    }

    /// An assignment, or anything that binds tighter.
    pub fn assign(&mut self, node: Node<'_>) -> Expr {
        let span = self.span(&node);
        let mut inner = node.into_inner();
        let Some(first) = inner.next() else { return missing() };
        if first.as_rule() == Rule::throw {
            return Expr { kind: unsupported_expr("`throw`"), span };
        }
        let left = self.conditional(first);
        let (Some(op), Some(right)) = (inner.next(), inner.next()) else { return left };
        let op = match self.text(&op) {
            "=" => None,
            text => BinaryOp::spelled(&text[..text.len() - 1]),
        };
        let right = match right.as_rule() {
            Rule::init_list => self.init_list_expr(right),
            _ => self.assign(right),
        };
        Expr { kind: ExprKind::Assign(op, Box::new(left), Box::new(right)), span }
    }

    fn conditional(&mut self, node: Node<'_>) -> Expr {
        let span = self.span(&node);
        let mut inner = node.into_inner().filter(|part| part.as_rule() != Rule::colon);
        let Some(first) = inner.next() else { return missing() };
        let cond = self.binary(first);
        let Some(then) = inner.next() else { return cond };
        let (then, other) = match inner.next() {
            Some(other) => (self.expr(then), self.assign(other)),
            None if effects::may_assign(&cond) => {
                return Expr { kind: unsupported_expr("`?:` with two operands"), span };
            }
            // `a ?: b` is `a ? a : b`, but for how often `a` is evaluated.
            None => (cond.clone(), self.assign(then)),
        };
        Expr { kind: ExprKind::Conditional(Box::new(cond), Box::new(then), Box::new(other)), span }
    }

    fn binary(&mut self, node: Node<'_>) -> Expr {
        let this = std::cell::RefCell::new(self);
        PRATT
            .map_primary(|unary| this.borrow_mut().unary(unary))
            .map_infix(|left, op, right| {
                let op = BinaryOp::spelled(this.borrow().text(&op));
                let span = left.span.to(right.span);
                match op {
                    Some(op) => Expr { kind: ExprKind::Binary(op, Box::new(left), Box::new(right)), span },
                    None => Expr { kind: unsupported_expr("an operator"), span },
                }
            })
            .parse(node.into_inner())
    }

    fn unary(&mut self, node: Node<'_>) -> Expr {
        let mut prefixes: Vec<(Prefix, Span)> = Vec::new();
        let mut value: Option<Expr> = None;
        for part in node.into_inner() {
            let span = self.span(&part);
            match (value.take(), part.as_rule()) {
                (Some(operand), _) => value = Some(self.postfix(operand, part)),
                (None, Rule::step) => {
                    let increment = self.text(&part) == "++";
                    prefixes.push((Prefix::Step { increment }, span));
                }
                (None, Rule::prefix_op) => prefixes.push((prefix_op(self.text(&part)), span)),
                (None, Rule::cast) => {
                    let ty = part.into_inner().next().map(|ty| self.type_id(ty));
                    let ty = ty.unwrap_or_else(|| Type::new(TypeKind::Other("an unreadable type".into()), span));
                    prefixes.push((Prefix::Cast(ty), span));
                }
                (None, Rule::sizeof_prefix) => prefixes.push((Prefix::SizeOf, span)),
                (None, Rule::extension) => {}
                (None, _) => value = Some(self.primary(part)),
            }
        }
        let operand = value.unwrap_or_else(missing);
        prefixes.into_iter().rev().fold(operand, |operand, (prefix, span)| {
            let span = span.to(operand.span);
            let operand = Box::new(operand);
            let kind = match prefix {
                Prefix::Step { increment } => ExprKind::Step { increment, prefix: true, place: operand },
                Prefix::Op(op) => ExprKind::Unary(op, operand),
                Prefix::Cast(ty) => ExprKind::Cast(CastStyle::C, Box::new(ty), operand),
                Prefix::SizeOf => ExprKind::SizeofExpr(operand),
                Prefix::Nothing => unsupported_expr("an address of a label"),
            };
            Expr { kind, span }
        })
    }

    fn postfix(&mut self, operand: Expr, node: Node<'_>) -> Expr {
        let span = operand.span.to(self.span(&node));
        let kind = match node.as_rule() {
            Rule::step => {
                let increment = self.text(&node) == "++";
                ExprKind::Step { increment, prefix: false, place: Box::new(operand) }
            }
            Rule::index => match node.into_inner().next() {
                Some(index) if index.as_rule() == Rule::expr => {
                    ExprKind::Index(Box::new(operand), Box::new(self.expr(index)))
                }
                _ => unsupported_expr("an index in braces"),
            },
            Rule::args => ExprKind::Call(Box::new(operand), self.args(node)),
            Rule::member_access => {
                let mut inner = node.into_inner();
                let symbol = inner.next().map_or("", |symbol| self.text(&symbol));
                match (symbol, inner.next()) {
                    ("." | "->", Some(member)) if member.as_rule() == Rule::name => {
                        let member = self.name(member);
                        ExprKind::Member { base: Box::new(operand), member, arrow: symbol == "->" }
                    }
                    ("." | "->", _) => unsupported_expr("a call of an operator or destructor by name"),
                    _ => unsupported_expr("a pointer to member"),
                }
            }
            Rule::empty_braces => ExprKind::Call(Box::new(operand), Vec::new()),
            Rule::call_launch => {
                let (mut config, mut args) = (Vec::new(), Vec::new());
                for part in node.into_inner() {
                    match part.as_rule() {
                        Rule::launch_config => {
                            let parts = part.into_inner().filter(|part| part.as_rule() == Rule::assign);
                            config = parts.map(|part| self.assign(part)).collect();
                        }
                        _ => args = self.args(part),
                    }
                }
                ExprKind::Launch(Box::new(LaunchCall { kernel: operand, config, args }))
            }
            _ => unsupported_expr("an initializer after an expression"),
        };
        Expr { kind, span }
    }

    pub fn args(&mut self, node: Node<'_>) -> Vec<Expr> {
        let mut args: Vec<Expr> = Vec::new();
        for part in node.into_inner() {
            match part.as_rule() {
                Rule::assign => args.push(self.assign(part)),
                Rule::init_list => args.push(self.init_list_expr(part)),
                Rule::pack => {
                    if let Some(last) = args.last_mut() {
                        last.kind = unsupported_expr("a parameter pack");
                    }
                }
                _ => {}
            }
        }
        args
    }

    fn primary(&mut self, node: Node<'_>) -> Expr {
        let span = self.span(&node);
        let kind = match node.as_rule() {
            Rule::number => self.literal(&node, literals::number),
            Rule::char => self.literal(&node, literals::character),
            Rule::string_group => {
                let mut text = String::new();
                for part in node.into_inner() {
                    let prefix = self.text(&part).split('"').next().unwrap_or_default();
                    if !matches!(prefix, "" | "R") {
                        return Expr { kind: unsupported_expr("a string of wide characters"), span };
                    }
                    match literals::string(self.text(&part)) {
                        Ok(part) => text.push_str(&part),
                        Err(message) => self.bad_literal(span, message),
                    }
                }
                ExprKind::Str(text)
            }
            Rule::bool => ExprKind::Bool(self.text(&node) == "true"),
            Rule::nullptr => ExprKind::Nullptr,
            Rule::this => ExprKind::This,
            // Inside of macros; `__func__` is no macro.
            Rule::name
                if matches!(self.text(&node), "__FILE__" | "__func__" | "__FUNCTION__" | "__PRETTY_FUNCTION__") =>
            {
                ExprKind::Str(self.text(&node).to_string())
            }
            Rule::name if self.text(&node) == BY_TARGET => unsupported_expr("code that <nv/target> chooses"),
            Rule::name if self.text(&node) == TOO_LONG => unsupported_expr("a macro that expands to too many tokens"),
            Rule::name => ExprKind::Name(self.name(node)),
            Rule::paren => {
                let inner = node.into_inner().find(|part| part.as_rule() == Rule::expr);
                return match inner {
                    Some(inner) => Expr { span, ..self.expr(inner) },
                    None => missing(),
                };
            }
            Rule::sizeof => self.sizeof(node),
            Rule::named_cast => self.named_cast(node),
            Rule::construct_word | Rule::construct | Rule::compound_literal => self.construct(node),
            Rule::lambda => match self.lambda(node) {
                Some(lambda) => ExprKind::Lambda(Box::new(lambda)),
                None => unsupported_expr("a lambda expression"),
            },
            Rule::new => unsupported_expr("`new`"),
            Rule::delete => unsupported_expr("`delete`"),
            Rule::fold_expr => unsupported_expr("a fold expression"),
            Rule::statement_expr => unsupported_expr("a statement expression"),
            Rule::operator_name => unsupported_expr("an operator called by name"),
            Rule::construct_decltype => self.construct_decltype(node),
            _ => {
                let text = self.text(&node);
                let word = text.split(|c: char| !c.is_alphanumeric() && c != '_').next().unwrap_or(text);
                unsupported_expr(&format!("`{word}`"))
            }
        };
        Expr { kind, span }
    }

    fn literal(&mut self, node: &Node<'_>, read: impl Fn(&str) -> Result<ExprKind, String>) -> ExprKind {
        match read(self.text(node)) {
            Ok(kind) => kind,
            Err(message) => {
                let span = self.span(node);
                self.bad_literal(span, message);
                unsupported_expr(BROKEN_LITERAL)
            }
        }
    }

    fn bad_literal(&mut self, span: Span, message: String) {
        self.diagnostics.push(Diagnostic::error(codes::E0111, span, message));
    }

    fn sizeof(&mut self, node: Node<'_>) -> ExprKind {
        let mut inner = node.into_inner();
        let aligns = inner.next().is_some_and(|word| self.text(&word) != "sizeof");
        let Some(operand) = inner.next() else { return unsupported_expr("`sizeof`") };
        let rule = operand.as_rule();
        let span = self.span(&operand);
        let mut parts = operand.into_inner();
        match (rule, parts.next()) {
            (Rule::sizeof_type, Some(ty)) if aligns => ExprKind::AlignofType(Box::new(self.type_id(ty))),
            _ if aligns => unsupported_expr("`alignof`"),
            (Rule::sizeof_type, Some(ty)) => ExprKind::SizeofType(Box::new(self.type_id(ty))),
            (Rule::sizeof_expr, Some(expr)) => {
                let mut value = Expr { span, ..self.expr(expr) };
                for postfix in parts.filter(|part| part.as_rule() != Rule::rparen) {
                    value = self.postfix(value, postfix);
                }
                ExprKind::SizeofExpr(Box::new(value))
            }
            _ => unsupported_expr("`sizeof...`"),
        }
    }

    fn named_cast(&mut self, node: Node<'_>) -> ExprKind {
        let mut style = CastStyle::Static;
        let mut ty = None;
        let mut value = None;
        for part in node.into_inner() {
            match part.as_rule() {
                Rule::cast_kw => style = CastStyle::spelled(self.text(&part)).unwrap_or(style),
                Rule::type_id => ty = Some(self.type_id(part)),
                Rule::expr => value = Some(self.expr(part)),
                _ => {}
            }
        }
        match (ty, value) {
            (Some(ty), Some(value)) => ExprKind::Cast(style, Box::new(ty), Box::new(value)),
            _ => unsupported_expr("a cast"),
        }
    }

    /// `decltype(e)(a)`, `decltype(e){a}`.
    fn construct_decltype(&mut self, node: Node<'_>) -> ExprKind {
        let span = self.span(&node);
        let (mut kind, mut args) = (None, None);
        for part in node.into_inner() {
            match part.as_rule() {
                Rule::decltype => kind = Some(self.decltype(part)),
                Rule::args => args = Some(self.args(part)),
                // `decltype(e)::f(a)`, and lists, which are told from arguments by the types of classes only.
                _ => return unsupported_expr("`decltype`"),
            }
        }
        match (kind, args) {
            (Some(kind), Some(args)) => ExprKind::Construct(Box::new(Type::new(kind, span)), args),
            _ => unsupported_expr("`decltype`"),
        }
    }

    /// `T(a, b)` or `T{a, b}`.
    fn construct(&mut self, node: Node<'_>) -> ExprKind {
        let span = self.span(&node);
        let mut words = Words::default();
        let mut named = None;
        let mut whole = None;
        let mut args = Vec::new();
        for part in node.into_inner() {
            match part.as_rule() {
                Rule::type_word => words.add(self.text(&part)),
                Rule::type_name => named = Some(self.named_type(part)),
                Rule::type_id => whole = Some(self.type_id(part)),
                Rule::args => args = self.args(part),
                Rule::init_list => {
                    args = match self.init_list_expr(part).kind {
                        ExprKind::InitList(values) => values,
                        other => vec![Expr { kind: other, span }],
                    }
                }
                _ => {}
            }
        }
        let ty = whole.unwrap_or_else(|| Type::new(named.unwrap_or_else(|| words.kind()), span));
        ExprKind::Construct(Box::new(ty), args)
    }

    pub fn init_list_expr(&mut self, node: Node<'_>) -> Expr {
        let span = self.span(&node);
        let mut values = Vec::new();
        for item in node.into_inner().filter(|part| part.as_rule() == Rule::init_item) {
            for part in item.into_inner() {
                let here = self.span(&part);
                values.push(match part.as_rule() {
                    Rule::assign => self.assign(part),
                    Rule::init_list => self.init_list_expr(part),
                    Rule::pack => Expr { kind: unsupported_expr("a parameter pack"), span: here },
                    _ => Expr { kind: unsupported_expr("a designated initializer"), span: here },
                });
            }
        }
        Expr { kind: ExprKind::InitList(values), span }
    }

    pub fn init_list(&mut self, node: Node<'_>) -> Initializer {
        let span = self.span(&node);
        let mut values = Vec::new();
        for item in node.into_inner().filter(|part| part.as_rule() == Rule::init_item) {
            for part in item.into_inner() {
                let here = self.span(&part);
                values.push(match part.as_rule() {
                    Rule::assign => Initializer::Expr(self.assign(part)),
                    Rule::init_list => self.init_list(part),
                    Rule::pack => Initializer::Expr(Expr { kind: unsupported_expr("a parameter pack"), span: here }),
                    _ => Initializer::Expr(Expr { kind: unsupported_expr("a designated initializer"), span: here }),
                });
            }
        }
        Initializer::List(values, span)
    }
}

/// Stands for what a well-formed parse always has.
fn missing() -> Expr {
    Expr { kind: unsupported_expr("an expression that could not be read"), span: Span::default() }
}

fn prefix_op(text: &str) -> Prefix {
    match UnaryOp::spelled(text) {
        Some(op) => Prefix::Op(op),
        // `&&label`: GNU's address of a label.
        None => Prefix::Nothing,
    }
}

//! Expressions of annotations: precedence, chains, casts, quantifiers.

use pest::iterators::Pairs;

use super::build::{Builder, Built, error};
use super::builtin;
use super::grammar::{Node, Rule};
use super::literal;
use crate::base::{Span, codes};
use crate::syntax::tree::{
    BinaryOp, Binder, BinderType, CastStyle, Expr, ExprKind, Name, Quantifier, SpecExpr, TemplateArg, Type, TypeKind,
    UnaryOp,
};

/// How deep a tree may be: everything after the parser walks trees by recursion.
const MAX_DEPTH: u32 = 500;

/// An expression and the depth of its tree.
pub(super) struct Deep {
    pub expr: Expr,
    pub depth: u32,
}

/// One operand of a row, with what stands before it.
struct Operand {
    link: Option<Link>,
    value: Deep,
}

enum Link {
    Op(BinaryOp, Span),
    /// `? e :` with its middle.
    Choice(Deep),
    Implies,
    Iff,
}

impl Operand {
    fn op(&self) -> Option<(BinaryOp, Span)> {
        match self.link {
            Some(Link::Op(op, span)) => Some((op, span)),
            Some(Link::Choice(_) | Link::Implies | Link::Iff) | None => None,
        }
    }
}

/// The binary operators from tight to loose, one row a level. Comparisons and equalities do not
/// associate: a row of comparisons is a chain.
const LEVELS: [&[BinaryOp]; 10] = [
    &[BinaryOp::Mul, BinaryOp::Div, BinaryOp::Rem],
    &[BinaryOp::Add, BinaryOp::Sub],
    &[BinaryOp::Shl, BinaryOp::Shr],
    &[BinaryOp::Lt, BinaryOp::Le, BinaryOp::Gt, BinaryOp::Ge],
    &[BinaryOp::Eq, BinaryOp::Ne],
    &[BinaryOp::BitAnd],
    &[BinaryOp::BitXor],
    &[BinaryOp::BitOr],
    &[BinaryOp::And],
    &[BinaryOp::Or],
];

impl Builder<'_> {
    /// A node of rule `expr` (or of anything that stands for one).
    pub fn expr(&self, node: Node) -> Built<Expr> {
        Ok(self.deep(node)?.expr)
    }

    pub fn deep(&self, node: Node) -> Built<Deep> {
        match node.as_rule() {
            Rule::expr => self.row(node),
            Rule::operand => self.operand(node, Vec::new()),
            Rule::postfixed => self.postfixed(node),
            _ => self.primary(node),
        }
    }

    /// Puts a node above its children; refuses trees that later stages could not walk.
    pub fn node(&self, kind: ExprKind, span: Span, below: u32) -> Built<Deep> {
        if below >= MAX_DEPTH {
            return Err(too_deep(span));
        }
        Ok(Deep { expr: Expr { kind, span }, depth: below + 1 })
    }

    fn required(&self, node: Option<Node>) -> Built<Deep> {
        match node {
            Some(node) => self.deep(node),
            None => Err(missing(self.nowhere())),
        }
    }

    fn popped(&self, value: Option<Deep>) -> Built<Deep> {
        value.ok_or_else(|| missing(self.nowhere()))
    }

    fn nowhere(&self) -> Span {
        (self.span)(self.base..self.base)
    }

    fn binary(&self, op: BinaryOp, left: Deep, right: Deep) -> Built<Deep> {
        let span = left.expr.span.to(right.expr.span);
        let depth = left.depth.max(right.depth);
        self.node(ExprKind::Binary(op, Box::new(left.expr), Box::new(right.expr)), span, depth)
    }

    // ── rows of operands ──

    /// Operands with operators between them; precedence is settled here, without recursion.
    fn row(&self, node: Node) -> Built<Deep> {
        let mut row: Vec<Operand> = Vec::new();
        let mut link: Option<Link> = None;
        let mut prefixes: Vec<Prefix> = Vec::new();
        let mut parts = node.into_inner().peekable();
        while let Some(part) = parts.next() {
            match part.as_rule() {
                Rule::operand => {}
                Rule::middle => {
                    let middle = part.into_inner().find(|inner| inner.as_rule() == Rule::expr);
                    link = Some(Link::Choice(self.required(middle)?));
                    continue;
                }
                Rule::implies => {
                    link = Some(Link::Implies);
                    continue;
                }
                Rule::iff => {
                    link = Some(Link::Iff);
                    continue;
                }
                _ => {
                    link = binary_op(part.as_str()).map(|op| Link::Op(op, self.at(&part)));
                    continue;
                }
            }
            // `(T) - x`: with `T` a type, the parenthesis is a cast and the operator a prefix.
            if let Some((ty, span)) = self.type_in_parentheses(&part)
                && let Some(next) = parts.peek()
                && let Some(unary) = prefix_op(next.as_str())
            {
                let operator = self.at(next);
                parts.next();
                prefixes.push(Prefix::Cast(Box::new(ty), span));
                prefixes.push(Prefix::Unary(unary, operator));
                continue;
            }
            let value = self.operand(part, std::mem::take(&mut prefixes))?;
            row.push(Operand { link: link.take(), value });
        }
        for level in LEVELS {
            row = self.fold_level(row, level)?;
        }
        self.propositions(row)
    }

    /// `?:`, implication and equivalence, which bind loosest: what is left of a row.
    fn propositions(&self, row: Vec<Operand>) -> Built<Deep> {
        let mut row = row;
        // From the right, what is not yet joined: a choice or an implication takes all to its right.
        let mut equivalents: Vec<Deep> = Vec::new();
        let mut implied: Option<Deep> = None;
        let mut chosen: Option<(Deep, Deep)> = None;
        while let Some(Operand { link, value }) = row.pop() {
            let value = match chosen.take() {
                Some((then, other)) => self.choice(value, then, other)?,
                None => value,
            };
            match link {
                Some(Link::Choice(then)) => chosen = Some((then, value)),
                Some(Link::Implies) => implied = Some(self.implied_by(value, implied.take())?),
                Some(Link::Iff) | None => equivalents.push(self.implied_by(value, implied.take())?),
                Some(Link::Op(..)) => return Err(missing(value.expr.span)),
            }
        }
        let mut all = self.popped(equivalents.pop())?;
        while let Some(right) = equivalents.pop() {
            all = self.binary(BinaryOp::Iff, all, right)?;
        }
        Ok(all)
    }

    /// `left -> right`, or `left` alone.
    fn implied_by(&self, left: Deep, right: Option<Deep>) -> Built<Deep> {
        match right {
            Some(right) => self.binary(BinaryOp::Implies, left, right),
            None => Ok(left),
        }
    }

    fn choice(&self, test: Deep, then: Deep, other: Deep) -> Built<Deep> {
        let span = test.expr.span.to(other.expr.span);
        let depth = test.depth.max(then.depth).max(other.depth);
        let kind = ExprKind::Conditional(Box::new(test.expr), Box::new(then.expr), Box::new(other.expr));
        self.node(kind, span, depth)
    }

    /// Joins the operands between operators of one level.
    fn fold_level(&self, row: Vec<Operand>, level: &[BinaryOp]) -> Built<Vec<Operand>> {
        let mut done: Vec<Operand> = Vec::new();
        let mut run: Vec<Operand> = Vec::new();
        for operand in row {
            let continues = operand.op().is_some_and(|(op, _)| level.contains(&op));
            if !continues && !run.is_empty() {
                done.push(self.join(std::mem::take(&mut run))?);
            }
            run.push(operand);
        }
        if !run.is_empty() {
            done.push(self.join(run)?);
        }
        Ok(done)
    }

    /// One operand, or operands with operators of one level between them.
    fn join(&self, run: Vec<Operand>) -> Built<Operand> {
        let ops: Vec<(BinaryOp, Span)> = run.iter().skip(1).filter_map(Operand::op).collect();
        if ops.len() >= 2 {
            match ops[0].0 {
                BinaryOp::Eq | BinaryOp::Ne => return Err(chained_equality(&ops)),
                BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge => return self.chain(run, &ops),
                _ => {}
            }
        }
        let mut operands = run.into_iter();
        let Some(first) = operands.next() else { return Err(missing(self.nowhere())) };
        let before = first.link;
        let mut all = first.value;
        for operand in operands {
            if let Some(Link::Op(op, _)) = operand.link {
                all = self.binary(op, all, operand.value)?;
            }
        }
        Ok(Operand { link: before, value: all })
    }

    fn chain(&self, run: Vec<Operand>, ops: &[(BinaryOp, Span)]) -> Built<Operand> {
        let upward = |op: BinaryOp| matches!(op, BinaryOp::Lt | BinaryOp::Le);
        if let Some(turn) = ops.iter().find(|(op, _)| upward(*op) != upward(ops[0].0)) {
            let wrong = error(codes::E0204, turn.1, "a chain of comparisons that changes its direction");
            let wrong = wrong.also(ops[0].1, "the other direction");
            return Err(Box::new(wrong.note(
                "write `a < b && b > c`; only `<` and `<=`, or `>` and `>=`, form a chain such as `0 <= i < n`",
            )));
        }
        let mut operands = run.into_iter();
        let Some(first) = operands.next() else { return Err(missing(self.nowhere())) };
        let mut depth = first.value.depth;
        let mut span = first.value.expr.span;
        let mut rest = Vec::new();
        for operand in operands {
            depth = depth.max(operand.value.depth);
            span = span.to(operand.value.expr.span);
            if let Some(Link::Op(op, _)) = operand.link {
                rest.push((op, operand.value.expr));
            }
        }
        let kind = ExprKind::Spec(SpecExpr::Chain(Box::new(first.value.expr), rest));
        Ok(Operand { link: first.link, value: self.node(kind, span, depth)? })
    }

    // ── operands ──

    fn operand(&self, node: Node, before: Vec<Prefix>) -> Built<Deep> {
        let mut prefixes = before;
        let mut value = None;
        for part in node.into_inner() {
            let span = self.at(&part);
            match part.as_rule() {
                Rule::prefix => {
                    if let Some(op) = unary_op(part.as_str()) {
                        prefixes.push(Prefix::Unary(op, span));
                    }
                }
                Rule::cast => {
                    for ty in part.into_inner().filter(|inner| inner.as_rule() == Rule::keyword_type) {
                        prefixes.push(Prefix::Cast(Box::new(self.type_name(ty)?), span));
                    }
                }
                Rule::named_cast => prefixes.push(Prefix::Cast(Box::new(self.named_cast(part)?), span)),
                Rule::quantified => value = Some(self.quantified(part)?),
                _ => value = Some(self.deep(part)?),
            }
        }
        let mut value = self.popped(value)?;
        while let Some(prefix) = prefixes.pop() {
            let (kind, span) = match prefix {
                Prefix::Unary(op, span) => (ExprKind::Unary(op, Box::new(value.expr)), span),
                Prefix::Cast(ty, span) => (ExprKind::Cast(CastStyle::C, ty, Box::new(value.expr)), span),
            };
            let whole = span.to(expr_span(&kind));
            value = self.node(kind, whole, value.depth)?;
        }
        Ok(value)
    }

    /// `(name)` before an operand: a cast, or two expressions with nothing between them.
    fn named_cast(&self, node: Node) -> Built<Type> {
        let span = self.at(&node);
        let mut stars = 0;
        let mut named = None;
        for part in node.into_inner() {
            match part.as_rule() {
                Rule::qualified => named = Some(self.qualified(part)),
                Rule::star => stars += 1,
                _ => {}
            }
        }
        let Some(name) = named else { return Err(missing(span)) };
        if !(self.is_type)(&name.ident) {
            let message = format!("`{}` is not a type, so an operator is missing after `({})`", name.ident, name.ident);
            return Err(error(codes::E0210, span, message));
        }
        let mut ty = plain_type(name);
        for _ in 0..stars {
            ty = Type { kind: TypeKind::Pointer(Box::new(ty)), qualifiers: Default::default(), span };
        }
        Ok(ty)
    }

    /// The type, when an operand is nothing but a user type in parentheses.
    fn type_in_parentheses(&self, operand: &Node) -> Option<(Type, Span)> {
        let name = sole(operand.clone(), Rule::postfixed)
            .and_then(|node| sole(node, Rule::paren))
            .and_then(|node| node.into_inner().find(|part| part.as_rule() == Rule::expr))
            .and_then(|node| self.sole_name(node))?;
        (self.is_type)(&name.ident).then(|| (plain_type(name), self.at(operand)))
    }

    /// The name, when an `expr` is nothing but one.
    pub fn sole_name(&self, expr: Node) -> Option<Name> {
        let mut node = expr;
        for rule in [Rule::operand, Rule::postfixed, Rule::name] {
            node = sole(node, rule)?;
        }
        Some(self.qualified(sole(node, Rule::qualified)?))
    }

    fn quantified(&self, node: Node) -> Built<Deep> {
        let span = self.at(&node);
        let mut quantifier = Quantifier::Forall;
        let mut binders: Vec<Binder> = Vec::new();
        let mut hints = Vec::new();
        let mut body = None;
        let mut depth = 0;
        for part in node.into_inner() {
            match part.as_rule() {
                Rule::quantifier if part.as_str().ends_with("exists") => quantifier = Quantifier::Exists,
                Rule::binder => {
                    let binder = self.binder(part, binders.last())?;
                    binders.push(binder);
                }
                Rule::hint => {
                    for term in part.into_inner().filter(|inner| inner.as_rule() == Rule::expr) {
                        let term = self.deep(term)?;
                        depth = depth.max(term.depth);
                        hints.push(term.expr);
                    }
                }
                Rule::expr => body = Some(self.deep(part)?),
                _ => {}
            }
        }
        let body = self.popped(body)?;
        let kind = ExprKind::Spec(SpecExpr::Quantified(quantifier, binders, hints, Box::new(body.expr)));
        self.node(kind, span, depth.max(body.depth))
    }

    /// `i`, `int i`, `t : thread`. A name without a type takes that of the name before it.
    pub fn binder(&self, node: Node, before: Option<&Binder>) -> Built<Binder> {
        let mut ty = None;
        let mut name = None;
        for part in node.into_inner() {
            match part.as_rule() {
                Rule::binder_type | Rule::keyword_type | Rule::plain_type => {
                    ty = Some(binder_type(self.type_name(part)?));
                }
                Rule::type_name => ty = Some(sort(self.type_name(part)?)),
                Rule::ident => name = Some(self.ident(&part)),
                _ => {}
            }
        }
        let Some(name) = name else { return Err(missing(self.nowhere())) };
        let inherited = || before.map_or(BinderType::Integer, |binder| binder.ty.clone());
        Ok(Binder { name, ty: ty.unwrap_or_else(inherited) })
    }

    // ── postfix forms and primaries ──

    fn postfixed(&self, node: Node) -> Built<Deep> {
        let mut parts = node.into_inner();
        let Some(first) = parts.next() else { return Err(missing(self.nowhere())) };
        // A built-in name, a fold or a type is read together with its arguments.
        let mut all = match self.applied(&first, &mut parts)? {
            Some(applied) => applied,
            None => self.primary(first)?,
        };
        for part in parts {
            let span = all.expr.span.to(self.at(&part));
            let base = Box::new(all.expr);
            let mut depth = all.depth;
            let kind = match part.as_rule() {
                Rule::index => {
                    let index = self.required(part.into_inner().find(|inner| inner.as_rule() == Rule::expr))?;
                    depth = depth.max(index.depth);
                    ExprKind::Index(base, Box::new(index.expr))
                }
                Rule::member => {
                    let Some(ident) = part.into_inner().find(|inner| inner.as_rule() == Rule::ident) else {
                        return Err(missing(span));
                    };
                    let member = self.qualified_ident(&ident);
                    ExprKind::Member { base, member, arrow: false }
                }
                Rule::at => {
                    let thread = self.thread_of(part)?;
                    depth = depth.max(thread.depth);
                    builtin::check_at(&base)?;
                    ExprKind::Spec(SpecExpr::At(base, Box::new(thread.expr)))
                }
                _ => {
                    let (args, deepest) = self.arguments(part)?;
                    depth = depth.max(deepest);
                    ExprKind::Call(base, args)
                }
            };
            all = self.node(kind, span, depth)?;
        }
        Ok(all)
    }

    fn qualified_ident(&self, ident: &Node) -> Name {
        Name {
            is_global: false,
            path: Vec::new(),
            ident: ident.as_str().to_string(),
            template_args: None,
            span: self.at(ident),
        }
    }

    fn thread_of(&self, at: Node) -> Built<Deep> {
        for part in at.into_inner() {
            match part.as_rule() {
                Rule::ident => {
                    let name = self.qualified_ident(&part);
                    let span = name.span;
                    return self.node(ExprKind::Name(name), span, 0);
                }
                Rule::expr => return self.deep(part),
                _ => {}
            }
        }
        Err(missing(self.nowhere()))
    }

    /// A primary that must be read with the call behind it: a built-in, a fold, `T(x)`, `(T)(x)`.
    fn applied(&self, first: &Node, rest: &mut Pairs<'_, Rule>) -> Built<Option<Deep>> {
        let call = rest.peek().filter(|next| next.as_rule() == Rule::call);
        let deep = match first.as_rule() {
            Rule::builtin => {
                let deep = self.builtin(first, call.clone())?;
                if call.is_some() && builtin::takes_arguments(first.as_str()) {
                    rest.next();
                }
                return Ok(Some(deep));
            }
            Rule::name => {
                let Some(call) = call else { return Ok(None) };
                let name = self.name(first.clone())?;
                if name.template_args.is_none() && name.path.is_empty() {
                    if let Some(fold) = self.bare_fold(&name, &call)? {
                        fold
                    } else if (self.is_type)(&name.ident) {
                        let span = name.span.to(self.at(&call));
                        let (args, depth) = self.arguments(call)?;
                        self.node(ExprKind::Construct(Box::new(plain_type(name)), args), span, depth)?
                    } else {
                        return Ok(None);
                    }
                } else {
                    return Ok(None);
                }
            }
            Rule::paren => {
                let Some(call) = call else { return Ok(None) };
                let inner = first.clone().into_inner().find(|part| part.as_rule() == Rule::expr);
                let Some(name) = inner.and_then(|inner| self.sole_name(inner)) else { return Ok(None) };
                if !(self.is_type)(&name.ident) {
                    return Ok(None);
                }
                let span = self.at(first).to(self.at(&call));
                let (mut args, depth) = self.arguments(call)?;
                let Some(value) = args.pop().filter(|_| args.is_empty()) else {
                    return Err(error(codes::E0207, span, "a cast takes one expression"));
                };
                self.node(ExprKind::Cast(CastStyle::C, Box::new(plain_type(name)), Box::new(value)), span, depth)?
            }
            _ => return Ok(None),
        };
        rest.next();
        Ok(Some(deep))
    }

    /// The arguments of an ordinary call, and the depth of the deepest.
    pub fn arguments(&self, call: Node) -> Built<(Vec<Expr>, u32)> {
        let mut args = Vec::new();
        let mut depth = 0;
        for part in call.into_inner() {
            match part.as_rule() {
                Rule::expr => {
                    let arg = self.deep(part)?;
                    depth = depth.max(arg.depth);
                    args.push(arg.expr);
                }
                Rule::lambda | Rule::bound_argument => {
                    let message = "a bound variable where an expression is expected";
                    let wrong = error(codes::E0207, self.at(&part), message);
                    return Err(Box::new(wrong.note(builtin::FOLD_FORMS)));
                }
                _ => {}
            }
        }
        Ok((args, depth))
    }

    fn primary(&self, node: Node) -> Built<Deep> {
        let span = self.at(&node);
        match node.as_rule() {
            Rule::number => self.node(literal::number(node.as_str(), span)?, span, 0),
            Rule::character => self.node(literal::character(node.as_str(), span)?, span, 0),
            Rule::name => {
                let name = self.name(node)?;
                let kind = match name.ident.as_str() {
                    "true" => ExprKind::Bool(true),
                    "false" => ExprKind::Bool(false),
                    "nullptr" => ExprKind::Nullptr,
                    _ => ExprKind::Name(name),
                };
                self.node(kind, span, 0)
            }
            Rule::paren => {
                let inner = self.required(node.into_inner().find(|part| part.as_rule() == Rule::expr))?;
                // The parentheses belong to the expression's place.
                Ok(Deep { expr: Expr { span, ..inner.expr }, depth: inner.depth })
            }
            Rule::sizeof => {
                let mut inner = node.into_inner();
                let part = inner.find(|part| matches!(part.as_rule(), Rule::keyword_type | Rule::operand));
                let Some(part) = part else { return Err(missing(span)) };
                if part.as_rule() == Rule::keyword_type {
                    let ty = self.type_name(part)?;
                    return self.node(ExprKind::SizeofType(Box::new(ty)), span, 0);
                }
                if let Some((ty, _)) = self.type_in_parentheses(&part) {
                    return self.node(ExprKind::SizeofType(Box::new(ty)), span, 0);
                }
                let value = self.deep(part)?;
                self.node(ExprKind::SizeofExpr(Box::new(value.expr)), span, value.depth)
            }
            Rule::cpp_cast => {
                let (mut style, mut ty, mut value) = (CastStyle::Static, None, None);
                for part in node.into_inner() {
                    match part.as_rule() {
                        Rule::cpp_cast_word => style = cast_style(part.as_str()),
                        Rule::type_name => ty = Some(self.type_name(part)?),
                        Rule::expr => value = Some(self.deep(part)?),
                        _ => {}
                    }
                }
                let value = self.popped(value)?;
                let Some(ty) = ty else { return Err(missing(span)) };
                self.node(ExprKind::Cast(style, Box::new(ty), Box::new(value.expr)), span, value.depth)
            }
            Rule::construct => {
                let (mut ty, mut args) = (None, (Vec::new(), 0));
                for part in node.into_inner() {
                    match part.as_rule() {
                        Rule::call => args = self.arguments(part)?,
                        _ => ty = Some(self.type_name(part)?),
                    }
                }
                let Some(ty) = ty else { return Err(missing(span)) };
                self.node(ExprKind::Construct(Box::new(ty), args.0), span, args.1)
            }
            Rule::builtin => self.builtin(&node, None),
            _ => Err(missing(span)),
        }
    }

    fn name(&self, node: Node) -> Built<Name> {
        let mut all = None;
        for part in node.into_inner() {
            match part.as_rule() {
                Rule::qualified => all = Some(self.qualified(part)),
                Rule::template_arguments => {
                    let args = part
                        .into_inner()
                        .filter(|part| !matches!(part.as_rule(), Rule::langle | Rule::rangle | Rule::comma));
                    let args = args.map(|arg| self.template_argument(arg)).collect::<Built<Vec<_>>>()?;
                    if let Some(name) = &mut all {
                        name.template_args = Some(args);
                    }
                }
                _ => {}
            }
        }
        all.ok_or_else(|| missing(self.nowhere()))
    }

    fn template_argument(&self, node: Node) -> Built<TemplateArg> {
        let span = self.at(&node);
        match node.as_rule() {
            Rule::number => Ok(TemplateArg::Value(Expr { kind: literal::number(node.as_str(), span)?, span })),
            Rule::qualified => {
                let name = self.qualified(node);
                if (self.is_type)(&name.ident) {
                    Ok(TemplateArg::Type(plain_type(name)))
                } else {
                    Ok(TemplateArg::Value(Expr { kind: ExprKind::Name(name), span }))
                }
            }
            _ => Ok(TemplateArg::Type(self.type_name(node)?)),
        }
    }
}

/// What stands before an operand.
enum Prefix {
    Unary(UnaryOp, Span),
    Cast(Box<Type>, Span),
}

/// The only child, if it is of this rule.
fn sole(node: Node, rule: Rule) -> Option<Node> {
    let mut inner = node.into_inner();
    let first = inner.next()?;
    (inner.next().is_none() && first.as_rule() == rule).then_some(first)
}

fn expr_span(kind: &ExprKind) -> Span {
    match kind {
        ExprKind::Unary(_, inner) | ExprKind::Cast(_, _, inner) => inner.span,
        _ => Span::default(),
    }
}

fn plain_type(name: Name) -> Type {
    let span = name.span;
    Type { kind: TypeKind::Named(name), qualifiers: Default::default(), span }
}

/// A type before a bound variable.
pub(super) fn binder_type(ty: Type) -> BinderType {
    match &ty.kind {
        TypeKind::Int { .. } => BinderType::Integer,
        TypeKind::Float { .. } => BinderType::Real,
        TypeKind::Named(name) if name.path.is_empty() && name.ident == "integer" => BinderType::Integer,
        TypeKind::Named(name) if name.path.is_empty() && name.ident == "real" => BinderType::Real,
        _ => BinderType::Other(ty),
    }
}

/// What stands after the colon: only there are `thread` and `block` sorts.
pub(super) fn sort(ty: Type) -> BinderType {
    match &ty.kind {
        TypeKind::Named(name) if name.path.is_empty() && name.ident == "thread" => BinderType::Thread,
        TypeKind::Named(name) if name.path.is_empty() && name.ident == "block" => BinderType::Block,
        _ => binder_type(ty),
    }
}

fn cast_style(word: &str) -> CastStyle {
    match word {
        "reinterpret_cast" => CastStyle::Reinterpret,
        "const_cast" => CastStyle::Const,
        "dynamic_cast" => CastStyle::Dynamic,
        _ => CastStyle::Static,
    }
}

fn unary_op(text: &str) -> Option<UnaryOp> {
    Some(match text {
        "!" => UnaryOp::Not,
        "~" => UnaryOp::BitNot,
        "-" => UnaryOp::Minus,
        "+" => UnaryOp::Plus,
        "*" => UnaryOp::Deref,
        "&" => UnaryOp::AddressOf,
        _ => return None,
    })
}

/// A binary operator that is a prefix operator too.
fn prefix_op(text: &str) -> Option<UnaryOp> {
    unary_op(text).filter(|op| !matches!(op, UnaryOp::Not | UnaryOp::BitNot))
}

fn binary_op(text: &str) -> Option<BinaryOp> {
    Some(match text {
        "*" => BinaryOp::Mul,
        "/" => BinaryOp::Div,
        "%" => BinaryOp::Rem,
        "+" => BinaryOp::Add,
        "-" => BinaryOp::Sub,
        "<<" => BinaryOp::Shl,
        ">>" => BinaryOp::Shr,
        "<" => BinaryOp::Lt,
        "<=" => BinaryOp::Le,
        ">" => BinaryOp::Gt,
        ">=" => BinaryOp::Ge,
        "==" => BinaryOp::Eq,
        "!=" => BinaryOp::Ne,
        "&" => BinaryOp::BitAnd,
        "^" => BinaryOp::BitXor,
        "|" => BinaryOp::BitOr,
        "&&" => BinaryOp::And,
        "||" => BinaryOp::Or,
        _ => return None,
    })
}

fn chained_equality(ops: &[(BinaryOp, Span)]) -> Box<crate::base::Diagnostic> {
    let wrong = error(codes::E0205, ops[1].1, "a chain of equalities");
    Box::new(
        wrong
            .also(ops[0].1, "the first one")
            .note("write `a == b && b == c`: in C `a == b == c` compares a truth value with c"),
    )
}

fn too_deep(span: Span) -> Box<crate::base::Diagnostic> {
    let wrong = error(codes::E0203, span, "this expression is nested too deeply");
    Box::new(wrong.note("name a part of it: `//@ predicate p(int i) = ...;`"))
}

/// A node that the grammar always has is not there; kept as an error so that nothing ever panics.
pub(super) fn missing(span: Span) -> Box<crate::base::Diagnostic> {
    error(codes::E0201, span, "expected an expression")
}

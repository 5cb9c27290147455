//! Expressions of annotations: operands, casts, quantifiers. What stands between operands is in [`super::rows`], what
//! operands are made of in [`super::postfix`].

use super::build::{Builder, Built, error};
use super::grammar::{self, Node, Rule};
use crate::base::{Span, codes};
use crate::syntax::tree::{
    BinaryOp, Binder, BinderType, CastStyle, Expr, ExprKind, Name, Quantifier, SpecExpr, Type, TypeKind, UnaryOp,
};

/// How deep a tree may be: everything after the parser walks trees by recursion.
const MAX_DEPTH: u32 = 500;

/// An expression and the depth of its tree.
pub struct Deep {
    pub expr: Expr,
    pub depth: u32,
    /// A comparison, bit operation or negation without parentheses around it.
    pub bare: bool,
}

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
        Ok(Deep { expr: Expr { kind, span }, depth: below + 1, bare: false })
    }

    pub fn required(&self, node: Option<Node>) -> Built<Deep> {
        match node {
            Some(node) => self.deep(node),
            None => Err(missing(self.nowhere())),
        }
    }

    pub fn popped(&self, value: Option<Deep>) -> Built<Deep> {
        value.ok_or_else(|| missing(self.nowhere()))
    }

    pub fn nowhere(&self) -> Span {
        (self.span)(self.base..self.base)
    }

    pub fn binary(&self, op: BinaryOp, left: Deep, right: Deep) -> Built<Deep> {
        let span = left.expr.span.to(right.expr.span);
        let depth = left.depth.max(right.depth);
        self.node(ExprKind::Binary(op, Box::new(left.expr), Box::new(right.expr)), span, depth)
    }

    // ── operands ──

    pub fn operand(&self, node: Node, before: Vec<Prefix>) -> Built<Deep> {
        let mut prefixes = before;
        let mut value = None;
        for part in node.into_inner() {
            let span = self.at(&part);
            match part.as_rule() {
                Rule::prefix => {
                    if let Some(op) = UnaryOp::spelled(part.as_str()) {
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
                Rule::let_in => value = Some(self.let_in(part)?),
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
            let bare = matches!(kind, ExprKind::Unary(UnaryOp::Not, _));
            value = Deep { bare, ..self.node(kind, whole, value.depth)? };
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
        if !self.is_sort(&name) {
            let message = format!("`{}` is not a type, so an operator is missing after `({})`", name.ident, name.ident);
            return Err(error(codes::E0210, span, message));
        }
        Ok((0..stars).fold(cast_type(name), |ty, _| Type::new(TypeKind::Pointer(Box::new(ty)), span)))
    }

    /// The type, when an operand is nothing but a user type in parentheses.
    pub fn type_in_parentheses(&self, operand: &Node) -> Option<(Type, Span)> {
        let name = sole(operand.clone(), Rule::postfixed)
            .and_then(|node| sole(node, Rule::paren))
            .and_then(|node| node.into_inner().find(|part| part.as_rule() == Rule::expr))
            .and_then(|node| self.sole_name(node))?;
        self.is_sort(&name).then(|| (cast_type(name), self.at(operand)))
    }

    /// Whether a name in parentheses is a type, unless the program has a variable of that name.
    pub fn is_sort(&self, name: &Name) -> bool {
        (self.is_type)(&name.ident) || grammar::parse(Rule::sort_word, &name.ident).is_ok()
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

    /// `\let x = e; P`
    fn let_in(&self, node: Node) -> Built<Deep> {
        let span = self.at(&node);
        let (mut name, mut parts) = (None, Vec::new());
        for part in node.into_inner() {
            match part.as_rule() {
                Rule::ident => name = Some(self.ident(&part)),
                Rule::expr => parts.push(self.deep(part)?),
                _ => {}
            }
        }
        let (body, value) = (self.popped(parts.pop())?, self.popped(parts.pop())?);
        let Some(name) = name else { return Err(missing(span)) };
        let depth = value.depth.max(body.depth);
        let (value, body) = (Box::new(value.expr), Box::new(body.expr));
        self.node(ExprKind::Spec(SpecExpr::Let { name, value, body }), span, depth)
    }

    /// `i`, `int i`, `t : thread`. A name without a type takes that of the name before it.
    pub fn binder(&self, node: Node, before: Option<&Binder>) -> Built<Binder> {
        let mut ty = None;
        let mut name = None;
        for part in node.into_inner() {
            match part.as_rule() {
                Rule::binder_type | Rule::keyword_type | Rule::plain_type => {
                    ty = Some(binder_type(self.sort_name(part)?));
                }
                Rule::type_name => ty = Some(sort(self.sort_name(part)?)),
                Rule::ident => name = Some(self.ident(&part)),
                _ => {}
            }
        }
        let Some(name) = name else { return Err(missing(self.nowhere())) };
        let inherited = || before.map_or(BinderType::Integer, |binder| binder.ty.clone());
        Ok(Binder { name, ty: ty.unwrap_or_else(inherited) })
    }
}

/// What stands before an operand.
pub enum Prefix {
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

/// The type that a name in parentheses stands for.
pub fn cast_type(name: Name) -> Type {
    match name.ident.as_str() {
        "boolean" => Type::new(TypeKind::Bool, name.span),
        _ => plain_type(name),
    }
}

pub fn plain_type(name: Name) -> Type {
    let span = name.span;
    Type::new(TypeKind::Named(name), span)
}

/// A type before a bound variable.
pub fn binder_type(ty: Type) -> BinderType {
    match &ty.kind {
        TypeKind::Float { .. } => BinderType::Real,
        TypeKind::Named(name) if name.path.is_empty() && name.ident == "integer" => BinderType::Integer,
        TypeKind::Named(name) if name.path.is_empty() && name.ident == "real" => BinderType::Real,
        _ => BinderType::Other(ty),
    }
}

/// What stands after the colon: only there are `thread` and `block` sorts.
pub fn sort(ty: Type) -> BinderType {
    match &ty.kind {
        TypeKind::Named(name) if name.path.is_empty() && name.ident == "thread" => BinderType::Thread,
        TypeKind::Named(name) if name.path.is_empty() && name.ident == "block" => BinderType::Block,
        _ => binder_type(ty),
    }
}

fn too_deep(span: Span) -> Box<crate::base::Diagnostic> {
    let wrong = error(codes::E0203, span, "this expression is nested too deeply");
    Box::new(wrong.note("name a part of it: `//@ predicate p(int i) = ...;`"))
}

/// A node that the grammar always has is not there; kept as an error so that nothing ever panics.
pub fn missing(span: Span) -> Box<crate::base::Diagnostic> {
    error(codes::E0201, span, "expected an expression")
}

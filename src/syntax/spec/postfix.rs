//! Names, calls, indices, literals and brackets in annotations.

use pest::iterators::Pairs;

use super::build::{Builder, Built, error};
use super::builtin;
use super::expr::{Deep, cast_type, missing, plain_type};
use super::grammar::{Node, Rule};
use super::literal;
use crate::base::codes;
use crate::syntax::tree::{CastStyle, Expr, ExprKind, Name, SpecExpr, TemplateArg};

impl Builder<'_> {
    pub fn postfixed(&self, node: Node) -> Built<Deep> {
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
                    let mut ends = part.into_inner().filter(|inner| inner.as_rule() == Rule::expr);
                    let index = self.required(ends.next())?;
                    depth = depth.max(index.depth);
                    match ends.next() {
                        None => ExprKind::Index(base, Box::new(index.expr)),
                        Some(last) => {
                            let last = self.deep(last)?;
                            depth = depth.max(last.depth);
                            let (lo, hi) = (Box::new(index.expr), Box::new(last.expr));
                            ExprKind::Spec(SpecExpr::Range { array: base, lo, hi })
                        }
                    }
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
        Name { ident: ident.as_str().to_string(), span: self.at(ident), ..Name::default() }
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
                if !self.is_sort(&name) {
                    return Ok(None);
                }
                let span = self.at(first).to(self.at(&call));
                let (mut args, depth) = self.arguments(call)?;
                let Some(value) = args.pop().filter(|_| args.is_empty()) else {
                    return Err(error(codes::E0207, span, "a cast takes one expression"));
                };
                self.node(ExprKind::Cast(CastStyle::C, Box::new(cast_type(name)), Box::new(value)), span, depth)?
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

    pub fn primary(&self, node: Node) -> Built<Deep> {
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
                Ok(Deep { expr: Expr { span, ..inner.expr }, depth: inner.depth, bare: false })
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
                        Rule::cpp_cast_word => style = CastStyle::spelled(part.as_str()).unwrap_or(style),
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

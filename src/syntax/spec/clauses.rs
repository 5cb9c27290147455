//! Clauses and logic declarations: parse nodes to trees.

use super::build::{Builder, Built, error};
use super::expr::missing;
use super::grammar::{Node, Rule};
use crate::base::{Span, codes};
use crate::syntax::tree::{
    Clause, ClauseKind, Expr, ExprKind, GhostDecl, Ident, Induction, LogicItem, LogicParam, Region, SpecExpr, Type,
};

impl Builder<'_> {
    /// A node of rule `clause` or `loose_clause`.
    pub fn clause(&self, node: Node) -> Built<Clause> {
        let whole = self.at(&node);
        let Some(body) = node.into_inner().next() else { return Err(missing(whole)) };
        let span = self.at(&body);
        let kind = match body.as_rule() {
            Rule::proposition => self.proposition(body)?,
            Rule::ghost => ClauseKind::Ghost(self.ghosts(body)?),
            Rule::regions => self.regions(body)?,
            Rule::wraps => ClauseKind::Wraps,
            Rule::logic | Rule::predicate => ClauseKind::Logic(self.logic_function(body, span)?),
            Rule::operator => ClauseKind::Logic(self.operator(body, span)?),
            Rule::lemma => ClauseKind::Logic(self.lemma(body, span)?),
            Rule::use_logic => match body.into_inner().find(|part| part.as_rule() == Rule::ident) {
                Some(name) => ClauseKind::Logic(LogicItem::Use(self.ident(&name))),
                None => return Err(missing(span)),
            },
            _ => return Err(missing(span)),
        };
        Ok(Clause { kind, span })
    }

    fn proposition(&self, node: Node) -> Built<ClauseKind> {
        let mut of_loop = None;
        let mut make: fn(Expr) -> ClauseKind = ClauseKind::Requires;
        let mut word = String::new();
        let mut expr = None;
        for part in node.into_inner() {
            match part.as_rule() {
                Rule::loop_word => of_loop = Some(self.at(&part)),
                Rule::proposition_word => {
                    word = part.as_str().to_string();
                    make = match part.as_str() {
                        "ensures" => ClauseKind::Ensures,
                        "invariant" => ClauseKind::Invariant,
                        "variant" => ClauseKind::Variant,
                        "assert" => ClauseKind::Assert,
                        "assume" => ClauseKind::Assume,
                        "barrier_invariant" => ClauseKind::BarrierInvariant,
                        _ => ClauseKind::Requires,
                    };
                }
                Rule::expr => expr = Some(self.expr(part)?),
                _ => {}
            }
        }
        if let Some(span) = of_loop
            && !matches!(word.as_str(), "invariant" | "variant")
        {
            return Err(error(
                codes::E0202,
                span,
                format!("`loop {word}` is not a clause: `{word}` does not belong to loops"),
            ));
        }
        expr.map(make).ok_or_else(|| missing((self.span)(self.base..self.base)))
    }

    /// `int m, k, a0[]` of a `ghost` clause, or of `declare_logic_param`.
    pub fn ghosts(&self, node: Node) -> Built<Vec<GhostDecl>> {
        let mut ty = None;
        let mut ghosts = Vec::new();
        for part in node.into_inner() {
            match part.as_rule() {
                Rule::type_name => ty = Some(self.sort_name(part)?),
                Rule::array_name => {
                    let (name, dimensions) = self.array_name(part)?;
                    if let Some(ty) = &ty {
                        ghosts.push(GhostDecl { name, ty: ty.clone(), dimensions });
                    }
                }
                _ => {}
            }
        }
        Ok(ghosts)
    }

    fn array_name(&self, node: Node) -> Built<(Ident, usize)> {
        let span = self.at(&node);
        let mut name = None;
        let mut dimensions = 0;
        for part in node.into_inner() {
            match part.as_rule() {
                Rule::ident => name = Some(self.ident(&part)),
                Rule::empty_brackets => dimensions += 1,
                _ => {}
            }
        }
        name.map(|name| (name, dimensions)).ok_or_else(|| missing(span))
    }

    fn regions(&self, node: Node) -> Built<ClauseKind> {
        let mut make: fn(Vec<Region>) -> ClauseKind = ClauseKind::Writes;
        let mut regions = Vec::new();
        for part in node.into_inner() {
            match part.as_rule() {
                Rule::regions_word if part.as_str() == "reads" => make = ClauseKind::Reads,
                Rule::region => regions.push(self.region(part)?),
                _ => {}
            }
        }
        Ok(make(regions))
    }

    /// `A`, `A[e]` or `A[lo..hi]`.
    fn region(&self, node: Node) -> Built<Region> {
        let span = self.at(&node);
        let array =
            self.expr(node.into_inner().find(|part| part.as_rule() == Rule::postfixed).ok_or_else(|| missing(span))?)?;
        match array.kind {
            ExprKind::Spec(SpecExpr::Range { array, lo, hi }) => {
                Ok(Region { array: *array, range: Some((*lo, *hi)), span })
            }
            ExprKind::Index(base, index) => Ok(Region { array: *base, range: Some(((*index).clone(), *index)), span }),
            kind => Ok(Region { array: Expr { kind, span: array.span }, range: None, span }),
        }
    }

    fn logic_function(&self, node: Node, span: Span) -> Built<LogicItem> {
        let mut result: Option<Type> = None;
        let (mut name, mut params, mut body, mut decreases) = (None, Vec::new(), None, None);
        for part in node.into_inner() {
            match part.as_rule() {
                Rule::type_name => result = Some(self.sort_name(part)?),
                Rule::ident => name = Some(self.ident(&part)),
                Rule::params => params = self.params(part)?,
                Rule::expr => body = Some(self.expr(part)?),
                Rule::decreases => {
                    for measure in part.into_inner().filter(|inner| inner.as_rule() == Rule::expr) {
                        decreases = Some(self.expr(measure)?);
                    }
                }
                _ => {}
            }
        }
        let Some(name) = name else { return Err(missing(span)) };
        Ok(LogicItem::Function { name, params, result, body, decreases, span })
    }

    fn operator(&self, node: Node, span: Span) -> Built<LogicItem> {
        let (mut name, mut params, mut body, mut identity) = (None, Vec::new(), None, None);
        for part in node.into_inner() {
            match part.as_rule() {
                Rule::ident => name = Some(self.ident(&part)),
                Rule::params => params = self.params(part)?,
                Rule::expr => body = Some(self.expr(part)?),
                Rule::identity => {
                    for value in part.into_inner().filter(|inner| inner.as_rule() == Rule::expr) {
                        identity = Some(self.expr(value)?);
                    }
                }
                _ => {}
            }
        }
        let (Some(name), Some(identity)) = (name, identity) else { return Err(missing(span)) };
        Ok(LogicItem::Operator { name, params, body, identity, span })
    }

    fn params(&self, node: Node) -> Built<Vec<LogicParam>> {
        let mut params = Vec::new();
        for param in node.into_inner().filter(|part| part.as_rule() == Rule::param) {
            let mut ty = None;
            for part in param.into_inner() {
                match part.as_rule() {
                    Rule::type_name => ty = Some(self.sort_name(part)?),
                    _ => {
                        let (name, dimensions) = self.array_name(part)?;
                        if let Some(ty) = ty.take() {
                            params.push(LogicParam { name, ty, dimensions });
                        }
                    }
                }
            }
        }
        Ok(params)
    }

    fn lemma(&self, node: Node, span: Span) -> Built<LogicItem> {
        let (mut name, mut params, mut statement, mut induction) = (None, Vec::new(), None, None);
        let mut triggers = Vec::new();
        let is_axiom = node.as_str().starts_with("axiom");
        for part in node.into_inner() {
            match part.as_rule() {
                Rule::ident => name = Some(self.ident(&part)),
                Rule::params => params = self.params(part)?,
                Rule::expr => statement = Some(self.expr(part)?),
                Rule::induction => {
                    let (mut on, mut from) = (None, None);
                    for inner in part.into_inner() {
                        match inner.as_rule() {
                            Rule::ident => on = Some(self.ident(&inner)),
                            Rule::expr => from = Some(self.expr(inner)?),
                            _ => {}
                        }
                    }
                    induction = on.map(|on| Induction { on, from });
                }
                Rule::trigger => {
                    let terms = part.into_inner().filter(|inner| inner.as_rule() == Rule::expr);
                    triggers.push(terms.map(|term| self.expr(term)).collect::<Built<Vec<Expr>>>()?);
                }
                _ => {}
            }
        }
        let (Some(name), Some(statement)) = (name, statement) else { return Err(missing(span)) };
        Ok(LogicItem::Lemma { name, params, statement, induction, triggers, is_axiom, span })
    }
}

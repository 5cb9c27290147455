//! Equality of objects and of ranges of cells (CLAUSE-48, CLAUSE-49): that of all their parts.

use crate::base::{Diagnostic, Span, codes};
use crate::cpp::{Env, Lowered, Object, Reported, types::CType, value};
use crate::kernel::ir::{Binary, BoundId, Expr, ExprKind, Quantifier, Type};
use crate::syntax::tree::{self, BinaryOp, SpecExpr};

use super::{Context, cells::Term, forms, operators};

/// One side of an equality.
#[derive(Clone)]
struct Side {
    what: What,
    /// It stands in an `\\old`, which is put around each part.
    is_old: bool,
    span: Span,
}

#[derive(Clone)]
enum What {
    One(Term),
    /// The cells of an array from one index to another.
    Range(Term, Expr, Expr),
}

/// Reports a range of cells that is no side of an equality.
pub fn lonely(env: &mut Env, span: Span) -> Reported {
    let wrong =
        Diagnostic::error(codes::E0411, span, "a range of cells stands only beside `==`, and in `writes` and `reads`");
    env.diagnostic(wrong.note("of anything else, write `\\forall k. lo <= k <= hi -> ...`"));
    Reported
}

/// Whether what is written is a range of cells.
fn is_range(e: &tree::Expr) -> bool {
    match &e.kind {
        tree::ExprKind::Spec(SpecExpr::Range { .. }) => true,
        tree::ExprKind::Spec(SpecExpr::Old(inner) | SpecExpr::Here(inner)) => is_range(inner),
        _ => false,
    }
}

/// The sides of an equality.
pub enum Sides {
    /// Numbers, truth values, threads or blocks.
    Values(Expr, Expr),
    /// Something else, of which it is known what the equality says.
    Whole(Expr),
}

impl Context<'_, '_> {
    /// What stands beside `==` or `!=`. Both sides are looked at, so that both sides' errors are found.
    pub(super) fn sides(&mut self, op: BinaryOp, left: &tree::Expr, right: &tree::Expr, span: Span) -> Lowered<Sides> {
        if op == BinaryOp::Ne && (is_range(left) || is_range(right)) {
            let wrong = Diagnostic::error(codes::E0411, span, "a range of cells stands only beside `==`");
            self.env.diagnostic(wrong.note("write `!(a[lo .. hi] == b[lo .. hi])`"));
            return Err(Reported);
        }
        let (one, other) = (self.side(left), self.side(right));
        let (one, other) = (one?, other?);
        if let (What::One(Term::Scalar(a)), What::One(Term::Scalar(b))) = (&one.what, &other.what) {
            return Ok(Sides::Values(a.clone(), b.clone()));
        }
        let equal = self.equal(one, other, span)?;
        Ok(Sides::Whole(if op == BinaryOp::Ne { value::not(equal) } else { equal }))
    }

    fn side(&mut self, e: &tree::Expr) -> Lowered<Side> {
        let span = e.span;
        match &e.kind {
            tree::ExprKind::Spec(SpecExpr::Old(inner)) => {
                let side = self.at_entry(|context| context.side(inner))?;
                match side.what {
                    What::One(Term::Scalar(e)) if !side.is_old => {
                        let what = What::One(Term::Scalar(self.old_of(e, span)?));
                        Ok(Side { what, is_old: false, span })
                    }
                    what => Ok(Side { what, is_old: true, span }),
                }
            }
            tree::ExprKind::Spec(SpecExpr::Here(inner)) if self.elsewhere == 0 => {
                Ok(Side { span, ..self.side(inner)? })
            }
            tree::ExprKind::Spec(SpecExpr::Range { array, lo, hi }) => {
                self.grow(1, span)?;
                let (array, lo, hi) = (self.term(array), self.integer(lo), self.integer(hi));
                Ok(Side { what: What::Range(array?, lo?, hi?), is_old: false, span })
            }
            _ => Ok(Side { what: What::One(self.term(e)?), is_old: false, span }),
        }
    }

    /// CLAUSE-48, CLAUSE-49
    fn equal(&mut self, one: Side, other: Side, span: Span) -> Lowered<Expr> {
        self.grow(1, span)?;
        match (&one.what, &other.what) {
            (What::Range(_, lo, hi), What::Range(_, lo2, hi2)) => {
                let ends = [self.end(lo, &one), self.end(hi, &one), self.end(lo2, &other), self.end(hi2, &other)];
                self.ranges((one, other), ends, span)
            }
            (What::Range(_, lo, hi), What::One(_)) => {
                let (lo, hi) = (self.end(lo, &one), self.end(hi, &one));
                self.for_all(("index", lo, hi), span, |context, k| {
                    let cell = context.cell_of(&one, k)?;
                    context.equal(cell, other, span)
                })
            }
            (What::One(_), What::Range(..)) => self.equal(other, one, span),
            (What::One(a), What::One(b)) => match (a.clone(), b.clone()) {
                (Term::Scalar(a), Term::Scalar(b)) => {
                    let (a, b) = (self.part(a, &one)?, self.part(b, &other)?);
                    operators::binary(self.env, BinaryOp::Eq, a, b, span)
                }
                (Term::Object(a, whose), Term::Object(b, others)) => {
                    self.objects((&one, a, whose), (&other, b, others), span)
                }
                (Term::Pointer(..), _) => Err(self.no_array(one.span)),
                (_, Term::Pointer(..)) => Err(self.no_array(other.span)),
                (Term::Object(..), _) => self.scalar(a.clone(), one.span),
                (_, Term::Object(..)) => self.scalar(b.clone(), other.span),
            },
        }
    }

    fn no_array(&mut self, span: Span) -> Reported {
        let wrong = Diagnostic::error(codes::E0402, span, "a value is needed here, not an array");
        self.env.diagnostic(wrong.note("cells are compared as in `a[lo .. hi] == b[lo .. hi]`"));
        Reported
    }

    /// A number of one side, at the time of which the side speaks.
    fn part(&mut self, e: Expr, side: &Side) -> Lowered<Expr> {
        let e = Expr { span: side.span, ..e };
        if side.is_old { self.old_of(e, side.span) } else { Ok(e) }
    }

    /// The end of a range, likewise.
    fn end(&self, e: &Expr, side: &Side) -> Expr {
        match side.is_old && !forms::is_of_all_times(self.env, e) {
            true => Expr::new(ExprKind::Old(e.clone()), e.ty, e.span),
            false => e.clone(),
        }
    }

    /// The cell of a range at an index.
    fn cell_of(&mut self, side: &Side, at: Expr) -> Lowered<Side> {
        let What::Range(array, ..) = &side.what else { return Err(Reported) };
        let cell = self.index(array.clone(), at, side.span)?;
        Ok(Side { what: What::One(cell), ..*side })
    }

    /// `forall k. lo <= k <= hi -> body`
    fn for_all(
        &mut self,
        (name, lo, hi): (&str, Expr, Expr),
        span: Span,
        body: impl FnOnce(&mut Self, Expr) -> Lowered<Expr>,
    ) -> Lowered<Expr> {
        let bound: BoundId = self.env.new_bound(name, Type::Integer);
        let k = Expr::new(ExprKind::Bound(bound), Type::Integer, span);
        let body = body(self, k.clone())?;
        let above = operators::binary(self.env, BinaryOp::Le, lo, k.clone(), span)?;
        let below = operators::binary(self.env, BinaryOp::Le, k, hi, span)?;
        let within = operators::binary(self.env, BinaryOp::And, above, below, span)?;
        let body = operators::binary(self.env, BinaryOp::Implies, within, body, span)?;
        Ok(Expr::new(ExprKind::Quantified(Quantifier::Forall, vec![bound], body), Type::Bool, span))
    }

    /// Both ranges are equally long, and equal cell by cell.
    fn ranges(&mut self, (one, other): (Side, Side), ends: [Expr; 4], span: Span) -> Lowered<Expr> {
        let [lo, hi, lo2, hi2] = ends;
        for end in [&lo, &hi, &lo2, &hi2] {
            self.grow(value::weight(end), span)?;
        }
        // Each side's index is made of its own ends: they may be of different times.
        let is_same_place = same(&lo, &lo2);
        let cells = match is_same_place {
            true => self.for_all(("index", lo.clone(), hi.clone()), span, |context, k| {
                let (a, b) = (context.cell_of(&one, k.clone())?, context.cell_of(&other, k)?);
                context.equal(a, b, span)
            })?,
            false => {
                let zero = value::int(0, Type::Integer, span);
                let last = operators::binary(self.env, BinaryOp::Sub, hi.clone(), lo.clone(), span)?;
                self.for_all(("offset", zero, last), span, |context, k| {
                    let (a, b) = (context.moved(&one, &k, span)?, context.moved(&other, &k, span)?);
                    context.equal(a, b, span)
                })?
            }
        };
        if is_same_place && same(&hi, &hi2) {
            return Ok(cells);
        }
        let mut of = |op: BinaryOp, a: &Expr, b: &Expr| operators::binary(self.env, op, a.clone(), b.clone(), span);
        let (last, last2) = (of(BinaryOp::Sub, &hi, &lo)?, of(BinaryOp::Sub, &hi2, &lo2)?);
        let (empty, empty2) = (of(BinaryOp::Lt, &hi, &lo)?, of(BinaryOp::Lt, &hi2, &lo2)?);
        let as_long = of(BinaryOp::Eq, &last, &last2)?;
        let both_empty = of(BinaryOp::And, &empty, &empty2)?;
        let as_long = of(BinaryOp::Or, &as_long, &both_empty)?;
        of(BinaryOp::And, &as_long, &cells)
    }

    fn moved(&mut self, side: &Side, by: &Expr, span: Span) -> Lowered<Side> {
        let What::Range(_, lo, _) = &side.what else { return Err(Reported) };
        let at = operators::binary(self.env, BinaryOp::Add, lo.clone(), by.clone(), span)?;
        self.cell_of(side, at)
    }

    /// Member by member.
    fn objects(
        &mut self,
        (one, a, whose): (&Side, Object, Option<Expr>),
        (other, b, others): (&Side, Object, Option<Expr>),
        span: Span,
    ) -> Lowered<Expr> {
        let [ty, ty2] = [&a, &b].map(|object| self.env.memory.bundles[object.bundle.0].ty.clone());
        if ty != ty2 {
            let message = format!("`==` compares a `{}` with a `{}`", ty.name, ty2.name);
            return Err(self.env.error(codes::E0402, span, message));
        }
        self.has_no_operator(ty.id, &ty.name, span)?;
        if self.env.met.records[ty.id].is_union {
            return Err(self.env.unsupported(format!("equality of the union `{}`", ty.name), span));
        }
        let mut all: Option<Expr> = None;
        for at in 0..self.env.met.records[ty.id].fields.len() {
            let (name, field_ty) = {
                let field = &self.env.met.records[ty.id].fields[at];
                (tree::Name::plain(field.name.clone(), span), field.ty.clone())
            };
            let part = |what: Term, side: &Side| Side { what: What::One(what), ..*side };
            let left = part(self.field(&a, &name, whose.clone(), one.span)?, one);
            let right = part(self.field(&b, &name, others.clone(), other.span)?, other);
            let equal = match &field_ty {
                CType::Array { extent, .. } => self.arrays(left, right, extent.clone(), span)?,
                CType::Pointer { .. } => {
                    let message = format!("`{}::{}` is a pointer, which has no value here", ty.name, name.ident);
                    return Err(self.env.error(codes::E0402, span, message));
                }
                _ => self.equal(left, right, span)?,
            };
            all = Some(match all {
                None => equal,
                Some(before) => operators::binary(self.env, BinaryOp::And, before, equal, span)?,
            });
        }
        Ok(all.unwrap_or_else(|| value::boolean(true, span)))
    }

    /// What `==` of a class of the program does is not looked into.
    fn has_no_operator(&mut self, record: usize, name: &str, span: Span) -> Lowered<()> {
        let is_operator = |name: &str| matches!(name, "operator==" | "operator!=");
        let tree = self.env.met.records[record].tree;
        let is_member = tree.is_some_and(|tree| tree.methods.iter().any(|method| is_operator(&method.name.text)));
        if !is_member && !self.env.table.functions.keys().any(|name| is_operator(name)) {
            return Ok(());
        }
        let message = format!("the program has an `==` of its own, perhaps for `{name}`");
        self.env.diagnostic(Diagnostic::error(codes::E0402, span, message).note("compare the members"));
        Err(Reported)
    }

    /// Element by element.
    fn arrays(&mut self, one: Side, other: Side, extent: Option<Expr>, span: Span) -> Lowered<Expr> {
        let (What::One(a), What::One(b)) = (one.what.clone(), other.what.clone()) else { return Err(Reported) };
        let Some(extent) = extent else {
            return Err(self.env.unsupported("equality of arrays of unknown length", span));
        };
        let (zero, before) = (value::int(0, Type::Integer, span), value::int(1, Type::Integer, span));
        let extent = operators::integer(self.env, extent)?;
        let last = operators::binary(self.env, BinaryOp::Sub, extent, before, span)?;
        let [one, other] = [(one, a), (other, b)]
            .map(|(side, array)| Side { what: What::Range(array, zero.clone(), last.clone()), ..side });
        self.equal(one, other, span)
    }
}

/// Whether two expressions are written the same, of values that do not change in between.
fn same(a: &Expr, b: &Expr) -> bool {
    a.ty == b.ty
        && match (&*a.kind, &*b.kind) {
            (ExprKind::Int(a), ExprKind::Int(b)) => a == b,
            (ExprKind::Bound(a), ExprKind::Bound(b)) => a == b,
            (ExprKind::Local(a), ExprKind::Local(b)) => a == b,
            (ExprKind::Builtin(a), ExprKind::Builtin(b)) => a == b,
            (ExprKind::Length(a), ExprKind::Length(b)) => a == b,
            (ExprKind::Convert(how, a), ExprKind::Convert(how2, b)) => how == how2 && same(a, b),
            (ExprKind::Unary(op, a), ExprKind::Unary(op2, b)) => op == op2 && same(a, b),
            (ExprKind::Old(a), ExprKind::Old(b)) => same(a, b),
            (ExprKind::Binary(op, a, c), ExprKind::Binary(op2, b, d)) => {
                op == op2 && *op != Binary::Pow && same(a, b) && same(c, d)
            }
            _ => false,
        }
}

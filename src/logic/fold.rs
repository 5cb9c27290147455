//! Folds over ranges of integers, by the table of their kinds ([`FoldKind::row`]).

use num_rational::BigRational;

use super::op::{Combine, FoldKind, Op, Sort};
use super::term::{TermId, Terms, VarId};

impl Terms {
    /// `kind(var, body, lo, hi)`; a count's body is `Bool`, its value `Int`.
    pub fn fold(&mut self, kind: FoldKind, var: VarId, lo: TermId, hi: TermId, body: TermId) -> TermId {
        let sort = if kind == FoldKind::Count { Sort::Int } else { self.sort(body) };
        if sort.is_numeric()
            && let Some(width) = self.poly(hi).sub(&self.poly(lo)).as_constant()
            && width.is_negative()
            && let Some(unit) = self.unit(kind, sort)
        {
            return unit;
        }
        self.intern(Op::Fold(kind, var), vec![lo, hi, body], sort)
    }

    /// The value of a fold of that sort over an empty range, if there is one.
    pub fn unit(&mut self, kind: FoldKind, sort: Sort) -> Option<TermId> {
        let unit = kind.row().unit?;
        (sort != Sort::Bool).then(|| self.number(BigRational::from_integer(unit.into()), sort))
    }

    /// The fold over two adjacent ranges, the left one first.
    pub fn combine(&mut self, kind: FoldKind, left: TermId, right: TermId) -> TermId {
        match kind.row().combine {
            Combine::Add => self.add(&[left, right]),
            Combine::Mul => self.mul(left, right),
            Combine::Min => self.min(left, right),
            Combine::Max => self.max(left, right),
        }
    }

    /// What a fold combines at one value of its variable: the body, a count's as 0 or 1.
    pub fn body_at(&mut self, kind: FoldKind, var: VarId, body: TermId, at: TermId) -> TermId {
        let value = self.substitute(body, &[(var, at)].into());
        if kind != FoldKind::Count {
            return value;
        }
        let (one, zero) = (self.int(1), self.int(0));
        self.ite(value, one, zero)
    }
}

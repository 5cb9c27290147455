//! What the machine's numbers cannot do: overflow, division by 0, shifts by too much (STMT-18, VALUE-8, VALUE-11, VALUE-10, VALUE-9, VALUE-22).

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::Zero;

use crate::base::Span;
use crate::base::config::{FloatDomain, IntMode};
use crate::exec::state::{Assumption, Executor, View};
use crate::kernel::ir::{Expr, Type};
use crate::logic::{Sort, TermId};
use crate::tasks::TaskKind;

impl Executor<'_> {
    /// The result of an operation on machine integers (STMT-18, VALUE-8, VALUE-9).
    pub fn machine_result(&mut self, expr: &Expr, value: TermId, view: &View) -> TermId {
        let Type::Int { signed, bits } = expr.ty else { return value };
        let Some(path) = view.path else {
            self.called_result(expr, value, view);
            return value;
        };
        if !signed && self.here.wrapping > 0 {
            return self.modulo_bits(value, bits);
        }
        self.check_fits(expr, value, path);
        value
    }

    /// CLAUSE-44: of a function of the program that an annotation calls.
    fn called_result(&mut self, expr: &Expr, value: TermId, view: &View) {
        if !self.needs.annotating || self.config.ints != IntMode::Math {
            return;
        }
        let Some((low, high)) = expr.ty.range() else { return };
        match self.terms.as_int(value).map(|value| low <= *value && *value <= high) {
            Some(true) => {}
            Some(false) => {
                let never = self.terms.bool(false);
                self.need(never, view);
            }
            None => {
                self.output.assumptions.insert(Assumption::NoOverflow);
            }
        }
    }

    /// VALUE-9, or the assumption in its place.
    pub fn check_fits(&mut self, expr: &Expr, value: TermId, path: TermId) {
        let Some((low, high)) = expr.ty.range() else { return };
        if self.terms.as_int(value).is_some_and(|value| low <= *value && *value <= high) {
            return;
        }
        self.must_fit(value, (low, high), path, expr.span);
    }

    /// The same of a value of which it is not seen at once.
    pub fn must_fit(&mut self, value: TermId, (low, high): (BigInt, BigInt), path: TermId, span: Span) {
        match self.config.ints {
            IntMode::Math => {
                self.output.assumptions.insert(Assumption::NoOverflow);
            }
            IntMode::Checked => {
                let fits = self.within(value, low, high);
                self.oblige(TaskKind::Overflow, "overflow", span, path, fits);
            }
        }
    }

    pub fn modulo_bits(&mut self, value: TermId, bits: u8) -> TermId {
        let modulus = self.terms.int(BigInt::from(1) << bits);
        self.terms.modulo(value, modulus)
    }

    /// VALUE-10
    pub fn check_not_zero(&mut self, divisor: TermId, expr: &Expr, view: &View) {
        let zero = self.zero(self.terms.sort(divisor));
        let nonzero = self.terms.ne(divisor, zero);
        let is_real = self.terms.sort(divisor) == Sort::Real;
        let Some(path) = view.path else {
            // VALUE-22
            if is_real && self.config.float_domain == FloatDomain::Assumed {
                if !self.terms.is_true(nonzero) {
                    self.output.assumptions.insert(Assumption::FloatDomain);
                }
                return;
            }
            return self.need(nonzero, view);
        };
        match self.terms.sort(divisor) {
            Sort::Real => self.check_domain(nonzero, expr, path),
            _ if self.terms.is_true(nonzero) => {}
            _ => self.oblige(TaskKind::Division, "division", expr.span, path, nonzero),
        }
    }

    /// VALUE-22: where an operation on floats has a real number as its result, or the assumption in its place.
    pub fn check_domain(&mut self, defined: TermId, expr: &Expr, path: TermId) {
        if self.terms.is_true(defined) {
            return;
        }
        match self.config.float_domain {
            FloatDomain::Proved => self.oblige(TaskKind::Division, "division", expr.span, path, defined),
            FloatDomain::Assumed => {
                self.output.assumptions.insert(Assumption::FloatDomain);
            }
        }
    }

    /// VALUE-11; in an annotation numbers have no width.
    pub fn check_shift(&mut self, ty: Type, count: TermId, expr: &Expr, view: &View) {
        let zero = self.terms.int(0);
        let (Some(path), Type::Int { bits, .. }) = (view.path, ty) else {
            let natural = self.terms.le(zero, count);
            self.need(natural, view);
            return;
        };
        let bits = self.terms.int(bits);
        let (above, below) = (self.terms.le(zero, count), self.terms.lt(count, bits));
        let defined = self.terms.and(&[above, below]);
        if !self.terms.is_true(defined) {
            self.oblige(TaskKind::Division, "division", expr.span, path, defined);
        }
    }

    pub fn zero(&mut self, sort: Sort) -> TermId {
        match sort {
            Sort::Bool | Sort::Int => self.terms.int(0),
            Sort::Real | Sort::Float(_) => self.terms.number(BigRational::zero(), sort),
        }
    }
}

//! Conversions (VALUE-18, VALUE-34).

use num_bigint::BigInt;

use crate::kernel::ir::{Conversion, Expr, ExprKind, Type};
use crate::logic::{FloatOp, Op, Sort, TermId};

use crate::exec::analysis::Range;
use crate::exec::state::{Executor, View, sort_of};

impl Executor<'_> {
    /// VALUE-18
    pub fn convert(
        &mut self,
        expr: &Expr,
        conversion: Conversion,
        operand: &Expr,
        value: TermId,
        view: &View,
    ) -> TermId {
        let (Some(from), Some(to)) = (sort_of(operand.ty, self.config.float), sort_of(expr.ty, self.config.float))
        else {
            return self.not_modelled(expr, "conversion of a thread or block");
        };
        match (from, to) {
            (Sort::Bool, Sort::Bool) | (Sort::Real, Sort::Real) => value,
            (Sort::Bool, _) => {
                let (one, zero) = (self.terms.int(1), self.terms.int(0));
                let number = self.terms.ite(value, one, zero);
                self.integer_as(number, to)
            }
            (Sort::Float(_), Sort::Bool) => {
                let zero = self.zero(from);
                let equal = self.terms.float(FloatOp::Equal, &[value, zero]);
                self.terms.not(equal)
            }
            (_, Sort::Bool) => {
                let zero = self.zero(from);
                self.terms.ne(value, zero)
            }
            (Sort::Int, Sort::Int) => self.convert_integer(expr, conversion, operand, value, view),
            (Sort::Int, _) => self.integer_as(value, to),
            (Sort::Real, Sort::Float(bits)) => self.terms.float(FloatOp::Round(bits), &[value]),
            (Sort::Float(_), Sort::Float(_)) if from == to => value,
            (Sort::Float(_), Sort::Float(bits)) => self.terms.float(FloatOp::Convert(bits), &[value]),
            (Sort::Float(_), Sort::Real) => self.not_modelled(expr, "an exact float as a real number"),
            (Sort::Real | Sort::Float(_), Sort::Int) => {
                let whole = match from {
                    Sort::Real => self.truncate(value),
                    _ => self.terms.float(FloatOp::Trunc, &[value]),
                };
                self.whole_in_range(expr, operand, value, whole, view)
            }
        }
    }

    /// VALUE-34: the integer part of a float where the type has it. Where it does not, C++ defines nothing: an unknown
    /// function of the float, for each pair of types, gives some value of the type.
    fn whole_in_range(&mut self, expr: &Expr, operand: &Expr, value: TermId, whole: TermId, view: &View) -> TermId {
        let (Type::Int { signed, bits }, Some(range)) = (expr.ty, expr.ty.range().map(Range::from)) else {
            return whole;
        };
        let of_integer = match &*operand.kind {
            ExprKind::Convert(_, inner) if inner.ty.is_integral() && self.terms.sort(value) == Sort::Real => {
                self.range_of(inner, view)
            }
            _ => self.terms.as_int(whole).cloned().map(Range::only),
        };
        if of_integer.is_some_and(|inner| range.holds(&inner)) {
            return whole;
        }
        let sort = self.terms.sort(value);
        let name = format!("beyond {}{bits}", if signed { 'i' } else { 'u' });
        let symbol = self.symbols.function(&mut self.terms, &name, vec![sort], Sort::Int);
        let any = self.terms.apply(symbol, &[value]);
        let (low, high) = (self.terms.int(range.low), self.terms.int(range.high));
        // An unknown number brought into the range is any number of the range.
        let any = self.terms.max(any, low);
        let any = self.terms.min(any, high);
        let inside = self.between(low, whole, high);
        self.terms.ite(inside, whole, any)
    }

    /// An integer as a number of another sort.
    fn integer_as(&mut self, value: TermId, to: Sort) -> TermId {
        match to {
            Sort::Int | Sort::Bool => value,
            Sort::Real => self.terms.to_real(value),
            Sort::Float(bits) => {
                let value = self.terms.to_real(value);
                self.terms.float(FloatOp::Round(bits), &[value])
            }
        }
    }

    fn convert_integer(
        &mut self,
        expr: &Expr,
        conversion: Conversion,
        operand: &Expr,
        value: TermId,
        view: &View,
    ) -> TermId {
        let (Type::Int { signed, bits }, Some(range)) = (expr.ty, expr.ty.range()) else { return value };
        let range = Range::from(range);
        let literal = self.terms.as_int(value).cloned().map(Range::only);
        let inner = literal.or_else(|| self.range_of(operand, view));
        if inner.as_ref().is_some_and(|inner| range.holds(inner)) {
            return value;
        }
        let wraps = !signed && self.here.wrapping > 0 && view.path.is_some();
        if conversion == Conversion::Implicit && !wraps {
            match view.path {
                Some(path) => self.check_fits(expr, value, path),
                // CLAUSE-10
                None => {
                    let inside = self.within(value, range.low, range.high);
                    self.need(inside, view);
                }
            }
            return value;
        }
        if self.fits_in_launch(value, &range, view) {
            return value;
        }
        let half = self.terms.int(BigInt::from(1) << (bits - 1));
        match inner {
            _ if !signed => self.modulo_bits(value, bits),
            Some(inner) if inner.reaches_once_above(&range, bits) && self.is_place(value, &inner, view) => {
                let modulus = self.terms.int(BigInt::from(1) << bits);
                let (same, below) = (self.terms.lt(value, half), self.terms.sub(value, modulus));
                self.terms.ite(same, value, below)
            }
            _ => {
                let shifted = self.terms.add(&[value, half]);
                let wrapped = self.modulo_bits(shifted, bits);
                self.terms.sub(wrapped, half)
            }
        }
    }

    /// Towards zero.
    fn truncate(&mut self, value: TermId) -> TermId {
        if let Op::ToReal = self.terms.op(value) {
            return self.terms.args(value)[0];
        }
        let zero = self.zero(Sort::Real);
        let below = self.terms.floor(value);
        let negated = self.terms.neg(value);
        let above = self.terms.floor(negated);
        let above = self.terms.neg(above);
        let positive = self.terms.le(zero, value);
        self.terms.ite(positive, below, above)
    }

    /// The value as one of the type, where only an integer stands for a real.
    pub fn coerce(&mut self, term: TermId, ty: Type, expr: &Expr) -> TermId {
        match (self.terms.sort(term), sort_of(ty, self.config.float)) {
            (from, Some(to)) if from == to => term,
            (Sort::Int, Some(Sort::Real)) => self.terms.to_real(term),
            _ => self.not_modelled(expr, "assignment of a value of another sort"),
        }
    }
}

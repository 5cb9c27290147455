//! Operators (VALUE-8 to VALUE-17, VALUE-25).

use num_bigint::BigInt;

use crate::kernel::ir::{Binary, Expr, Type, Unary};
use crate::logic::{FloatOp, Sort, TermId};

use crate::exec::analysis::Range;
use crate::exec::state::{Executor, View};

impl Executor<'_> {
    /// What an operator makes of its operand.
    pub fn unary(&mut self, expr: &Expr, op: Unary, value: TermId, view: &View) -> TermId {
        match op {
            Unary::Neg => {
                let value = self.terms.neg(value);
                self.machine_result(expr, value, view)
            }
            Unary::Not => self.terms.not(value),
            // VALUE-12
            Unary::BitNot => {
                let flipped = self.terms.neg(value);
                match expr.ty {
                    Type::Int { signed: false, bits } => {
                        let top = self.terms.int((BigInt::from(1) << bits) - 1);
                        self.terms.add(&[top, flipped])
                    }
                    _ => self.terms.plus(flipped, -1),
                }
            }
            // VALUE-25
            Unary::Abs | Unary::Floor | Unary::Ceil if matches!(self.terms.sort(value), Sort::Float(_)) => {
                let float = match op {
                    Unary::Abs => FloatOp::Abs,
                    Unary::Floor => FloatOp::Floor,
                    _ => FloatOp::Ceil,
                };
                self.terms.float(float, &[value])
            }
            Unary::Abs => {
                let value = self.terms.abs(value);
                self.machine_result(expr, value, view)
            }
            Unary::Floor if self.terms.sort(value) == Sort::Real => {
                let floor = self.terms.floor(value);
                self.terms.to_real(floor)
            }
            Unary::Ceil if self.terms.sort(value) == Sort::Real => {
                let negated = self.terms.neg(value);
                let floor = self.terms.floor(negated);
                let ceil = self.terms.neg(floor);
                self.terms.to_real(ceil)
            }
            Unary::Floor | Unary::Ceil => value,
            Unary::Log2 => {
                let one = self.terms.int(1);
                let positive = self.terms.le(one, value);
                self.need(positive, view);
                self.terms.log2(value)
            }
            Unary::IsPow2 => self.terms.is_pow2(value),
        }
    }

    /// What an operator makes of the values of its operands.
    pub fn binary(
        &mut self,
        expr: &Expr,
        op: Binary,
        [left, right]: [&Expr; 2],
        [a, b]: [TermId; 2],
        view: &View,
    ) -> TermId {
        let (a, b) = if op == Binary::Pow { (a, b) } else { self.same_sort(a, b) };
        let sort = self.terms.sort(a);
        if let Sort::Float(_) = sort {
            return self.float(expr, op, a, b, view);
        }
        match op {
            // VALUE-8
            Binary::Add | Binary::Sub | Binary::Mul => {
                let value = match op {
                    Binary::Add => self.terms.add(&[a, b]),
                    Binary::Sub => self.terms.sub(a, b),
                    _ => self.terms.mul(a, b),
                };
                self.machine_result(expr, value, view)
            }
            Binary::Div | Binary::Rem if sort == Sort::Int => self.quotient(expr, op, right, [a, b], view),
            Binary::Div if sort == Sort::Real => {
                self.check_not_zero(b, expr, view);
                self.terms.real_div(a, b)
            }
            Binary::Min => self.terms.min(a, b),
            Binary::Max => self.terms.max(a, b),
            Binary::Pow => {
                let zero = self.terms.int(0);
                let natural = self.terms.le(zero, b);
                self.need(natural, view);
                self.terms.pow(a, b)
            }
            Binary::Shl | Binary::Shr if sort == Sort::Int => self.shift(expr, op, left.ty, [a, b], view),
            // VALUE-12
            Binary::BitAnd | Binary::BitOr | Binary::BitXor if sort == Sort::Int => {
                let bounds = [left, right].map(|operand| self.plain_range(operand).map(Range::into));
                match op {
                    Binary::BitAnd => self.terms.bit_and_within(a, b, bounds),
                    Binary::BitOr => self.terms.bit_or_within(a, b, bounds),
                    _ => self.terms.bit_xor_within(a, b, bounds),
                }
            }
            Binary::BitAnd if sort == Sort::Bool => self.terms.and(&[a, b]),
            Binary::BitOr if sort == Sort::Bool => self.terms.or(&[a, b]),
            Binary::BitXor if sort == Sort::Bool => self.terms.ne(a, b),
            Binary::Lt if sort.is_numeric() => self.terms.lt(a, b),
            Binary::Le if sort.is_numeric() => self.terms.le(a, b),
            Binary::Gt if sort.is_numeric() => self.terms.lt(b, a),
            Binary::Ge if sort.is_numeric() => self.terms.le(b, a),
            Binary::Eq | Binary::Iff => self.terms.eq(a, b),
            Binary::Ne => self.terms.ne(a, b),
            Binary::And => self.terms.and(&[a, b]),
            Binary::Or => self.terms.or(&[a, b]),
            Binary::Implies => self.terms.implies(a, b),
            Binary::Div
            | Binary::Rem
            | Binary::Shl
            | Binary::Shr
            | Binary::BitAnd
            | Binary::BitOr
            | Binary::BitXor
            | Binary::Lt
            | Binary::Le
            | Binary::Gt
            | Binary::Ge => self.not_modelled(expr, &format!("operator {op:?} on this type")),
        }
    }

    /// VALUE-10, VALUE-10
    fn quotient(&mut self, expr: &Expr, op: Binary, divisor: &Expr, [a, b]: [TermId; 2], view: &View) -> TermId {
        self.check_not_zero(b, expr, view);
        let quotient = self.terms.trunc_div(a, b);
        // Only the smallest value by -1 overflows, and then C++ gives the remainder no value either.
        let by_minus_one = self.range_of(divisor, view).is_none_or(|range| range.low <= (-1).into());
        let quotient = if by_minus_one { self.machine_result(expr, quotient, view) } else { quotient };
        if op == Binary::Div { quotient } else { self.terms.trunc_rem(a, b) }
    }

    /// VALUE-11
    fn shift(&mut self, expr: &Expr, op: Binary, ty: Type, [a, b]: [TermId; 2], view: &View) -> TermId {
        self.check_shift(ty, b, expr, view);
        let two = self.terms.int(2);
        let factor = self.terms.pow(two, b);
        if op == Binary::Shr {
            return self.terms.div(a, factor);
        }
        let value = self.terms.mul(a, factor);
        self.machine_result(expr, value, view)
    }

    /// VALUE-25: an operation on exact floats. In annotations `==` is identity.
    fn float(&mut self, expr: &Expr, op: Binary, a: TermId, b: TermId, view: &View) -> TermId {
        let is_program = view.path.is_some();
        match op {
            Binary::Add => self.terms.add(&[a, b]),
            Binary::Sub => self.terms.sub(a, b),
            Binary::Mul => self.terms.mul(a, b),
            Binary::Div => self.terms.float(FloatOp::Div, &[a, b]),
            Binary::Min => self.terms.float(FloatOp::Min, &[a, b]),
            Binary::Max => self.terms.float(FloatOp::Max, &[a, b]),
            Binary::Pow => {
                let zero = self.terms.int(0);
                let natural = self.terms.le(zero, b);
                self.need(natural, view);
                self.terms.float(FloatOp::Pow, &[a, b])
            }
            Binary::Lt => self.terms.float(FloatOp::Lt, &[a, b]),
            Binary::Le => self.terms.float(FloatOp::Le, &[a, b]),
            Binary::Gt => self.terms.float(FloatOp::Lt, &[b, a]),
            Binary::Ge => self.terms.float(FloatOp::Le, &[b, a]),
            Binary::Eq | Binary::Ne => {
                let equal = match is_program {
                    true => self.terms.float(FloatOp::Equal, &[a, b]),
                    false => self.terms.eq(a, b),
                };
                if op == Binary::Eq { equal } else { self.terms.not(equal) }
            }
            Binary::Rem
            | Binary::Shl
            | Binary::Shr
            | Binary::BitAnd
            | Binary::BitOr
            | Binary::BitXor
            | Binary::And
            | Binary::Or
            | Binary::Implies
            | Binary::Iff => self.not_modelled(expr, &format!("operator {op:?} on this type")),
        }
    }

    /// Two operands of one sort: an integer beside a real becomes a real.
    pub fn same_sort(&mut self, a: TermId, b: TermId) -> (TermId, TermId) {
        match (self.terms.sort(a), self.terms.sort(b)) {
            (Sort::Int, Sort::Real) => (self.terms.to_real(a), b),
            (Sort::Real, Sort::Int) => (a, self.terms.to_real(b)),
            _ => (a, b),
        }
    }
}

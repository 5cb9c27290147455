//! Operators, conversions and mathematical functions (R40 to R46), with their obligations (R61 to R63).

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::Zero;

use crate::base::Span;
use crate::base::config::{FloatDomain, IntMode};
use crate::kernel::ir::{Binary, Conversion, Expr, ExprKind, FUSED, Type, Unary};
use crate::logic::{FloatOp, Op, Sort, TermId};
use crate::tasks::TaskKind;

use crate::exec::analysis::range::Range;
use crate::exec::state::Executor;
use crate::exec::state::assumptions::Assumption;
use crate::exec::state::here::View;
use crate::exec::state::versions::sort_of;

impl Executor<'_> {
    pub fn unary(&mut self, expr: &Expr, op: Unary, operand: &Expr, view: &View) -> TermId {
        let value = self.eval(operand, view);
        match op {
            Unary::Neg => {
                let value = self.terms.neg(value);
                self.machine_result(expr, value, view)
            }
            Unary::Not => self.terms.not(value),
            // R43
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
            // R45
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

    pub fn binary(&mut self, expr: &Expr, op: Binary, left: &Expr, right: &Expr, view: &View) -> TermId {
        let (a, b) = (self.eval(left, view), self.eval(right, view));
        let (a, b) = if op == Binary::Pow { (a, b) } else { self.same_sort(a, b) };
        let sort = self.terms.sort(a);
        if let Sort::Float(_) = sort {
            return self.float(expr, op, a, b, view);
        }
        match op {
            // R40
            Binary::Add | Binary::Sub | Binary::Mul => {
                let value = match op {
                    Binary::Add => self.terms.add(&[a, b]),
                    Binary::Sub => self.terms.sub(a, b),
                    _ => self.terms.mul(a, b),
                };
                self.machine_result(expr, value, view)
            }
            // R41, R62
            Binary::Div | Binary::Rem if sort == Sort::Int => {
                self.check_not_zero(b, expr, view);
                let quotient = self.terms.trunc_div(a, b);
                // Only the smallest value by -1 overflows, and then C++ gives the remainder no value either.
                let by_minus_one = self.range_of(right, view).is_none_or(|range| range.low <= (-1).into());
                let quotient = if by_minus_one { self.machine_result(expr, quotient, view) } else { quotient };
                if op == Binary::Div { quotient } else { self.terms.trunc_rem(a, b) }
            }
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
            // R42
            Binary::Shl | Binary::Shr if sort == Sort::Int => {
                self.check_shift(left.ty, b, expr, view);
                let two = self.terms.int(2);
                let factor = self.terms.pow(two, b);
                if op == Binary::Shl {
                    let value = self.terms.mul(a, factor);
                    self.machine_result(expr, value, view)
                } else {
                    self.terms.div(a, factor)
                }
            }
            // R43
            Binary::BitAnd | Binary::BitOr | Binary::BitXor if sort == Sort::Int => {
                let bounds =
                    [left, right].map(|operand| self.plain_range(operand).map(|range| (range.low, range.high)));
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

    /// R45: an operation on exact floats. In annotations `==` is identity.
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

    /// The value as one of the type, where only an integer stands for a real.
    pub fn coerce(&mut self, term: TermId, ty: Type, expr: &Expr) -> TermId {
        match (self.terms.sort(term), sort_of(ty, self.config.float)) {
            (from, Some(to)) if from == to => term,
            (Sort::Int, Some(Sort::Real)) => self.terms.to_real(term),
            _ => self.not_modelled(expr, "assignment of a value of another sort"),
        }
    }

    // ── machine integers ────────────────────────────────────────────────────────────────────────

    /// The result of an operation on machine integers (R19, R40, R63).
    fn machine_result(&mut self, expr: &Expr, value: TermId, view: &View) -> TermId {
        let (Type::Int { signed, bits }, Some(path)) = (expr.ty, view.path) else { return value };
        if !signed && self.here.wrapping > 0 {
            return self.modulo_bits(value, bits);
        }
        self.check_fits(expr, value, path);
        value
    }

    /// R63, or the assumption in its place.
    fn check_fits(&mut self, expr: &Expr, value: TermId, path: TermId) {
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

    /// R62
    fn check_not_zero(&mut self, divisor: TermId, expr: &Expr, view: &View) {
        let zero = self.zero(self.terms.sort(divisor));
        let nonzero = self.terms.ne(divisor, zero);
        let is_real = self.terms.sort(divisor) == Sort::Real;
        let Some(path) = view.path else {
            // R301
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

    /// R301: where an operation on floats has a real number as its result, or the assumption in its place.
    fn check_domain(&mut self, defined: TermId, expr: &Expr, path: TermId) {
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

    /// R42; in an annotation numbers have no width.
    fn check_shift(&mut self, ty: Type, count: TermId, expr: &Expr, view: &View) {
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

    fn zero(&mut self, sort: Sort) -> TermId {
        match sort {
            Sort::Bool | Sort::Int => self.terms.int(0),
            Sort::Real | Sort::Float(_) => self.terms.number(BigRational::zero(), sort),
        }
    }

    // ── conversions ─────────────────────────────────────────────────────────────────────────────

    /// R44
    pub fn convert(&mut self, expr: &Expr, conversion: Conversion, operand: &Expr, view: &View) -> TermId {
        let value = self.eval(operand, view);
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

    /// R303: the integer part of a float where the type has it. Where it does not, C++ defines nothing: an unknown
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
        let (above, below) = (self.terms.le(low, whole), self.terms.le(whole, high));
        let inside = self.terms.and(&[above, below]);
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
                // R35
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

    // ── mathematical functions ──────────────────────────────────────────────────────────────────

    /// R46, R62
    pub fn math(&mut self, expr: &Expr, name: &str, args: &[Expr], view: &View) -> TermId {
        let values: Vec<TermId> = args.iter().map(|arg| self.eval(arg, view)).collect();
        let Some(result) = sort_of(expr.ty, self.config.float) else {
            return self.not_modelled(expr, "a function on threads");
        };
        if let Some(path) = view.path
            && let Some(defined) = self.domain(name, &values)
        {
            self.check_domain(defined, expr, path);
        }
        // R302
        if let (FUSED, [a, b, c], Sort::Real) = (name, &values[..], result) {
            let product = self.terms.mul(*a, *b);
            return self.terms.add(&[product, *c]);
        }
        let sorts: Vec<Sort> = values.iter().map(|value| self.terms.sort(*value)).collect();
        let symbol = self.symbols.function(&mut self.terms, name, sorts, result);
        self.terms.apply(symbol, &values)
    }

    /// Where a real function is defined, if not everywhere.
    fn domain(&mut self, name: &str, args: &[TermId]) -> Option<TermId> {
        if args.iter().any(|arg| self.terms.sort(*arg) != Sort::Real) {
            return None;
        }
        let zero = self.zero(Sort::Real);
        let one = self.terms.int(1);
        let one = self.terms.to_real(one);
        let minus_one = self.terms.neg(one);
        match (name, args) {
            ("sqrt", [x]) => Some(self.terms.le(zero, *x)),
            ("rsqrt" | "log" | "log2" | "log10", [x]) => Some(self.terms.lt(zero, *x)),
            ("log1p", [x]) => Some(self.terms.lt(minus_one, *x)),
            ("asin" | "acos", [x]) => {
                let (above, below) = (self.terms.le(minus_one, *x), self.terms.le(*x, one));
                Some(self.terms.and(&[above, below]))
            }
            ("atanh", [x]) => {
                let (above, below) = (self.terms.lt(minus_one, *x), self.terms.lt(*x, one));
                Some(self.terms.and(&[above, below]))
            }
            ("acosh", [x]) => Some(self.terms.le(one, *x)),
            ("fmod" | "remainder", [_, y]) => Some(self.terms.ne(*y, zero)),
            ("pow", [x, y]) => {
                // A positive base; zero to a positive power; any other base to a whole power.
                let positive = self.terms.lt(zero, *x);
                let is_zero = self.terms.eq(*x, zero);
                let power = self.terms.le(zero, *y);
                let zero_case = self.terms.and(&[is_zero, power]);
                let whole = self.terms.floor(*y);
                let whole = self.terms.to_real(whole);
                let whole = self.terms.eq(whole, *y);
                let nonzero = self.terms.not(is_zero);
                let whole_case = self.terms.and(&[nonzero, whole]);
                Some(self.terms.or(&[positive, zero_case, whole_case]))
            }
            _ => None,
        }
    }
}

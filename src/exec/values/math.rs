//! Mathematical functions (VALUE-29, VALUE-10, VALUE-30).

use crate::exec::state::{Executor, View, sort_of};
use crate::kernel::ir::{Expr, FUSED};
use crate::logic::{Sort, TermId};

impl Executor<'_> {
    /// VALUE-29, VALUE-10
    pub fn math(&mut self, expr: &Expr, name: &str, values: &[TermId], view: &View) -> TermId {
        let Some(result) = sort_of(expr.ty, self.config.float) else {
            return self.not_modelled(expr, "a function on threads");
        };
        if let Some(path) = view.path
            && let Some(defined) = self.domain(name, values)
        {
            self.check_domain(defined, expr, path);
        }
        // VALUE-30
        if let (FUSED, [a, b, c], Sort::Real) = (name, values, result) {
            let product = self.terms.mul(*a, *b);
            return self.terms.add(&[product, *c]);
        }
        let sorts: Vec<Sort> = values.iter().map(|value| self.terms.sort(*value)).collect();
        let symbol = self.symbols.function(&mut self.terms, name, sorts, result);
        self.terms.apply(symbol, values)
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
            ("asin" | "acos", [x]) => Some(self.between(minus_one, *x, one)),
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

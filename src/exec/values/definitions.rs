//! Recursive definitions, applied (LEMMA-2, LEMMA-4).

use std::collections::BTreeMap;

use crate::exec::state::{Executor, Need, sort_of};
use crate::kernel::ir::Expr;
use crate::logic::{Sort, TermId, VarId};

/// What the symbol of a recursive definition starts with, as no name of a program does.
pub const DEFINED: char = '\\';

impl Executor<'_> {
    /// LEMMA-2: a recursive definition applied to values.
    pub fn definition_at(&mut self, expr: &Expr, name: &str, values: &[TermId]) -> TermId {
        let sorts: Vec<Sort> = values.iter().map(|value| self.terms.sort(*value)).collect();
        let Some(result) = sort_of(expr.ty, self.config.float) else {
            return self.not_modelled(expr, "a definition of a thread");
        };
        let spelled = format!("{DEFINED}{name}");
        let symbol = self.symbols.function(&mut self.terms, &spelled, sorts, result);
        // LEMMA-4
        if let Some((defined, params, measure)) = self.needs.measured.clone()
            && defined == name
        {
            let map: BTreeMap<VarId, TermId> = params.into_iter().zip(values.iter().copied()).collect();
            let next = self.terms.substitute(measure, &map);
            let zero = self.terms.int(0);
            let (natural, smaller) = (self.terms.le(zero, measure), self.terms.lt(next, measure));
            let needed = self.terms.and(&[natural, smaller]);
            self.needs.open.push(Need::decreases(needed));
        }
        self.terms.apply(symbol, values)
    }
}

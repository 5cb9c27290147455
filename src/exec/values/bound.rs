//! Bound variables, and the threads and blocks that they name (CLAUSE-10).

use std::collections::BTreeMap;

use crate::exec::state::{BoundValue, Coordinates, Executor, Ranged, View, sort_of};
use crate::kernel::ir::{BoundId, Expr, ExprKind, Type};
use crate::logic::{Sort, TermId, Terms, VarId};

impl Executor<'_> {
    /// What a bound variable stands for: the same in every evaluation, so that equal clauses are equal terms.
    pub fn bound_value(&mut self, bound: BoundId) -> BoundValue {
        if let Some(value) = self.symbols.bound.get(&bound) {
            return value.clone();
        }
        let (name, ty) = match self.kernel.bound.get(bound.index()) {
            Some(info) => (info.name.clone(), info.ty),
            None => ("bound".to_owned(), Type::Integer),
        };
        let value = match ty {
            Type::Thread => {
                let (thread, mut scope) = self.grid.fresh_thread(&mut self.terms, &format!("{name}.t"));
                let (block, blocks) = self.grid.fresh_block(&mut self.terms, &format!("{name}.b"));
                scope.extend(blocks);
                BoundValue::Thread(Coordinates { thread, block }, scope)
            }
            Type::Block => {
                let (block, scope) = self.grid.fresh_block(&mut self.terms, &format!("{name}.b"));
                BoundValue::Block(block, scope)
            }
            _ => BoundValue::Number(self.terms.fresh_var(name, sort_of(ty, self.config.float).unwrap_or(Sort::Int))),
        };
        self.symbols.bound.insert(bound, value.clone());
        value
    }

    /// The variables that a bound variable stands for, with their ranges (CLAUSE-10).
    pub fn bound_scope(&mut self, bound: BoundId) -> Vec<Ranged> {
        let ty = self.kernel.bound.get(bound.index()).map_or(Type::Integer, |info| info.ty);
        match self.bound_value(bound) {
            BoundValue::Thread(_, scope) | BoundValue::Block(_, scope) => scope,
            BoundValue::Number(var) => {
                let range = self.range_of_type(var, ty);
                vec![Ranged { var, range }]
            }
        }
    }

    /// That a variable is of its machine type (CLAUSE-10).
    pub fn range_of_type(&mut self, var: VarId, ty: Type) -> TermId {
        match (ty, ty.range()) {
            (Type::Int { .. }, Some((low, high))) => {
                let value = self.terms.var(var);
                self.within(value, low, high)
            }
            _ => self.terms.bool(true),
        }
    }

    /// A proposition for both values of each variable that is a truth value, together with the other variables.
    pub fn both(&mut self, scope: &mut Vec<Ranged>, join: fn(&mut Terms, &[TermId]) -> TermId, body: TermId) -> TermId {
        let truths: Vec<VarId> =
            scope.iter().map(|ranged| ranged.var).filter(|var| self.terms.var_info(*var).sort == Sort::Bool).collect();
        scope.retain(|ranged| !truths.contains(&ranged.var));
        truths.into_iter().fold(body, |body, var| {
            let cases = [true, false].map(|value| {
                let value = self.terms.bool(value);
                self.terms.substitute(body, &BTreeMap::from([(var, value)]))
            });
            join(&mut self.terms, &cases)
        })
    }

    /// The coordinates that a thread or block expression names; a block keeps the viewer's thread coordinates.
    pub fn place(&mut self, expr: &Expr, view: &View) -> Option<Coordinates> {
        let ExprKind::Bound(bound) = &*expr.kind else { return None };
        match self.bound_value(*bound) {
            BoundValue::Thread(at, _) => Some(at),
            BoundValue::Block(block, _) => Some(Coordinates { block, ..view.at }),
            BoundValue::Number(_) => None,
        }
    }

    /// `t == u` of threads or blocks.
    pub fn same_place(&mut self, left: &Expr, right: &Expr, view: &View) -> TermId {
        let (Some(a), Some(b)) = (self.place(left, view), self.place(right, view)) else {
            return self.not_modelled(left, "comparison of threads that are not bound variables");
        };
        let mut pairs: Vec<(TermId, TermId)> = a.block.into_iter().zip(b.block).collect();
        if left.ty == Type::Thread {
            pairs.extend(a.thread.into_iter().zip(b.thread));
        }
        let parts: Vec<TermId> = pairs.into_iter().map(|(a, b)| self.terms.eq(a, b)).collect();
        self.terms.and(&parts)
    }
}

//! Values that iterations hand on of which no closed form is known: each iteration's has a name (LOOP-59).

use crate::kernel::ir::LocalId;
use crate::logic::{FoldKind, Sort, SymbolId, TermId};
use crate::tasks::{Schema, SchemaKind};

use super::carried::{Carried, Law};
use super::iterates::Iteration;
use crate::exec::state::Executor;

/// A value that has a name.
#[derive(Clone, Copy)]
pub struct Named {
    pub place: Place,
    pub carried: Carried,
    /// Of self, and the number of iterations before.
    symbol: SymbolId,
}

/// Where a value is kept.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Place {
    Local(LocalId),
    /// One of [`Iteration::cells`].
    Cell(usize),
}

impl Named {
    pub fn law(&self) -> Law {
        Law::Named(self.symbol)
    }
}

impl Executor<'_> {
    /// Names what these locals hand on, and cells that are read, as far as what an iteration makes of them is known by their names.
    pub fn name_values(&mut self, iteration: &mut Iteration<'_>, locals: &[(LocalId, Carried)]) {
        let mut named = Vec::new();
        for (local, carried) in locals {
            named.push(self.name_value(iteration, Place::Local(*local), *carried));
        }
        loop {
            // What the names make known may read further cells.
            let known: Vec<bool> = named.iter().map(|own| self.left_in(iteration, own.place).is_some()).collect();
            self.solve_cells(iteration);
            let open = |at: &usize| !iteration.heads.contains_key(&iteration.cells[*at].carried.first);
            let cells: Vec<usize> = (0..iteration.cells.len()).filter(open).collect();
            let cells: Vec<usize> = cells.into_iter().filter(|at| iteration.cells[*at].inside.is_empty()).collect();
            if !cells.is_empty() && named.iter().all(|own: &Named| !matches!(own.place, Place::Cell(_))) {
                for at in cells {
                    named.push(self.name_value(iteration, Place::Cell(at), iteration.cells[at].carried));
                }
                continue;
            }
            if known.iter().all(|known| *known) {
                break;
            }
            let mut known = known.into_iter();
            named.retain(|own| {
                let is_known = known.next().unwrap_or(true);
                if !is_known {
                    iteration.heads.remove(&own.carried.first);
                    self.symbols.sequences.remove(&own.symbol);
                }
                is_known
            });
        }
        for own in &named {
            match own.place {
                Place::Local(local) => iteration.locals.push((local, own.carried)),
                Place::Cell(at) => iteration.cells[at].law = Some(own.law()),
            }
        }
        iteration.named.extend(named);
    }

    fn name_value(&mut self, iteration: &mut Iteration<'_>, place: Place, carried: Carried) -> Named {
        let name = match place {
            Place::Local(local) => &self.kernel.locals[local.index()].name,
            Place::Cell(at) => &self.kernel.arrays[iteration.cells[at].array.index()].name,
        };
        let name = self.symbols.names.fresh(&format!("{name}.at"));
        let sorts = vec![Sort::Int; self.grid.self_scope().len() + 1];
        let symbol = self.terms.declare(name, &sorts, self.terms.sort(carried.first));
        self.symbols.sequences.insert(symbol);
        let j = self.terms.var(iteration.var);
        let value = self.named_at(symbol, j);
        iteration.heads.insert(carried.first, value);
        Named { place, carried, symbol }
    }

    /// The value that a thread has after so many iterations.
    pub fn named_at(&mut self, symbol: SymbolId, at: TermId) -> TermId {
        let mut args: Vec<TermId> = self.grid.self_scope().iter().map(|own| self.terms.var(own.var)).collect();
        args.push(at);
        self.terms.apply(symbol, &args)
    }

    /// What iteration `j` leaves there.
    fn left_in(&mut self, iteration: &mut Iteration<'_>, place: Place) -> Option<TermId> {
        match place {
            Place::Local(local) => {
                let last = self.own(self.memory.now.locals[local.index()]);
                self.seen_from(iteration, last)
            }
            Place::Cell(at) => {
                let (array, next) = (iteration.cells[at].array, iteration.cells[at].next.clone());
                let last = self.cell_in(iteration, self.memory.now.arrays[array.index()], &next)?;
                self.is_older(last, iteration.head.symbols).then_some(last)
            }
        }
    }

    /// What each name stands for: at entry what was there, then what the iteration before makes of that. Used where a name occurs, and
    /// so often only, since each instance names one more.
    pub fn sequences(&mut self, iteration: &mut Iteration<'_>, runs: TermId) -> Vec<Schema> {
        let scope = self.grid.self_scope();
        let mut made = Vec::new();
        for own in iteration.named.clone() {
            let Some(left) = self.left_in(iteration, own.place) else { continue };
            let var = self.terms.fresh_var("n", Sort::Int);
            let (n, zero) = (self.terms.var(var), self.terms.int(0));
            let value = self.named_at(own.symbol, n);
            let before = self.terms.plus(n, -1);
            let closed = self.closed_form(iteration, own, left, n);
            let [left, runs] = [left, runs].map(|term| self.terms.substitute(term, &[(iteration.var, before)].into()));
            let (begins, natural) = (self.terms.le(n, zero), self.terms.le(zero, before));
            let entry = self.terms.eq(value, own.carried.entry);
            let first = self.terms.implies(begins, entry);
            let further = self.terms.and(&[natural, runs]);
            let left = self.terms.eq(value, left);
            let mut steps = vec![left];
            steps.extend(closed.map(|closed| self.terms.eq(value, closed)));
            let steps = self.terms.and(&steps);
            let step = self.terms.implies(further, steps);
            let mut guard: Vec<TermId> = scope.iter().map(|ranged| ranged.range).collect();
            guard.push(iteration.head.entry);
            let (guard, both) = (self.terms.and(&guard), self.terms.and(&[first, step]));
            let fact = self.terms.implies(guard, both);
            let vars = scope.iter().map(|ranged| ranged.var).chain([var]).collect();
            let triggers = vec![vec![value]];
            made.push(Schema { kind: SchemaKind::Definition, functions: Vec::new(), vars, triggers, fact });
        }
        made
    }

    /// LOOP-60: what `n` iterations leave, each of which makes `a * x + b` of `x`, where `a` is the same in all: `a^n * x0` and the sum of
    /// `b(i) * a^(n - 1 - i)`.
    fn closed_form(&mut self, iteration: &Iteration<'_>, own: Named, left: TermId, n: TermId) -> Option<TermId> {
        let (j, var) = (self.terms.var(iteration.var), iteration.var);
        let before = self.named_at(own.symbol, j);
        let sort = self.terms.sort(before);
        if !sort.is_numeric() {
            return None;
        }
        let (factor, gain) = self.terms.poly(left).linear_in(before)?;
        let [factor, gain] = [factor, gain].map(|part| self.terms.from_poly(&part, sort));
        let is_named = |symbol: &SymbolId| self.symbols.sequences.contains(symbol);
        if self.terms.symbols_in(&[factor, gain]).iter().any(is_named) || self.terms.free(factor).contains(&var) {
            return None;
        }
        let (zero, last) = (self.terms.int(0), self.terms.plus(n, -1));
        let distance = self.terms.sub(last, j);
        let power = self.terms.pow(factor, distance);
        let grown = self.terms.mul(gain, power);
        let sum = self.folded(iteration, FoldKind::Sum, [zero, last], grown);
        let power = self.terms.pow(factor, n);
        let first = self.terms.mul(own.carried.entry, power);
        Some(self.terms.add(&[first, sum]))
    }
}

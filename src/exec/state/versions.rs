//! Versions of variables and arrays: declared, read and written (LAUNCH-9 to LAUNCH-11, STMT-8, STMT-9, LOOP-11).

use std::collections::BTreeSet;
use std::rc::Rc;

use num_bigint::BigInt;

use crate::kernel::ir::{ArrayId, LocalId, LocalRole, Loop, Stmt, Type, Written};
use crate::logic::{Op, Sort, SymbolId, TermId};
use crate::tasks::{Assign, Form};

use super::Executor;
use super::here::View;
use super::launch::{Coordinates, Ranged, forall_in};
use super::memory::{Assigned, Store, Version, Write};
use super::symbols::sort_of;
use crate::exec::analysis::{Level, confined, space_level};

impl Executor<'_> {
    /// Declares a version of a local at a level.
    pub fn local_version(&mut self, local: LocalId, level: Level) -> Version {
        let info = &self.kernel.locals[local.index()];
        let sort = sort_of(info.ty, self.config.float).unwrap_or(Sort::Int);
        let name = self.symbols.names.fresh(&info.name);
        let symbol = self.terms.declare(name, &self.grid.level_sorts(level), sort);
        Version { symbol, level }
    }

    /// Declares a version of an array.
    pub fn array_version(&mut self, array: ArrayId) -> SymbolId {
        let info = &self.kernel.arrays[array.index()];
        let mut sorts = self.grid.level_sorts(space_level(info.space));
        sorts.extend(vec![Sort::Int; info.extents.len()]);
        let sort = sort_of(info.element, self.config.float).unwrap_or(Sort::Int);
        let name = self.symbols.names.fresh(&info.name);
        let symbol = self.terms.declare(name, &sorts, sort);
        self.log.arrays.insert(symbol, array);
        symbol
    }

    /// The present state, to be changed.
    pub fn store_mut(&mut self) -> &mut Store {
        Rc::make_mut(&mut self.memory.now)
    }

    /// The value of a local's version for a thread.
    pub fn local_value(&mut self, version: Version, at: &Coordinates) -> TermId {
        let args = self.grid.level_args(version.level, at);
        self.terms.apply(version.symbol, &args)
    }

    /// The same for the executing thread.
    pub fn own(&mut self, version: Version) -> TermId {
        self.local_value(version, &self.grid.me.clone())
    }

    /// The first arguments of an array's symbol: block or thread coordinates (LAUNCH-9).
    pub fn array_prefix(&self, array: ArrayId, at: &Coordinates) -> Vec<TermId> {
        self.grid.level_args(space_level(self.kernel.arrays[array.index()].space), at)
    }

    /// A symbol at variables of its own: the variables and the application.
    pub fn any_cell(&mut self, symbol: SymbolId) -> (Vec<Ranged>, Vec<TermId>, TermId) {
        let sorts = self.terms.symbol_info(symbol).args.clone();
        let truth = self.terms.bool(true);
        let scope: Vec<Ranged> =
            sorts.iter().map(|sort| Ranged { var: self.terms.fresh_var("c", *sort), range: truth }).collect();
        let args: Vec<TermId> = scope.iter().map(|ranged| self.terms.var(ranged.var)).collect();
        let value = self.terms.apply(symbol, &args);
        (scope, args, value)
    }

    /// LAUNCH-10: every value of the symbol lies in the range of the type.
    pub fn assume_range(&mut self, symbol: SymbolId, ty: Type) {
        let (Type::Int { .. }, Some((low, high))) = (ty, ty.range()) else { return };
        let (scope, _, value) = self.any_cell(symbol);
        let inside = self.within(value, low, high);
        let truth = self.terms.bool(true);
        let fact = forall_in(&mut self.terms, &scope, truth, inside);
        let origin = format!("range of {}", self.terms.symbol_info(symbol).name);
        self.assume(fact, origin);
    }

    /// The same of a local, for the threads in the mask: what others have may be no value of the type (STMT-19).
    fn assume_range_for(&mut self, version: Version, ty: Type, mask: TermId) {
        let (Type::Int { .. }, Some((low, high))) = (ty, ty.range()) else { return };
        let value = self.own(version);
        let inside = self.within(value, low, high);
        // LOOP-56: some thread is in it.
        let is_one = self.terms.is_closed(inside) && mask == self.here.control.someone;
        let fact = if is_one { inside } else { self.for_all(mask, inside) };
        let origin = format!("range of {}", self.terms.symbol_info(version.symbol).name);
        self.assume(fact, origin);
    }

    /// `low <= value <= high`
    pub fn within(&mut self, value: TermId, low: BigInt, high: BigInt) -> TermId {
        let (low, high) = (self.terms.int(low), self.terms.int(high));
        self.between(low, value, high)
    }

    /// The same between terms.
    pub fn between(&mut self, low: TermId, value: TermId, high: TermId) -> TermId {
        let (above, below) = (self.terms.le(low, value), self.terms.le(value, high));
        self.terms.and(&[above, below])
    }

    /// STMT-8: `assign(local', mask, local, self, value)`.
    pub fn write_local(&mut self, local: LocalId, value: TermId, mask: TermId) {
        let old = self.memory.now.locals[local.index()];
        let new = self.local_version(local, old.level);
        let scope = self.grid.level_scope(old.level);
        let cell = self.grid.level_args(old.level, &self.grid.me);
        let mask = self.beyond(local, mask);
        self.write(new.symbol, old.symbol, &scope, Write { cell, value, mask });
        self.store_mut().locals[local.index()] = new;
    }

    /// STMT-9: the same for a cell of an array.
    pub fn write_array(&mut self, array: ArrayId, index: Vec<TermId>, value: TermId, mask: TermId) {
        let old = self.memory.now.arrays[array.index()];
        let new = self.array_version(array);
        let mut cell = self.array_prefix(array, &self.grid.me);
        cell.extend(index);
        let scope = self.grid.self_scope();
        self.write(new, old, &scope, Write { cell, value, mask });
        self.store_mut().arrays[array.index()] = new;
    }

    /// The cell of each tuple of the scope gets its new value; the others keep theirs.
    pub fn write(&mut self, new: SymbolId, old: SymbolId, scope: &[Ranged], write: Write) {
        let Write { cell: index, value, mask } = write;
        let vars = scope.iter().map(|ranged| ranged.var).collect::<Vec<_>>();
        let parts: Vec<TermId> = index.iter().copied().chain([mask, value]).collect();
        let stray = parts.iter().any(|term| self.terms.free(*term).iter().any(|var| !vars.contains(var)));
        if stray {
            // STMT-2 excludes this; a wrong relation would be worse than none.
            let name = self.terms.symbol_info(new).name.clone();
            self.unsupported(
                format!("assignment to {name} that is not as uniform as the variable"),
                self.here.statement,
            );
            return;
        }
        let ranges: Vec<TermId> = scope.iter().map(|ranged| ranged.range).collect();
        let range = self.terms.and(&ranges);
        let origin = format!("assignment to {}", self.terms.symbol_info(old).name.split('!').next().unwrap_or(""));
        self.assume_form(Form::Assign(Assign { new, old, vars, range, mask, index, value }), origin);
    }

    // ── masks ───────────────────────────────────────────────────────────────────────────────────

    /// Fresh versions of the locals that are written, but as they were outside the mask; of the dead ones nothing is known.
    pub fn forget_locals(&mut self, written: &Written, dead: &BTreeSet<LocalId>, before: &Store, mask: TermId) {
        for local in written.locals.keys().copied() {
            let old = before.locals[local.index()];
            let new = self.local_version(local, old.level);
            if !dead.contains(&local) {
                let info = &self.kernel.locals[local.index()];
                match self.uniformity.is_wider[local.index()] {
                    true => self.assume_range_for(new, info.ty, mask),
                    false => self.assume_range(new.symbol, info.ty),
                }
                let prefix = self.grid.level_args(old.level, &self.grid.me);
                let mask = self.beyond(local, mask);
                self.frame(new.symbol, old.symbol, prefix, mask, &info.name);
            }
            self.store_mut().locals[local.index()] = new;
        }
    }

    /// LOOP-11 of an array.
    pub fn keep_array(&mut self, array: ArrayId, new: SymbolId, old: SymbolId, mask: TermId) {
        let prefix = self.array_prefix(array, &self.grid.me);
        self.frame(new, old, prefix, mask, &self.kernel.arrays[array.index()].name);
    }

    /// LOOP-11
    pub fn frame(&mut self, new: SymbolId, old: SymbolId, prefix: Vec<TermId>, entry: TermId, name: &str) {
        if !self.terms.is_true(entry) && self.mentions_only(entry, &prefix) {
            self.keep_outside(new, old, prefix, entry, name);
        }
    }

    /// `forall self, cell. !mask -> new(self, cell) = old(self, cell)`; `prefix` is self's part of the cell.
    pub fn keep_outside(&mut self, new: SymbolId, old: SymbolId, prefix: Vec<TermId>, mask: TermId, name: &str) {
        let (cells, mut args, _) = self.any_cell(new);
        let own = prefix.len();
        args.splice(..own, prefix);
        let (here, before) = (self.terms.apply(new, &args), self.terms.apply(old, &args));
        let same = self.terms.eq(here, before);
        let outside = self.terms.not(mask);
        let mut scope = self.grid.self_scope();
        scope.extend(&cells[own..]);
        let fact = forall_in(&mut self.terms, &scope, outside, same);
        self.assume(fact, format!("{name} unchanged elsewhere"));
    }

    /// A number or a truth value.
    pub fn is_literal(&self, value: TermId) -> bool {
        matches!(self.terms.op(value), Op::Int(_) | Op::Bool(_))
    }

    /// What is known of a local's value, where the viewer reads its own.
    pub fn known_of<'v>(&self, local: LocalId, view: &'v View) -> Option<&'v Assigned> {
        view.store.known.get(&local).filter(|_| view.literals && view.at == self.grid.me)
    }

    /// What is known of a local from here on.
    pub fn learn(&mut self, local: LocalId, given: Option<Assigned>) {
        let known = &mut self.store_mut().known;
        match given {
            Some(given) => known.insert(local, given),
            None => known.remove(&local),
        };
    }

    /// The locals that carry no value into an iteration.
    pub fn dead_at_head(&self, inner: &Loop) -> BTreeSet<LocalId> {
        let mut dead = confined(&inner.body, &self.mentions);
        dead.retain(|local| self.uniformity.initialised[local.index()]);
        dead
    }

    /// What the statements write is unknown after them.
    pub fn forget_literals(&mut self, stmts: &[Stmt]) {
        self.store_mut().forget(stmts);
    }

    /// Parameters as they were at entry (CLAUSE-1, CLAUSE-7).
    pub fn params_at_entry(&self, store: &mut Store) {
        for (at, local) in self.kernel.locals.iter().enumerate() {
            if local.role == LocalRole::Param {
                store.locals[at] = self.memory.entry.locals[at];
                store.known.retain(|known, _| known.index() != at);
            }
        }
    }
}

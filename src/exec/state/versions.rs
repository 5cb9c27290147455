//! The state of execution: versions of variables, the active mask, the trail of hypotheses (R3 to R5, R15).

use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

use crate::base::config::FloatMode;
use crate::kernel::ir::{ArrayId, Label, LocalId, Type};
use crate::logic::{Op, Sort, SymbolId, TermId, Terms};
use crate::tasks::{Assign, Form, Hypothesis};

use super::launch::{Coordinates, Ranged, conjuncts, forall_in};
use crate::exec::Executor;
use crate::exec::analysis::uniformity::{Level, space_level};
use crate::exec::threads::atomics::Tickets;
use crate::exec::values::ranges::Range;

/// A local's present symbol and what its arguments are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Version {
    pub symbol: SymbolId,
    pub level: Level,
}

/// The present version of everything (R3).
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Store {
    pub locals: Vec<Version>,
    pub arrays: Vec<SymbolId>,
    /// What is known of the value that a local has in every active thread (R25, R44).
    pub known: BTreeMap<LocalId, Assigned>,
    /// R125
    pub tickets: BTreeMap<ArrayId, Tickets>,
}

/// A value that a local was given, and its range.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Assigned {
    pub value: TermId,
    pub range: Option<Range>,
}

/// Which threads execute the next statement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Control {
    /// The path mask: conditions of enclosing `if`s and of the innermost loop that R20 treats.
    pub path: TermId,
    /// For every open label, who has left it since the start of that loop's body (or of the kernel).
    pub left: Vec<(Label, TermId)>,
    /// Who had exited the kernel before that.
    pub exited_before: TermId,
}

/// From where an expression is evaluated.
#[derive(Clone, Debug)]
pub struct View {
    pub store: Rc<Store>,
    pub at: Coordinates,
    /// Program text: obligations are made, under this condition. Absent in specifications.
    pub path: Option<TermId>,
    /// What `\active` means, over self (R33).
    pub active: Option<TermId>,
    /// Literals that the active threads are known to hold may stand for locals (R25).
    pub literals: bool,
}

/// The sort of a value of a scalar type (R45); threads and blocks have none.
pub fn sort_of(ty: Type, float: FloatMode) -> Option<Sort> {
    match ty {
        Type::Float { bits } if float == FloatMode::Exact => Some(Sort::Float(bits)),
        Type::Bool => Some(Sort::Bool),
        Type::Int { .. } | Type::Integer => Some(Sort::Int),
        Type::Float { .. } | Type::Real => Some(Sort::Real),
        Type::Thread | Type::Block => None,
    }
}

impl Executor<'_> {
    // ── the trail ───────────────────────────────────────────────────────────────────────────────

    /// R5: adds a hypothesis to the context.
    pub fn assume(&mut self, fact: TermId, origin: impl Into<String>) {
        if !self.terms.is_true(fact) {
            self.assume_form(Form::Proposition(fact), origin.into());
        }
    }

    fn assume_form(&mut self, form: Form, origin: String) {
        self.context.push(self.hypotheses.len());
        self.hypotheses.push(Hypothesis { form, origin });
    }

    // ── versions ────────────────────────────────────────────────────────────────────────────────

    /// A symbol name that no version has yet: `i`, then `i!1`, `i!2`.
    fn version_name(&mut self, name: &str) -> String {
        let count = self.names.entry(name.to_owned()).or_insert(0);
        *count += 1;
        if *count == 1 { name.to_owned() } else { format!("{name}!{}", *count - 1) }
    }

    /// Declares a version of a local at a level.
    pub fn local_version(&mut self, local: LocalId, level: Level) -> Version {
        let info = &self.kernel.locals[local.index()];
        let sort = sort_of(info.ty, self.config.float).unwrap_or(Sort::Int);
        let name = self.version_name(&info.name);
        let symbol = self.terms.declare(name, &self.grid.level_sorts(level), sort);
        Version { symbol, level }
    }

    /// Declares a version of an array.
    pub fn array_version(&mut self, array: ArrayId) -> SymbolId {
        let info = &self.kernel.arrays[array.index()];
        let mut sorts = self.grid.level_sorts(space_level(info.space));
        sorts.extend(vec![Sort::Int; info.extents.len()]);
        let sort = sort_of(info.element, self.config.float).unwrap_or(Sort::Int);
        let name = self.version_name(&info.name);
        let symbol = self.terms.declare(name, &sorts, sort);
        self.log.arrays.insert(symbol, array);
        symbol
    }

    pub fn store_mut(&mut self) -> &mut Store {
        Rc::make_mut(&mut self.store)
    }

    /// The value of a local's version for a thread.
    pub fn local_value(&mut self, version: Version, at: &Coordinates) -> TermId {
        let args = self.grid.level_args(version.level, at);
        self.terms.apply(version.symbol, &args)
    }

    /// The first arguments of an array's symbol: block or thread coordinates (R3).
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

    /// R4: every value of the symbol lies in the range of the type.
    pub fn assume_range(&mut self, symbol: SymbolId, ty: Type) {
        let (Type::Int { .. }, Some((low, high))) = (ty, ty.range()) else { return };
        let (scope, _, value) = self.any_cell(symbol);
        let (low, high) = (self.terms.int(low), self.terms.int(high));
        let (above, below) = (self.terms.le(low, value), self.terms.le(value, high));
        let inside = self.terms.and(&[above, below]);
        let truth = self.terms.bool(true);
        let fact = forall_in(&mut self.terms, &scope, truth, inside);
        let origin = format!("range of {}", self.terms.symbol_info(symbol).name);
        self.assume(fact, origin);
    }

    /// R12: `assign(local', mask, local, self, value)`.
    pub fn write_local(&mut self, local: LocalId, value: TermId, mask: TermId) {
        let old = self.store.locals[local.index()];
        let new = self.local_version(local, old.level);
        let scope = self.grid.level_scope(old.level);
        let index = self.grid.level_args(old.level, &self.grid.me);
        self.write(new.symbol, old.symbol, scope, mask, index, value);
        self.store_mut().locals[local.index()] = new;
    }

    /// R13: the same for a cell of an array.
    pub fn write_array(&mut self, array: ArrayId, index: Vec<TermId>, value: TermId, mask: TermId) {
        let old = self.store.arrays[array.index()];
        let new = self.array_version(array);
        let mut cell = self.array_prefix(array, &self.grid.me);
        cell.extend(index);
        let scope = self.grid.self_scope();
        self.write(new, old, scope, mask, cell, value);
        self.store_mut().arrays[array.index()] = new;
    }

    /// The cells at `index` get new values, for every tuple of `scope` under `mask`; the others keep theirs.
    pub fn write(
        &mut self,
        new: SymbolId,
        old: SymbolId,
        scope: Vec<Ranged>,
        mask: TermId,
        index: Vec<TermId>,
        value: TermId,
    ) {
        let vars = scope.iter().map(|ranged| ranged.var).collect::<Vec<_>>();
        let parts: Vec<TermId> = index.iter().copied().chain([mask, value]).collect();
        let stray = parts.iter().any(|term| self.terms.free(*term).iter().any(|var| !vars.contains(var)));
        if stray {
            // R6 excludes this; a wrong relation would be worse than none.
            let name = self.terms.symbol_info(new).name.clone();
            self.unsupported(format!("assignment to {name} that is not as uniform as the variable"), self.statement);
            return;
        }
        let ranges: Vec<TermId> = scope.iter().map(|ranged| ranged.range).collect();
        let range = self.terms.and(&ranges);
        let origin = format!("assignment to {}", self.terms.symbol_info(old).name.split('!').next().unwrap_or(""));
        self.assume_form(Form::Assign(Assign { new, old, vars, range, mask, index, value }), origin);
    }

    // ── masks ───────────────────────────────────────────────────────────────────────────────────

    /// R15: the active mask.
    pub fn active(&mut self) -> TermId {
        let left: Vec<TermId> = self.control.left.iter().map(|(_, left)| *left).collect();
        self.without(self.control.path, &left)
    }

    /// `mask` without the threads in any of the sets; what the mask says already is not repeated in them.
    pub fn without(&mut self, mask: TermId, sets: &[TermId]) -> TermId {
        let mut parts = conjuncts(&self.terms, mask);
        for set in sets {
            let outside = self.terms.not(*set);
            let outside = relative(&mut self.terms, &parts, outside, &mut HashMap::new());
            parts.extend(conjuncts(&self.terms, outside));
        }
        // Once more, with what the later sets say: each conjunct under all the others.
        for at in 0..parts.len() {
            if *self.terms.op(parts[at]) == Op::Or {
                let others: Vec<TermId> = parts[..at].iter().chain(&parts[at + 1..]).copied().collect();
                parts[at] = relative(&mut self.terms, &others, parts[at], &mut HashMap::new());
            }
        }
        self.terms.and(&parts)
    }

    /// A proposition that agrees with `term` wherever `fact` holds.
    pub fn given(&mut self, fact: TermId, term: TermId) -> TermId {
        let facts = conjuncts(&self.terms, fact);
        relative(&mut self.terms, &facts, term, &mut HashMap::new())
    }

    /// The threads that have exited the kernel.
    pub fn exited(&mut self) -> TermId {
        let since = self.left_of(Label::KERNEL);
        self.terms.or(&[self.control.exited_before, since])
    }

    /// Who has left an open label since the start of the innermost loop that R20 treats.
    pub fn left_of(&mut self, label: Label) -> TermId {
        match self.control.left.iter().find(|(open, _)| *open == label) {
            Some((_, left)) => *left,
            None => self.terms.bool(false),
        }
    }

    /// The view of program text under the active mask.
    pub fn program_view(&mut self) -> View {
        let mask = self.active();
        View { store: self.store.clone(), at: self.grid.me, path: Some(mask), active: Some(mask), literals: true }
    }

    /// The view of an annotation: no obligations, no literals.
    pub fn spec_view(&self, active: Option<TermId>) -> View {
        View { store: self.store.clone(), at: self.grid.me, path: None, active, literals: false }
    }
}

/// A proposition that agrees with `term` wherever the facts hold: facts below `&&` and `||` become true or false.
fn relative(terms: &mut Terms, facts: &[TermId], term: TermId, memo: &mut HashMap<TermId, TermId>) -> TermId {
    if let Some(done) = memo.get(&term) {
        return *done;
    }
    let result = match terms.op(term).clone() {
        op @ (Op::And | Op::Or) => {
            let args = terms.args(term).to_vec();
            let args: Vec<TermId> = args.into_iter().map(|arg| relative(terms, facts, arg, memo)).collect();
            terms.rebuild(&op, &args)
        }
        _ if facts.contains(&term) => terms.bool(true),
        _ => {
            let negated = terms.not(term);
            if facts.contains(&negated) { terms.bool(false) } else { term }
        }
    };
    memo.insert(term, result);
    result
}

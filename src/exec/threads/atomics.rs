//! Atomic operations (ATOMIC-1 to ATOMIC-23).

use num_traits::Zero;

use crate::base::Span;
use crate::base::config::{FloatMode, IntMode};
use crate::kernel::ir::{ArrayId, Atomic, AtomicOp, LocalId, Space, Stmt, StmtKind, Type, walk};
use crate::logic::{FoldKind, Sort, SymbolId, TermId, Terms, VarId};
use crate::tasks::TaskKind;

use crate::exec::analysis::{Level, Usage, Way, ways_of};
use crate::exec::state::{
    Added, Assumption, Cell, Coordinates, Executor, Ranged, Tickets, exists_in, fold_below, forall_in, occurring,
};

/// A new version of an array.
struct Update {
    new: SymbolId,
    /// Any cell of it, and what it was before.
    cells: Vec<Ranged>,
    after: TermId,
    before: TermId,
    rivals: Rivals,
    /// The rival touches that cell.
    touches: TermId,
}

/// Any thread that may touch a cell.
struct Rivals {
    at: Coordinates,
    scope: Vec<Ranged>,
    /// The cell's block is one of the launch.
    own: TermId,
}

/// The cell that a thread touches, what it adds, and the array afterwards.
#[derive(Clone, Copy)]
struct Touched<'a> {
    cell: &'a [TermId],
    value: Option<TermId>,
    new: SymbolId,
}

impl Executor<'_> {
    /// ATOMIC-1
    pub fn atomic(&mut self, atomic: &Atomic, span: Span) {
        let view = self.program_view();
        let info = &self.kernel.arrays[atomic.array.index()];
        let index: Vec<TermId> = atomic.index.iter().map(|index| self.eval(index, &view)).collect();
        let mut values = Vec::new();
        for operand in &atomic.operands {
            let value = self.eval(operand, &view);
            values.push(self.coerce(value, info.element, operand));
        }
        if index.len() != info.extents.len() || !matches!(info.space, Space::Global | Space::Shared) {
            self.unsupported("an atomic operation on something else than a cell of memory".into(), span);
            return;
        }
        let cell = Cell { array: atomic.array, index: &index, span };
        self.check_access(cell, &view);
        if atomic.op != AtomicOp::Load {
            self.check_write(cell, &view);
        }
        let mask = self.active();
        self.record_access(cell, atomic.access(), mask, None);
        let new = match atomic.op {
            AtomicOp::Load => self.memory.now.arrays[atomic.array.index()],
            _ => self.update(atomic, cell, &values, mask),
        };
        if let Some(result) = atomic.result
            && self.mentions.contains_key(&result)
        {
            let touched = Touched { cell: &index, value: values.first().copied(), new };
            let tickets = self.memory.now.tickets.get(&atomic.array).filter(|_| atomic.op != AtomicOp::Load).cloned();
            self.returned(atomic, result, touched, mask, tickets);
        }
        if let Some(tickets) = self.store_mut().tickets.get_mut(&atomic.array) {
            tickets.used |= atomic.op != AtomicOp::Load;
        }
    }

    /// ATOMIC-9, ATOMIC-11: the new version of the array.
    fn update(&mut self, atomic: &Atomic, cell: Cell<'_>, values: &[TermId], mask: TermId) -> SymbolId {
        let Cell { array, index, span } = cell;
        let info = &self.kernel.arrays[array.index()];
        let old = self.memory.now.arrays[array.index()];
        let new = self.array_version(array);
        let Some(value) = values.first().copied() else { return old };
        let (cells, args, after) = self.any_cell(new);
        let prefix = self.array_prefix(array, &self.grid.me).len();
        let rivals = self.rivals(info.space, &args[..prefix]);
        let touches = self.touches(index, mask, &rivals, &args[prefix..]);
        let update = Update { new, after, before: self.terms.apply(old, &args), cells, touches, rivals };
        let origin = format!("atomic operation on {}", info.name);
        let effect = self.effect(atomic, info.element).filter(|_| self.terms.sort(value) == self.terms.sort(after));
        let subtracts = atomic.op == AtomicOp::Sub;
        let (cell, ways) = (index.to_vec(), ways_of(atomic));
        let kind = effect.unwrap_or(FoldKind::Sum);
        let mut added = Added { old, cell, value, mask, kind, subtracts, array, ways, span, task: None };
        if matches!(atomic.op, AtomicOp::Add | AtomicOp::Sub) && self.sums_must_fit(array) {
            // Comes before what holds of a cell that has not overflowed.
            let (before, tasks) =
                (self.memory.added.values().filter(|other| other.array == array).count(), self.output.tasks.len());
            match effect {
                Some(FoldKind::Sum) if before == 0 && self.here.depth == 0 || self.is_one_way(array) => {
                    self.fits(std::slice::from_ref(&added), old, None);
                }
                _ => {
                    let zero = self.terms.number(Zero::zero(), self.terms.sort(value));
                    let nothing = self.terms.eq(value, zero);
                    self.oblige(TaskKind::Overflow, "overflow", span, mask, nothing);
                }
            }
            added.task = self.output.tasks.get(tasks).map(|task| task.id.clone());
        }
        self.in_range(&update, info.element, &origin);
        match effect {
            Some(kind) => {
                let all = self.contributions(&added, update.before, update.touches, &update.rivals);
                let changed = self.changed_by(update.before, all, &added);
                let same = self.terms.eq(after, changed);
                self.of_every_cell(&update, same, &origin);
                self.memory.added.insert(new, added);
                if kind != FoldKind::Sum {
                    self.extreme(kind, value, &update, (array, index, mask), &origin);
                } else if self.config.ints != IntMode::Checked && matches!(info.element, Type::Int { .. }) {
                    self.output.assumptions.insert(Assumption::NoOverflow);
                }
            }
            None => {
                let touched = exists_in(&mut self.terms, &update.rivals.scope, touches);
                let kept = self.terms.eq(after, update.before);
                let either = self.terms.or(&[touched, kept]);
                self.of_every_cell(&update, either, &origin);
            }
        }
        self.store_mut().arrays[array.index()] = new;
        new
    }

    /// How all that threads bring to a cell is put together with what it holds, where that is known.
    fn effect(&self, atomic: &Atomic, element: Type) -> Option<FoldKind> {
        let usage = self.atomics.get(&atomic.array)?;
        let all = |ops: &[AtomicOp]| usage.ops.iter().all(|op| ops.contains(op));
        let exact = match element {
            Type::Int { .. } => !usage.wraps,
            _ => self.config.float == FloatMode::Real,
        };
        if all(&[AtomicOp::Add, AtomicOp::Sub]) {
            return exact.then_some(FoldKind::Sum);
        }
        let extrema = [(AtomicOp::Min, FoldKind::MinOver), (AtomicOp::Max, FoldKind::MaxOver)];
        extrema.into_iter().find_map(|(op, kind)| all(&[op]).then_some(kind))
    }

    fn of_every_cell(&mut self, update: &Update, fact: TermId, origin: &str) {
        let truth = self.terms.bool(true);
        let fact = forall_in(&mut self.terms, &update.cells, truth, fact);
        self.assume(fact, origin);
    }

    /// LAUNCH-10, in the blocks that there are: what a sum is elsewhere nobody chooses.
    fn in_range(&mut self, update: &Update, ty: Type, origin: &str) {
        let (Type::Int { .. }, Some((low, high))) = (ty, ty.range()) else { return };
        let inside = self.within(update.after, low, high);
        let fact = forall_in(&mut self.terms, &update.cells, update.rivals.own, inside);
        self.assume(fact, origin);
    }

    /// ATOMIC-9, ATOMIC-10: what the active threads bring to a cell that was `before`.
    fn contributions(&mut self, added: &Added, before: TermId, touches: TermId, rivals: &Rivals) -> TermId {
        let theirs = self.grid.instantiate(&mut self.terms, added.value, &rivals.at);
        let nothing = match added.kind {
            FoldKind::Sum => self.terms.number(Zero::zero(), self.terms.sort(theirs)),
            _ => before,
        };
        let body = self.terms.ite(touches, theirs, nothing);
        let launch = &self.grid.launch;
        let threads = rivals.at.thread.into_iter().zip(launch.block_dim);
        let all = threads.chain(rivals.at.block.into_iter().zip(launch.grid_dim));
        let is_theirs =
            |(coordinate, _): &(TermId, TermId)| !occurring(&self.terms, &rivals.scope, &[*coordinate]).is_empty();
        let theirs: Vec<(TermId, TermId)> = all.filter(is_theirs).collect();
        fold_below(&mut self.terms, added.kind, theirs, body)
    }

    fn changed_by(&mut self, before: TermId, all: TermId, added: &Added) -> TermId {
        match added.kind {
            FoldKind::Sum if added.subtracts => self.terms.sub(before, all),
            kind => self.terms.combine(kind, before, all),
        }
    }

    /// ATOMIC-9, ATOMIC-10: after a loop, what its atomics made of the cells in the iterations from 0 to the last one; `added` is what they
    /// bring in iteration `iteration`.
    pub fn assume_added(
        &mut self,
        [new, old]: [SymbolId; 2],
        added: &[Added],
        (iteration, last): (VarId, TermId),
        origin: &str,
    ) {
        let (cells, args, after) = self.any_cell(new);
        let before = self.terms.apply(old, &args);
        let changed = self.changed(before, &args, added, Some((iteration, last)), None);
        let same = self.terms.eq(after, changed);
        let truth = self.terms.bool(true);
        let fact = forall_in(&mut self.terms, &cells, truth, same);
        self.assume(fact, origin.to_owned());
    }

    /// A cell that was `before`, after these sums: those of all iterations from 0 to the last one, if it is about a loop. With a way,
    /// without what goes the other way.
    fn changed(
        &mut self,
        before: TermId,
        args: &[TermId],
        added: &[Added],
        iterations: Option<(VarId, TermId)>,
        way: Option<Way>,
    ) -> TermId {
        let (zero, mut changed) = (self.terms.int(0), before);
        for one in added.iter().filter(|one| way.is_none_or(|way| one.ways.has(way))) {
            let prefix = self.array_prefix(one.array, &self.grid.me).len();
            let rivals = self.rivals(self.kernel.arrays[one.array.index()].space, &args[..prefix]);
            let mut touches = self.touches(&one.cell, one.mask, &rivals, &args[prefix..]);
            if let Some(way) = way.filter(|_| one.ways.up && one.ways.down) {
                let theirs = self.grid.instantiate(&mut self.terms, one.value, &rivals.at);
                let is_positive = (way == Way::Up) != one.subtracts;
                let goes = if is_positive { self.terms.lt(zero, theirs) } else { self.terms.lt(theirs, zero) };
                touches = self.terms.and(&[touches, goes]);
            }
            let mut all = self.contributions(one, before, touches, &rivals);
            let mut none_runs = self.terms.bool(false);
            if let Some((iteration, last)) = iterations {
                all = self.terms.fold(one.kind, iteration, zero, last, all);
                none_runs = self.terms.lt(last, zero);
            }
            let after = self.changed_by(changed, all, one);
            changed = if one.kind.needs_values() { self.terms.ite(none_runs, changed, after) } else { after };
        }
        changed
    }

    /// Whether sums in the array's cells must be shown to fit.
    pub fn sums_must_fit(&self, array: ArrayId) -> bool {
        let element = self.kernel.arrays[array.index()].element;
        let wraps = self.here.wrapping > 0 && matches!(element, Type::Int { signed: false, .. });
        self.config.ints == IntMode::Checked && matches!(element, Type::Int { .. }) && !wraps
    }

    /// ATOMIC-12: whether partial sums, in whatever order, lie between those of lock-step.
    fn is_one_way(&self, array: ArrayId) -> bool {
        self.atomics.get(&array).is_some_and(|usage| !(usage.ways.up && usage.ways.down))
    }

    /// ATOMIC-12: whether the sums of a loop's iterations can be shown to fit after it, instead of one by one.
    pub fn fits_after_loop(&self, array: ArrayId, added: &[Added]) -> bool {
        let all = self.memory.added.values().filter(|other| other.array == array).count();
        let all_add = added.iter().all(|one| one.kind == FoldKind::Sum);
        self.sums_must_fit(array) && all_add && (self.is_one_way(array) || all == added.len() && self.here.depth == 0)
    }

    /// Takes back that the sums of each iteration fit.
    pub fn take_back_fits(&mut self, added: &[Added]) {
        self.output.tasks.retain(|task| added.iter().all(|one| one.task.as_ref() != Some(&task.id)));
    }

    /// ATOMIC-12: in whatever order the sums are made, each cell that a thread adds to holds a value of its type.
    pub fn fits(&mut self, added: &[Added], old: SymbolId, iterations: Option<(VarId, TermId)>) {
        for one in added {
            let array = one.array;
            let Some((low, high)) = self.kernel.arrays[array.index()].element.range() else { return };
            let (mut own, mut mask) = (self.array_prefix(array, &self.grid.me), one.mask);
            own.extend(&one.cell);
            let mut scope = Vec::new();
            if let Some((iteration, _)) = iterations {
                // One of the iterations, beside those that the sum is over.
                let var = self.terms.fresh_var("j", Sort::Int);
                let (j, zero) = (self.terms.var(var), self.terms.int(0));
                let map = [(iteration, j)].into();
                own = own.into_iter().map(|index| self.terms.substitute(index, &map)).collect();
                mask = self.terms.substitute(mask, &map);
                scope.push(Ranged { var, range: self.terms.le(zero, j) });
            }
            let before = self.terms.apply(old, &own);
            let (low, high) = (self.terms.int(low), self.terms.int(high));
            let most = self.changed(before, &own, added, iterations, Some(Way::Up));
            let least = self.changed(before, &own, added, iterations, Some(Way::Down));
            let (above, below) = (self.terms.le(low, least), self.terms.le(most, high));
            let inside = self.terms.and(&[above, below]);
            let (path, fact) = match iterations {
                Some(_) => (self.terms.bool(true), forall_in(&mut self.terms, &scope, mask, inside)),
                None => (mask, inside),
            };
            self.oblige(TaskKind::Overflow, "overflow", one.span, path, fact);
        }
    }

    /// ATOMIC-10, cell by cell.
    fn extreme(
        &mut self,
        kind: FoldKind,
        value: TermId,
        update: &Update,
        (array, cell, mask): (ArrayId, &[TermId], TermId),
        origin: &str,
    ) {
        let ordered = |terms: &mut Terms, left, right| match kind {
            FoldKind::MaxOver => terms.le(right, left),
            _ => terms.le(left, right),
        };
        let bounded = ordered(&mut self.terms, update.after, update.before);
        self.of_every_cell(update, bounded, origin);
        let mut own = self.array_prefix(array, &self.grid.me);
        own.extend(cell);
        let mine = self.terms.apply(update.new, &own);
        let beyond = ordered(&mut self.terms, mine, value);
        let fact = self.for_all(mask, beyond);
        self.assume(fact, origin);
        let theirs = self.grid.instantiate(&mut self.terms, value, &update.rivals.at);
        let from = self.terms.eq(update.after, theirs);
        let from = self.terms.and(&[update.touches, from]);
        let from = exists_in(&mut self.terms, &update.rivals.scope, from);
        let kept = self.terms.eq(update.after, update.before);
        let either = self.terms.or(&[kept, from]);
        self.of_every_cell(update, either, origin);
    }

    /// Any thread that may touch the cell; `prefix` is the block of a shared array's cell.
    fn rivals(&mut self, space: Space, prefix: &[TermId]) -> Rivals {
        let (mut at, mut scope) = self.grid.fresh_neighbour(&mut self.terms, "a");
        let mut own = self.terms.bool(true);
        if space == Space::Global {
            let (block, blocks) = self.grid.fresh_block(&mut self.terms, "ab");
            at.block = block;
            scope.extend(blocks);
        } else {
            let used = (0..3).filter(|axis| self.grid.grid_used[*axis]).collect::<Vec<_>>();
            for (axis, block) in used.into_iter().zip(prefix) {
                at.block[axis] = *block;
                let (zero, blocks) = (self.terms.int(0), self.grid.launch.grid_dim[axis]);
                let (above, below) = (self.terms.le(zero, *block), self.terms.lt(*block, blocks));
                own = self.terms.and(&[own, above, below]);
            }
        }
        Rivals { at, scope, own }
    }

    /// The rival is active, and the cell is the one that it touches.
    fn touches(&mut self, cell: &[TermId], mask: TermId, rivals: &Rivals, indices: &[TermId]) -> TermId {
        let mut parts = vec![self.grid.instantiate(&mut self.terms, mask, &rivals.at)];
        for (index, here) in cell.iter().zip(indices) {
            let index = self.grid.instantiate(&mut self.terms, *index, &rivals.at);
            parts.push(self.terms.eq(index, *here));
        }
        self.terms.and(&parts)
    }

    // ── what comes back (ATOMIC-14) ──────────────────────────────────────────────────────────────────

    fn returned(
        &mut self,
        atomic: &Atomic,
        result: LocalId,
        touched: Touched<'_>,
        mask: TermId,
        tickets: Option<Tickets>,
    ) {
        let info = &self.kernel.locals[result.index()];
        let any = self.local_version(result, self.uniformity.locals[result.index()]);
        self.assume_range(any.symbol, info.ty);
        let at = self.grid.me;
        let value = self.local_value(any, &at);
        if self.terms.is_true(mask) {
            self.store_mut().locals[result.index()] = any;
        } else {
            self.write_local(result, value, mask);
        }
        self.store_mut().known.remove(&result);
        if let Some(tickets) = tickets {
            self.ticket(atomic, value, touched, mask, &tickets);
        }
    }

    fn ticket(&mut self, atomic: &Atomic, value: TermId, touched: Touched<'_>, mask: TermId, tickets: &Tickets) {
        let mut args = self.array_prefix(atomic.array, &self.grid.me);
        args.extend(touched.cell);
        let cell = args.clone();
        args.push(value);
        let me = self.owner_coordinates(atomic.array);
        let mut facts = Vec::new();
        for (symbol, coordinate) in tickets.owners.clone().into_iter().zip(me) {
            let owner = self.terms.apply(symbol, &args);
            facts.push(self.terms.eq(owner, coordinate));
        }
        let forwards = atomic.op == AtomicOp::Add;
        let step = if forwards { touched.value } else { touched.value.map(|value| self.terms.neg(value)) };
        if !tickets.used {
            let start = self.terms.apply(tickets.start, &cell);
            facts.push(if forwards { self.terms.le(start, value) } else { self.terms.le(value, start) });
            let alone =
                self.atomics.get(&atomic.array).is_some_and(|usage| usage.sites == 1) && self.here.counts.is_empty();
            if let (true, Some(step)) = (alone, step) {
                let (last, end) = (self.terms.add(&[value, step]), self.terms.apply(touched.new, &cell));
                facts.push(if forwards { self.terms.le(last, end) } else { self.terms.le(end, last) });
            }
        }
        for fact in facts {
            let fact = self.for_all(mask, fact);
            self.assume(fact, format!("tickets from {}", self.kernel.arrays[atomic.array.index()].name));
        }
    }

    /// The coordinates that tell the threads apart that may touch a cell.
    fn owner_coordinates(&self, array: ArrayId) -> Vec<TermId> {
        let me = self.grid.me;
        let all = self.grid.level_args(Level::Thread, &me);
        match self.kernel.arrays[array.index()].space {
            Space::Global => all,
            _ => all[..self.grid.thread_scope.len()].to_vec(),
        }
    }

    /// ATOMIC-14, at the head of a loop: earlier iterations may have stored, or drawn tickets.
    pub fn tickets_at_head(&mut self, array: ArrayId, body: &[Stmt]) {
        let (mut stores, mut draws) = (false, false);
        walk(body, &mut |stmt| match &stmt.kind {
            StmtKind::Store { array: other, .. } => stores |= *other == array,
            StmtKind::Atomic(atomic) => draws |= atomic.array == array && atomic.op != AtomicOp::Load,
            _ => {}
        });
        if let Some(tickets) = self.store_mut().tickets.get_mut(&array) {
            tickets.used |= draws;
        }
        if stores {
            self.new_tickets(array);
        }
    }

    /// From here on the array's tickets are new ones: at entry, at a plain store, and where a loop stores.
    pub fn new_tickets(&mut self, array: ArrayId) {
        if !self.atomics.get(&array).is_some_and(Usage::is_tickets) {
            return;
        }
        let name = self.kernel.arrays[array.index()].name.clone();
        let start = self.memory.now.arrays[array.index()];
        let sorts = vec![Sort::Int; self.terms.symbol_info(start).args.len() + 1];
        let owners = (0..self.owner_coordinates(array).len())
            .map(|_| {
                let name = self.symbols.names.fresh(&format!("{name}.owner"));
                self.terms.declare(name, &sorts, Sort::Int)
            })
            .collect();
        let used = self.memory.now.tickets.get(&array).is_some_and(|tickets| tickets.used);
        self.store_mut().tickets.insert(array, Tickets { owners, start, used });
    }
}

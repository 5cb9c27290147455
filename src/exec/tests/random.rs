//! Random kernels for [`super::model`]: nested loops, breaks, continues, returns, barriers, all memory spaces.

use crate::kernel::ir::{
    ArrayId, AtomicOp, Binary, BoundId, Clause, Expr, ExprKind, Kernel, Label, LocalId, LoopId, Space, Speaker, Stmt,
    Type, Unary,
};

use super::build::*;

/// What atomics do in one kernel.
const OPERATIONS: [AtomicOp; 3] = [AtomicOp::Add, AtomicOp::Max, AtomicOp::Min];

pub fn random_kernel(seed: u64) -> Kernel {
    let mut builder = kernel();
    let locals = ["p", "n"].map(|name| builder.param(name)).into_iter();
    let variables: Vec<LocalId> = ["x", "y", "z"].into_iter().map(|name| builder.local(name)).collect();
    let locals = locals.chain(variables.iter().copied()).collect();
    let arrays = [("g", Space::Global, 4), ("s", Space::Shared, 3), ("r", Space::Private, 2)]
        .map(|(name, space, length)| builder.array(name, space, length));
    let added = builder.array("h", Space::Global, 4);
    let thread = builder.bound("t", Type::Thread);
    let mut random = Random {
        state: seed.wrapping_mul(2).wrapping_add(1),
        builder,
        locals,
        arrays,
        added,
        operation: OPERATIONS[seed as usize % OPERATIONS.len()],
        thread,
        labels: vec![Label::KERNEL],
        loops: vec![],
    };
    let mut body: Vec<Stmt> = variables.iter().map(|local| set(*local, random.number(1))).collect();
    if seed.is_multiple_of(2) {
        body.extend(random.list(3, 5));
    } else {
        body.extend(random.list(1, 12));
    }
    // What everything is at the end, as far as comparisons tell.
    for local in random.locals.clone() {
        for value in 0..3 {
            body.push(assert(clause(Speaker::Thread, op(Binary::Ne, get(local), int(value)))));
        }
    }
    for index in 0..3 {
        for value in 0..5 {
            let cell = read(random.added, int(index));
            body.push(assert(clause(Speaker::Launch, op(Binary::Ne, cell, int(value)))));
        }
    }
    random.builder.kernel.body = body;
    random.builder.kernel
}

/// Loops without invariants that work on memory of each thread's own: sums, extrema, cells that are handed on, loops in loops.
pub fn random_iterations(seed: u64) -> Kernel {
    let mut builder = kernel();
    let locals: Vec<LocalId> = [builder.param("p"), builder.param("n")]
        .into_iter()
        .chain(["x", "y", "z"].into_iter().map(|name| builder.local(name)))
        .collect();
    let counters = ["i", "j"].map(|name| builder.local(name));
    let scaled = ["u", "v"].map(|name| builder.local(name));
    let turning = ["q", "r"].map(|name| builder.local(name));
    let arrays = ["a", "b"].map(|name| builder.array(name, Space::Private, 16));
    let added = builder.array("h", Space::Global, 16);
    let mut random = Iterations {
        state: seed.wrapping_mul(2).wrapping_add(1),
        builder,
        locals,
        counters,
        scaled,
        turning,
        arrays,
        added,
        operation: OPERATIONS[seed as usize % OPERATIONS.len()],
        around: Vec::new(),
    };
    let all = random.locals[2..].iter().chain(&random.counters).chain(&scaled).chain(&turning);
    let all: Vec<LocalId> = all.copied().collect();
    let mut body: Vec<Stmt> = all.iter().map(|local| set(*local, int(0))).collect();
    for _ in 0..=random.below(2) {
        body.push(random.assignment());
        let counted = random.below(4) > 0;
        body.extend(if counted { random.counted_loop(0) } else { random.geometric_loop() });
    }
    body.extend(all.iter().map(|local| assert(clause(Speaker::Thread, op(Binary::Ne, get(*local), int(1))))));
    random.builder.kernel.body = body;
    random.builder.kernel
}

/// The whole body where only some blocks or threads run it: its variables are values of those alone (STMT-19).
pub fn under_a_condition(kernel: Kernel, seed: u64) -> Kernel {
    let mut builder = Builder { kernel };
    let body = std::mem::take(&mut builder.kernel.body);
    builder.kernel.body = match seed % 4 {
        0 => vec![if_(lt(bid(), int(1)), body)],
        1 => vec![if_(lt(tid(), int(2)), body)],
        2 => vec![if_(lt(int(0), bid()), vec![if_(lt(int(0), get(LocalId(0))), body)])],
        _ => {
            let (row, label) = (builder.local("row"), builder.label());
            let next = set(row, add(get(row), int(1)));
            let rows =
                builder.while_(label, lt(get(row), int(2)), Vec::new(), body.into_iter().chain([next]).collect());
            vec![set(row, bid()), rows]
        }
    };
    builder.kernel
}

struct Iterations {
    state: u64,
    builder: Builder,
    /// Two parameters, and what loops hand on.
    locals: Vec<LocalId>,
    /// One for each depth.
    counters: [LocalId; 2],
    /// What is doubled and halved.
    scaled: [LocalId; 2],
    /// What comes back to what it was.
    turning: [LocalId; 2],
    arrays: [ArrayId; 2],
    /// Only atomics change it, by one operation.
    added: ArrayId,
    operation: AtomicOp,
    /// The counters of the loops around.
    around: Vec<LocalId>,
}

impl Iterations {
    fn below(&mut self, bound: usize) -> usize {
        self.state = self.state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.state >> 33) as usize % bound
    }

    fn counted_loop(&mut self, depth: usize) -> Vec<Stmt> {
        let (label, counter) = (self.builder.label(), self.counters[depth]);
        let mut stmt = self.builder.while_(label, int(0), Vec::new(), Vec::new());
        // Up to a parameter or the counter of the loop around, in steps of 1 or 2, or down.
        let bound = match self.around.last().copied() {
            Some(outer) if self.below(2) == 0 => get(outer),
            _ => add(get(self.locals[1]), int(self.below(3) as i64)),
        };
        let (first, guard, step) = match self.below(4) {
            0 => (bound, lt(int(0), get(counter)), -1),
            1 => (int(self.below(2) as i64), lt(get(counter), bound), 2),
            _ => (int(self.below(2) as i64), lt(get(counter), bound), 1),
        };
        self.around.push(counter);
        let mut body: Vec<Stmt> = (0..=self.below(3)).flat_map(|_| self.stmt(depth)).collect();
        self.around.pop();
        if self.below(3) == 0 {
            let way_out = self.way_out(label);
            let at = self.below(body.len() + 1);
            body.insert(at, way_out);
        }
        if depth == 0 && self.below(3) == 0 {
            body.push(self.scaling(0));
        }
        for which in 0..self.turning.len() {
            if self.below(3) == 0 {
                let turn = self.turn(which);
                let at = self.below(body.len() + 1);
                body.insert(at, turn);
            }
        }
        body.push(set(counter, add(get(counter), int(step))));
        let crate::kernel::ir::StmtKind::Loop(inner) = &mut stmt.kind else { return vec![stmt] };
        (inner.guard, inner.body) = (guard, body);
        vec![set(counter, first), stmt]
    }

    /// `if (..) { .. leave }`
    fn way_out(&mut self, label: Label) -> Stmt {
        let cond = op(Binary::Le, self.number(1), self.number(1));
        let mut then = Vec::new();
        if self.below(2) == 0 {
            then.push(self.assignment());
        }
        then.push(leave(label));
        if_(cond, then)
    }

    /// A loop that doubles or halves a number up to a bound, and another one beside it.
    fn geometric_loop(&mut self) -> Vec<Stmt> {
        let label = self.builder.label();
        let [own, other] = self.scaled;
        let mut stmt = self.builder.while_(label, int(0), Vec::new(), Vec::new());
        let first = [0, 1, 1, 2, 3, 4, 6, 8][self.below(8)];
        let beside = self.below(5) as i64;
        let (doubles, strict) = (self.below(2) == 0, self.below(2) == 0);
        let bound = [int(8), add(get(self.locals[1]), int(6)), int(5)][self.below(3)].clone();
        let (guard, next) = match (doubles, strict) {
            (true, true) => (lt(get(own), bound), op(Binary::Mul, get(own), int(2))),
            (true, false) => (op(Binary::Le, get(own), bound), op(Binary::Mul, get(own), int(2))),
            (false, _) => (lt(int(0), get(own)), op(Binary::Div, get(own), int(2))),
        };
        let mut body = vec![self.scaling(1), set(own, next)];
        if self.below(4) == 0 {
            let way_out = self.way_out(label);
            let at = self.below(body.len() + 1);
            body.insert(at, way_out);
        }
        if self.below(3) == 0 {
            let counter = self.counters[0];
            body.push(set(counter, add(get(counter), int(1))));
        }
        let crate::kernel::ir::StmtKind::Loop(inner) = &mut stmt.kind else { return vec![stmt] };
        (inner.guard, inner.body) = (guard, body);
        // Zero doubles for ever.
        let first = if doubles { first.max(1) } else { first };
        vec![set(own, int(first)), set(other, int(beside)), stmt]
    }

    /// Takes a local on to its next value, mostly.
    fn turn(&mut self, which: usize) -> Stmt {
        let (own, other) = (self.turning[which], self.turning[1 - which]);
        let next = |by: Expr| set(own, by);
        match self.below(6) {
            0 => next(op(Binary::Sub, int(1), get(own))),
            1 => next(op(Binary::Rem, add(get(own), int(1)), int(3))),
            2 => next(get(other)),
            3 => next(op(Binary::Sub, int(1), get(other))),
            4 => if_(lt(get(own), int(2)), vec![next(add(get(own), int(1)))]),
            _ => {
                let cond = op(Binary::Le, self.number(1), self.number(1));
                if_(cond, vec![next(op(Binary::Sub, int(1), get(own)))])
            }
        }
    }

    fn scaling(&mut self, which: usize) -> Stmt {
        let local = self.scaled[which];
        let operator = if self.below(2) == 0 { Binary::Mul } else { Binary::Div };
        set(local, op(operator, get(local), int(2)))
    }

    fn stmt(&mut self, depth: usize) -> Vec<Stmt> {
        match self.below(9) {
            0..=2 => vec![self.assignment()],
            8 => {
                let (index, value) = (self.index(), self.number(1));
                let gathers = atomic(self.operation, self.added, index, value);
                vec![if self.below(2) == 0 {
                    if_(op(Binary::Le, self.number(1), self.number(1)), vec![gathers])
                } else {
                    gathers
                }]
            }
            3 => {
                let cond = op(Binary::Le, self.number(1), self.number(1));
                let then = vec![self.assignment()];
                vec![if_(cond, then)]
            }
            4 | 5 if depth + 1 < self.counters.len() => self.counted_loop(depth + 1),
            _ => {
                let (array, index, value) = (self.array(), self.index(), self.number(2));
                vec![store(array, index, value)]
            }
        }
    }

    fn assignment(&mut self) -> Stmt {
        let which = 2 + self.below(3);
        let (local, value) = (self.locals[which], self.number(1));
        match self.below(6) {
            0 => set(local, value),
            1 => set(local, op(Binary::Max, get(local), value)),
            2 => set(local, op(Binary::Min, get(local), value)),
            3 => set(local, op(Binary::Mul, get(local), value)),
            4 => {
                let (array, index) = (self.array(), self.index());
                store(array, index.clone(), add(read(array, index), value))
            }
            _ => set(local, add(get(local), value)),
        }
    }

    fn number(&mut self, depth: usize) -> Expr {
        match self.below(if depth == 0 { 4 } else { 6 }) {
            0 => int(self.below(3) as i64),
            1 => self.index(),
            2 => {
                let which = self.below(7);
                get(self.locals.iter().chain(&self.turning).copied().nth(which).expect("seven of them"))
            }
            3 => {
                let (array, index) = (self.array(), self.index());
                read(array, index)
            }
            4 => add(self.number(depth - 1), self.number(depth - 1)),
            _ => op(Binary::Sub, self.number(depth - 1), self.number(depth - 1)),
        }
    }

    fn array(&mut self) -> ArrayId {
        self.arrays[self.below(2)]
    }

    /// Within the arrays: counters are at most 5.
    fn index(&mut self) -> Expr {
        let constant = int(self.below(3) as i64);
        let around = self.around.clone();
        match (self.below(4), &around[..]) {
            (0, _) | (_, []) => constant,
            (1, [.., inner]) => get(*inner),
            (2, [outer, .., inner]) => add(get(*outer), get(*inner)),
            (2 | 3, [.., inner]) => add(get(*inner), constant),
            (_, [.., inner]) => get(*inner),
        }
    }
}

struct Random {
    state: u64,
    builder: Builder,
    locals: Vec<LocalId>,
    arrays: [ArrayId; 3],
    /// Only atomics change it, by one operation.
    added: ArrayId,
    operation: AtomicOp,
    thread: BoundId,
    labels: Vec<Label>,
    loops: Vec<LoopId>,
}

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.state = self.state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.state >> 33) as usize % bound
    }

    fn list(&mut self, depth: usize, most: usize) -> Vec<Stmt> {
        let length = 1 + self.below(most);
        (0..length).map(|_| self.stmt(depth)).collect()
    }

    fn stmt(&mut self, depth: usize) -> Stmt {
        match self.below(if depth == 0 { 8 } else { 15 }) {
            0..=2 => {
                // The second parameter stays as it is.
                let local = [0, 2, 3, 4][self.below(4)];
                // Literals often: the executor follows them.
                let value = match self.below(6) {
                    0 | 1 => int(self.below(3) as i64),
                    // What takes turns if a literal stands before the loop.
                    2 => op(Binary::Sub, int(1), get(self.locals[local])),
                    _ => self.number(2),
                };
                set(self.locals[local], value)
            }
            3 => {
                let (array, index) = self.cell();
                let value = self.number(1);
                store(array, index, value)
            }
            4 => {
                let which = self.below(self.labels.len());
                let label = self.labels[which];
                let cond = self.cond(1);
                if_(cond, vec![leave(label)])
            }
            5 => barrier(),
            6 => {
                let claim = self.clause();
                assert(claim)
            }
            7 => {
                let (_, index) = self.cell();
                let value = self.number(1);
                atomic(self.operation, self.added, index, value)
            }
            8 | 9 => {
                let cond = self.cond(1);
                let then = self.list(depth - 1, 3);
                let mut stmt = if_(cond, then);
                if self.below(2) == 0
                    && let crate::kernel::ir::StmtKind::If { else_, .. } = &mut stmt.kind
                {
                    *else_ = self.list(depth - 1, 2);
                }
                stmt
            }
            10 | 11 => {
                let label = self.builder.label();
                self.labels.push(label);
                let body = self.list(depth - 1, 4);
                self.labels.pop();
                scope(label, body)
            }
            _ => self.random_loop(depth),
        }
    }

    fn random_loop(&mut self, depth: usize) -> Stmt {
        let label = self.builder.label();
        // The number is taken before those of loops inside.
        let mut stmt = self.builder.while_(label, int(0), Vec::new(), Vec::new());
        let crate::kernel::ir::StmtKind::Loop(inner) = &mut stmt.kind else { return stmt };
        let which = 2 + self.below(3);
        let counter = self.locals[which];
        let (array, index) = self.cell();
        let shared_guard = self.below(4) == 0;
        inner.guard = match self.below(3) {
            _ if shared_guard => lt(read(array, index.clone()), int(2)),
            0 => self.cond(1),
            _ => lt(get(counter), int(1 + self.below(3) as i64)),
        };
        self.labels.push(label);
        self.loops.push(inner.id);
        for _ in 0..=self.below(2) {
            let claim = self.clause();
            inner.invariants.push(claim);
        }
        inner.body = self.list(depth - 1, 4);
        if shared_guard {
            let value = self.number(1);
            inner.body.push(store(array, index, value));
        }
        if self.below(4) > 0 {
            inner.body.push(set(counter, add(get(counter), int(1))));
        }
        self.loops.pop();
        self.labels.pop();
        stmt
    }

    fn number(&mut self, depth: usize) -> Expr {
        match self.below(if depth == 0 { 6 } else { 8 }) {
            0 => int(self.below(3) as i64),
            1 => tid(),
            2 => bid(),
            3 | 4 => {
                let which = self.below(5);
                get(self.locals[which])
            }
            5 => {
                let (array, index) = self.cell();
                read(array, index)
            }
            6 => add(self.number(depth - 1), self.number(depth - 1)),
            _ => op(Binary::Sub, self.number(depth - 1), self.number(depth - 1)),
        }
    }

    fn cell(&mut self) -> (ArrayId, Expr) {
        let which = self.below(3);
        let index = match (which, self.below(2)) {
            (2, _) => int(self.below(2) as i64),
            (_, 0) => tid(),
            (_, _) => int(self.below(3) as i64),
        };
        (self.arrays[which], index)
    }

    fn cond(&mut self, depth: usize) -> Expr {
        let comparison = [Binary::Lt, Binary::Le, Binary::Eq][self.below(3)];
        if depth > 0 && self.below(3) == 0 {
            let connective = [Binary::And, Binary::Or][self.below(2)];
            return op(connective, self.cond(depth - 1), self.cond(depth - 1));
        }
        op(comparison, self.number(1), self.number(1))
    }

    fn clause(&mut self) -> Clause {
        match self.below(7) {
            0 => clause(Speaker::Launch, op(Binary::Le, read(self.arrays[0], int(1)), get(self.locals[1]))),
            1 => clause(Speaker::Block, op(Binary::Le, read(self.arrays[1], int(0)), bid())),
            2 => {
                let active = expr(ExprKind::Active(None), Type::Bool);
                let active = expr(ExprKind::Unary(Unary::Not, active), Type::Bool);
                let cond = self.cond(0);
                clause(Speaker::Thread, op(Binary::Or, active, cond))
            }
            3 => {
                let place = expr(ExprKind::Bound(self.thread), Type::Thread);
                let which = self.below(5);
                let local = get(self.locals[which]);
                let at = expr(ExprKind::At(local, place), Type::INT);
                let small = op(Binary::Le, at, int(self.below(3) as i64));
                clause(Speaker::Launch, forall(&[self.thread], small))
            }
            4 => {
                let now = read(self.arrays[0], int(0));
                let old = expr(ExprKind::Old(add(now.clone(), get(self.locals[0]))), Type::INT);
                clause(Speaker::Thread, op(Binary::Le, now, old))
            }
            5 if !self.loops.is_empty() => {
                let which = self.below(self.loops.len());
                let id = self.loops[which];
                let count = expr(ExprKind::LoopCount(id), Type::INT);
                let number = self.number(1);
                clause(Speaker::Thread, op(Binary::Le, number, add(count, int(1))))
            }
            _ => {
                let cond = self.cond(1);
                clause(Speaker::Thread, cond)
            }
        }
    }
}

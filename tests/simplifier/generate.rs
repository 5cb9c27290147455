//! Random tasks, from a seed.

use std::collections::BTreeMap;

use gpuhoare::base::Span;
use gpuhoare::logic::{FoldKind, Sort, SymbolId, TermId, Terms, VarId};
use gpuhoare::tasks::{Assign, Form, Hypothesis, Launch, Task, TaskKind, TaskSet};

/// A small generator of numbers (xorshift), so that a seed says everything.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1)
    }

    pub fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    pub fn below(&mut self, bound: u64) -> u64 {
        (self.next() >> 11) % bound
    }

    pub fn between(&mut self, low: i64, high: i64) -> i64 {
        low + self.below((high - low + 1) as u64) as i64
    }

    pub fn pick<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.below(of.len() as u64) as usize]
    }
}

/// One task about minima and maxima over ranges.
pub fn extremum_task(random: &mut Random) -> TaskSet {
    task_of(random, |generator| match generator.random.below(4) {
        0 => generator.split_extremum(),
        1 => generator.paired_extremum(),
        2 => generator.last_of_extremum(),
        _ => generator.bounding_extremum(),
    })
}

struct Generator<'a> {
    random: &'a mut Random,
    terms: Terms,
    block: TermId,
    grid: TermId,
    /// Constants of the task.
    constants: Vec<TermId>,
    /// An array, and the same array after a write.
    old: SymbolId,
    new: SymbolId,
}

/// One task.
pub fn task(random: &mut Random) -> TaskSet {
    task_of(random, |generator| generator.goal())
}

/// One task about sums with guarded bodies, as atomics make them.
pub fn sum_task(random: &mut Random) -> TaskSet {
    task_of(random, |generator| match generator.random.below(3) {
        0 => generator.guarded_sum(),
        1 => generator.thread_sum(),
        _ => generator.bounded_sum(),
    })
}

/// One task about sums of sums, as loops over an array add them up.
pub fn nested_sum_task(random: &mut Random) -> TaskSet {
    task_of(random, |generator| generator.nested_sum())
}

fn task_of(random: &mut Random, goal: impl Fn(&mut Generator<'_>) -> TermId) -> TaskSet {
    let mut terms = Terms::new();
    let block = terms.constant_named("blockDim.x", Sort::Int);
    let grid = terms.constant_named("gridDim.x", Sort::Int);
    let constants = ["x", "y", "z"].map(|name| terms.constant_named(name, Sort::Int)).to_vec();
    let old = terms.declare("f", &[Sort::Int], Sort::Int);
    let new = terms.declare("f!1", &[Sort::Int], Sort::Int);
    let mut generator = Generator { random, terms, block, grid, constants, old, new };
    let forms = generator.hypotheses();
    let goal = goal(&mut generator);
    let one = generator.terms.int(1);
    let hypotheses: Vec<Hypothesis> =
        forms.into_iter().map(|form| Hypothesis { form, origin: "requires".to_string() }).collect();
    let task = Task {
        id: "random/ensures1".to_string(),
        kind: TaskKind::Ensures,
        span: Span::default(),
        statement: None,
        hypotheses: (0..hypotheses.len()).collect(),
        goal,
    };
    TaskSet {
        kernel: "random".to_string(),
        terms: generator.terms,
        launch: Launch { block_dim: [block, one, one], grid_dim: [grid, one, one] },
        hypotheses,
        tasks: vec![task],
        lighter: BTreeMap::new(),
        reach: Vec::new(),
        assumptions: Vec::new(),
        notes: Vec::new(),
        unsupported: Vec::new(),
    }
}

impl Generator<'_> {
    fn hypotheses(&mut self) -> Vec<Form> {
        let one = self.terms.int(1);
        let mut forms = Vec::new();
        for dimension in [self.block, self.grid] {
            forms.push(Form::Proposition(self.terms.le(one, dimension)));
        }
        for _ in 0..self.random.below(4) {
            let fact = match self.random.below(4) {
                0 => self.proposition(2, &[]),
                // A range: what real hypotheses are made of.
                _ => {
                    let constants = self.constants.clone();
                    let constant = self.random.pick(&constants);
                    let (low, high) = (self.integer(0, &[]), self.size());
                    let above = self.terms.le(low, constant);
                    let below = self.terms.lt(constant, high);
                    self.terms.and(&[above, below])
                }
            };
            forms.push(Form::Proposition(fact));
        }
        if self.random.below(2) == 0 {
            let fact = self.universal(self.old);
            forms.push(Form::Proposition(fact));
        }
        forms.push(Form::Assign(self.write()));
        forms
    }

    /// `blockDim`, `gridDim`, their product, or a constant.
    fn size(&mut self) -> TermId {
        match self.random.below(4) {
            0 => self.block,
            1 => self.grid,
            2 => self.terms.mul(self.block, self.grid),
            _ => {
                let constants = self.constants.clone();
                self.random.pick(&constants)
            }
        }
    }

    /// `forall k. low <= k < high -> f(k) = e` or a comparison.
    fn universal(&mut self, array: SymbolId) -> TermId {
        let var = self.terms.fresh_var("k", Sort::Int);
        let k = self.terms.var(var);
        let (low, high) = (self.integer(0, &[]), self.size());
        let range = [self.terms.le(low, k), self.terms.lt(k, high)];
        let range = self.terms.and(&range);
        let read = self.terms.apply(array, &[k]);
        let value = self.integer(1, &[k]);
        let fact = match self.random.below(3) {
            0 => self.terms.le(read, value),
            _ => self.terms.eq(read, value),
        };
        let body = self.terms.implies(range, fact);
        self.terms.forall(&[var], body)
    }

    /// A write by all threads of the launch: linear indices, with gaps, with several writers of a cell.
    fn write(&mut self) -> Assign {
        let (tx, bx) = (self.terms.fresh_var("tx", Sort::Int), self.terms.fresh_var("bx", Sort::Int));
        let (t, b) = (self.terms.var(tx), self.terms.var(bx));
        let zero = self.terms.int(0);
        let range =
            [self.terms.le(zero, t), self.terms.lt(t, self.block), self.terms.le(zero, b), self.terms.lt(b, self.grid)];
        let range = self.terms.and(&range);
        let linear = self.thread(t, b);
        let index = match self.random.below(6) {
            0 => {
                let scale = self.random.between(-2, 3);
                let scale = self.terms.int(scale);
                self.terms.mul(scale, linear)
            }
            1 => self.terms.add(&[t, b]),
            2 => t,
            3 => {
                let shift = self.integer(0, &[]);
                self.terms.add(&[linear, shift])
            }
            _ => linear,
        };
        let mask = match self.random.below(3) {
            0 => self.terms.bool(true),
            1 => self.proposition(1, &[t, b]),
            _ => {
                let size = self.size();
                self.terms.lt(index, size)
            }
        };
        let value = match self.random.below(3) {
            0 => self.terms.apply(self.old, &[index]),
            1 => self.integer(1, &[t, b]),
            _ => {
                let value = self.terms.apply(self.old, &[linear]);
                self.terms.plus(value, 1)
            }
        };
        Assign { new: self.new, old: self.old, vars: vec![tx, bx], range, mask, index: vec![index], value }
    }

    fn thread(&mut self, t: TermId, b: TermId) -> TermId {
        let scaled = self.terms.mul(self.block, b);
        self.terms.add(&[scaled, t])
    }

    fn goal(&mut self) -> TermId {
        match self.random.below(7) {
            0 => self.proposition(2, &[]),
            1 => self.universal(self.new),
            2 => self.untouched_or_written(),
            3 => self.split_sum(),
            4 => self.mixed_radix(),
            5 => self.linear_sum(),
            _ => {
                let (one, other) = (self.universal(self.new), self.proposition(1, &[]));
                self.terms.implies(other, one)
            }
        }
    }

    /// `f'(i)` is one of few things.
    fn untouched_or_written(&mut self) -> TermId {
        let index = self.integer(1, &[]);
        let (new, old) = (self.terms.apply(self.new, &[index]), self.terms.apply(self.old, &[index]));
        let next = self.terms.plus(old, 1);
        let choices = [self.terms.eq(new, old), self.terms.eq(new, next)];
        match self.random.below(3) {
            0 => choices[0],
            1 => self.terms.or(&choices),
            _ => {
                let guard = self.proposition(1, &[]);
                self.terms.implies(guard, choices[1])
            }
        }
    }

    /// A sum in two parts, the border off by up to one.
    fn split_sum(&mut self) -> TermId {
        let array = self.random.pick(&[self.old, self.new]);
        let (low, middle, high) = (self.integer(0, &[]), self.integer(0, &[]), self.integer(0, &[]));
        let step = self.random.between(0, 2);
        let after = self.terms.plus(middle, step);
        let (whole, first, second) =
            (self.sum(array, low, high), self.sum(array, low, middle), self.sum(array, after, high));
        let both = self.terms.add(&[first, second]);
        let equal = self.terms.eq(whole, both);
        let slack = self.random.between(-1, 1);
        let lowest = self.terms.plus(low, slack);
        let ordered = [self.terms.le(lowest, middle), self.terms.le(middle, high)];
        let ordered = self.terms.and(&ordered);
        self.terms.implies(ordered, equal)
    }

    /// Linearity and shift, right or nearly.
    fn linear_sum(&mut self) -> TermId {
        let var = self.terms.fresh_var("k", Sort::Int);
        let k = self.terms.var(var);
        let (low, high, shift) = (self.integer(0, &[]), self.integer(0, &[]), self.integer(0, &[]));
        let at = self.terms.add(&[k, shift]);
        let (here, there) = (self.terms.apply(self.old, &[k]), self.terms.apply(self.old, &[at]));
        let body = self.terms.add(&[here, there]);
        let joined = self.terms.fold(FoldKind::Sum, var, low, high, body);
        let slip = self.random.pick(&[0, 0, 1]);
        let (from, to) = (self.terms.add(&[low, shift]), self.terms.add(&[high, shift]));
        let to = self.terms.plus(to, slip);
        let parts = [self.sum(self.old, low, high), self.sum(self.old, from, to)];
        let parts = self.terms.add(&parts);
        self.terms.eq(joined, parts)
    }

    /// Zero and one, or a read, under a condition.
    fn guarded(&mut self, guard: TermId, value: TermId) -> TermId {
        let zero = self.terms.int(0);
        self.terms.ite(guard, value, zero)
    }

    /// A guard on the variable as a part of the range, right or nearly; a count as a sum.
    fn guarded_sum(&mut self) -> TermId {
        let var = self.terms.fresh_var("k", Sort::Int);
        let k = self.terms.var(var);
        let (low, high, end) = (self.integer(0, &[]), self.integer(0, &[]), self.integer(0, &[]));
        let slip = self.random.pick(&[0, 0, 1, -1]);
        let read = self.terms.apply(self.old, &[k]);
        let one = self.terms.int(1);
        let value = self.random.pick(&[one, read]);
        let limit = self.integer(0, &[]);
        let other = self.terms.le(read, limit);
        let slipped = self.terms.plus(end, slip);
        let (part, low2, high2) = match self.random.below(3) {
            0 => (self.terms.le(k, end), low, self.terms.min(high, slipped)),
            1 => (self.terms.le(end, k), self.terms.max(low, slipped), high),
            _ => (self.terms.eq(k, end), slipped, slipped),
        };
        let guard = self.terms.and(&[part, other]);
        let (mut whole, rest) = (self.guarded(guard, value), self.guarded(other, value));
        // What both cases have in common is no part of what is guarded.
        let shared = (value == read && self.random.below(2) == 0).then(|| {
            let next = self.terms.plus(k, 1);
            self.terms.apply(self.old, &[next])
        });
        if let Some(shared) = shared {
            let both = self.terms.add(&[value, shared]);
            whole = self.terms.ite(guard, both, shared);
        }
        let whole = self.terms.fold(FoldKind::Sum, var, low, high, whole);
        let rest = match value == one && self.random.below(2) == 0 {
            true => self.terms.fold(FoldKind::Count, var, low2, high2, other),
            false => self.terms.fold(FoldKind::Sum, var, low2, high2, rest),
        };
        let rest = match shared {
            Some(shared) => {
                let shared = self.terms.fold(FoldKind::Sum, var, low, high, shared);
                self.terms.add(&[rest, shared])
            }
            None => rest,
        };
        let equal = self.terms.eq(whole, rest);
        let inside = [self.terms.le(low, end), self.terms.le(end, high)];
        let inside = self.terms.and(&inside);
        if self.random.below(2) == 0 { self.terms.implies(inside, equal) } else { equal }
    }

    /// What all threads add to a cell, against a count over the input.
    fn thread_sum(&mut self) -> TermId {
        let (tx, bx) = (self.terms.fresh_var("a", Sort::Int), self.terms.fresh_var("ab", Sort::Int));
        let (t, b) = (self.terms.var(tx), self.terms.var(bx));
        let (linear, cell, end) = (self.thread(t, b), self.integer(0, &[]), self.size());
        let (zero, one) = (self.terms.int(0), self.terms.int(1));
        let read = self.terms.apply(self.old, &[linear]);
        let guard = [self.terms.eq(read, cell), self.terms.lt(linear, end)];
        let guard = self.terms.and(&guard);
        let body = self.guarded(guard, one);
        let (last_thread, last_block) = (self.terms.plus(self.block, -1), self.terms.plus(self.grid, -1));
        let inner = self.terms.fold(FoldKind::Sum, tx, zero, last_thread, body);
        let sum = self.terms.fold(FoldKind::Sum, bx, zero, last_block, inner);
        let var = self.terms.fresh_var("k", Sort::Int);
        let k = self.terms.var(var);
        let read = self.terms.apply(self.old, &[k]);
        let counted = self.terms.eq(read, cell);
        let slip = self.random.pick(&[-1, -1, -1, 0, -2]);
        let last = self.terms.plus(end, slip);
        let count = self.terms.fold(FoldKind::Count, var, zero, last, counted);
        let equal = self.terms.eq(sum, count);
        let size = self.terms.mul(self.block, self.grid);
        let fits = [self.terms.le(zero, end), self.terms.le(end, size)];
        let fits = self.terms.and(&fits);
        self.terms.implies(fits, equal)
    }

    /// What threads add up that stride over an array, in rounds, blocks or both, in any order of the sums, against the sum of
    /// the array, right or nearly.
    fn nested_sum(&mut self) -> TermId {
        let (zero, rounds) = (self.terms.int(0), self.size());
        let names = [("a", self.block), ("ab", self.grid), ("abc", rounds)];
        // The digits of the index, the lowest first: threads and rounds, or threads, blocks and rounds.
        let digits = if self.random.below(2) == 0 { vec![names[0], names[2]] } else { names.to_vec() };
        let (mut index, mut size, mut vars) = (zero, self.terms.int(1), Vec::new());
        for (name, count) in digits {
            let var = self.terms.fresh_var(name, Sort::Int);
            let digit = self.terms.var(var);
            let digit = self.terms.mul(size, digit);
            index = self.terms.add(&[index, digit]);
            size = self.terms.mul(size, count);
            vars.push((var, count));
        }
        let (slip, shift) = (self.random.pick(&[0, 0, 0, 1]), self.integer(0, &[]));
        let at = self.terms.plus(index, slip);
        let at = self.terms.add(&[at, shift]);
        let end = self.size();
        let (read, one) = (self.terms.apply(self.old, &[at]), self.terms.int(1));
        let cell = self.integer(0, &[]);
        let counted = self.random.below(2) == 0;
        let inside = match self.random.below(3) {
            0 => self.terms.bool(true),
            1 => self.terms.lt(index, end),
            _ => self.terms.le(index, end),
        };
        let chosen = self.terms.eq(read, cell);
        // A condition that has nothing to do with the variables goes with either.
        let apart = self.proposition(0, &[]);
        let apart = if self.random.below(3) == 0 { apart } else { self.terms.bool(true) };
        let guard = if counted { [inside, chosen, apart] } else { [inside, apart, apart] };
        let guard = self.terms.and(&guard);
        let mut sum = self.guarded(guard, if counted { one } else { read });
        while !vars.is_empty() {
            let which = self.random.below(vars.len() as u64) as usize;
            let (var, count) = vars.remove(which);
            let slip = self.random.pick(&[-1, -1, -1, -1, 0, -2]);
            let last = self.terms.plus(count, slip);
            sum = self.terms.fold(FoldKind::Sum, var, zero, last, sum);
        }
        let var = self.terms.fresh_var("k", Sort::Int);
        let k = self.terms.var(var);
        let read = self.terms.apply(self.old, &[k]);
        let chosen = self.terms.eq(read, cell);
        let guard = if counted { self.terms.and(&[chosen, apart]) } else { apart };
        let body = self.guarded(guard, if counted { one } else { read });
        let all = if self.terms.is_true(inside) { size } else { end };
        let slip = self.random.pick(&[-1, -1, -1, 0]);
        let last = self.terms.plus(all, slip);
        let last = self.terms.add(&[last, shift]);
        let whole = self.terms.fold(FoldKind::Sum, var, shift, last, body);
        let equal = self.terms.eq(sum, whole);
        let fits = [self.terms.le(zero, end), self.terms.le(end, size), self.terms.le(zero, rounds)];
        let fits = self.terms.and(&fits);
        self.terms.implies(fits, equal)
    }

    /// A sum of few values lies between multiples of them.
    fn bounded_sum(&mut self) -> TermId {
        let (tx, bx) = (self.terms.fresh_var("a", Sort::Int), self.terms.fresh_var("ab", Sort::Int));
        let (t, b) = (self.terms.var(tx), self.terms.var(bx));
        let guard = self.proposition(1, &[t, b]);
        let value = self.random.between(-2, 2);
        let value = self.terms.int(value);
        let body = self.guarded(guard, value);
        let zero = self.terms.int(0);
        let (last_thread, last_block) = (self.terms.plus(self.block, -1), self.terms.plus(self.grid, -1));
        let inner = self.terms.fold(FoldKind::Sum, tx, zero, last_thread, body);
        let sum = self.terms.fold(FoldKind::Sum, bx, zero, last_block, inner);
        let slip = self.random.pick(&[0, 0, -1]);
        let size = self.terms.mul(self.block, self.grid);
        let size = self.terms.plus(size, slip);
        let factor = self.random.between(0, 2);
        let factor = self.terms.int(factor);
        let most = self.terms.mul(factor, size);
        match self.random.below(2) {
            0 => self.terms.le(sum, most),
            _ => {
                let least = self.terms.neg(most);
                self.terms.le(least, sum)
            }
        }
    }

    fn sum(&mut self, array: SymbolId, low: TermId, high: TermId) -> TermId {
        self.fold(FoldKind::Sum, array, low, high)
    }

    fn fold(&mut self, kind: FoldKind, array: SymbolId, low: TermId, high: TermId) -> TermId {
        let var: VarId = self.terms.fresh_var("k", Sort::Int);
        let k = self.terms.var(var);
        let body = self.terms.apply(array, &[k]);
        self.terms.fold(kind, var, low, high, body)
    }

    fn extremum(&mut self) -> FoldKind {
        self.random.pick(&[FoldKind::MinOver, FoldKind::MaxOver])
    }

    /// A maximum in two parts, the border and the guard off by up to one.
    fn split_extremum(&mut self) -> TermId {
        let (kind, array) = (self.extremum(), self.random.pick(&[self.old, self.new]));
        let (low, middle, high) = (self.integer(0, &[]), self.integer(0, &[]), self.integer(0, &[]));
        let step = self.random.pick(&[1, 1, 0, 2]);
        let after = self.terms.plus(middle, step);
        let whole = self.fold(kind, array, low, high);
        let (first, second) = (self.fold(kind, array, low, middle), self.fold(kind, array, after, high));
        let both = self.terms.combine(kind, first, second);
        let equal = self.terms.eq(whole, both);
        let slack = self.random.pick(&[0, 0, -1]);
        let lowest = self.terms.plus(low, slack);
        let strict = self.random.pick(&[1, 1, 0]);
        let next = self.terms.plus(middle, strict);
        let ordered = [self.terms.le(lowest, middle), self.terms.le(next, high)];
        let ordered = self.terms.and(&ordered);
        self.terms.implies(ordered, equal)
    }

    /// A maximum of the larger (or the smaller) of two values, as a choice or an operator, right or nearly.
    fn paired_extremum(&mut self) -> TermId {
        let (kind, chosen) = (self.extremum(), self.extremum());
        let var = self.terms.fresh_var("k", Sort::Int);
        let k = self.terms.var(var);
        let (low, high, shift) = (self.integer(0, &[]), self.integer(0, &[]), self.random.between(0, 2));
        let at = self.terms.plus(k, shift);
        let (here, there) = (self.terms.apply(self.old, &[k]), self.terms.apply(self.old, &[at]));
        let (smaller, strictly) = (self.terms.le(here, there), self.terms.lt(here, there));
        let body = match self.random.below(4) {
            0 => self.terms.combine(chosen, here, there),
            1 => self.terms.ite(smaller, there, here),
            2 => self.terms.ite(strictly, here, there),
            _ => self.terms.ite(strictly, there, here),
        };
        let joined = self.terms.fold(kind, var, low, high, body);
        let slip = self.random.pick(&[0, 0, 1]);
        let (from, to) = (self.terms.plus(low, shift), self.terms.plus(high, shift + slip));
        let parts = [self.fold(kind, self.old, low, high), self.fold(kind, self.old, from, to)];
        let both = self.terms.combine(kind, parts[0], parts[1]);
        let equal = self.terms.eq(joined, both);
        let occupied = self.terms.le(low, high);
        self.terms.implies(occupied, equal)
    }

    /// The last step, also of a range that has one value or none before it.
    fn last_of_extremum(&mut self) -> TermId {
        let kind = self.extremum();
        let (low, high) = (self.integer(0, &[]), self.integer(0, &[]));
        let before = self.terms.plus(high, -1);
        let (whole, rest) = (self.fold(kind, self.old, low, high), self.fold(kind, self.old, low, before));
        let value = self.terms.apply(self.old, &[high]);
        let joined = self.terms.combine(kind, rest, value);
        let equal = self.terms.eq(whole, joined);
        let room = self.random.pick(&[0, 1]);
        let next = self.terms.plus(low, room);
        let ordered = self.terms.le(next, high);
        self.terms.implies(ordered, equal)
    }

    /// One value against the extremum of a range that may not have it.
    fn bounding_extremum(&mut self) -> TermId {
        let kind = self.extremum();
        let (low, high, at) = (self.integer(0, &[]), self.integer(0, &[]), self.integer(0, &[]));
        let (whole, value) = (self.fold(kind, self.old, low, high), self.terms.apply(self.old, &[at]));
        let within = match self.random.below(2) {
            0 => self.terms.le(value, whole),
            _ => self.terms.le(whole, value),
        };
        let slack = self.random.pick(&[0, 0, 1]);
        let highest = self.terms.plus(high, slack);
        let inside = [self.terms.le(low, at), self.terms.le(at, highest)];
        let inside = self.terms.and(&inside);
        self.terms.implies(inside, within)
    }

    /// Facts of index arithmetic, right or off by one.
    fn mixed_radix(&mut self) -> TermId {
        let constants = self.constants.clone();
        let (x, y) = (self.random.pick(&constants), self.random.pick(&constants));
        let slip = self.random.pick(&[0, 0, 1, -1]);
        let zero = self.terms.int(0);
        let digit = [self.terms.le(zero, x), self.terms.lt(x, self.block)];
        let digit = self.terms.and(&digit);
        let index = self.thread(x, y);
        let size = self.terms.mul(self.block, self.grid);
        let conclusion = match self.random.below(5) {
            0 => {
                let quotient = self.terms.div(index, self.block);
                let expected = self.terms.plus(y, slip);
                self.terms.eq(quotient, expected)
            }
            1 => {
                let remainder = self.terms.modulo(index, self.block);
                let expected = self.terms.plus(x, slip);
                self.terms.eq(remainder, expected)
            }
            2 => {
                let size = self.terms.plus(size, slip);
                let inside = self.terms.lt(index, size);
                let block = [self.terms.le(zero, y), self.terms.lt(y, self.grid)];
                let block = self.terms.and(&block);
                self.terms.implies(block, inside)
            }
            3 => {
                let remainder = self.terms.modulo(y, self.block);
                let bound = self.terms.plus(self.block, slip);
                self.terms.lt(remainder, bound)
            }
            _ => {
                let quotient = self.terms.div(y, self.block);
                let bound = self.terms.plus(self.grid, slip);
                let (below, inside) = (self.terms.lt(y, size), self.terms.lt(quotient, bound));
                self.terms.implies(below, inside)
            }
        };
        self.terms.implies(digit, conclusion)
    }

    /// An integer term; `extra` are further atoms.
    fn integer(&mut self, depth: u64, extra: &[TermId]) -> TermId {
        if depth == 0 || self.random.below(3) == 0 {
            let atoms: Vec<TermId> = self.constants.iter().chain(extra).copied().collect();
            return match self.random.below(5) {
                0 | 1 => {
                    let value = self.random.between(-1, 3);
                    self.terms.int(value)
                }
                2 if !extra.is_empty() => self.random.pick(extra),
                3 => self.size(),
                _ => self.random.pick(&atoms),
            };
        }
        let (left, right) = (self.integer(depth - 1, extra), self.integer(depth - 1, extra));
        match self.random.below(9) {
            0 | 1 => self.terms.add(&[left, right]),
            2 => self.terms.sub(left, right),
            3 => self.terms.mul(left, right),
            4 => self.terms.div(left, self.block),
            5 => {
                let divisor = self.terms.int(2);
                self.terms.modulo(left, divisor)
            }
            6 => self.terms.min(left, right),
            7 => self.terms.apply(self.old, &[left]),
            _ => {
                let condition = self.proposition(0, extra);
                self.terms.ite(condition, left, right)
            }
        }
    }

    fn proposition(&mut self, depth: u64, extra: &[TermId]) -> TermId {
        if depth == 0 || self.random.below(2) == 0 {
            let (left, right) = (self.integer(depth, extra), self.integer(depth, extra));
            return match self.random.below(4) {
                0 => self.terms.eq(left, right),
                1 => self.terms.ne(left, right),
                2 => self.terms.lt(left, right),
                _ => self.terms.le(left, right),
            };
        }
        let (left, right) = (self.proposition(depth - 1, extra), self.proposition(depth - 1, extra));
        match self.random.below(3) {
            0 => self.terms.and(&[left, right]),
            1 => self.terms.or(&[left, right]),
            _ => self.terms.implies(left, right),
        }
    }
}

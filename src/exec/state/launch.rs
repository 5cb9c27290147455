//! The launch and its threads as terms: dimensions, coordinates, ranges, quantifiers over them (LAUNCH-1, LAUNCH-8).

use std::collections::BTreeMap;

use crate::base::Config;
use crate::base::config::LaunchLimits;
use crate::exec::analysis::Level;
use crate::kernel::ir::{Axis, Kernel};
use crate::logic::{FoldKind, Op, Sort, TermId, Terms, VarId};
use crate::tasks::{Dimension, Launch};

/// The coordinates of a thread; literal 0 in the dimensions that are not in use.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Coordinates {
    /// `threadIdx`, by axis.
    pub thread: [TermId; 3],
    /// `blockIdx`, by axis.
    pub block: [TermId; 3],
}

/// A variable of a quantifier with the proposition that it is in range.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ranged {
    /// The variable that the quantifier binds.
    pub var: VarId,
    /// The proposition, such as `0 <= tx && tx < blockDim.x`.
    pub range: TermId,
}

/// The symbolic launch.
#[derive(Clone, Debug)]
pub struct Grid {
    /// The dimensions, as terms.
    pub launch: Launch,
    /// Whether each dimension of the block has a coordinate.
    pub block_used: [bool; 3],
    /// The same for the grid.
    pub grid_used: [bool; 3],
    /// Self: the executing thread's coordinates, and the variables they are made of.
    pub me: Coordinates,
    /// Self's thread coordinates in use, each with its range.
    pub thread_scope: Vec<Ranged>,
    /// Self's block coordinates in use, each with its range.
    pub block_scope: Vec<Ranged>,
}

/// The most threads of a block along each axis, as hardware limits them.
pub const BLOCK_LIMITS: [u64; 3] = [1024, 1024, 64];
/// The most blocks of a grid along each axis, as hardware limits them.
pub const GRID_LIMITS: [u64; 3] = [2_147_483_647, 65_535, 65_535];
/// The most threads of a block in all, as hardware limits them.
pub const BLOCK_THREADS: u64 = 1024;

/// What no device accepts of a block, in words.
pub fn limit_of_block(block: [u64; 3]) -> Option<&'static str> {
    let threads = block.iter().fold(1_u64, |product, size| product.saturating_mul(*size));
    let is_large = exceeds(block, BLOCK_LIMITS) || threads > BLOCK_THREADS;
    is_large.then_some("a block has at most 1024 threads, and 64 in z")
}

/// What no device accepts of a grid, in words.
pub fn limit_of_grid(grid: [u64; 3]) -> Option<&'static str> {
    exceeds(grid, GRID_LIMITS).then_some("a grid has at most 2147483647 blocks in x, 65535 in y and z")
}

fn exceeds(dimensions: [u64; 3], limits: [u64; 3]) -> bool {
    dimensions.iter().zip(limits).any(|(size, limit)| *size > limit)
}

const LETTERS: [&str; 3] = ["x", "y", "z"];

/// Which block and grid dimensions have a coordinate.
pub fn dimensions_in_use(kernel: &Kernel, config: &Config) -> ([bool; 3], [bool; 3]) {
    let used = |mentioned: [bool; 3], fixed: Option<[u64; 3]>| {
        [0, 1, 2].map(|axis| axis == 0 || mentioned[axis] || fixed.is_some_and(|fixed| fixed[axis] != 1))
    };
    (used(kernel.dims.block, config.block), used(kernel.dims.grid, config.grid))
}

impl Grid {
    /// The launch of a kernel: fixed dimensions are numbers, unused ones are 1, and the others get symbols.
    pub fn new(kernel: &Kernel, config: &Config, terms: &mut Terms) -> Grid {
        let (block_used, grid_used) = dimensions_in_use(kernel, config);
        let mut dimension = |of: fn(Axis) -> Dimension, used: [bool; 3], fixed: Option<[u64; 3]>| {
            Axis::ALL.map(|axis| match fixed {
                Some(fixed) => terms.int(fixed[axis.index()]),
                None if used[axis.index()] => terms.fresh_constant(of(axis).name(), Sort::Int),
                None => terms.int(1),
            })
        };
        let block_dim = dimension(Dimension::Block, block_used, config.block);
        let grid_dim = dimension(Dimension::Grid, grid_used, config.grid);
        let zero = terms.int(0);
        let mut grid = Grid {
            launch: Launch { block_dim, grid_dim },
            block_used,
            grid_used,
            me: Coordinates { thread: [zero; 3], block: [zero; 3] },
            thread_scope: Vec::new(),
            block_scope: Vec::new(),
        };
        (grid.me.thread, grid.thread_scope) = grid.fresh_thread(terms, "t");
        (grid.me.block, grid.block_scope) = grid.fresh_block(terms, "b");
        grid
    }

    /// Fresh coordinates within a block.
    pub fn fresh_thread(&self, terms: &mut Terms, prefix: &str) -> ([TermId; 3], Vec<Ranged>) {
        fresh(terms, prefix, self.block_used, self.launch.block_dim)
    }

    /// A fresh thread of self's block.
    pub fn fresh_neighbour(&self, terms: &mut Terms, prefix: &str) -> (Coordinates, Vec<Ranged>) {
        let (thread, scope) = self.fresh_thread(terms, prefix);
        (Coordinates { thread, block: self.me.block }, scope)
    }

    /// Fresh coordinates of a block.
    pub fn fresh_block(&self, terms: &mut Terms, prefix: &str) -> ([TermId; 3], Vec<Ranged>) {
        fresh(terms, prefix, self.grid_used, self.launch.grid_dim)
    }

    /// Self's variables, thread coordinates first.
    pub fn self_scope(&self) -> Vec<Ranged> {
        self.thread_scope.iter().chain(&self.block_scope).copied().collect()
    }

    /// The variables of self that a symbol of this level has as arguments.
    pub fn level_scope(&self, level: Level) -> Vec<Ranged> {
        match level {
            Level::Launch => Vec::new(),
            Level::Block => self.block_scope.clone(),
            Level::Thread => self.self_scope(),
        }
    }

    /// The arguments of a symbol of this level at the given coordinates.
    pub fn level_args(&self, level: Level, at: &Coordinates) -> Vec<TermId> {
        let pick = |used: [bool; 3], coordinates: [TermId; 3]| {
            Axis::ALL.into_iter().filter(move |axis| used[axis.index()]).map(move |axis| coordinates[axis.index()])
        };
        match level {
            Level::Launch => Vec::new(),
            Level::Block => pick(self.grid_used, at.block).collect(),
            Level::Thread => pick(self.block_used, at.thread).chain(pick(self.grid_used, at.block)).collect(),
        }
    }

    /// The sorts of the arguments of a symbol of this level.
    pub fn level_sorts(&self, level: Level) -> Vec<Sort> {
        vec![Sort::Int; self.level_scope(level).len()]
    }

    /// `term`, over self, at other coordinates.
    pub fn instantiate(&self, terms: &mut Terms, term: TermId, at: &Coordinates) -> TermId {
        if *at == self.me {
            return term;
        }
        let mine = self.level_args(Level::Thread, &self.me);
        let theirs = self.level_args(Level::Thread, at);
        let mut map = BTreeMap::new();
        for (mine, theirs) in mine.into_iter().zip(theirs) {
            if let Op::Var(var) = terms.op(mine) {
                map.insert(*var, theirs);
            }
        }
        terms.substitute(term, &map)
    }

    /// What is known of the dimensions (LAUNCH-1).
    pub fn facts(&self, terms: &mut Terms, config: &Config) -> Vec<TermId> {
        let one = terms.int(1);
        let dimensions = self.launch.block_dim.into_iter().chain(self.launch.grid_dim);
        let mut facts: Vec<TermId> = dimensions.map(|dimension| terms.le(one, dimension)).collect();
        if config.launch_limits == LaunchLimits::Hardware {
            let limits = BLOCK_LIMITS.into_iter().chain(GRID_LIMITS);
            for (dimension, limit) in self.launch.block_dim.into_iter().chain(self.launch.grid_dim).zip(limits) {
                let limit = terms.int(limit);
                facts.push(terms.le(dimension, limit));
            }
            let [x, y, z] = self.launch.block_dim;
            let threads = terms.mul(x, y);
            let threads = terms.mul(threads, z);
            let limit = terms.int(BLOCK_THREADS);
            facts.push(terms.le(threads, limit));
        }
        let mut seen = Vec::new();
        for fact in facts {
            if !terms.is_true(fact) && !seen.contains(&fact) {
                seen.push(fact);
            }
        }
        seen
    }
}

fn fresh(terms: &mut Terms, prefix: &str, used: [bool; 3], dimension: [TermId; 3]) -> ([TermId; 3], Vec<Ranged>) {
    let zero = terms.int(0);
    let (mut coordinates, mut scope) = ([zero; 3], Vec::new());
    for axis in 0..3 {
        if used[axis] {
            let var = terms.fresh_var(format!("{prefix}{}", LETTERS[axis]), Sort::Int);
            let at = terms.var(var);
            let (low, high) = (terms.le(zero, at), terms.lt(at, dimension[axis]));
            coordinates[axis] = at;
            scope.push(Ranged { var, range: terms.and(&[low, high]) });
        }
    }
    (coordinates, scope)
}

/// `forall scope. range && guard -> body`, over the variables that occur. The others range over sets
/// that are not empty and depend on nothing, so they may be dropped (LAUNCH-8).
pub fn forall_in(terms: &mut Terms, scope: &[Ranged], guard: TermId, body: TermId) -> TermId {
    if terms.is_true(body) || terms.is_false(guard) {
        return terms.bool(true);
    }
    let used = occurring(terms, scope, &[guard, body]);
    let mut conditions: Vec<TermId> = used.iter().map(|ranged| ranged.range).collect();
    conditions.push(guard);
    let condition = terms.and(&conditions);
    let body = terms.implies(condition, body);
    let vars: Vec<VarId> = used.iter().map(|ranged| ranged.var).collect();
    terms.forall(&vars, body)
}

/// `exists scope. range && parts`, with closed conjuncts outside of the quantifier.
pub fn exists_in(terms: &mut Terms, scope: &[Ranged], body: TermId) -> TermId {
    let parts = conjuncts(terms, body);
    let (open, mut closed): (Vec<TermId>, Vec<TermId>) =
        parts.into_iter().partition(|part| !occurring(terms, scope, &[*part]).is_empty());
    let used = occurring(terms, scope, &open);
    let mut conditions: Vec<TermId> = used.iter().map(|ranged| ranged.range).collect();
    conditions.extend(open);
    let inner = terms.and(&conditions);
    let vars: Vec<VarId> = used.iter().map(|ranged| ranged.var).collect();
    closed.push(terms.exists(&vars, inner));
    terms.and(&closed)
}

/// Nested folds over those coordinates that are variables, each below its dimension; a count is a sum of counts (VALUE-3).
pub fn fold_below(
    terms: &mut Terms,
    mut kind: FoldKind,
    coordinates: impl IntoIterator<Item = (TermId, TermId)>,
    mut body: TermId,
) -> TermId {
    let zero = terms.int(0);
    for (coordinate, dimension) in coordinates {
        let Op::Var(var) = *terms.op(coordinate) else { continue };
        let last = terms.plus(dimension, -1);
        body = terms.fold(kind, var, zero, last, body);
        kind = if kind == FoldKind::Count { FoldKind::Sum } else { kind };
    }
    body
}

/// The conjuncts of a proposition.
pub fn conjuncts(terms: &Terms, term: TermId) -> Vec<TermId> {
    if *terms.op(term) == Op::And { terms.args(term).to_vec() } else { vec![term] }
}

/// Those of the variables that occur free in one of the terms.
pub fn occurring(terms: &Terms, scope: &[Ranged], among: &[TermId]) -> Vec<Ranged> {
    scope
        .iter()
        .filter(|ranged| among.iter().any(|term| terms.free(*term).binary_search(&ranged.var).is_ok()))
        .copied()
        .collect()
}

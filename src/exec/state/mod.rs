//! The state of execution: terms, versions of variables and memory, where execution stands, and what came of it.

pub mod assumptions;
pub mod here;
pub mod launch;
pub mod log;
pub mod masks;
pub mod memory;
pub mod needs;
pub mod obligations;
pub mod output;
pub mod record;
pub mod symbols;
pub mod trees;
pub mod versions;

pub use self::assumptions::Assumption;
pub use self::here::{Control, View};
pub use self::launch::{
    BLOCK_LIMITS, Coordinates, GRID_LIMITS, Ranged, conjuncts, exists_in, fold_below, forall_in, occurring,
};
pub use self::log::{Access, AccessKind, CrossingKind, Forgotten, Log, RunId};
pub use self::memory::{Added, Assigned, Cell, Regions, Store, Tickets, Version, Write};
pub use self::needs::{Need, NeedKind};
pub use self::symbols::{BoundValue, sort_of};

use std::collections::BTreeMap;

use crate::base::Config;
use crate::kernel::ir::{ArrayId, Kernel, Label};
use crate::logic::{TermId, Terms};

use self::here::Here;
use self::launch::{Grid, dimensions_in_use};
use self::memory::Memory;
use self::needs::Needs;
use self::output::Output;
use self::symbols::Symbols;
use crate::exec::analysis::{self, Entry, Mentions, Uniformity, Usage, mentions_of_kernel};

/// A run of the executor.
#[derive(Clone)]
pub struct Executor<'k> {
    pub kernel: &'k Kernel,
    pub config: &'k Config,
    /// CALL-4: the kernel is the body of a function, called in such a way.
    pub function: Option<&'k Entry>,
    pub uniformity: Uniformity,
    /// How often the kernel mentions each local.
    pub mentions: Mentions,
    /// ATOMIC-9, ATOMIC-14: how the kernel uses atomics, array by array.
    pub atomics: BTreeMap<ArrayId, Usage>,
    pub grid: Grid,
    pub terms: Terms,
    pub symbols: Symbols,
    pub memory: Memory,
    pub here: Here,
    pub needs: Needs,
    pub output: Output,
    pub log: Log,
    /// What the simplifier was asked, from which hypotheses, and whether it showed it (LOOP-29).
    pub shown: BTreeMap<(TermId, Vec<usize>), bool>,
}

impl<'k> Executor<'k> {
    pub fn new(kernel: &'k Kernel, config: &'k Config, function: Option<&'k Entry>) -> Executor<'k> {
        let mut terms = Terms::new();
        let grid = Grid::new(kernel, config, &mut terms);
        let (block_used, grid_used) = dimensions_in_use(kernel, config);
        let uniformity = analysis::uniformity::analyse(kernel, block_used, grid_used, function);
        let (path, nobody) = (terms.bool(true), terms.bool(false));
        let here = Here {
            context: Vec::new(),
            control: Control { path, left: vec![(Label::KERNEL, nobody)], someone: path, exited_before: nobody },
            regions: BTreeMap::new(),
            statement: kernel.span,
            counts: BTreeMap::new(),
            wrapping: 0,
            depth: 0,
            unrolling: 1,
            trusted: 0,
        };
        Executor {
            kernel,
            config,
            function,
            uniformity,
            mentions: mentions_of_kernel(kernel),
            atomics: analysis::atomics::usage(kernel),
            log: Log::new(grid.clone()),
            grid,
            terms,
            symbols: Symbols::default(),
            memory: Memory::default(),
            here,
            needs: Needs::default(),
            output: Output::default(),
            shown: BTreeMap::new(),
        }
    }
}

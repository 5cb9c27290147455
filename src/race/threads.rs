//! The two threads of a race task, as constants.

use crate::exec::launch::{Coordinates, Grid, conjuncts};
use crate::exec::log::Log;
use crate::logic::{Op, Sort, TermId, Terms};
use crate::tasks::{Form, Hypothesis, TaskSet};

/// Which two threads may meet.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Reach {
    /// Two threads of one block.
    Block,
    /// Threads of two blocks.
    Grid,
    /// Any two threads.
    Launch,
}

/// Two thread and two block constants, with what is known of them.
#[derive(Clone, Debug)]
pub struct Threads {
    /// The first thread's coordinates.
    pub first: Coordinates,
    second: Coordinates,
    /// The launch may have more than one block.
    pub several_blocks: bool,
    in_range: Vec<usize>,
    distinct: [Option<usize>; 3],
}

impl Threads {
    /// Makes the constants, and hypotheses of the set that both threads are in range.
    pub fn new(set: &mut TaskSet, log: &Log) -> Threads {
        let grid = &log.grid;
        let first = constants(&mut set.terms, grid);
        let second = constants(&mut set.terms, grid);
        let one = set.terms.int(1);
        let several_blocks = set.launch.grid_dim.iter().any(|dimension| *dimension != one);
        let mut threads = Threads { first, second, several_blocks, in_range: Vec::new(), distinct: [None; 3] };
        for coordinates in [first, second] {
            for ranged in grid.self_scope() {
                let fact = grid.instantiate(&mut set.terms, ranged.range, &coordinates);
                threads.in_range.push(push(set, fact));
            }
        }
        threads
    }

    /// The second thread: of the first one's block, or of any.
    pub fn second(&self, reach: Reach) -> Coordinates {
        match reach {
            Reach::Block => Coordinates { thread: self.second.thread, block: self.first.block },
            Reach::Grid | Reach::Launch => self.second,
        }
    }

    /// The positions of the hypotheses that they are two threads of the launch.
    pub fn facts(&mut self, set: &mut TaskSet, reach: Reach) -> Vec<usize> {
        let (one, two) = (self.first, self.second);
        let slot = &mut self.distinct[reach as usize];
        let distinct = *slot.get_or_insert_with(|| {
            let pairs = match reach {
                Reach::Block => one.thread.into_iter().zip(two.thread).collect::<Vec<_>>(),
                Reach::Grid => one.block.into_iter().zip(two.block).collect(),
                Reach::Launch => {
                    one.thread.into_iter().zip(two.thread).chain(one.block.into_iter().zip(two.block)).collect()
                }
            };
            let same: Vec<TermId> = pairs.into_iter().map(|(one, two)| set.terms.eq(one, two)).collect();
            let same = set.terms.and(&same);
            let fact = set.terms.not(same);
            push(set, fact)
        });
        self.in_range.iter().copied().chain([distinct]).collect()
    }
}

/// Named as the simplifier expects of coordinates, so that hypotheses about all threads are used at them.
fn constants(terms: &mut Terms, grid: &Grid) -> Coordinates {
    let mut fresh = |prefix: &str, used: [bool; 3], unused: [TermId; 3]| {
        [0, 1, 2].map(|axis| match used[axis] {
            true => terms.constant_named(&format!("{prefix}{}", ["x", "y", "z"][axis]), Sort::Int),
            false => unused[axis],
        })
    };
    Coordinates {
        thread: fresh("t", grid.block_used, grid.me.thread),
        block: fresh("b", grid.grid_used, grid.me.block),
    }
}

fn push(set: &mut TaskSet, fact: TermId) -> usize {
    set.hypotheses.push(Hypothesis { form: Form::Proposition(fact), origin: "two threads".into() });
    set.hypotheses.len() - 1
}

/// The conjuncts of several propositions.
pub fn conjuncts_of(terms: &Terms, propositions: &[TermId]) -> Vec<TermId> {
    propositions.iter().flat_map(|proposition| conjuncts(terms, *proposition)).collect()
}

/// Whether what is known refutes the proposition, by looking at it.
pub fn refuted(terms: &mut Terms, known: &[TermId], proposition: TermId) -> bool {
    match terms.op(proposition) {
        Op::Bool(value) => !value,
        Op::And => {
            let parts = terms.args(proposition).to_vec();
            parts.into_iter().any(|part| refuted(terms, known, part))
        }
        Op::Or => {
            let parts = terms.args(proposition).to_vec();
            parts.into_iter().all(|part| refuted(terms, known, part))
        }
        Op::Implies => {
            let (left, right) = (terms.args(proposition)[0], terms.args(proposition)[1]);
            conjuncts(terms, left).iter().all(|part| known.contains(part)) && refuted(terms, known, right)
        }
        _ => {
            let negated = terms.not(proposition);
            !conjuncts(terms, negated).is_empty() && conjuncts(terms, negated).iter().all(|part| known.contains(part))
        }
    }
}

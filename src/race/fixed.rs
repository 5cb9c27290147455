//! Blocks of a known, small size: every two threads are looked at (RACE-17).

use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;

use crate::exec::launch::{Coordinates, conjuncts};
use crate::logic::{Number, Op, SymbolId, TermId, Terms, VarId};
use crate::tasks::{Form, TaskSet};

use super::copies::Copies;

/// The most threads of a block.
const MOST_THREADS: i64 = 64;
/// Pairs of threads that meet as far as masks and indices tell, and are looked at further.
const MOST_PAIRS: usize = 64;
/// The size of a fact with its definitions inserted.
const MOST_NODES: usize = 400;

/// Two accesses of threads of one block.
pub struct Pair<'a> {
    /// The thread of each access.
    pub threads: [Coordinates; 2],
    /// Whether each access is made.
    pub masks: [TermId; 2],
    /// The cells, index by index.
    pub cells: &'a [(TermId, TermId)],
    /// What else holds when the two meet.
    pub others: &'a [TermId],
}

/// What is known of blocks, and which cells their threads access.
#[derive(Default)]
pub struct Blocks {
    known: Definitions,
    /// Hypotheses that `known` is made of.
    read: usize,
    inlined: HashMap<TermId, TermId>,
    /// By mask, indices and the constant that stands for the thread.
    accesses: HashMap<(TermId, Vec<TermId>, [TermId; 3]), Rc<Vec<Accessed>>>,
}

/// A thread, by its place in its block, and the cell that it accesses.
type Accessed = ([i64; 3], Vec<Index>);

impl Blocks {
    /// Whether no two threads of the block meet, each pair of them for itself: one of its masks is false there, or the
    /// indices differ by a number, or something else that would hold is false.
    pub fn apart(&mut self, set: &mut TaskSet, copies: &Copies<'_>, pair: &Pair<'_>) -> bool {
        self.known.read(set, copies, self.read);
        self.read = set.hypotheses.len();
        let Some(sizes) = self.sizes(set) else { return false };
        let terms = &mut set.terms;
        let sides = [0, 1].map(|side| {
            let cells = pair.cells.iter().map(|cell| if side == 0 { cell.0 } else { cell.1 }).collect();
            self.accesses(terms, sizes, &pair.threads[side], pair.masks[side], cells)
        });
        let [Some(first), Some(second)] = sides else { return false };
        let mut left = MOST_PAIRS;
        for (one, cell) in &*first {
            for (two, other) in &*second {
                if one == two || cell.iter().zip(other).any(|(cell, other)| cell.differs(other)) {
                    continue;
                }
                if left == 0 {
                    return false;
                }
                left -= 1;
                let mut map = at(terms, &pair.threads[0], *one);
                map.extend(at(terms, &pair.threads[1], *two));
                if !self.excluded(terms, pair, &map) {
                    return false;
                }
            }
        }
        true
    }

    /// Whether something that would hold is false for these threads.
    fn excluded(&mut self, terms: &mut Terms, pair: &Pair<'_>, map: &BTreeMap<TermId, TermId>) -> bool {
        pair.others.iter().any(|fact| {
            // Facts about all cells or threads are not instances.
            if matches!(terms.op(*fact), Op::Forall(_)) {
                return false;
            }
            let Some(fact) = self.inline(terms, *fact) else { return false };
            let fact = with(terms, fact, map);
            terms.is_false(fact)
        })
    }

    fn inline(&mut self, terms: &mut Terms, term: TermId) -> Option<TermId> {
        let whole = self.known.inline(terms, term, &mut self.inlined);
        (terms.dag_size(&[whole]) <= MOST_NODES).then_some(whole)
    }

    /// The numbers of threads of a block, where they are known and few.
    fn sizes(&mut self, set: &mut TaskSet) -> Option<[i64; 3]> {
        let mut sizes = [0; 3];
        for (size, dimension) in sizes.iter_mut().zip(set.launch.block_dim) {
            let value = self.inline(&mut set.terms, dimension)?;
            *size = i64::try_from(set.terms.as_int(value)?).ok()?;
        }
        (sizes.iter().product::<i64>() <= MOST_THREADS).then_some(sizes)
    }

    /// The threads of which the mask is not false, with what they access.
    fn accesses(
        &mut self,
        terms: &mut Terms,
        [x, y, z]: [i64; 3],
        thread: &Coordinates,
        mask: TermId,
        indices: Vec<TermId>,
    ) -> Option<Rc<Vec<Accessed>>> {
        let key = (mask, indices, thread.thread);
        if let Some(known) = self.accesses.get(&key) {
            return Some(known.clone());
        }
        let mask = self.inline(terms, mask)?;
        let indices = key.1.iter().map(|index| self.inline(terms, *index)).collect::<Option<Vec<_>>>()?;
        let all = (0..z).flat_map(|z| (0..y).flat_map(move |y| (0..x).map(move |x| [x, y, z])));
        let mut found = Vec::new();
        for place in all {
            let map = at(terms, thread, place);
            let active = with(terms, mask, &map);
            if terms.is_false(active) {
                continue;
            }
            let cell = indices.iter().map(|index| {
                let index = with(terms, *index, &map);
                let mut poly = terms.poly(index);
                let number = poly.constant_part();
                poly.add_constant(-number.clone());
                Index { rest: terms.from_poly(&poly, terms.sort(index)), number }
            });
            found.push((place, cell.collect()));
        }
        let found = Rc::new(found);
        self.accesses.insert(key, found.clone());
        Some(found)
    }
}

/// An index, as a number more than something that is compared by identity.
#[derive(PartialEq, Eq)]
struct Index {
    rest: TermId,
    number: Number,
}

impl Index {
    fn differs(&self, other: &Index) -> bool {
        self.rest == other.rest && self.number != other.number
    }
}

/// The thread's constants at a place of its block.
fn at(terms: &mut Terms, thread: &Coordinates, place: [i64; 3]) -> BTreeMap<TermId, TermId> {
    thread.thread.into_iter().zip(place).map(|(coordinate, value)| (coordinate, terms.int(value))).collect()
}

fn with(terms: &mut Terms, term: TermId, map: &BTreeMap<TermId, TermId>) -> TermId {
    terms.rewrite(term, &mut |terms, term| match terms.op(term) {
        Op::Apply(_) => map.get(&term).copied(),
        _ => None,
    })
}

/// `constant == number`, either way around.
fn equation(terms: &Terms, fact: TermId) -> Option<(SymbolId, TermId)> {
    let [left, right] = *terms.args(fact) else { return None };
    let of = |symbol: TermId, value: TermId| match (terms.op(symbol), terms.as_int(value), terms.args(symbol)) {
        (Op::Apply(symbol), Some(_), []) => Some((*symbol, value)),
        _ => None,
    };
    (*terms.op(fact) == Op::Eq).then(|| of(left, right).or(of(right, left))).flatten()
}

/// What hypotheses say a symbol is.
#[derive(Default)]
struct Definitions {
    /// Constants that equal a number.
    numbers: BTreeMap<SymbolId, TermId>,
    /// Versions of locals: the writer's coordinates, its mask, the version before, the value.
    locals: BTreeMap<SymbolId, (Vec<VarId>, TermId, SymbolId, TermId)>,
}

impl Definitions {
    /// Takes in the hypotheses from a position on. A version is defined once, by the assignment that made it, wherever it
    /// occurs; equations count where they are the contract's, which hold at every moment.
    fn read(&mut self, set: &TaskSet, copies: &Copies<'_>, from: usize) {
        let terms = &set.terms;
        for hypothesis in &set.hypotheses[from..] {
            match &hypothesis.form {
                Form::Proposition(fact) if hypothesis.origin.starts_with("requires") => {
                    for part in conjuncts(terms, *fact) {
                        self.numbers.extend(equation(terms, part));
                    }
                }
                Form::Assign(assign) if copies.array(assign.new).is_none() => {
                    // A local of each writer: the cell is the writer's coordinates.
                    let own = assign.index.len() == assign.vars.len()
                        && assign.index.iter().zip(&assign.vars).all(|(index, var)| *terms.op(*index) == Op::Var(*var));
                    if own {
                        let definition = (assign.vars.clone(), assign.mask, assign.old, assign.value);
                        self.locals.insert(assign.new, definition);
                    }
                }
                Form::Proposition(_) | Form::Assign(_) | Form::Schema(_) => {}
            }
        }
    }

    /// The term with every definition in place of what it defines, as far as that stays small.
    fn inline(&self, terms: &mut Terms, term: TermId, memo: &mut HashMap<TermId, TermId>) -> TermId {
        if let Some(done) = memo.get(&term) {
            return *done;
        }
        let args: Vec<TermId> = terms.args(term).to_vec();
        let args: Vec<TermId> = args.into_iter().map(|arg| self.inline(terms, arg, memo)).collect();
        let op = terms.op(term).clone();
        let mut result = terms.rebuild(&op, &args);
        if let Op::Apply(symbol) = op {
            if let Some(value) = self.numbers.get(&symbol) {
                result = *value;
            } else if let Some((vars, mask, old, value)) = self.locals.get(&symbol) {
                let before = terms.apply(*old, &args);
                let map: BTreeMap<VarId, TermId> = vars.iter().copied().zip(args).collect();
                let (mask, value) = (terms.substitute(*mask, &map), terms.substitute(*value, &map));
                let whole = terms.ite(mask, value, before);
                result = self.inline(terms, whole, memo);
            }
        }
        memo.insert(term, result);
        result
    }
}

//! What the hypotheses define, as rules from left to right: writes, and guarded equalities.
//!
//! * **assign, own cell**: a local's write goes to the writer's own cell, so a read `x'(t)` is
//!   `ite(range(t) ∧ mask(t), value(t), x(t))`. The range is tested, and mostly decided by the context: an array's
//!   cells may have the form of a thread's coordinates too (`a[threadIdx.x][blockIdx.x]`), and exist beyond them.
//! * **assign, solved**: where `index(t) = u` has one solution among the active threads ([`solve`]), a read
//!   `a'(u)` is `ite(range ∧ mask ∧ index = u, value, a(u))` at the solution, and no quantifier is born.
//! * **guarded equality**: a hypothesis `∀x. γ → f(x) = s` rewrites `f(t)` to `s[t]` wherever the context decides
//!   `γ[t]` (Kojima et al., 4.2).
//!
//! Every step is an equality under the hypotheses and the context in which the term stands.

use std::collections::{BTreeMap, BTreeSet};

use rustc_hash::FxHashMap;

use crate::base::config::Facts;
use crate::logic::{Op, Sort, SymbolId, TermId, Terms, VarId};
use crate::tasks::Assign;

use crate::simplify::equalities::cancel;
use crate::simplify::equalities::solve::solve;
use crate::simplify::known::{Known, conjuncts};
use crate::simplify::quantifiers::open::Universal;
use crate::simplify::rules::step::{Premise, Said};

/// A hypothesis `∀vars. guard → f(args) = value`, used from left to right. Each variable is an argument.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Equation {
    args: Vec<TermId>,
    /// Conjuncts.
    pub guard: Vec<TermId>,
    pub value: TermId,
}

impl Equation {
    /// What whoever looks on is told of it.
    pub fn said(&self, symbol: SymbolId) -> Said<'_> {
        let Equation { args, guard, value } = self;
        Said::Equation { symbol, args, guard, value: *value }
    }

    /// Whether it speaks of a constant, and always.
    pub fn is_of_constant(&self) -> bool {
        self.args.is_empty()
    }

    pub fn is_guarded(&self) -> bool {
        !self.guard.is_empty()
    }

    /// What `f` of these arguments is, and the propositions on which it is so.
    pub fn at(&self, terms: &mut Terms, args: &[TermId]) -> (Vec<TermId>, TermId) {
        let mut map = BTreeMap::new();
        let mut others = Vec::new();
        for (own, arg) in self.args.iter().zip(args) {
            match *terms.op(*own) {
                Op::Var(var) => {
                    map.insert(var, *arg);
                }
                _ => others.push((*own, *arg)),
            }
        }
        let mut guard = Vec::with_capacity(others.len() + self.guard.len());
        for (own, arg) in others {
            let own = terms.substitute(own, &map);
            guard.push(terms.eq(own, arg));
        }
        guard.extend(self.guard.iter().map(|literal| terms.substitute(*literal, &map)));
        (guard, terms.substitute(self.value, &map))
    }
}

/// A hypothesis `∀vars. guard → c <= f(vars)`, or `f(vars) <= c`, with a number `c`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReadBound {
    pub symbol: SymbolId,
    /// It is one from below.
    pub is_lower: bool,
    universal: Universal,
    /// The place of each variable among the arguments.
    places: Vec<usize>,
}

impl ReadBound {
    /// What a hypothesis says, if it is one.
    pub fn of(terms: &Terms, universal: &Universal) -> Option<ReadBound> {
        // What speaks of folds would be rewritten by itself.
        if terms.postorder(&[universal.body]).iter().any(|part| matches!(terms.op(*part), Op::Fold(..))) {
            return None;
        }
        let mut bound = universal.body;
        while *terms.op(bound) == Op::Implies {
            bound = terms.args(bound)[1];
        }
        let (Op::Le | Op::Lt) = terms.op(bound) else { return None };
        let [left, right] = terms.args(bound)[..] else { return None };
        if terms.sort(left) != Sort::Int {
            return None;
        }
        let room = terms.poly(right).sub(&terms.poly(left));
        let [read] = room.atoms()[..] else { return None };
        let (factor, _) = room.linear_in(read)?;
        let Op::Apply(symbol) = *terms.op(read) else { return None };
        let place = |var: &VarId| terms.args(read).iter().position(|arg| *terms.op(*arg) == Op::Var(*var));
        let places: Vec<usize> = universal.vars.iter().map(place).collect::<Option<_>>()?;
        let is_lower = factor.as_constant()?.is_positive();
        (places.len() == terms.args(read).len()).then(|| ReadBound {
            symbol,
            is_lower,
            universal: universal.clone(),
            places,
        })
    }

    /// At which values of its variables it speaks of a read.
    pub fn at(&self, terms: &Terms, read: TermId) -> Instance {
        let args = terms.args(read);
        Instance { of: self.universal.clone(), values: self.places.iter().map(|place| args[*place]).collect() }
    }
}

/// A universal hypothesis at values of its variables.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Instance {
    of: Universal,
    values: Vec<TermId>,
}

impl Instance {
    pub fn body(&self, terms: &mut Terms) -> TermId {
        let map = self.of.vars.iter().copied().zip(self.values.iter().copied()).collect();
        terms.substitute(self.of.body, &map)
    }

    pub fn premise(&self) -> Premise<'_> {
        Premise::Universal { vars: &self.of.vars, body: self.of.body, values: &self.values }
    }
}

/// Rules by the symbol that they rewrite.
#[derive(Clone, Debug, Default)]
pub struct Definitions {
    assigns: BTreeMap<SymbolId, Assign>,
    /// What reads of locals are by their assignments, whatever the context.
    pub own_reads: FxHashMap<TermId, TermId>,
    pub equations: BTreeMap<SymbolId, Vec<Equation>>,
    /// Bounds of what functions give.
    pub bounds: Vec<ReadBound>,
    /// It is the body of a fold that is brought into normal form. No hypothesis stands there, so none is rewritten by itself.
    pub in_fold: bool,
    /// The bounds of reads that the last comparison was looked at with.
    pub instances: Vec<Instance>,
    /// What decides the guards of equations; the context of the term itself when there is none. A hypothesis must
    /// not be rewritten under its own guard (it would become trivial), so facts are rewritten with what holds
    /// everywhere.
    pub scope: Option<Known>,
    /// The coordinates of the one writer that the last read of an assigned variable can have.
    pub writer: Vec<TermId>,
    /// Guarded equations that were used on closed terms: `head = value` holds, and is stated to the solvers, since
    /// the guard may speak of the head.
    pub used: BTreeSet<(TermId, TermId)>,
    /// With the definitions alone, nothing is rewritten (LEMMA-17).
    pub facts: Facts,
    /// Rule applications that are left; when there are none, terms stay as they are.
    pub fuel: usize,
}

impl Definitions {
    /// No rules yet.
    pub fn new(facts: Facts, fuel: usize) -> Definitions {
        Definitions { facts, fuel, ..Definitions::default() }
    }

    /// The assignments by the symbol that they define.
    pub fn assigns(&self) -> &BTreeMap<SymbolId, Assign> {
        &self.assigns
    }

    /// What is said of the symbol that is read.
    pub fn of(&self, symbol: SymbolId, read: TermId) -> Vec<Premise<'_>> {
        let writer = &self.writer;
        let assign = self.assigns.get(&symbol).map(|assign| Premise::Assign { assign, read, writer });
        let equations = self.equations.get(&symbol).into_iter().flatten();
        let equations = equations.map(|Equation { args, guard, value }| Premise::Equation {
            read,
            symbol,
            args,
            guard,
            value: *value,
        });
        assign.into_iter().chain(equations).collect()
    }

    /// What is known together with the bounds of what a comparison reads, where their guards are known.
    pub fn with_bounds(&mut self, terms: &mut Terms, comparison: TermId, known: &Known) -> Option<Known> {
        let reads: BTreeSet<TermId> =
            terms.args(comparison).iter().flat_map(|side| terms.poly(*side).atoms()).collect();
        let mut inner = known.clone();
        for read in reads {
            let Op::Apply(symbol) = *terms.op(read) else { continue };
            for bound in self.bounds.iter().filter(|bound| bound.symbol == symbol) {
                let instance = bound.at(terms, read);
                let body = instance.body(terms);
                let (guard, bound) = match (terms.op(body), terms.args(body)) {
                    (Op::Implies, [guard, bound]) => (*guard, *bound),
                    _ => (terms.bool(true), body),
                };
                let guard = conjuncts(terms, guard);
                if guard.into_iter().all(|literal| known.decide(terms, literal) == Some(true)) {
                    inner.assume(terms, bound);
                    self.instances.push(instance);
                }
            }
        }
        (!self.instances.is_empty()).then_some(inner)
    }

    /// Forgets the assignments, where none of what they define is read any more.
    pub fn forget_unread(&mut self, terms: &Terms, read: &[TermId]) {
        let symbols = terms.symbols_in(read);
        if !symbols.iter().any(|symbol| self.assigns.contains_key(symbol)) {
            self.own_reads.clear();
            self.assigns.clear();
        }
    }

    /// Takes an assignment in, in place of one of the same symbol.
    pub fn assign(&mut self, assign: Assign) {
        self.own_reads.clear();
        self.assigns.insert(assign.new, assign);
    }
}

/// The write goes to the writer's own cell: the cell's coordinates are the writer's, each once.
pub fn own_cell(terms: &Terms, assign: &Assign) -> bool {
    assign.index.len() == assign.vars.len()
        && assign.index.iter().zip(&assign.vars).all(|(index, var)| *terms.op(*index) == Op::Var(*var))
}

/// What a read of the writer's own cell is: `ite(range ∧ mask, value, old)` at the cell.
pub fn read_own_cell(terms: &mut Terms, assign: &Assign, read: TermId) -> TermId {
    let cell = terms.args(read).to_vec();
    let map: BTreeMap<VarId, TermId> = assign.vars.iter().copied().zip(cell.iter().copied()).collect();
    let writes = terms.and(&[assign.range, assign.mask]);
    let writes = terms.substitute(writes, &map);
    let value = terms.substitute(assign.value, &map);
    let old = terms.apply(assign.old, &cell);
    terms.ite(writes, value, old)
}

/// What holds of a writer.
fn of_writer(terms: &Terms, assign: &Assign) -> Vec<TermId> {
    [conjuncts(terms, assign.range), conjuncts(terms, assign.mask)].concat()
}

/// The old value, where no writer's index is the cell that is read.
pub fn read_untouched(terms: &mut Terms, assign: &Assign, read: TermId, known: &Known) -> Option<TermId> {
    let (cell, context) = (terms.args(read).to_vec(), of_writer(terms, assign));
    never_meets(terms, &assign.index, &cell, &context, known).then(|| terms.apply(assign.old, &cell))
}

/// What the one thread has written whose index the cell can be, or the old value; that thread's coordinates.
pub fn read_solved(terms: &mut Terms, assign: &Assign, read: TermId, known: &Known) -> Option<(TermId, Vec<TermId>)> {
    let (cell, context) = (terms.args(read).to_vec(), of_writer(terms, assign));
    let solution = solve(terms, &assign.vars, &assign.index, &cell, &context, known)?;
    if !solution.unique {
        return None;
    }
    let writer = assign.vars.iter().map(|var| solution.values[var]).collect();
    let mut writes =
        vec![terms.substitute(assign.range, &solution.values), terms.substitute(assign.mask, &solution.values)];
    for (index, cell) in assign.index.iter().zip(&cell) {
        let index = terms.substitute(*index, &solution.values);
        writes.push(terms.eq(index, *cell));
    }
    let writes = terms.and(&writes);
    let value = terms.substitute(assign.value, &solution.values);
    let old = terms.apply(assign.old, &cell);
    Some((terms.ite(writes, value, old), writer))
}

/// No writer's index is this cell: an equation is false whatever the writer (`2·o·t = o·(2·z + 1)`).
fn never_meets(terms: &mut Terms, index: &[TermId], cell: &[TermId], context: &[TermId], known: &Known) -> bool {
    let mut inner = known.clone();
    for literal in context {
        inner.assume(terms, *literal);
    }
    index.iter().zip(cell).any(|(index, cell)| {
        let equation = terms.eq(*index, *cell);
        let simpler =
            if *terms.op(equation) == Op::Eq { cancel::compare(terms, equation, &inner) } else { Some(equation) };
        simpler.is_some_and(|simpler| terms.is_false(simpler))
    })
}

/// Reads a hypothesis as a rule: `guard → f(vars) = value`, with `f(vars)` in linear position and nowhere else.
/// `rank` says which symbols may be rewritten (a higher rank is preferred); symbols without a rank never are.
pub fn equation(
    terms: &mut Terms,
    vars: &[VarId],
    body: TermId,
    rank: &dyn Fn(SymbolId) -> Option<u64>,
) -> Option<(SymbolId, Equation)> {
    let (guard, literal) = match terms.op(body) {
        Op::Implies => (conjuncts(terms, terms.args(body)[0]), terms.args(body)[1]),
        _ => (Vec::new(), body),
    };
    if *terms.op(literal) != Op::Eq {
        return None;
    }
    let (left, right) = (terms.args(literal)[0], terms.args(literal)[1]);
    let sort = terms.sort(left);
    let candidates: Vec<TermId> = if sort.is_numeric() {
        let poly = terms.poly(left).sub(&terms.poly(right));
        poly.terms
            .iter()
            .filter(|(monomial, coefficient)| {
                monomial.len() == 1 && (sort == Sort::Real || coefficient.abs().to_integer() == 1.into())
            })
            .map(|(monomial, _)| monomial[0])
            .collect()
    } else {
        vec![left, right]
    };
    let mut best: Option<(u64, SymbolId, TermId)> = None;
    for candidate in candidates {
        let Op::Apply(symbol) = *terms.op(candidate) else { continue };
        let Some(rank) = rank(symbol) else { continue };
        if !covers(terms, candidate, vars, &guard) || best.is_some_and(|(other, ..)| other >= rank) {
            continue;
        }
        best = Some((rank, symbol, candidate));
    }
    let (_, symbol, head) = best?;
    let value = if sort.is_numeric() {
        let poly = terms.poly(left).sub(&terms.poly(right));
        let (coefficient, rest) = poly.linear_in(head)?;
        let factor = -coefficient.as_constant()?.recip();
        let value = rest.scale(&factor);
        terms.from_poly(&value, sort)
    } else if head == left {
        right
    } else {
        left
    };
    // The head must not occur in what replaces it, nor its symbol (it could grow).
    if terms.symbols_in(&[value]).contains(&symbol) {
        return None;
    }
    Some((symbol, Equation { args: terms.args(head).to_vec(), guard, value }))
}

/// All variables are arguments of the head, each once; its other arguments speak of nothing else.
fn covers(terms: &Terms, head: TermId, vars: &[VarId], guard: &[TermId]) -> bool {
    let args = terms.args(head);
    let is_own = |arg: &TermId| matches!(terms.op(*arg), Op::Var(var) if vars.contains(var));
    let own: Vec<TermId> = args.iter().copied().filter(is_own).collect();
    let distinct = own.iter().collect::<BTreeSet<_>>().len() == own.len();
    let speaks_of_own = |term: &TermId| terms.free(*term).iter().all(|var| vars.contains(var));
    // A constant function's cell is a constant of its own.
    let is_general = !own.is_empty() || args.is_empty();
    is_general && distinct && own.len() == vars.len() && args.iter().chain(guard).all(speaks_of_own)
}

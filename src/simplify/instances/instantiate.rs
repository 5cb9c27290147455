//! Instances of universals: by matching the reads in them with reads of the task, and at the thread constants
//! and the extremes of linear bounds.

use std::collections::{BTreeMap, BTreeSet};

use crate::base::config::Facts;
use crate::logic::{Number, Op, Sort, SymbolId, TermId, Terms, VarId};

use crate::simplify::engine::Engine;
use crate::simplify::equalities::solve::solve;
use crate::simplify::instances::folds::{Folds, alike};
use crate::simplify::known::{Known, conjuncts};
use crate::simplify::quantifiers::open::Universal;
use crate::simplify::rules::rule::Rule;
use crate::simplify::rules::step::{Law, Premise};
use crate::tasks::is_coordinate;

/// Matches that one universal may have in one round.
const MAX_MATCHES: usize = 120;
/// Constants that are tried for one thread coordinate.
const MAX_CANDIDATES: usize = 6;

/// One round of instantiation; true if something new was learnt.
///
/// Where a read has the variables themselves as indices, nothing is to be solved: these instances say most, and cost least. What they
/// bring goes on to the next.
///
/// Guesses (instances at quotients of which nothing is known) are left to later rounds: facts of the first rounds
/// often resolve them.
pub fn instantiate(engine: &mut Engine, guesses: Guesses, done: &mut BTreeSet<(Universal2, Vec<TermId>)>) -> bool {
    let mut new = false;
    for of in [Reads::Plain, Reads::Plain, Reads::PlainFirst, Reads::All] {
        new |= at_reads(engine, of, guesses, done);
    }
    new
}

fn at_reads(engine: &mut Engine, of: Reads, guesses: Guesses, done: &mut BTreeSet<(Universal2, Vec<TermId>)>) -> bool {
    let reads = ground_reads(engine);
    let coordinates = coordinates(engine);
    let idle = idle(engine, &reads);
    let mut new = false;
    for (at, universal) in engine.universals.clone().into_iter().enumerate() {
        if engine.known.is_spent() {
            break;
        }
        if idle.contains(&at) {
            continue;
        }
        let mut found = vec![(Rule::InstanceAtRead, matches(engine, &universal, (of, guesses), &reads, &coordinates))];
        if of == Reads::All {
            found.push((Rule::InstanceAtBound, extremes(engine, &universal)));
            found.push((Rule::InstanceAtThread, by_name(engine, &universal, &coordinates)));
        }
        let found = found.into_iter().filter(|(rule, _)| engine.known.is_on(*rule)).collect::<Vec<_>>();
        let mut used = 0;
        for (rule, mut map) in found.into_iter().flat_map(|(rule, maps)| maps.into_iter().map(move |map| (rule, map))) {
            for value in map.values_mut() {
                *value = engine.normal(*value);
            }
            let key: Vec<TermId> = universal.vars.iter().filter_map(|var| map.get(var).copied()).collect();
            if key.len() != universal.vars.len() || !done.insert(((universal.vars.clone(), universal.body), key)) {
                continue;
            }
            used += 1;
            if used > MAX_MATCHES || engine.known.is_spent() {
                if !engine.limits.contains(&"instances") {
                    engine.limits.push("instances");
                }
                break;
            }
            engine.known.used(rule);
            let body = engine.terms.substitute(universal.body, &map);
            let values: Vec<TermId> = universal.vars.iter().map(|var| map[var]).collect();
            let premise = Premise::Universal { vars: &universal.vars, body: universal.body, values: &values };
            let body = engine.stated(Law::Rule(rule), &[premise], body);
            new |= engine.learn(body);
        }
    }
    new
}

/// Which reads of a universal are matched.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reads {
    /// Those with its variables as indices.
    Plain,
    /// One of these, then any for what is still open.
    PlainFirst,
    All,
}

/// Whether instances at unresolved quotients count.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Guesses {
    Later,
    Now,
}

/// A universal as a key.
pub type Universal2 = (Vec<VarId>, TermId);

/// Closed applications with arguments in facts and goal, by symbol.
fn ground_reads(engine: &Engine) -> BTreeMap<SymbolId, Vec<TermId>> {
    let mut roots = engine.facts.clone();
    roots.push(engine.goal);
    let mut reads: BTreeMap<SymbolId, Vec<TermId>> = BTreeMap::new();
    for term in engine.terms.postorder(&roots) {
        if let Op::Apply(symbol) = engine.terms.op(term)
            && !engine.terms.args(term).is_empty()
            && engine.terms.is_closed(term)
        {
            reads.entry(*symbol).or_default().push(term);
        }
    }
    reads
}

/// Universals that only say what a function is which nothing else mentions but others of these: the function may be just that.
fn idle(engine: &Engine, reads: &BTreeMap<SymbolId, Vec<TermId>>) -> BTreeSet<usize> {
    let (terms, all) = (&engine.terms, &engine.universals);
    let mut mentions: BTreeMap<SymbolId, usize> = BTreeMap::new();
    let symbols: Vec<Vec<SymbolId>> = all.iter().map(|universal| terms.symbols_in(&[universal.body])).collect();
    symbols.iter().flatten().for_each(|symbol| *mentions.entry(*symbol).or_default() += 1);
    let defined: Vec<Vec<SymbolId>> = all.iter().map(|universal| defined_by(terms, universal)).collect();
    let mut idle = BTreeSet::new();
    loop {
        let is_idle = |symbol: &SymbolId| mentions[symbol] == 1 && !reads.contains_key(symbol);
        let next = (0..all.len()).find(|at| !idle.contains(at) && defined[*at].iter().any(is_idle));
        let Some(next) = next else { return idle };
        symbols[next].iter().for_each(|symbol| *mentions.entry(*symbol).or_default() -= 1);
        idle.insert(next);
    }
}

/// The functions of which a universal says what they are at all places, and nothing else.
fn defined_by(terms: &Terms, universal: &Universal) -> Vec<SymbolId> {
    let conclusion = match terms.op(universal.body) {
        Op::Implies => terms.args(universal.body)[1],
        _ => universal.body,
    };
    if *terms.op(conclusion) != Op::Eq {
        return Vec::new();
    }
    let inside = terms.postorder(&[universal.body]);
    let defined = |side: &TermId| {
        let Op::Apply(symbol) = *terms.op(*side) else { return None };
        let variables: BTreeSet<TermId> = terms.args(*side).iter().copied().collect();
        let is_variable = |arg: &TermId| matches!(terms.op(*arg), Op::Var(var) if universal.vars.contains(var));
        let is_at_all = variables.len() == universal.vars.len() && variables.len() == terms.args(*side).len();
        let once =
            inside.iter().filter(|part| matches!(terms.op(**part), Op::Apply(other) if *other == symbol)).count() == 1;
        // Not within the other side.
        let is_apart =
            terms.args(conclusion).iter().all(|other| other == side || !terms.postorder(&[*other]).contains(side));
        (is_at_all && variables.iter().all(is_variable) && once && is_apart).then_some(symbol)
    };
    terms.args(conclusion).iter().filter_map(defined).collect()
}

/// Ways to bind all variables by matching reads of the universal with ground reads.
fn matches(
    engine: &mut Engine,
    universal: &Universal,
    (of, guesses): (Reads, Guesses),
    reads: &BTreeMap<SymbolId, Vec<TermId>>,
    threads: &[BTreeMap<String, TermId>],
) -> Vec<BTreeMap<VarId, TermId>> {
    let patterns = patterns(&engine.terms, universal);
    let context = guards(&mut engine.terms, universal.body);
    // Coordinates and powers of two have candidates of their own, and lemmas are proved from what defines folds.
    let is_power = |literal: &TermId| *engine.terms.op(*literal) == Op::IsPow2;
    let has_others = context.iter().any(is_power) || engine.definitions.facts == Facts::Defining;
    let is_open = |var: &VarId| {
        let is_read = patterns.iter().any(|pattern| engine.terms.free(*pattern).contains(var));
        !has_others && !is_read && !is_coordinate(&engine.terms.var_info(*var).name)
    };
    let only_in_folds: Vec<VarId> = universal.vars.iter().copied().filter(is_open).collect();
    let folds = Folds::of(engine, universal, &only_in_folds);
    let known = engine.known.clone();
    let powers = powers(engine);
    let mut search = Search {
        terms: &mut engine.terms,
        vars: &universal.vars,
        patterns,
        reads,
        folds,
        known,
        powers,
        threads,
        of,
        guesses,
        results: Vec::new(),
    };
    search.extend(&context, BTreeMap::new());
    search.results
}

/// All ways to bind a universal's variables.
struct Search<'a> {
    terms: &'a mut Terms,
    vars: &'a [VarId],
    patterns: Vec<TermId>,
    reads: &'a BTreeMap<SymbolId, Vec<TermId>>,
    folds: Folds,
    known: Known,
    /// Terms that are powers of two.
    powers: Vec<TermId>,
    /// The threads and blocks that the task names.
    threads: &'a [BTreeMap<String, TermId>],
    of: Reads,
    guesses: Guesses,
    results: Vec<BTreeMap<VarId, TermId>>,
}

impl Search<'_> {
    /// Binds what is open by matching one pattern, then the rest.
    fn extend(&mut self, context: &[TermId], bound: BTreeMap<VarId, TermId>) {
        if self.results.len() >= MAX_MATCHES {
            return;
        }
        if self.vars.iter().all(|var| bound.contains_key(var)) {
            if !self.results.contains(&bound) {
                self.results.push(bound);
            }
            return;
        }
        for pattern in self.patterns.clone() {
            let is_var = |index: &TermId| matches!(self.terms.op(*index), Op::Var(_));
            let is_plain = self.terms.args(pattern).iter().all(is_var);
            let is_meant = match self.of {
                Reads::Plain => is_plain,
                Reads::PlainFirst => is_plain || !bound.is_empty(),
                Reads::All => true,
            };
            if !is_meant {
                continue;
            }
            let free = self.terms.free(pattern).clone();
            let is_open = |var: &VarId| self.vars.contains(var) && !bound.contains_key(var);
            let open: Vec<VarId> = free.iter().copied().filter(is_open).collect();
            let Op::Apply(symbol) = *self.terms.op(pattern) else { continue };
            let Some(targets) = self.reads.get(&symbol).filter(|_| !open.is_empty()) else { continue };
            let instance = self.terms.substitute(pattern, &bound);
            let index = self.terms.args(instance).to_vec();
            let context: Vec<TermId> = context.iter().map(|literal| self.terms.substitute(*literal, &bound)).collect();
            for target in targets {
                if let Some(values) = self.solve(&open, &index, *target, &context) {
                    let mut bound = bound.clone();
                    bound.extend(values);
                    self.extend(&context, bound);
                }
            }
        }
        self.by_power(context, &bound);
        self.by_fold(context, &bound);
        self.by_thread(&bound);
    }

    /// Variables that occur in folds only: what makes such a fold one that occurs.
    fn by_fold(&mut self, context: &[TermId], bound: &BTreeMap<VarId, TermId>) {
        if self.of != Reads::All {
            return;
        }
        for pattern in self.folds.patterns.clone() {
            let free = self.terms.free(pattern).clone();
            let open: Vec<VarId> =
                free.iter().copied().filter(|var| self.vars.contains(var) && !bound.contains_key(var)).collect();
            let pattern = self.terms.substitute(pattern, bound);
            let targets = if open.is_empty() { Vec::new() } else { self.folds.targets.clone() };
            for target in targets {
                for (indices, cells) in alike(self.terms, &open, pattern, target) {
                    // What depends on the place in the fold is no value.
                    let values = self.solve_for(&open, &indices, &cells, context);
                    if let Some(values) = values.filter(|values| values.values().all(|at| self.terms.is_closed(*at))) {
                        let mut bound = bound.clone();
                        bound.extend(values);
                        self.extend(context, bound);
                    }
                }
            }
        }
    }

    /// Coordinates of a thread that index nothing (it is enough that some thread takes part): those of the threads that the
    /// task names, or of the first thread where it names none.
    fn by_thread(&mut self, bound: &BTreeMap<VarId, TermId>) {
        let open: Vec<VarId> = self.vars.iter().copied().filter(|var| !bound.contains_key(var)).collect();
        let indexes = |var: &VarId| self.patterns.iter().any(|pattern| self.terms.free(*pattern).contains(var));
        if bound.is_empty() || open.iter().any(indexes) {
            return;
        }
        let zero = self.terms.int(0);
        let name = |var: &VarId| self.terms.var_info(*var).name.clone();
        let of_thread = |thread: &BTreeMap<String, TermId>| -> Option<BTreeMap<VarId, TermId>> {
            open.iter().map(|var| Some((*var, *thread.get(&name(var))?))).collect()
        };
        let mut all: Vec<BTreeMap<VarId, TermId>> = self.threads.iter().filter_map(of_thread).collect();
        if all.is_empty() && open.iter().all(|var| is_coordinate(&name(var))) {
            all.push(open.iter().map(|var| (*var, zero)).collect());
        }
        for own in all {
            let all: BTreeMap<VarId, TermId> = bound.iter().map(|(var, value)| (*var, *value)).chain(own).collect();
            if self.results.len() < MAX_MATCHES && !self.results.contains(&all) {
                self.results.push(all);
            }
        }
    }

    /// A variable that has to be a power of two and indexes nothing by itself: every term that is known to be one.
    fn by_power(&mut self, context: &[TermId], bound: &BTreeMap<VarId, TermId>) {
        let open = self.vars.iter().copied().find(|var| {
            let is_power = |literal: &TermId| {
                *self.terms.op(*literal) == Op::IsPow2 && *self.terms.op(self.terms.args(*literal)[0]) == Op::Var(*var)
            };
            !bound.contains_key(var) && context.iter().any(is_power)
        });
        let Some(open) = open.filter(|_| !bound.is_empty()) else { return };
        for power in self.powers.clone() {
            let mut bound = bound.clone();
            bound.insert(open, power);
            let context: Vec<TermId> = context.iter().map(|literal| self.terms.substitute(*literal, &bound)).collect();
            self.extend(&context, bound);
        }
    }

    /// The open variables that make a read of the universal the target.
    fn solve(
        &mut self,
        open: &[VarId],
        index: &[TermId],
        target: TermId,
        context: &[TermId],
    ) -> Option<BTreeMap<VarId, TermId>> {
        let cell = self.terms.args(target).to_vec();
        let (mut equations, mut cells) = (Vec::new(), Vec::new());
        for (index, cell) in index.iter().zip(&cell) {
            if self.terms.free(*index).iter().any(|var| open.contains(var)) {
                equations.push(*index);
                cells.push(*cell);
            } else if self.differ(*index, *cell) {
                // Sound, but of no use: it speaks of another cell.
                return None;
            }
        }
        self.solve_for(open, &equations, &cells, context)
    }

    fn solve_for(
        &mut self,
        open: &[VarId],
        equations: &[TermId],
        cells: &[TermId],
        context: &[TermId],
    ) -> Option<BTreeMap<VarId, TermId>> {
        let solution = solve(self.terms, open, equations, cells, context, &self.known)?;
        // What the variables themselves index is not guessed, whatever it is.
        let is_plain = equations.iter().all(|index| matches!(self.terms.op(*index), Op::Var(_)));
        (is_plain || !solution.guessed || self.guesses == Guesses::Now).then_some(solution.values)
    }

    /// The terms differ by a number other than 0.
    fn differ(&self, one: TermId, other: TermId) -> bool {
        let difference = self.terms.poly(one).sub(&self.terms.poly(other)).as_constant();
        self.terms.sort(one) == Sort::Int && difference.is_some_and(|value| value != Number::from(0))
    }
}

/// 1, the terms that facts say are powers of two, and twice those.
fn powers(engine: &mut Engine) -> Vec<TermId> {
    let terms = &mut engine.terms;
    let is_power = |fact: &&TermId| *terms.op(**fact) == Op::IsPow2;
    let known: Vec<TermId> = engine.facts.iter().filter(is_power).map(|fact| terms.args(*fact)[0]).collect();
    let (one, two) = (terms.int(1), terms.int(2));
    let twice: Vec<TermId> = known.iter().map(|power| terms.mul(two, *power)).collect();
    [vec![one], known, twice].concat()
}

/// Reads in the body that mention the variables, those with more variables first. Of reads in folds, those of one value: an element to
/// which all others are compared tells which instance matters.
fn patterns(terms: &Terms, universal: &Universal) -> Vec<TermId> {
    let mut result = Vec::new();
    let mut todo = vec![(universal.body, false)];
    let mut seen = BTreeSet::new();
    while let Some((term, in_fold)) = todo.pop() {
        if !seen.insert((term, in_fold)) {
            continue;
        }
        if matches!(terms.op(term), Op::Apply(_)) && !result.contains(&term) {
            let (mut own, others): (Vec<VarId>, Vec<VarId>) =
                terms.free(term).iter().partition(|var| universal.vars.contains(var));
            own.retain(|_| !in_fold || others.is_empty());
            result.extend((!own.is_empty()).then_some(term));
        }
        let in_fold = in_fold || matches!(terms.op(term), Op::Fold(..));
        todo.extend(terms.args(term).iter().map(|arg| (*arg, in_fold)));
    }
    result.sort_by_key(|term| (std::cmp::Reverse(terms.free(*term).len()), *term));
    result
}

/// Every variable at its lower bound, and every variable at its upper one (the bounds are the guards'
/// `e <= x` and `x <= e` with a closed `e`): where a linear statement is hardest to meet.
fn extremes(engine: &mut Engine, universal: &Universal) -> Vec<BTreeMap<VarId, TermId>> {
    // Where a variable indexes memory, the reads that occur say which instances matter.
    if !universal.vars.iter().all(|var| is_coordinate(&engine.terms.var_info(*var).name)) {
        return Vec::new();
    }
    let terms = &mut engine.terms;
    let guards = guards(terms, universal.body);
    let (mut lowest, mut highest) = (BTreeMap::new(), BTreeMap::new());
    for guard in guards {
        if *terms.op(guard) != Op::Le || terms.sort(terms.args(guard)[0]) != Sort::Int {
            continue;
        }
        let room = terms.poly(terms.args(guard)[1]).sub(&terms.poly(terms.args(guard)[0]));
        for var in &universal.vars {
            if terms.var_info(*var).sort != Sort::Int {
                continue;
            }
            let atom = terms.var(*var);
            let Some((coefficient, rest)) = room.linear_in(atom) else { continue };
            let closed = rest.atoms().iter().all(|other| terms.is_closed(*other));
            let Some(coefficient) = coefficient.as_constant().filter(|value| closed && value.is_integer()) else {
                continue;
            };
            // room = x - lowest, or highest - x
            let bound = if coefficient == Number::from(1) {
                rest.scale(&(-1).into())
            } else if coefficient == Number::from(-1) {
                rest
            } else {
                continue;
            };
            let value = terms.from_poly(&bound, Sort::Int);
            if coefficient > Number::from(0) {
                lowest.entry(*var).or_insert(value);
            } else {
                highest.entry(*var).or_insert(value);
            }
        }
    }
    [lowest, highest].into_iter().filter(|map| map.len() == universal.vars.len()).collect()
}

/// The literals that have to hold for the body to say something.
fn guards(terms: &mut Terms, body: TermId) -> Vec<TermId> {
    match terms.op(body).clone() {
        Op::Implies => conjuncts(terms, terms.args(body)[0]),
        Op::Or => {
            let args = terms.args(body).to_vec();
            args.into_iter().map(|arg| terms.not(arg)).collect()
        }
        _ => Vec::new(),
    }
}

/// The threads and blocks that the task names: coordinates by name, those opened together in one group.
fn coordinates(engine: &Engine) -> Vec<BTreeMap<String, TermId>> {
    let mut roots = engine.facts.clone();
    roots.push(engine.goal);
    let mut found: Vec<(SymbolId, String, TermId)> = Vec::new();
    for term in engine.terms.postorder(&roots) {
        if let Op::Apply(symbol) = engine.terms.op(term)
            && engine.terms.args(term).is_empty()
            && !engine.is_launch(*symbol)
        {
            // Further constants of one name are `tx'2`, `tx'3`, ...
            let name = engine.terms.symbol_info(*symbol).name.split('\'').next().unwrap_or_default();
            if is_coordinate(name) {
                found.push((*symbol, name.to_owned(), term));
            }
        }
    }
    found.sort();
    // Constants that were opened together have consecutive symbols.
    let mut groups: Vec<BTreeMap<String, TermId>> = Vec::new();
    let mut last = None;
    for (symbol, name, term) in found {
        let follows = last.is_some_and(|last: SymbolId| last.0 + 1 == symbol.0);
        match groups.last_mut() {
            Some(group) if follows && !group.contains_key(&name) => {
                group.insert(name, term);
            }
            _ => groups.push([(name, term)].into()),
        }
        last = Some(symbol);
    }
    groups
}

/// Universals over coordinates, at the threads that the task speaks of; a coordinate that a thread lacks (a block has
/// no `tx`) is taken from every other, and so is that of a second thread.
fn by_name(
    engine: &Engine,
    universal: &Universal,
    threads: &[BTreeMap<String, TermId>],
) -> Vec<BTreeMap<VarId, TermId>> {
    let mut results: Vec<BTreeMap<VarId, TermId>> = Vec::new();
    for thread in threads {
        let mut maps = vec![BTreeMap::new()];
        for (at, var) in universal.vars.iter().enumerate() {
            let name = &engine.terms.var_info(*var).name;
            // What is said of two threads is said of every two of those here.
            let second = universal.vars[..at].iter().any(|before| engine.terms.var_info(*before).name == *name);
            let candidates: Vec<TermId> = match thread.get(name) {
                Some(own) if !second => vec![*own],
                _ => threads.iter().filter_map(|other| other.get(name)).copied().take(MAX_CANDIDATES).collect(),
            };
            let extend = |map: &BTreeMap<VarId, TermId>| {
                let with = |value: &TermId| {
                    let mut map = map.clone();
                    map.insert(*var, *value);
                    map
                };
                candidates.iter().map(with).collect::<Vec<_>>()
            };
            maps = maps.iter().flat_map(extend).take(MAX_MATCHES).collect();
        }
        for map in maps {
            if !results.contains(&map) {
                results.push(map);
            }
        }
    }
    results
}

//! Instances of universals: by matching the reads in them with reads of the task, and at the thread constants
//! and the extremes of linear bounds.

use std::collections::{BTreeMap, BTreeSet};

use crate::logic::{Number, Op, Sort, SymbolId, TermId, Terms, VarId};

use super::engine::Engine;
use super::known::{Known, conjuncts};
use super::open::Universal;
use super::solve::solve;

/// Matches that one universal may have in one round.
const MAX_MATCHES: usize = 120;
/// Constants that are tried for one thread coordinate.
const MAX_CANDIDATES: usize = 6;

/// One round of instantiation; true if something new was learnt.
pub fn instantiate(engine: &mut Engine, done: &mut BTreeSet<(Universal2, Vec<TermId>)>) -> bool {
    let reads = ground_reads(engine);
    let coordinates = coordinates(engine);
    let mut new = false;
    for universal in engine.universals.clone() {
        let mut instances = matches(engine, &universal, &reads);
        instances.extend(extremes(engine, &universal));
        instances.extend(by_name(engine, &universal, &coordinates));
        let mut used = 0;
        for map in instances {
            let key: Vec<TermId> = universal.vars.iter().filter_map(|var| map.get(var).copied()).collect();
            if key.len() != universal.vars.len() || !done.insert(((universal.vars.clone(), universal.body), key)) {
                continue;
            }
            used += 1;
            if used > MAX_MATCHES {
                if !engine.limits.contains(&"instances") {
                    engine.limits.push("instances");
                }
                break;
            }
            let body = engine.terms.substitute(universal.body, &map);
            new |= engine.learn(body);
        }
    }
    new
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

/// Ways to bind all variables by matching reads of the universal with ground reads.
fn matches(
    engine: &mut Engine,
    universal: &Universal,
    reads: &BTreeMap<SymbolId, Vec<TermId>>,
) -> Vec<BTreeMap<VarId, TermId>> {
    let patterns = patterns(&engine.terms, universal);
    let context = match engine.terms.op(universal.body) {
        Op::Implies => conjuncts(&engine.terms, engine.terms.args(universal.body)[0]),
        _ => Vec::new(),
    };
    let mut results = Vec::new();
    let known = engine.known.clone();
    search(&mut engine.terms, &universal.vars, &patterns, reads, &context, &known, BTreeMap::new(), &mut results);
    results
}

#[expect(clippy::too_many_arguments, reason = "a search's state, handed down unchanged")]
fn search(
    terms: &mut Terms,
    vars: &[VarId],
    patterns: &[TermId],
    reads: &BTreeMap<SymbolId, Vec<TermId>>,
    context: &[TermId],
    known: &Known,
    bound: BTreeMap<VarId, TermId>,
    results: &mut Vec<BTreeMap<VarId, TermId>>,
) {
    if results.len() >= MAX_MATCHES {
        return;
    }
    if vars.iter().all(|var| bound.contains_key(var)) {
        if !results.contains(&bound) {
            results.push(bound);
        }
        return;
    }
    for (at, pattern) in patterns.iter().enumerate() {
        let open: Vec<VarId> =
            terms.free(*pattern).iter().copied().filter(|var| vars.contains(var) && !bound.contains_key(var)).collect();
        if open.is_empty() {
            continue;
        }
        let Op::Apply(symbol) = *terms.op(*pattern) else { continue };
        let Some(targets) = reads.get(&symbol) else { continue };
        let instance = terms.substitute(*pattern, &bound);
        let index = terms.args(instance).to_vec();
        let context: Vec<TermId> = context.iter().map(|literal| terms.substitute(*literal, &bound)).collect();
        for target in targets {
            let cell = terms.args(*target).to_vec();
            // Arguments without open variables need not be equal for the instance to be sound, but must be to be useful.
            let relevant: Vec<(TermId, TermId)> = index
                .iter()
                .copied()
                .zip(cell.iter().copied())
                .filter(|(pattern, _)| terms.free(*pattern).iter().any(|var| open.contains(var)))
                .collect();
            let (index, cell): (Vec<TermId>, Vec<TermId>) = relevant.into_iter().unzip();
            if let Some(solution) = solve(terms, &open, &index, &cell, &context, known) {
                let mut bound = bound.clone();
                bound.extend(solution.values);
                search(terms, vars, &patterns[at + 1..], reads, &context, known, bound, results);
            }
        }
    }
}

/// Reads in the body that mention the variables, outside folds, those with more variables first.
fn patterns(terms: &Terms, universal: &Universal) -> Vec<TermId> {
    let mut result = Vec::new();
    let mut todo = vec![universal.body];
    let mut seen = BTreeSet::new();
    while let Some(term) = todo.pop() {
        if !seen.insert(term) {
            continue;
        }
        match terms.op(term) {
            Op::Fold(..) => {}
            Op::Apply(_) => {
                if terms.free(term).iter().any(|var| universal.vars.contains(var)) {
                    result.push(term);
                }
                todo.extend(terms.args(term).iter().copied());
            }
            _ => todo.extend(terms.args(term).iter().copied()),
        }
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

/// Constants that stand for thread and block coordinates, by the coordinate's name.
fn coordinates(engine: &Engine) -> BTreeMap<String, Vec<TermId>> {
    let mut roots = engine.facts.clone();
    roots.push(engine.goal);
    let mut result: BTreeMap<String, Vec<TermId>> = BTreeMap::new();
    for term in engine.terms.postorder(&roots) {
        if let Op::Apply(symbol) = engine.terms.op(term)
            && engine.terms.args(term).is_empty()
            && !engine.is_launch(*symbol)
        {
            // Further constants of one name are `tx'2`, `tx'3`, ...
            let name = engine.terms.symbol_info(*symbol).name.split('\'').next().unwrap_or_default();
            if is_coordinate(name) {
                result.entry(name.to_owned()).or_default().push(term);
            }
        }
    }
    result
}

/// The executor's names for thread and block coordinates.
fn is_coordinate(name: &str) -> bool {
    matches!(name, "tx" | "ty" | "tz" | "bx" | "by" | "bz")
}

/// Universals over coordinates, at the coordinates of the threads that the task speaks of.
fn by_name(
    engine: &Engine,
    universal: &Universal,
    coordinates: &BTreeMap<String, Vec<TermId>>,
) -> Vec<BTreeMap<VarId, TermId>> {
    let mut results = vec![BTreeMap::new()];
    for var in &universal.vars {
        let Some(candidates) = coordinates.get(&engine.terms.var_info(*var).name) else { return Vec::new() };
        let mut next = Vec::new();
        for map in &results {
            for candidate in candidates.iter().take(MAX_CANDIDATES) {
                let mut map: BTreeMap<VarId, TermId> = map.clone();
                map.insert(*var, *candidate);
                next.push(map);
            }
        }
        next.truncate(MAX_MATCHES);
        results = next;
    }
    results
}

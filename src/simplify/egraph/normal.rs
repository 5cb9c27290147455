//! The normal form of a term: the rules that say what a term equals ([`table`]), from the inside to the outside.
//!
//! A context has an e-graph of its own. A term's arguments come first; the term over their normal forms is a node, and a rule
//! that applies to it unites its class with that of the other term. So what was looked at once, as input or on the way, is found
//! again. What stands under a guard or a binder is looked at in the e-graph of a further context, in which the guard is known,
//! and is one node outside, whole.

use smallvec::SmallVec;

use crate::base::config::Facts;
use crate::logic::{FoldKind, Op, Poly, Sort, TermId, Terms, VarId};
use crate::simplify::egraph::definitions::{Definitions, Instance};
use crate::simplify::known::Known;
use crate::simplify::rules::rule::Rule;
use crate::simplify::rules::step::{Conclusion, Law, Premise};

use super::language::{Graph, Ground, Node, Reason, meet};
use super::table::{self, Equality, New};

/// The e-graph of a context, for as long as nothing changes in it.
#[derive(Default)]
pub struct Context(Graph);

/// The term's normal form under what is known. In the proofs of the library nothing is rewritten (LEMMA-17).
pub fn normalise(definitions: &mut Definitions, terms: &mut Terms, term: TermId, known: &Known) -> TermId {
    normalise_in(&mut Context::default(), definitions, terms, term, known)
}

/// The same for one of several terms, by the same definitions and under what is known of all of them.
pub fn normalise_in(
    context: &mut Context,
    definitions: &mut Definitions,
    terms: &mut Terms,
    term: TermId,
    known: &Known,
) -> TermId {
    if definitions.facts == Facts::Defining {
        return term;
    }
    let ground = &mut context.0.analysis;
    std::mem::swap(&mut ground.terms, terms);
    std::mem::swap(&mut ground.definitions, definitions);
    ground.known = known.clone();
    let normal = normal(&mut context.0, term);
    let ground = &mut context.0.analysis;
    std::mem::swap(&mut ground.terms, terms);
    std::mem::swap(&mut ground.definitions, definitions);
    ground.known = Known::default();
    normal
}

fn normal(graph: &mut Graph, term: TermId) -> TermId {
    let class = class(graph, term);
    graph[class].data
}

/// The class of a term and of its normal form.
fn class(graph: &mut Graph, term: TermId) -> egg::Id {
    if let Some(home) = graph.analysis.home(term) {
        return graph.find(home);
    }
    let args: SmallVec<[TermId; 4]> = graph.analysis.terms.args(term).into();
    if args.is_empty() {
        let leaf = graph.add(Node::whole(term));
        step(graph, leaf);
        return graph.find(leaf);
    }
    let op = graph.analysis.terms.op(term).clone();
    if graph.analysis.is_opened(term) {
        let whole = graph.add(Node::whole(term));
        step(graph, whole);
        return graph.find(whole);
    }
    let simpler = match op {
        Op::And | Op::Or => junction(graph, &op, &args),
        Op::Implies => implication(graph, &args),
        Op::Ite => choice(graph, &args),
        // Without context: what is known of a variable outside must not be taken for one of the same name here.
        Op::Forall(_) | Op::Exists(_) => {
            let nothing = graph.analysis.known.nothing();
            let body = inside(graph, args[0], nothing);
            graph.analysis.terms.rebuild(&op, &[body])
        }
        Op::Fold(kind, var) => fold(graph, kind, var, &args),
        op => return of_operator(graph, term, op, &args),
    };
    let whole = graph.add(Node::whole(term));
    if graph[whole].data != simpler {
        let other = graph.analysis.home(simpler).unwrap_or_else(|| graph.add(Node::whole(simpler)));
        graph.analysis.replace(term);
        graph.union_trusted(whole, other, Reason::Inside.symbol());
    }
    graph.find(whole)
}

fn of_operator(graph: &mut Graph, term: TermId, op: Op, args: &[TermId]) -> egg::Id {
    let children = args.iter().map(|arg| class(graph, *arg)).collect();
    let before = graph.nodes().len();
    let class = graph.add(Node::new(op, children));
    let is_new = graph.nodes().len() > before && !meet(graph);
    if is_new {
        step(graph, class);
    }
    graph.analysis.settle(term, class);
    graph.find(class)
}

/// Unites the class of a term over normal forms with what it equals by the first rule that applies: whether there is one.
pub fn step(graph: &mut Graph, class: egg::Id) -> bool {
    let term = graph[class].data;
    let Some((rule, other)) = first(&mut graph.analysis, term) else { return false };
    let other = match (rule.new, graph.analysis.home(other)) {
        (New::Terms, _) => self::class(graph, other),
        (New::Ranges, _) => {
            graph.analysis.open(other);
            self::class(graph, other)
        }
        (New::Operator, Some(home)) => home,
        (New::Operator, None) => {
            let whole = graph.add(Node::whole(other));
            step(graph, whole);
            whole
        }
    };
    graph.analysis.replace(term);
    graph.union_trusted(class, other, rule.rule.symbol());
    true
}

/// The first rule that applies to a term over normal forms, and what it makes of it.
fn first(ground: &mut Ground, term: TermId) -> Option<(&'static Equality, TermId)> {
    let rules = table::of(ground, term);
    let mut other = |rule: &Equality| {
        if !ground.known.is_on(rule.rule) {
            return None;
        }
        ground.known.ledger().tries(Some(rule.rule));
        let other = (rule.other)(ground, term);
        ground.known.ledger().tries(None);
        other
    };
    let (rule, other) = rules.iter().find_map(|rule| Some((rule, other(rule)?)))?;
    let other = match ground.known.ledger().recorder() {
        Some(recorder) => recorder.altered(Law::Rule(rule.rule), &mut ground.terms, other),
        None => other,
    };
    ground.known.used(rule.rule);
    record(ground, rule.rule, term, other);
    ground.definitions.fuel = ground.definitions.fuel.saturating_sub(1);
    Some((rule, other))
}

/// Shows a step to whoever looks on, with what defines the symbol that is read.
fn record(ground: &Ground, rule: Rule, term: TermId, other: TermId) {
    let Ground { terms, known, definitions, .. } = ground;
    if known.ledger().recorder().is_some() {
        let premises = match terms.op(term) {
            Op::Apply(symbol) => definitions.of(*symbol, term),
            _ if rule == Rule::Cancel => definitions.instances.iter().map(Instance::premise).collect(),
            _ => Vec::new(),
        };
        known.record_with(
            terms,
            Law::Rule(rule),
            &premises,
            Conclusion::Equal(term, other),
            definitions.scope.as_ref(),
        );
    }
}

/// The normal form in a context in which this is known.
fn inside(graph: &mut Graph, term: TermId, known: Known) -> TermId {
    let ground = &mut graph.analysis;
    if matches!(ground.terms.op(term), Op::Bool(_) | Op::Int(_) | Op::Real(_) | Op::Var(_)) {
        return term;
    }
    let (terms, definitions) = (std::mem::take(&mut ground.terms), std::mem::take(&mut ground.definitions));
    let mut inner = Graph::new(Ground::new(terms, known, definitions));
    let normal = normal(&mut inner, term);
    (graph.analysis.terms, graph.analysis.definitions) = (inner.analysis.terms, inner.analysis.definitions);
    normal
}

/// The normal form where the proposition holds as well.
fn under(graph: &mut Graph, proposition: TermId, term: TermId) -> TermId {
    let mut known = graph.analysis.known.clone();
    known.assume(&mut graph.analysis.terms, proposition);
    inside(graph, term, known)
}

/// Each part under those before it, or under their negations.
fn junction(graph: &mut Graph, op: &Op, args: &[TermId]) -> TermId {
    let mut known = graph.analysis.known.clone();
    let mut parts: SmallVec<[TermId; 4]> = SmallVec::with_capacity(args.len());
    for arg in args {
        // The first one stands in the context of the whole.
        let part = match parts.is_empty() {
            true => normal(graph, *arg),
            false => inside(graph, *arg, known.clone()),
        };
        parts.push(part);
        let terms = &mut graph.analysis.terms;
        let assumed = if *op == Op::And { part } else { terms.not(part) };
        known.assume(terms, assumed);
    }
    let terms = &mut graph.analysis.terms;
    let needed: SmallVec<[TermId; 4]> = (0..parts.len())
        .filter(|at| !parts[at + 1..].iter().any(|later| is_settled_by(terms, op, parts[*at], *later)))
        .map(|at| parts[at])
        .collect();
    terms.rebuild(op, &needed)
}

/// Whether a bound says no more than a later one of the same number: `x <= 5 && x <= 3`, `x <= 3 || x <= 5`.
fn is_settled_by(terms: &Terms, op: &Op, bound: TermId, later: TermId) -> bool {
    let is_bound =
        |term: TermId| matches!(terms.op(term), Op::Le | Op::Lt) && terms.sort(terms.args(term)[0]) == Sort::Int;
    if !is_bound(bound) || !is_bound(later) || bound == later {
        return false;
    }
    let room = |term: TermId| {
        let (less, more) = (terms.args(term)[0], terms.args(term)[1]);
        let mut room = terms.poly(more).sub(&terms.poly(less));
        room.add(&Poly::integer(if *terms.op(term) == Op::Lt { -1 } else { 0 }));
        room
    };
    let more = room(bound).sub(&room(later)).as_constant();
    more.is_some_and(|more| if *op == Op::And { !more.is_negative() } else { !more.is_positive() })
}

fn implication(graph: &mut Graph, args: &[TermId]) -> TermId {
    let left = normal(graph, args[0]);
    let right = under(graph, left, args[1]);
    graph.analysis.terms.implies(left, right)
}

fn choice(graph: &mut Graph, args: &[TermId]) -> TermId {
    let condition = normal(graph, args[0]);
    match graph.analysis.terms.op(condition) {
        Op::Bool(true) => return normal(graph, args[1]),
        Op::Bool(false) => return normal(graph, args[2]),
        _ => {}
    }
    let then = under(graph, condition, args[1]);
    let negated = graph.analysis.terms.not(condition);
    let other = under(graph, negated, args[2]);
    graph.analysis.terms.ite(condition, then, other)
}

fn fold(graph: &mut Graph, kind: FoldKind, var: VarId, args: &[TermId]) -> TermId {
    let (lo, hi) = (normal(graph, args[0]), normal(graph, args[1]));
    let ranged = graph.analysis.terms.fold(kind, var, lo, hi, args[2]);
    if let Some((_, other)) = first(&mut graph.analysis, ranged) {
        return normal(graph, other);
    }
    // The variable is opened under a name of its own: folds share their variables (`FoldNames`), and what is
    // known of an outer one must not be taken for this one.
    let Ground { terms, known, .. } = &mut graph.analysis;
    let own = terms.fresh_var("k", Sort::Int);
    let (at, shared) = (terms.var(own), terms.var(var));
    let mut known = known.clone();
    for bound in [terms.le(lo, at), terms.le(at, hi)] {
        known.assume(terms, bound);
    }
    let body = terms.substitute(args[2], &[(var, at)].into());
    let around = std::mem::replace(&mut graph.analysis.definitions.in_fold, true);
    let body = inside(graph, body, known);
    graph.analysis.definitions.in_fold = around;
    let terms = &mut graph.analysis.terms;
    let body = terms.substitute(body, &[(own, shared)].into());
    let opened = terms.fold(kind, var, lo, hi, body);
    let Ground { terms, known, definitions, .. } = &graph.analysis;
    if opened != ranged {
        let conclusion = Conclusion::Equal(ranged, opened);
        known.record_with(terms, Law::Inside, &[Premise::Opened(own)], conclusion, definitions.scope.as_ref());
    }
    graph.analysis.open(opened);
    normal(graph, opened)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::simplify::known::Known;

    /// A sum's normal form where nothing is known.
    fn sum(terms: &mut Terms, var: VarId, lo: TermId, hi: TermId, body: TermId) -> TermId {
        let sum = terms.fold(FoldKind::Sum, var, lo, hi, body);
        normalise(&mut Definitions::new(Facts::Library, 100), terms, sum, &Known::default())
    }

    fn setup() -> (Terms, VarId, TermId, TermId) {
        let mut terms = Terms::new();
        let var = terms.fresh_var("k", Sort::Int);
        let (lo, hi) = (terms.constant_named("lo", Sort::Int), terms.constant_named("hi", Sort::Int));
        (terms, var, lo, hi)
    }

    #[test]
    fn sums_are_linear_and_their_ranges_shifted() {
        let (mut terms, var, lo, hi) = setup();
        let (f, g) = (terms.declare("f", &[Sort::Int], Sort::Int), terms.declare("g", &[Sort::Int], Sort::Int));
        let (c, d) = (terms.constant_named("c", Sort::Int), terms.constant_named("d", Sort::Int));
        let k = terms.var(var);
        let at = terms.add(&[k, d]);
        let (fk, gk) = (terms.apply(f, &[at]), terms.apply(g, &[k]));
        let scaled = terms.mul(c, fk);
        let body = terms.add(&[scaled, gk]);
        let result = sum(&mut terms, var, lo, hi, body);
        let mut expected = Vec::new();
        let (low, high) = (terms.add(&[lo, d]), terms.add(&[hi, d]));
        let at_k = terms.apply(f, &[k]);
        let first = terms.fold(FoldKind::Sum, var, low, high, at_k);
        expected.push(terms.mul(c, first));
        expected.push(terms.fold(FoldKind::Sum, var, lo, hi, gk));
        assert_eq!(result, terms.add(&expected));
    }

    #[test]
    fn a_distance_with_an_inner_variable_shifts_nothing() {
        let (mut terms, var, lo, hi) = setup();
        let f = terms.declare("f", &[Sort::Int], Sort::Int);
        let inner = terms.fresh_var("j", Sort::Int);
        let (k, j) = (terms.var(var), terms.var(inner));
        let at = terms.add(&[k, j]);
        let read = terms.apply(f, &[at]);
        let product = terms.mul(j, read);
        let body = terms.fold(FoldKind::Sum, inner, lo, hi, product);
        let result = sum(&mut terms, var, lo, hi, body);
        assert!(terms.is_closed(result));
        assert_eq!(result, terms.fold(FoldKind::Sum, var, lo, hi, body));
    }

    #[test]
    fn reads_at_different_distances_keep_their_range() {
        let (mut terms, var, lo, hi) = setup();
        let f = terms.declare("f", &[Sort::Int], Sort::Int);
        let k = terms.var(var);
        let next = terms.plus(k, 1);
        let (here, there) = (terms.apply(f, &[k]), terms.apply(f, &[next]));
        let body = terms.mul(here, there);
        let result = sum(&mut terms, var, lo, hi, body);
        assert_eq!(result, terms.fold(FoldKind::Sum, var, lo, hi, body));
        // The variable outside a read: not shifted either.
        let body = terms.mul(k, there);
        let result = sum(&mut terms, var, lo, hi, body);
        assert_eq!(result, terms.fold(FoldKind::Sum, var, lo, hi, body));
    }
}

//! The rewrites, each by name: what it finds, and what that equals under the hypotheses.

use egg::{Applier, Id, Language, PatternAst, Rewrite, SearchMatches, Searcher, Subst, Symbol, Var};

use crate::logic::Op;

use crate::simplify::rules::rule::Rule;

use super::language::{Graph, Ground, Node, add, children, op, truth};
use super::normal::step;
use super::table;

/// A rewrite as data.
pub struct Named {
    pub name: &'static str,
    /// What it says, and why it holds.
    pub reason: &'static str,
    /// The classes that it looks at, by their simplest term.
    finds: fn(&Graph, Id) -> bool,
    /// What it unites; the classes that changed.
    applies: fn(&mut Graph, Id) -> Vec<Id>,
}

/// The rewrites of the e-graph of a part.
pub const REWRITES: &[Named] = &[
    Named {
        name: "propagate",
        reason: "what a connective with a known value says of its operands: both parts of a true conjunction, the last \
                 part of a true disjunction, the conclusion of a true implication whose premise is true, the sides of \
                 a true equation",
        finds: |graph, class| matches!(graph.analysis.terms.op(graph[class].data), Op::Bool(_)),
        applies: propagate,
    },
    Named {
        name: "equalities",
        reason: "the rules by which terms have a normal form (`table`), with what has become known since: comparisons that \
                 bounds decide, instances of hypotheses whose guards hold (Kojima et al., 4.2)",
        finds: |graph, class| {
            let (ground, term) = (&graph.analysis, graph[class].data);
            ground.terms.is_closed(term) && !ground.is_tried(term) && !table::of(ground, term).is_empty()
        },
        applies: equal,
    },
];

/// The rewrites as egg runs them.
pub fn rules() -> Vec<Rewrite<Node, Ground>> {
    let rule = |named: &'static Named| {
        Rewrite::new(named.name, Find(named), Apply(named)).expect("a rule without variables binds all of them")
    };
    REWRITES.iter().map(rule).collect()
}

struct Find(&'static Named);
struct Apply(&'static Named);

impl Searcher<Node, Ground> for Find {
    fn search_eclass_with_limit(&self, graph: &Graph, class: Id, limit: usize) -> Option<SearchMatches<'_, Node>> {
        let found = limit > 0 && !graph.analysis.contradiction && (self.0.finds)(graph, class);
        found.then(|| SearchMatches { eclass: class, substs: vec![Subst::default()], ast: None })
    }

    fn vars(&self) -> Vec<Var> {
        Vec::new()
    }
}

impl Applier<Node, Ground> for Apply {
    fn apply_one(&self, graph: &mut Graph, class: Id, _: &Subst, _: Option<&PatternAst<Node>>, _: Symbol) -> Vec<Id> {
        (self.0.applies)(graph, class)
    }
}

fn unite(graph: &mut Graph, one: Id, other: Id, rule: Rule) -> Vec<Id> {
    if !graph.union_trusted(one, other, rule.symbol()) {
        return Vec::new();
    }
    graph.analysis.known.used(rule);
    vec![one]
}

/// Makes a proposition's class true or false, and remembers what that says.
pub fn settle(graph: &mut Graph, class: Id, value: bool, rule: Rule) -> Vec<Id> {
    let proposition = graph[graph.find(class)].data;
    let target = truth(graph, value);
    let changed = unite(graph, class, target, rule);
    if !changed.is_empty() {
        graph.analysis.learn(proposition, value);
    }
    changed
}

fn propagate(graph: &mut Graph, class: Id) -> Vec<Id> {
    if !graph.analysis.known.is_on(Rule::Propagate) {
        return Vec::new();
    }
    let value = *graph.analysis.terms.op(graph[class].data) == Op::Bool(true);
    let nodes: Vec<Node> = graph[class].iter().filter(|node| !node.is_leaf()).cloned().collect();
    let mut changed = Vec::new();
    for node in nodes {
        let parts = children(&node).to_vec();
        let known = |graph: &Graph, part: Id| match graph.analysis.terms.op(graph[graph.find(part)].data) {
            Op::Bool(value) => Some(*value),
            _ => None,
        };
        let Some(op) = op(&node) else { continue };
        match (op, value) {
            (Op::Not, _) => changed.extend(settle(graph, parts[0], !value, Rule::Propagate)),
            (Op::And, true) | (Op::Or, false) => {
                for part in parts {
                    changed.extend(settle(graph, part, value, Rule::Propagate));
                }
            }
            // All but one part are known not to decide: the last one does.
            (Op::And, false) | (Op::Or, true) => {
                let open: Vec<Id> = parts.iter().copied().filter(|part| known(graph, *part) != Some(!value)).collect();
                if let [last] = open[..] {
                    changed.extend(settle(graph, last, value, Rule::Propagate));
                }
            }
            (Op::Implies, true) if known(graph, parts[0]) == Some(true) => {
                changed.extend(settle(graph, parts[1], true, Rule::Propagate));
            }
            (Op::Implies, true) if known(graph, parts[1]) == Some(false) => {
                changed.extend(settle(graph, parts[0], false, Rule::Propagate));
            }
            (Op::Implies, false) => {
                changed.extend(settle(graph, parts[0], true, Rule::Propagate));
                changed.extend(settle(graph, parts[1], false, Rule::Propagate));
            }
            (Op::Eq, true) if is_closed(graph, &parts) => {
                changed.extend(unite(graph, parts[0], parts[1], Rule::Propagate))
            }
            _ => {}
        }
    }
    changed
}

fn is_closed(graph: &Graph, parts: &[Id]) -> bool {
    parts.iter().all(|part| graph.analysis.terms.is_closed(graph[graph.find(*part)].data))
}

/// One step by the first rule that applies.
fn equal(graph: &mut Graph, class: Id) -> Vec<Id> {
    let term = graph[class].data;
    if !step(graph, class) {
        graph.analysis.tried(term);
        return Vec::new();
    }
    let simpler = graph[graph.find(class)].data;
    match *graph.analysis.terms.op(simpler) {
        Op::Bool(value) => graph.analysis.learn(term, value),
        // What has become known decides what stands under its guards.
        _ => drop(add(graph, simpler)),
    }
    vec![class]
}

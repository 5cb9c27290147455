//! The rewrites, each by name: what it finds, and what that equals under the hypotheses.

use egg::{Applier, Id, Language, PatternAst, Rewrite, SearchMatches, Searcher, Subst, Symbol, Var};

use crate::logic::{Op, Sort};

use crate::simplify::rules::rule::Rule;

use super::language::{Graph, Ground, Node, add, children, op, truth};
use super::normal::normalise;

/// A rewrite as data.
pub struct Named {
    pub rule: Rule,
    /// What it says, and why it holds.
    pub reason: &'static str,
    /// The classes that it looks at, by their simplest term.
    finds: fn(&Graph, Id) -> bool,
    /// What it unites; the classes that changed.
    applies: fn(&mut Graph, Id) -> Vec<Id>,
}

/// The rewrites of the e-graph.
pub const REWRITES: &[Named] = &[
    Named {
        rule: Rule::Propagate,
        reason: "what a connective with a known value says of its operands: both parts of a true conjunction, the last \
                 part of a true disjunction, the conclusion of a true implication whose premise is true, the sides of \
                 a true equation",
        finds: |graph, class| matches!(graph.analysis.terms.op(graph[class].data), Op::Bool(_)),
        applies: propagate,
    },
    Named {
        rule: Rule::DecideClass,
        reason: "a comparison whose value follows from the bounds of its terms",
        finds: |graph, class| {
            let (terms, term) = (&graph.analysis.terms, graph[class].data);
            let is_comparison = matches!(terms.op(term), Op::Le | Op::Lt | Op::Eq) && terms.is_closed(term);
            is_comparison && !graph.analysis.undecided.contains(&term)
        },
        applies: decide,
    },
    Named {
        rule: Rule::RewriteEquation,
        reason: "an instance of a hypothesis whose guard holds (Kojima et al., 4.2)",
        finds: |graph, class| {
            head(graph, class).is_some_and(|symbol| graph.analysis.definitions.equations.contains_key(&symbol))
        },
        applies: rewrite,
    },
];

/// The rewrites as egg runs them.
pub fn rules() -> Vec<Rewrite<Node, Ground>> {
    let rule = |named: &'static Named| {
        Rewrite::new(named.rule.name(), Find(named), Apply(named)).expect("a rule without variables binds all of them")
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
        let changed = (self.0.applies)(graph, class);
        if !changed.is_empty() {
            graph.analysis.known.used(self.0.rule);
        }
        changed
    }
}

/// The symbol of a class whose simplest term is a closed application.
fn head(graph: &Graph, class: Id) -> Option<crate::logic::SymbolId> {
    let (terms, term) = (&graph.analysis.terms, graph[class].data);
    match terms.op(term) {
        Op::Apply(symbol) if terms.is_closed(term) => Some(*symbol),
        _ => None,
    }
}

fn unite(graph: &mut Graph, one: Id, other: Id, rule: Rule) -> Vec<Id> {
    if graph.union_trusted(one, other, rule.symbol()) { vec![one] } else { Vec::new() }
}

/// Makes a proposition's class true or false, and remembers what that says.
pub fn settle(graph: &mut Graph, class: Id, value: bool, rule: Rule) -> Vec<Id> {
    let proposition = graph[graph.find(class)].data;
    let target = truth(graph, value);
    let changed = unite(graph, class, target, rule);
    let ground = &mut graph.analysis;
    if !changed.is_empty() && ground.terms.is_closed(proposition) {
        let literal = if value { proposition } else { ground.terms.not(proposition) };
        ground.known.assume(&mut ground.terms, literal);
        ground.undecided.clear();
    }
    changed
}

fn propagate(graph: &mut Graph, class: Id) -> Vec<Id> {
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

fn decide(graph: &mut Graph, class: Id) -> Vec<Id> {
    let comparison = graph[class].data;
    let ground = &mut graph.analysis;
    match ground.known.decide_by_bounds(&mut ground.terms, comparison) {
        Some(value) => settle(graph, class, value, Rule::DecideClass),
        None => {
            ground.undecided.insert(comparison);
            Vec::new()
        }
    }
}

fn rewrite(graph: &mut Graph, class: Id) -> Vec<Id> {
    let term = graph[class].data;
    let Ground { terms, known, definitions, .. } = &mut graph.analysis;
    if matches!(terms.sort(term), Sort::Bool) {
        return Vec::new();
    }
    let value = normalise(definitions, terms, term, known);
    if value == term {
        return Vec::new();
    }
    let value = add(graph, value);
    unite(graph, class, value, Rule::RewriteEquation)
}

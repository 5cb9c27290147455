//! Terms in an e-graph: a node is an operator over classes, and the data of a class is its simplest term.

use egg::{Analysis, DidMerge, EGraph, Id, Language};
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};

use crate::logic::{Op, TermId, Terms};
use crate::simplify::known::Known;
use crate::simplify::rules::Rules;

/// The e-graph of a task.
pub type Graph = EGraph<Node, Ground>;

/// An operator over classes.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Node {
    op: Op,
    children: Vec<Id>,
}

impl Language for Node {
    type Discriminant = Op;

    fn discriminant(&self) -> Op {
        self.op.clone()
    }

    fn matches(&self, other: &Node) -> bool {
        self.op == other.op && self.children.len() == other.children.len()
    }

    fn children(&self) -> &[Id] {
        &self.children
    }

    fn children_mut(&mut self) -> &mut [Id] {
        &mut self.children
    }
}

/// What the rewrites work with: the pool of terms, what is known of them, and the rules read off the hypotheses.
#[derive(Clone, Debug, Default)]
pub struct Ground {
    pub terms: Terms,
    pub known: Known,
    pub rules: Rules,
    /// Comparisons that what is known does not decide.
    pub undecided: FxHashSet<TermId>,
    /// Two different values were united: the hypotheses contradict each other.
    pub contradiction: bool,
    /// The class of every normal form.
    homes: FxHashMap<TermId, Id>,
    /// Classes that have a normal form in common.
    meet: Vec<(Id, Id)>,
    /// The term that a node was made for.
    originals: FxHashMap<Node, TermId>,
}

impl Ground {
    pub fn new(terms: Terms, known: Known, rules: Rules) -> Ground {
        Ground { terms, known, rules, ..Ground::default() }
    }

    /// The term that a node was made for.
    pub fn original(&self, node: &Node) -> Option<TermId> {
        self.originals.get(node).copied()
    }
}

/// What a class is known to be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Meaning {
    /// The simplest of its terms, in normal form.
    pub term: TermId,
    /// Literal values first, then few nodes, then age: a total order, so that the choice is always the same.
    rank: (bool, usize, TermId),
}

impl Meaning {
    fn of(terms: &Terms, term: TermId) -> Meaning {
        let is_value = matches!(terms.op(term), Op::Bool(_) | Op::Int(_) | Op::Real(_));
        Meaning { term, rank: (!is_value, terms.dag_size(&[term]), term) }
    }

    fn is_value(&self) -> bool {
        !self.rank.0
    }
}

impl Analysis<Node> for Ground {
    type Data = Meaning;

    fn make(graph: &mut Graph, node: &Node, id: Id) -> Meaning {
        let args: Vec<TermId> = node.children.iter().map(|child| graph[*child].data.term).collect();
        let Ground { terms, homes, meet, .. } = &mut graph.analysis;
        let term = terms.rebuild(&node.op, &args);
        // Also where a simpler term is known of the class: what it means is the same.
        match homes.get(&term) {
            Some(home) => meet.push((*home, id)),
            None => {
                homes.insert(term, id);
            }
        }
        Meaning::of(&graph.analysis.terms, term)
    }

    fn merge(&mut self, one: &mut Meaning, other: Meaning) -> DidMerge {
        if one.is_value() && other.is_value() && one.term != other.term {
            self.contradiction = true;
            return DidMerge(false, false);
        }
        let changed = other.rank < one.rank;
        let lost = one.rank < other.rank;
        if changed {
            *one = other;
        }
        DidMerge(changed, lost)
    }
}

/// Classes with one normal form are one class: congruence modulo the normal form.
pub fn rebuild(graph: &mut Graph) {
    loop {
        graph.rebuild();
        let meet = std::mem::take(&mut graph.analysis.meet);
        if meet.is_empty() || graph.analysis.contradiction {
            return;
        }
        for (one, other) in meet {
            let terms = [one, other].map(|class| graph[graph.find(class)].data.term);
            if graph.union(one, other) {
                learn(&mut graph.analysis, terms[0], terms[1]);
                learn(&mut graph.analysis, terms[1], terms[0]);
            }
        }
    }
}

/// A proposition that turned out to be a truth value is known.
fn learn(ground: &mut Ground, value: TermId, proposition: TermId) {
    let Op::Bool(value) = *ground.terms.op(value) else { return };
    if ground.terms.is_closed(proposition) {
        let literal = if value { proposition } else { ground.terms.not(proposition) };
        ground.known.assume(&mut ground.terms, literal);
        ground.undecided.clear();
    }
}

/// The class of a term.
pub fn add(graph: &mut Graph, term: TermId) -> Id {
    let order = graph.analysis.terms.postorder(&[term]);
    let mut classes: FxHashMap<TermId, Id> = FxHashMap::with_capacity_and_hasher(order.len(), FxBuildHasher);
    for part in order {
        let terms = &graph.analysis.terms;
        let children = terms.args(part).iter().map(|arg| graph.find(classes[arg])).collect();
        let node = Node { op: terms.op(part).clone(), children };
        graph.analysis.originals.entry(node.clone()).or_insert(part);
        let class = graph.add(node);
        classes.insert(part, class);
    }
    classes[&term]
}

/// The class of a truth value.
pub fn truth(graph: &mut Graph, value: bool) -> Id {
    let term = graph.analysis.terms.bool(value);
    add(graph, term)
}

/// The classes of a node's children.
pub fn children(node: &Node) -> &[Id] {
    &node.children
}

/// A node's operator.
pub fn op(node: &Node) -> &Op {
    &node.op
}

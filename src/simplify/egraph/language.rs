//! Terms in an e-graph: a node is an operator over classes, and the data of a class is its simplest term.

use std::cmp::Ordering;
use std::sync::LazyLock;

use egg::{Analysis, DidMerge, EGraph, Id, Language, Symbol};
use rustc_hash::{FxBuildHasher, FxHashMap, FxHashSet};
use smallvec::SmallVec;

use crate::logic::{Op, TermId, Terms};
use crate::simplify::egraph::definitions::Definitions;
use crate::simplify::known::Known;

/// The e-graph of a task.
pub type Graph = EGraph<Node, Ground>;

/// What a node is made of.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Head {
    /// An operator over classes.
    Op(Op),
    /// A term as it is: it has no parts, or they stand under a guard or a binder and belong to contexts of their own.
    Whole(TermId),
}

/// A head over the classes of its arguments.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Node {
    head: Head,
    children: SmallVec<[Id; 3]>,
}

impl Node {
    pub fn new(op: Op, children: SmallVec<[Id; 3]>) -> Node {
        Node { head: Head::Op(op), children }
    }

    pub fn whole(term: TermId) -> Node {
        Node { head: Head::Whole(term), children: SmallVec::new() }
    }
}

impl Language for Node {
    type Discriminant = Head;

    fn discriminant(&self) -> Head {
        self.head.clone()
    }

    fn matches(&self, other: &Node) -> bool {
        self.head == other.head && self.children.len() == other.children.len()
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
    pub definitions: Definitions,
    /// Terms to which no rule applies by what is known.
    tried: FxHashSet<TermId>,
    /// Two different values were united: the hypotheses contradict each other.
    pub contradiction: bool,
    /// The class of every normal form.
    homes: FxHashMap<TermId, Id>,
    /// Folds whose bodies are in normal form.
    opened: FxHashSet<TermId>,
    /// Terms that a rule has replaced.
    replaced: FxHashSet<TermId>,
    /// Classes that have a normal form in common.
    meet: Vec<(Id, Id)>,
    /// The term that a node was made for.
    originals: FxHashMap<Node, TermId>,
}

impl Ground {
    pub fn new(terms: Terms, known: Known, definitions: Definitions) -> Ground {
        Ground { terms, known, definitions, ..Ground::default() }
    }

    /// The term that a node was made for.
    pub fn original(&self, node: &Node) -> Option<TermId> {
        self.originals.get(node).copied()
    }
}

impl Analysis<Node> for Ground {
    /// The simplest of the class's terms, in normal form.
    type Data = TermId;

    fn make(graph: &mut Graph, node: &Node, id: Id) -> TermId {
        let term = match &node.head {
            Head::Whole(term) => *term,
            Head::Op(op) => {
                let args: SmallVec<[TermId; 4]> = node.children.iter().map(|child| graph[*child].data).collect();
                graph.analysis.terms.rebuild(op, &args)
            }
        };
        // Also where a simpler term is known of the class: what it means is the same.
        let Ground { homes, meet, .. } = &mut graph.analysis;
        match homes.get(&term) {
            Some(home) => meet.push((*home, id)),
            None => {
                homes.insert(term, id);
            }
        }
        term
    }

    fn merge(&mut self, one: &mut TermId, other: TermId) -> DidMerge {
        if *one != other && self.is_value(*one) && self.is_value(other) {
            self.contradiction = true;
            return DidMerge(false, false);
        }
        let order = self.compare(*one, other);
        if order == Ordering::Greater {
            *one = other;
        }
        DidMerge(order == Ordering::Greater, order == Ordering::Less)
    }
}

impl Ground {
    fn is_value(&self, term: TermId) -> bool {
        matches!(self.terms.op(term), Op::Bool(_) | Op::Int(_) | Op::Real(_))
    }

    /// The simpler one first: what no rule has replaced, literal values, few nodes, age. A total order, so that the choice is always
    /// the same.
    fn compare(&self, one: TermId, other: TermId) -> Ordering {
        if one == other {
            return Ordering::Equal;
        }
        let class = |term: TermId| (self.replaced.contains(&term), !self.is_value(term));
        let size = |term: TermId| (self.terms.dag_size(&[term]), term);
        class(one).cmp(&class(other)).then_with(|| size(one).cmp(&size(other)))
    }

    /// The bodies of the folds that a term is made of are in normal form.
    pub fn open(&mut self, term: TermId) {
        match self.terms.op(term) {
            Op::Fold(..) => {
                self.opened.insert(term);
            }
            Op::Add | Op::Mul | Op::Min | Op::Max => {
                for part in self.terms.args(term).to_vec() {
                    self.open(part);
                }
            }
            _ => {}
        }
    }

    pub fn is_opened(&self, term: TermId) -> bool {
        self.opened.contains(&term)
    }

    /// A proposition that has turned out to be true, or false, is known.
    pub fn learn(&mut self, proposition: TermId, value: bool) {
        if self.terms.is_closed(proposition) {
            let literal = if value { proposition } else { self.terms.not(proposition) };
            self.known.assume(&mut self.terms, literal);
            self.tried.clear();
        }
    }

    /// No rule applies to the term, until more is known.
    pub fn tried(&mut self, term: TermId) {
        self.tried.insert(term);
    }

    pub fn is_tried(&self, term: TermId) -> bool {
        self.tried.contains(&term)
    }

    /// The class in which a term has its place.
    pub fn home(&self, term: TermId) -> Option<Id> {
        self.homes.get(&term).copied()
    }

    /// Gives a term its place in a class.
    pub fn settle(&mut self, term: TermId, class: Id) {
        self.homes.entry(term).or_insert(class);
    }

    /// Something else stands for the term from now on.
    pub fn replace(&mut self, term: TermId) {
        self.replaced.insert(term);
    }
}

/// Why classes are united without a rule.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Reason {
    /// A fact is true.
    Hypothesis,
    /// A node over normal forms, and the normal form that its constructor makes of them.
    NormalForm,
    /// What stands under a guard or a binder has another form there.
    Inside,
}

impl Reason {
    /// The name as e-graphs keep it.
    pub fn symbol(self) -> Symbol {
        static NAMES: LazyLock<[Symbol; 3]> =
            LazyLock::new(|| ["hypothesis", "normal-form", "inside"].map(Symbol::from));
        NAMES[self as usize]
    }
}

/// Unites new classes with those that have their normal form already: whether there is one.
pub fn meet(graph: &mut Graph) -> bool {
    let meet = std::mem::take(&mut graph.analysis.meet);
    for (home, class) in &meet {
        graph.union_trusted(*home, *class, Reason::NormalForm.symbol());
    }
    !meet.is_empty()
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
            let terms = [one, other].map(|class| graph[graph.find(class)].data);
            if graph.union_trusted(one, other, Reason::NormalForm.symbol()) {
                for (value, proposition) in [(terms[0], terms[1]), (terms[1], terms[0])] {
                    if let Op::Bool(value) = *graph.analysis.terms.op(value) {
                        graph.analysis.learn(proposition, value);
                    }
                }
            }
        }
    }
}

/// The class of a term.
pub fn add(graph: &mut Graph, term: TermId) -> Id {
    let order = graph.analysis.terms.postorder(&[term]);
    let mut classes: FxHashMap<TermId, Id> = FxHashMap::with_capacity_and_hasher(order.len(), FxBuildHasher);
    for part in order {
        let terms = &graph.analysis.terms;
        let children = terms.args(part).iter().map(|arg| graph.find(classes[arg])).collect();
        let node = Node::new(terms.op(part).clone(), children);
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

/// A node's operator, if it has one.
pub fn op(node: &Node) -> Option<&Op> {
    match &node.head {
        Head::Op(op) => Some(op),
        Head::Whole(_) => None,
    }
}

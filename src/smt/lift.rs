//! Lambda-lifting of folds: `sum(k, body, lo, hi)` becomes `F(lo, hi, s1, .., sn)`, where the `s`
//! are the maximal subterms of the body without bound variables and `F` stands for the body's shape.
//!
//! Two folds of one shape get one `F`, so they meet by congruence when their parts are equal. `F` is
//! left uninterpreted: what folds are known to satisfy is stated by the simplifier.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use crate::logic::{FoldKind, Op, TermId, Terms, VarId};

/// A fold as a function application.
pub struct Lifted {
    /// Equal for two folds exactly when they are one function of their arguments.
    pub shape: String,
    /// The parts of the body; to be put behind the bounds.
    pub slots: Vec<TermId>,
}

/// Lifts the body of a fold. No binder below may bind a variable that is bound around it.
pub fn lift(terms: &Terms, kind: FoldKind, var: VarId, body: TermId) -> Lifted {
    let mut bound: BTreeMap<VarId, usize> = BTreeMap::from([(var, 0)]);
    for term in terms.postorder(&[body]) {
        for inner in terms.op(term).binds() {
            bound.entry(*inner).or_insert(usize::MAX);
        }
    }
    let mut lifting =
        Lifting { terms, bound, next_bound: 1, done: BTreeMap::new(), slots: Vec::new(), lines: Vec::new() };
    lifting.visit(body);
    let root = &lifting.done[&body];
    let sort = terms.var_info(var).sort;
    Lifted { shape: format!("{kind:?} {sort:?} {} {root}", lifting.lines.join(";")), slots: lifting.slots }
}

struct Lifting<'t> {
    terms: &'t Terms,
    /// Every variable that is bound in the fold, with its number once it was met.
    bound: BTreeMap<VarId, usize>,
    next_bound: usize,
    /// How a visited subterm is written in the shape.
    done: BTreeMap<TermId, String>,
    slots: Vec<TermId>,
    lines: Vec<String>,
}

impl Lifting<'_> {
    /// Depth first, arguments in order, each shared subterm once; no recursion.
    fn visit(&mut self, body: TermId) {
        let mut entered = BTreeSet::new();
        let mut todo = vec![body];
        while let Some(term) = todo.last().copied() {
            if self.done.contains_key(&term) {
                todo.pop();
            } else if let Some(text) = self.leaf(term) {
                self.done.insert(term, text);
                todo.pop();
            } else if entered.insert(term) {
                self.number(self.terms.op(term).binds());
                todo.extend(self.terms.args(term).iter().rev());
            } else {
                let text = format!("@{}", self.lines.len());
                let line = self.line(term);
                self.lines.push(line);
                self.done.insert(term, text);
                todo.pop();
            }
        }
    }

    /// Literals, bound variables and slots.
    fn leaf(&mut self, term: TermId) -> Option<String> {
        match self.terms.op(term) {
            op @ (Op::Bool(_) | Op::Int(_) | Op::Real(_)) => return Some(format!("{op:?}")),
            Op::Var(var) if self.bound.contains_key(var) => {
                self.number(&[*var]);
                return Some(format!("#{}", self.bound[var]));
            }
            _ => {}
        }
        if self.terms.free(term).iter().any(|var| self.bound.contains_key(var)) {
            return None;
        }
        self.slots.push(term);
        Some(format!("%{}:{:?}", self.slots.len() - 1, self.terms.sort(term)))
    }

    fn number(&mut self, vars: &[VarId]) {
        for var in vars {
            if let Some(number) = self.bound.get_mut(var)
                && *number == usize::MAX
            {
                *number = self.next_bound;
                self.next_bound += 1;
            }
        }
    }

    fn line(&self, term: TermId) -> String {
        let op = self.terms.op(term);
        let mut line = match op {
            Op::Forall(_) => "forall".to_string(),
            Op::Exists(_) => "exists".to_string(),
            Op::Fold(kind, _) => format!("{kind:?}"),
            other => format!("{other:?}"),
        };
        for var in op.binds() {
            // Writing to a string cannot fail.
            let _ = write!(line, " #{}:{:?}", self.bound[var], self.terms.var_info(*var).sort);
        }
        for arg in self.terms.args(term) {
            line.push(' ');
            line.push_str(&self.done[arg]);
        }
        line
    }
}

//! A task in a pool of terms of its own, with one name for the variables of folds that are nested equally deep.

use std::collections::BTreeSet;
use std::hash::{Hash, Hasher};

use rustc_hash::FxHashMap;

use crate::logic::traverse::{Importer, rebind};
use crate::logic::{Op, Sort, SymbolId, TermId, Terms, VarId};
use crate::tasks::{Form, Schema, TaskSet};

/// A task in a pool of its own.
#[derive(Clone)]
pub struct Imported {
    pub terms: Terms,
    pub forms: Vec<Form>,
    pub goal: TermId,
    pub launch: BTreeSet<SymbolId>,
    pub folds: FoldNames,
}

impl Hash for Imported {
    fn hash<H: Hasher>(&self, to: &mut H) {
        self.terms.add_to(to);
        (&self.forms, self.goal, &self.launch).hash(to);
    }
}

#[cfg(test)]
impl Imported {
    /// A task without a launch.
    pub fn of(terms: Terms, forms: Vec<Form>, goal: TermId) -> Imported {
        Imported { terms, forms, goal, launch: BTreeSet::new(), folds: FoldNames::default() }
    }
}

/// Copies a task's hypotheses and goal into a pool of their own, so that nothing else influences it.
pub fn import(set: &TaskSet, hypotheses: &[usize], goal: TermId) -> Imported {
    let mut terms = Terms::new();
    let mut importer = Importer::new(&set.terms);
    importer.all_operators(&mut terms);
    let mut launch = BTreeSet::new();
    for dim in set.launch.block_dim.iter().chain(&set.launch.grid_dim) {
        let copy = importer.term(&mut terms, *dim);
        if let Op::Apply(symbol) = terms.op(copy) {
            launch.insert(*symbol);
        }
    }
    let mut forms = Vec::with_capacity(hypotheses.len());
    for at in hypotheses {
        let form = match &set.hypotheses[*at].form {
            Form::Proposition(term) => Form::Proposition(importer.term(&mut terms, *term)),
            Form::Assign(assign) => Form::Assign(assign.imported(&mut importer, &mut terms)),
            Form::Schema(schema) => Form::Schema(Schema {
                kind: schema.kind,
                functions: schema.functions.iter().map(|symbol| importer.symbol(&mut terms, *symbol)).collect(),
                vars: schema.vars.iter().map(|var| importer.var(&mut terms, *var)).collect(),
                triggers: schema
                    .triggers
                    .iter()
                    .map(|trigger| trigger.iter().map(|term| importer.term(&mut terms, *term)).collect())
                    .collect(),
                fact: importer.term(&mut terms, schema.fact),
            }),
        };
        forms.push(form);
    }
    let goal = importer.term(&mut terms, goal);
    let mut folds = FoldNames::default();
    let goal = folds.rename(&mut terms, goal);
    for form in &mut forms {
        match form {
            Form::Proposition(term) => *term = folds.rename(&mut terms, *term),
            Form::Assign(assign) => {
                assign.mask = folds.rename(&mut terms, assign.mask);
                assign.value = folds.rename(&mut terms, assign.value);
                for index in &mut assign.index {
                    *index = folds.rename(&mut terms, *index);
                }
            }
            // So that a fold in a trigger is the same term once its parts are known; instances are renamed again.
            Form::Schema(schema) => {
                schema.fact = folds.rename(&mut terms, schema.fact);
                for term in schema.triggers.iter_mut().flatten() {
                    *term = folds.rename(&mut terms, *term);
                }
            }
        }
    }
    Imported { terms, forms, goal, launch, folds }
}

/// Folds that differ in the name of their variable only become one term: the variable is named by how
/// deep folds are nested in its body.
#[derive(Clone, Default, Debug)]
pub struct FoldNames {
    vars: Vec<VarId>,
}

impl FoldNames {
    /// The term with the names of its folds.
    pub fn rename(&mut self, terms: &mut Terms, term: TermId) -> TermId {
        self.visit(terms, term, &mut FxHashMap::default(), &mut FxHashMap::default())
    }

    /// From the outside to the inside: in the body of a fold that has its name already, no inner fold's name is free.
    fn visit(
        &mut self,
        terms: &mut Terms,
        term: TermId,
        done: &mut FxHashMap<TermId, TermId>,
        depths: &mut FxHashMap<TermId, usize>,
    ) -> TermId {
        if fold_depth(terms, term, depths) == 0 {
            return term;
        }
        if let Some(renamed) = done.get(&term) {
            return *renamed;
        }
        let mut op = terms.op(term).clone();
        let mut args = terms.args(term).to_vec();
        if let Op::Fold(_, var) = op {
            let depth = fold_depth(terms, args[2], depths);
            let new = self.at(terms, depth);
            if var != new && !terms.free(args[2]).contains(&new) {
                let at = terms.var(new);
                args[2] = terms.substitute(args[2], &[(var, at)].into());
                op = rebind(&op, vec![new]);
            }
        }
        for arg in &mut args {
            *arg = self.visit(terms, *arg, done, depths);
        }
        let renamed = terms.rebuild(&op, &args);
        done.insert(term, renamed);
        renamed
    }

    /// The name of folds in whose bodies folds are nested that deep.
    fn at(&mut self, terms: &mut Terms, depth: usize) -> VarId {
        while self.vars.len() <= depth {
            let name = format!("k{}", self.vars.len());
            self.vars.push(terms.fresh_var(name, Sort::Int));
        }
        self.vars[depth]
    }
}

fn fold_depth(terms: &Terms, term: TermId, depths: &mut FxHashMap<TermId, usize>) -> usize {
    if let Some(depth) = depths.get(&term) {
        return *depth;
    }
    let deepest = terms.args(term).iter().map(|arg| fold_depth(terms, *arg, depths)).max().unwrap_or(0);
    let depth = deepest + usize::from(matches!(terms.op(term), Op::Fold(..)));
    depths.insert(term, depth);
    depth
}

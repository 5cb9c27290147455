//! Writers of array cells: names for those that no equation determines, and writes with variables of their own.

use std::collections::BTreeMap;

use crate::logic::{Op, Sort, TermId, Terms, VarId};
use crate::simplify::egraph::definitions::own_cell;
use crate::simplify::egraph::normal::normalise;
use crate::simplify::known::conjuncts;
use crate::simplify::quantifiers::open::Universal;
use crate::simplify::rules::rule::Rule;
use crate::simplify::rules::step::{Conclusion, Law, Premise, Said};
use crate::tasks::Assign;

use super::Engine;

impl Engine {
    /// Reads of arrays whose writer no equation determines: a writer is named, or nobody wrote (formula (1)).
    pub fn witness_writers(&mut self) -> bool {
        if !self.known.is_on(Rule::AssignNamed) {
            return false;
        }
        let mut roots = self.facts.clone();
        roots.push(self.goal);
        let mut new = false;
        for term in self.terms.postorder(&roots) {
            let Op::Apply(symbol) = *self.terms.op(term) else { continue };
            let Some(assign) = self.definitions.assigns().get(&symbol).cloned() else { continue };
            let is_named = self.introduced.writers_of.contains_key(&term);
            if is_named || !self.terms.is_closed(term) || own_cell(&self.terms, &assign) {
                continue;
            }
            new = true;
            self.known.used(Rule::AssignNamed);
            let first_new = self.next_symbol();
            let (writers, facts) = self.writer_of(term, &assign);
            self.introduced.writers_of.insert(term, writers[0][0]);
            let all: Vec<TermId> = facts.iter().map(|fact| fact.body).collect();
            let premises = writers.each_ref().map(|writer| Premise::Assign { assign: &assign, read: term, writer });
            let conclusion = Conclusion::OneOf { alternatives: &[all], first_new };
            self.record(Law::Rule(Rule::AssignNamed), &premises, conclusion);
            for fact in facts {
                let known = self.known.clone();
                self.definitions.scope = Some(known.clone());
                let body = normalise(&mut self.definitions, &mut self.terms, fact.body, &known);
                let free = self.terms.free(body).clone();
                let vars = fact.vars.into_iter().filter(|var| free.contains(var)).collect();
                for part in conjuncts(&self.terms, body) {
                    let free = self.terms.free(part).clone();
                    let vars: Vec<VarId> = Vec::clone(&vars);
                    let vars: Vec<VarId> = vars.into_iter().filter(|var| free.contains(var)).collect();
                    if !vars.is_empty() {
                        self.says(Said::Becomes(part));
                    }
                    self.add(Universal { vars, body: part });
                }
            }
        }
        new
    }

    /// What is left of facts and universals where `written` is true, or false.
    pub fn decide(&mut self, written: TermId, is_true: bool) {
        let value = self.terms.bool(is_true);
        let decided =
            |terms: &mut Terms, term: TermId| terms.rewrite(term, &mut |_, part| (part == written).then_some(value));
        let (mut kept, mut changed) = (Vec::new(), Vec::new());
        for fact in std::mem::take(&mut self.facts) {
            let now = decided(&mut self.terms, fact);
            if now == fact { kept.push(fact) } else { changed.push(now) }
        }
        self.replace_facts(kept);
        for universal in &mut self.universals {
            universal.body = decided(&mut self.terms, universal.body);
        }
        self.substitute(&changed);
    }

    /// `written` and the coordinates of the writer, named where the cell does not say them; those of any writer; what holds of them.
    fn writer_of(&mut self, read: TermId, assign: &Assign) -> ([Vec<TermId>; 2], Vec<Universal>) {
        let cell = self.terms.args(read).to_vec();
        let terms = &mut self.terms;
        let written = terms.constant_named("written", Sort::Bool);
        // What the cell says of its writer, such as the block in whose memory it is.
        let said: BTreeMap<VarId, TermId> = assign
            .index
            .iter()
            .zip(&cell)
            .filter_map(|(index, at)| match terms.op(*index) {
                Op::Var(var) => Some((*var, *at)),
                _ => None,
            })
            .collect();
        let map: BTreeMap<VarId, TermId> = assign
            .vars
            .iter()
            .map(|var| {
                let info = terms.var_info(*var).clone();
                let value = said.get(var).copied().unwrap_or_else(|| terms.constant_named(&info.name, info.sort));
                (*var, value)
            })
            .collect();
        let mut writes = vec![assign.range, assign.mask];
        for (index, at) in assign.index.iter().zip(&cell) {
            writes.push(terms.eq(*index, *at));
        }
        let writes = terms.and(&writes);
        let writer = std::iter::once(written).chain(assign.vars.iter().map(|var| map[var])).collect();
        let here = terms.substitute(writes, &map);
        let value = terms.substitute(assign.value, &map);
        let gets = terms.eq(read, value);
        let both = terms.and(&[here, gets]);
        let is_written = terms.implies(written, both);
        let old = terms.apply(assign.old, &cell);
        let keeps = terms.eq(read, old);
        let is_kept = terms.or(&[written, keeps]);
        let silent = terms.not(writes);
        let silent = terms.or(&[written, silent]);
        let mut facts: Vec<Universal> =
            [is_written, is_kept].into_iter().map(|body| Universal { vars: Vec::new(), body }).collect();
        // Fresh variables: the assign's own occur in its rule.
        let fresh: BTreeMap<VarId, TermId> = assign
            .vars
            .iter()
            .map(|var| {
                let info = terms.var_info(*var).clone();
                let any = said.get(var).copied().unwrap_or_else(|| {
                    let copy = terms.fresh_var(info.name, info.sort);
                    terms.var(copy)
                });
                (*var, any)
            })
            .collect();
        let body = terms.substitute(silent, &fresh);
        let vars = terms.free(body).to_vec();
        facts.push(Universal { vars, body });
        let any = assign.vars.iter().map(|var| fresh[var]).collect();
        ([writer, any], facts)
    }
}

/// The assign with variables that occur nowhere else: what is known of a reader's variable must never be taken for
/// something about the writer's.
pub fn with_own_variables(terms: &mut Terms, assign: &Assign) -> Assign {
    let mut vars = Vec::with_capacity(assign.vars.len());
    let mut map = BTreeMap::new();
    for var in &assign.vars {
        let info = terms.var_info(*var).clone();
        let own = terms.fresh_var(info.name, info.sort);
        vars.push(own);
        map.insert(*var, terms.var(own));
    }
    Assign {
        new: assign.new,
        old: assign.old,
        vars,
        range: terms.substitute(assign.range, &map),
        mask: terms.substitute(assign.mask, &map),
        index: assign.index.iter().map(|index| terms.substitute(*index, &map)).collect(),
        value: terms.substitute(assign.value, &map),
    }
}

//! What is said of a task, a line each.

use std::sync::{Mutex, MutexGuard, PoisonError};

use rustc_hash::FxHashMap;

use crate::logic::{Op, SymbolId, TermId, Terms};
use crate::simplify::engine::import::import;
use crate::simplify::rules::step::{Conclusion, Premise, Recorder, Said, Step};
use crate::tasks::{Assign, Form, Schema, Task, TaskSet};

use super::nodes::{Copy, Id, Nodes, name, numbers};

/// The task as it was generated: with this its derivation begins.
pub fn raw(set: &TaskSet, task: &Task) -> String {
    let imported = import(set, &task.hypotheses, task.goal);
    let writer = Writer::default();
    writer.task(&imported.terms, &imported.forms, imported.goal);
    writer.take()
}

/// Writes the derivation of one task.
#[derive(Default, Debug)]
pub struct Writer(Mutex<State>);

#[derive(Default, Debug)]
struct State {
    nodes: Nodes,
    /// Sets of literals, by what is in them.
    contexts: FxHashMap<Vec<Id>, u32>,
    assigns: FxHashMap<String, u32>,
}

impl Writer {
    /// What has been written.
    pub fn take(&self) -> String {
        std::mem::take(&mut self.lock().nodes.text)
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn context(&mut self, terms: &Terms, literals: &[TermId]) -> u32 {
        let mut all = self.nodes.of(terms).all(literals);
        all.sort_unstable();
        all.dedup();
        let next = self.contexts.len() as u32;
        if let Some(known) = self.contexts.get(&all) {
            return *known;
        }
        self.nodes.line(&format!("c {next}{}", numbers(&all)));
        self.contexts.insert(all, next);
        next
    }

    fn assign(&mut self, terms: &Terms, assign: &Assign) -> u32 {
        let mut copy = self.nodes.of(terms);
        let (new, old) = (copy.symbol(assign.new), copy.symbol(assign.old));
        let vars: Vec<u32> = assign.vars.iter().map(|var| copy.var(*var)).collect();
        let [range, mask] = [assign.range, assign.mask].map(|term| copy.term(term));
        let (index, value) = (copy.all(&assign.index), copy.term(assign.value));
        let (count, cells) = (vars.len(), index.len());
        let text = format!("{new} {old} {count}{} {range} {mask} {cells}{} {value}", numbers(&vars), numbers(&index));
        let next = self.assigns.len() as u32;
        if let Some(known) = self.assigns.get(&text) {
            return *known;
        }
        self.nodes.line(&format!("a {next} {text}"));
        self.assigns.insert(text, next);
        next
    }

    fn premise(&mut self, terms: &Terms, premise: &Premise<'_>) -> String {
        match *premise {
            Premise::Fact(fact) => format!("fact {}", self.nodes.of(terms).term(fact)),
            Premise::Assign { assign, read, writer } => {
                let assign = self.assign(terms, assign);
                let mut copy = self.nodes.of(terms);
                let (read, writer) = (copy.term(read), copy.all(writer));
                format!("assign {assign} {read} {}{}", writer.len(), numbers(&writer))
            }
            Premise::Equation { read, symbol, args, guard, value } => {
                let mut copy = self.nodes.of(terms);
                let formula = equation(&mut copy, symbol, args, guard, value);
                let mut values = Vec::new();
                for (arg, at) in args.iter().zip(terms.args(read)) {
                    if let Op::Var(var) = terms.op(*arg) {
                        values.extend([copy.var(*var), copy.term(*at)]);
                    }
                }
                format!("universal {formula} {}{}", values.len() / 2, numbers(&values))
            }
            Premise::Universal { vars, body, values } => {
                let mut copy = self.nodes.of(terms);
                let body = copy.term(body);
                if values.is_empty() {
                    let vars: Vec<u32> = vars.iter().map(|var| copy.var(*var)).collect();
                    return format!("forall {body} {}{}", vars.len(), numbers(&vars));
                }
                let pair = |(var, value): (&_, &TermId)| [copy.var(*var), copy.term(*value)];
                let pairs: Vec<u32> = vars.iter().zip(values).flat_map(pair).collect();
                format!("universal {body} {}{}", vars.len(), numbers(&pairs))
            }
            Premise::Schema { schema, values, functions } => {
                let mut text = format!("schema {}", self.schema(terms, schema));
                let mut copy = self.nodes.of(terms);
                text += &format!(" {}{}", values.len(), numbers(&copy.all(values)));
                for (vars, value) in functions {
                    let vars: Vec<u32> = vars.iter().map(|var| copy.var(*var)).collect();
                    text += &format!(" {}{} {}", vars.len(), numbers(&vars), copy.term(*value));
                }
                text
            }
            Premise::Opened(var) => format!("opened {}", self.nodes.of(terms).var(var)),
        }
    }

    fn schema(&mut self, terms: &Terms, schema: &Schema) -> String {
        let mut copy = self.nodes.of(terms);
        let functions: Vec<u32> = schema.functions.iter().map(|symbol| copy.symbol(*symbol)).collect();
        let vars: Vec<u32> = schema.vars.iter().map(|var| copy.var(*var)).collect();
        let fact = copy.term(schema.fact);
        format!(
            "{} {}{} {}{} {fact}",
            schema.kind.name(),
            functions.len(),
            numbers(&functions),
            vars.len(),
            numbers(&vars)
        )
    }

    fn conclusion(&mut self, terms: &Terms, conclusion: &Conclusion<'_>) -> String {
        let mut copy = self.nodes.of(terms);
        match *conclusion {
            Conclusion::Equal(before, after) => format!("equal {} {}", copy.term(before), copy.term(after)),
            Conclusion::Holds(fact) => format!("holds {}", copy.term(fact)),
            Conclusion::OneOf { alternatives, first_new } => {
                let all: Vec<TermId> = alternatives.concat();
                let new = terms.symbols_in(&all).into_iter().filter(|symbol| *symbol >= first_new);
                let new: Vec<u32> = new.map(|symbol| copy.symbol(symbol)).collect();
                let mut text = format!("one-of {}{} {}", new.len(), numbers(&new), alternatives.len());
                for facts in alternatives {
                    let facts = copy.all(facts);
                    text += &format!(" {}{}", facts.len(), numbers(&facts));
                }
                text
            }
        }
    }
}

/// `guard -> symbol(args) = value`
fn equation(copy: &mut Copy<'_>, symbol: SymbolId, args: &[TermId], guard: &[TermId], value: TermId) -> Id {
    let args = copy.all(args);
    let (head, value) = (copy.apply(symbol, args), copy.term(value));
    let equal = copy.made(Op::Eq, vec![head, value]);
    let guard = copy.all(guard);
    if guard.is_empty() {
        return equal;
    }
    let guard = copy.made(Op::And, guard);
    copy.made(Op::Implies, vec![guard, equal])
}

impl Recorder for Writer {
    fn task(&self, terms: &Terms, forms: &[Form], goal: TermId) {
        let mut state = self.lock();
        for (_, operator) in terms.operators() {
            let mut copy = state.nodes.of(terms);
            let [left, right] = operator.operands.map(|var| copy.var(var));
            let (body, identity) = (copy.term(operator.body), copy.term(operator.identity));
            let laws = if operator.is_lawful { "lawful" } else { "plain" };
            state.nodes.line(&format!("operator {} {laws} {left} {right} {body} {identity}", name(&operator.name)));
        }
        for form in forms {
            let line = match form {
                Form::Proposition(term) => format!("hypothesis {}", state.nodes.of(terms).term(*term)),
                Form::Assign(assign) => format!("write {}", state.assign(terms, assign)),
                Form::Schema(schema) => format!("schema {}", state.schema(terms, schema)),
            };
            state.nodes.line(&line);
        }
        let goal = state.nodes.of(terms).term(goal);
        state.nodes.line(&format!("goal {goal}"));
    }

    fn merged(&self, terms: &Terms, hypothesis: Option<usize>, before: TermId, after: TermId) {
        let mut state = self.lock();
        let [before, after] = [before, after].map(|term| state.nodes.of(terms).term(term));
        let which = hypothesis.map_or("goal", |_| "hypothesis");
        state.nodes.line(&format!("merged {which} {before} {after}"));
    }

    fn begins(&self, part: &str, terms: &Terms, goal: TermId) {
        let mut state = self.lock();
        let goal = state.nodes.of(terms).term(goal);
        state.nodes.line(&format!("part {} {goal}", name(part)));
    }

    fn says(&self, terms: &Terms, cases: &[TermId], said: Said<'_>) {
        let mut state = self.lock();
        let context = state.context(terms, cases);
        let line = match said {
            Said::Hypothesis(term) => format!("assumed {context} {}", state.nodes.of(terms).term(term)),
            Said::Opened { quantifier, values } => {
                let mut copy = state.nodes.of(terms);
                let (quantifier, values) = (copy.term(quantifier), copy.all(values));
                format!("opened {quantifier}{}", numbers(&values))
            }
            Said::Given { body, .. } => format!("given {context} {}", state.nodes.of(terms).term(body)),
            Said::Becomes(body) => format!("becomes {context} {}", state.nodes.of(terms).term(body)),
            Said::Equation { symbol, args, guard, value } => {
                let body = equation(&mut state.nodes.of(terms), symbol, args, guard, value);
                format!("becomes {context} {body}")
            }
            Said::Assign { from, assign } => {
                let [from, assign] = [from, assign].map(|assign| state.assign(terms, assign));
                format!("rewritten {context} {from} {assign}")
            }
        };
        state.nodes.line(&line);
    }

    fn record(&self, step: &Step<'_>) {
        let mut state = self.lock();
        let context = state.context(step.terms, step.known);
        let conclusion = state.conclusion(step.terms, &step.conclusion);
        let mut line = format!("step {} {context} {conclusion}", step.law.name());
        for premise in step.premises {
            line.push(' ');
            line += &state.premise(step.terms, premise);
        }
        state.nodes.line(&line);
    }
}

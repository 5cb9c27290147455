//! What is known where a launch is reached.

use std::collections::{BTreeMap, BTreeSet};

use crate::base::Span;

use super::term::{self, Node, Op, Term};
use super::unknown::{Fact, Free, Unknown};

/// An argument of a launch.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Argument {
    Int(Term),
    /// Memory that the host allocated, by a number of the allocation: how far behind its start, and its size, both in bytes.
    Memory {
        allocation: usize,
        offset: Option<Term>,
        size: Option<Term>,
    },
    Unknown,
}

/// What is known where a launch is reached.
#[derive(Clone, Debug)]
pub struct Context {
    /// The launch.
    pub launch: Span,
    /// The calls on the way, the outermost first.
    pub calls: Vec<Span>,
    pub block: [Option<Term>; 3],
    pub grid: [Option<Term>; 3],
    pub args: Vec<Argument>,
    /// The template arguments that are values, by position.
    pub values: Vec<Option<Term>>,
    pub unknowns: BTreeMap<Free, Unknown>,
    pub facts: Vec<Fact>,
    /// Every condition on the way was followed.
    pub is_exact: bool,
}

impl Context {
    /// Nothing is known of the launch.
    pub fn unknown(launch: Span) -> Context {
        Context {
            launch,
            calls: Vec::new(),
            block: [const { None }; 3],
            grid: [const { None }; 3],
            args: Vec::new(),
            values: Vec::new(),
            unknowns: BTreeMap::new(),
            facts: Vec::new(),
            is_exact: false,
        }
    }

    /// The name of an unknown, which no other one of the context has.
    pub fn name(&self, free: Free) -> String {
        let own = &self.unknowns[&free].name;
        let before = self.unknowns.range(..free).filter(|(_, unknown)| unknown.name == *own).count();
        if before == 0 { own.clone() } else { format!("{own}'{before}") }
    }

    fn terms(&self) -> impl Iterator<Item = &Term> {
        let args = self.args.iter().flat_map(|arg| match arg {
            Argument::Int(term) => vec![term],
            Argument::Memory { offset, size, .. } => offset.iter().chain(size).collect(),
            Argument::Unknown => Vec::new(),
        });
        self.block.iter().chain(&self.grid).chain(&self.values).flatten().chain(args)
    }

    /// Whether the program makes each such launch for some input, as far as configuration and integers go: what is unknown in
    /// them is free to choose.
    pub fn is_realised(&self) -> bool {
        self.block.iter().chain(&self.grid).all(Option::is_some)
            && self.is_exact
            && self.unknowns.values().all(|known| known.is_input)
    }

    /// Without the facts that have nothing to do with the launch, and with unknowns numbered from 0 as they occur.
    pub fn reduced(mut self) -> Context {
        let of = |term: &Term| {
            let mut all = BTreeSet::new();
            term::frees(term, &mut |free| _ = all.insert(free));
            all
        };
        let mut related: BTreeSet<Free> = self.terms().flat_map(of).collect();
        loop {
            let before = related.len();
            for fact in &self.facts {
                let mentioned = of(&fact.cond);
                if mentioned.iter().any(|free| related.contains(free)) {
                    related.extend(mentioned);
                }
            }
            if related.len() == before {
                break;
            }
        }
        self.facts.retain(|fact| of(&fact.cond).iter().any(|free| related.contains(free)));
        // What names an unknown that nothing else names says nothing of the others.
        let given: BTreeSet<Free> = self.terms().flat_map(of).collect();
        loop {
            let mut times: BTreeMap<Free, usize> = BTreeMap::new();
            self.facts.iter().flat_map(|fact| of(&fact.cond)).for_each(|free| *times.entry(free).or_default() += 1);
            let before = self.facts.len();
            let names_another = |cond: &Term| {
                let defines = defined(cond);
                defines.is_some_and(|free| !given.contains(&free) && times.get(&free) == Some(&1))
            };
            self.facts.retain(|fact| !names_another(&fact.cond));
            if self.facts.len() == before {
                break;
            }
        }
        if !self.is_realised() {
            self.drop_loose(&given);
        }
        let mut order: BTreeMap<Free, Free> = BTreeMap::new();
        let mut number = |term: &Term| {
            term::frees(term, &mut |free| {
                let next = Free(order.len());
                order.entry(free).or_insert(next);
            });
        };
        self.terms().for_each(&mut number);
        self.facts.iter().for_each(|fact| number(&fact.cond));
        let by = |free: Free| order.get(&free).map(|free| term::free(*free));
        let change = |term: &mut Term| *term = term::replaced(term, &by);
        self.block.iter_mut().chain(&mut self.grid).chain(&mut self.values).flatten().for_each(change);
        for arg in &mut self.args {
            match arg {
                Argument::Int(term) => change(term),
                Argument::Memory { offset, size, .. } => offset.iter_mut().chain(size).for_each(change),
                Argument::Unknown => {}
            }
        }
        self.facts.iter_mut().for_each(|fact| change(&mut fact.cond));
        self.unknowns = std::mem::take(&mut self.unknowns)
            .into_iter()
            .filter_map(|(free, unknown)| Some((*order.get(&free)?, unknown)))
            .collect();
        self
    }

    /// Drops the facts that an unknown meets which is large enough, or small enough, and which nothing else names: `0 <= i` and
    /// `n <= i` behind a loop say nothing of the launch. Fewer facts allow more launches.
    fn drop_loose(&mut self, given: &BTreeSet<Free>) {
        loop {
            let of = |fact: &Fact| {
                let mut all = BTreeSet::new();
                term::frees(&fact.cond, &mut |free| _ = all.insert(free));
                all
            };
            let all: BTreeSet<Free> = self.facts.iter().flat_map(of).filter(|free| !given.contains(free)).collect();
            let is_loose = |free: &Free| {
                let mut ways =
                    self.facts.iter().filter(|fact| of(fact).contains(free)).map(|fact| way(&fact.cond, *free));
                let first = ways.next().flatten();
                first.is_some() && ways.all(|other| other == first)
            };
            let Some(loose) = all.into_iter().find(is_loose) else { return };
            self.facts.retain(|fact| !of(fact).contains(&loose));
        }
    }

    /// Whether it allows what another one allows, by another way.
    pub fn says_the_same(&self, other: &Context) -> bool {
        let conds = |context: &Context| context.facts.iter().map(|fact| fact.cond.clone()).collect::<Vec<_>>();
        let types =
            |context: &Context| context.unknowns.values().map(|known| (known.ty, known.is_input)).collect::<Vec<_>>();
        self.launch == other.launch
            && (&self.block, &self.grid, &self.args, &self.values)
                == (&other.block, &other.grid, &other.args, &other.values)
            && self.is_exact == other.is_exact
            && types(self) == types(other)
            && conds(self) == conds(other)
    }

    /// Whether a number is all that is known of a term.
    pub fn is_alone(term: &Term) -> bool {
        matches!(**term, Node::Free(_))
    }
}

/// Whether a condition holds where an unknown is large enough (true), or small enough (false); nothing where neither is seen.
fn way(cond: &Term, free: Free) -> Option<bool> {
    let is_it = |term: &Term| matches!(**term, Node::Free(own) if own == free);
    let names = |term: &Term| {
        let mut found = false;
        term::frees(term, &mut |own| found |= own == free);
        found
    };
    let Node::Apply(op, args) = &**cond else { return None };
    match op {
        Op::Le | Op::Lt if is_it(&args[1]) && !names(&args[0]) => Some(true),
        Op::Le | Op::Lt if is_it(&args[0]) && !names(&args[1]) => Some(false),
        Op::Not => way(&args[0], free).map(|way| !way),
        Op::And | Op::Or => {
            let mut ways = args.iter().filter(|arg| names(arg)).map(|arg| way(arg, free));
            let first = ways.next().flatten()?;
            ways.all(|other| other == Some(first)).then_some(first)
        }
        _ => None,
    }
}

/// The unknown that a fact says the value of, under a condition on that value.
fn defined(cond: &Term) -> Option<Free> {
    let Node::Apply(Op::Or, parts) = &**cond else { return None };
    let Node::Apply(Op::Eq, sides) = &**parts.last()? else { return None };
    match (&*sides[0], &*sides[1]) {
        (Node::Free(free), _) | (_, Node::Free(free)) => Some(*free),
        _ => None,
    }
}

//! What the hypotheses say as rules from left to right: which constants they give, and which functions.

use std::collections::BTreeSet;

use crate::logic::{Number, Op, Sort, SymbolId, TermId, Terms};
use crate::simplify::egraph::definitions::{ReadBound, equation};
use crate::simplify::egraph::normal::{Context, normalise, normalise_in};
use crate::simplify::quantifiers::open::Universal;
use crate::simplify::rules::rule::Rule;
use crate::simplify::rules::step::Conclusion;
use crate::tasks::is_coordinate;

use super::{Engine, is_literal};

impl Engine {
    /// Ground equalities with a constant in linear position become rules, and so do universals of that form.
    pub fn read_rules(&mut self) {
        // Constants first.
        self.join_bounds();
        self.read_constants(&self.facts.clone());
        self.read_universals();
    }

    /// Reads the equalities that have come up since, but those between coordinates of threads, which mixed radix takes
    /// apart. True if there is one.
    pub fn read_late_constants(&mut self) -> bool {
        self.join_bounds();
        let others: Vec<TermId> = self.facts.iter().copied().filter(|fact| !self.has_coordinates(*fact)).collect();
        self.read_constants(&others)
    }

    /// Learns equalities and uses them at once.
    pub fn substitute(&mut self, facts: &[TermId]) {
        let before = self.facts.len();
        for fact in facts {
            self.learn(*fact);
        }
        let new = self.facts[before..].to_vec();
        self.read_constants(&new);
        self.read_universals();
        self.normalise();
    }

    /// Ground equalities as rules for constants, in Gaussian order: each is normalised by those before it. True if there
    /// is a new one.
    fn read_constants(&mut self, facts: &[TermId]) -> bool {
        let mut new = false;
        let nothing = self.known.nothing();
        self.definitions.scope = Some(nothing.clone());
        let mut context = Context::default();
        for fact in facts {
            let fact = *fact;
            if *self.terms.op(fact) != Op::Eq {
                continue;
            }
            let fact = normalise_in(&mut context, &mut self.definitions, &mut self.terms, fact, &nothing);
            let (launch, digits) = (self.launch.clone(), self.introduced.digits.clone());
            let assigned: BTreeSet<SymbolId> = self.definitions.assigns().keys().copied().collect();
            let taken: BTreeSet<SymbolId> = self.definitions.equations.keys().copied().collect();
            // A constant of the launch is replaced only where nothing else can be.
            // What holds of an operator's identity is found by its name.
            let identities = self.identities();
            let rank = |symbol: SymbolId| {
                let is_last = launch.contains(&symbol) || digits.contains(&symbol);
                (!identities.contains(&symbol) && !assigned.contains(&symbol) && !taken.contains(&symbol))
                    .then_some(u64::from(symbol.0) + if is_last { 0 } else { 1 << 32 })
            };
            // A choice that is still to be decided would hide what the equation says of a thread's coordinates.
            let is_final =
                |terms: &Terms, value| terms.postorder(&[value]).iter().all(|term| *terms.op(*term) != Op::Ite);
            if let Some((symbol, mut equation)) = equation(&mut self.terms, &[], fact, &rank)
                && equation.is_of_constant()
                && self.terms.symbol_info(symbol).args.is_empty()
                && is_final(&self.terms, equation.value)
            {
                // Where the value stands, what makes C's quotient one of mathematics may not be known.
                let is_truncated = |term: &TermId| matches!(self.terms.op(*term), Op::TruncDiv | Op::TruncRem);
                if self.terms.postorder(&[equation.value]).iter().any(is_truncated) {
                    let known = self.known.clone();
                    equation.value = normalise(&mut self.definitions, &mut self.terms, equation.value, &known);
                }
                self.says(equation.said(symbol));
                self.definitions.equations.entry(symbol).or_default().push(equation);
                context = Context::default();
                new = true;
            }
        }
        new
    }

    fn identities(&self) -> BTreeSet<SymbolId> {
        let of = |term: TermId| match self.terms.op(term) {
            Op::Apply(symbol) => Some(*symbol),
            _ => None,
        };
        self.terms.operators().filter_map(|(_, operator)| of(operator.identity)).collect()
    }

    fn read_universals(&mut self) {
        // Guards of the rules below have constants replaced, so what decides them must be known in that form, too.
        let nothing = self.known.nothing();
        let mut context = Context::default();
        self.definitions.scope = Some(nothing.clone());
        for fact in self.facts.clone() {
            if is_literal(&self.terms, fact) {
                let normal = normalise_in(&mut context, &mut self.definitions, &mut self.terms, fact, &nothing);
                self.known.assume(&mut self.terms, normal);
            }
        }
        for universal in self.universals.clone() {
            let body = normalise_in(&mut context, &mut self.definitions, &mut self.terms, universal.body, &nothing);
            let assigned: BTreeSet<SymbolId> = self.definitions.assigns().keys().copied().collect();
            let rank = |symbol: SymbolId| (!assigned.contains(&symbol)).then_some(u64::from(symbol.0));
            if let Some((symbol, equation)) = equation(&mut self.terms, &universal.vars, body, &rank)
                && !self.definitions.equations.get(&symbol).is_some_and(|rules| rules.contains(&equation))
            {
                self.says(equation.said(symbol));
                self.definitions.equations.entry(symbol).or_default().push(equation);
                context = Context::default();
            }
        }
    }

    /// What the universals say of the values of functions.
    pub fn read_bounds(&mut self) {
        let bounds = self.universals.iter().filter_map(|universal| ReadBound::of(&self.terms, universal));
        self.definitions.bounds = bounds.collect();
    }

    /// `a <= b` and `b <= a` are `a = b`, also where a constant's bounds follow from others. Coordinates of threads stay:
    /// instances are made for them by name.
    fn join_bounds(&mut self) {
        if !self.known.is_on(Rule::JoinBounds) {
            return;
        }
        for fact in self.facts.clone() {
            let args = self.terms.args(fact).to_vec();
            if *self.terms.op(fact) != Op::Le || self.terms.sort(args[0]) != Sort::Int {
                continue;
            }
            let opposite = self.terms.le(args[1], args[0]);
            if !self.has_coordinates(fact) && self.seen.contains(&opposite) {
                let equal = self.terms.eq(args[0], args[1]);
                self.known.used(Rule::JoinBounds);
                self.known.record(&self.terms, Rule::JoinBounds, &[], Conclusion::Holds(equal));
                self.add(Universal { vars: Vec::new(), body: equal });
            }
        }
        for symbol in self.terms.symbols_in(&self.facts) {
            let info = self.terms.symbol_info(symbol);
            if !info.args.is_empty() || info.result != Sort::Int {
                continue;
            }
            let constant = self.terms.apply(symbol, &[]);
            let value = self.known.value(&self.terms, constant).filter(|_| !self.has_coordinates(constant));
            let Some(value) = value.filter(Number::is_integer) else { continue };
            let value = self.terms.int(value.to_integer());
            let equal = self.terms.eq(constant, value);
            if !self.seen.contains(&equal) {
                self.known.used(Rule::JoinBounds);
                self.known.record(&self.terms, Rule::JoinBounds, &[], Conclusion::Holds(equal));
                self.add(Universal { vars: Vec::new(), body: equal });
            }
        }
    }

    /// A thread's or block's coordinate occurs.
    fn has_coordinates(&self, fact: TermId) -> bool {
        let name = |symbol: &SymbolId| self.terms.symbol_info(*symbol).name.split('\'').next().unwrap_or_default();
        self.terms.symbols_in(&[fact]).iter().any(|symbol| is_coordinate(name(symbol)))
    }
}

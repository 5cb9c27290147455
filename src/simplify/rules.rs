//! Normalising with what the hypotheses define: `assign`-elimination, guarded equalities, `div`/`mod`, and
//! whatever the context decides.
//!
//! * **assign, own cell**: a local's write goes to the writer's own cell, so a read `x'(t)` is
//!   `ite(range(t) ∧ mask(t), value(t), x(t))`. The range is tested, and mostly decided by the context: an array's
//!   cells may have the form of a thread's coordinates too (`a[threadIdx.x][blockIdx.x]`), and exist beyond them.
//! * **assign, solved**: where `index(t) = u` has one solution among the active threads ([`solve`]), a read
//!   `a'(u)` is `ite(range ∧ mask ∧ index = u, value, a(u))` at the solution, and no quantifier is born.
//! * **guarded equality**: a hypothesis `∀x. γ → f(x) = s` rewrites `f(t)` to `s[t]` wherever the context decides
//!   `γ[t]` (Kojima et al., 4.2).
//!
//! Every step is an equality under the hypotheses and the context in which the term stands.

use std::collections::{BTreeMap, BTreeSet};

use num_traits::ToPrimitive;
use rustc_hash::FxHashMap;

use crate::base::config::Facts;
use crate::logic::{FoldKind, Op, Sort, SymbolId, TermId, Terms, VarId};
use crate::tasks::Assign;

use super::cancel;
use super::digits;
use super::extrema;
use super::known::{Known, conjuncts};
use super::rule::Rule;
use super::solve::{divide, remainder, solve};
use super::sums;

/// A hypothesis `∀vars. guard → f(args) = value`, used from left to right. Each variable is an argument.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Equation {
    args: Vec<TermId>,
    /// Conjuncts.
    pub guard: Vec<TermId>,
    pub value: TermId,
}

impl Equation {
    /// Whether it speaks of a constant, and always.
    pub fn is_of_constant(&self) -> bool {
        self.args.is_empty()
    }

    pub fn is_guarded(&self) -> bool {
        !self.guard.is_empty()
    }

    /// What `f` of these arguments is, and the propositions on which it is so.
    pub fn at(&self, terms: &mut Terms, args: &[TermId]) -> (Vec<TermId>, TermId) {
        let mut map = BTreeMap::new();
        let mut others = Vec::new();
        for (own, arg) in self.args.iter().zip(args) {
            match *terms.op(*own) {
                Op::Var(var) => {
                    map.insert(var, *arg);
                }
                _ => others.push((*own, *arg)),
            }
        }
        let mut guard = Vec::with_capacity(others.len() + self.guard.len());
        for (own, arg) in others {
            let own = terms.substitute(own, &map);
            guard.push(terms.eq(own, arg));
        }
        guard.extend(self.guard.iter().map(|literal| terms.substitute(*literal, &map)));
        (guard, terms.substitute(self.value, &map))
    }
}

/// Rules by the symbol that they rewrite.
#[derive(Clone, Debug, Default)]
pub struct Rules {
    assigns: BTreeMap<SymbolId, Assign>,
    /// What reads of locals are by their assignments, whatever the context.
    own_reads: FxHashMap<TermId, TermId>,
    pub equations: BTreeMap<SymbolId, Vec<Equation>>,
    /// What decides the guards of equations; the context of the term itself when there is none. A hypothesis must
    /// not be rewritten under its own guard (it would become trivial), so facts are rewritten with what holds
    /// everywhere.
    pub scope: Option<Known>,
    /// Guarded equations that were used on closed terms: `head = value` holds, and is stated to the solvers, since
    /// the guard may speak of the head.
    pub used: BTreeSet<(TermId, TermId)>,
    /// With the definitions alone, nothing is rewritten (R76).
    pub facts: Facts,
    /// Rule applications that are left; when there are none, terms stay as they are.
    pub fuel: usize,
}

/// What a context remembers of the terms that were normalised in it.
pub type Memo = FxHashMap<TermId, TermId>;

/// Folds over this many values are written out.
const MAX_UNFOLD: i64 = 4;

impl Rules {
    /// No rules yet.
    pub fn new(facts: Facts, fuel: usize) -> Rules {
        Rules { facts, fuel, ..Rules::default() }
    }

    /// The assignments by the symbol that they define.
    pub fn assigns(&self) -> &BTreeMap<SymbolId, Assign> {
        &self.assigns
    }

    /// Forgets the assignments, where none of what they define is read any more.
    pub fn forget_unread(&mut self, terms: &Terms, read: &[TermId]) {
        let symbols = terms.symbols_in(read);
        if !symbols.iter().any(|symbol| self.assigns.contains_key(symbol)) {
            self.own_reads.clear();
            self.assigns.clear();
        }
    }

    /// Takes an assignment in, in place of one of the same symbol.
    pub fn assign(&mut self, assign: Assign) {
        self.own_reads.clear();
        self.assigns.insert(assign.new, assign);
    }

    /// The term's normal form under what is known.
    pub fn normalise(&mut self, terms: &mut Terms, term: TermId, known: &Known) -> TermId {
        self.normalise_with(terms, term, known, &mut Memo::default())
    }

    /// The same for one of several terms, by the same rules and under what is known of all of them.
    pub fn normalise_with(&mut self, terms: &mut Terms, term: TermId, known: &Known, memo: &mut Memo) -> TermId {
        if self.facts == Facts::Defining {
            return term;
        }
        self.visit(terms, term, known, memo)
    }

    fn visit(&mut self, terms: &mut Terms, term: TermId, known: &Known, memo: &mut Memo) -> TermId {
        if let Some(done) = memo.get(&term) {
            return *done;
        }
        let args = terms.args(term).to_vec();
        let result = match terms.op(term).clone() {
            Op::Bool(_) | Op::Int(_) | Op::Real(_) | Op::Var(_) => term,
            op @ (Op::And | Op::Or) => self.junction(terms, &op, &args, known, memo),
            Op::Implies => {
                let left = self.visit(terms, args[0], known, memo);
                let inner = extended(terms, known, left);
                let right = self.normalise(terms, args[1], &inner);
                terms.implies(left, right)
            }
            Op::Ite => self.choice(terms, &args, known, memo),
            // Without context: what is known of a variable outside must not be taken for one of the same name here.
            op @ (Op::Forall(_) | Op::Exists(_)) => {
                let body = self.normalise(terms, args[0], &known.nothing());
                terms.rebuild(&op, &[body])
            }
            Op::Fold(kind, var) => self.fold(terms, kind, var, &args, known, memo),
            op => {
                let args: Vec<TermId> = args.iter().map(|arg| self.visit(terms, *arg, known, memo)).collect();
                let rebuilt = terms.rebuild(&op, &args);
                self.node(terms, rebuilt, known, memo)
            }
        };
        memo.insert(term, result);
        result
    }

    fn junction(&mut self, terms: &mut Terms, op: &Op, args: &[TermId], known: &Known, memo: &mut Memo) -> TermId {
        let mut inner = known.clone();
        let mut parts = Vec::with_capacity(args.len());
        for arg in args {
            // The first one stands in the context of the whole.
            let part = match parts.is_empty() {
                true => self.visit(terms, *arg, known, memo),
                false => self.normalise(terms, *arg, &inner),
            };
            parts.push(part);
            let assumed = if *op == Op::And { part } else { terms.not(part) };
            inner.assume(terms, assumed);
        }
        terms.rebuild(op, &parts)
    }

    fn choice(&mut self, terms: &mut Terms, args: &[TermId], known: &Known, memo: &mut Memo) -> TermId {
        let cond = self.visit(terms, args[0], known, memo);
        match terms.op(cond) {
            Op::Bool(true) => return self.visit(terms, args[1], known, memo),
            Op::Bool(false) => return self.visit(terms, args[2], known, memo),
            _ => {}
        }
        let inner = extended(terms, known, cond);
        let then = self.normalise(terms, args[1], &inner);
        let negated = terms.not(cond);
        let inner = extended(terms, known, negated);
        let else_ = self.normalise(terms, args[2], &inner);
        terms.ite(cond, then, else_)
    }

    fn fold(
        &mut self,
        terms: &mut Terms,
        kind: FoldKind,
        var: VarId,
        args: &[TermId],
        known: &Known,
        memo: &mut Memo,
    ) -> TermId {
        let lo = self.visit(terms, args[0], known, memo);
        let hi = self.visit(terms, args[1], known, memo);
        // A few values: written out.
        let width = terms.poly(hi).sub(&terms.poly(lo)).as_constant().and_then(|width| width.to_integer().to_i64());
        if let Some(width) = width
            && (0..MAX_UNFOLD).contains(&width)
            && self.may_unfold(terms, kind)
            && terms.sort(if kind == FoldKind::Count { lo } else { args[2] }).is_numeric()
        {
            self.count(Rule::FoldUnfold, known);
            let mut total = terms.body_at(kind, var, args[2], lo);
            for step in 1..=width {
                let at = terms.plus(lo, step);
                let value = terms.body_at(kind, var, args[2], at);
                total = terms.combine(kind, total, value);
            }
            return self.normalise(terms, total, known);
        }
        // The variable is opened under a name of its own: folds share their variables (`FoldNames`), and what is
        // known of an outer one must not be taken for this one.
        let own = terms.fresh_var("k", Sort::Int);
        let (at, shared) = (terms.var(own), terms.var(var));
        let (above, below) = (terms.le(lo, at), terms.le(at, hi));
        let mut inner = known.clone();
        inner.assume(terms, above);
        inner.assume(terms, below);
        let body = terms.substitute(args[2], &[(var, at)].into());
        let body = self.normalise(terms, body, &inner);
        let body = terms.substitute(body, &[(own, shared)].into());
        if kind == FoldKind::Sum && terms.sort(body).is_numeric() {
            return sums::sum(terms, var, lo, hi, body, known);
        }
        if kind.needs_values() && terms.sort(body).is_numeric() {
            return extrema::normal(terms, kind, var, [lo, hi, body], known);
        }
        // A left fold stays one when its range is shifted.
        if matches!(kind, FoldKind::Over(_)) || matches!(terms.sort(body), Sort::Float(_)) {
            let (lo, hi, body) = sums::shifted(terms, var, lo, hi, body, known);
            return terms.fold(kind, var, lo, hi, body);
        }
        terms.fold(kind, var, lo, hi, body)
    }

    /// That a fold over one value is that value needs the law of the identity.
    fn may_unfold(&self, terms: &Terms, kind: FoldKind) -> bool {
        match kind {
            FoldKind::Over(operator) => terms.operator(operator).is_lawful,
            _ => true,
        }
    }

    /// A node whose arguments are in normal form.
    fn node(&mut self, terms: &mut Terms, term: TermId, known: &Known, memo: &mut Memo) -> TermId {
        let args = terms.args(term).to_vec();
        match terms.op(term).clone() {
            Op::Apply(symbol) => self.application(terms, term, symbol, &args, known, memo),
            Op::Le | Op::Lt | Op::Eq | Op::Not => match known.decide_by_bounds(terms, term) {
                Some(value) => {
                    known.used(Rule::Decide);
                    terms.bool(value)
                }
                None => self.comparison(terms, term, known, memo),
            },
            Op::IsPow2 => self.power_of_two(terms, args[0], known),
            Op::BitAnd => self.bit(terms, &args, known).unwrap_or(term),
            Op::Add | Op::Mul if terms.sort(term) == Sort::Int => digits::put_together(terms, term, known),
            Op::Div => divide(terms, args[0], args[1], known),
            // A power of two from 2 on is even.
            Op::Mod if self.is_even_power(terms, &args, known) => {
                known.used(Rule::EvenPower);
                terms.int(0)
            }
            Op::Mod => {
                let remainder = remainder(terms, args[0], args[1], known);
                match known.value(terms, remainder) {
                    Some(value) if terms.as_int(remainder).is_none() => {
                        known.used(Rule::KnownRemainder);
                        terms.int(value.to_integer())
                    }
                    _ => remainder,
                }
            }
            // C's operators are Euclidean for a dividend that is not negative.
            Op::TruncDiv if let Some(quotient) = exact_quotient(terms, &args, known) => quotient,
            Op::TruncRem if exact_quotient(terms, &args, known).is_some() => terms.int(0),
            Op::TruncDiv if self.both_natural(terms, &args, known) => divide(terms, args[0], args[1], known),
            Op::TruncRem if self.both_natural(terms, &args, known) => remainder(terms, args[0], args[1], known),
            op @ (Op::Min | Op::Max) => {
                let smaller = terms.le(args[0], args[1]);
                match known.decide_by_bounds(terms, smaller) {
                    Some(ordered) => {
                        known.used(Rule::OrderedExtremum);
                        args[usize::from(ordered != (op == Op::Min))]
                    }
                    None => term,
                }
            }
            Op::Abs => {
                let poly = terms.poly(args[0]);
                if !known.non_negative(terms, &poly) {
                    return term;
                }
                known.used(Rule::NaturalAbs);
                args[0]
            }
            _ => term,
        }
    }

    /// A comparison with a common positive factor taken out.
    fn comparison(&mut self, terms: &mut Terms, term: TermId, known: &Known, memo: &mut Memo) -> TermId {
        let cancelled = match terms.op(term) {
            Op::Le | Op::Eq => cancel::compare(terms, term, known),
            _ => None,
        };
        match cancelled {
            Some(simpler) => {
                self.count(Rule::Cancel, known);
                self.visit(terms, simpler, known, memo)
            }
            None => term,
        }
    }

    /// A product is a power of two where all factors but one are known to be, and the last one is.
    fn power_of_two(&mut self, terms: &mut Terms, value: TermId, known: &Known) -> TermId {
        let poly = terms.poly(value);
        let [(monomial, factor)] = poly.terms.iter().collect::<Vec<_>>()[..] else { return terms.is_pow2(value) };
        let number = terms.int(factor.to_integer());
        let factor_is = terms.is_pow2(number);
        let mut open = Vec::new();
        for atom in monomial {
            let is = terms.is_pow2(*atom);
            if !known.contains(is) {
                open.push(*atom);
            }
        }
        if !terms.is_true(factor_is) || open.len() > 1 {
            return terms.is_pow2(value);
        }
        known.used(Rule::PowerProduct);
        match open.pop() {
            Some(last) => terms.is_pow2(last),
            None => terms.bool(true),
        }
    }

    /// `x & p` for a power of two `p`: the bit of `x` that it stands for.
    fn bit(&mut self, terms: &mut Terms, args: &[TermId], known: &Known) -> Option<TermId> {
        let (value, power) = [(args[0], args[1]), (args[1], args[0])].into_iter().find(|(_, power)| {
            let is_power = self.power_of_two(terms, *power, known);
            terms.is_true(is_power) || known.contains(is_power)
        })?;
        known.used(Rule::BitOfPower);
        let two = terms.int(2);
        let digit = divide(terms, value, power, known);
        let digit = remainder(terms, digit, two, known);
        Some(terms.mul(power, digit))
    }

    fn is_even_power(&mut self, terms: &mut Terms, args: &[TermId], known: &Known) -> bool {
        let two = terms.int(2);
        if args[1] != two {
            return false;
        }
        let (is_power, at_least_two) = (terms.is_pow2(args[0]), terms.le(two, args[0]));
        known.contains(is_power) && known.decide(terms, at_least_two) == Some(true)
    }

    fn both_natural(&mut self, terms: &Terms, args: &[TermId], known: &Known) -> bool {
        let natural = known.non_negative(terms, &terms.poly(args[0])) && known.positive(terms, args[1]);
        if natural {
            known.used(Rule::NaturalQuotient);
        }
        natural
    }

    fn application(
        &mut self,
        terms: &mut Terms,
        term: TermId,
        symbol: SymbolId,
        args: &[TermId],
        known: &Known,
        memo: &mut Memo,
    ) -> TermId {
        if self.fuel == 0 {
            return term;
        }
        if let Some(assign) = self.assigns.get(&symbol) {
            let replaced = match own_cell(terms, assign) {
                true => {
                    let read = || read_own_cell(terms, assign, args);
                    Some((Rule::AssignOwnCell, *self.own_reads.entry(term).or_insert_with(read)))
                }
                false => read_solved(terms, assign, args, known),
            };
            if let Some((rule, replaced)) = replaced {
                self.count(rule, known);
                return self.visit(terms, replaced, known, memo);
            }
            return term;
        }
        let equations = self.equations.get(&symbol).map_or(0, Vec::len);
        for at in 0..equations {
            let equation = &self.equations[&symbol][at];
            let (guard, value) = equation.at(terms, args);
            let deciding = self.scope.as_ref().unwrap_or(known);
            if guard.iter().all(|literal| deciding.decide(terms, *literal) == Some(true)) {
                let rule = if equation.is_of_constant() { Rule::ConstantEquation } else { Rule::GuardedEquality };
                if equation.is_guarded() && terms.is_closed(term) {
                    self.used.insert((term, value));
                }
                self.count(rule, known);
                return self.visit(terms, value, known, memo);
            }
        }
        term
    }

    fn count(&mut self, rule: Rule, known: &Known) {
        self.fuel = self.fuel.saturating_sub(1);
        known.used(rule);
    }
}

/// The quotient of a multiple, whatever its sign, by a divisor that is not zero.
fn exact_quotient(terms: &mut Terms, args: &[TermId], known: &Known) -> Option<TermId> {
    let divisor = terms.poly(args[1]);
    let [(monomial, factor)] = divisor.terms.iter().collect::<Vec<_>>()[..] else { return None };
    let (quotient, remainder) = terms.poly(args[0]).divide_by_monomial(monomial, factor);
    (remainder.is_zero() && known.positive(terms, args[1])).then(|| {
        known.used(Rule::ExactQuotient);
        terms.from_poly(&quotient, Sort::Int)
    })
}

/// The write goes to the writer's own cell: the cell's coordinates are the writer's, each once.
pub fn own_cell(terms: &Terms, assign: &Assign) -> bool {
    assign.index.len() == assign.vars.len()
        && assign.index.iter().zip(&assign.vars).all(|(index, var)| *terms.op(*index) == Op::Var(*var))
}

fn read_own_cell(terms: &mut Terms, assign: &Assign, args: &[TermId]) -> TermId {
    let map: BTreeMap<VarId, TermId> = assign.vars.iter().copied().zip(args.iter().copied()).collect();
    let writes = terms.and(&[assign.range, assign.mask]);
    let writes = terms.substitute(writes, &map);
    let value = terms.substitute(assign.value, &map);
    let old = terms.apply(assign.old, args);
    terms.ite(writes, value, old)
}

fn read_solved(terms: &mut Terms, assign: &Assign, args: &[TermId], known: &Known) -> Option<(Rule, TermId)> {
    let mut context = conjuncts(terms, assign.range);
    context.extend(conjuncts(terms, assign.mask));
    let old = terms.apply(assign.old, args);
    if never_meets(terms, &assign.index, args, &context, known) {
        return Some((Rule::AssignUntouched, old));
    }
    let solution = solve(terms, &assign.vars, &assign.index, args, &context, known)?;
    if !solution.unique {
        return None;
    }
    let mut writes =
        vec![terms.substitute(assign.range, &solution.values), terms.substitute(assign.mask, &solution.values)];
    for (index, cell) in assign.index.iter().zip(args) {
        let index = terms.substitute(*index, &solution.values);
        writes.push(terms.eq(index, *cell));
    }
    let writes = terms.and(&writes);
    let value = terms.substitute(assign.value, &solution.values);
    Some((Rule::AssignSolved, terms.ite(writes, value, old)))
}

/// No writer's index is this cell: an equation is false whatever the writer (`2·o·t = o·(2·z + 1)`).
fn never_meets(terms: &mut Terms, index: &[TermId], cell: &[TermId], context: &[TermId], known: &Known) -> bool {
    let mut inner = known.clone();
    for literal in context {
        inner.assume(terms, *literal);
    }
    index.iter().zip(cell).any(|(index, cell)| {
        let equation = terms.eq(*index, *cell);
        let simpler =
            if *terms.op(equation) == Op::Eq { cancel::compare(terms, equation, &inner) } else { Some(equation) };
        simpler.is_some_and(|simpler| terms.is_false(simpler))
    })
}

fn extended(terms: &mut Terms, known: &Known, proposition: TermId) -> Known {
    let mut inner = known.clone();
    inner.assume(terms, proposition);
    inner
}

/// Reads a hypothesis as a rule: `guard → f(vars) = value`, with `f(vars)` in linear position and nowhere else.
/// `rank` says which symbols may be rewritten (a higher rank is preferred); symbols without a rank never are.
pub fn equation(
    terms: &mut Terms,
    vars: &[VarId],
    body: TermId,
    rank: &dyn Fn(SymbolId) -> Option<u64>,
) -> Option<(SymbolId, Equation)> {
    let (guard, literal) = match terms.op(body) {
        Op::Implies => (conjuncts(terms, terms.args(body)[0]), terms.args(body)[1]),
        _ => (Vec::new(), body),
    };
    if *terms.op(literal) != Op::Eq {
        return None;
    }
    let (left, right) = (terms.args(literal)[0], terms.args(literal)[1]);
    let sort = terms.sort(left);
    let candidates: Vec<TermId> = if sort.is_numeric() {
        let poly = terms.poly(left).sub(&terms.poly(right));
        poly.terms
            .iter()
            .filter(|(monomial, coefficient)| {
                monomial.len() == 1 && (sort == Sort::Real || coefficient.abs().to_integer() == 1.into())
            })
            .map(|(monomial, _)| monomial[0])
            .collect()
    } else {
        vec![left, right]
    };
    let mut best: Option<(u64, SymbolId, TermId)> = None;
    for candidate in candidates {
        let Op::Apply(symbol) = *terms.op(candidate) else { continue };
        let Some(rank) = rank(symbol) else { continue };
        if !covers(terms, candidate, vars, &guard) || best.is_some_and(|(other, ..)| other >= rank) {
            continue;
        }
        best = Some((rank, symbol, candidate));
    }
    let (_, symbol, head) = best?;
    let value = if sort.is_numeric() {
        let poly = terms.poly(left).sub(&terms.poly(right));
        let (coefficient, rest) = poly.linear_in(head)?;
        let factor = -coefficient.as_constant()?.recip();
        let value = rest.scale(&factor);
        terms.from_poly(&value, sort)
    } else if head == left {
        right
    } else {
        left
    };
    // The head must not occur in what replaces it, nor its symbol (it could grow).
    if terms.symbols_in(&[value]).contains(&symbol) {
        return None;
    }
    Some((symbol, Equation { args: terms.args(head).to_vec(), guard, value }))
}

/// All variables are arguments of the head, each once; its other arguments speak of nothing else.
fn covers(terms: &Terms, head: TermId, vars: &[VarId], guard: &[TermId]) -> bool {
    let args = terms.args(head);
    let is_own = |arg: &TermId| matches!(terms.op(*arg), Op::Var(var) if vars.contains(var));
    let own: Vec<TermId> = args.iter().copied().filter(is_own).collect();
    let distinct = own.iter().collect::<BTreeSet<_>>().len() == own.len();
    let speaks_of_own = |term: &TermId| terms.free(*term).iter().all(|var| vars.contains(var));
    // A constant function's cell is a constant of its own.
    let is_general = !own.is_empty() || args.is_empty();
    is_general && distinct && own.len() == vars.len() && args.iter().chain(guard).all(speaks_of_own)
}

//! What solvers do not know: folds, powers of two, bits. Everything here holds of all terms of its form; of folds only the definition
//! is used, and what follows from it by induction.

use std::collections::BTreeMap;

use super::statements::Operator;
use super::terms::{Id, Op, Pool, Sort};

/// How much is said.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Depth {
    /// The first unfolding of each power of two, and that a fold over nothing is its unit.
    Definitions,
    /// The last value of each fold, sums of constants, the range of counts, pairs and products of powers of two, single bits.
    Laws,
    /// As many of the last values of each fold as may be written out.
    Unfolded,
}

/// Values of a fold that are written out.
const UNFOLDED: usize = 33;

/// More powers of two are not paired.
const MOST_POWERS: usize = 8;

/// More instances of a law of products are not stated.
const MOST_INSTANCES: usize = 80;

/// What holds of the terms that occur in these.
pub fn of(pool: &mut Pool, roots: &[Id], operators: &[Operator], depth: Depth) -> Vec<Id> {
    let mut laws = Laws { pool, operators, facts: Vec::new() };
    let below = laws.pool.below(roots);
    for term in &below {
        let args = laws.pool.args(*term).clone();
        match laws.pool.op(*term).clone() {
            Op::Word("is_pow2") if laws.pool.sort(args[0]) == Sort::Int => laws.power(*term, depth),
            Op::Word("bitand") if depth > Depth::Definitions => laws.bit(*term),
            Op::Apply(symbol) => laws.of_operator(*term, symbol),
            Op::Fold(..) => {
                laws.empty(*term);
                match depth {
                    Depth::Definitions => {}
                    Depth::Laws => laws.last(*term, 2),
                    Depth::Unfolded => laws.last(*term, UNFOLDED),
                }
            }
            _ => {}
        }
    }
    if depth > Depth::Definitions && operators.iter().any(|operator| operator.is_lawful) {
        let made = laws.facts.clone();
        for term in laws.pool.below(&made) {
            if let Op::Apply(symbol) = *laws.pool.op(term) {
                laws.of_operator(term, symbol);
            }
        }
    }
    if depth > Depth::Definitions {
        let powers: Vec<Id> =
            below.iter().copied().filter(|term| *laws.pool.op(*term) == Op::Word("is_pow2")).collect();
        let powers = &powers[..powers.len().min(MOST_POWERS)];
        laws.pairs(powers);
        for term in &below {
            if *laws.pool.op(*term) == Op::Word("bitand") {
                laws.apart_bits(*term, powers);
            }
        }
        laws.products(&below);
    }
    laws.facts
}

struct Laws<'p> {
    pool: &'p mut Pool,
    operators: &'p [Operator],
    facts: Vec<Id>,
}

impl Laws<'_> {
    fn says(&mut self, premises: &[Id], fact: Id) {
        let fact = self.pool.implied(premises, fact);
        self.facts.push(fact);
    }

    /// `is_pow2(n)`: 1, or twice a power of two.
    fn power(&mut self, power: Id, depth: Depth) {
        let pool = &mut *self.pool;
        let [one, two] = [1, 2].map(|value| pool.int(value));
        let number = pool.args(power)[0];
        let (positive, is_one) = (pool.word("<=", &[one, number]), pool.word("==", &[number, one]));
        let (is_more, half) = (pool.word("<=", &[two, number]), pool.word("div", &[number, two]));
        let (double, of_half) = (pool.word("*", &[two, half]), pool.word("is_pow2", &[half]));
        let is_double = pool.word("==", &[number, double]);
        let unfolded = pool.and(&[is_double, of_half]);
        let same = pool.word("==", &[power, unfolded]);
        self.says(&[power], positive);
        self.says(&[is_one], power);
        self.says(&[is_more], same);
        if depth > Depth::Definitions && *self.pool.op(number) == Op::Word("*") {
            self.product(power, number);
        }
    }

    /// A factor that is a power of two does not matter to whether a product is one.
    fn product(&mut self, power: Id, product: Id) {
        let factors = self.pool.args(product).clone();
        for at in 0..factors.len() {
            let rest: Vec<Id> =
                factors.iter().enumerate().filter(|(other, _)| *other != at).map(|(_, id)| *id).collect();
            let rest = if rest.len() == 1 { rest[0] } else { self.pool.word("*", &rest) };
            let [own, of_rest] = [factors[at], rest].map(|factor| self.pool.word("is_pow2", &[factor]));
            let same = self.pool.word("==", &[power, of_rest]);
            if matches!(self.pool.op(factors[at]), Op::Int(_)) {
                self.power(own, Depth::Definitions);
            }
            self.says(&[own], same);
        }
    }

    /// Of two powers of two the larger is an even multiple of the smaller, and a power of two times it.
    fn pairs(&mut self, powers: &[Id]) {
        for one in powers {
            for other in powers.iter().filter(|other| *other != one) {
                let pool = &mut *self.pool;
                let (small, large) = (pool.args(*one)[0], pool.args(*other)[0]);
                let two = pool.int(2);
                let twice = pool.word("*", &[two, small]);
                let factor = pool.word("div", &[large, twice]);
                let multiple = pool.word("*", &[twice, factor]);
                let (is_less, is_power) = (pool.word("<", &[small, large]), pool.word("is_pow2", &[factor]));
                let is_multiple = pool.word("==", &[large, multiple]);
                let both = pool.and(&[is_multiple, is_power]);
                self.says(&[*one, *other, is_less], both);
            }
        }
    }

    /// What solvers seldom find of products of unknowns: they grow with each factor, a quotient is what lies in its range, and a
    /// number and a multiple of what is larger than it are 0 together.
    fn products(&mut self, below: &[Id]) {
        let mut factors: Vec<(Id, Id)> = Vec::new();
        for product in below {
            if !self.is_integer("*", *product) {
                continue;
            }
            let args = self.pool.args(*product).clone();
            for (at, own) in args.iter().enumerate() {
                if matches!(self.pool.op(*own), Op::Int(_)) {
                    continue;
                }
                let is_rest = |(other, id): &(usize, &Id)| *other != at && !matches!(self.pool.op(**id), Op::Int(_));
                let rest: Vec<Id> = args.iter().enumerate().filter(is_rest).map(|(_, id)| *id).collect();
                if let [first, others @ ..] = &rest[..] {
                    let rest = if others.is_empty() { *first } else { self.pool.word("*", &rest) };
                    if !factors.contains(&(*own, rest)) {
                        factors.push((*own, rest));
                    }
                }
            }
        }
        let before = self.facts.len();
        for term in below {
            if self.facts.len() > before + MOST_INSTANCES {
                return;
            }
            if self.is_integer("div", *term) {
                self.quotient(*term, &factors);
            } else if *self.pool.op(*term) == Op::Word("<=") {
                self.monotone(*term, &factors);
            } else if *self.pool.op(*term) == Op::Word("==") {
                self.apart(*term, &factors);
            }
        }
    }

    fn is_integer(&self, word: &'static str, term: Id) -> bool {
        *self.pool.op(term) == Op::Word(word) && self.pool.sort(term) == Sort::Int
    }

    /// `m * q <= x < m * q + m` for a quotient `q = x div m`, which is the only such number.
    fn quotient(&mut self, quotient: Id, factors: &[(Id, Id)]) {
        let (number, divisor) = (self.pool.args(quotient)[0], self.pool.args(quotient)[1]);
        let one = self.pool.int(1);
        let is_positive = self.pool.word("<=", &[one, divisor]);
        let others = factors.iter().filter(|(own, _)| *own == divisor).map(|(_, other)| *other);
        for other in std::iter::once(quotient).chain(others).collect::<Vec<Id>>() {
            let pool = &mut *self.pool;
            let least = pool.word("*", &[divisor, other]);
            let most = pool.word("+", &[least, divisor]);
            let (above, below) = (pool.word("<=", &[least, number]), pool.word("<", &[number, most]));
            if other == quotient {
                let both = pool.and(&[above, below]);
                self.says(&[is_positive], both);
            } else {
                let same = pool.word("==", &[quotient, other]);
                self.says(&[is_positive, above, below], same);
            }
        }
    }

    /// `a <= b` is `f * a <= f * b` for a natural `f`.
    fn monotone(&mut self, order: Id, factors: &[(Id, Id)]) {
        let (one, other) = (self.pool.args(order)[0], self.pool.args(order)[1]);
        if self.pool.sort(one) != Sort::Int {
            return;
        }
        let inside = self.pool.below(&[one, other]);
        let mut by: Vec<Id> = factors.iter().filter(|(own, _)| inside.contains(own)).map(|(_, rest)| *rest).collect();
        by.sort_unstable();
        by.dedup();
        for factor in by {
            let pool = &mut *self.pool;
            let zero = pool.int(0);
            let is_natural = pool.word("<=", &[zero, factor]);
            let (less, more) = (pool.word("*", &[factor, one]), pool.word("*", &[factor, other]));
            let holds = pool.word("<=", &[less, more]);
            self.says(&[order, is_natural], holds);
        }
    }

    /// `m * q + r = 0` is `q = 0` and `r = 0` where `r` is smaller than `m`; `q` and `r` are what two equations beside another one
    /// speak of.
    fn apart(&mut self, same: Id, factors: &[(Id, Id)]) {
        let args = self.pool.args(same).clone();
        for both in args.iter() {
            if *self.pool.op(*both) != Op::Word("&&") {
                continue;
            }
            let [first, second] = self.pool.args(*both)[..] else { continue };
            if !self.is_equation(first) || !self.is_equation(second) {
                continue;
            }
            for (of_quotient, of_rest) in [(first, second), (second, first)] {
                for (_, factor) in factors {
                    let pool = &mut *self.pool;
                    let [quotient, rest] = [of_quotient, of_rest].map(|equation| {
                        let args = pool.args(equation).clone();
                        minus(pool, args[0], args[1])
                    });
                    let (zero, none) = (pool.int(0), pool.int(-1));
                    let opposite = pool.word("*", &[none, *factor]);
                    let (above, below) = (pool.word("<", &[opposite, rest]), pool.word("<", &[rest, *factor]));
                    let product = pool.word("*", &[*factor, quotient]);
                    let sum = pool.word("+", &[product, rest]);
                    let whole = pool.word("==", &[sum, zero]);
                    let apart = pool.word("==", &[whole, *both]);
                    self.says(&[above, below], apart);
                }
            }
        }
    }

    fn is_equation(&self, term: Id) -> bool {
        *self.pool.op(term) == Op::Word("==") && self.pool.sort(self.pool.args(term)[0]) == Sort::Int
    }

    /// Of a power of two `p`: `x & p` is `p` times the digit of `x` at `p`, `x & (p - 1)` is `x mod p`, `x & -p` is `x - x mod p`.
    fn bit(&mut self, term: Id) {
        let args = self.pool.args(term).clone();
        for (number, mask) in [(args[0], args[1]), (args[1], args[0])] {
            let pool = &mut *self.pool;
            let [zero, one, two] = [0, 1, 2].map(|value| pool.int(value));
            let quotient = pool.word("div", &[number, mask]);
            let digit = pool.word("mod", &[quotient, two]);
            let product = pool.word("*", &[mask, digit]);
            let next = pool.word("+", &[mask, one]);
            let remainder = pool.word("mod", &[number, next]);
            let opposite = minus(pool, zero, mask);
            let below = pool.word("mod", &[number, opposite]);
            let above = minus(pool, number, below);
            for (power, value) in [(mask, product), (next, remainder), (opposite, above)] {
                let (is_power, same) = (self.pool.word("is_pow2", &[power]), self.pool.word("==", &[term, value]));
                self.says(&[is_power], same);
                self.power(is_power, Depth::Definitions);
            }
        }
    }

    /// `x & y` is 0 where `x` is a multiple of a power of two and `0 <= y` is below it.
    fn apart_bits(&mut self, term: Id, powers: &[Id]) {
        let args = self.pool.args(term).clone();
        for (low, high) in [(args[0], args[1]), (args[1], args[0])] {
            for is_power in powers {
                let pool = &mut *self.pool;
                let (zero, power) = (pool.int(0), pool.args(*is_power)[0]);
                let rest = pool.word("mod", &[high, power]);
                let is_multiple = pool.word("==", &[rest, zero]);
                let (natural, below) = (pool.word("<=", &[zero, low]), pool.word("<", &[low, power]));
                let none = pool.word("==", &[term, zero]);
                self.says(&[*is_power, is_multiple, natural, below], none);
            }
        }
    }

    /// What an operator of which nothing else is known does with its identity, and with itself.
    fn of_operator(&mut self, term: Id, symbol: u32) {
        let is_own = |operator: &&Operator| *self.pool.op(operator.body) == Op::Apply(symbol) && operator.is_lawful;
        let Some(identity) = self.operators.iter().find(is_own).map(|operator| operator.identity) else { return };
        let [one, other] = self.pool.args(term)[..] else { return };
        for (own, rest) in [(one, other), (other, one)] {
            let (Some(is_identity), Some(same)) = (self.pool.equal(own, identity), self.pool.equal(term, rest)) else {
                return;
            };
            self.says(&[is_identity], same);
        }
        // Associativity, from the left and from the right.
        let op = Op::Apply(symbol);
        let [left, right] = [one, other].map(|side| self.pool.args(side).clone());
        let mut moved = Vec::new();
        if *self.pool.op(one) == op {
            let inner = self.pool.make(op.clone(), vec![left[1], other]);
            moved.extend(inner.and_then(|inner| self.pool.make(op.clone(), vec![left[0], inner])));
        }
        if *self.pool.op(other) == op {
            let inner = self.pool.make(op.clone(), vec![one, right[0]]);
            moved.extend(inner.and_then(|inner| self.pool.make(op.clone(), vec![inner, right[1]])));
        }
        for other in moved {
            self.facts.extend(self.pool.equal(term, other));
        }
    }

    /// A fold over nothing is its unit.
    fn empty(&mut self, fold: Id) {
        let Some(unit) = unit(self.pool, self.operators, fold) else { return };
        let args = self.pool.args(fold).clone();
        let is_empty = self.pool.word("<", &[args[1], args[0]]);
        let Some(is_unit) = self.pool.equal(fold, unit) else { return };
        self.says(&[is_empty], is_unit);
    }

    /// A fold is that of all values but the last, and the last; so often.
    fn last(&mut self, fold: Id, times: usize) {
        let Op::Fold(kind, _) = self.pool.op(fold).clone() else { return };
        let (lo, hi) = (self.pool.args(fold)[0], self.pool.args(fold)[1]);
        let one = self.pool.int(1);
        let is_some = self.pool.word("<=", &[lo, hi]);
        let before = minus(self.pool, hi, one);
        let shorter = up_to(self.pool, fold, before);
        let Some(value) = value_at(self.pool, fold, hi) else { return };
        let Some(whole) = joined(self.pool, self.operators, fold, shorter, value) else { return };
        let Some(same) = self.pool.equal(fold, whole) else { return };
        match &*kind {
            "min_over" | "max_over" => {
                let (is_single, is_more) = (self.pool.word("==", &[lo, hi]), self.pool.word("<", &[lo, hi]));
                let Some(single) = self.pool.equal(fold, value) else { return };
                self.says(&[is_single], single);
                self.says(&[is_more], same);
            }
            _ => {
                self.says(&[is_some], same);
                self.empty(shorter);
            }
        }
        self.of_length(fold, &kind);
        if times > 1 {
            self.last(shorter, times - 1);
        }
    }

    /// A sum of one value, and the range of a count: by induction on the length.
    fn of_length(&mut self, fold: Id, kind: &str) {
        let Op::Fold(_, var) = *self.pool.op(fold) else { return };
        let args = self.pool.args(fold).clone();
        let pool = &mut *self.pool;
        let (one, zero) = (pool.int(1), pool.int(0));
        let length = minus(pool, args[1], args[0]);
        let length = pool.word("+", &[length, one]);
        let is_range = pool.word("<=", &[zero, length]);
        if kind == "count" {
            let (least, most) = (pool.word("<=", &[zero, fold]), pool.word("<=", &[fold, length]));
            self.facts.push(least);
            self.says(&[is_range], most);
        } else if kind == "sum" && pool.sort(fold).is_number() && !pool.free(args[2]).contains(&var) {
            let length = if pool.sort(fold) == Sort::Real { pool.word("to_real", &[length]) } else { length };
            let product = pool.word("*", &[length, args[2]]);
            let same = pool.word("==", &[fold, product]);
            self.says(&[is_range], same);
        }
    }
}

fn minus(pool: &mut Pool, from: Id, what: Id) -> Id {
    let opposite = pool.int(-1);
    let negated = pool.word("*", &[opposite, what]);
    pool.word("+", &[from, negated])
}

/// The same fold with this upper bound.
fn up_to(pool: &mut Pool, fold: Id, hi: Id) -> Id {
    let (op, args) = (pool.op(fold).clone(), pool.args(fold).clone());
    pool.make(op, vec![args[0], hi, args[2]]).expect("it is a fold again")
}

/// What a fold takes at a value of its variable: of a count 1 or 0.
fn value_at(pool: &mut Pool, fold: Id, at: Id) -> Option<Id> {
    let (Op::Fold(kind, var), args) = (pool.op(fold).clone(), pool.args(fold).clone()) else { return None };
    let value = pool.substitute(args[2], &BTreeMap::from([(var, at)]));
    if &*kind != "count" {
        return Some(value);
    }
    let [zero, one] = [0, 1].map(|number| pool.int(number));
    Some(pool.word("ite", &[value, one, zero]))
}

/// What a fold makes of two values.
fn joined(pool: &mut Pool, operators: &[Operator], fold: Id, one: Id, other: Id) -> Option<Id> {
    let Op::Fold(kind, _) = pool.op(fold).clone() else { return None };
    if let Some(name) = kind.strip_prefix("over:") {
        let operator = operators.iter().find(|operator| operator.name == name)?;
        let map = BTreeMap::from([(operator.operands[0], one), (operator.operands[1], other)]);
        let fits = map.iter().all(|(var, value)| pool.vars[*var as usize] == pool.sort(*value));
        return fits.then(|| pool.substitute(operator.body, &map));
    }
    let is_float = matches!(pool.sort(fold), Sort::Float(_));
    let word = match (&*kind, is_float) {
        ("sum" | "count", false) => "+",
        ("prod", false) => "*",
        ("min_over", false) => "min",
        ("max_over", false) => "max",
        ("sum", true) => "fadd",
        ("prod", true) => "fmul",
        _ => return None,
    };
    Some(pool.word(word, &[one, other]))
}

/// The value over an empty range.
fn unit(pool: &mut Pool, operators: &[Operator], fold: Id) -> Option<Id> {
    let Op::Fold(kind, _) = pool.op(fold).clone() else { return None };
    if let Some(name) = kind.strip_prefix("over:") {
        return operators.iter().find(|operator| operator.name == name).map(|operator| operator.identity);
    }
    let number = match &*kind {
        "sum" | "count" => 0,
        "prod" => 1,
        _ => return None,
    };
    match pool.sort(fold) {
        Sort::Int => Some(pool.int(number)),
        Sort::Real => pool.make(Op::Real(number.to_string().into(), "1".into()), Vec::new()),
        Sort::Bool | Sort::Float(_) => None,
    }
}

/// Questions that together show a proposition by induction, each as hypotheses and goal.
pub type Induction = Vec<(Vec<Id>, Id)>;

/// More folds are not tried.
const MOST_FOLDS: usize = 4;

/// Ways to show a proposition about folds by induction. Some of them grow together from where one of them is empty: with upper bounds
/// that are `m` less, `P(m)` is shown for `m = N`, the length of that one, and `P(m)` from `P(m + 1)` for `0 <= m < N`.
pub fn inductions(pool: &mut Pool, operators: &[Operator], goal: Id) -> Vec<Induction> {
    let mut premises = Vec::new();
    let mut claim = goal;
    while *pool.op(claim) == Op::Word("->") {
        premises.push(pool.args(claim)[0]);
        claim = pool.args(claim)[1];
    }
    let mut folds = Vec::new();
    outermost(pool, claim, &mut folds);
    let mut all = Vec::new();
    if folds.len() > MOST_FOLDS {
        return all;
    }
    for set in 1..1_u32 << folds.len() {
        let growing: Vec<Id> = (0..folds.len()).filter(|at| set >> at & 1 == 1).map(|at| folds[at]).collect();
        for from in &growing {
            all.extend(induction(pool, operators, &premises, claim, &growing, *from));
        }
    }
    // What grows together most often is all of it.
    all.reverse();
    all
}

fn outermost(pool: &Pool, term: Id, folds: &mut Vec<Id>) {
    match pool.op(term) {
        Op::Fold(..) => {
            if !folds.contains(&term) {
                folds.push(term);
            }
        }
        Op::Forall(_) | Op::Exists(_) => {}
        _ => pool.args(term).iter().for_each(|arg| outermost(pool, *arg, folds)),
    }
}

fn induction(
    pool: &mut Pool,
    operators: &[Operator],
    premises: &[Id],
    claim: Id,
    growing: &[Id],
    from: Id,
) -> Option<Induction> {
    let (zero, one) = (pool.int(0), pool.int(1));
    let less = pool.new_var(Sort::Int);
    let less = pool.var(less);
    let (lo, hi) = (pool.args(from)[0], pool.args(from)[1]);
    let length = minus(pool, hi, lo);
    let length = pool.word("+", &[length, one]);
    let (mut base, mut before, mut after, mut in_range) =
        (BTreeMap::new(), BTreeMap::new(), BTreeMap::new(), Vec::new());
    for fold in growing {
        // Where it starts from, a fold of the first kind is its unit.
        let Op::Fold(kind, _) = pool.op(*fold) else { return None };
        if matches!(&**kind, "min_over" | "max_over") {
            return None;
        }
        let (lo, hi) = (pool.args(*fold)[0], pool.args(*fold)[1]);
        let start = minus(pool, hi, length);
        base.insert(*fold, up_to(pool, *fold, start));
        let at = minus(pool, hi, less);
        in_range.push(pool.word("<=", &[lo, at]));
        let unknown = pool.new_var(pool.sort(*fold));
        let unknown = pool.var(unknown);
        before.insert(*fold, unknown);
        let value = value_at(pool, *fold, at)?;
        after.insert(*fold, joined(pool, operators, *fold, unknown, value)?);
    }
    let mut done = [base, before, after].map(|map| replaced(pool, claim, &map));
    let [base, before, after] = done.each_mut().map(|made| made.take());
    let (is_range, is_none) = (pool.word("<=", &[zero, length]), pool.word("<", &[length, zero]));
    let (natural, below) = (pool.word("<=", &[zero, less]), pool.word("<", &[less, length]));
    in_range.push(after?);
    let step = pool.and(&in_range);
    Some(vec![
        ([premises, &[is_none]].concat(), claim),
        ([premises, &[is_range]].concat(), base?),
        ([premises, &[natural, below, before?]].concat(), step),
    ])
}

/// Terms in the place of others, outside of binders.
fn replaced(pool: &mut Pool, term: Id, map: &BTreeMap<Id, Id>) -> Option<Id> {
    if let Some(other) = map.get(&term) {
        return Some(*other);
    }
    let (op, args) = (pool.op(term).clone(), pool.args(term).clone());
    if args.is_empty() || matches!(op, Op::Forall(_) | Op::Exists(_) | Op::Fold(..)) {
        return Some(term);
    }
    let args = args.iter().map(|arg| replaced(pool, *arg, map)).collect::<Option<Vec<Id>>>()?;
    pool.make(op, args)
}

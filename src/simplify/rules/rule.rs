//! The simplifier's rules by name, and the ledger in which their uses and the steps of searches are counted.
//!
//! A rule replaces a term by one that is equal under what is known, or a task by one that is at least as hard to prove.
//! `tests/simplifier/rules.rs` has a task for each rule that uses it, and holds what comes of it to exhaustive evaluation. The
//! facts that are stated of folds and operators are counted by their [`Family`].

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock};

use egg::Symbol;

use crate::simplify::rules::families::Family;
use crate::simplify::rules::step::Recorder;

macro_rules! rules {
    ($($rule:ident $name:literal: $statement:literal;)*) => {
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
        pub enum Rule {
            $(#[doc = $statement] $rule),*
        }

        impl Rule {
            pub const ALL: &[Rule] = &[$(Rule::$rule),*];

            pub fn name(self) -> &'static str {
                match self {
                    $(Rule::$rule => $name),*
                }
            }

            /// What it says.
            pub fn statement(self) -> &'static str {
                match self {
                    $(Rule::$rule => $statement),*
                }
            }

            /// The name as e-graphs keep it.
            pub fn symbol(self) -> Symbol {
                static NAMES: LazyLock<Vec<Symbol>> =
                    LazyLock::new(|| Rule::ALL.iter().map(|rule| Symbol::from(rule.name())).collect());
                NAMES[self as usize]
            }
        }
    };
}

rules! {
    // Quantifiers (`merge.rs`).
    OnePoint "one-point": "`forall x. x = e -> P(x)` is `P(e)` (SIMP-5).";
    Miniscope "miniscope": "What does not mention the variable leaves the quantifier (SIMP-6).";
    MergeBounds "merge-bounds": "Quantifiers over the digits of `x + a*y` are one over the number (SIMP-8).";
    EliminateBounds "eliminate-bounds": "A variable that occurs in bounds only goes (SIMP-10).";
    ExtremeBound "extreme-bound": "A linear bound at the end of the range where it is hardest to meet (SIMP-10).";
    // Writes and hypotheses as equations (`egraph/definitions.rs`, `engine/`).
    AssignOwnCell "assign-own-cell": "A read of a local is what its own thread wrote, or the old value.";
    AssignSolved "assign-solved": "A read of an array is what the one thread wrote whose index it is, or the old value.";
    AssignUntouched "assign-untouched": "No thread's index is this cell: the read is the old value.";
    AssignNamed "assign-named": "A writer that no equation determines gets a name, or nobody wrote.";
    ConstantEquation "constant-equation": "A constant is what an equation of the hypotheses says.";
    JoinBounds "join-bounds": "`a <= b` and `b <= a` are `a = b`.";
    GuardedEquality "guarded-equality": "An instance of `forall x. g -> f(x) = e` whose guard is known.";
    // Terms (`egraph/table.rs`, `equalities/`).
    Decide "decide": "A comparison that follows from bounds, or contradicts them.";
    Cancel "cancel": "A positive factor goes out of a comparison.";
    PowerProduct "power-product": "A product is a power of two where all factors but one are.";
    EvenPower "even-power": "A power of two from 2 on is even.";
    BitOfPower "bit-of-power": "`x & p` for a power of two `p` is `p*((x div p) mod 2)` (VALUE-12).";
    PowerMask "power-mask": "`x & (p - 1)` for a power of two `p` is `x mod p`; `x & ~q` is `x - (x & q)` (VALUE-12).";
    BitsApart "bits-apart": "`x & y` is 0 where `x` is a multiple of a power of two and `y` below it (VALUE-12).";
    KnownRemainder "known-remainder": "A remainder to which its bounds leave one value.";
    ExactQuotient "exact-quotient": "C's quotient and remainder of a multiple.";
    NaturalQuotient "natural-quotient": "C's quotient and remainder of a natural number are Euclid's.";
    OrderedExtremum "ordered-extremum": "`min` and `max` of values in known order.";
    NaturalAbs "natural-abs": "`abs` of a natural number.";
    DigitQuotient "digit-quotient": "`(m*q + r) div m` and `mod m` with `0 <= r < m`.";
    TwoStepQuotient "two-step-quotient": "`x div (a*b)` is `(x div a) div b`, where the first quotient is known.";
    CommonFactor "common-factor": "A factor of divisor and dividend, but for a rest below it, goes out of both.";
    WholeQuotient "whole-quotient": "Multiples of the divisor go out of a quotient, and out of a remainder.";
    QuotientTimesDivisor "quotient-times-divisor": "`m*(x div m)` is `x - x mod m`.";
    Digits "digits": "Digits of one number, put together, are the number: its quotients cancel.";
    FoldUnfold "fold-unfold": "A fold over a few values is written out.";
    SumLinear "sum-linear": "A sum of sums: one for each summand of the body, under the guard that it stands under.";
    SumFactor "sum-factor": "A factor of the body that does not mention the variable goes out of a sum.";
    SumShift "sum-shift": "A fold over a shifted range.";
    SumMirror "sum-mirror": "A fold that goes through its range from above goes through it from below.";
    SumConstant "sum-constant": "A sum of one constant.";
    ProductConstant "product-constant": "A product of one constant is a power of it.";
    SumAdjacent "sum-adjacent": "A sum of sums over ranges that adjoin is one sum (SIMP-25).";
    SumAdjoining "sum-adjoining": "Sums of one body over ranges that adjoin are one sum (SIMP-43).";
    Residues "residues": "Folds of `f(m*i + c)` for each `c` below `m` are one fold of `f` (SIMP-28).";
    SumExchange "sum-exchange": "Sums over two variables change places, where one of them then adjoins (SIMP-29).";
    GuardRange "guard-range": "A bound of a sum's variable in its guard is a bound of its range.";
    GuardPoint "guard-point": "A sum or an extremum whose guard leaves one value of its variable.";
    GuardStride "guard-stride": "A sum or an extremum whose guard leaves each `m`-th value of its variable (SIMP-45).";
    GuardOutside "guard-outside": "What a sum's guard says of other things than its variable stands outside.";
    ExtremumChoice "extremum-of-choice": "`ite(x < y, y, x)` in a maximum is `max(x, y)`, and its like; `ite(g, max(c, v), c)` is `max(c, ite(g, v, c))`.";
    ExtremumLinear "extremum-of-two": "A maximum of maxima of two functions is one of two maxima, and so are minima.";
    ExtremumRange "extremum-range": "A bound of a maximum's variable in its guard is a bound of its range; the other value takes part.";
    ExtremumOutside "extremum-outside": "A choice in a maximum that does not depend on its variable stands outside.";
    ExtremumAdjacent "extremum-adjacent": "A maximum of maxima over ranges that adjoin is one maximum (SIMP-25).";
    ExtremumExchange "extremum-exchange": "Maxima over two variables change places, where one of them then adjoins (SIMP-29).";
    ExtremumConstant "extremum-of-constant": "An extremum of one constant over a range that is not empty.";
    // Divisibility (`multiples.rs`), equations of indices (`radix.rs`).
    MultipleOf "multiple-of": "What has a remainder is a multiple of the divisor and the remainder.";
    DivisorNamed "divisor-named": "A sum that is divided by gets a name, and one of its constants is what that leaves.";
    DigitSolved "digit-solved": "What has a digit `(u div a) mod m = r` is made of it, a higher and a lower one (SIMP-14).";
    HalvedPower "halved-power": "A power of two is 1 or twice another one.";
    LargerPower "larger-power": "Of two powers of two the larger is an even multiple of the smaller.";
    Parity "parity": "A factor is even or odd.";
    GuardedBound "guarded-bound": "A guarded bound that meets its opposite is an equation, or the guard is false.";
    RowEdge "row-edge": "What may be just below 0 is divided: it is negative or not (SIMP-47).";
    ChoiceBesideFold "choice-beside-fold": "A fold equals a choice of a sum where it is chosen, and where it is not.";
    RadixDigits "radix-digits": "`s*q + r = 0` with `|r| < s` is `q = 0` and `r = 0`.";
    RadixRemainder "radix-remainder": "The same where `u` and `u mod m` stand beside each other (SIMP-19).";
    RadixSum "radix-sum": "The same where `s` is a sum (SIMP-19).";
    RadixFactor "radix-factor": "`s*q = 0` with `s != 0` is `q = 0` (SIMP-22).";
    RadixRefuted "radix-refuted": "Inequations of which each is known to be an equation.";
    // Instances (`instantiate.rs`, `schemas.rs`).
    InstanceAtRead "instance-at-read": "A universal hypothesis where one of its reads occurs.";
    InstanceAtBound "instance-at-bound": "A universal hypothesis at the ends of its ranges.";
    InstanceAtThread "instance-at-thread": "A universal hypothesis at a thread that the task names.";
    InstanceOfLemma "instance-of-lemma": "A lemma or an unfolding where its trigger matches (LEMMA-10).";
    // The e-graph (`egraph/`).
    Propagate "propagate": "What a connective with a known value says of its operands.";
    CasesByValue "cases-by-value": "What hangs on digits of a number is proved for each of its few values (SIMP-23).";
    CasesByWriter "cases-by-writer": "What reads a cell is proved where the cell was written, and where it was not (SIMP-46).";
    SplitCondition "split-condition": "The goal holds in both cases of a condition that it hangs on.";
    DropImplied "drop-implied": "A fact that follows from those before it is left out.";
}

/// A set of rules.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct RuleSet(u128);

const _: () = assert!(Rule::ALL.len() <= u128::BITS as usize, "a bit for each rule");

impl RuleSet {
    pub fn insert(&mut self, rule: Rule) {
        self.0 |= 1 << rule as u32;
    }

    pub fn contains(self, rule: Rule) -> bool {
        self.0 >> rule as u32 & 1 == 1
    }
}

/// Counts of one part of a task: of all contexts together, since each is made from another.
#[derive(Debug)]
pub struct Ledger {
    /// Rules that are switched off.
    off: RuleSet,
    steps: AtomicUsize,
    /// The most steps that all searches of the part may take together.
    most_steps: usize,
    rules: [AtomicUsize; Rule::ALL.len()],
    families: [AtomicUsize; Family::ALL.len()],
    /// Who sees each step; the rule that is tried at the moment, and how many of its conditions were asked.
    recorder: Option<Arc<dyn Recorder>>,
    tried: AtomicUsize,
    questions: AtomicUsize,
}

/// What comes to that many steps has terms that grow without end.
pub const MAX_STEPS: usize = 30_000;

impl Default for Ledger {
    fn default() -> Ledger {
        Ledger::of(MAX_STEPS, RuleSet::default())
    }
}

impl Ledger {
    /// An empty one, for searches of at most so many steps.
    pub fn of(most_steps: usize, off: RuleSet) -> Ledger {
        let zeros = || AtomicUsize::new(0);
        let (rules, families) = (std::array::from_fn(|_| zeros()), std::array::from_fn(|_| zeros()));
        Ledger { off, steps: zeros(), most_steps, rules, families, recorder: None, tried: zeros(), questions: zeros() }
    }

    /// The same, with someone who sees each step.
    pub fn recorded_by(self, recorder: Option<Arc<dyn Recorder>>) -> Ledger {
        Ledger { recorder, ..self }
    }

    /// A rule is tried from here on, or none.
    pub fn tries(&self, rule: Option<Rule>) {
        if self.recorder.is_some() {
            self.tried.store(rule.map_or(0, |rule| rule as usize + 1), Ordering::Relaxed);
            self.questions.store(0, Ordering::Relaxed);
        }
    }

    /// Whether the condition that the rule asks now is met without a look: nobody but a test says so.
    pub fn grants(&self) -> bool {
        let Some(recorder) = &self.recorder else { return false };
        let tried = self.tried.load(Ordering::Relaxed).checked_sub(1).map(|at| Rule::ALL[at]);
        tried.is_some_and(|rule| recorder.grants(rule, self.questions.fetch_add(1, Ordering::Relaxed)))
    }

    pub fn recorder(&self) -> Option<&dyn Recorder> {
        self.recorder.as_deref()
    }

    /// An empty one for as many steps.
    pub fn anew(&self) -> Ledger {
        Ledger::of(self.most_steps, self.off).recorded_by(self.recorder.clone())
    }

    /// Whether the rule may be applied.
    pub fn is_on(&self, rule: Rule) -> bool {
        !self.off.contains(rule)
    }

    /// Counts a step of a search; false when they are spent.
    pub fn step(&self) -> bool {
        self.steps.fetch_add(1, Ordering::Relaxed) < self.most_steps
    }

    pub fn is_spent(&self) -> bool {
        self.steps() >= self.most_steps
    }

    pub fn steps(&self) -> usize {
        self.steps.load(Ordering::Relaxed)
    }

    pub fn used(&self, rule: Rule) {
        self.rules[rule as usize].fetch_add(1, Ordering::Relaxed);
    }

    pub fn stated(&self, family: Family) {
        self.families[family as usize].fetch_add(1, Ordering::Relaxed);
    }

    /// What was counted since it was last asked for, by name.
    pub fn take_uses(&self) -> BTreeMap<String, usize> {
        let rules = Rule::ALL.iter().map(|rule| (rule.name().to_owned(), &self.rules[*rule as usize]));
        let families = Family::ALL.iter().map(|family| (format!("{family:?}"), &self.families[*family as usize]));
        let counted = rules.chain(families).map(|(name, count)| (name, count.swap(0, Ordering::Relaxed)));
        counted.filter(|(_, count)| *count > 0).collect()
    }
}

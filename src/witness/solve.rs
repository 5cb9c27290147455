//! Launch sizes, scalars and lengths that meet the preconditions: the conjuncts of `requires` that speak of nothing else
//! are solved variable by variable. What is decided by an equation is computed and not guessed; inequalities
//! bound the rest, of which a few values are tried.

use std::collections::{BTreeMap, BTreeSet};

use num_bigint::BigInt;
use num_traits::ToPrimitive;

use crate::interp::arith::Domain;
use crate::interp::monoid::IDENTITY;
use crate::interp::value::{Pool, Scalar, Value};
use crate::kernel::ir::{
    ArrayId, Axis, Binary, Builtin, Conversion, Expr, ExprKind, Kernel, LocalId, LocalRole, Type, Unary,
};
use crate::tasks::Dimension;

use super::constants::Constants;
use super::hints::hints;
use super::random::Random;

/// Something that a launch or its inputs choose.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Unknown {
    Dimension(Dimension),
    Scalar(LocalId),
    Length(ArrayId),
}

/// Integers that a solver's model has. Whether they meet the contract is looked at like that of any other choice.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct Proposal {
    /// Those of block and grid that the model has.
    pub dimensions: BTreeMap<Dimension, i64>,
    /// Of scalars and lengths, by what tasks call them: `n`, `length(a)`.
    pub inputs: BTreeMap<String, i64>,
}

/// Values for all unknowns.
pub type Choice = BTreeMap<Unknown, Value>;

/// The part of the contract that is solved here.
pub struct Problem<'k> {
    pub kernel: &'k Kernel,
    /// Constants that data may be compared with.
    pub constants: Constants,
    /// In the order in which they are chosen.
    unknowns: Vec<Unknown>,
    conjuncts: Vec<Conjunct<'k>>,
    /// Values that the command line fixed.
    fixed: Choice,
    /// Numbers near the constants of the kernel: where it may begin to do something else.
    hints: Vec<i64>,
}

/// How large a choice may be.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Size {
    /// The most threads or blocks of a dimension, where the contract does not say otherwise.
    pub dimension: i64,
    /// The largest scalar or length, likewise.
    pub number: i64,
    /// The largest launch that the contract allows.
    pub largest: bool,
    /// Long arrays meet what the contract says of their cells.
    pub long: bool,
    /// The limits of machine types are tried.
    pub limits: bool,
    /// Sizes near the constants of the kernel come first.
    pub hinted: bool,
    /// The number of this launch among those with data beside constants of the kernel.
    pub constants: Option<u64>,
    /// The most threads of the launch.
    pub threads: i64,
}

struct Conjunct<'k> {
    expr: &'k Expr,
    unknowns: BTreeSet<Unknown>,
}

/// Nodes of the search tree that are visited for one choice.
const PATIENCE: u32 = 400;

/// The most threads of a launch that is tried.
pub const MAX_THREADS: i64 = 1_024;

/// Likewise where the command line names its size: a larger one would take minutes and gigabytes.
const MAX_FIXED_THREADS: i64 = 1 << 17;

impl<'k> Problem<'k> {
    /// `fixed`: block and grid of the command line.
    pub fn new(kernel: &'k Kernel, block: Option<[u64; 3]>, grid: Option<[u64; 3]>) -> Problem<'k> {
        let mut fixed = Choice::new();
        for axis in Axis::ALL {
            let at = axis.index();
            let mut fix = |dimension, given: Option<[u64; 3]>, used: [bool; 3]| match given {
                Some(sizes) => drop(fixed.insert(Unknown::Dimension(dimension), Value::Int(sizes[at] as i64))),
                None if !used[at] => drop(fixed.insert(Unknown::Dimension(dimension), Value::Int(1))),
                None => {}
            };
            fix(Dimension::Block(axis), block, kernel.dims.block);
            fix(Dimension::Grid(axis), grid, kernel.dims.grid);
        }
        let scalars = |ghost: bool| {
            let all = kernel.locals.iter().enumerate().filter(move |(_, local)| match local.role {
                LocalRole::Ghost => ghost,
                LocalRole::Param | LocalRole::Template | LocalRole::Global => !ghost,
                LocalRole::Variable | LocalRole::Temporary | LocalRole::Opaque => false,
            });
            all.map(|(at, _)| Unknown::Scalar(LocalId(at as u32)))
        };
        let lengths = kernel.arrays.iter().enumerate().filter(|(_, array)| array.length_used);
        let unknowns = Dimension::all()
            .map(Unknown::Dimension)
            .chain(scalars(true))
            .chain(scalars(false))
            .chain(lengths.map(|(at, _)| Unknown::Length(ArrayId(at as u32))))
            .filter(|unknown| !fixed.contains_key(unknown))
            .collect();
        let mut parts = Vec::new();
        kernel.contract.requires.iter().for_each(|clause| conjuncts(&clause.expr, &mut parts));
        let solvable = parts.into_iter().filter_map(|expr| {
            let mut unknowns = BTreeSet::new();
            collect(kernel, expr, &mut unknowns).then_some(Conjunct { expr, unknowns })
        });
        let (conjuncts, hints) = (solvable.collect(), hints(kernel, MAX_THREADS));
        Problem { kernel, constants: Constants::of(kernel), unknowns, conjuncts, fixed, hints }
    }

    /// One choice that meets the conjuncts; another one for another state of `random`. What is proposed comes first.
    pub fn choose(&self, size: Size, proposed: &Proposal, random: &mut Random, pool: &mut Pool) -> Option<Choice> {
        let sizes = self.fixed.iter().filter(|(unknown, _)| is_dimension(**unknown));
        let threads = sizes.fold(1_i64, |threads, (_, size)| match size {
            Value::Int(size) => threads.saturating_mul(*size),
            _ => threads,
        });
        if threads > MAX_FIXED_THREADS {
            return None;
        }
        let choice = self.fixed.clone();
        let mut search = Search { problem: self, size, proposed, random, pool, choice, left: PATIENCE };
        search.go().then_some(search.choice)
    }

    /// What is proposed for the unknown.
    fn proposed(&self, proposal: &Proposal, unknown: Unknown) -> Option<i64> {
        let input = |name: &str| proposal.inputs.get(name);
        let number = match unknown {
            Unknown::Dimension(dimension) => proposal.dimensions.get(&dimension),
            Unknown::Scalar(local) => input(&self.kernel.locals[local.index()].name),
            Unknown::Length(array) => input(&format!("length({})", self.kernel.arrays[array.index()].name)),
        };
        number.copied()
    }

    fn ty(&self, unknown: Unknown) -> Type {
        match unknown {
            Unknown::Scalar(local) => self.kernel.locals[local.index()].ty,
            Unknown::Dimension(_) | Unknown::Length(_) => Type::Integer,
        }
    }
}

/// The parts of a conjunction.
pub fn conjuncts<'e>(expr: &'e Expr, parts: &mut Vec<&'e Expr>) {
    match &*expr.kind {
        ExprKind::Binary(Binary::And, left, right) => {
            conjuncts(left, parts);
            conjuncts(right, parts);
        }
        _ => parts.push(expr),
    }
}

/// The unknowns of an expression; false if it speaks of anything else.
fn collect(kernel: &Kernel, expr: &Expr, found: &mut BTreeSet<Unknown>) -> bool {
    let known = match &*expr.kind {
        ExprKind::Bool(_)
        | ExprKind::Int(_)
        | ExprKind::Real(_)
        | ExprKind::Unary(..)
        | ExprKind::Binary(..)
        | ExprKind::Conditional(..)
        | ExprKind::Convert(..)
        | ExprKind::Old(_) => true,
        ExprKind::Local(local) => {
            found.insert(Unknown::Scalar(*local));
            !matches!(kernel.locals[local.index()].role, LocalRole::Variable | LocalRole::Temporary | LocalRole::Opaque)
        }
        ExprKind::Builtin(Builtin::BlockDim(axis)) => {
            found.insert(Unknown::Dimension(Dimension::Block(*axis)));
            true
        }
        ExprKind::Builtin(Builtin::GridDim(axis)) => {
            found.insert(Unknown::Dimension(Dimension::Grid(*axis)));
            true
        }
        ExprKind::Length(array) => {
            found.insert(Unknown::Length(*array));
            kernel.arrays[array.index()].length_used
        }
        // The identity of an operator.
        ExprKind::Logic(_, args) if args.is_empty() => true,
        ExprKind::Builtin(_)
        | ExprKind::Read { .. }
        | ExprKind::Math(..)
        | ExprKind::Logic(..)
        | ExprKind::Bound(_)
        | ExprKind::Quantified(..)
        | ExprKind::Fold { .. }
        | ExprKind::FoldThreads { .. }
        | ExprKind::At(..)
        | ExprKind::LoopCount(_)
        | ExprKind::Active(_) => false,
    };
    known && expr.children().into_iter().all(|child| collect(kernel, child, found))
}

struct Search<'a, 'k> {
    problem: &'a Problem<'k>,
    size: Size,
    proposed: &'a Proposal,
    random: &'a mut Random,
    pool: &'a mut Pool,
    choice: Choice,
    left: u32,
}

impl Search<'_, '_> {
    /// Depth first; a conjunct is looked at as soon as one unknown of it is left.
    fn go(&mut self) -> bool {
        if self.left == 0 {
            return false;
        }
        self.left -= 1;
        let open: Vec<Unknown> =
            self.problem.unknowns.iter().copied().filter(|unknown| !self.choice.contains_key(unknown)).collect();
        let Some(next) = open.iter().copied().find(|unknown| self.is_decided(*unknown)).or(open.first().copied())
        else {
            return self
                .problem
                .conjuncts
                .iter()
                .all(|part| eval(part.expr, &self.choice, self.pool).truth() == Some(true));
        };
        for value in self.values(next) {
            self.choice.insert(next, value);
            if self.go() {
                return true;
            }
            self.choice.remove(&next);
        }
        false
    }

    /// The conjuncts of which this is the last unknown.
    fn last_of(&self, unknown: Unknown) -> Vec<&'_ Expr> {
        let is_last = |part: &&Conjunct<'_>| {
            part.unknowns.contains(&unknown)
                && part.unknowns.iter().all(|other| *other == unknown || self.choice.contains_key(other))
        };
        self.problem.conjuncts.iter().filter(is_last).map(|part| part.expr).collect()
    }

    /// Whether an equation says what it is.
    fn is_decided(&self, unknown: Unknown) -> bool {
        self.last_of(unknown).iter().any(|part| matches!(&*part.kind, ExprKind::Binary(Binary::Eq, ..)))
    }

    /// The values to try, none of which is excluded by a conjunct of which this is the last unknown.
    fn values(&mut self, unknown: Unknown) -> Vec<Value> {
        let ty = self.problem.ty(unknown);
        let mut candidates = match ty {
            Type::Bool => vec![Value::FALSE, Value::TRUE],
            Type::Float { .. } | Type::Real => self.fractions(),
            Type::Int { .. } | Type::Integer | Type::Thread | Type::Block => self.integers(unknown, ty),
        };
        let constant = self.constant(unknown, ty);
        let parts: Vec<Expr> = self.last_of(unknown).into_iter().cloned().collect();
        let mut meets = |value: &Value| {
            self.choice.insert(unknown, *value);
            let met = parts.iter().all(|part| eval(part, &self.choice, self.pool).truth() == Some(true));
            self.choice.remove(&unknown);
            met
        };
        candidates.retain(&mut meets);
        let constant = constant.filter(&mut meets);
        let proposed = self.problem.proposed(self.proposed, unknown).map(Value::Int).filter(&mut meets);
        let proposed = proposed.filter(|value| self.fits(unknown, ty, int(*value)));
        const TRIED: usize = 6;
        match unknown {
            Unknown::Dimension(_) => {
                if self.size.largest {
                    candidates.sort_by_key(|size| std::cmp::Reverse(int(*size)));
                }
                // Small launches first: they were put in that order.
                candidates.truncate(TRIED);
            }
            // An array is rarely longer than it must be.
            Unknown::Length(_) if self.random.below(4) > 0 => candidates.truncate(TRIED),
            Unknown::Scalar(_) | Unknown::Length(_) => {
                self.random.shuffle(&mut candidates);
                candidates.truncate(TRIED);
            }
        }
        candidates.splice(..0, proposed.or(constant));
        candidates
    }

    /// Beside a constant of the kernel, now and then. A fraction is no size; whole numbers of interest are those of solvers' models.
    fn constant(&mut self, unknown: Unknown, ty: Type) -> Option<Value> {
        let is_tried = self.size.constants.is_some() && matches!(unknown, Unknown::Scalar(_)) && ty.is_fractional();
        let value = is_tried.then(|| self.problem.constants.any(ty, self.random)).flatten()?;
        Some(self.pool.real(value))
    }

    /// Threads of the launch, as far as its sizes are chosen.
    fn threads(&self) -> i64 {
        self.choice.iter().filter(|(chosen, _)| is_dimension(**chosen)).map(|(_, size)| int(*size)).product()
    }

    /// Whether it is a number of the type, and of no larger launch than any that is tried.
    fn fits(&self, unknown: Unknown, ty: Type, number: i64) -> bool {
        let in_range = |(low, high)| low <= BigInt::from(number) && BigInt::from(number) <= high;
        (ty.is_integral() || ty == Type::Integer)
            && ty.range().is_none_or(in_range)
            && (!is_dimension(unknown) || (number >= 1 && number.saturating_mul(self.threads()) <= self.size.threads))
            && (!matches!(unknown, Unknown::Length(_)) || number >= 0)
    }

    fn fractions(&mut self) -> Vec<Value> {
        let mut all: Vec<Value> = [(2, 1), (-1, 1), (1, 2), (3, 1), (-5, 2), (0, 1), (1, 1)]
            .map(|(num, den)| Value::Ratio { num, den })
            .to_vec();
        self.random.shuffle(&mut all);
        all
    }

    fn integers(&mut self, unknown: Unknown, ty: Type) -> Vec<Value> {
        let threads = self.threads();
        let mut numbers: Vec<i64> = match unknown {
            Unknown::Dimension(_) => {
                let mut sizes: Vec<i64> = (1..=self.size.dimension).collect();
                if self.size.hinted {
                    sizes.truncate(2);
                    sizes.extend(&self.problem.hints);
                }
                self.random.shuffle(&mut sizes);
                sizes.extend([1, 2, 3, 4, 5, 8, 16, 32]);
                sizes
            }
            Unknown::Length(_) => (0..=self.size.number.max(threads * 2)).collect(),
            Unknown::Scalar(local) if self.problem.kernel.locals[local.index()].role == LocalRole::Ghost => {
                (-1..=self.size.number).collect()
            }
            Unknown::Scalar(_) => {
                let hints = self.problem.hints.iter().copied().filter(|_| self.size.hinted);
                (-1..=self.size.number).chain([threads - 1, threads, threads + 1, threads * 2]).chain(hints).collect()
            }
        };
        if let (true, Some((low, high))) = (self.size.limits, ty.range()) {
            numbers.extend([low, high].iter().filter_map(BigInt::to_i64));
        }
        for part in self.last_of(unknown).into_iter().cloned().collect::<Vec<_>>() {
            numbers.extend(self.solutions(&part, unknown));
            numbers.extend(divisor(&part).into_iter().flat_map(|by| [by, by * 2, by * 3]));
        }
        numbers.retain(|number| self.fits(unknown, ty, *number));
        let mut seen = BTreeSet::new();
        numbers.retain(|number| seen.insert(*number));
        numbers.into_iter().map(Value::Int).collect()
    }

    /// Where a comparison that is linear in its last unknown changes its truth.
    fn solutions(&mut self, part: &Expr, unknown: Unknown) -> Vec<i64> {
        let ExprKind::Binary(op, left, right) = &*part.kind else { return Vec::new() };
        let comparison = matches!(op, Binary::Eq | Binary::Lt | Binary::Le | Binary::Gt | Binary::Ge);
        let is_number = |ty: Type| ty.is_integral() || ty.is_fractional();
        if !comparison || !is_number(left.ty) || !is_number(right.ty) {
            return Vec::new();
        }
        let domain = if left.ty.is_integral() && right.ty.is_integral() { Domain::Int } else { Domain::Real };
        let mut difference = |at: i64| {
            self.choice.insert(unknown, Value::Int(at));
            let (a, b) = (eval(left, &self.choice, self.pool), eval(right, &self.choice, self.pool));
            self.choice.remove(&unknown);
            match self.pool.binary(Binary::Sub, domain, a, b) {
                Value::Int(value) | Value::Ratio { num: value, den: 1 } => Some(i128::from(value)),
                _ => None,
            }
        };
        let (Some(zero), Some(one), Some(two)) = (difference(0), difference(1), difference(2)) else {
            return Vec::new();
        };
        let slope = one - zero;
        if slope == 0 || two - one != slope {
            return Vec::new();
        }
        let root = -zero.div_euclid(slope);
        (root - 1..=root + 1).filter_map(|value| i64::try_from(value).ok()).collect()
    }
}

/// The number that something has to be a multiple of.
fn divisor(part: &Expr) -> Option<i64> {
    let ExprKind::Binary(Binary::Eq, one, other) = &*part.kind else { return None };
    let is_zero = |e: &Expr| matches!(&*plain(e).kind, ExprKind::Int(value) if value.to_i64() == Some(0));
    let remainder = [(one, other), (other, one)].into_iter().find(|(_, zero)| is_zero(zero))?.0;
    let ExprKind::Binary(Binary::Rem, _, by) = &*plain(remainder).kind else { return None };
    let ExprKind::Int(by) = &*plain(by).kind else { return None };
    by.to_i64().filter(|by| (2..=1 << 16).contains(by))
}

/// What stands under conversions.
fn plain(e: &Expr) -> &Expr {
    match &*e.kind {
        ExprKind::Convert(_, of) => plain(of),
        _ => e,
    }
}

fn is_dimension(unknown: Unknown) -> bool {
    matches!(unknown, Unknown::Dimension(_))
}

fn int(value: Value) -> i64 {
    match value {
        Value::Int(value) => value,
        _ => 0,
    }
}

/// The value of an expression of the kind that [`collect`] takes; unknown where an unknown has no value.
pub fn eval(expr: &Expr, choice: &Choice, pool: &mut Pool) -> Value {
    let of = |unknown: Unknown| choice.get(&unknown).copied().unwrap_or(Value::Unknown);
    match &*expr.kind {
        ExprKind::Bool(value) => Value::Bool(*value),
        ExprKind::Int(value) => pool.int(value.clone()),
        ExprKind::Real(value) => pool.real(value.clone()),
        ExprKind::Local(local) => of(Unknown::Scalar(*local)),
        ExprKind::Builtin(Builtin::BlockDim(axis)) => of(Unknown::Dimension(Dimension::Block(*axis))),
        ExprKind::Builtin(Builtin::GridDim(axis)) => of(Unknown::Dimension(Dimension::Grid(*axis))),
        ExprKind::Length(array) => of(Unknown::Length(*array)),
        ExprKind::Logic(_, args) if args.is_empty() => Value::Int(IDENTITY),
        ExprKind::Old(inner) => eval(inner, choice, pool),
        ExprKind::Unary(Unary::BitNot, operand) if matches!(expr.ty, Type::Int { signed: false, .. }) => {
            let operand = eval(operand, choice, pool);
            let most = expr.ty.range().map_or(Value::Unknown, |(_, most)| pool.int(most));
            pool.binary(Binary::Sub, Domain::Int, most, operand)
        }
        ExprKind::Unary(op, operand) => {
            let domain = domain(operand.ty);
            let operand = eval(operand, choice, pool);
            pool.unary(*op, domain, operand)
        }
        ExprKind::Binary(op @ (Binary::And | Binary::Or | Binary::Implies), left, right) => {
            let (left, right) = (eval(left, choice, pool).truth(), eval(right, choice, pool).truth());
            let left = if *op == Binary::Implies { left.map(|left| !left) } else { left };
            let absorbing = *op != Binary::And;
            Value::of_truth(match (left, right) {
                (Some(value), _) | (_, Some(value)) if value == absorbing => Some(absorbing),
                (Some(_), Some(_)) => Some(!absorbing),
                _ => None,
            })
        }
        ExprKind::Binary(op, left, right) => {
            let domain =
                if left.ty.is_fractional() || right.ty.is_fractional() { Domain::Real } else { domain(left.ty) };
            let (left, right) = (eval(left, choice, pool), eval(right, choice, pool));
            pool.binary(*op, domain, left, right)
        }
        ExprKind::Conditional(cond, then, else_) => match eval(cond, choice, pool).truth() {
            Some(true) => eval(then, choice, pool),
            Some(false) => eval(else_, choice, pool),
            None => Value::Unknown,
        },
        ExprKind::Convert(conversion, operand) => {
            let value = eval(operand, choice, pool);
            match (domain(operand.ty), expr.ty, conversion) {
                (Domain::Int, Type::Int { signed, bits }, Conversion::Explicit) => pool.wrap(value, signed, bits),
                (Domain::Int, Type::Bool, _) => Value::of_truth(match value {
                    Value::Int(value) => Some(value != 0),
                    _ => None,
                }),
                (Domain::Bool, Type::Int { .. } | Type::Integer, _) => {
                    value.truth().map_or(Value::Unknown, |truth| Value::Int(i64::from(truth)))
                }
                (Domain::Real, Type::Int { .. } | Type::Integer, _) => pool.truncate(value),
                _ => value,
            }
        }
        _ => Value::Unknown,
    }
}

fn domain(ty: Type) -> Domain {
    match ty {
        Type::Bool => Domain::Bool,
        Type::Float { .. } | Type::Real => Domain::Real,
        Type::Int { .. } | Type::Integer | Type::Thread | Type::Block => Domain::Int,
    }
}

/// A value of a choice, outside.
pub fn scalar(choice: &Choice, unknown: Unknown, ty: Type, pool: &Pool) -> Option<Scalar> {
    let found = pool.scalar(*choice.get(&unknown)?)?;
    Some(match (found, ty) {
        (Scalar::Int(value), Type::Float { .. } | Type::Real) => Scalar::Real(value.into()),
        (found, _) => found,
    })
}

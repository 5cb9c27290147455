//! Hash-consed terms and their normalising constructors.

use std::collections::BTreeMap;
use std::sync::Arc;

use num_bigint::BigInt;
use num_integer::Integer;
use num_rational::BigRational;
use num_traits::{One, Signed, ToPrimitive, Zero};
use rustc_hash::FxHashMap;

use crate::base::{memory, work};

use super::fold::Operator;
use super::number::Number;
use super::op::{FloatOp, Op, OperatorId, Sort};
use super::poly::Poly;

/// A term, by its position in its [`Terms`] pool. Arguments have smaller ids than what they are arguments of.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct TermId(pub u32);

/// A declared constant or function.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct SymbolId(pub u32);

/// A variable that a binder binds (or that a pattern leaves open).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct VarId(pub u32);

/// Name and signature of a declared symbol.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Symbol {
    pub name: String,
    pub args: Vec<Sort>,
    pub result: Sort,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Var {
    pub name: String,
    pub sort: Sort,
}

#[derive(Clone, Debug)]
struct Node {
    op: Op,
    args: Box<[TermId]>,
    sort: Sort,
    /// Free variables, sorted; shared with an argument's where equal.
    free: Arc<[VarId]>,
    /// The negation, once somebody has asked for it.
    negation: Option<TermId>,
}

/// A pool of terms with the symbols and variables that they use.
#[derive(Clone, Debug, Default)]
pub struct Terms {
    nodes: Vec<Node>,
    index: FxHashMap<(Op, Box<[TermId]>), TermId>,
    symbols: Vec<Symbol>,
    vars: Vec<Var>,
    pub(super) operators: Vec<Operator>,
    /// The symbols of operators of which nothing but their laws is known.
    pub(super) abstract_heads: BTreeMap<SymbolId, OperatorId>,
}

impl Terms {
    pub fn new() -> Terms {
        Terms::default()
    }

    // ── access ──────────────────────────────────────────────────────────────────────────────────

    pub fn op(&self, term: TermId) -> &Op {
        &self.nodes[term.0 as usize].op
    }

    pub fn args(&self, term: TermId) -> &[TermId] {
        &self.nodes[term.0 as usize].args
    }

    pub fn sort(&self, term: TermId) -> Sort {
        self.nodes[term.0 as usize].sort
    }

    /// Free variables, sorted.
    pub fn free(&self, term: TermId) -> &Arc<[VarId]> {
        &self.nodes[term.0 as usize].free
    }

    pub fn is_closed(&self, term: TermId) -> bool {
        self.free(term).is_empty()
    }

    pub fn symbol_info(&self, symbol: SymbolId) -> &Symbol {
        &self.symbols[symbol.0 as usize]
    }

    pub fn var_info(&self, var: VarId) -> &Var {
        &self.vars[var.0 as usize]
    }

    pub fn node_count(&self) -> usize {
        self.nodes.len()
    }

    pub fn symbol_count(&self) -> usize {
        self.symbols.len()
    }

    pub fn symbols(&self) -> impl Iterator<Item = (SymbolId, &Symbol)> {
        self.symbols.iter().enumerate().map(|(at, symbol)| (SymbolId(at as u32), symbol))
    }

    pub fn is_true(&self, term: TermId) -> bool {
        *self.op(term) == Op::Bool(true)
    }

    pub fn is_false(&self, term: TermId) -> bool {
        *self.op(term) == Op::Bool(false)
    }

    /// The value of an integer literal.
    pub fn as_int(&self, term: TermId) -> Option<&BigInt> {
        match self.op(term) {
            Op::Int(value) => Some(value),
            _ => None,
        }
    }

    // ── symbols and variables ───────────────────────────────────────────────────────────────────

    /// Declares a symbol. Two declarations are two symbols, also when they have the same name.
    pub fn declare(&mut self, name: impl Into<String>, args: &[Sort], result: Sort) -> SymbolId {
        self.symbols.push(Symbol { name: name.into(), args: args.to_vec(), result });
        SymbolId(self.symbols.len() as u32 - 1)
    }

    /// A new variable, different from every other.
    pub fn fresh_var(&mut self, name: impl Into<String>, sort: Sort) -> VarId {
        self.vars.push(Var { name: name.into(), sort });
        VarId(self.vars.len() as u32 - 1)
    }

    /// Declares a symbol of that name, with `'2`, `'3`, ... behind it where the name is taken.
    pub fn declare_named(&mut self, name: &str, args: &[Sort], result: Sort) -> SymbolId {
        let taken = |name: &str| self.symbols.iter().any(|symbol| symbol.name == name);
        let free = std::iter::once(name.to_owned())
            .chain((2..).map(|number| format!("{name}'{number}")))
            .find(|candidate| !taken(candidate))
            .unwrap_or_else(|| name.to_owned());
        self.declare(free, args, result)
    }

    /// A constant under [`Terms::declare_named`].
    pub fn constant_named(&mut self, name: &str, sort: Sort) -> TermId {
        let symbol = self.declare_named(name, &[], sort);
        self.apply(symbol, &[])
    }

    /// Declares a constant and gives it as a term.
    pub fn fresh_constant(&mut self, name: impl Into<String>, sort: Sort) -> TermId {
        let symbol = self.declare(name, &[], sort);
        self.apply(symbol, &[])
    }

    // ── raw construction ────────────────────────────────────────────────────────────────────────

    /// The node with exactly this head and these arguments; use the constructors below, which normalise.
    pub(super) fn intern(&mut self, op: Op, args: Vec<TermId>, sort: Sort) -> TermId {
        work::count(1);
        let key = (op, args.into_boxed_slice());
        if let Some(found) = self.index.get(&key) {
            return *found;
        }
        let free = self.free_of(&key.0, &key.1);
        if self.nodes.len().is_multiple_of(NODES_BETWEEN_CHECKPOINTS) {
            memory::checkpoint();
        }
        let id = TermId(self.nodes.len() as u32);
        self.nodes.push(Node { op: key.0.clone(), args: key.1.clone(), sort, free, negation: None });
        self.index.insert(key, id);
        id
    }

    fn free_of(&self, op: &Op, args: &[TermId]) -> Arc<[VarId]> {
        if let Op::Var(var) = op {
            return Arc::from([*var]);
        }
        let bound = op.binds();
        if bound.is_empty() {
            let mut widest: Option<&Arc<[VarId]>> = None;
            for arg in args {
                let free = self.free(*arg);
                if widest.is_none_or(|other| free.len() > other.len()) {
                    widest = Some(free);
                }
            }
            let Some(widest) = widest else { return Arc::from([]) };
            if args.iter().all(|arg| self.free(*arg).iter().all(|var| widest.binary_search(var).is_ok())) {
                return widest.clone();
            }
        }
        let mut all: Vec<VarId> = Vec::new();
        for (at, arg) in args.iter().enumerate() {
            let here = at + 1 == args.len();
            all.extend(self.free(*arg).iter().filter(|var| !(here && bound.contains(var))));
        }
        all.sort();
        all.dedup();
        all.into()
    }

    // ── literals, variables, applications ───────────────────────────────────────────────────────

    pub fn bool(&mut self, value: bool) -> TermId {
        self.intern(Op::Bool(value), Vec::new(), Sort::Bool)
    }

    pub fn int(&mut self, value: impl Into<BigInt>) -> TermId {
        self.intern(Op::Int(value.into()), Vec::new(), Sort::Int)
    }

    pub fn real(&mut self, value: BigRational) -> TermId {
        self.intern(Op::Real(value), Vec::new(), Sort::Real)
    }

    /// A literal of a numeric sort (the value of an `Int` must be integral), or the float nearest to a value.
    pub fn number(&mut self, value: BigRational, sort: Sort) -> TermId {
        match sort {
            Sort::Int => self.int(value.to_integer()),
            Sort::Float(bits) => {
                let value = self.real(value);
                self.float(FloatOp::Round(bits), &[value])
            }
            Sort::Real | Sort::Bool => self.real(value),
        }
    }

    /// An operation on exact floats; commutative ones have their operands in order.
    pub fn float(&mut self, op: FloatOp, args: &[TermId]) -> TermId {
        let mut args = args.to_vec();
        let first = args.first().map_or(Sort::Real, |first| self.sort(*first));
        debug_assert_eq!(op.operands(first).map(|sorts| sorts.len()), Some(args.len()), "operands of {}", op.name());
        if op.is_commutative() {
            args.sort();
        }
        self.intern(Op::Float(op), args, op.result(first))
    }

    pub fn var(&mut self, var: VarId) -> TermId {
        let sort = self.var_info(var).sort;
        self.intern(Op::Var(var), Vec::new(), sort)
    }

    pub fn apply(&mut self, symbol: SymbolId, args: &[TermId]) -> TermId {
        let info = self.symbol_info(symbol);
        debug_assert_eq!(info.args.len(), args.len(), "arity of {}", info.name);
        let sort = info.result;
        match self.abstract_heads.get(&symbol) {
            Some(operator) => self.composed(*operator, symbol, args[0], args[1]),
            None => self.intern(Op::Apply(symbol), args.to_vec(), sort),
        }
    }

    // ── arithmetic ──────────────────────────────────────────────────────────────────────────────

    /// Floats are added from left to right.
    pub fn add(&mut self, parts: &[TermId]) -> TermId {
        let sort = parts.first().map_or(Sort::Int, |part| self.sort(*part));
        if let (Sort::Float(_), [first, rest @ ..]) = (sort, parts) {
            return rest.iter().fold(*first, |sum, part| self.float(FloatOp::Add, &[sum, *part]));
        }
        let mut sum = Poly::zero();
        for part in parts {
            sum.add(&self.poly(*part));
        }
        self.from_poly(&sum, sort)
    }

    pub fn sub(&mut self, left: TermId, right: TermId) -> TermId {
        if let Sort::Float(_) = self.sort(left) {
            return self.float(FloatOp::Sub, &[left, right]);
        }
        let difference = self.poly(left).sub(&self.poly(right));
        let sort = self.sort(left);
        self.from_poly(&difference, sort)
    }

    pub fn neg(&mut self, term: TermId) -> TermId {
        if let Sort::Float(_) = self.sort(term) {
            return self.float(FloatOp::Neg, &[term]);
        }
        let negated = self.poly(term).scale(&Number::from(-1));
        let sort = self.sort(term);
        self.from_poly(&negated, sort)
    }

    /// Products are multiplied out, unless that would give too many summands ([`MAX_MONOMIALS`], where both factors are
    /// sums), factors (`MAX_DEGREE`) or digits (`MAX_BITS`): then the factors stay whole. A value that is squared
    /// again and again would fill the memory.
    pub fn mul(&mut self, left: TermId, right: TermId) -> TermId {
        let sort = self.sort(left);
        if let Sort::Float(_) = sort {
            return self.float(FloatOp::Mul, &[left, right]);
        }
        let (a, b) = (self.poly(left), self.poly(right));
        let too_many = a.terms.len().min(b.terms.len()) > 1 && a.terms.len() * b.terms.len() > MAX_MONOMIALS;
        if too_many || a.degree() + b.degree() > MAX_DEGREE || a.bits() + b.bits() > MAX_BITS {
            let mut factors = vec![left, right];
            factors.sort();
            return self.intern(Op::Mul, factors, sort);
        }
        self.from_poly(&a.mul(&b), sort)
    }

    pub fn plus(&mut self, term: TermId, value: i64) -> TermId {
        let mut sum = self.poly(term);
        sum.add(&Poly::integer(value));
        let sort = self.sort(term);
        self.from_poly(&sum, sort)
    }

    /// SMT-LIB's `div` (Euclidean).
    pub fn div(&mut self, left: TermId, right: TermId) -> TermId {
        if let Some(divisor) = self.as_int(right).filter(|divisor| !divisor.is_zero()).cloned() {
            let (quotient, rest) = split_multiples(&self.poly(left), &divisor);
            if !quotient.is_zero() || rest.as_constant().is_some() || divisor.is_one() {
                let whole = self.from_poly(&quotient, Sort::Int);
                let rest = match rest.as_constant() {
                    Some(value) => self.int(euclidean(&value.to_integer(), &divisor).0),
                    None => {
                        let rest = self.from_poly(&rest, Sort::Int);
                        self.intern(Op::Div, vec![rest, right], Sort::Int)
                    }
                };
                return self.add(&[whole, rest]);
            }
        }
        self.intern(Op::Div, vec![left, right], Sort::Int)
    }

    /// SMT-LIB's `mod` (Euclidean).
    pub fn modulo(&mut self, left: TermId, right: TermId) -> TermId {
        if let Some(divisor) = self.as_int(right).filter(|divisor| !divisor.is_zero()).cloned() {
            let inner = self.without_inner_remainders(&self.poly(left), &divisor);
            let (_, rest) = split_multiples(&inner, &divisor);
            if let Some(value) = rest.as_constant() {
                return self.int(euclidean(&value.to_integer(), &divisor).1);
            }
            if divisor == BigInt::from(2) {
                return self.parity(&rest, right);
            }
            let rest = self.from_poly(&rest, Sort::Int);
            return self.intern(Op::Mod, vec![rest, right], Sort::Int);
        }
        self.intern(Op::Mod, vec![left, right], Sort::Int)
    }

    /// A polynomial without even coefficients modulo 2: signs make no difference, and `p + 1` is odd where `p` is even.
    fn parity(&mut self, poly: &Poly, two: TermId) -> TermId {
        let is_odd = !poly.constant_part().is_zero();
        let mut unsigned = Poly::zero();
        for monomial in poly.terms.keys().filter(|monomial| !monomial.is_empty()) {
            unsigned.add_term(monomial.clone(), 1.into());
        }
        let value = self.from_poly(&unsigned, Sort::Int);
        let remainder = self.intern(Op::Mod, vec![value, two], Sort::Int);
        if !is_odd {
            return remainder;
        }
        let one = self.int(1);
        self.sub(one, remainder)
    }

    /// The same modulo `divisor`: `x mod a` is `x` where `a` is a multiple of it.
    fn without_inner_remainders(&self, poly: &Poly, divisor: &BigInt) -> Poly {
        let mut result = Poly::zero();
        for (monomial, coefficient) in &poly.terms {
            let inner = match monomial.as_slice() {
                [atom] if *self.op(*atom) == Op::Mod => Some(self.args(*atom)),
                _ => None,
            };
            let whole = |outer: &&[TermId]| {
                self.as_int(outer[1]).is_some_and(|outer| !outer.is_zero() && outer.is_multiple_of(divisor))
            };
            match inner.filter(whole) {
                Some(args) => result.add(&self.poly(args[0]).scale(coefficient)),
                None => result.add_term(monomial.clone(), coefficient.clone()),
            }
        }
        result
    }

    /// C's `/` on integers.
    pub fn trunc_div(&mut self, left: TermId, right: TermId) -> TermId {
        match (self.as_int(left).cloned(), self.as_int(right).cloned()) {
            (_, Some(divisor)) if divisor.is_one() => left,
            (Some(a), Some(b)) if !b.is_zero() => self.int(a / b),
            _ => self.intern(Op::TruncDiv, vec![left, right], Sort::Int),
        }
    }

    /// C's `%`.
    pub fn trunc_rem(&mut self, left: TermId, right: TermId) -> TermId {
        match (self.as_int(left).cloned(), self.as_int(right).cloned()) {
            (_, Some(divisor)) if divisor.is_one() => self.int(0),
            (Some(a), Some(b)) if !b.is_zero() => self.int(a % b),
            _ => self.intern(Op::TruncRem, vec![left, right], Sort::Int),
        }
    }

    pub fn real_div(&mut self, left: TermId, right: TermId) -> TermId {
        if let Op::Real(divisor) = self.op(right)
            && !divisor.is_zero()
        {
            let scaled = self.poly(left).scale(&Number::from(divisor.recip()));
            return self.from_poly(&scaled, Sort::Real);
        }
        self.intern(Op::RealDiv, vec![left, right], Sort::Real)
    }

    pub fn pow(&mut self, base: TermId, exponent: TermId) -> TermId {
        if let Some(exponent) = self.as_int(exponent).and_then(BigInt::to_u32).filter(|exponent| *exponent <= 64) {
            let mut result = self.number(BigRational::one(), self.sort(base));
            for _ in 0..exponent {
                result = self.mul(result, base);
            }
            return result;
        }
        let sort = self.sort(base);
        self.intern(Op::Pow, vec![base, exponent], sort)
    }

    pub fn log2(&mut self, term: TermId) -> TermId {
        if let Some(value) = self.as_int(term).filter(|value| value.is_positive()) {
            let bits = value.bits() - 1;
            return self.int(bits);
        }
        self.intern(Op::Log2, vec![term], Sort::Int)
    }

    pub fn is_pow2(&mut self, term: TermId) -> TermId {
        if let Some(value) = self.as_int(term) {
            let answer = value.is_positive() && value.trailing_zeros() == Some(value.bits() - 1);
            return self.bool(answer);
        }
        self.intern(Op::IsPow2, vec![term], Sort::Bool)
    }

    pub fn min(&mut self, left: TermId, right: TermId) -> TermId {
        self.extremum(Op::Min, left, right)
    }

    pub fn max(&mut self, left: TermId, right: TermId) -> TermId {
        self.extremum(Op::Max, left, right)
    }

    fn extremum(&mut self, op: Op, left: TermId, right: TermId) -> TermId {
        // Equal up to a constant: the smaller one is known.
        if let Some(difference) = self.poly(left).sub(&self.poly(right)).as_constant() {
            return if difference.is_negative() == (op == Op::Min) { left } else { right };
        }
        let sort = self.sort(left);
        self.intern(op, vec![left.min(right), left.max(right)], sort)
    }

    pub fn abs(&mut self, term: TermId) -> TermId {
        let sort = self.sort(term);
        if let Some(value) = self.poly(term).as_constant() {
            return self.number(value.abs().to_rational(), sort);
        }
        self.intern(Op::Abs, vec![term], sort)
    }

    pub fn to_real(&mut self, term: TermId) -> TermId {
        match self.as_int(term).cloned() {
            Some(value) => self.real(BigRational::from_integer(value)),
            None => self.intern(Op::ToReal, vec![term], Sort::Real),
        }
    }

    pub fn floor(&mut self, term: TermId) -> TermId {
        match self.op(term) {
            Op::Real(value) => {
                let value = value.floor().to_integer();
                self.int(value)
            }
            Op::ToReal => self.args(term)[0],
            _ => self.intern(Op::Floor, vec![term], Sort::Int),
        }
    }

    // ── comparisons ─────────────────────────────────────────────────────────────────────────────

    pub fn eq(&mut self, left: TermId, right: TermId) -> TermId {
        if left == right {
            return self.bool(true);
        }
        match self.sort(left) {
            Sort::Bool => self.iff(left, right),
            Sort::Float(_) => self.intern(Op::Eq, vec![left.min(right), left.max(right)], Sort::Bool),
            sort @ (Sort::Int | Sort::Real) => {
                let mut difference = self.poly(left).sub(&self.poly(right)).primitive();
                if let Some(value) = difference.as_constant() {
                    return self.bool(value.is_zero());
                }
                if sort == Sort::Int && !(difference.constant_part().to_integer() % difference.content()).is_zero() {
                    return self.bool(false);
                }
                // The sign is chosen so that the first monomial with an atom is positive.
                let leading = difference.terms.iter().find(|(monomial, _)| !monomial.is_empty());
                if leading.is_some_and(|(_, coefficient)| coefficient.is_negative()) {
                    difference = difference.scale(&Number::from(-1));
                }
                let (positive, negative) = difference.split_signs();
                let (left, right) = (self.from_poly(&positive, sort), self.from_poly(&negative, sort));
                self.intern(Op::Eq, vec![left, right], Sort::Bool)
            }
        }
    }

    pub fn iff(&mut self, left: TermId, right: TermId) -> TermId {
        for (one, other) in [(left, right), (right, left)] {
            match self.op(one) {
                Op::Bool(true) => return other,
                Op::Bool(false) => return self.not(other),
                _ => {}
            }
        }
        if self.not(left) == right {
            return self.bool(false);
        }
        self.intern(Op::Eq, vec![left.min(right), left.max(right)], Sort::Bool)
    }

    pub fn ne(&mut self, left: TermId, right: TermId) -> TermId {
        let equal = self.eq(left, right);
        self.not(equal)
    }

    pub fn le(&mut self, left: TermId, right: TermId) -> TermId {
        self.compare(Op::Le, left, right)
    }

    pub fn lt(&mut self, left: TermId, right: TermId) -> TermId {
        if self.sort(left) == Sort::Int {
            let left = self.plus(left, 1);
            return self.compare(Op::Le, left, right);
        }
        self.compare(Op::Lt, left, right)
    }

    fn compare(&mut self, op: Op, left: TermId, right: TermId) -> TermId {
        let sort = self.sort(left);
        if !sort.is_numeric() {
            return self.float(if op == Op::Lt { FloatOp::Lt } else { FloatOp::Le }, &[left, right]);
        }
        let mut difference = self.poly(right).sub(&self.poly(left));
        if let Some(value) = difference.as_constant() {
            return self.bool(if op == Op::Lt { value.is_positive() } else { !value.is_negative() });
        }
        difference = if sort == Sort::Int { tighten(&difference) } else { difference.primitive() };
        let (positive, negative) = difference.split_signs();
        let (right, left) = (self.from_poly(&positive, sort), self.from_poly(&negative, sort));
        self.intern(op, vec![left, right], Sort::Bool)
    }

    // ── connectives ─────────────────────────────────────────────────────────────────────────────

    pub fn not(&mut self, term: TermId) -> TermId {
        if let Some(negation) = self.nodes[term.0 as usize].negation {
            return negation;
        }
        let negation = self.negated(term);
        self.nodes[term.0 as usize].negation = Some(negation);
        negation
    }

    fn negated(&mut self, term: TermId) -> TermId {
        match self.op(term).clone() {
            Op::Bool(value) => self.bool(!value),
            Op::Not => self.args(term)[0],
            Op::And | Op::Or => {
                let args: Vec<TermId> = self.args(term).to_vec();
                let negated: Vec<TermId> = args.into_iter().map(|arg| self.not(arg)).collect();
                if *self.op(term) == Op::And { self.or(&negated) } else { self.and(&negated) }
            }
            Op::Implies => {
                let (left, right) = (self.args(term)[0], self.args(term)[1]);
                let right = self.not(right);
                self.and(&[left, right])
            }
            Op::Ite => {
                let (cond, then, else_) = (self.args(term)[0], self.args(term)[1], self.args(term)[2]);
                let (then, else_) = (self.not(then), self.not(else_));
                self.ite(cond, then, else_)
            }
            Op::Le if self.sort(self.args(term)[0]).is_numeric() => {
                let (left, right) = (self.args(term)[0], self.args(term)[1]);
                self.lt(right, left)
            }
            Op::Lt if self.sort(self.args(term)[0]).is_numeric() => {
                let (left, right) = (self.args(term)[0], self.args(term)[1]);
                self.le(right, left)
            }
            Op::Forall(vars) => {
                let body = self.not(self.args(term)[0]);
                self.exists(&vars, body)
            }
            Op::Exists(vars) => {
                let body = self.not(self.args(term)[0]);
                self.forall(&vars, body)
            }
            _ => self.intern(Op::Not, vec![term], Sort::Bool),
        }
    }

    pub fn and(&mut self, parts: &[TermId]) -> TermId {
        self.junction(Op::And, parts)
    }

    pub fn or(&mut self, parts: &[TermId]) -> TermId {
        self.junction(Op::Or, parts)
    }

    fn junction(&mut self, op: Op, parts: &[TermId]) -> TermId {
        let unit = op == Op::And;
        let mut flat = Vec::with_capacity(parts.len());
        for part in parts {
            match self.op(*part) {
                Op::Bool(value) if *value == unit => {}
                Op::Bool(_) => return *part,
                head if *head == op => flat.extend_from_slice(self.args(*part)),
                _ => flat.push(*part),
            }
        }
        flat.sort();
        flat.dedup();
        for at in 0..flat.len() {
            // Complements of atoms only: negating a large formula would build it.
            if is_atom(self.op(flat[at])) {
                let complement = self.not(flat[at]);
                if flat.binary_search(&complement).is_ok() {
                    return self.bool(!unit);
                }
            }
        }
        match flat.len() {
            0 => self.bool(unit),
            1 => flat[0],
            _ => self.intern(op, flat, Sort::Bool),
        }
    }

    pub fn implies(&mut self, left: TermId, right: TermId) -> TermId {
        if self.is_true(left) || self.is_true(right) {
            return right;
        }
        if self.is_false(left) {
            return self.bool(true);
        }
        if self.is_false(right) {
            return self.not(left);
        }
        if *self.op(right) == Op::Implies {
            let (middle, last) = (self.args(right)[0], self.args(right)[1]);
            let left = self.and(&[left, middle]);
            return self.implies(left, last);
        }
        if left == right || (*self.op(left) == Op::And && self.args(left).contains(&right)) {
            return self.bool(true);
        }
        self.intern(Op::Implies, vec![left, right], Sort::Bool)
    }

    pub fn ite(&mut self, cond: TermId, then: TermId, else_: TermId) -> TermId {
        if then == else_ || self.is_true(cond) {
            return then;
        }
        if self.is_false(cond) {
            return else_;
        }
        if *self.op(cond) == Op::Not {
            let cond = self.args(cond)[0];
            return self.ite(cond, else_, then);
        }
        let sort = self.sort(then);
        if sort == Sort::Bool {
            let not_cond = self.not(cond);
            return match (self.op(then).clone(), self.op(else_).clone()) {
                (Op::Bool(true), _) => self.or(&[cond, else_]),
                (Op::Bool(false), _) => self.and(&[not_cond, else_]),
                (_, Op::Bool(true)) => self.or(&[not_cond, then]),
                (_, Op::Bool(false)) => self.and(&[cond, then]),
                _ => self.intern(Op::Ite, vec![cond, then, else_], sort),
            };
        }
        let then = if *self.op(then) == Op::Ite && self.args(then)[0] == cond { self.args(then)[1] } else { then };
        let else_ = if *self.op(else_) == Op::Ite && self.args(else_)[0] == cond { self.args(else_)[2] } else { else_ };
        if then == else_ {
            return then;
        }
        self.intern(Op::Ite, vec![cond, then, else_], sort)
    }

    // ── binders ─────────────────────────────────────────────────────────────────────────────────

    /// Variables that do not occur are dropped: every sort is inhabited.
    pub fn forall(&mut self, vars: &[VarId], body: TermId) -> TermId {
        self.quantify(Op::Forall, vars, body)
    }

    pub fn exists(&mut self, vars: &[VarId], body: TermId) -> TermId {
        self.quantify(Op::Exists, vars, body)
    }

    fn quantify(&mut self, make: fn(Box<[VarId]>) -> Op, vars: &[VarId], body: TermId) -> TermId {
        let free = self.free(body).clone();
        let mut used: Vec<VarId> = vars.iter().copied().filter(|var| free.binary_search(var).is_ok()).collect();
        if used.is_empty() {
            return body;
        }
        // Directly nested quantifiers of one kind are one.
        let mut inner = body;
        match (self.op(body), make(Box::from([]))) {
            (Op::Forall(more), Op::Forall(_)) | (Op::Exists(more), Op::Exists(_)) => {
                used.extend_from_slice(more);
                inner = self.args(body)[0];
            }
            _ => {}
        }
        self.intern(make(used.into()), vec![inner], Sort::Bool)
    }

    /// Rebuilds a node with other arguments through the normalising constructors.
    pub fn rebuild(&mut self, op: &Op, args: &[TermId]) -> TermId {
        match op {
            Op::Bool(value) => self.bool(*value),
            Op::Int(value) => self.int(value.clone()),
            Op::Real(value) => self.real(value.clone()),
            Op::Var(var) => self.var(*var),
            Op::Apply(symbol) => self.apply(*symbol, args),
            Op::Not => self.not(args[0]),
            Op::And => self.and(args),
            Op::Or => self.or(args),
            Op::Implies => self.implies(args[0], args[1]),
            Op::Ite => self.ite(args[0], args[1], args[2]),
            Op::Eq => self.eq(args[0], args[1]),
            Op::Le => self.le(args[0], args[1]),
            Op::Lt => self.lt(args[0], args[1]),
            Op::Add => self.add(args),
            Op::Mul => args[1..].iter().fold(args[0], |product, factor| self.mul(product, *factor)),
            Op::Div => self.div(args[0], args[1]),
            Op::Mod => self.modulo(args[0], args[1]),
            Op::TruncDiv => self.trunc_div(args[0], args[1]),
            Op::TruncRem => self.trunc_rem(args[0], args[1]),
            Op::RealDiv => self.real_div(args[0], args[1]),
            Op::Pow => self.pow(args[0], args[1]),
            Op::Log2 => self.log2(args[0]),
            Op::IsPow2 => self.is_pow2(args[0]),
            Op::Min => self.min(args[0], args[1]),
            Op::Max => self.max(args[0], args[1]),
            Op::Abs => self.abs(args[0]),
            Op::ToReal => self.to_real(args[0]),
            Op::Floor => self.floor(args[0]),
            Op::Float(op) => self.float(*op, args),
            Op::BitAnd => self.bit_and(args[0], args[1]),
            Op::Forall(vars) => self.forall(vars, args[0]),
            Op::Exists(vars) => self.exists(vars, args[0]),
            Op::Fold(kind, var) => self.fold(*kind, *var, args[0], args[1], args[2]),
        }
    }

    /// Number of distinct nodes below the given terms: the size that reports show.
    pub fn dag_size(&self, roots: &[TermId]) -> usize {
        self.postorder(roots).len()
    }
}

/// The largest number of summands to which [`Terms::mul`] multiplies out.
pub const MAX_MONOMIALS: usize = 400;

/// Nobody looks at the memory of smaller pools.
const NODES_BETWEEN_CHECKPOINTS: usize = 1 << 12;

/// The largest degree, and the longest coefficient in bits, of a product that is multiplied out.
const MAX_DEGREE: usize = 64;
const MAX_BITS: u64 = 1 << 14;

fn is_atom(op: &Op) -> bool {
    matches!(op, Op::Eq | Op::Le | Op::Lt | Op::Apply(_) | Op::Float(_) | Op::Not | Op::IsPow2 | Op::Var(_))
}

/// `poly = divisor * quotient + rest`, the quotient taking whole multiples of every coefficient.
fn split_multiples(poly: &Poly, divisor: &BigInt) -> (Poly, Poly) {
    let (mut quotient, mut rest) = (Poly::zero(), Poly::zero());
    for (monomial, coefficient) in &poly.terms {
        let (q, r) = euclidean(&coefficient.to_integer(), divisor);
        quotient.add_term(monomial.clone(), q.into());
        rest.add_term(monomial.clone(), r.into());
    }
    (quotient, rest)
}

/// Quotient and remainder with `0 <= remainder < |divisor|`.
fn euclidean(value: &BigInt, divisor: &BigInt) -> (BigInt, BigInt) {
    let remainder = value.mod_floor(&divisor.abs());
    ((value - &remainder) / divisor, remainder)
}

/// `0 <= poly` over the integers, divided by the content with the constant rounded down.
fn tighten(poly: &Poly) -> Poly {
    let content = poly.content();
    let mut result = Poly::zero();
    for (monomial, coefficient) in &poly.terms {
        let value = coefficient.to_integer();
        let value = if monomial.is_empty() { value.div_floor(&content) } else { value / &content };
        result.add_term(monomial.clone(), value.into());
    }
    result
}

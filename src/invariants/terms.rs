//! Expressions of annotations, made of those of the program.

use std::cell::RefCell;
use std::collections::BTreeMap;

use num_bigint::BigInt;
use num_traits::{One, Signed, ToPrimitive, Zero};

use crate::base::Span;
use crate::kernel::ir::{
    ArrayId, Binary, Bound, BoundId, Builtin, Conversion, Expr, ExprKind, FoldKind, Kernel, LocalId, Quantifier,
    StmtKind, Type, Unary, walk,
};
use crate::kernel::text;

/// Makes expressions about a kernel.
pub struct Build<'k> {
    pub kernel: &'k Kernel,
    /// What the locals are that are assigned once.
    values: BTreeMap<LocalId, &'k Expr>,
    /// The kernel without its statements, to print expressions about it.
    printed: RefCell<Kernel>,
    /// Bound variables that the kernel is to get.
    pub bound: RefCell<Vec<Bound>>,
}

impl<'k> Build<'k> {
    pub fn new(kernel: &'k Kernel) -> Build<'k> {
        let mut values: BTreeMap<LocalId, Option<&'k Expr>> = BTreeMap::new();
        walk(&kernel.body, &mut |stmt| {
            let value = match &stmt.kind {
                StmtKind::Assign { value, .. } => Some(value),
                _ => None,
            };
            if let Some(local) = stmt.kind.assigned() {
                let value = if values.contains_key(&local) { None } else { value };
                values.insert(local, value);
            }
        });
        let values = values.into_iter().filter_map(|(local, value)| Some((local, value?))).collect();
        let printed = Kernel { body: Vec::new(), ..kernel.clone() };
        Build { kernel, values, printed: RefCell::new(printed), bound: RefCell::default() }
    }

    /// The only value that a local ever has.
    pub fn value_of(&self, local: LocalId) -> Option<&'k Expr> {
        self.values.get(&local).copied()
    }

    pub fn variable(&self, name: &str) -> BoundId {
        let is_taken = |name: &str| {
            self.kernel.locals.iter().any(|local| local.name == name)
                || self.kernel.arrays.iter().any(|array| array.name == name)
        };
        let name = if is_taken(name) { format!("{name}_") } else { name.to_owned() };
        let mut bound = self.bound.borrow_mut();
        bound.push(Bound { name, ty: Type::Integer });
        BoundId((self.kernel.bound.len() + bound.len() - 1) as u32)
    }

    pub fn expr(&self, kind: ExprKind, ty: Type) -> Expr {
        Expr::new(kind, ty, self.kernel.span)
    }

    pub fn bound(&self, var: BoundId) -> Expr {
        self.expr(ExprKind::Bound(var), Type::Integer)
    }

    pub fn int(&self, value: i64) -> Expr {
        self.expr(ExprKind::Int(value.into()), Type::Integer)
    }

    pub fn local(&self, local: LocalId) -> Expr {
        let ty = self.kernel.locals[local.index()].ty;
        exact(self.expr(ExprKind::Local(local), ty))
    }

    pub fn builtin(&self, builtin: Builtin) -> Expr {
        exact(self.expr(ExprKind::Builtin(builtin), Type::UINT))
    }

    pub fn read(&self, array: ArrayId, index: Vec<Expr>) -> Expr {
        exact(self.expr(ExprKind::Read { array, index }, self.kernel.arrays[array.index()].element))
    }

    pub fn binary(&self, op: Binary, one: Expr, other: Expr) -> Expr {
        let zero = |e: &Expr| matches!(&*e.kind, ExprKind::Int(value) if value.is_zero());
        match op {
            Binary::Add if zero(&one) => other,
            Binary::Add | Binary::Sub if zero(&other) => one,
            Binary::Mul if is_one(&one) => other,
            Binary::Mul if is_one(&other) => one,
            _ => {
                let ty = if one.ty == Type::Integer { other.ty } else { one.ty };
                self.expr(ExprKind::Binary(op, one, other), ty)
            }
        }
    }

    pub fn compare(&self, op: Binary, one: Expr, other: Expr) -> Expr {
        self.expr(ExprKind::Binary(op, one, other), Type::Bool)
    }

    pub fn all(&self, parts: Vec<Expr>) -> Expr {
        let joined = parts.into_iter().reduce(|one, other| self.compare(Binary::And, one, other));
        joined.unwrap_or_else(|| self.expr(ExprKind::Bool(true), Type::Bool))
    }

    pub fn fold(&self, kind: FoldKind, var: BoundId, body: Expr, (lo, hi): (Expr, Expr)) -> Expr {
        let ty = body.ty;
        self.expr(ExprKind::Fold { kind, var, body, lo, hi }, ty)
    }

    pub fn for_all(&self, vars: Vec<BoundId>, premises: Vec<Expr>, conclusion: Expr) -> Expr {
        let body = match premises.is_empty() {
            true => conclusion,
            false => self.compare(Binary::Implies, self.all(premises), conclusion),
        };
        self.expr(ExprKind::Quantified(Quantifier::Forall, vars, body), Type::Bool)
    }

    pub fn is_power(&self, e: Expr) -> Expr {
        self.expr(ExprKind::Unary(Unary::IsPow2, e), Type::Bool)
    }

    /// As one writes it in an annotation.
    pub fn text(&self, e: &Expr) -> String {
        let mut printed = self.printed.borrow_mut();
        let own = self.bound.borrow();
        let base = self.kernel.bound.len();
        // Only the variables that occur need names that differ.
        printed.bound.clear();
        printed.bound.resize(base + own.len(), Bound { name: String::new(), ty: Type::Integer });
        let known = |at: usize| if at < base { &self.kernel.bound[at] } else { &own[at - base] };
        e.walk(&mut |part| match &*part.kind {
            ExprKind::Bound(var) => printed.bound[var.index()] = known(var.index()).clone(),
            ExprKind::Quantified(_, vars, _) => {
                vars.iter().for_each(|var| printed.bound[var.index()] = known(var.index()).clone());
            }
            ExprKind::Fold { var, .. } => printed.bound[var.index()] = known(var.index()).clone(),
            _ => {}
        });
        text::plain_expr(&printed, e)
    }

    /// What an expression of the program is in annotations, with mathematical integers; none for what has no counterpart. What it does
    /// where a machine integer does not suffice is for the proof to say.
    pub fn exact(&self, e: &Expr) -> Option<Expr> {
        Some(match &*e.kind {
            ExprKind::Int(value) => self.expr(ExprKind::Int(value.clone()), Type::Integer),
            ExprKind::Real(_) | ExprKind::Bool(_) | ExprKind::Bound(_) => e.clone(),
            ExprKind::Local(local) => self.local(*local),
            ExprKind::Builtin(builtin) => self.builtin(*builtin),
            ExprKind::Read { array, index } => {
                self.read(*array, index.iter().map(|index| self.exact(index)).collect::<Option<_>>()?)
            }
            ExprKind::Convert(_, of) if e.ty.is_integral() && of.ty.is_integral() => self.exact(of)?,
            ExprKind::Convert(_, of) if e.ty.is_integral() && of.ty == Type::Bool => {
                let chosen = ExprKind::Conditional(self.exact(of)?, self.int(1), self.int(0));
                self.expr(chosen, Type::Integer)
            }
            ExprKind::Convert(_, of) if e.ty == Type::Bool && of.ty.is_integral() => {
                self.compare(Binary::Ne, self.exact(of)?, self.int(0))
            }
            ExprKind::Convert(conversion, of) if of.ty.is_fractional() && e.ty.is_fractional() => {
                self.expr(ExprKind::Convert(*conversion, self.exact(of)?), e.ty)
            }
            ExprKind::Binary(Binary::Shl, one, by) if e.ty.is_integral() => {
                let ExprKind::Int(by) = &*by.kind else { return None };
                self.binary(Binary::Mul, self.exact(one)?, self.int(1i64.checked_shl(by.to_u32()?)?))
            }
            ExprKind::Binary(op, one, other) => {
                let (one, other) = (self.exact(one)?, self.exact(other)?);
                match e.ty {
                    Type::Bool => self.compare(*op, one, other),
                    _ => self.binary(*op, one, other),
                }
            }
            ExprKind::Unary(op @ (Unary::Neg | Unary::Not | Unary::Abs), of) => {
                let of = self.exact(of)?;
                let ty = of.ty;
                self.expr(ExprKind::Unary(*op, of), ty)
            }
            ExprKind::Conditional(cond, then, other) => {
                let (then, other) = (self.exact(then)?, self.exact(other)?);
                let ty = then.ty;
                self.expr(ExprKind::Conditional(self.exact(cond)?, then, other), ty)
            }
            ExprKind::Math(name, args) => {
                let args = args.iter().map(|arg| self.exact(arg)).collect::<Option<_>>()?;
                self.expr(ExprKind::Math(name.clone(), args), e.ty)
            }
            ExprKind::Fold { kind, var, body, lo, hi } => {
                self.fold(*kind, *var, self.exact(body)?, (self.exact(lo)?, self.exact(hi)?))
            }
            _ => return None,
        })
    }

    /// The same with the values of locals that have one only, as far as `also` says.
    pub fn expanded(&self, e: &Expr, also: &dyn Fn(LocalId) -> bool) -> Expr {
        match &*e.kind {
            ExprKind::Local(local) if also(*local) => match self.value_of(*local).and_then(|value| self.exact(value)) {
                Some(value) => self.expanded(&value, also),
                None => e.clone(),
            },
            ExprKind::Convert(Conversion::Implicit, of)
                if e.ty == Type::Integer && matches!(&*of.kind, ExprKind::Local(local) if also(*local)) =>
            {
                let value = self.expanded(of, also);
                if value.ty == Type::Integer { value } else { e.clone() }
            }
            _ => {
                let mut e = e.clone();
                e.children_mut().into_iter().for_each(|child| *child = self.expanded(child, also));
                e
            }
        }
    }

    /// The same with sums of products, wherever integers are added or multiplied, in one order.
    pub fn tidy(&self, e: &Expr) -> Expr {
        let is_sum = |e: &Expr| {
            e.ty == Type::Integer && matches!(&*e.kind, ExprKind::Binary(Binary::Add | Binary::Sub | Binary::Mul, ..))
        };
        let mut e = e.clone();
        e.children_mut().into_iter().for_each(|child| *child = self.tidy(child));
        if is_sum(&e) { self.sum(&self.linear(&e)) } else { e }
    }

    /// A sum of products: the coefficient of each product, by its text.
    pub fn linear(&self, e: &Expr) -> Linear {
        let mut all = Linear::default();
        self.collect(e, &BigInt::one(), &mut all);
        all.0.retain(|_, (_, times)| !times.is_zero());
        all
    }

    fn collect(&self, e: &Expr, times: &BigInt, all: &mut Linear) {
        match &*e.kind {
            ExprKind::Int(value) => all.add(String::new(), self.int(1), value * times),
            ExprKind::Binary(Binary::Add, one, other) => {
                self.collect(one, times, all);
                self.collect(other, times, all);
            }
            ExprKind::Binary(Binary::Sub, one, other) => {
                self.collect(one, times, all);
                self.collect(other, &-times, all);
            }
            ExprKind::Binary(Binary::Mul, one, other) => {
                let (one, other) = (self.linear(one), self.linear(other));
                for (a, by) in one.0.values() {
                    for (b, and) in other.0.values() {
                        let mut factors = factors(a);
                        factors.extend(self::factors(b));
                        factors.sort_by_key(|factor| self.text(factor));
                        let product = factors.into_iter().reduce(|a, b| self.binary(Binary::Mul, a, b));
                        let product = product.unwrap_or_else(|| self.int(1));
                        let key = if is_one(&product) { String::new() } else { self.text(&product) };
                        all.add(key, product, by * and * times);
                    }
                }
            }
            _ => all.add(self.text(e), e.clone(), times.clone()),
        }
    }

    /// The sum of products as an expression.
    pub fn sum(&self, linear: &Linear) -> Expr {
        let mut whole = self.int(0);
        // What is subtracted behind what is added, and a number last.
        let mut summands: Vec<(&Expr, &BigInt)> = linear.summands().collect();
        summands.sort_by_key(|(product, times)| (is_one(product), times.is_negative()));
        for (product, times) in summands {
            let size = self.expr(ExprKind::Int(times.magnitude().clone().into()), Type::Integer);
            let part = self.binary(Binary::Mul, size, product.clone());
            let op = if times.is_negative() { Binary::Sub } else { Binary::Add };
            whole = self.binary(op, whole, part);
        }
        whole
    }
}

/// A sum of products.
#[derive(Clone, Default)]
pub struct Linear(BTreeMap<String, (Expr, BigInt)>);

impl Linear {
    fn add(&mut self, key: String, product: Expr, times: BigInt) {
        let known = self.0.entry(key).or_insert_with(|| (product, BigInt::zero()));
        known.1 += times;
    }

    pub fn minus(mut self, other: &Linear) -> Linear {
        for (key, (product, times)) in &other.0 {
            self.add(key.clone(), product.clone(), -times);
        }
        self.0.retain(|_, (_, times)| !times.is_zero());
        self
    }

    /// One summand.
    pub fn one(product: &Expr, times: &BigInt) -> Linear {
        Linear(BTreeMap::from([(String::new(), (product.clone(), times.clone()))]))
    }

    pub fn summands(&self) -> impl Iterator<Item = (&Expr, &BigInt)> {
        self.0.values().map(|(product, times)| (product, times))
    }

    /// The summands that have these factors, without them, and the others.
    pub fn divided(&self, build: &Build<'_>, by: &[Expr]) -> (Linear, Linear) {
        let (mut own, mut others) = (Linear::default(), Linear::default());
        for (key, (product, times)) in &self.0 {
            let mut left = factors(product);
            let is_whole = by.iter().all(|factor| {
                let text = build.text(factor);
                let at = left.iter().position(|own| build.text(own) == text);
                at.map(|at| left.remove(at)).is_some()
            });
            match is_whole {
                true => {
                    let quotient = left.into_iter().reduce(|one, other| build.binary(Binary::Mul, one, other));
                    let quotient = quotient.unwrap_or_else(|| build.int(1));
                    own.add(build.text(&quotient), quotient, times.clone());
                }
                false => others.add(key.clone(), product.clone(), times.clone()),
            }
        }
        (own, others)
    }

    /// The sum over a number, if it divides all coefficients.
    pub fn over(mut self, number: &BigInt) -> Option<Linear> {
        for (_, times) in self.0.values_mut() {
            if !(&*times % number).is_zero() {
                return None;
            }
            *times = &*times / number;
        }
        Some(self)
    }

    /// The summands of which that is not so.
    pub fn without(mut self, is_so: &dyn Fn(&Expr) -> bool) -> Linear {
        self.0.retain(|_, (product, _)| !is_so(product));
        self
    }

    pub fn is_zero(&self) -> bool {
        self.0.is_empty()
    }
}

/// What is multiplied.
pub fn factors(e: &Expr) -> Vec<Expr> {
    match &*e.kind {
        ExprKind::Binary(Binary::Mul, one, other) => {
            let mut all = factors(one);
            all.extend(factors(other));
            all
        }
        _ if is_one(e) => Vec::new(),
        _ => vec![e.clone()],
    }
}

fn is_one(e: &Expr) -> bool {
    matches!(&*e.kind, ExprKind::Int(value) if value.is_one())
}

/// The mathematical integer that a machine integer is.
pub fn exact(e: Expr) -> Expr {
    let span = e.span;
    match (&*e.kind, e.ty) {
        (ExprKind::Int(_), _) => Expr { ty: Type::Integer, ..e },
        (_, Type::Int { .. }) => Expr::new(ExprKind::Convert(Conversion::Implicit, e), Type::Integer, span),
        _ => e,
    }
}

/// Whether something in an expression is so.
pub fn any(e: &Expr, is_so: &dyn Fn(&ExprKind) -> bool) -> bool {
    let mut found = false;
    e.walk(&mut |part| found |= is_so(&part.kind));
    found
}

/// Whether an expression reads no array and none of these locals.
pub fn is_fixed(e: &Expr, changed: &BTreeMap<LocalId, Span>) -> bool {
    !any(e, &|kind| match kind {
        ExprKind::Local(local) => changed.contains_key(local),
        ExprKind::Read { .. } => true,
        _ => false,
    })
}

//! Formulas: comparisons of primitive polynomials, flat connectives, negation at atoms, quantifiers.

use num_integer::Integer;
use num_traits::Zero;

use super::number::Number;
use super::op::{FloatOp, Op, Sort};
use super::poly::Poly;
use super::term::{TermId, Terms, VarId};

impl Terms {
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
                if let Some(chosen) = self.of_choice(&difference, Zero::is_zero) {
                    return chosen;
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
        let is_strict = op == Op::Lt;
        if let Some(chosen) = self.of_choice(&difference, |value| value.is_positive() || value.is_zero() && !is_strict)
        {
            return chosen;
        }
        difference = if sort == Sort::Int { tighten(&difference) } else { difference.primitive() };
        let (positive, negative) = difference.split_signs();
        let (right, left) = (self.from_poly(&positive, sort), self.from_poly(&negative, sort));
        self.intern(op, vec![left, right], Sort::Bool)
    }

    /// What holds of `a * ite(c, x, y) + b` with numbers `x` and `y`, or choices of numbers: it holds of `x` under `c`, and of `y` else.
    fn of_choice(&mut self, value: &Poly, holds: impl Fn(&Number) -> bool + Copy) -> Option<TermId> {
        let rest = value.constant_part();
        let mut others = value.terms.iter().filter(|(monomial, _)| !monomial.is_empty());
        let (Some((monomial, factor)), None) = (others.next(), others.next()) else { return None };
        let &[choice] = &monomial[..] else { return None };
        let (Op::Ite, &[condition, then, other]) = (self.op(choice), self.args(choice)) else { return None };
        let mut case = |value: TermId| {
            let mut case = self.poly(value).scale(factor);
            case.add_constant(rest.clone());
            match case.as_constant() {
                Some(number) => Some(self.bool(holds(&number))),
                None => self.of_choice(&case, holds),
            }
        };
        let (then, other) = (case(then)?, case(other)?);
        Some(self.ite(condition, then, other))
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
        // `a == b ? a : b` is `b`, whichever of them stands first.
        let says_same = *self.op(cond) == Op::Eq
            && matches!(self.args(cond), [a, b] if [[*a, *b], [*b, *a]].contains(&[then, else_]));
        if then == else_ || says_same {
            return else_;
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
}

fn is_atom(op: &Op) -> bool {
    matches!(op, Op::Eq | Op::Le | Op::Lt | Op::Apply(_) | Op::Float(_) | Op::Not | Op::IsPow2 | Op::Var(_))
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

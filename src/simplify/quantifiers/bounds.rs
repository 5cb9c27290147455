//! Bounds that a proposition puts on a variable, through all connectives (Kojima et al., 4.3; SIMP-8).
//!
//! An *existential* bound `b` of `P` is implied by it: `P -> b`. A *universal* one is a restriction of it: `!b -> P`, so that
//! `forall x. P` is `forall x. b -> P`. Each kind is found by going through the connectives, and becomes the other under a negation.

use crate::logic::{Op, Sort, TermId, Terms, VarId};

/// `x <= value` or `value <= x`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bound {
    pub upper: bool,
    pub value: TermId,
    /// The literal that says so.
    pub literal: TermId,
}

impl Bound {
    /// What a literal says of a variable that stands alone in it.
    pub fn of(terms: &mut Terms, literal: TermId, var: VarId) -> Option<Bound> {
        if *terms.op(literal) != Op::Le || terms.sort(terms.args(literal)[0]) != Sort::Int {
            return None;
        }
        let room = terms.poly(terms.args(literal)[1]).sub(&terms.poly(terms.args(literal)[0]));
        let atom = terms.var(var);
        let (coefficient, rest) = room.linear_in(atom)?;
        let factor = coefficient.as_constant()?.to_i64()?;
        let value = match factor {
            1 => rest.scale(&(-1).into()),
            -1 => rest,
            _ => return None,
        };
        let value = terms.from_poly(&value, Sort::Int);
        (!terms.free(value).contains(&var)).then_some(Bound { upper: factor == -1, value, literal })
    }
}

/// The bounds of one variable.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Bounds(pub Vec<Bound>);

impl Bounds {
    /// The bounds outside of which the proposition is true.
    pub fn universal(terms: &mut Terms, proposition: TermId, var: VarId) -> Bounds {
        let args = terms.args(proposition).to_vec();
        let negated = match terms.op(proposition).clone() {
            Op::Not => return Bounds::existential(terms, args[0], var),
            Op::And => return Bounds::in_all(terms, &args, var, Bounds::universal),
            Op::Or => return Bounds::in_any(terms, &args, var, Bounds::universal),
            Op::Implies => {
                return Bounds::existential(terms, args[0], var).or(Bounds::universal(terms, args[1], var));
            }
            Op::Ite => {
                let then = Bounds::existential(terms, args[0], var).or(Bounds::universal(terms, args[1], var));
                let otherwise = Bounds::universal(terms, args[0], var).or(Bounds::universal(terms, args[2], var));
                return then.and(&otherwise);
            }
            Op::Forall(vars) | Op::Exists(vars) => {
                return Bounds::universal(terms, terms.args(proposition)[0], var).without(terms, &vars);
            }
            Op::Le => terms.not(proposition),
            _ => return Bounds::default(),
        };
        Bounds(Bound::of(terms, negated, var).into_iter().collect())
    }

    /// The bounds that the proposition implies.
    pub fn existential(terms: &mut Terms, proposition: TermId, var: VarId) -> Bounds {
        let args = terms.args(proposition).to_vec();
        match terms.op(proposition).clone() {
            Op::Not => Bounds::universal(terms, args[0], var),
            Op::And => Bounds::in_any(terms, &args, var, Bounds::existential),
            Op::Or => Bounds::in_all(terms, &args, var, Bounds::existential),
            Op::Implies => Bounds::universal(terms, args[0], var).and(&Bounds::existential(terms, args[1], var)),
            Op::Ite => {
                let then = Bounds::existential(terms, args[0], var).or(Bounds::existential(terms, args[1], var));
                let otherwise = Bounds::universal(terms, args[0], var).or(Bounds::existential(terms, args[2], var));
                then.and(&otherwise)
            }
            Op::Forall(vars) | Op::Exists(vars) => {
                Bounds::existential(terms, terms.args(proposition)[0], var).without(terms, &vars)
            }
            Op::Le => Bounds(Bound::of(terms, proposition, var).into_iter().collect()),
            _ => Bounds::default(),
        }
    }

    fn in_any(terms: &mut Terms, parts: &[TermId], var: VarId, of: fn(&mut Terms, TermId, VarId) -> Bounds) -> Bounds {
        parts.iter().fold(Bounds::default(), |all, part| all.or(of(terms, *part, var)))
    }

    fn in_all(terms: &mut Terms, parts: &[TermId], var: VarId, of: fn(&mut Terms, TermId, VarId) -> Bounds) -> Bounds {
        let each: Vec<Bounds> = parts.iter().map(|part| of(terms, *part, var)).collect();
        let mut each = each.into_iter();
        let first = each.next().unwrap_or_default();
        each.fold(first, |common, other| common.and(&other))
    }

    /// The bounds of both.
    fn or(mut self, other: Bounds) -> Bounds {
        for bound in other.0 {
            if !self.0.contains(&bound) {
                self.0.push(bound);
            }
        }
        self
    }

    /// The common ones.
    fn and(mut self, other: &Bounds) -> Bounds {
        self.0.retain(|bound| other.0.contains(bound));
        self
    }

    /// Those that mean the same outside of a quantifier.
    fn without(mut self, terms: &Terms, vars: &[VarId]) -> Bounds {
        self.0.retain(|bound| !terms.free(bound.value).iter().any(|var| vars.contains(var)));
        self
    }

    /// Pairs of a lower and an upper bound that mention none of the variables.
    pub fn ranges(&self, terms: &Terms, vars: &[VarId], limit: usize) -> Vec<(Bound, Bound)> {
        let ends = self.ends(terms, vars);
        let (upper, lower): (Vec<Bound>, Vec<Bound>) = ends.into_iter().partition(|bound| bound.upper);
        let pairs = lower.iter().flat_map(|low| upper.iter().map(|high| (*low, *high)));
        pairs.take(limit * limit).collect()
    }

    /// The bounds that mention none of the variables.
    pub fn ends(&self, terms: &Terms, vars: &[VarId]) -> Vec<Bound> {
        let is_outside = |bound: &&Bound| !terms.free(bound.value).iter().any(|var| vars.contains(var));
        self.0.iter().filter(is_outside).copied().collect()
    }
}

/// The proposition where all the literals hold.
pub fn without(terms: &mut Terms, proposition: TermId, literals: &[TermId]) -> TermId {
    let negated: Vec<TermId> = literals.iter().map(|literal| terms.not(*literal)).collect();
    terms.rewrite(proposition, &mut |terms, term| {
        if literals.contains(&term) {
            Some(terms.bool(true))
        } else if negated.contains(&term) {
            Some(terms.bool(false))
        } else {
            None
        }
    })
}

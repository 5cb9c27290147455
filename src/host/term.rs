//! Integers and truth values of the host, as terms over what is not known. Terms are exact: what a machine type does to a value
//! is said where the value is converted.

use std::sync::Arc;

use super::unknown::Free;

/// A term, shared where it occurs.
pub type Term = Arc<Node>;

#[derive(PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Node {
    Int(i128),
    Free(Free),
    /// Division truncates, and the remainder has the sign of the dividend.
    Apply(Op, Vec<Term>),
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Op {
    Add,
    Mul,
    Div,
    Rem,
    Min,
    Max,
    /// Of a condition and two numbers.
    Choose,
    Le,
    Lt,
    Eq,
    Not,
    And,
    Or,
    /// Is a power of two.
    IsPow2,
}

/// Nodes of a term at most: a larger one is taken for unknown.
pub const MOST_NODES: usize = 60;

pub fn int(value: i128) -> Term {
    Arc::new(Node::Int(value))
}

pub fn free(free: Free) -> Term {
    Arc::new(Node::Free(free))
}

pub fn truth(value: bool) -> Term {
    int(i128::from(value))
}

pub fn known(term: &Term) -> Option<i128> {
    match **term {
        Node::Int(value) => Some(value),
        _ => None,
    }
}

fn apply(op: Op, args: Vec<Term>) -> Term {
    Arc::new(Node::Apply(op, args))
}

/// The operands of an operator in two terms, numbers apart.
fn operands(op: Op, terms: [&Term; 2]) -> (Vec<i128>, Vec<Term>) {
    let of = |term: &&Term| match &***term {
        Node::Apply(own, parts) if *own == op => parts.clone(),
        _ => vec![(*term).clone()],
    };
    let (numbers, others): (Vec<Term>, Vec<Term>) = terms.iter().flat_map(of).partition(|part| known(part).is_some());
    (numbers.iter().filter_map(known).collect(), others)
}

/// A sum of numbers and products, the number last; nothing where a number is out of reach.
pub fn add(a: &Term, b: &Term) -> Option<Term> {
    let mut summands: Vec<Term> = Vec::new();
    let (numbers, parts) = operands(Op::Add, [a, b]);
    let number = numbers.into_iter().try_fold(0, i128::checked_add)?;
    parts.iter().try_for_each(|part| add_summand(&mut summands, part))?;
    summands.sort();
    if number != 0 || summands.is_empty() {
        summands.push(int(number));
    }
    Some(if summands.len() == 1 { summands.swap_remove(0) } else { apply(Op::Add, summands) })
}

/// `2 * a` and `a` are `3 * a`.
fn add_summand(summands: &mut Vec<Term>, part: &Term) -> Option<()> {
    let (factor, rest) = scaled(part);
    let same = summands.iter().position(|known| scaled(known).1 == rest);
    let Some(same) = same else {
        summands.push(part.clone());
        return Some(());
    };
    let factor = scaled(&summands.swap_remove(same)).0.checked_add(factor)?;
    if factor != 0 {
        summands.push(mul(&int(factor), &rest)?);
    }
    Some(())
}

/// A term as a number times the rest.
fn scaled(term: &Term) -> (i128, Term) {
    match &**term {
        Node::Apply(Op::Mul, factors) if factors.len() > 1 => match known(&factors[0]) {
            Some(number) if factors.len() == 2 => (number, factors[1].clone()),
            Some(number) => (number, apply(Op::Mul, factors[1..].to_vec())),
            None => (1, term.clone()),
        },
        _ => (1, term.clone()),
    }
}

pub fn negated(a: &Term) -> Option<Term> {
    mul(&int(-1), a)
}

pub fn sub(a: &Term, b: &Term) -> Option<Term> {
    add(a, &negated(b)?)
}

/// A product, the number first. A number is multiplied into a sum.
pub fn mul(a: &Term, b: &Term) -> Option<Term> {
    match (&**a, &**b) {
        (Node::Int(number), Node::Apply(Op::Add, parts)) | (Node::Apply(Op::Add, parts), Node::Int(number)) => {
            return parts.iter().try_fold(int(0), |sum, part| add(&sum, &mul(&int(*number), part)?));
        }
        _ => {}
    }
    let (numbers, mut factors) = operands(Op::Mul, [a, b]);
    let number = numbers.into_iter().try_fold(1, i128::checked_mul)?;
    factors.sort();
    if number == 0 || factors.is_empty() {
        return Some(int(number));
    }
    if number != 1 {
        factors.insert(0, int(number));
    }
    Some(if factors.len() == 1 { factors.swap_remove(0) } else { apply(Op::Mul, factors) })
}

/// Nothing where the divisor is 0.
pub fn div(a: &Term, b: &Term) -> Option<Term> {
    match (known(a), known(b)) {
        (_, Some(0)) => None,
        (_, Some(1)) => Some(a.clone()),
        (Some(a), Some(b)) => a.checked_div(b).map(int),
        _ => Some(apply(Op::Div, vec![a.clone(), b.clone()])),
    }
}

pub fn rem(a: &Term, b: &Term) -> Option<Term> {
    match (known(a), known(b)) {
        (_, Some(0)) => None,
        (_, Some(1 | -1)) => Some(int(0)),
        (Some(a), Some(b)) => a.checked_rem(b).map(int),
        _ => Some(apply(Op::Rem, vec![a.clone(), b.clone()])),
    }
}

pub fn least(a: &Term, b: &Term) -> Term {
    match (known(a), known(b)) {
        (Some(a), Some(b)) => int(a.min(b)),
        _ if a == b => a.clone(),
        _ => apply(Op::Min, vec![a.clone(), b.clone()]),
    }
}

pub fn greatest(a: &Term, b: &Term) -> Term {
    match (known(a), known(b)) {
        (Some(a), Some(b)) => int(a.max(b)),
        _ if a == b => a.clone(),
        _ => apply(Op::Max, vec![a.clone(), b.clone()]),
    }
}

pub fn choose(cond: &Term, then: &Term, other: &Term) -> Term {
    match known(cond) {
        Some(0) => other.clone(),
        Some(_) => then.clone(),
        None if then == other => then.clone(),
        None => apply(Op::Choose, vec![cond.clone(), then.clone(), other.clone()]),
    }
}

/// A comparison; decided where the two differ by a number.
fn compare(op: Op, a: &Term, b: &Term, decided: impl Fn(i128) -> bool) -> Term {
    match sub(a, b).as_ref().and_then(known) {
        Some(difference) => truth(decided(difference)),
        None => apply(op, vec![a.clone(), b.clone()]),
    }
}

pub fn le(a: &Term, b: &Term) -> Term {
    compare(Op::Le, a, b, |difference| difference <= 0)
}

pub fn lt(a: &Term, b: &Term) -> Term {
    compare(Op::Lt, a, b, |difference| difference < 0)
}

pub fn eq(a: &Term, b: &Term) -> Term {
    let (a, b) = if a <= b { (a, b) } else { (b, a) };
    compare(Op::Eq, a, b, |difference| difference == 0)
}

pub fn not(a: &Term) -> Term {
    match &**a {
        Node::Int(value) => truth(*value == 0),
        Node::Apply(Op::Not, args) => args[0].clone(),
        Node::Apply(Op::Le, args) => lt(&args[1], &args[0]),
        Node::Apply(Op::Lt, args) => le(&args[1], &args[0]),
        _ => apply(Op::Not, vec![a.clone()]),
    }
}

pub fn and(a: &Term, b: &Term) -> Term {
    match (known(a), known(b)) {
        (Some(0), _) | (_, Some(0)) => truth(false),
        (Some(_), _) => b.clone(),
        (_, Some(_)) => a.clone(),
        _ if a == b => a.clone(),
        _ => apply(Op::And, vec![a.clone(), b.clone()]),
    }
}

pub fn or(a: &Term, b: &Term) -> Term {
    match (known(a), known(b)) {
        (Some(0), _) => b.clone(),
        (_, Some(0)) => a.clone(),
        (Some(_), _) | (_, Some(_)) => truth(true),
        _ if a == b => a.clone(),
        _ => apply(Op::Or, vec![a.clone(), b.clone()]),
    }
}

pub fn is_pow2(a: &Term) -> Term {
    match known(a) {
        Some(value) => truth(value > 0 && value & (value - 1) == 0),
        None => apply(Op::IsPow2, vec![a.clone()]),
    }
}

/// Whether a number is one of two truth values.
pub fn is_truth(term: &Term) -> bool {
    match &**term {
        Node::Int(value) => matches!(value, 0 | 1),
        Node::Free(_) => false,
        Node::Apply(op, _) => matches!(op, Op::Le | Op::Lt | Op::Eq | Op::Not | Op::And | Op::Or | Op::IsPow2),
    }
}

/// Whether a term has more nodes than are carried along.
pub fn is_large(term: &Term) -> bool {
    is_larger(term, MOST_NODES)
}

/// Whether a term has so many nodes.
pub fn is_larger(term: &Term, most: usize) -> bool {
    fn count(term: &Term, left: &mut usize) {
        *left = left.saturating_sub(1);
        if let Node::Apply(_, args) = &**term
            && *left > 0
        {
            args.iter().for_each(|arg| count(arg, left));
        }
    }
    let mut left = most;
    count(term, &mut left);
    left == 0
}

/// Shows what is unknown in a term.
pub fn frees(term: &Term, see: &mut dyn FnMut(Free)) {
    match &**term {
        Node::Int(_) => {}
        Node::Free(free) => see(*free),
        Node::Apply(_, args) => args.iter().for_each(|arg| frees(arg, see)),
    }
}

/// The term with others in place of what is unknown.
pub fn replaced(term: &Term, by: &dyn Fn(Free) -> Option<Term>) -> Term {
    match &**term {
        Node::Int(_) => term.clone(),
        Node::Free(free) => by(*free).unwrap_or_else(|| term.clone()),
        Node::Apply(op, args) => apply(*op, args.iter().map(|arg| replaced(arg, by)).collect()),
    }
}

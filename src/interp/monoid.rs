//! The monoid that stands for a declared operator of which nothing but the laws is known (OPERATOR-7): words, so that every
//! error of order, loss or repetition shows.

use num_bigint::BigInt;
use num_traits::{Signed, Zero};

use crate::kernel::ir::{Kernel, Operator, Type};

use super::value::{Pool, Value};

/// The identity, where it is a name of which nothing is known: neither 0 nor 1, which a program may take for it.
pub const IDENTITY: i64 = 3;

/// Of longer words nothing is known, in bits (MACHINE-17): a loop of a wrong program may double a word in each round.
const LONGEST: u64 = 1 << 12;

/// Letters are the numbers 1 to this one.
const LETTERS: u32 = 10;

/// What was taken for the operators without definition, in words.
pub fn taken(kernel: &Kernel) -> Vec<String> {
    let is_abstract = |operator: &&Operator| operator.body.is_none();
    let word = |operator: &Operator| {
        let numbers = match operator.ty {
            Type::Int { .. } | Type::Integer => "",
            _ => " (of numbers that are no integers the leftmost wins)",
        };
        let identity = match &*operator.identity.kind {
            crate::kernel::ir::ExprKind::Logic(name, _) => format!(", with the identity {name} = {IDENTITY}"),
            _ => String::new(),
        };
        format!("`{}` taken as the concatenation of words, each written as a number{identity}{numbers}", operator.name)
    };
    kernel.declared.operators.iter().filter(is_abstract).map(word).collect()
}

/// The concatenation of two words. A number is the word that its distance from the identity is in bijective numeration:
/// 0, 1, -1, 2, ... from the identity are the words in the order of their length. Of numbers that are no integers the leftmost wins.
pub fn compose(pool: &mut Pool, identity: Value, left: Value, right: Value) -> Value {
    if let (Some(identity), Some(left), Some(right)) = (pool.as_big(identity), pool.as_big(left), pool.as_big(right)) {
        if left.bits() + right.bits() > LONGEST {
            return Value::Unknown;
        }
        return pool.int(concatenation(&identity, &left, &right));
    }
    let (Some(unit), Some(one), Some(other)) = (pool.as_real(identity), pool.as_real(left), pool.as_real(right)) else {
        return Value::Unknown;
    };
    if !one.is_integer() {
        return left;
    }
    if !other.is_integer() {
        return right;
    }
    let (one, other) = (one.to_integer(), other.to_integer());
    if one.bits() + other.bits() > LONGEST {
        return Value::Unknown;
    }
    let word = concatenation(&unit.to_integer(), &one, &other);
    pool.real(word.into())
}

fn concatenation(identity: &BigInt, left: &BigInt, right: &BigInt) -> BigInt {
    let (left, right) = (word(&(left - identity)), word(&(right - identity)));
    // Words of one length are `first`, `first + 1`, ...; there are `count` of them.
    let (mut first, mut count) = (BigInt::zero(), BigInt::from(1));
    while &first + &count <= right {
        first += &count;
        count *= LETTERS;
    }
    number(&(left * count + right)) + identity
}

/// Integers as natural numbers: 0, 1, -1, 2, -2, ...
fn word(distance: &BigInt) -> BigInt {
    if distance.is_positive() { distance * 2 - 1 } else { -distance * 2 }
}

fn number(word: &BigInt) -> BigInt {
    let half: BigInt = (word + 1) / 2;
    if word.bit(0) { half } else { -half }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn it_is_a_monoid_in_which_order_matters() {
        let of = |value: i64| BigInt::from(value);
        let values = [-40, -7, -1, 0, 1, 2, 3, 4, 11, 250];
        for identity in [of(0), of(IDENTITY)] {
            for x in values.map(of) {
                assert_eq!(number(&word(&x)), x);
                assert_eq!(concatenation(&identity, &identity, &x), x);
                assert_eq!(concatenation(&identity, &x, &identity), x);
                for y in values.map(of) {
                    let xy = concatenation(&identity, &x, &y);
                    for z in values.map(of) {
                        let yz = concatenation(&identity, &y, &z);
                        assert_eq!(concatenation(&identity, &xy, &z), concatenation(&identity, &x, &yz));
                    }
                }
            }
        }
        assert_ne!(concatenation(&of(0), &of(1), &of(2)), concatenation(&of(0), &of(2), &of(1)));
    }
}

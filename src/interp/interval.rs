//! Bounds of real numbers that have no finite form (MACHINE-3): of the results of `exp`, `sqrt` and their kin, and of what is computed with them.
//! Two numbers whose bounds are apart are different, and one is the smaller one.
//!
//! An operation on doubles is off by less than one unit in the last place, and the host's functions of mathematics by a few
//! (glibc, *Errors in Math Functions*: four at most for those below); each result is spread by 32.

use num_rational::BigRational;
use num_traits::Signed;

use super::value::round_real;

/// A closed interval; an end may be infinite, and no number is.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Interval {
    pub lo: f64,
    pub hi: f64,
}

/// What a result may be off by, as a part of it.
const SPREAD: f64 = 32.0 * f64::EPSILON;

impl Interval {
    pub const ALL: Interval = Interval { lo: f64::NEG_INFINITY, hi: f64::INFINITY };
    /// Of `INFINITY`, which is a number larger than those that floats hold (VALUE-36).
    const BEYOND: Interval = Interval { lo: f64::MAX, hi: f64::INFINITY };

    pub fn of(value: &BigRational) -> Interval {
        let near = round_real(value, 64);
        let is_exact = BigRational::from_float(near).is_some_and(|near| near == *value);
        if is_exact { Interval { lo: near, hi: near } } else { Interval::spread(near, near) }
    }

    pub fn is_below(self, other: Interval) -> bool {
        self.hi < other.lo
    }

    /// `self <= other`, for all numbers within.
    pub fn is_at_most(self, other: Interval) -> bool {
        self.hi <= other.lo
    }

    /// Of what was computed to be between these.
    fn spread(lo: f64, hi: f64) -> Interval {
        if lo.is_nan() || hi.is_nan() {
            return Interval::ALL;
        }
        // What does not fit a double is beyond the largest one.
        let lo = if lo == f64::INFINITY { f64::MAX } else { (lo - lo.abs() * SPREAD).next_down() };
        let hi = if hi == f64::NEG_INFINITY { f64::MIN } else { (hi + hi.abs() * SPREAD).next_up() };
        Interval { lo, hi }
    }

    /// The part within these bounds, of a number that is known to be there.
    fn within(self, lo: f64, hi: f64) -> Interval {
        Interval { lo: self.lo.max(lo), hi: self.hi.min(hi) }
    }

    fn neg(self) -> Interval {
        Interval { lo: -self.hi, hi: -self.lo }
    }

    fn abs(self) -> Interval {
        if self.lo >= 0.0 {
            self
        } else if self.hi <= 0.0 {
            self.neg()
        } else {
            Interval { lo: 0.0, hi: self.hi.max(-self.lo) }
        }
    }

    fn add(self, other: Interval) -> Interval {
        Interval::spread(self.lo + other.lo, self.hi + other.hi)
    }

    /// The least and the greatest of the results at the ends.
    fn at_ends(self, other: Interval, op: impl Fn(f64, f64) -> f64) -> Interval {
        let ends = [op(self.lo, other.lo), op(self.lo, other.hi), op(self.hi, other.lo), op(self.hi, other.hi)];
        if ends.iter().any(|end| end.is_nan()) {
            return Interval::ALL;
        }
        let (least, greatest) = (f64::INFINITY, f64::NEG_INFINITY);
        Interval::spread(ends.iter().copied().fold(least, f64::min), ends.iter().copied().fold(greatest, f64::max))
    }

    fn div(self, other: Interval) -> Interval {
        let has_zero = other.lo <= 0.0 && other.hi >= 0.0;
        if has_zero { Interval::ALL } else { self.at_ends(other, |a, b| a / b) }
    }

    /// Of a function that grows everywhere in the interval.
    fn growing(self, function: impl Fn(f64) -> f64) -> Interval {
        Interval::spread(function(self.lo), function(self.hi))
    }

    /// Of the sine or the cosine, neither of which changes by more than its argument does.
    fn wave(self, function: impl Fn(f64) -> f64) -> Interval {
        let (at, width) = (function(self.lo), (self.hi - self.lo).next_up());
        if !width.is_finite() {
            return Interval::ALL;
        }
        let at = Interval::spread(at, at);
        Interval { lo: (at.lo - width).next_down(), hi: (at.hi + width).next_up() }.within(-1.0, 1.0)
    }
}

/// Bounds of the value of a function or an operator of real numbers; everything where it is not known to be defined.
pub fn of_term(head: &str, args: &[Interval]) -> Interval {
    match (head, args) {
        ("+", [a, b]) => a.add(*b),
        ("-", [a]) => a.neg(),
        ("-", [a, b]) => a.add(b.neg()),
        ("*", [a, b]) => a.at_ends(*b, |a, b| a * b),
        ("/", [a, b]) => a.div(*b),
        ("min", [a, b]) => Interval { lo: a.lo.min(b.lo), hi: a.hi.min(b.hi) },
        ("max", [a, b]) => Interval { lo: a.lo.max(b.lo), hi: a.hi.max(b.hi) },
        ("abs", [a]) => a.abs(),
        ("infinity", [_]) => Interval::BEYOND,
        ("exp", [a]) => a.growing(f64::exp).within(0.0, f64::INFINITY),
        ("exp2", [a]) => a.growing(f64::exp2).within(0.0, f64::INFINITY),
        ("expm1", [a]) => a.growing(f64::exp_m1).within(-1.0, f64::INFINITY),
        ("sqrt", [a]) if a.lo >= 0.0 => a.growing(f64::sqrt).within(0.0, f64::INFINITY),
        ("rsqrt", [a]) if a.lo > 0.0 => {
            Interval::spread(1.0 / a.hi.sqrt(), 1.0 / a.lo.sqrt()).within(0.0, f64::INFINITY)
        }
        ("cbrt", [a]) => a.growing(f64::cbrt),
        ("log", [a]) if a.lo > 0.0 => a.growing(f64::ln),
        ("log2", [a]) if a.lo > 0.0 => a.growing(f64::log2),
        ("log10", [a]) if a.lo > 0.0 => a.growing(f64::log10),
        ("log1p", [a]) if a.lo > -1.0 => a.growing(f64::ln_1p),
        ("sin", [a]) => a.wave(f64::sin),
        ("cos", [a]) => a.wave(f64::cos),
        ("atan", [a]) => a.growing(f64::atan),
        ("sinh", [a]) => a.growing(f64::sinh),
        ("asinh", [a]) => a.growing(f64::asinh),
        ("tanh", [a]) => a.growing(f64::tanh).within(-1.0, 1.0),
        ("pow", [x, y]) if x.lo > 0.0 => of_term("exp", &[x.growing(f64::ln).at_ends(*y, |a, b| a * b)]),
        _ => Interval::ALL,
    }
}

/// Whether an argument is where the function is defined (VALUE-10); none where that is not known.
pub fn in_domain(name: &str, arg: Interval) -> Option<bool> {
    let (is_inside, is_outside) = match name {
        "sqrt" => (arg.lo >= 0.0, arg.hi < 0.0),
        "rsqrt" | "log" | "log2" | "log10" => (arg.lo > 0.0, arg.hi <= 0.0),
        "log1p" => (arg.lo > -1.0, arg.hi <= -1.0),
        _ => return None,
    };
    if is_inside { Some(true) } else { is_outside.then_some(false) }
}

/// A real number rounded to a whole one by the function of that name; none if it is no such function.
pub fn whole(name: &str, value: &BigRational) -> Option<BigRational> {
    let half = BigRational::new(1.into(), 2.into());
    let is_tie = (value - value.floor()) == half;
    Some(match name {
        "floor" => value.floor(),
        "ceil" => value.ceil(),
        "trunc" => value.trunc(),
        // Ties away from zero, which is what `BigRational::round` does.
        "round" => value.round(),
        "rint" | "nearbyint" if is_tie => {
            let below = value.floor();
            if (&below / BigRational::from_integer(2.into())).is_integer() { below } else { value.ceil() }
        }
        "rint" | "nearbyint" => (value + half).floor(),
        _ => return None,
    })
}

/// The whole number that every number within is rounded to, if there is one.
pub fn whole_within(name: &str, interval: Interval) -> Option<BigRational> {
    let [lo, hi] = [interval.lo, interval.hi].map(|end| whole(name, &BigRational::from_float(end)?));
    let (lo, hi) = (lo?, hi?);
    (lo == hi && lo.abs() < BigRational::from_integer((1i64 << 53).into())).then_some(lo)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn point(value: f64) -> Interval {
        Interval { lo: value, hi: value }
    }

    #[test]
    fn bounds_hold_what_they_are_of_and_little_else() {
        // To 20 digits, as tables have them.
        let known: [(&str, &[f64], &str); 10] = [
            ("exp", &[1.0], "2.7182818284590452354"),
            ("exp", &[-2.0], "0.13533528323661269189"),
            ("exp2", &[0.5], "1.4142135623730950488"),
            ("sqrt", &[3.0], "1.7320508075688772935"),
            ("rsqrt", &[2.0], "0.70710678118654752440"),
            ("log", &[10.0], "2.3025850929940456840"),
            ("log2", &[10.0], "3.3219280948873623479"),
            ("sin", &[1.0], "0.84147098480789650665"),
            ("tanh", &[0.5], "0.46211715726000975850"),
            ("pow", &[2.0, 0.25], "1.1892071150027210667"),
        ];
        for (name, args, digits) in known {
            let args: Vec<Interval> = args.iter().map(|arg| point(*arg)).collect();
            let (found, digits) = (of_term(name, &args), digits.replace('.', ""));
            let exact = BigRational::new(
                digits.parse().expect("digits"),
                num_bigint::BigInt::from(10).pow(digits.len() as u32 - 1),
            );
            let [lo, hi] = [found.lo, found.hi].map(|end| BigRational::from_float(end).expect("it is finite"));
            assert!(lo < exact && exact < hi, "{name}: {found:?}");
            assert!(found.hi - found.lo < 1e-12, "{name}: {found:?}");
        }
    }

    #[test]
    fn numbers_within_give_results_within() {
        let mut state = 7u64;
        let mut random = |size: f64| {
            state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
            ((state >> 11) as f64 / (1u64 << 53) as f64 - 0.5) * 2.0 * size
        };
        let ops: [(&str, fn(f64, f64) -> f64); 10] = [
            ("+", |a, b| a + b),
            ("-", |a, b| a - b),
            ("*", |a, b| a * b),
            ("/", |a, b| a / b),
            ("min", f64::min),
            ("max", f64::max),
            ("abs", |a, _| a.abs()),
            ("sin", |a, _| a.sin()),
            ("exp", |a, _| a.exp()),
            ("pow", f64::powf),
        ];
        for turn in 0..20_000 {
            let (head, op) = ops[turn % ops.len()];
            let [mut a, b] = [5.0, 5.0].map(|size| (random(size), random(1.0)));
            if head == "pow" {
                a = (a.0.abs() + 1.5, a.1);
            }
            let interval = |(at, width): (f64, f64)| Interval { lo: at - width.abs(), hi: at + width.abs() };
            let args =
                if ["abs", "sin", "exp"].contains(&head) { vec![interval(a)] } else { vec![interval(a), interval(b)] };
            let found = of_term(head, &args);
            for _ in 0..4 {
                let [x, y] = [a, b].map(|(at, width)| at + width.abs() * random(1.0));
                let value = op(x, y);
                assert!(found.lo <= value && value <= found.hi, "{head} of {x} and {y} is {value}, not in {found:?}");
            }
        }
    }

    #[test]
    fn infinity_is_above_what_floats_hold_and_nothing_else_is_known_of_it() {
        let (infinity, one) = (of_term("infinity", &[point(1.0)]), point(1.0));
        assert!(one.is_below(infinity) && infinity.neg().is_below(one));
        assert_eq!(of_term("-", &[infinity, infinity]), Interval::ALL);
        assert_eq!(of_term("*", &[infinity, point(0.0)]), Interval::ALL);
        assert!(!point(0.0).is_below(of_term("exp", &[infinity.neg()])));
        assert!(!point(0.0).is_below(of_term("/", &[one, infinity])));
    }

    #[test]
    fn whole_numbers_are_found_by_each_rule() {
        let half = |twice: i64| BigRational::new(twice.into(), 2.into());
        for (name, wants) in
            [("rint", [-2, -2, 0, 0, 2, 2]), ("round", [-3, -2, -1, 1, 2, 3]), ("trunc", [-2, -1, 0, 0, 1, 2])]
        {
            for (twice, want) in [-5, -3, -1, 1, 3, 5].into_iter().zip(wants) {
                assert_eq!(
                    whole(name, &half(twice)),
                    Some(BigRational::from_integer(want.into())),
                    "{name} of {twice}/2"
                );
            }
        }
        assert_eq!(whole_within("floor", Interval { lo: 1.9, hi: 2.1 }), None);
        assert_eq!(whole_within("floor", Interval { lo: 2.1, hi: 2.9 }), Some(half(4)));
    }
}

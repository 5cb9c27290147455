//! Every rule of the simplifier, and every family of facts that it states, has tasks that use it (a rule without is an error of the
//! compiler), and what comes of these is held to exhaustive evaluation. Beside each use stand near misses: tasks in which a
//! condition of the rule fails, so that a rule that forgets it is seen.

use gpuhoare::simplify::rules::families::Family;
use gpuhoare::simplify::rules::rule::Rule;

use crate::exhaustive::{check, check_heuristics};

/// The write of all threads, each to the cell of its number.
const BY_NUMBER: &str = "1 <= blockDim.x; 1 <= gridDim.x; assign new=f!1 old=f vars=(tx?3, bx?4) range=0 <= tx?3 && \
                         tx?3 < blockDim.x && 0 <= bx?4 && bx?4 < gridDim.x mask=tx?3 <= x \
                         index=(tx?3 + blockDim.x * bx?4) value=3 * bx?4 + tx?3; f!1(y)";
/// With indices that leave it open who writes.
const BY_SQUARE: &str = "1 <= blockDim.x; assign new=f!1 old=f vars=(tx?3) range=0 <= tx?3 && tx?3 < blockDim.x mask=true \
                         index=(tx?3 * tx?3) value=tx?3; f!1(y)";
const OWN_CELL: &str = "1 <= blockDim.x; assign new=f!1 old=f vars=(tx?3) range=0 <= tx?3 && tx?3 < blockDim.x mask=tx?3 <= x \
                        index=(tx?3) value=2 * tx?3; f!1(y)";
const EVEN_CELLS: &str = "1 <= blockDim.x; 1 <= m; assign new=f!1 old=f vars=(tx?3) range=0 <= tx?3 && tx?3 < blockDim.x \
                          mask=true index=(2 * m * tx?3) value=tx?3; f!1(m * (2 * z + 1))";
/// Of each pair of threads one writes, the first or the second.
const FIRST_OF_EACH: &str = "1 <= blockDim.x; assign new=f!1 old=f vars=(tx?3) range=0 <= tx?3 && tx?3 < blockDim.x \
                             mask=mod(tx?3, 2) == 0 index=(div(tx?3, 2)) value=tx?3; f!1(y)";
const SECOND_OF_EACH: &str = "1 <= blockDim.x; assign new=f!1 old=f vars=(tx?3) range=0 <= tx?3 && tx?3 < blockDim.x \
                              mask=mod(tx?3, 2) == 1 index=(div(tx?3, 2)) value=tx?3; f!1(y)";
/// A number beside its remainder, and another between.
const IN_CHANNELS: &str = "1 <= blockDim.x; 1 <= gridDim.x; 1 <= m; assign new=f!1 old=f vars=(tx?3, bx?4) range=0 <= tx?3 && \
                           tx?3 < blockDim.x && 0 <= bx?4 && bx?4 < gridDim.x mask=tx?3 <= x \
                           index=(gridDim.x * m * div(tx?3, m) + m * bx?4 + mod(tx?3, m)) value=3 * bx?4 + tx?3; f!1(y)";
/// Tasks, as `hypothesis; ...; hypothesis |- goal`, or with a term in place of the goal.
fn tasks_of(rule: Rule) -> &'static [&'static str] {
    match rule {
        Rule::OnePoint => &[
            "forall i?0. i?0 == n + 1 -> f(i?0) <= x |- f(n + 1) < x",
            "exists i?0. i?0 == n && f(i?0) == x |- f(n) == y",
            "forall i?0. 2 * i?0 == n -> f(i?0) <= x |- f(n) <= x",
            "|- forall i?0. i?0 == n -> f(i?0) <= x",
        ],
        Rule::Miniscope => &[
            "forall i?0, j?1. f(i?0) == x || h(j?1) == y |- x == y",
            "|- forall i?0, j?1. f(i?0) == x || h(j?1) == y",
            "|- forall i?0, j?1. f(i?0) == x || h(i?0 + j?1) == y",
        ],
        Rule::MergeBounds => &[
            "1 <= a; a <= 3; b <= 3; forall j?1. 0 <= j?1 && j?1 < b -> (forall i?0. 0 <= i?0 && i?0 < a -> f(i?0 + a * j?1) <= x) \
             |- f(3) <= x",
            // The sign of `a` is not known.
            "a <= 3; b <= 3; forall i?0. 0 <= i?0 && i?0 < a -> (forall j?1. 0 <= j?1 && j?1 < b -> f(i?0 + a * j?1) <= x) |- f(2) <= x",
            // From another first digit on, and without end.
            "1 <= a; a <= 3; forall j?1. b <= j?1 -> (forall i?0. z <= i?0 && i?0 < z + a -> f(i?0 + a * j?1) <= 2) |- f(b) <= 2",
            // The twin, and both in goals.
            "1 <= a; a <= 3; b <= 3; exists j?1. 0 <= j?1 && j?1 < b && (exists i?0. 0 <= i?0 && i?0 < a && f(i?0 + a * j?1) == x) |- f(0) == x",
            "1 <= a; a <= 3; b <= 3 |- forall j?1. 0 <= j?1 && j?1 < b -> (forall i?0. 0 <= i?0 && i?0 < a -> f(i?0 + a * j?1) <= x)",
            "1 <= a; a <= 3; b <= 3 |- exists j?1. 0 <= j?1 && j?1 < b && (exists i?0. 0 <= i?0 && i?0 < a && f(i?0 + a * j?1) == x)",
            // Digits that overlap, or leave gaps; a bound that only one disjunct has.
            "1 <= a; a <= 3; forall j?1. 0 <= j?1 && j?1 < 2 -> (forall i?0. 0 <= i?0 && i?0 < a -> f(i?0 + 2 * j?1) <= x) |- f(3) <= x",
            "1 <= a; a <= 3; forall j?1. 0 <= j?1 && j?1 < 2 -> (forall i?0. 0 <= i?0 && i?0 < a -> f(i?0 + (a + 1) * j?1) <= x) |- f(2) <= x",
            "1 <= a; a <= 3 |- forall j?1. 0 <= j?1 && j?1 < 2 -> (forall i?0. (0 <= i?0 -> f(i?0 + a * j?1) <= x) && (0 <= i?0 && i?0 < a -> f(i?0 + a * j?1) <= y))",
        ],
        Rule::EliminateBounds => &[
            "forall i?0. x <= i?0 && i?0 <= y -> z <= 0 |- z <= 0",
            "forall i?0. x <= i?0 && i?0 <= y && i?0 <= n -> i?0 <= z |- y <= z",
            "|- forall i?0. x <= i?0 && i?0 <= y -> i?0 <= z",
            "exists i?0. x < i?0 && i?0 < y |- x + 3 <= y",
        ],
        Rule::ExtremeBound => &[
            "0 <= m; forall i?0. x <= i?0 && i?0 <= y -> 0 <= m * i?0 + z |- 0 <= m * y + z",
            "m <= 0; forall i?0. x <= i?0 && i?0 <= y -> 0 <= m * i?0 + z |- 0 <= m * x + z + m",
            "forall i?0. x <= i?0 && i?0 <= y -> 0 <= m * i?0 + z |- 0 <= m * x + z + m",
        ],
        Rule::AssignOwnCell => &[OWN_CELL],
        Rule::AssignSolved => &[BY_NUMBER, FIRST_OF_EACH, SECOND_OF_EACH, IN_CHANNELS],
        Rule::AssignUntouched => &[EVEN_CELLS],
        Rule::AssignNamed => &[BY_SQUARE],
        Rule::ConstantEquation => &["x == 2 * y + 1; f(x) + x", "2 * x == y; f(x) + y"],
        Rule::JoinBounds => &[
            "x <= y; y <= x; f(x) - 2 * f(y) + z",
            "1 <= x; div(x, 2) == 0; f(x) - 2 * f(1)",
            "x <= y; y <= x + 1; f(x) - 2 * f(y)",
        ],
        Rule::GuardedEquality => &[
            // The guard becomes true by other hypotheses.
            "p(y) || p(x); !p(x); forall i?0. p(i?0) -> f(i?0) == i?0 + 1 |- h(x) == f(y)",
            "p(y) || p(x); forall i?0. p(i?0) -> f(i?0) == i?0 + 1 |- h(x) == f(y)",
            "forall i?0. 0 <= i?0 && i?0 < n -> f(i?0) == i?0 + 1; 0 <= x; x < n; f(x) + z",
            "forall i?0. 0 <= i?0 && i?0 < n -> f(i?0) == 2 * i?0; 0 <= x; x <= n; f(x) + z",
            // What is read under a sum is a sum: two names.
            "0 <= n; forall i?0. 0 <= i?0 && i?0 < n -> f(i?0) == sum(k?2, h(k?2 + i?0) * h(k?2), 0, 1); sum(j?3, f(j?3), 0, n - 1)",
            "0 <= n; forall i?0. 0 <= i?0 && i?0 < n -> f(i?0) == sum(k?2, h(x * k?2 + i?0), 0, m); sum(j?3, f(j?3), 0, n - 1)",
        ],
        Rule::Decide => &[
            "f(x) <= 3 -> h(y) == 1; f(x) == 2 || h(x) == 7; h(x) <= 3; h(y) + f(x)",
            "x < y; ite(x <= y, z, 0)",
            "x < y; ite(x + 2 <= y, z, 0)",
            "mod(x, 2) == 0; x < 2 * m; ite(x + 2 <= 2 * m, z, 0)",
            "x < y; mod(x, 2) == 0; mod(y, 2) == 0; ite(x + 2 <= y, z, 0)",
            "0 < m * x; mod(x, 3) == 0; ite(3 <= m * x, z, 0)",
            "mod(x, 2) == 1; x < 2 * m; ite(x + 2 <= 2 * m, z, 0)",
            "x < y; mod(x, 2) == 0; mod(y, 3) == 0; ite(x + 2 <= y, z, 0)",
            "mod(x, 2) == 0; x < 3 * m; ite(x + 2 <= 3 * m, z, 0)",
            "x < y; ite(y <= x, z, 1)",
            "0 <= m; x <= y; ite(m * x <= m * y, z, 0)",
            "0 <= m; 1 <= x; ite(m <= m * x, z, 0)",
            "0 <= x; 1 <= m; ite(div(x, m) <= x, z, 0)",
            "x <= y; ite(m * x <= m * y, z, 0)",
        ],
        Rule::Cancel => &[
            "1 <= m; ite(m * x <= m * y, z, 0)",
            "1 <= m; ite(2 * m * x - 1 < 2 * m * y, z, 0)",
            "1 <= m; ite(m * x + 1 <= m * y, z, 0)",
            "1 <= m; ite(m * (2 * x - 1) == 0, z, 0)",
            "1 <= m; 0 <= z; z < m; ite(m * x + z == m * y, 2, 0)",
            "0 <= m; ite(m * x <= m * y, z, 0)",
            "1 <= m; 0 <= z; z <= m; ite(m * x + z == m * y, 2, 0)",
            // A number as radix, a number beside its remainder, and bounds of what is read in a fold.
            "0 <= z; z <= 1; ite(2 * x + z == 2 * y, 2, 0)",
            "0 <= z; z <= 2; ite(2 * x + z == 2 * y, 2, 0)",
            "0 <= z; z <= 1; ite(2 * x - 2 * mod(x, 2) + z == 4 * y, 2, 0)",
            "forall i?0. 0 <= f(i?0); forall i?0. f(i?0) <= 1; sum(k?2, ite(2 * h(k?2) + f(k?2) == 2 * y, 1, 0), 0, n)",
            "forall i?0. 0 <= i?0 && i?0 < n -> 0 <= f(i?0); forall i?0. 0 <= i?0 && i?0 < n -> f(i?0) <= 1; sum(k?2, ite(k?2 < n && 2 * h(k?2) + f(k?2) == 2 * y, 1, 0), 0, m)",
            "forall i?0. 0 <= i?0 && i?0 < n -> 0 <= f(i?0); forall i?0. 0 <= i?0 && i?0 < n -> f(i?0) <= 1; sum(k?2, ite(2 * h(k?2) + f(k?2) == 2 * y, 1, 0), 0, n)",
            "forall i?0. 0 <= f(i?0); forall i?0. f(i?0) <= 2; sum(k?2, ite(2 * h(k?2) + f(k?2) == 2 * y, 1, 0), 0, n)",
        ],
        Rule::SumAdjoining => &[
            // Three sums, two in a sum, ends that are cut off; then a gap, an overlap, ranges that may be short, other factors.
            "0 <= m; m <= n; n <= x; z * sum(k?2, f(k?2), 0, m - 1) + z * sum(k?2, f(k?2), m, n - 1) + z * sum(k?2, f(k?2), n, x)",
            "0 <= m; m <= n; sum(j?3, sum(k?2, f(k?2) * h(j?3 + k?2), 0, m - 1), x, y) + sum(j?3, sum(k?2, f(k?2) * h(j?3 + k?2), m, n - 1), x, y)",
            "0 <= m; sum(j?3, sum(k?2, f(k?2) * h(j?3 + k?2), 0, min(m, n)), x, y) + sum(j?3, sum(k?2, f(k?2) * h(j?3 + k?2), m + 1, min(m + 1, n)), x, y)",
            "0 <= m; sum(j?3, sum(k?2, f(k?2) * h(j?3 + k?2), 0, min(m, n)), x, y) + sum(j?3, sum(k?2, f(k?2) * h(j?3 + k?2), m + 1, n), x, y)",
            "0 <= m; sum(j?3, sum(k?2, f(k?2) * h(j?3 + k?2), 0, min(m, n)), x, y) + sum(j?3, sum(k?2, f(k?2) * h(j?3 + k?2), m + 1, min(z, n)), x, y)",
            "0 <= m; m <= n; sum(j?3, sum(k?2, f(k?2) * h(j?3 + k?2), 0, m - 1), x, y) + sum(j?3, sum(k?2, f(k?2) * h(j?3 + k?2), m + 1, n), x, y)",
            "0 <= m; m <= n; sum(j?3, sum(k?2, f(k?2) * h(j?3 + k?2), 0, m), x, y) + sum(j?3, sum(k?2, f(k?2) * h(j?3 + k?2), m, n), x, y)",
            "m <= n; sum(j?3, sum(k?2, f(k?2) * h(j?3 + k?2), 0, m - 1), x, y) + sum(j?3, sum(k?2, f(k?2) * h(j?3 + k?2), m, n - 1), x, y)",
            "0 <= m; sum(j?3, sum(k?2, f(k?2) * h(j?3 + k?2), 0, m - 1), x, y) + sum(j?3, sum(k?2, f(k?2) * h(j?3 + k?2), m, n - 1), x, y)",
            "0 <= m; m <= n; sum(j?3, sum(k?2, f(k?2) * h(j?3 + k?2), 0, m - 1), x, y) + 2 * sum(j?3, sum(k?2, f(k?2) * h(j?3 + k?2), m, n - 1), x, y)",
        ],
        Rule::PowerProduct => &["is_pow2(m); ite(is_pow2(m * x), y, 0)", "ite(is_pow2(m * x), y, 0)"],
        Rule::EvenPower => &["is_pow2(m); 2 <= m; mod(m, 2) + y", "is_pow2(m); 1 <= m; mod(m, 2) + y"],
        Rule::BitOfPower => &[
            "is_pow2(m); bitand(x, m)",
            "is_pow2(m); f(x + m - 2 * bitand(x, m)) + bitand(m, y)",
            "is_pow2(m); bitand(x, 2 * m) == 0; x + bitand(x, m)",
            "is_pow2(m) || x == 1; bitand(x, m)",
        ],
        Rule::PowerMask => &[
            "is_pow2(m); bitand(x, m - 1)",
            "is_pow2(m); f(x - bitand(x, -m)) + bitand(2 * m - 1, y)",
            "is_pow2(m); x + bitand(x, -m - 1)",
            "is_pow2(m); m <= 256; 0 <= x; x <= 255; bitand(x, 256 - m)",
            "is_pow2(m); m <= 256; 0 <= x; x <= 256; bitand(x, 256 - m)",
            "1 <= m; bitand(x, m - 1)",
        ],
        Rule::BitsApart => &[
            "is_pow2(m); 0 <= y; y < m; bitand(m * x, y) + z",
            "is_pow2(m); f(bitand(2 * x - 2 * mod(x, m), mod(x, m)))",
            "is_pow2(m); 0 <= y; y <= m; bitand(m * x, y)",
            "is_pow2(m); y < m; bitand(m * x, y)",
            "1 <= m; 0 <= y; y < m; bitand(m * x, y)",
        ],
        Rule::KnownRemainder => &["mod(x, 3) <= 0; mod(x, 3) + y", "mod(x, 3) <= 1; mod(x, 3) + y"],
        Rule::ExactQuotient => &["1 <= m; tdiv(m * x, m)", "1 <= m; trem(m * x, m) + y", "0 <= m; tdiv(m * x, m)"],
        Rule::NaturalQuotient => {
            &["0 <= x; 1 <= m; tdiv(x, m)", "0 <= x; 1 <= m; trem(x, m)", "1 <= m; tdiv(x, m)", "0 <= x; trem(x, m)"]
        }
        Rule::OrderedExtremum => &[
            "x <= y; min(x, y) + z",
            "x <= y; max(x, y) + z",
            "x <= y + 1; max(x, y) + z",
            "x <= y; z <= f(x); max(z, max_over(k?2, f(k?2), x, y))",
            "x <= y; f(y) <= z; min(z, min_over(k?2, f(k?2), x, y))",
            "x <= y; f(x) <= z; max(z, max_over(k?2, f(k?2), x, y))",
            "z <= f(x); max(z, max_over(k?2, f(k?2), x, y))",
        ],
        Rule::NaturalAbs => &["0 <= x; abs(x) + y", "-1 <= x; abs(x) + y"],
        Rule::DigitQuotient => &[
            // With a multiple that stands there as a number without its remainder.
            "0 <= z; z <= 1; div(z + x - mod(x, 2), 2)",
            "0 <= z; z <= 1; mod(z + x - mod(x, 2), 2)",
            "0 <= z; z <= 2; mod(z + x - mod(x, 2), 2)",
            "0 <= z; z <= 1; mod(z + x - mod(y, 2), 2)",
            "0 <= x; x < 2 * m; 0 <= z; z <= 1; mod(z + x - mod(x, 2), 2 * m)",
            "0 <= z; z < m; div(m * y + z, m)",
            "0 <= z; z < m; mod(m * y + z, m)",
            "0 <= z; z <= m; div(m * y + z, m)",
            "z < m; mod(m * y + z, m)",
        ],
        Rule::TwoStepQuotient => {
            &["0 <= z; z < m; 1 <= n; div(m * y + z, m * n)", "0 <= z; z < m; div(m * y + z, m * n)"]
        }
        Rule::CommonFactor => {
            &["0 <= z; z < m; 1 <= n; mod(m * y + z, m * n)", "0 <= z; z <= m; 1 <= n; mod(m * y + z, m * n)"]
        }
        Rule::WholeQuotient => &["1 <= m; div(m * y + z, m)", "1 <= m; mod(m * y + z, m)", "0 <= m; mod(m * y + z, m)"],
        Rule::QuotientTimesDivisor => &["1 <= m; m * div(x, m) + y", "0 <= m; m * div(x, m) + y"],
        Rule::Digits => &[
            "1 <= m; 1 <= n; m * n * div(x, m * n) + m * mod(div(x, m), n) + mod(x, m)",
            "1 <= m; 0 <= n; m * n * div(x, m * n) + m * mod(div(x, m), n) + mod(x, m)",
            "1 <= m; 1 <= n; m * n * div(x, n) + m * mod(div(x, m), n) + mod(x, m)",
        ],
        Rule::FoldUnfold => &[
            "sum(k?2, f(k?2), x, x + 2)", "prod(k?2, f(k?2), x, x + 1)", "count(k?2, f(k?2) == y, x, x + 2)",
            "max_over(k?2, f(k?2), x, x + 1)",
        ],
        Rule::SumLinear => &[
            "sum(k?2, f(k?2) + 2 * h(k?2), x, y)",
            "sum(k?2, ite(f(k?2) <= 1, f(k?2) + h(k?2), h(k?2)), x, y)",
            "sum(k?2, 2 * ite(k?2 <= z, h(k?2) - 1, 2 - h(k?2)), x, y)",
            "sum(k?2, ite(f(k?2) <= 1, f(k?2), h(k?2)), x, y)",
        ],
        Rule::SumFactor => &["sum(k?2, 2 * z * f(k?2), x, y)", "sum(k?2, f(k?2) * h(k?2 - 1), x, y)"],
        Rule::SumShift => {
            &["sum(k?2, f(k?2 + z), x, y)", "sum(k?2, f(k?2 + z) * f(k?2), x, y)", "count(k?2, f(k?2 + z) <= 1, x, y)"]
        }
        Rule::SumMirror => {
            &["sum(k?2, f(z - k?2), x, y)", "sum(k?2, f(z - k?2) * f(k?2), x, y)", "count(k?2, f(z - k?2) <= 1, x, y)"]
        }
        Rule::GuardRange => &[
            "sum(k?2, ite(k?2 <= z && f(k?2) <= 1, f(k?2), 0), x, y)",
            "sum(k?2, ite(z <= k?2 && f(k?2) <= 1, 1, 0), x, y)",
            "0 <= x; z < x; sum(k?2, ite(k?2 <= z, f(k?2), 0), x, y)",
            "sum(k?2, ite(2 * k?2 <= z, f(k?2), 0), x, y)",
        ],
        Rule::GuardPoint => &[
            "sum(k?2, ite(k?2 == z && f(k?2) <= 1, h(k?2), 0), x, y)",
            "sum(k?2, ite(k?2 == z && k?2 == n, h(k?2), 0), x, y)",
            // Beside other values, as the only one, and as one that may be the only one; outside the range, and perhaps outside.
            "x <= z; z < y; max_over(k?2, ite(k?2 == z && f(k?2) <= 1, h(k?2), n), x, y)",
            "x <= z; z <= y; y <= x; min_over(k?2, ite(k?2 == z, h(k?2), n), x, y)",
            "x <= z; z <= y; max_over(k?2, ite(k?2 == z, h(k?2), n), x, y)",
            "z < x; max_over(k?2, ite(k?2 == z, h(k?2), n), x, y)",
            "z <= y; max_over(k?2, ite(k?2 == z, h(k?2), n), x, y)",
        ],
        Rule::GuardStride => &[
            // Of sums and extrema, with a rest of the guard, from another place on, with a shift; with no place left, or perhaps none.
            "0 <= x; x <= y; sum(k?2, ite(mod(k?2, 2) == 0, f(k?2), 0), x, y)",
            "sum(k?2, ite(mod(k?2, 3) == 1 && f(k?2) <= 1, h(k?2), 0), x, y)",
            "sum(k?2, ite(mod(k?2 + z, 2) == 1, h(k?2), 0), x, y)",
            "0 <= y; max_over(k?2, ite(mod(k?2, 2) == 0, f(k?2), n), 0, y)",
            "0 <= y; min_over(k?2, ite(mod(k?2, 2) == 0 && f(k?2) <= 1, f(k?2), n), 0, y)",
            "1 <= y; max_over(k?2, ite(mod(k?2, 2) == 1, f(k?2), n), 0, y)",
            "0 <= y; max_over(k?2, ite(mod(k?2, 2) == 1, f(k?2), n), 0, y)",
            "sum(k?2, ite(mod(k?2, 2) == 2, f(k?2), 0), x, y)",
            "2 <= m; 0 <= z; z < m; sum(k?2, ite(mod(k?2, m) == z, f(k?2), 0), x, y)",
            "1 <= m; sum(k?2, ite(mod(k?2, m) == 0, f(k?2), 0), x, y)",
        ],
        Rule::SumAdjacent => &[
            // Blocks of one length, of a length that depends on the block, with an end, shifted, with a gap, overlapping.
            "0 <= n; sum(j?3, sum(k?2, f(k?2), 2 * j?3, 2 * j?3 + 1), 0, n)",
            "0 <= n; sum(j?3, sum(k?2, f(k?2 + 3 * j?3), 0, 2), 0, n)",
            "0 <= n; 0 <= m; sum(j?3, sum(k?2, ite(k?2 + m * j?3 < x, f(k?2 + m * j?3), 0), 0, m - 1), 0, n)",
            "0 <= n; sum(j?3, sum(k?2, f(k?2), 2 * j?3, min(x, 2 * j?3 + 2) - 1), 0, n)",
            "0 <= n; sum(j?3, sum(k?2, f(k?2), j?3 + x, min(y - 1, j?3 + x)), 0, n)",
            "0 <= n; sum(j?3, sum(k?2, f(k?2), m * j?3, m * j?3 + m - 1), 0, n)",
            "sum(j?3, sum(k?2, f(k?2), j?3, j?3), 0, n)",
            "0 <= n; sum(j?3, sum(k?2, f(k?2), 2 * j?3, 2 * j?3), 0, n)",
            "0 <= n; sum(j?3, sum(k?2, f(k?2 + 2 * j?3), 0, 2), 0, n)",
            "0 <= n; sum(j?3, sum(k?2, f(k?2) + f(k?2 + j?3), 0, 0), 0, n)",
        ],
        Rule::Residues => &[
            // Of a number, with factors, guards, products and in extrema, over ranges that may be empty; with a residue missing, twice, or of another range.
            "sum(k?2, f(2 * k?2), x, y) + sum(k?2, f(2 * k?2 + 1), x, y) + z",
            "sum(k?2, f(2 * k?2 - x), x, y) + sum(k?2, f(2 * k?2 + 1 - x), x, y)",
            "z * sum(k?2, f(3 * k?2 + 1), x, y) + z * sum(k?2, f(3 * k?2 + 2), x, y) + z * sum(k?2, f(3 * k?2 + 3), x, y)",
            "sum(k?2, ite(2 * k?2 < z, f(2 * k?2) * h(4 * k?2), 0), 0, y) + sum(k?2, ite(2 * k?2 + 1 < z, f(2 * k?2 + 1) * h(4 * k?2 + 2), 0), 0, y)",
            "0 <= x; y <= 0; max(max_over(k?2, f(2 * k?2), x, y), max(z, max_over(k?2, f(2 * k?2 + 1), x, y)))",
            "0 <= x; y <= 0; min(min_over(k?2, f(2 * k?2), x, y), min_over(k?2, f(2 * k?2 + 1), x, y))",
            "sum(k?2, f(3 * k?2), x, y) + sum(k?2, f(3 * k?2 + 1), x, y)",
            "sum(k?2, f(2 * k?2), x, y) + sum(k?2, f(2 * k?2 + 1), x, y + 1)",
            "sum(k?2, f(2 * k?2), x, y) + 2 * sum(k?2, f(2 * k?2 + 1), x, y)",
            "sum(k?2, f(2 * k?2) * h(k?2), x, y) + sum(k?2, f(2 * k?2 + 1) * h(k?2), x, y)",
        ],
        Rule::SumExchange => &[
            // A guard that leaves one value of the outer variable, and one that may leave several.
            "sum(j?3, sum(k?2, ite(j?3 == h(k?2), f(k?2), 0), 0, n), x, y)",
            "sum(j?3, sum(k?2, ite(j?3 == h(j?3), f(k?2), 0), 0, n), x, y)",
            "sum(j?3, sum(k?2, ite(j?3 == h(k?2), f(k?2), 0), 0, j?3), x, y)",
            // What threads add up in strides.
            "0 <= n; 0 <= m; sum(j?3, sum(k?2, f(j?3 + m * k?2), 0, n - 1), 0, m - 1)",
            "0 <= n; 0 <= m; sum(j?3, sum(k?2, ite(j?3 + m * k?2 <= x, f(j?3 + m * k?2), 0), 0, n - 1), 0, m - 1)",
            "0 <= n; 0 <= m; sum(j?3, sum(k?2, f(j?3 + m * k?2), 0, j?3), 0, m - 1)",
            "0 <= n; 0 <= m; sum(j?3, sum(k?2, f(j?3 + m * k?2), 0, n - 1), 0, m)",
            // The outer variable and the innermost one are digits of a number; so they are further out, in comparisons either way round, with bounds that
            // forbid it, and where they are no digits.
            "0 <= n; 0 <= m; sum(j?4, sum(i?3, sum(k?2, f(k?2 + m * j?4 + h(i?3)), 0, m - 1), 0, x), 0, n)",
            "0 <= n; 0 <= m; sum(j?5, sum(i?4, sum(l?3, sum(k?2, f(k?2 + m * j?5 + h(i?4 + l?3)), 0, m - 1), 0, 1), 0, x), 0, n)",
            "0 <= n; 0 <= m; sum(j?4, sum(i?3, sum(k?2, ite(k?2 + m * j?4 == h(i?3), 1, 0), 0, m - 1), 0, x), 0, n)",
            "0 <= n; 0 <= m; sum(j?4, sum(i?3, sum(k?2, ite(h(i?3) + 1 <= 3 - k?2 - m * j?4, 1, 0), 0, m - 1), 0, x), 0, n)",
            "0 <= n; 0 <= m; sum(j?4, sum(i?3, sum(k?2, ite(h(i?3) == m * j?4 - k?2, 1, 0), 0, m - 1), 0, x), 0, n)",
            "0 <= n; 0 <= m; sum(j?4, sum(i?3, sum(k?2, f(k?2 + m * j?4 + h(i?3)), 0, m - 1), 0, j?4), 0, n)",
            "0 <= n; 0 <= m; sum(j?4, sum(i?3, sum(k?2, ite(f(k?2) + k?2 == m * j?4 + h(i?3), 1, 0), 0, m - 1), 0, x), 0, n)",
        ],
        Rule::GuardOutside => &[
            "sum(k?2, ite(k?2 <= z && f(x) <= 1, h(k?2), 0), x, y)",
            "sum(k?2, ite(f(x) <= 1, h(k?2), 0) + f(k?2), x, y)",
            "sum(j?3, sum(k?2, ite(f(j?3) <= 1, h(k?2 + j?3), 0), 0, x), 0, 2)",
            "sum(k?2, ite(f(x) <= 1, h(k?2), 1), x, y)",
        ],
        Rule::SumConstant => &["sum(k?2, z, x, y)", "x <= y; sum(k?2, z, x, y)"],
        Rule::ProductConstant => &["prod(k?2, z, x, y)", "x <= y; prod(k?2, z, x, y)"],
        Rule::ExtremumChoice => &[
            "max_over(k?2, ite(f(k?2) < h(k?2), h(k?2), f(k?2)), x, y)",
            "min_over(k?2, ite(h(k?2) <= f(k?2), h(k?2), f(k?2)), x, y)",
            "max_over(k?2, ite(f(k?2) < h(k?2) + 2, h(k?2), f(k?2)), x, y)",
            "x <= y; max_over(k?2, ite(f(k?2) <= 1, max(n, h(k?2)), n), x, y)",
            "x <= y; min_over(k?2, ite(f(k?2) <= 1, min(h(k?2), n), n), x, y)",
            "max_over(k?2, ite(f(k?2) <= 1, max(n, h(k?2)), m), x, y)",
        ],
        Rule::ExtremumLinear => {
            &["max_over(k?2, max(f(k?2), h(k?2)), x, y)", "x <= y; min_over(k?2, min(f(k?2), h(k?2)), x, y)"]
        }
        Rule::ExtremumRange => &[
            // With the other value and without, from both sides, where nothing is left, and with a value that depends on the variable.
            "x <= z; z < y; max_over(k?2, ite(k?2 <= z && f(k?2) <= 1, f(k?2), n), x, y)",
            "x <= z; z <= y; max_over(k?2, ite(z <= k?2, f(k?2), n), x, y)",
            "0 <= x; y <= x; x < n; min_over(k?2, ite(k?2 <= x, f(k?2), z), y, n)",
            "x <= z; max_over(k?2, ite(k?2 <= z, f(k?2), n), x, y)",
            "z < x; max_over(k?2, ite(k?2 <= z, f(k?2), n), x, y)",
            "x <= z; z <= y; max_over(k?2, ite(k?2 <= z, f(k?2), k?2), x, y)",
            "x <= z; x <= y; max(n, max_over(k?2, ite(k?2 <= z && f(k?2) <= 1, f(k?2), n), x, y))",
            "x <= z; x <= y; min(n, min(m, min_over(k?2, ite(k?2 <= z, f(k?2), n), x, y)))",
            "x <= z; x <= y; max(m, max_over(k?2, ite(k?2 <= z, f(k?2), n), x, y))",
        ],
        Rule::ExtremumOutside => &[
            "max_over(k?2, ite(f(x) <= 1, h(k?2), f(k?2)), x, y)",
            "min_over(j?3, max_over(k?2, ite(f(j?3) <= 1, h(k?2 + j?3), z), 0, x), 0, 2)",
        ],
        Rule::ExtremumAdjacent => &[
            // Of one length, cut off at an end, shifted; with a gap, overlapping, and with ranges that may be empty.
            "0 <= n; max_over(j?3, max_over(k?2, f(k?2), 2 * j?3, 2 * j?3 + 1), 0, n)",
            "0 <= n; min_over(j?3, min_over(k?2, f(k?2 + 3 * j?3), 0, 2), 0, n)",
            "0 <= n; 1 <= m; max_over(j?3, max_over(k?2, ite(k?2 + m * j?3 < x, f(k?2 + m * j?3), z), 0, m - 1), 0, n)",
            "0 <= n; 2 * n <= x; max_over(j?3, max_over(k?2, f(k?2), 2 * j?3, min(x, 2 * j?3 + 1)), 0, n)",
            "0 <= n; max_over(j?3, max_over(k?2, f(k?2), 2 * j?3, min(x, 2 * j?3 + 1)), 0, n)",
            "0 <= n; 0 <= m; max_over(j?3, max_over(k?2, f(k?2), m * j?3, m * j?3 + m - 1), 0, n)",
            "0 <= n; max_over(j?3, max_over(k?2, f(k?2), 2 * j?3, 2 * j?3), 0, n)",
            "0 <= n; max_over(j?3, min_over(k?2, f(k?2), 2 * j?3, 2 * j?3 + 1), 0, n)",
            "max_over(j?3, max_over(k?2, f(k?2), 2 * j?3, 2 * j?3 + 1), 0, n)",
        ],
        Rule::ExtremumExchange => &[
            "0 <= n; 1 <= m; max_over(j?3, max_over(k?2, f(j?3 + m * k?2), 0, n - 1), 0, m - 1)",
            "0 <= n; 0 <= m; max_over(j?3, max_over(k?2, f(j?3 + m * k?2), 0, n - 1), 0, m - 1)",
            "0 <= n; 1 <= m; max_over(j?4, max_over(i?3, max_over(k?2, f(k?2 + m * j?4 + h(i?3)), 0, m - 1), 0, x), 0, n)",
            "0 <= n; 1 <= m; min_over(j?4, min_over(i?3, min_over(k?2, f(k?2 + m * j?4 + h(i?3)), 0, m - 1), 0, x), 0, n)",
            "0 <= n; 1 <= m; max_over(j?4, max_over(i?3, max_over(k?2, f(k?2 + m * j?4 + h(i?3)), 0, m - 1), 0, j?4), 0, n)",
        ],
        Rule::ExtremumConstant => &["x <= y; max_over(k?2, z, x, y)", "min_over(k?2, z, x, y)"],
        Rule::MultipleOf => &[
            "1 <= m; 0 <= x; mod(x, m) == 0 |- x <= m",
            "1 <= m; 0 <= x; mod(x, m) == z |- x <= m + z",
            "0 <= m; 0 <= x; mod(x, m) == 0 |- x <= m",
        ],
        Rule::DivisorNamed => &[
            "3 <= n; 0 <= x; x <= n - 3 |- mod((n - 2) * m + x, n - 2) == x",
            "1 <= x; 0 <= m; m <= n + x - 1 |- div(m + y * (n + x), n + x) == y",
            "1 <= n; div(m, n + 1) + x",
            "1 <= n; div(m, n + div(n, 2)) + x",
            "n <= m; div(x, m * n - 2 * n) + mod(x, 3 - n)",
        ],
        Rule::DigitSolved => &[
            "1 <= m; mod(div(x, m), 2) == 0 |- mod(div(x + m, m), 2) == 1",
            "1 <= m; mod(div(x, m), 2) <= 0; mod(div(y, m), 2) <= 0; x + m == y |- false",
            "1 <= m; 1 <= mod(div(x, m), 2); f(x - m) <= y |- f(x) <= y",
            "1 <= m; 1 <= n; mod(div(x, m), n) == 1 |- x <= y",
            "0 <= m; mod(div(x, m), 2) == 0 |- mod(div(x + m, m), 2) == 1",
            "1 <= m; mod(div(x, m), 3) <= 1 |- mod(div(x, m), 3) == 0",
            "1 <= m; 1 <= mod(div(x, m), 3) |- mod(div(x, m), 3) == 2",
        ],
        Rule::HalvedPower => &["is_pow2(m); 2 <= m; div(m, 2)", "is_pow2(m); div(m, 2) + x", "2 <= m; div(m, 2)"],
        Rule::LargerPower => &[
            "is_pow2(m); is_pow2(n); m < n; 0 <= x; div(x, n) + mod(x, m)",
            "is_pow2(m); is_pow2(n); m < 2 * n; 0 <= x; div(x, n) + mod(x, m)",
            "is_pow2(m); is_pow2(n); 0 <= x; div(x, n) + mod(x, m)",
        ],
        Rule::Parity => &["1 <= m; 0 <= x; mod(x, m) == 0; mod(div(x, m), 2) + y"],
        Rule::GuardedBound => &[
            "1 <= m -> m <= n; n <= m; 0 <= m; 0 <= n |- f(m) == f(n)",
            "1 <= x -> m <= n + 1; n <= m |- f(m) == f(n)",
            "p(x) -> m <= n; n <= m |- f(m) == f(n)",
        ],
        Rule::RowEdge => &[
            "1 <= m; 0 <= x; x <= m |- div(x - 1, m) <= 0",
            "1 <= m; 0 <= x; x <= m; 1 <= y |- f(mod(m * y + x - 1, m)) == f(x - 1)",
            "2 <= m; 0 <= x + m; x <= m - 1 |- mod(x, m) <= m - 2",
        ],
        Rule::ChoiceBesideFold => &[
            "0 <= m |- sum(k?2, f(k?2), x, y) == ite(p(x), f(x) + f(y), m)",
            "0 <= m |- m + sum(k?2, f(k?2), x, y) == ite(x < y, f(x) + 1, f(y))",
            "0 <= m |- sum(k?2, f(k?2), x, y) == ite(p(x), f(x), f(y))",
        ],
        Rule::RadixDigits => &[
            "0 <= f(x); f(x) + m * z == f(y) + m * n; 0 <= f(y); f(x) < m; f(y) < m |- p(z)",
            "0 <= f(x); f(x) + m * z == f(y) + m * n; 0 <= f(y); f(x) < m; f(y) <= m |- p(z)",
        ],
        Rule::RadixRemainder => &[
            "1 <= m; 2 * f(x) - mod(f(x), m) == 2 * f(y) - mod(f(y), m) |- f(x) <= f(y)",
            "1 <= m; 2 * f(x) - mod(f(x), m) == 2 * f(y) - mod(f(y), m) + m |- p(z)",
            "1 <= m; f(x) + mod(f(x), m) == f(y) + mod(f(y), m) |- f(x) <= f(y)",
            "0 <= m; 2 * f(x) - mod(f(x), m) == 2 * f(y) - mod(f(y), m) |- f(x) <= f(y)",
        ],
        Rule::RadixSum => &[
            "0 <= f(x); 0 <= f(y); 0 <= m; f(x) + m * z + 2 * z == f(y) + m * n + 2 * n; f(x) < m + 2; f(y) < m + 2 |- p(z)",
            "0 <= f(x); 0 <= f(y); -1 <= m; f(x) + m * z + 2 * z == f(y) + m * n + 2 * n; f(x) < m + 2; f(y) <= m + 2 |- p(z)",
            "0 <= f(x); 0 <= f(y); 0 <= m; f(x) + m * z + 2 * z == f(y) + m * n + n; f(x) < m + 2; f(y) < m + 2 |- p(z)",
        ],
        Rule::RadixFactor => &[
            "m != 0; m * f(x) + m * f(y) + m * h(x) == m * h(y) + m * f(x + 1) + m * h(x + 1) + m * f(y + 1) |- f(x) <= h(y)",
            "1 <= m; m * f(x) + m * f(y) + m * h(x) == m * h(y) + m * f(x + 1) + m * h(x + 1) + m * f(y + 1) |- f(x) <= h(y)",
            "0 <= m; m * f(x) + m * f(y) + m * h(x) == m * h(y) + m * f(x + 1) + m * h(x + 1) + m * f(y + 1) |- f(x) <= h(y)",
        ],
        Rule::RadixRefuted => &[
            "0 <= f(x); f(x) + m * z == f(y) + m * n; 0 <= f(y); f(x) < m; f(y) < m; f(x) != f(y) || z != n |- p(z)",
            "0 <= f(x); f(x) + m * z == f(y) + m * n; 0 <= f(y); f(x) < m; f(y) <= m; f(x) != f(y) || z != n |- p(z)",
        ],
        Rule::InstanceAtRead => {
            &["forall i?0. f(i?0) <= x; f(y) == z |- z < x", "forall i?0. f(2 * i?0) <= x |- f(y) <= x"]
        }
        Rule::InstanceAtBound => &["forall tx?3. 0 <= tx?3 && tx?3 < n -> f(tx?3) <= x |- h(0) < x"],
        Rule::InstanceAtThread => {
            &["forall tx?3. 0 <= tx?3 -> f(tx?3 + 1) <= x |- forall tx?3. 0 <= tx?3 -> h(tx?3) <= x"]
        }
        Rule::InstanceOfLemma => {
            &["lemma functions=() vars=(i?0) trigger=(f(i?0)) fact=0 <= f(i?0) * f(i?0); f(x) + y"]
        }
        Rule::Propagate => &["f(x) == h(y); f(f(x)) - f(h(y)) + z", "f(x) == 1 || h(x) == 2; f(x) <= 0; f(h(x)) + y"],
        // One that wrote, or several, and an index that its range takes apart.
        Rule::CasesByWriter => &[
            BY_SQUARE,
            "1 <= blockDim.x; assign new=f!1 old=f vars=(tx?3) range=0 <= tx?3 && tx?3 < blockDim.x mask=f(tx?3) <= 1 \
             index=(f(tx?3) * f(tx?3)) value=tx?3; f!1(y)",
            "1 <= blockDim.x; 0 <= z; z <= 1; forall k?2. 0 <= h(k?2) && h(k?2) <= 1; assign new=f!1 old=f vars=(tx?3) \
             range=0 <= tx?3 && tx?3 < blockDim.x mask=true index=(2 * tx?3 + h(tx?3)) value=tx?3; f!1(2 * y + z)",
        ],
        Rule::CasesByValue => &[
            "0 <= x; x <= 3 |- f(mod(x, 4)) + f(mod(x + 1, 4)) + f(mod(x + 2, 4)) + f(mod(x + 3, 4)) == f(0) + f(1) + f(2) + f(3)",
            "|- f(x - mod(x, 4)) == ite(mod(x, 4) == 0, f(x), ite(mod(x, 4) == 1, f(x - 1), ite(mod(x, 4) == 2, f(x - 2), f(x - 3))))",
            "0 <= x; x <= 3 |- f(mod(x, 4)) + f(mod(x + 1, 4)) + f(mod(x + 2, 4)) == f(0) + f(1) + f(2)",
            "|- f(x - mod(x, 4)) == ite(mod(x, 4) == 0, f(x), ite(mod(x, 4) == 1, f(x - 1), f(x - 2)))",
        ],
        Rule::SplitCondition => &[
            "x <= y -> f(x) == 1; y < x -> f(x) == 2 |- ite(x <= y, f(x), 1) == 1",
            "x <= y -> f(x) == 1; y < x -> f(x) == 2 |- ite(x <= y, f(x), 1) == f(x)",
        ],
        Rule::DropImplied => &["p(x); p(z) -> p(x) |- p(y)", "p(x); p(x) -> p(z) |- p(y)"],
    }
}

/// The same for facts; the rule where the family is a law to rewrite with.
enum Tested {
    Stated(&'static [&'static str]),
    Law(Rule),
    /// Only in the proofs of the library (LEMMA-17), which has them as definitions.
    Definition,
    /// What a declared operator is known for (OPERATOR-1).
    Hypothesis,
}

fn tests_of(family: Family) -> Tested {
    use Tested::{Definition, Hypothesis, Law, Stated};
    match family {
        Family::FoldEmpty => Stated(&["sum(k?2, f(k?2), x, y) + z", "prod(k?2, f(k?2), x, y) + z"]),
        Family::FoldLast => Stated(&["sum(k?2, f(k?2), x, y) + z", "max_over(k?2, f(k?2), x, y)"]),
        Family::FoldSingle => Stated(&["count(k?2, f(k?2) <= 1, x, y) + z", "min_over(k?2, f(k?2), x, y)"]),
        Family::CountEnds => Stated(&["count(k?2, f(k?2) <= 1, x, y) + 2 * count(k?2, f(k?2) <= 1, x, z)"]),
        Family::CountRange => Stated(&["count(k?2, f(k?2) <= 1, x, y) + z"]),
        Family::FoldSplit => Stated(&[
            "sum(k?2, f(k?2), x, y) + 2 * sum(k?2, f(k?2), x, z)",
            "prod(k?2, f(k?2), x, y) + 2 * prod(k?2, f(k?2), z, y)",
            "min_over(k?2, f(k?2), x, y) + 2 * min_over(k?2, f(k?2), x, z)",
        ]),
        Family::FoldCongruence => Stated(&["sum(k?2, f(k?2), x, y) - 2 * sum(k?2, f(k?2) * f(k?2), x, y)"]),
        Family::ExtremumBound => Stated(&["max_over(k?2, f(k?2), x, y) + f(z)", "x <= y; min_over(k?2, f(k?2), x, y)"]),
        Family::ExtremumPair => Law(Rule::ExtremumLinear),
        Family::ExtremumShift | Family::SumShift => Law(Rule::SumShift),
        Family::FoldMirror => Law(Rule::SumMirror),
        Family::SumLinear => Law(Rule::SumLinear),
        Family::SumConstant => Law(Rule::SumConstant),
        Family::ProductConstant => Law(Rule::ProductConstant),
        Family::CountSum => Stated(&["sum(k?2, ite(f(k?2) <= 1, 1, 0), x, y) - 2 * count(k?2, f(k?2) <= 1, x, y)"]),
        Family::CountComplement => Stated(&["count(k?2, f(k?2) <= 1, x, y) - 2 * count(k?2, 1 < f(k?2), x, y)"]),
        Family::SumGuard => Law(Rule::GuardRange),
        // A sum of zeros and ones is a count, which has a range of its own; a sum of such sums is not.
        Family::SumRange => Stated(&[
            "x <= y + 1; 0 <= n; sum(j?3, sum(k?2, ite(f(k?2 + 2 * j?3) <= 1, 1, 0), x, y), 0, n)",
            "0 <= n; sum(j?3, sum(k?2, ite(f(k?2 + 2 * j?3) <= 1, 1, 0), x, y), 0, n)",
        ]),
        Family::SumSign => Stated(&[
            "ite(0 <= sum(k?2, f(k?2), x, y), x, y)",
            "x <= y; ite(0 < sum(k?2, f(k?2), x, y), x, y)",
            "ite(0 <= sum(k?2, ite(k?2 <= z, f(k?2) * f(k?2), 0), x, y), x, y)",
            "ite(0 <= sum(k?2, ite(f(k?2) <= z, f(k?2) * h(k?2), 0), x, y), x, y)",
        ]),
        Family::SumSquareDistance => Stated(&[
            "ite(2 * z * sum(k?2, f(k?2), x, y) <= sum(k?2, f(k?2) * f(k?2), x, y), x, y)",
            "0 <= m; ite(2 * m * z * sum(k?2, f(k?2), x, y) < m * sum(k?2, f(k?2) * f(k?2), x, y), x, y)",
        ]),
        Family::SumCongruence => {
            Stated(&["forall i?0. 0 <= i?0 && i?0 < n -> f(i?0) == i?0 + 1; sum(k?2, ite(f(k?2) <= 2, 1, 0), 0, y)"])
        }
        Family::DivMod => Stated(&["div(x, f(m) + f(n)) + y", "mod(x, f(m) + f(n))"]),
        // What these say is found by a rule where their premises are known, so they are stated of nothing.
        Family::MixedRadix => Law(Rule::DigitQuotient),
        Family::RemainderHalf => Stated(&["mod(x, 2 * f(m)) + mod(x, f(m))"]),
        Family::ExactQuotient => Law(Rule::ExactQuotient),
        Family::CommonFactor => Law(Rule::CommonFactor),
        Family::Cancel => Law(Rule::Cancel),
        Family::PowerOfTwo | Family::Power => Definition,
        Family::OperatorIdentity | Family::OperatorAssociative => Hypothesis,
        Family::PowerOfTwoHalf => Stated(&["ite(is_pow2(m), y, 0)"]),
        Family::PowerOfTwoProduct => Law(Rule::PowerProduct),
        Family::PowerOfTwoMultiple => Law(Rule::LargerPower),
        Family::PowerOfTwoDouble => Law(Rule::PowerProduct),
        Family::PowerOfTwoEven => Law(Rule::EvenPower),
        Family::PowerPositive => Stated(&["0 <= n; pow(m, n) + y"]),
        Family::QuotientRange | Family::ProductMonotone | Family::ProductSign => Law(Rule::Decide),
    }
}

/// The tasks use the rule, and nothing is wrong with what comes of them in any model that was looked at.
fn hold(name: &str, tasks: &[&str]) -> Vec<String> {
    let (mut uses, mut models) = (0, 0);
    let mut wrong = Vec::new();
    for task in tasks {
        let seen = check(task);
        uses += seen.uses.get(name).copied().unwrap_or(0);
        wrong.extend(seen.wrong.map(|wrong| format!("{name}: `{task}` is {wrong}")));
        models += seen.models;
    }
    if uses == 0 || models == 0 {
        wrong.push(format!("{name}: its tasks use it {uses} times and have {models} models"));
    }
    wrong
}

#[test]
fn every_rule_stands_in_the_docs_as_it_is() {
    let docs = include_str!("../../docs/simplifier.md");
    let rows: Vec<&str> =
        docs.lines().skip_while(|line| *line != "## The rules").filter(|line| line.starts_with("| `")).collect();
    let rules: Vec<String> = Rule::ALL
        .iter()
        .map(|rule| format!("| `{}` | {} |", rule.name(), rule.statement().replace('|', r"\|")))
        .collect();
    assert_eq!(rows, rules);
}

#[test]
fn every_rule_is_used_and_sound_in_every_small_model() {
    let wrong: Vec<String> = Rule::ALL.iter().flat_map(|rule| hold(rule.name(), tasks_of(*rule))).collect();
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

#[test]
fn every_family_of_facts_is_stated_and_true_in_every_small_model() {
    let wrong: Vec<String> = Family::ALL
        .iter()
        .flat_map(|family| match tests_of(*family) {
            Tested::Stated(tasks) => hold(&format!("{family:?}"), tasks),
            Tested::Law(rule) if tasks_of(rule).is_empty() => vec![format!("{family:?}: {} has no task", rule.name())],
            Tested::Law(_) | Tested::Definition | Tested::Hypothesis => Vec::new(),
        })
        .collect();
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

/// Parts that the extra heuristics change: equations of functions, products, sums and cases on both sides, and hypotheses at
/// a distance from the goal.
const HEURISTICS: &[&str] = &[
    "x <= y |- f(x) == f(y)",
    "f(x) == h(y) |- f(f(x) + z) == f(h(x))",
    "0 <= x |- x * f(y) == x * f(z)",
    "0 <= x |- f(x) + h(y) == f(y) + h(x)",
    "y <= f(x) |- div(f(x), y) == div(f(z), y)",
    "0 <= x |- sum(k?2, f(k?2), 0, x) == sum(k?2, f(k?2 + 1), 0, y)",
    "0 <= x |- ite(p(x), f(x), 1) == ite(p(y), f(y), 1)",
    "f(x) <= y; h(z) <= 3; p(m) |- f(x + 1) <= y",
    "f(x) <= y; y <= z; z <= m; h(n) <= m |- f(x + 1) <= x",
];

#[test]
fn what_heuristics_leave_of_a_part_is_never_easier_in_any_small_model() {
    let mut wrong = Vec::new();
    for task in HEURISTICS {
        let seen = check_heuristics(task);
        if seen.uses["stronger"] == 0 || seen.countermodels == 0 {
            wrong.push(format!("`{task}` tests nothing: {seen:?}"));
        }
        wrong.extend(seen.wrong.map(|wrong| format!("`{task}` is {wrong}")));
    }
    assert!(wrong.is_empty(), "\n{}", wrong.join("\n"));
}

//! The families of facts that the simplifier states of folds and operators of its own accord (LEMMA-17).
//!
//! A family is a fact that is stated (`folds.rs`, `arithmetic.rs`) or a law that terms are rewritten with (the file is named).
//! Those that define a fold or an operator are always available. Every other family is a lemma of the standard library
//! (`specs/*.spec`), which is proved with the defining ones and the lemmas before it alone; the test
//! `tests/library.rs` holds the two together.

use crate::base::config::Facts;
use crate::logic::{FoldKind, Sort};

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Family {
    /// A fold over no value is 0 (a product 1).
    FoldEmpty,
    /// A fold over `lo..hi` is the fold over `lo..hi-1` and the last value.
    FoldLast,
    /// A fold over one value is that value.
    FoldSingle,
    /// What a count is at least and at most by its first value and by its last one.
    CountEnds,
    /// A count lies between 0 and the length of its range.
    CountRange,
    /// A fold over adjacent ranges is the fold over both.
    FoldSplit,
    /// Folds whose values agree on ranges of one length are equal.
    FoldCongruence,
    /// A minimum is not above any of its values, and one of them; a maximum likewise (`extrema.rs`).
    ExtremumBound,
    /// A minimum of minima of two, and of maxima (`extrema.rs`).
    ExtremumPair,
    /// A minimum or maximum over a shifted range (`extrema.rs`).
    ExtremumShift,
    /// A sum of sums, and of multiples (`sums.rs`).
    SumLinear,
    /// A sum over a shifted range (`sums.rs`).
    SumShift,
    /// A fold that goes through its range from above (`sums.rs`).
    FoldMirror,
    /// A sum of one constant (`sums.rs`).
    SumConstant,
    /// A product of one constant (`sums.rs`).
    ProductConstant,
    /// A count is the sum of zeros and ones (`thread_sums.rs`).
    CountSum,
    /// What is not counted is the rest of the range.
    CountComplement,
    /// A guard of a sum's body is a part of its range (`guarded.rs`).
    SumGuard,
    /// A sum lies between multiples of its least and its greatest value (`thread_sums.rs`).
    SumRange,
    /// A sum of values that are not negative is not, and one of positive values is positive (`signs.rs`).
    SumSign,
    /// The sum of the squares of distances from one number is not negative (`signs.rs`).
    SumSquareDistance,
    /// Sums of sums whose bodies agree on the ranges are equal: the lemma once for each level (`thread_sums.rs`).
    SumCongruence,
    /// `e ∘ x` and `x ∘ e` are `x`, for a declared operator (`operators.rs`).
    OperatorIdentity,
    /// A declared operator is associative (`operators.rs`).
    OperatorAssociative,
    /// Quotient and remainder of a positive divisor, as SMT-LIB defines them.
    DivMod,
    /// A natural number's quotient lies between 0 and itself.
    QuotientRange,
    /// `x + a*y` with `0 <= x < a` determines `x` and `y`.
    MixedRadix,
    /// By twice a divisor the remainder is the same, or larger by the divisor.
    RemainderHalf,
    /// A multiple of a divisor has the other factor as quotient.
    ExactQuotient,
    /// A common factor of dividend and divisor goes out of both, but for a rest (`solve.rs`).
    CommonFactor,
    /// A positive factor goes out of a comparison (`cancel.rs`).
    Cancel,
    /// `is_pow2(a)`: 1, or twice a power of two.
    PowerOfTwo,
    /// A power of two is at least 1, and 1 or twice its half.
    PowerOfTwoHalf,
    /// A product of powers of two is one, and its other factor too (`egraph/table.rs`).
    PowerOfTwoProduct,
    /// Of two powers of two the larger is an even multiple of the smaller (`multiples.rs`).
    PowerOfTwoMultiple,
    /// Twice a power of two is one.
    PowerOfTwoDouble,
    /// A power of two from 2 on is even (`egraph/table.rs`).
    PowerOfTwoEven,
    /// `pow(b, 0)` is 1, `pow(b, e)` is `b * pow(b, e-1)`.
    Power,
    /// A power of something positive is positive.
    PowerPositive,
    /// Products with a common natural factor grow with the other.
    ProductMonotone,
    /// The sign of a product with a natural factor.
    ProductSign,
}

impl Family {
    pub const ALL: [Family; 41] = [
        Family::FoldEmpty,
        Family::FoldLast,
        Family::FoldSingle,
        Family::CountEnds,
        Family::CountRange,
        Family::FoldSplit,
        Family::FoldCongruence,
        Family::ExtremumBound,
        Family::ExtremumPair,
        Family::ExtremumShift,
        Family::SumLinear,
        Family::SumShift,
        Family::FoldMirror,
        Family::SumConstant,
        Family::ProductConstant,
        Family::CountSum,
        Family::CountComplement,
        Family::SumGuard,
        Family::SumRange,
        Family::SumSign,
        Family::SumSquareDistance,
        Family::SumCongruence,
        Family::OperatorIdentity,
        Family::OperatorAssociative,
        Family::DivMod,
        Family::QuotientRange,
        Family::MixedRadix,
        Family::RemainderHalf,
        Family::ExactQuotient,
        Family::CommonFactor,
        Family::Cancel,
        Family::PowerOfTwo,
        Family::PowerOfTwoHalf,
        Family::PowerOfTwoProduct,
        Family::PowerOfTwoMultiple,
        Family::PowerOfTwoDouble,
        Family::PowerOfTwoEven,
        Family::Power,
        Family::PowerPositive,
        Family::ProductMonotone,
        Family::ProductSign,
    ];

    /// The lemmas of the standard library that state the family, one for each kind of fold.
    pub fn lemmas(self) -> &'static [&'static str] {
        match self {
            Family::FoldEmpty => &["sum_empty", "prod_empty", "count_empty", "fold_empty"],
            Family::FoldLast => &["sum_last", "prod_last", "count_last", "min_last", "max_last", "fold_last"],
            Family::FoldSingle => {
                &["sum_single", "prod_single", "count_single", "min_single", "max_single", "fold_single"]
            }
            Family::CountEnds => &["count_ends"],
            Family::CountRange => &["count_nonneg", "count_length"],
            Family::FoldSplit => &["sum_split", "prod_split", "count_split", "min_split", "max_split", "fold_split"],
            Family::FoldCongruence => &[
                "sum_congruence", "prod_congruence", "count_congruence", "min_congruence", "max_congruence",
                "fold_congruence",
            ],
            Family::ExtremumBound => &["min_bound", "max_bound", "min_attained", "max_attained"],
            Family::ExtremumPair => &["min_pair", "max_pair"],
            Family::ExtremumShift => &["min_shift", "max_shift"],
            Family::SumLinear => &["sum_linear"],
            Family::SumShift => &["sum_shift", "count_shift"],
            Family::FoldMirror => &["sum_mirror", "count_mirror", "min_mirror", "max_mirror"],
            Family::SumConstant => &["sum_constant"],
            Family::ProductConstant => &["prod_constant"],
            Family::CountSum => &["count_sum"],
            Family::CountComplement => &["count_complement"],
            Family::SumGuard => &["sum_guard_below", "sum_guard_above", "sum_pick"],
            Family::SumRange => &["sum_range"],
            Family::SumSign => &["sum_nonneg", "sum_positive"],
            Family::SumSquareDistance => &["sum_square_distance"],
            Family::SumCongruence => &["sum_congruence"],
            Family::OperatorIdentity => &["operator_identity"],
            Family::OperatorAssociative => &["operator_associative"],
            Family::DivMod => &["divmod"],
            Family::QuotientRange => &["quotient_range"],
            Family::MixedRadix => &["mixed_radix", "mixed_radix_range"],
            Family::RemainderHalf => &["remainder_half"],
            Family::ExactQuotient => &["exact_quotient"],
            Family::CommonFactor => &["factor_range", "quotient_unique"],
            Family::Cancel => &["cancel_order", "cancel_equation"],
            Family::PowerOfTwo => &["pow2_definition"],
            Family::PowerOfTwoHalf => &["pow2_half"],
            Family::PowerOfTwoProduct => &["pow2_product"],
            Family::PowerOfTwoMultiple => &["pow2_pair", "pow2_product"],
            Family::PowerOfTwoDouble => &["pow2_double"],
            Family::PowerOfTwoEven => &["pow2_even"],
            Family::Power => &["pow_zero", "pow_step"],
            Family::PowerPositive => &["pow_positive"],
            Family::ProductMonotone => &["product_monotone"],
            Family::ProductSign => &["product_sign"],
        }
    }

    /// Whether it is what the fold or the operator means.
    pub fn is_defining(self) -> bool {
        match self {
            Family::FoldEmpty | Family::FoldLast | Family::DivMod | Family::PowerOfTwo | Family::Power => true,
            // By hypothesis.
            Family::OperatorIdentity | Family::OperatorAssociative => true,
            Family::FoldSingle
            | Family::CountEnds
            | Family::CountRange
            | Family::FoldSplit
            | Family::FoldCongruence
            | Family::ExtremumBound
            | Family::ExtremumPair
            | Family::ExtremumShift
            | Family::SumLinear
            | Family::SumShift
            | Family::FoldMirror
            | Family::SumConstant
            | Family::ProductConstant
            | Family::CountSum
            | Family::CountComplement
            | Family::SumGuard
            | Family::SumRange
            | Family::SumSign
            | Family::SumSquareDistance
            | Family::SumCongruence
            | Family::QuotientRange
            | Family::MixedRadix
            | Family::RemainderHalf
            | Family::ExactQuotient
            | Family::CommonFactor
            | Family::Cancel
            | Family::PowerOfTwoHalf
            | Family::PowerOfTwoProduct
            | Family::PowerOfTwoMultiple
            | Family::PowerOfTwoDouble
            | Family::PowerOfTwoEven
            | Family::PowerPositive
            | Family::ProductMonotone
            | Family::ProductSign => false,
        }
    }

    /// Whether the family is true of folds of this kind and sort: a fold of exact floats goes from left to right (VALUE-25), and
    /// of their minimum and maximum nothing is known.
    pub fn holds_for(self, kind: FoldKind, sort: Sort) -> bool {
        match (sort, self) {
            // What an operator without definition is known to do, it does with floats as well.
            _ if matches!(kind, FoldKind::Over(_)) => true,
            (Sort::Float(_), Family::FoldCongruence) => true,
            (Sort::Float(_), Family::FoldEmpty | Family::FoldLast | Family::SumShift) => !kind.needs_values(),
            (Sort::Float(_), _) => false,
            (Sort::Bool | Sort::Int | Sort::Real, _) => true,
        }
    }

    /// Whether it rests on the laws of the operator that a fold is over.
    pub fn needs_laws(self) -> bool {
        matches!(self, Family::FoldSingle | Family::FoldSplit)
    }

    /// Whether facts of the family may be stated. With the library at hand, what merely unfolds is left out.
    pub fn is_available(self, facts: Facts) -> bool {
        let unfolds = matches!(self, Family::PowerOfTwo | Family::Power);
        match facts {
            Facts::Library => !unfolds,
            Facts::Defining => self.is_defining(),
        }
    }
}

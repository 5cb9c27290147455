//! Reads terms of the text form: one function a level of binding strength, loosest first.

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::ToPrimitive;

use crate::base::Span;
use crate::base::cursor::Token;
use crate::logic::arithmetic::MAX_MONOMIALS;
use crate::logic::{FloatOp, FoldKind, Op, Poly, Sort, TermId};

use super::parser::{Parsed, Parser, fault};
use super::tokens::{self, CALLS, FOLDS};

/// Longest chain of divisions: each makes the term deeper.
const MOST_DIVISIONS: usize = 200;
/// Most bits that a power written out may have.
const MOST_BITS: u64 = 1 << 16;

/// A term, as long as it goes.
pub(super) fn term(parser: &mut Parser) -> Parsed<TermId> {
    parser.nested(implication)
}

fn implication(parser: &mut Parser) -> Parsed<TermId> {
    let start = parser.cursor.span();
    let left = disjunction(parser)?;
    if !parser.cursor.sees("->") {
        return Ok(left);
    }
    of_sort(parser, start, left, Sort::Bool, "->")?;
    parser.cursor.advance();
    let start = parser.cursor.span();
    let right = parser.nested(implication)?;
    of_sort(parser, start, right, Sort::Bool, "->")?;
    Ok(parser.terms.implies(left, right))
}

fn disjunction(parser: &mut Parser) -> Parsed<TermId> {
    let parts = junction(parser, "||", conjunction)?;
    Ok(if parts.len() == 1 { parts[0] } else { parser.terms.or(&parts) })
}

fn conjunction(parser: &mut Parser) -> Parsed<TermId> {
    let parts = junction(parser, "&&", comparison)?;
    Ok(if parts.len() == 1 { parts[0] } else { parser.terms.and(&parts) })
}

fn junction(parser: &mut Parser, symbol: &str, part: fn(&mut Parser) -> Parsed<TermId>) -> Parsed<Vec<TermId>> {
    let mut parts = Vec::new();
    loop {
        let start = parser.cursor.span();
        let found = part(parser)?;
        parts.push(found);
        let goes_on = parser.cursor.sees(symbol);
        if goes_on || parts.len() > 1 {
            of_sort(parser, start, found, Sort::Bool, symbol)?;
        }
        if !goes_on {
            return Ok(parts);
        }
        parser.cursor.advance();
    }
}

const COMPARISONS: [&str; 6] = ["==", "!=", "<=", ">=", "<", ">"];

fn comparison(parser: &mut Parser) -> Parsed<TermId> {
    let start = parser.cursor.span();
    let left = sum(parser)?;
    let Some(symbol) = COMPARISONS.into_iter().find(|symbol| parser.cursor.takes(symbol)) else { return Ok(left) };
    let right = sum(parser)?;
    let sort = same_sort(parser, start, &[left, right], symbol)?;
    if sort == Sort::Bool && !matches!(symbol, "==" | "!=") {
        return fault(parser.cursor.since(start), format!("`{symbol}` does not compare propositions"));
    }
    if COMPARISONS.into_iter().any(|symbol| parser.cursor.sees(symbol)) {
        return parser.error("brackets around a comparison that is compared");
    }
    let terms = &mut parser.terms;
    Ok(match symbol {
        "==" => terms.eq(left, right),
        "!=" => terms.ne(left, right),
        "<=" => terms.le(left, right),
        ">=" => terms.le(right, left),
        "<" => terms.lt(left, right),
        _ => terms.lt(right, left),
    })
}

fn sum(parser: &mut Parser) -> Parsed<TermId> {
    let start = parser.cursor.span();
    let first = product(parser)?;
    let mut parts = vec![first];
    loop {
        let is_negative = parser.cursor.sees("-");
        if !is_negative && !parser.cursor.sees("+") {
            break;
        }
        parser.cursor.advance();
        let here = parser.cursor.span();
        let part = product(parser)?;
        numeric(parser, start, &[first, part], "+")?;
        if is_negative {
            numeric(parser, here, &[part], "-")?;
        }
        parts.push(if is_negative { parser.terms.neg(part) } else { part });
    }
    Ok(if parts.len() == 1 { first } else { parser.terms.add(&parts) })
}

/// Factors, the sign of all of them before.
fn product(parser: &mut Parser) -> Parsed<TermId> {
    let start = parser.cursor.span();
    let (mut is_negative, mut signs) = (false, 0);
    while parser.cursor.takes("-") {
        is_negative = !is_negative;
        signs += 1;
    }
    let first = factor(parser)?;
    let mut factors = vec![first];
    let mut divisions = 0;
    loop {
        if parser.cursor.takes("*") {
            let next = factor(parser)?;
            numeric(parser, start, &[first, next], "*")?;
            factors.push(next);
        } else if parser.cursor.takes("/") {
            let next = factor(parser)?;
            if numeric(parser, start, &[first, next], "/")? != Sort::Real {
                return fault(parser.cursor.since(start), "`/` is for reals; integers have `div` and `tdiv`");
            }
            divisions += 1;
            if divisions > MOST_DIVISIONS {
                return fault(parser.cursor.since(start), format!("more than {MOST_DIVISIONS} divisions in a row"));
            }
            let dividend = multiply(parser, &factors);
            factors = vec![parser.terms.real_div(dividend, next)];
        } else {
            break;
        }
    }
    let result = multiply(parser, &factors);
    if signs > 0 {
        numeric(parser, start, &[result], "-")?;
    }
    Ok(if is_negative { parser.terms.neg(result) } else { result })
}

/// The product; sums that would give too many summands stay factors, as [`crate::logic::Terms::mul`] leaves them.
fn multiply(parser: &mut Parser, factors: &[TermId]) -> TermId {
    let terms = &mut parser.terms;
    let (mut sums, others): (Vec<TermId>, Vec<TermId>) =
        factors.iter().partition(|factor| *terms.op(**factor) == Op::Add);
    let size = sums.iter().fold(1_usize, |size, sum| size.saturating_mul(terms.args(*sum).len()));
    if sums.len() < 2 || size <= MAX_MONOMIALS {
        return factors[1..].iter().fold(factors[0], |product, factor| terms.mul(product, *factor));
    }
    let sort = terms.sort(factors[0]);
    sums.sort();
    let mut kept = Poly::zero();
    kept.add_term(sums.into(), 1.into());
    for other in others {
        kept = kept.mul(&terms.poly(other));
    }
    terms.from_poly(&kept, sort)
}

fn factor(parser: &mut Parser) -> Parsed<TermId> {
    let start = parser.cursor.span();
    if parser.cursor.takes("!") {
        let inner = parser.nested(factor)?;
        of_sort(parser, start, inner, Sort::Bool, "!")?;
        return Ok(parser.terms.not(inner));
    }
    if parser.cursor.takes("-") {
        let inner = parser.nested(factor)?;
        numeric(parser, start, &[inner], "-")?;
        return Ok(parser.terms.neg(inner));
    }
    primary(parser)
}

fn primary(parser: &mut Parser) -> Parsed<TermId> {
    let start = parser.cursor.span();
    match parser.cursor.peek().clone() {
        Token::Number { digits, fraction, suffix } if suffix.is_empty() => {
            parser.cursor.advance();
            Ok(match fraction {
                None => parser.terms.int(digits),
                Some(places) => {
                    let value = BigRational::new(digits, BigInt::from(10).pow(places));
                    parser.terms.real(value)
                }
            })
        }
        Token::Symbol("(") => {
            parser.cursor.advance();
            let inner = term(parser)?;
            parser.expect(")")?;
            Ok(inner)
        }
        Token::Var { key, .. } => {
            let found = parser.var(&key)?;
            parser.cursor.advance();
            Ok(found)
        }
        Token::Name { .. } => application(parser),
        Token::Word(word) => match word.as_str() {
            "true" | "false" => {
                parser.cursor.advance();
                Ok(parser.terms.bool(word == "true"))
            }
            "forall" | "exists" => binder(parser, word == "forall"),
            tokens::OVER => fold(parser, None),
            _ => {
                match (CALLS.iter().find(|op| op.row().name == word), FOLDS.iter().find(|kind| kind.row().name == word))
                {
                    (Some(op), _) => call(parser, op),
                    (_, Some(kind)) => fold(parser, Some(*kind)),
                    (None, None) => match FloatOp::ALL.iter().find(|op| op.name() == word) {
                        Some(op) => float(parser, *op),
                        None => application(parser),
                    },
                }
            }
        },
        Token::Number { .. } | Token::Run(_) | Token::Text(_) | Token::Symbol(_) | Token::End => {
            fault(start, "expected a term")
        }
    }
}

fn application(parser: &mut Parser) -> Parsed<TermId> {
    let start = parser.cursor.span();
    let symbol = parser.symbol()?;
    let args = if parser.cursor.sees("(") { parser.list(term)? } else { Vec::new() };
    let info = parser.terms.symbol_info(symbol);
    let found: Vec<Sort> = args.iter().map(|arg| parser.terms.sort(*arg)).collect();
    if info.args != found {
        let names = |sorts: &[Sort]| sorts.iter().map(|sort| sort.name()).collect::<Vec<_>>().join(", ");
        let message = format!("{} takes ({}), not ({})", info.name, names(&info.args), names(&found));
        return fault(parser.cursor.since(start), message);
    }
    Ok(parser.terms.apply(symbol, &args))
}

fn binder(parser: &mut Parser, is_forall: bool) -> Parsed<TermId> {
    parser.cursor.advance();
    let mut vars = vec![parser.declared_var()?];
    while parser.cursor.takes(",") {
        vars.push(parser.declared_var()?);
    }
    parser.expect(".")?;
    let start = parser.cursor.span();
    let body = term(parser)?;
    of_sort(parser, start, body, Sort::Bool, if is_forall { "forall" } else { "exists" })?;
    Ok(if is_forall { parser.terms.forall(&vars, body) } else { parser.terms.exists(&vars, body) })
}

/// `sum(k?3, body, lo, hi)`; over a declared operator, `fold(plus, k?3, body, lo, hi)`.
fn fold(parser: &mut Parser, kind: Option<FoldKind>) -> Parsed<TermId> {
    let start = parser.cursor.span();
    parser.cursor.advance();
    parser.expect("(")?;
    let kind = match kind {
        Some(kind) => kind,
        None => {
            let operator = parser.operator_id()?;
            parser.expect(",")?;
            FoldKind::Over(operator)
        }
    };
    let name = kind.row().name;
    let var_start = parser.cursor.span();
    let var = parser.declared_var()?;
    if parser.terms.var_info(var).sort != Sort::Int {
        return fault(parser.cursor.since(var_start), format!("the variable of `{name}` must be an Int"));
    }
    parser.expect(",")?;
    let body_start = parser.cursor.span();
    let body = term(parser)?;
    match kind {
        FoldKind::Count => of_sort(parser, body_start, body, Sort::Bool, name)?,
        FoldKind::Over(operator) => {
            let identity = parser.terms.operator(operator).identity;
            let sort = parser.terms.sort(identity);
            of_sort(parser, body_start, body, sort, name)?;
        }
        FoldKind::Sum | FoldKind::Prod | FoldKind::MinOver | FoldKind::MaxOver => {
            if !matches!(parser.terms.sort(body), Sort::Float(_)) {
                numeric(parser, body_start, &[body], name)?;
            }
        }
    }
    parser.expect(",")?;
    let lo = term(parser)?;
    parser.expect(",")?;
    let hi = term(parser)?;
    parser.expect(")")?;
    for bound in [lo, hi] {
        of_sort(parser, start, bound, Sort::Int, name)?;
    }
    Ok(parser.terms.fold(kind, var, lo, hi, body))
}

fn call(parser: &mut Parser, op: &Op) -> Parsed<TermId> {
    let start = parser.cursor.span();
    let name = op.row().name;
    parser.cursor.advance();
    let args = parser.list(term)?;
    let wanted = match op {
        Op::Ite => 3,
        Op::Log2 | Op::IsPow2 | Op::Abs | Op::ToReal | Op::Floor => 1,
        _ => 2,
    };
    if args.len() != wanted {
        return fault(parser.cursor.since(start), format!("`{name}` takes {wanted} arguments, not {}", args.len()));
    }
    match op {
        Op::Ite => {
            of_sort(parser, start, args[0], Sort::Bool, name)?;
            same_sort(parser, start, &args[1..], name)?;
        }
        Op::Min | Op::Max | Op::Abs => {
            numeric(parser, start, &args, name)?;
        }
        Op::Floor => of_sort(parser, start, args[0], Sort::Real, name)?,
        Op::Pow => {
            numeric(parser, start, &args[..1], name)?;
            of_sort(parser, start, args[1], Sort::Int, name)?;
            is_writable(parser, start, args[0], args[1])?;
        }
        _ => args.iter().try_for_each(|arg| of_sort(parser, start, *arg, Sort::Int, name))?,
    }
    Ok(parser.terms.rebuild(op, &args))
}

/// `fadd(x, y)`
fn float(parser: &mut Parser, op: FloatOp) -> Parsed<TermId> {
    let start = parser.cursor.span();
    parser.cursor.advance();
    let args = parser.list(term)?;
    let found: Vec<Sort> = args.iter().map(|arg| parser.terms.sort(*arg)).collect();
    match found.first().and_then(|first| op.operands(*first)) {
        Some(wanted) if wanted == found => Ok(parser.terms.float(op, &args)),
        _ => fault(parser.cursor.since(start), format!("`{}` does not take these operands", op.name())),
    }
}

/// A power that is written out must not be enormous.
fn is_writable(parser: &Parser, start: Span, base: TermId, exponent: TermId) -> Parsed<()> {
    let exponent = parser.terms.as_int(exponent).and_then(BigInt::to_u64).filter(|exponent| *exponent <= 64);
    let base = parser.terms.poly(base);
    let bits = base.terms.values().map(|factor| factor.bits()).max().unwrap_or(0);
    match bits.saturating_mul(exponent.unwrap_or(0)) > MOST_BITS {
        true => fault(parser.cursor.since(start), "this power is too large"),
        false => Ok(()),
    }
}

// ── sorts ───────────────────────────────────────────────────────────────────────────────────────

fn of_sort(parser: &Parser, start: Span, term: TermId, sort: Sort, of: &str) -> Parsed<()> {
    let found = parser.terms.sort(term);
    match found == sort {
        true => Ok(()),
        false => {
            fault(parser.cursor.since(start), format!("`{of}` needs a {}, and this is a {}", sort.name(), found.name()))
        }
    }
}

/// The sort of all these terms, one or more.
fn same_sort(parser: &Parser, start: Span, terms: &[TermId], of: &str) -> Parsed<Sort> {
    let sort = parser.terms.sort(terms[0]);
    match terms.iter().map(|term| parser.terms.sort(*term)).find(|other| *other != sort) {
        Some(other) => {
            let message = format!("`{of}` needs terms of one sort, and these are {} and {}", sort.name(), other.name());
            fault(parser.cursor.since(start), message)
        }
        None => Ok(sort),
    }
}

fn numeric(parser: &Parser, start: Span, terms: &[TermId], of: &str) -> Parsed<Sort> {
    let sort = same_sort(parser, start, terms, of)?;
    match sort.is_numeric() {
        true => Ok(sort),
        false => fault(parser.cursor.since(start), format!("`{of}` needs numbers, and this is a {}", sort.name())),
    }
}

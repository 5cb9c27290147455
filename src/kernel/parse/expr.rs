//! Expressions of the text form of kernels, by binding strength.

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::Zero;

use crate::base::cursor::Token;
use crate::base::{Diagnostic, Span, codes};
use crate::kernel::ir::{ArrayId, Binary, BoundId, Conversion, Expr, ExprKind, FoldKind, OperatorId, Quantifier, Type};
use crate::kernel::spelling::{self, level};

use super::parser::{DEEPEST, Meaning, Parsed, Parser};

/// Longest chain of infix operators without brackets that is read.
const LONGEST: usize = 500;

pub fn expr(parser: &mut Parser) -> Parsed<Expr> {
    at_least(parser, level::QUANTIFIER)
}

/// Expressions up to a closing symbol, separated by commas.
pub fn list(parser: &mut Parser, close: &str) -> Parsed<Vec<Expr>> {
    let mut all = Vec::new();
    while !parser.cursor.takes(close) {
        if !all.is_empty() {
            parser.expect(",")?;
        }
        all.push(expr(parser)?);
    }
    Ok(all)
}

/// `[i][j]`, or `[]` for an array without dimensions.
pub fn index(parser: &mut Parser) -> Parsed<Vec<Expr>> {
    parser.expect("[")?;
    if parser.cursor.takes("]") {
        return Ok(Vec::new());
    }
    let mut all = vec![expr(parser)?];
    parser.expect("]")?;
    while parser.cursor.takes("[") {
        all.push(expr(parser)?);
        parser.expect("]")?;
    }
    Ok(all)
}

/// An expression that binds at least as tightly as `least`.
fn at_least(parser: &mut Parser, least: u8) -> Parsed<Expr> {
    parser.depth += 1;
    if parser.depth > DEEPEST {
        return parser.error("a less deeply nested expression");
    }
    let start = parser.cursor.span();
    let mut left = prefixed(parser, least)?;
    let mut length = 0;
    loop {
        if least <= level::CONDITIONAL && parser.cursor.takes("?") {
            let then = at_least(parser, level::CONDITIONAL)?;
            parser.expect(":")?;
            let else_ = at_least(parser, level::CONDITIONAL)?;
            left = make(parser, start, ExprKind::Conditional(left, then, else_))?;
        } else if parser.cursor.takes("@") {
            let at = primary(parser)?;
            left = make(parser, start, ExprKind::At(left, at))?;
        } else if let Some((operator, row_level)) = next_infix(parser).filter(|(_, found)| *found >= least) {
            parser.cursor.advance();
            let place = if operator == Binary::Implies { row_level } else { row_level + 1 };
            let right = at_least(parser, place)?;
            left = make(parser, start, ExprKind::Binary(operator, left, right))?;
        } else {
            break;
        }
        length += 1;
        if length > LONGEST {
            return parser.error("a shorter chain of operators");
        }
    }
    parser.depth -= 1;
    Ok(left)
}

fn next_infix(parser: &Parser) -> Option<(Binary, u8)> {
    let Token::Symbol(symbol) = parser.cursor.peek() else { return None };
    spelling::INFIX.iter().find(|row| row.symbol == *symbol).map(|row| (row.operator, row.level))
}

fn prefixed(parser: &mut Parser, least: u8) -> Parsed<Expr> {
    let start = parser.cursor.span();
    let is_minus = *parser.cursor.peek() == Token::Symbol("-");
    if is_minus && matches!(parser.cursor.peek_second(), Token::Number { .. }) {
        parser.cursor.advance();
        return number(parser, start, true);
    }
    for (operator, symbol) in spelling::PREFIXES {
        if parser.cursor.takes(symbol) {
            let of = at_least(parser, level::UNARY)?;
            return make(parser, start, ExprKind::Unary(operator, of));
        }
    }
    for (quantifier, word) in [(Quantifier::Forall, "forall"), (Quantifier::Exists, "exists")] {
        if least == level::QUANTIFIER && parser.cursor.takes_word(word) {
            let mut variables = Vec::new();
            loop {
                variables.push(bound(parser)?);
                if parser.cursor.takes(".") {
                    break;
                }
                parser.expect(",")?;
            }
            let body = expr(parser)?;
            return make(parser, start, ExprKind::Quantified(quantifier, variables, body));
        }
    }
    primary(parser)
}

pub fn bound(parser: &mut Parser) -> Parsed<BoundId> {
    match parser.meaning()? {
        Meaning::Bound(bound) => Ok(bound),
        Meaning::Local(_) | Meaning::Array(_) => parser.error("a bound variable before this"),
    }
}

fn array(parser: &mut Parser) -> Parsed<ArrayId> {
    match parser.meaning()? {
        Meaning::Array(array) => Ok(array),
        Meaning::Local(_) | Meaning::Bound(_) => parser.error("an array before this"),
    }
}

pub fn primary(parser: &mut Parser) -> Parsed<Expr> {
    let start = parser.cursor.span();
    if parser.cursor.takes("(") {
        let mut inner = expr(parser)?;
        if parser.cursor.takes(":") {
            inner.ty = parser.ty()?;
        }
        parser.expect(")")?;
        return Ok(inner);
    }
    let word = match parser.cursor.peek().clone() {
        Token::Number { .. } => return number(parser, start, false),
        Token::Word(word) => word,
        Token::Name { .. } => String::new(),
        _ => return parser.error("an expression"),
    };
    if let Some(kind) = keyword(parser, &word)? {
        return make(parser, start, kind);
    }
    if word == "convert" || word == "cast" {
        return conversion(parser, start, if word == "cast" { Conversion::Explicit } else { Conversion::Implicit });
    }
    if word == "logic" {
        return logic(parser, start);
    }
    let kind = match parser.meaning()? {
        Meaning::Local(local) => ExprKind::Local(local),
        Meaning::Bound(bound) => ExprKind::Bound(bound),
        Meaning::Array(array) => ExprKind::Read { array, index: index(parser)? },
    };
    make(parser, start, kind)
}

fn conversion(parser: &mut Parser, start: Span, conversion: Conversion) -> Parsed<Expr> {
    parser.cursor.advance();
    parser.expect("<")?;
    let ty = parser.ty()?;
    parser.expect(">")?;
    parser.expect("(")?;
    let of = expr(parser)?;
    parser.expect(")")?;
    Ok(Expr::new(ExprKind::Convert(conversion, of), ty, parser.cursor.since(start)))
}

/// `logic<T>.f(arguments)`
fn logic(parser: &mut Parser, start: Span) -> Parsed<Expr> {
    parser.cursor.advance();
    parser.expect("<")?;
    let ty = parser.ty()?;
    parser.expect(">")?;
    parser.expect(".")?;
    let (_, name) = parser.name()?;
    parser.expect("(")?;
    let arguments = list(parser, ")")?;
    Ok(Expr::new(ExprKind::Logic(name, arguments), ty, parser.cursor.since(start)))
}

/// The expression that starts with this word, if the word has a meaning of its own.
fn keyword(parser: &mut Parser, word: &str) -> Parsed<Option<ExprKind>> {
    parser.cursor.advance();
    if let Some(operator) = spelling::spelled(&spelling::UNARY_FUNCTIONS, word) {
        let [of] = arguments(parser)?;
        return Ok(Some(ExprKind::Unary(operator, of)));
    }
    if let Some(operator) = spelling::spelled(&spelling::BINARY_FUNCTIONS, word) {
        let [left, right] = arguments(parser)?;
        return Ok(Some(ExprKind::Binary(operator, left, right)));
    }
    if let Some(builtin) = spelling::spelled(&spelling::BUILTINS, word) {
        parser.expect(".")?;
        let axis = parser.word("x, y or z")?;
        return match spelling::spelled(&spelling::AXES, &axis) {
            Some(axis) => Ok(Some(ExprKind::Builtin(builtin(axis)))),
            None => parser.error("x, y or z before this"),
        };
    }
    if word == spelling::OVER {
        parser.expect("(")?;
        let kind = FoldKind::Over(operator(parser)?);
        parser.expect(",")?;
        return Ok(Some(fold(parser, kind)?));
    }
    if let Some((kind, name, _)) = spelling::FOLDS.iter().find(|(_, name, threads)| *name == word || *threads == word) {
        parser.expect("(")?;
        if *name == word {
            return Ok(Some(fold(parser, *kind)?));
        }
        let var = bound(parser)?;
        parser.expect(",")?;
        let body = expr(parser)?;
        parser.expect(")")?;
        return Ok(Some(ExprKind::FoldThreads { kind: *kind, var, body }));
    }
    let kind = match word {
        "true" | "false" => ExprKind::Bool(word == "true"),
        "old" => {
            let [of] = arguments(parser)?;
            ExprKind::Old(of)
        }
        "active" => {
            let has_thread = *parser.cursor.peek() == Token::Symbol("(");
            let thread = if has_thread { Some(arguments::<1>(parser)?) } else { None };
            ExprKind::Active(thread.map(|[thread]| thread))
        }
        "length" => {
            parser.expect("(")?;
            let array = array(parser)?;
            parser.expect(")")?;
            ExprKind::Length(array)
        }
        "loop_count" => {
            parser.expect("(")?;
            let id = parser.loop_id()?;
            parser.expect(")")?;
            ExprKind::LoopCount(id)
        }
        "math" => {
            parser.expect(".")?;
            let (_, name) = parser.name()?;
            parser.expect("(")?;
            ExprKind::Math(name, list(parser, ")")?)
        }
        "ratio" => ExprKind::Real(ratio(parser)?),
        _ => {
            parser.cursor.back();
            return Ok(None);
        }
    };
    Ok(Some(kind))
}

/// `k, body, lo, hi)`
fn fold(parser: &mut Parser, kind: FoldKind) -> Parsed<ExprKind> {
    let var = bound(parser)?;
    parser.expect(",")?;
    let body = expr(parser)?;
    parser.expect(",")?;
    let lo = expr(parser)?;
    parser.expect(",")?;
    let hi = expr(parser)?;
    parser.expect(")")?;
    Ok(ExprKind::Fold { kind, var, body, lo, hi })
}

fn operator(parser: &mut Parser) -> Parsed<OperatorId> {
    let (_, name) = parser.name()?;
    match parser.kernel.declared.operators.iter().position(|operator| operator.name == name) {
        Some(at) => Ok(OperatorId(at as u32)),
        None => parser.error("a declared operator before this"),
    }
}

fn arguments<const N: usize>(parser: &mut Parser) -> Parsed<[Expr; N]> {
    parser.expect("(")?;
    match <[Expr; N]>::try_from(list(parser, ")")?) {
        Ok(all) => Ok(all),
        Err(_) => parser.error("another number of arguments before this"),
    }
}

fn ratio(parser: &mut Parser) -> Parsed<BigRational> {
    parser.expect("(")?;
    let numerator = integer(parser)?;
    parser.expect(",")?;
    let denominator = integer(parser)?;
    parser.expect(")")?;
    match denominator.is_zero() {
        true => parser.error("a denominator that is not 0 before this"),
        false => Ok(BigRational::new(numerator, denominator)),
    }
}

fn integer(parser: &mut Parser) -> Parsed<BigInt> {
    let is_negative = parser.cursor.takes("-");
    match parser.cursor.peek().clone() {
        Token::Number { digits, fraction: None, suffix } if suffix.is_empty() => {
            parser.cursor.advance();
            Ok(if is_negative { -digits } else { digits })
        }
        _ => parser.error("a whole number"),
    }
}

/// A literal; its type is in its suffix.
fn number(parser: &mut Parser, start: Span, is_negative: bool) -> Parsed<Expr> {
    let Token::Number { digits, fraction, suffix } = parser.cursor.advance() else {
        return parser.error("a number before this");
    };
    let digits = if is_negative { -digits } else { digits };
    let (kind, ty) = match (fraction, suffix.as_str()) {
        (None, "") => (ExprKind::Int(digits), Some(Type::INT)),
        (None, "n") => (ExprKind::Int(digits), Some(Type::Integer)),
        (None, suffix) => {
            (ExprKind::Int(digits), spelling::type_named(suffix).filter(|ty| matches!(ty, Type::Int { .. })))
        }
        (Some(fraction), "" | "r") => (ExprKind::Real(fixed_point(&digits, fraction)), Some(Type::Real)),
        (Some(fraction), suffix) => {
            let ty = spelling::type_named(suffix).filter(|ty| matches!(ty, Type::Float { .. }));
            (ExprKind::Real(fixed_point(&digits, fraction)), ty)
        }
    };
    match ty {
        Some(ty) => Ok(Expr::new(kind, ty, parser.cursor.since(start))),
        None => {
            let message = format!("`{suffix}` is no type of such a number");
            Err(Diagnostic::error(codes::E0010, parser.cursor.since(start), message))
        }
    }
}

/// The expression with the type that its form gives.
fn make(parser: &Parser, start: Span, kind: ExprKind) -> Parsed<Expr> {
    match spelling::natural_type(&parser.kernel, &kind) {
        Some(ty) => Ok(Expr::new(kind, ty, parser.cursor.since(start))),
        None => parser.error("something declared before this"),
    }
}

/// `digits` with the last `fraction` of them after the point.
fn fixed_point(digits: &BigInt, fraction: u32) -> BigRational {
    BigRational::new(digits.clone(), num_traits::pow(BigInt::from(10), fraction as usize))
}

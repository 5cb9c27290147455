//! Numbers and characters of annotations, as in program text; but integers are as large as they are.

use super::build::{Built, error};
use crate::base::{Span, codes};
use crate::syntax::tokens::literals;
use crate::syntax::tree::ExprKind;

/// An integer or floating-point literal of C++.
pub fn number(text: &str, span: Span) -> Built<ExprKind> {
    match literals::integer(text).map(ExprKind::Int).map_or_else(|| literals::number(text), Ok) {
        Ok(kind @ (ExprKind::Int(_) | ExprKind::Float { .. })) => Ok(kind),
        _ => Err(error(codes::E0209, span, literals::no_number(text))),
    }
}

/// A character literal.
pub fn character(text: &str, span: Span) -> Built<ExprKind> {
    match literals::character(text) {
        Ok(kind @ ExprKind::Char(_)) => Ok(kind),
        _ => Err(error(codes::E0209, span, format!("{text} is not a character"))),
    }
}

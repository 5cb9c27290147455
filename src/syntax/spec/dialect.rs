//! Other tools' annotations that are calls in program text.
//!
//! `declare_precondition("P", ...)`, `declare_postcondition`, `declare_invariant` and
//! `declare_logic_param` (Kojima, Imanishi and Igarashi, appendix) hold clause text in strings;
//! GPUVerify's `__requires(e)`, `__invariant(e)`, ... hold expressions of the program.

use std::ops::Range;

use super::build::{Builder, error};
use super::grammar::{self, Rule};
use super::{MAX_NESTING, Reader, mask};
use crate::base::{Diagnostic, Span, codes};
use crate::syntax::tokens::expanded::Expanded;
use crate::syntax::tokens::lexer::is_listed;
use crate::syntax::tree::maker::Maker;
use crate::syntax::tree::{BinaryOp, Clause, ClauseKind, Expr, ExprKind, SpecExpr, SpecFunction};

/// Whether a call of this name is a clause of the paper's appendix, for [`declared_clauses`].
pub fn is_declaring_function(name: &str) -> bool {
    declared_kind(name).is_some()
}

/// What a declaring function's strings are.
#[derive(Clone, Copy)]
enum Declared {
    Ghosts,
    Proposition(fn(Expr) -> ClauseKind),
}

fn declared_kind(name: &str) -> Option<Declared> {
    Some(match name {
        "declare_logic_param" => Declared::Ghosts,
        "declare_precondition" => Declared::Proposition(ClauseKind::Requires),
        "declare_postcondition" => Declared::Proposition(ClauseKind::Ensures),
        "declare_invariant" => Declared::Proposition(ClauseKind::Invariant),
        _ => return None,
    })
}

/// Reads `declare_precondition("P", "Q")` and its like: `range` is the whole call in `source`, from the
/// name to the closing parenthesis. Each argument is one or more string literals, joined.
pub fn declared_clauses(
    source: &Expanded,
    range: Range<usize>,
    is_type: &dyn Fn(&str) -> bool,
) -> (Vec<Clause>, Vec<Diagnostic>) {
    let base = range.start;
    let call = source.text.get(range.clone()).unwrap_or("");
    let span = |inner: Range<usize>| source.span(base + inner.start..base + inner.end);
    let name = mask::word(call, 0);
    let (Some(kind), Some(arguments)) = (declared_kind(name), string_arguments(call, name.len())) else {
        let wrong = error(codes::E0212, source.span(range), format!("`{name}` takes annotations as strings"));
        return (Vec::new(), vec![wrong.note("for example `declare_precondition(\"0 <= n\", \"n <= m\")`")]);
    };
    let mut clauses = Vec::new();
    let mut diagnostics = Vec::new();
    for argument in arguments {
        // Everything but this argument's own text becomes blank, so that places stay the same.
        let mut bytes = vec![b' '; call.len()];
        for part in &argument {
            bytes[part.clone()].copy_from_slice(&call.as_bytes()[part.clone()]);
        }
        let text = unescaped(bytes);
        match declared(kind, &text, &span, is_type) {
            Ok(clause) => clauses.push(clause),
            Err(wrong) => diagnostics.push(*wrong),
        }
    }
    (clauses, diagnostics)
}

fn declared(
    kind: Declared,
    text: &str,
    span: &dyn Fn(Range<usize>) -> Span,
    is_type: &dyn Fn(&str) -> bool,
) -> Result<Clause, Box<Diagnostic>> {
    let at = mask::skip_blanks(text, 0);
    let whole = span(at..text.trim_end().len().max(at));
    let text = text.trim_end().trim_end_matches(';');
    if mask::too_deep(text, MAX_NESTING).is_some() {
        return Err(error(codes::E0203, whole, "this annotation is nested too deeply"));
    }
    let rule = match kind {
        Declared::Ghosts => Rule::whole_ghost,
        Declared::Proposition(_) => Rule::whole_expr,
    };
    let start = at.min(text.len());
    let nodes = grammar::parse(rule, &text[start..])
        .map_err(|failure| Box::new(Reader::new(text, span, is_type).syntax_error(start, failure)))?;
    let builder = Builder { base: start, span, is_type };
    let Some(node) = nodes.into_iter().next() else { return Err(super::expr::missing(whole)) };
    let kind = match kind {
        Declared::Ghosts => ClauseKind::Ghost(builder.ghosts(node)?),
        Declared::Proposition(make) => match node.into_inner().find(|part| part.as_rule() == Rule::expr) {
            Some(expr) => make(builder.expr(expr)?),
            None => return Err(super::expr::missing(whole)),
        },
    };
    Ok(Clause { kind, span: whole })
}

/// The insides of the string literals of each argument of a call, or nothing if it has other arguments.
fn string_arguments(call: &str, from: usize) -> Option<Vec<Vec<Range<usize>>>> {
    let bytes = call.as_bytes();
    let mut at = mask::skip_blanks(call, from);
    if bytes.get(at) != Some(&b'(') {
        return None;
    }
    let mut arguments = vec![Vec::new()];
    at += 1;
    loop {
        at = mask::skip_blanks(call, at);
        match bytes.get(at)? {
            b'"' => {
                let start = at + 1;
                at = start;
                while *bytes.get(at)? != b'"' {
                    at += if bytes[at] == b'\\' { 2 } else { 1 };
                }
                arguments.last_mut()?.push(start..at);
                at += 1;
            }
            b',' if !arguments.last()?.is_empty() => {
                arguments.push(Vec::new());
                at += 1;
            }
            b')' if !arguments.last()?.is_empty() => return Some(arguments),
            _ => return None,
        }
    }
}

/// A string's escapes as the text they stand for, at the same length: `\\forall` is `\forall`.
fn unescaped(mut bytes: Vec<u8>) -> String {
    let mut at = 0;
    while at + 1 < bytes.len() {
        if bytes[at] == b'\\' {
            match bytes[at + 1] {
                b'\\' => {
                    bytes[at] = b' ';
                    at += 1;
                }
                b'n' | b't' if !bytes.get(at + 2).is_some_and(u8::is_ascii_alphanumeric) => {
                    bytes[at] = b' ';
                    bytes[at + 1] = b' ';
                }
                _ => {}
            }
        }
        at += 1;
    }
    String::from_utf8(bytes).unwrap_or_default()
}

/// The clause that a GPUVerify call at the place of a statement is, if it is one: `__requires(e)`,
/// `__ensures(e)`, `__invariant(e)`, `__assert(e)`, `__assume(e)` and their `__global_` forms.
///
/// A global form speaks about threads that are not active too; the plain form is weaker and is both
/// what is proved and what is used, so it may stand for it.
pub fn gpuverify_clause(call: &Expr) -> Option<Clause> {
    let ExprKind::Call(function, args) = &call.kind else { return None };
    let (ExprKind::Name(name), [arg]) = (&function.kind, args.as_slice()) else { return None };
    let make: fn(Expr) -> ClauseKind = match name.ident.as_str() {
        "__requires" | "__global_requires" => ClauseKind::Requires,
        "__ensures" | "__global_ensures" => ClauseKind::Ensures,
        "__invariant" | "__global_invariant" => ClauseKind::Invariant,
        "__assert" | "__global_assert" => ClauseKind::Assert,
        "__assume" => ClauseKind::Assume,
        _ => return None,
    };
    let mut said = arg.clone();
    translate(&mut said);
    Some(Clause { kind: make(said), span: call.span })
}

/// Takes GPUVerify's invariants out of a loop's guard: `__invariant(a), __invariant(b), i < n`.
pub fn gpuverify_guard(guard: Expr) -> (Vec<Clause>, Expr) {
    let mut clauses = Vec::new();
    let mut rest = Vec::new();
    let mut left = guard;
    // Commas lean to the left: the guard itself is the last operand.
    loop {
        match left.kind {
            ExprKind::Comma(before, last) => {
                rest.push(*last);
                left = *before;
            }
            kind => {
                rest.push(Expr { kind, span: left.span });
                break;
            }
        }
    }
    let mut kept: Option<Expr> = None;
    while let Some(operand) = rest.pop() {
        match gpuverify_clause(&operand) {
            Some(clause) if !rest.is_empty() && matches!(clause.kind, ClauseKind::Invariant(_)) => clauses.push(clause),
            _ => {
                kept = Some(match kept {
                    None => operand,
                    Some(before) => {
                        let span = before.span.to(operand.span);
                        Expr { kind: ExprKind::Comma(Box::new(before), Box::new(operand)), span }
                    }
                });
            }
        }
    }
    let span = left_span(&clauses);
    (clauses, kept.unwrap_or(Expr { kind: ExprKind::Bool(true), span }))
}

/// What GPUVerify says of its log of accesses and of its second thread.
const HINTS: &str = "\
    __read __write __no_read __no_write __read_implies __write_implies __read_offset __write_offset \
    __read_offset_bytes __write_offset_bytes __accessed __points_to __at_most_one __exclusive __same_group \
    __uniform_int __uniform_bool __distinct_int __distinct_bool __other_int __other_bool";

/// An invariant without those of its conjuncts that are hints to GPUVerify (CLAUSE-40), if anything is left, and the places of these.
pub fn without_hints(invariant: &Expr) -> (Option<Expr>, Vec<Span>) {
    match &invariant.kind {
        ExprKind::Binary(BinaryOp::And, left, right) => {
            let (first, mut hints) = without_hints(left);
            let (second, more) = without_hints(right);
            hints.extend(more);
            let kept = match (first, second) {
                (Some(first), Some(second)) => {
                    let kind = ExprKind::Binary(BinaryOp::And, Box::new(first), Box::new(second));
                    Some(Expr { kind, span: invariant.span })
                }
                (first, second) => first.or(second),
            };
            (kept, hints)
        }
        _ if speaks_of_hints(invariant) => (None, vec![invariant.span]),
        _ => (Some(invariant.clone()), Vec::new()),
    }
}

fn speaks_of_hints(e: &Expr) -> bool {
    let is_hint = |called: &Expr| matches!(&called.kind, ExprKind::Name(name) if is_listed(HINTS, &name.ident));
    matches!(&e.kind, ExprKind::Call(called, _) if is_hint(called)) || e.any_child(speaks_of_hints)
}

fn left_span(clauses: &[Clause]) -> Span {
    clauses.last().map(|clause| clause.span).unwrap_or_default()
}

/// Puts GPUVerify's operators into the expression forms of annotations: `__implies(a, b)`, `__is_pow2(e)`
/// (true at 0), `__enabled()`, `__old_int(e)`. Others stay calls, and are refused by name later.
fn translate(e: &mut Expr) {
    e.for_each_child_mut(&mut translate);
    if let ExprKind::Call(function, args) = &e.kind
        && let ExprKind::Name(name) = &function.kind
        && name.path.is_empty()
        && let Some(kind) = form(&name.ident, args, e.span)
    {
        e.kind = kind;
    }
}

fn form(name: &str, args: &[Expr], span: Span) -> Option<ExprKind> {
    let boxed = |e: &Expr| Box::new(e.clone());
    Some(match (name, args) {
        ("__implies", [left, right]) => ExprKind::Binary(BinaryOp::Implies, boxed(left), boxed(right)),
        ("__is_pow2", [value]) => {
            let make = Maker(span);
            let is_zero = Box::new(make.binary(BinaryOp::Eq, value.clone(), make.number(0)));
            let is_power = SpecExpr::Function(SpecFunction::IsPow2, args.to_vec());
            let is_power = Box::new(make.expr(ExprKind::Spec(is_power)));
            ExprKind::Binary(BinaryOp::Or, is_zero, is_power)
        }
        ("__enabled", []) => ExprKind::Spec(SpecExpr::Active(None)),
        ("__old_int" | "__old_bool" | "__old_float", [value]) => ExprKind::Spec(SpecExpr::Old(boxed(value))),
        _ => return None,
    })
}

//! Expressions as their author may have written them, for advice in messages.

use super::{BinaryOp, Expr, ExprKind, Name, SpecExpr};

/// An expression as text; `None` for forms that advice is not about, and for long ones.
pub fn expr(e: &Expr) -> Option<String> {
    /// Longer advice is harder to read than letters.
    const LONGEST: usize = 60;
    whole(e).filter(|text| text.len() <= LONGEST)
}

/// An expression as an operand: in parentheses, where it has parts.
pub fn operand(e: &Expr) -> Option<String> {
    let text = expr(e)?;
    let is_one = !matches!(unmarked(e).kind, ExprKind::Binary(..) | ExprKind::Conditional(..) | ExprKind::Spec(_));
    Some(if is_one { text } else { format!("({text})") })
}

/// An expression as an operand of an operator.
pub fn operand_of(op: BinaryOp, e: &Expr) -> Option<String> {
    expr(e)?;
    part(e, Some(op))
}

/// An expression without the mark that it stands without parentheses.
pub fn unmarked(e: &Expr) -> &Expr {
    match &e.kind {
        ExprKind::Spec(SpecExpr::Loose(inner)) => inner,
        _ => e,
    }
}

fn whole(e: &Expr) -> Option<String> {
    let all = |args: &[Expr]| args.iter().map(whole).collect::<Option<Vec<_>>>().map(|args| args.join(", "));
    match &unmarked(e).kind {
        ExprKind::Int(literal) if literal.decimal => Some(literal.value.to_string()),
        ExprKind::Bool(value) => Some(value.to_string()),
        ExprKind::Name(name) => plain(name),
        ExprKind::Unary(op, of) => Some(format!("{}{}", op.symbol(), part(of, None)?)),
        ExprKind::Binary(op, left, right) => {
            Some(format!("{} {} {}", part(left, Some(*op))?, op.symbol(), part(right, Some(*op))?))
        }
        ExprKind::Index(array, index) => Some(format!("{}[{}]", part(array, None)?, whole(index)?)),
        ExprKind::Member { base, member, arrow: false } => Some(format!("{}.{}", part(base, None)?, plain(member)?)),
        ExprKind::Call(function, args) => Some(format!("{}({})", part(function, None)?, all(args)?)),
        ExprKind::Spec(SpecExpr::Length(array)) => Some(format!("\\length({})", whole(array)?)),
        ExprKind::Spec(SpecExpr::Old(of)) => Some(format!("\\old({})", whole(of)?)),
        _ => None,
    }
}

/// A part of an expression, in parentheses where it is not plain how far it reaches.
fn part(e: &Expr, around: Option<BinaryOp>) -> Option<String> {
    use BinaryOp::{Add, Mul, Sub};
    let text = whole(e)?;
    let is_plain = match (&unmarked(e).kind, around) {
        (ExprKind::Binary(Mul, ..), Some(op)) => op != Mul,
        (ExprKind::Binary(Add | Sub, ..), Some(op)) => {
            matches!(op, BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge | BinaryOp::Eq | BinaryOp::Ne)
        }
        (ExprKind::Binary(..), _) => false,
        _ => true,
    };
    Some(if is_plain { text } else { format!("({text})") })
}

fn plain(name: &Name) -> Option<String> {
    (name.template_args.is_none() && !name.is_global).then(|| {
        let path = name.path.iter().chain([&name.ident]);
        path.map(String::as_str).collect::<Vec<_>>().join("::")
    })
}

//! What holds of all launches and instances that there can be: `__launch_bounds__` (LAUNCH-1), `static_assert` (TEMPLATE-5).

use num_bigint::BigInt;
use num_traits::ToPrimitive;

use crate::base::{Diagnostic, Files, Span, codes};
use crate::cpp::{
    Entity, Env, Lowered,
    frame::Returning,
    table::Table,
    types::{CType, known_type},
    value::{self, binary, convert},
};
use crate::kernel::ir::{
    Axis, Binary, Builtin, Clause, Conversion, Expr, ExprKind, LocalRole, Speaker, StmtKind, Type, Unary,
};
use crate::lower::{
    expressions::expr,
    names::same_function::{Same, same},
};
use crate::syntax::tree::{self, Function};

/// The most threads of a block that the definition of a kernel allows, or else a prototype, as far as that is known.
pub fn most_threads(env: &mut Env, table: &Table, function: &Function) -> Option<Expr> {
    let is_plain = |other: &Function| other.template.is_empty() && other.specifiers.global;
    let others = table.functions.get(function.name.text.as_str()).into_iter().flatten();
    let mut others = others.filter(|other| is_plain(other) && !other.specifiers.launch_bounds.is_empty());
    let mut of_prototype =
        || others.find(|other| same(env, function, other) == Same::Yes)?.specifiers.launch_bounds.first();
    let most = function.specifiers.launch_bounds.first().or_else(&mut of_prototype)?;
    let most = fixed(env, most, expr::rvalue).filter(|most| most.ty.is_integral())?;
    // No bound, and no number of threads.
    let is_positive = value::constant_int(&most).is_none_or(|most| most > BigInt::ZERO);
    is_positive.then_some(most)
}

/// Requires that no block has more threads (LAUNCH-1).
pub fn bound_threads(env: &mut Env, most: Option<Expr>, files: &Files) {
    let Some(most) = most else { return };
    let span = most.span;
    let shown = match value::constant_int(&most) {
        Some(known) => known.to_string(),
        None => format!("`{}`", files.text(span)),
    };
    if let (Some(block), Some(known)) = (env.config.block, value::constant_int(&most))
        && BigInt::from(block.iter().product::<u64>()) > known
    {
        let threads: u64 = block.iter().product();
        let message =
            format!("a block of {threads} threads, and `__launch_bounds__` says that there are at most {known}");
        env.diagnostic(Diagnostic::error(codes::E0314, span, message));
        return;
    }
    env.kernel.assumptions.push(format!("at most {shown} threads per block, as `__launch_bounds__` says"));
    let is_used = |axis: &Axis| env.config.block.is_some() || env.kernel.dims.block[axis.index()] || *axis == Axis::X;
    let sizes = Axis::ALL.into_iter().filter(is_used);
    let exact = |axis| {
        let size = Expr::new(ExprKind::Builtin(Builtin::BlockDim(axis)), Type::UINT, span);
        Expr::new(ExprKind::Convert(Conversion::Implicit, size), Type::Integer, span)
    };
    let threads = sizes.map(exact).reduce(|all, size| Expr { span, ..binary(Binary::Mul, all, size) });
    let most = convert(most, Type::Integer, Conversion::Implicit);
    require_divisors(env, &most);
    if let Some(threads) = threads {
        let expr = Expr { span, ..binary(Binary::Le, threads, most) };
        env.kernel.contract.requires.push(Clause { expr, speaker: Speaker::Launch, span });
    }
}

/// Whether a block of these sizes, as far as they are known, has more threads than the kernel allows.
pub fn exceeds(most: Option<&Expr>, block: [Option<u64>; 3]) -> Option<(u64, u64)> {
    let most = value::constant_int(most?)?.to_u64()?;
    // A dimension that is not known is one thread at least.
    let least = block.iter().flatten().product::<u64>();
    (least > most).then_some((least, most))
}

/// `static_assert` over the template's values, or over constants that follow from them: an instance that violates it does not
/// compile. In the kernel's own body that is a fact of the instance, elsewhere one of the place.
pub fn assertion(env: &mut Env, cond: &tree::Expr) {
    let Some(cond) = fixed(env, cond, expr::proposition) else { return };
    if value::constant(&cond).is_some() {
        return;
    }
    let mut is_exact = true;
    cond.walk(&mut |part| {
        let unsigned = matches!(part.ty, Type::Int { signed: false, .. });
        is_exact &= !unsigned || value::constant_int(part).is_some();
    });
    env.met.asserted.insert((cond.span, is_exact));
    let is_own = matches!(env.frame.result, Returning::Kernel) && env.scopes.len() == env.nesting.body_scopes;
    let of_instance = is_own && is_of_launch(env, &cond);
    for expr in divisors(&cond).into_iter().chain([cond]) {
        let span = expr.span;
        if of_instance {
            env.kernel.contract.requires.push(Clause { expr, speaker: Speaker::Launch, span });
        } else {
            env.emit(StmtKind::Assume(Clause { expr, speaker: Speaker::Thread, span }), span);
        }
    }
}

/// An array has elements: an instance in which it has none is no C++ (TEMPLATE-25).
pub fn has_elements(env: &mut Env, extent: &Expr, span: Span) {
    if value::constant(extent).is_some() || !divisors(extent).is_empty() {
        return;
    }
    let one = convert(value::int(1, extent.ty, span), extent.ty, Conversion::Implicit);
    let expr = Expr { span, ..binary(Binary::Ge, extent.clone(), one) };
    env.emit(StmtKind::Assume(Clause { expr, speaker: Speaker::Thread, span }), span);
    let assumption = "arrays whose size the template's values give have elements: other instances do not compile";
    env.assume(assumption);
}

/// Lists the conditions that are taken for granted.
pub fn list(env: &mut Env, files: &Files) {
    for (span, is_exact) in std::mem::take(&mut env.met.asserted) {
        let text = files.text(span).split_whitespace().collect::<Vec<_>>().join(" ");
        // Where a negative number becomes an unsigned one the compiler's condition is another one.
        let exactly = if is_exact { "" } else { " in exact arithmetic" };
        let assumption = format!("`{text}`{exactly}, as `static_assert` says: other instances do not compile");
        env.assume(assumption);
    }
}

// ── what is known when the kernel is compiled ───────────────────────────────────────────────────

/// An expression of constants and of the template's values; none if it is anything else. Nothing is reported, and nothing is
/// looked at that would be marked as reported.
fn fixed(env: &mut Env, e: &tree::Expr, lower: impl FnOnce(&mut Env, &tree::Expr) -> Lowered<Expr>) -> Option<Expr> {
    if !is_plain(env, e) {
        return None;
    }
    env.attempt(|env| {
        let before = env.said();
        let found = lower(env, e).ok()?;
        (env.said() == before && env.out.is_empty() && is_of_template(env, &found)).then_some(found)
    })
}

/// Names, numbers and operators.
fn is_plain(env: &Env, e: &tree::Expr) -> bool {
    match &e.kind {
        tree::ExprKind::Int(_) | tree::ExprKind::Bool(_) | tree::ExprKind::Char(_) => true,
        tree::ExprKind::Name(name) => name.path.is_empty() && name.template_args.is_none(),
        tree::ExprKind::Unary(_, a) => is_plain(env, a),
        tree::ExprKind::Binary(_, a, b) => is_plain(env, a) && is_plain(env, b),
        tree::ExprKind::Conditional(a, b, c) => [a, b, c].into_iter().all(|e| is_plain(env, e)),
        tree::ExprKind::Cast(_, ty, e) => is_known(env, ty) && is_plain(env, e),
        tree::ExprKind::Construct(ty, values) => is_known(env, ty) && values.iter().all(|e| is_plain(env, e)),
        tree::ExprKind::SizeofType(ty) => is_known(env, ty),
        _ => false,
    }
}

/// A type of numbers.
fn is_known(env: &Env, ty: &tree::Type) -> bool {
    match &ty.kind {
        tree::TypeKind::Bool | tree::TypeKind::Int { .. } | tree::TypeKind::Float { .. } => true,
        tree::TypeKind::Named(name) if name.path.is_empty() && name.template_args.is_none() => {
            let entity = env.scopes.iter().rev().find_map(|scope| scope.get(&name.ident));
            match entity {
                Some(entity) => matches!(entity, Entity::Type(CType::Scalar(_))),
                None => known_type(&name.ident).is_some() && !env.table.typedefs.contains_key(name.ident.as_str()),
            }
        }
        _ => false,
    }
}

/// Whether a value follows from the template's. Where unsigned numbers wrap on purpose, exact ones would say something else.
fn is_of_template(env: &Env, e: &Expr) -> bool {
    let unsigned = matches!(e.ty, Type::Int { signed: false, .. });
    let here = match &*e.kind {
        ExprKind::Bool(_) | ExprKind::Int(_) | ExprKind::Conditional(..) => true,
        ExprKind::Convert(_, from) => from.ty.is_integral() || from.ty == Type::Bool,
        ExprKind::Local(local) => {
            env.kernel.locals[local.index()].role == LocalRole::Template || env.variables.constants.contains(local)
        }
        ExprKind::Unary(Unary::Neg, _) | ExprKind::Binary(Binary::Sub, ..) => !unsigned,
        ExprKind::Unary(..) | ExprKind::Binary(..) => true,
        _ => false,
    };
    here && e.children().into_iter().all(|child| is_of_template(env, child))
}

/// The template's values alone decide.
fn is_of_launch(env: &Env, e: &Expr) -> bool {
    let mut all = true;
    e.walk(&mut |part| {
        if let ExprKind::Local(local) = &*part.kind {
            all &= env.kernel.locals[local.index()].role == LocalRole::Template;
        }
    });
    all
}

/// What a constant divides by is not 0.
fn divisors(e: &Expr) -> Vec<Expr> {
    let children = match &*e.kind {
        ExprKind::Binary(Binary::And | Binary::Or | Binary::Implies, a, _) | ExprKind::Conditional(a, ..) => vec![a],
        _ => e.children(),
    };
    let mut all: Vec<Expr> = children.into_iter().flat_map(divisors).collect();
    if let ExprKind::Binary(Binary::Div | Binary::Rem, _, divisor) = &*e.kind
        && value::constant_int(divisor).is_none()
    {
        let zero = value::zero(divisor.ty, divisor.span);
        all.push(Expr { span: e.span, ..binary(Binary::Ne, divisor.clone(), zero) });
    }
    all
}

fn require_divisors(env: &mut Env, e: &Expr) {
    for expr in divisors(e) {
        let span = expr.span;
        env.kernel.contract.requires.push(Clause { expr, speaker: Speaker::Launch, span });
    }
}

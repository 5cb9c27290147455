//! Launches that the file itself narrows: by a header in GPUVerify's form, and on request to those of its own host code
//! (R115).

use std::collections::BTreeSet;

use Extent::Any;
use Extent::Is;
use Extent::Unsaid;
use num_traits::ToPrimitive;

use crate::base::{Config, Diagnostic, Files, Severity, Span, codes, config::LaunchesOf};
use crate::cpp::{Env, table::Table};
use crate::kernel::ir::{Axis, Binary, Builtin, Clause, Conversion, Expr, ExprKind, Speaker, Type};
use crate::lower::statements::conditions;
use crate::syntax::tree::{self, BinaryOp, Function, Launch, TypeKind, UnaryOp};

use super::{
    aliases, apart, host_templates,
    instance::{self, Arguments},
};

/// What a file says of a launch's size in a dimension.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Extent {
    Is(u64),
    /// A size is said, of which the value is not known.
    Any,
    /// Whether one is said is not known: what is launched with may be a number or a `dim3`.
    Unsaid,
}

impl Extent {
    fn known(self) -> Option<u64> {
        match self {
            Is(size) => Some(size),
            Any | Unsaid => None,
        }
    }
}

/// Sizes of a launch.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Sizes {
    block: [Extent; 3],
    grid: [Extent; 3],
}

impl Sizes {
    fn of(launch: &Launch) -> Sizes {
        let [grid, block] =
            [0, 1].map(|at| launch.config.get(at).map_or([Unsaid; 3], |size| sizes(launch, size, DEEPEST)));
        Sizes { block, grid }
    }

    fn dimensions(&self) -> impl Iterator<Item = (Builtin, Extent)> + use<> {
        let block = Axis::ALL.into_iter().zip(self.block).map(|(axis, size)| (Builtin::BlockDim(axis), size));
        let grid = Axis::ALL.into_iter().zip(self.grid).map(|(axis, size)| (Builtin::GridDim(axis), size));
        block.chain(grid)
    }

    /// Dimensions and their sizes.
    fn known(&self) -> Vec<(Builtin, u64)> {
        self.dimensions().filter_map(|(dimension, extent)| Some((dimension, extent.known()?))).collect()
    }

    fn describe(&self, env: &mut Env) -> String {
        let mut shown = self.dimensions().map(|(dimension, extent)| match extent {
            Is(size) => size.to_string(),
            // What is assumed of a dimension that nothing mentions (R1).
            Unsaid if !*used(env, dimension) => "1".to_owned(),
            Any | Unsaid => "any".to_owned(),
        });
        let mut three = || shown.by_ref().take(3).collect::<Vec<_>>().join(", ");
        format!("block ({}), grid ({})", three(), three())
    }
}

/// Adds what the file says of a kernel's launches to its contract and to its assumptions.
pub fn narrow(
    env: &mut Env,
    table: &Table,
    (function, arguments): (&Function, &Arguments),
    most_threads: Option<&Expr>,
    config: &Config,
    files: &Files,
) {
    if let Some(header) = table.host.header {
        // The command line says more clearly what is wanted.
        let of =
            |size: Option<[u64; 3]>, given: bool| size.filter(|_| !given).map_or([Unsaid; 3], |sizes| sizes.map(Is));
        let sizes =
            Sizes { block: of(header.block, config.block.is_some()), grid: of(header.grid, config.grid.is_some()) };
        if !sizes.known().is_empty() {
            let line = files.text(header.span);
            env.kernel.assumptions.push(format!("the launch is that of the file's header, `{line}`"));
            require(env, &[sizes], header.span);
        }
    }
    match config.launches_of {
        LaunchesOf::Source => from_source(env, table, (function, arguments), most_threads, files),
        LaunchesOf::Anyone => dimensions_of_source(env, table, function),
    }
    aliases::check(env, table, function, config, files);
    apart::check(env, table, function, config, files);
}

/// R272: a dimension in which the file launches more than one is not taken for 1, whatever the kernel mentions.
fn dimensions_of_source(env: &mut Env, table: &Table, function: &Function) {
    for launch in table.host.launches.iter().filter(|launch| launch.name.ident == function.name.text) {
        use_dimensions(env, &Sizes::of(launch));
    }
}

fn use_dimensions(env: &mut Env, sizes: &Sizes) {
    for (dimension, extent) in sizes.dimensions() {
        *used(env, dimension) |= match extent {
            Is(size) => size != 1,
            Any => true,
            Unsaid => false,
        };
    }
}

fn from_source(
    env: &mut Env,
    table: &Table,
    (function, arguments): (&Function, &Arguments),
    most_threads: Option<&Expr>,
    files: &Files,
) {
    let name = &function.name.text;
    let mut all: BTreeSet<Sizes> = BTreeSet::new();
    let mut shown: Vec<String> = Vec::new();
    let (mut place, mut failing) = (None, None);
    for launch in table.host.launches.iter().filter(|launch| launch.name.ident == *name) {
        let own = instance::of_launch(table, function, launch, LaunchesOf::Source);
        if !function.template.is_empty() && !own.iter().any(|own| host_templates::is_same(own, arguments)) {
            continue;
        }
        let sizes = Sizes::of(launch);
        let block = sizes.block.map(Extent::known);
        if let Some((threads, most)) = conditions::exceeds(most_threads, block) {
            let message = format!(
                "blocks of {threads} threads, and `__launch_bounds__` of `{name}` allow {most}: the launch fails"
            );
            env.diagnostic(Diagnostic::new(codes::W0302, Severity::Warning, message).at(launch.span, ""));
            failing.get_or_insert(launch.span);
            continue;
        }
        let text = format!("`{}` ({})", files.text(launch.span), sizes.describe(env));
        if !shown.contains(&text) {
            shown.push(text);
        }
        all.insert(sizes);
        place.get_or_insert(launch.span);
    }
    let Some(place) = place else {
        if let Some(failing) = failing {
            env.error(codes::E0314, failing, format!("every launch of `{name}` in the file fails"));
            return;
        }
        let message = format!("the file does not launch `{name}`, so all launches of it are looked at");
        env.kernel.diagnostics.push(Diagnostic::new(codes::W0001, Severity::Note, message).at(env.kernel.span, ""));
        return;
    };
    env.kernel.assumptions.push(format!("the launch is one of the file's own: {}", shown.join(", ")));
    let all: Vec<Sizes> = all.into_iter().collect();
    require(env, &all, place);
}

/// The clause that the launch has one of these sizes.
fn require(env: &mut Env, all: &[Sizes], span: Span) {
    // A dimension that nothing mentions is 1 (R1).
    for sizes in all {
        use_dimensions(env, sizes);
    }
    let mut cases: Vec<Vec<Expr>> = Vec::new();
    for sizes in all {
        let known = sizes.known().into_iter().filter(|(dimension, _)| *used(env, *dimension));
        cases.push(known.map(|(dimension, size)| equal(dimension, size, span)).collect());
    }
    let clause = |expr: Expr| Clause { expr, speaker: Speaker::Launch, span };
    if let [alone] = &cases[..] {
        env.kernel.contract.requires.extend(alone.iter().cloned().map(clause));
    } else if cases.iter().all(|case| !case.is_empty()) {
        let joined =
            |op: Binary| move |one: Expr, other: Expr| Expr::new(ExprKind::Binary(op, one, other), Type::Bool, span);
        let cases = cases.into_iter().filter_map(|case| case.into_iter().reduce(joined(Binary::And)));
        env.kernel.contract.requires.extend(cases.reduce(joined(Binary::Or)).map(clause));
    }
}

fn used<'e>(env: &'e mut Env, dimension: Builtin) -> &'e mut bool {
    match dimension {
        Builtin::BlockDim(axis) | Builtin::ThreadIdx(axis) => &mut env.kernel.dims.block[axis.index()],
        Builtin::GridDim(axis) | Builtin::BlockIdx(axis) => &mut env.kernel.dims.grid[axis.index()],
    }
}

fn equal(dimension: Builtin, size: u64, span: Span) -> Expr {
    let dimension = Expr::new(ExprKind::Builtin(dimension), Type::UINT, span);
    let exact = Expr::new(ExprKind::Convert(Conversion::Implicit, dimension), Type::Integer, span);
    let size = Expr::new(ExprKind::Int(size.into()), Type::Integer, span);
    Expr::new(ExprKind::Binary(Binary::Eq, exact, size), Type::Bool, span)
}

// ── constants of the host ───────────────────────────────────────────────────────────────────────

/// Variables whose initialisers mention each other, one after the other.
const DEEPEST: usize = 32;

/// The value of a `dim3`, or of a number that becomes one.
fn sizes(launch: &Launch, e: &tree::Expr, depth: usize) -> [Extent; 3] {
    // A number, if it is no `dim3` of any sizes.
    const NUMBER: [Extent; 3] = [Any, Unsaid, Unsaid];
    let Some(depth) = depth.checked_sub(1) else { return NUMBER };
    let extent = |e: &tree::Expr| size(number(launch, e, depth)).map_or(Any, Is);
    let of_list = |values: &[tree::Expr]| [0, 1, 2].map(|at| values.get(at).map_or(Is(1), extent));
    let is_dim3 = |name: &tree::Name| launch.dim3s.contains(&name.ident);
    match &e.kind {
        tree::ExprKind::Construct(ty, values) if self::is_dim3(&ty.kind) => of_list(values),
        tree::ExprKind::Call(called, values) => match &called.kind {
            tree::ExprKind::Name(name) if name.ident == DIM3 => of_list(values),
            tree::ExprKind::Name(name) if is_dim3(name) => [Any; 3],
            _ => NUMBER,
        },
        tree::ExprKind::InitList(values) => of_list(values),
        tree::ExprKind::Name(name) => match host(launch, &name.ident) {
            Some([value]) => sizes(launch, value, depth),
            Some(values) => of_list(values),
            None if is_dim3(name) => [Any; 3],
            None => NUMBER,
        },
        tree::ExprKind::Conditional(_, one, other) => {
            let (one, other) = (sizes(launch, one, depth), sizes(launch, other, depth));
            [0, 1, 2].map(|at| if one[at] == other[at] { one[at] } else { Any })
        }
        // What an operator or a literal gives is a number.
        tree::ExprKind::Int(_) | tree::ExprKind::Binary(..) | tree::ExprKind::Unary(..) => [extent(e), Is(1), Is(1)],
        _ => NUMBER,
    }
}

const DIM3: &str = "dim3";

fn is_dim3(kind: &TypeKind) -> bool {
    matches!(kind, TypeKind::Named(name) if name.ident == DIM3)
}

fn size(number: Option<i64>) -> Option<u64> {
    number.filter(|number| *number > 0).map(i64::unsigned_abs)
}

/// The value of a constant integer.
fn number(launch: &Launch, e: &tree::Expr, depth: usize) -> Option<i64> {
    let depth = depth.checked_sub(1)?;
    let of = |e: &tree::Expr| number(launch, e, depth);
    match &e.kind {
        tree::ExprKind::Int(literal) => literal.value.to_i64(),
        tree::ExprKind::Name(name) => match host(launch, &name.ident)? {
            [value] => of(value),
            _ => None,
        },
        tree::ExprKind::Member { base, member, arrow: false } => {
            let axis = ["x", "y", "z"].into_iter().position(|axis| axis == member.ident)?;
            sizes(launch, base, depth)[axis].known()?.try_into().ok()
        }
        tree::ExprKind::Unary(UnaryOp::Plus, e) => of(e),
        tree::ExprKind::Binary(op, one, other) => {
            let (one, other) = (of(one)?, of(other)?);
            match op {
                BinaryOp::Add => one.checked_add(other),
                BinaryOp::Sub => one.checked_sub(other),
                BinaryOp::Mul => one.checked_mul(other),
                BinaryOp::Div => one.checked_div(other),
                BinaryOp::Rem => one.checked_rem(other),
                BinaryOp::Shl => one.checked_mul(1_i64.checked_shl(u32::try_from(other).ok()?)?),
                BinaryOp::Shr => one.checked_shr(u32::try_from(other).ok()?),
                _ => None,
            }
        }
        _ => None,
    }
}

fn host<'l>(launch: &'l Launch, name: &str) -> Option<&'l [tree::Expr]> {
    launch.sizes.iter().find(|(known, _)| known == name).map(|(_, values)| &values[..])
}

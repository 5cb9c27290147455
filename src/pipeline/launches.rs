//! Which launches of a kernel are run: those of the command line, of a file of launches, or of the program's own code.

use num_bigint::BigInt;
use num_traits::ToPrimitive;

use crate::base::config::LaunchLimits;
use crate::base::{Config, Diagnostic, Severity, codes};
use crate::cpp::types::size_of;
use crate::exec::launch::{limit_of_block, limit_of_grid};
use crate::interp::setup::MAX_THREADS;
use crate::interp::{Contents, Scalar, Setup};
use crate::kernel::ir::{
    ArrayId, Axis, Binary, Builtin, Conversion, Expr, ExprKind, Kernel, LaunchContext, LocalId, LocalRole, Space, Type,
};
use crate::kernel::text;
use crate::report::LaunchFrom;

use super::front::listed::Listed;
use super::run;

/// What is run of each kernel.
pub struct Wanted<'w> {
    /// What the command line says of launches.
    pub request: &'w run::Request,
    /// Those of `--launches`.
    pub listed: &'w [Listed],
}

/// Launches of the program that are run; where there are more, the others are said not to be.
const MOST: usize = 24;

/// A launch, or why it cannot be run.
pub struct Launch {
    /// Where it comes from.
    pub from: LaunchFrom,
    /// Its dimensions and inputs, or why it cannot be run.
    pub setup: Result<Setup, String>,
}

/// The launches of a kernel.
///
/// # Errors
///
/// What is wrong with inputs that were given.
pub fn of(kernel: &Kernel, wanted: &Wanted<'_>, config: &Config) -> Result<Vec<Launch>, Vec<Diagnostic>> {
    if config.block.is_some() || config.grid.is_some() {
        let setup = run::setup(kernel, config, wanted.request)?;
        return Ok(vec![Launch { from: LaunchFrom::CommandLine, setup: Ok(setup) }]);
    }
    let own: Vec<_> = wanted.listed.iter().filter(|listed| listed.is_of(&kernel.name)).collect();
    if !own.is_empty() {
        let launch = |listed: &&Listed| {
            let config = Config { block: Some(listed.block), grid: Some(listed.grid), ..config.clone() };
            let arguments = [&listed.args[..], &wanted.request.arguments[..]].concat();
            let request = run::Request { arguments, ..wanted.request.clone() };
            let setup = possible(run::setup(kernel, &config, &request)?, &config);
            Ok(Launch { from: LaunchFrom::Listed, setup })
        };
        return own.iter().map(launch).collect();
    }
    let mut launches = of_program(kernel, config);
    if !wanted.request.arguments.is_empty() {
        let given = run::setup(kernel, config, wanted.request)?;
        for launch in &mut launches {
            let Ok(setup) = &mut launch.setup else { continue };
            // What the host's code says of its launch stands.
            let known = std::mem::take(&mut setup.scalars);
            setup.scalars = given.scalars.clone().into_iter().chain(known).collect();
            setup.arrays.extend(given.arrays.clone());
            launch.from = LaunchFrom::Example;
        }
    }
    Ok(launches)
}

/// Says that there is none.
pub fn nowhere(kernel: &Kernel) -> Diagnostic {
    let message = format!("no launch of `{}` is known, so none was run", kernel.name);
    Diagnostic::new(codes::W0725, Severity::Warning, message)
        .at(kernel.span, "")
        .note("help: --block 256 --grid 64, or a file of launches: --launches FILE")
}

/// The launches that the host's code makes, as far as it fixes their dimensions.
pub fn of_program(kernel: &Kernel, config: &Config) -> Vec<Launch> {
    let contexts = kernel.source.contexts.iter().enumerate();
    let launch = |(at, context): (usize, &LaunchContext)| {
        let setup = match at < MOST {
            true => of_context(kernel, context).and_then(|setup| possible(setup, config)),
            false => Err(format!("only {MOST} launches of a kernel are run")),
        };
        Launch { from: LaunchFrom::Host(context.place), setup }
    };
    contexts.map(launch).collect()
}

/// The launch, or why there is none of that size.
fn possible(setup: Setup, config: &Config) -> Result<Setup, String> {
    let is_limited = config.launch_limits == LaunchLimits::Hardware;
    let limit = limit_of_block(setup.block).or(limit_of_grid(setup.grid)).filter(|_| is_limited);
    match (limit, setup.threads()) {
        (Some(limit), _) => Err(format!("no device accepts it: {limit}")),
        (None, 0) => Err("a dimension is 0".to_owned()),
        (None, threads) if threads > MAX_THREADS => {
            Err(format!("it has {threads} threads, and a run has at most {MAX_THREADS}"))
        }
        (None, _) => Ok(setup),
    }
}

fn of_context(kernel: &Kernel, context: &LaunchContext) -> Result<Setup, String> {
    if let Some(what) = &context.unsupported {
        return Err(what.clone());
    }
    let mut setup = Setup {
        block: [1; 3],
        grid: [1; 3],
        scalars: [].into(),
        arrays: [].into(),
        seed: run::Request::default().seed,
    };
    let mut open: Vec<Builtin> = Vec::new();
    for axis in Axis::ALL {
        open.extend(context.dims.block[axis.index()].then_some(Builtin::BlockDim(axis)));
        open.extend(context.dims.grid[axis.index()].then_some(Builtin::GridDim(axis)));
    }
    for (left, value) in context.facts.iter().filter_map(|fact| equation(&fact.clause.expr)) {
        match left {
            ExprKind::Builtin(dimension @ Builtin::BlockDim(axis)) => {
                setup.block[axis.index()] = value.to_u64().ok_or("a dimension is no number of threads")?;
                open.retain(|other| other != dimension);
            }
            ExprKind::Builtin(dimension @ Builtin::GridDim(axis)) => {
                setup.grid[axis.index()] = value.to_u64().ok_or("a dimension is no number of blocks")?;
                open.retain(|other| other != dimension);
            }
            ExprKind::Local(local) => _ = give(&mut setup, kernel, *local, value),
            _ => {}
        }
    }
    if let Some(dimension) = open.first() {
        let dimension = Expr::new(ExprKind::Builtin(*dimension), Type::UINT, context.place);
        return Err(format!("the host's code does not fix {}", text::plain_expr(kernel, &dimension)));
    }
    for (name, bytes) in &context.sizes {
        let mut arrays = (0_u32..).map(ArrayId).zip(&kernel.arrays);
        let own = arrays.find(|(_, array)| array.space == Space::Global && array.name == *name);
        if let Some((id, array)) = own.filter(|(_, array)| matches!(array.extents[..], [None])) {
            setup.arrays.insert(id, Contents { length: bytes / size_of(array.element), ..Contents::default() });
        }
    }
    Ok(setup)
}

/// Gives a parameter its value.
fn give(setup: &mut Setup, kernel: &Kernel, local: LocalId, value: BigInt) -> Option<()> {
    let known = kernel.locals.get(local.index())?;
    let is_input = matches!(known.role, LocalRole::Param | LocalRole::Template | LocalRole::Global);
    let value = match known.ty {
        Type::Bool => Scalar::Bool(value != BigInt::ZERO),
        _ => Scalar::Int(value),
    };
    is_input.then(|| drop(setup.scalars.insert(local, value)))
}

/// `x == 5`: what has the value, and the value.
fn equation(expr: &Expr) -> Option<(&ExprKind, BigInt)> {
    let ExprKind::Binary(Binary::Eq, left, right) = &*expr.kind else { return None };
    let ExprKind::Int(value) = &*bare(right).kind else { return None };
    Some((&bare(left).kind, value.clone()))
}

/// Without conversions to exact integers, which keep the value.
fn bare(expr: &Expr) -> &Expr {
    match &*expr.kind {
        ExprKind::Convert(Conversion::Implicit, inner) if expr.ty == Type::Integer => bare(inner),
        _ => expr,
    }
}

//! Launches that a file in GPUVerify's form narrows by its header (LAUNCH-7), and dimensions in which the program launches more than
//! one (LAUNCH-4).

use crate::base::{Config, Files, Span};
use crate::cpp::{Env, table::Table};
use crate::kernel::ir::{Axis, Binary, Builtin, Clause, Conversion, Expr, ExprKind, Speaker, Type};
use crate::syntax::tree::Function;

use super::{aliases, apart};

/// Adds what the file says of a kernel's launches to its contract and to its assumptions.
pub fn narrow(env: &mut Env, table: &Table, function: &Function, config: &Config, files: &Files) {
    if let Some(header) = table.host.header {
        // The command line says more clearly what is wanted.
        let block = header.block.filter(|_| config.block.is_none());
        let grid = header.grid.filter(|_| config.grid.is_none());
        if block.is_some() || grid.is_some() {
            let line = files.text(header.span);
            env.kernel.assumptions.push(format!("the launch is that of the file's header, `{line}`"));
            let of_block = Axis::ALL.map(Builtin::BlockDim).into_iter().zip(block.into_iter().flatten());
            let of_grid = Axis::ALL.map(Builtin::GridDim).into_iter().zip(grid.into_iter().flatten());
            for (dimension, size) in of_block.chain(of_grid) {
                require(env, dimension, size, header.span);
            }
        }
    }
    // A dimension of which the program has more than one is not taken for 1, whatever the kernel mentions.
    for context in &env.kernel.source.contexts {
        for axis in Axis::ALL {
            env.kernel.dims.block[axis.index()] |= context.dims.block[axis.index()];
            env.kernel.dims.grid[axis.index()] |= context.dims.grid[axis.index()];
        }
    }
    aliases::check(env, table, function, files);
    apart::check(env, table, function, files);
}

/// The launch has this size. A dimension that nothing mentions is 1 (LAUNCH-1).
fn require(env: &mut Env, dimension: Builtin, size: u64, span: Span) {
    let used = match dimension {
        Builtin::BlockDim(axis) | Builtin::ThreadIdx(axis) => &mut env.kernel.dims.block[axis.index()],
        Builtin::GridDim(axis) | Builtin::BlockIdx(axis) => &mut env.kernel.dims.grid[axis.index()],
    };
    *used |= size != 1;
    if !*used {
        return;
    }
    let dimension = Expr::new(ExprKind::Builtin(dimension), Type::UINT, span);
    let exact = Expr::new(ExprKind::Convert(Conversion::Implicit, dimension), Type::Integer, span);
    let size = Expr::new(ExprKind::Int(size.into()), Type::Integer, span);
    let expr = Expr::new(ExprKind::Binary(Binary::Eq, exact, size), Type::Bool, span);
    env.kernel.contract.requires.push(Clause { expr, speaker: Speaker::Launch, span });
}

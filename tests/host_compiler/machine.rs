//! A machine of one thread for the kernel IR, just enough for the generated programs. A value that C++
//! leaves undefined ends the run.

use std::collections::BTreeMap;

use num_bigint::BigInt;
use num_traits::{ToPrimitive, Zero};

use gpuhoare::base::Span;
use gpuhoare::cpp::value::{self, Constant};
use gpuhoare::kernel::ir::{Binary, Expr, ExprKind, Kernel, Label, LocalId, Stmt, StmtKind};

struct State<'k> {
    kernel: &'k Kernel,
    locals: BTreeMap<LocalId, Constant>,
    cells: Vec<BigInt>,
    steps: u32,
}

/// How a statement ended.
enum Flow {
    Next,
    Leave(Label),
}

/// Runs a kernel whose only parameter is an array of eight integers, from 1 to 8.
pub fn run(kernel: &Kernel) -> Option<Vec<BigInt>> {
    let cells = (1..=8).map(BigInt::from).collect();
    let mut state = State { kernel, locals: BTreeMap::new(), cells, steps: 0 };
    match block(&mut state, &kernel.body)? {
        Flow::Next | Flow::Leave(Label::KERNEL) => Some(state.cells),
        Flow::Leave(label) => panic!("{label:?} has no scope"),
    }
}

fn block(state: &mut State, stmts: &[Stmt]) -> Option<Flow> {
    for stmt in stmts {
        if let Flow::Leave(label) = step(state, stmt)? {
            return Some(Flow::Leave(label));
        }
    }
    Some(Flow::Next)
}

fn step(state: &mut State, stmt: &Stmt) -> Option<Flow> {
    state.steps += 1;
    if state.steps > 2_000 {
        return None;
    }
    match &stmt.kind {
        StmtKind::Declare(local) => {
            state.locals.remove(local);
        }
        StmtKind::Assign { local, value } => {
            let value = eval(state, value)?;
            state.locals.insert(*local, value);
        }
        StmtKind::Store { index, value, .. } => {
            let at = cell(state, index)?;
            let Constant::Int(value) = eval(state, value)? else { panic!("an integer is stored") };
            state.cells[at] = value;
        }
        StmtKind::If { cond, then, else_ } => {
            let taken = if holds(state, cond)? { then } else { else_ };
            return block(state, taken);
        }
        StmtKind::Loop(inner) => {
            while holds(state, &inner.guard)? {
                state.steps += 1;
                match block(state, &inner.body)? {
                    Flow::Leave(label) if label == inner.label => break,
                    Flow::Leave(label) => return Some(Flow::Leave(label)),
                    Flow::Next if state.steps > 2_000 => return None,
                    Flow::Next => {}
                }
            }
        }
        StmtKind::Scope { label, body } => match block(state, body)? {
            Flow::Leave(left) if left == *label => {}
            other => return Some(other),
        },
        StmtKind::Leave(label) => return Some(Flow::Leave(*label)),
        StmtKind::Wraps(body) => return block(state, body),
        other => panic!("not generated: {other:?}"),
    }
    Some(Flow::Next)
}

fn holds(state: &State, cond: &Expr) -> Option<bool> {
    match eval(state, cond)? {
        Constant::Bool(known) => Some(known),
        other => panic!("no condition: {other:?}"),
    }
}

fn cell(state: &State, index: &[Expr]) -> Option<usize> {
    let [index] = index else { panic!("the array has one dimension") };
    let Constant::Int(at) = eval(state, index)? else { panic!("an index is an integer") };
    at.to_usize().filter(|at| *at < state.cells.len())
}

/// Evaluates an expression by putting literals for its leaves.
fn eval(state: &State, e: &Expr) -> Option<Constant> {
    let kind = match &*e.kind {
        ExprKind::Local(local) => return state.locals.get(local).cloned(),
        ExprKind::Read { index, .. } => return Some(Constant::Int(state.cells[cell(state, index)?].clone())),
        ExprKind::Binary(op @ (Binary::And | Binary::Or), a, b) => {
            let first = holds(state, a)?;
            return if first == (*op == Binary::Or) { Some(Constant::Bool(first)) } else { eval(state, b) };
        }
        ExprKind::Conditional(c, a, b) => return eval(state, if holds(state, c)? { a } else { b }),
        ExprKind::Binary(op, a, b) => ExprKind::Binary(*op, literal(state, a)?, literal(state, b)?),
        ExprKind::Unary(op, a) => ExprKind::Unary(*op, literal(state, a)?),
        ExprKind::Convert(how, a) => ExprKind::Convert(*how, literal(state, a)?),
        ExprKind::Bool(_) | ExprKind::Int(_) => return value::constant(e),
        other => panic!("not generated: {other:?} in {}", state.kernel.name),
    };
    value::constant(&Expr::new(kind, e.ty, e.span))
}

fn literal(state: &State, e: &Expr) -> Option<Expr> {
    let known = eval(state, e)?;
    if let Constant::Int(known) = &known {
        assert!(e.ty.range().is_some_and(|(low, high)| low <= *known && *known <= high), "{known} is no {:?}", e.ty);
    }
    assert!(!matches!(&known, Constant::Real(real) if !real.is_zero()), "no floats are generated");
    value::literal(&known, e.ty, Span::default())
}

//! Barriers of the block and of the grid, and what threads learn of each other there (R266).

use crate::base::Span;
use crate::kernel::ir::{BarrierScope, Conversion, Expr, LocalRole, StmtKind, Type, Vote, VoteOp};

use super::functions::{Call, Function};
use crate::typed::annotate;
use crate::typed::memory::read;
use crate::typed::model::value::{condition, convert};
use crate::typed::model::{Env, Lowered, Value};

/// The function of this name.
pub fn named(name: &str) -> Option<Function> {
    match name {
        "__syncthreads" => Some(Function::values(0, |env, call| Ok(barrier(env, BarrierScope::Block, call.span)))),
        "__syncthreads_or" => Some(Function::numbers(1, |env, call| vote(env, VoteOp::Any, call))),
        "__syncthreads_and" => Some(Function::numbers(1, |env, call| vote(env, VoteOp::All, call))),
        "__syncthreads_count" => Some(Function::numbers(1, |env, call| vote(env, VoteOp::Count, call))),
        _ => None,
    }
}

/// A barrier of these threads.
pub fn barrier(env: &mut Env, scope: BarrierScope, span: Span) -> Value {
    emit(env, scope, None, span);
    Value::Void
}

/// A barrier at which the threads of the block learn what they say together.
fn vote(env: &mut Env, op: VoteOp, Call { mut args, span, .. }: Call) -> Lowered<Expr> {
    let said = condition(args.swap_remove(0));
    // A variable of the thread: others may go on before all have looked at what was said.
    let operand = read::temporary(env, "said", said);
    let ty = if op == VoteOp::Count { Type::INT } else { Type::Bool };
    let result = env.new_local("vote", ty, LocalRole::Temporary, span);
    emit(env, BarrierScope::Block, Some(Vote { op, operand, result }), span);
    Ok(convert(env.read_local(result, span), Type::INT, Conversion::Implicit))
}

fn emit(env: &mut Env, scope: BarrierScope, vote: Option<Vote>, span: Span) {
    env.counts.barriers += 1;
    let number = env.counts.barriers;
    annotate::at_barrier(env, number);
    env.emit(StmtKind::Barrier { number, scope, vote }, span);
}

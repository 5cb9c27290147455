//! Barriers of the block and of the grid, and what threads learn of each other there (STMT-13).

use crate::base::Span;
use crate::cpp::{
    Env, Value,
    value::{condition, convert},
};
use crate::kernel::ir::{BarrierScope, Conversion, Expr, LocalRole, StmtKind, Type, Vote, VoteOp};
use crate::lower::annotations::annotate;
use crate::memory::temporaries;

/// A barrier of these threads.
pub fn barrier(env: &mut Env, scope: BarrierScope, span: Span) -> Value {
    emit(env, scope, None, span);
    Value::Void
}

/// A barrier at which the threads of the block learn what they say together.
pub fn vote(env: &mut Env, op: VoteOp, said: Expr, span: Span) -> Value {
    let said = condition(said);
    // A variable of the thread: others may go on before all have looked at what was said.
    let operand = temporaries::temporary(env, "said", said);
    let ty = if op == VoteOp::Count { Type::INT } else { Type::Bool };
    let result = env.new_local("vote", ty, LocalRole::Temporary, span);
    emit(env, BarrierScope::Block, Some(Vote { op, operand, result }), span);
    Value::Scalar(convert(env.read_local(result, span), Type::INT, Conversion::Implicit))
}

fn emit(env: &mut Env, scope: BarrierScope, vote: Option<Vote>, span: Span) {
    env.counts.barriers += 1;
    let number = env.counts.barriers;
    annotate::at_barrier(env, number);
    env.emit(StmtKind::Barrier { number, scope, vote }, span);
}

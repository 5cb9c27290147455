//! What a program says to the compiler or to whoever watches it run: hints, promises, ends that nobody comes to.

use crate::base::Span;
use crate::cpp::{
    Env, Lowered, Value,
    value::{self, convert},
};
use crate::kernel::ir::{AssertOrigin, Clause, Conversion, Expr, Speaker, StmtKind, Type};
use crate::memory::temporaries;
use crate::syntax::tree;

use super::functions::{Argument, Call, Function};

/// The function of this name.
pub fn named(name: &str) -> Option<Function> {
    match name {
        "__nanosleep" | "__prof_trigger" => Some(Function::values(1, evaluated)),
        "cudaGridDependencySynchronize" | "cudaTriggerProgrammaticLaunchCompletion" => {
            Some(Function::values(0, |env, _| {
                env.assume("kernels before this one have ended, and those behind it have not begun");
                Ok(Value::Void)
            }))
        }
        "__brkpt" => Some(Function::values(0, |_, _| Ok(Value::Void))),
        "__builtin_expect" => Some(Function::numbers(2, expected)),
        "__builtin_unreachable" | "__trap" => Some(Function::values(0, |env, call| {
            asserted(env, value::boolean(false, call.span), call.span);
            Ok(Value::Void)
        })),
        tree::UNORDERED_ASSEMBLY => Some(Function::values(0, |env, _| {
            env.assume("inline assembly that is not `volatile`, or lacks `memory` among its clobbers, stays in its place among accesses");
            Ok(Value::Void)
        })),
        _ => None,
    }
}

/// A function that changes nothing that is modelled.
fn evaluated(env: &mut Env, Call { args, .. }: Call<Argument>) -> Lowered<Value> {
    for argument in args {
        let value = argument.scalar(env)?;
        temporaries::keep(env, value);
    }
    Ok(Value::Void)
}

/// `__builtin_expect(value, likely)` is its first argument.
fn expected(_: &mut Env, Call { mut args, span, .. }: Call) -> Lowered<Expr> {
    let wide = Type::Int { signed: true, bits: 64 };
    Ok(Expr { span, ..convert(args.swap_remove(0), wide, Conversion::Implicit) })
}

/// What a program says of itself is proved: where it is false, it stops, or the behaviour is undefined.
pub fn asserted(env: &mut Env, expr: Expr, span: Span) {
    let clause = Clause { expr, speaker: Speaker::Thread, span };
    env.emit(StmtKind::Assert { clause, origin: AssertOrigin::Program }, span);
}

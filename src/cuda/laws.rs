//! What the texts of headers ask of operators (LIB-23): where one is asked for, any value of a type, and whether two values are the same.

use crate::base::Span;
use crate::cpp::{
    Env, Lowered, Value,
    value::{self, binary},
};
use crate::kernel::ir::{Binary, Expr, ExprKind, LAW, LocalRole, Type};
use crate::memory::{object, pointee, read, temporaries};

use super::{
    functions::{Argument, Call, Function, exactly},
    surfaces,
};

/// The function of this name.
pub fn named(name: &str) -> Option<Function> {
    match name {
        "gpuhoare_law" => Some(Function::numbers(0, law)),
        "gpuhoare_any" => Some(Function::objects(1, any)),
        "gpuhoare_same" => Some(Function::objects(2, same)),
        _ => None,
    }
}

/// Stands before what is looked at in proofs alone, and for no thread in particular.
fn law(env: &mut Env, Call { span, .. }: Call) -> Lowered<Expr> {
    let local = env.new_local(LAW, Type::Bool, LocalRole::Opaque, span);
    Ok(Expr::new(ExprKind::Local(local), Type::Bool, span))
}

fn any(env: &mut Env, Call { args, span, .. }: Call<Argument>) -> Lowered<Value> {
    let [like] = exactly(args)?;
    match pointee::record_of(env, &like.value) {
        Some(record) => surfaces::any_record(env, &record, "operand", span),
        None => {
            let ty = read::scalar(env, like.value, span)?.ty;
            Ok(Value::Scalar(temporaries::any(env, "operand", ty, span)))
        }
    }
}

fn same(env: &mut Env, Call { args, span, .. }: Call<Argument>) -> Lowered<Value> {
    let [left, right] = exactly(args)?;
    Ok(Value::Scalar(equal(env, left.value, right.value, span)?))
}

/// Member by member.
fn equal(env: &mut Env, left: Value, right: Value, span: Span) -> Lowered<Expr> {
    let Some(record) = pointee::record_of(env, &left) else {
        let (left, right) = (read::scalar(env, left, span)?, read::scalar(env, right, span)?);
        return Ok(binary(Binary::Eq, left, right));
    };
    let left = object::of_value(env, left, "left", span)?;
    let right = object::of_value(env, right, "right", span)?;
    let mut all = value::boolean(true, span);
    for at in 0..env.met.records[record.id].fields.len() {
        let members = (object::field(env, &left, at, span)?, object::field(env, &right, at, span)?);
        all = binary(Binary::And, all, equal(env, members.0, members.1, span)?);
    }
    Ok(all)
}

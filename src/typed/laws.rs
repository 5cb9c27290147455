//! What the texts of headers ask of operators (R354): where one is asked for, any value of a type, and whether two values are the same.

use crate::base::Span;
use crate::kernel::ir::{Binary, Expr, ExprKind, LAW, LocalRole, Type};
use crate::syntax::tree;

use super::builtins::count;
use super::expr::{self, read};
use super::memory::object;
use super::memory::read;
use super::model::value::{self, binary};
use super::model::{Env, Lowered, Value};
use super::textures;

/// `gpuhoare_law()`, `gpuhoare_any(like)` and `gpuhoare_same(x, y)`.
pub fn call(env: &mut Env, name: &str, args: &[tree::Expr], span: Span) -> Option<Lowered<Value>> {
    match name {
        "gpuhoare_law" => Some(law(env, name, args, span)),
        "gpuhoare_any" => Some(any(env, name, args, span)),
        "gpuhoare_same" => Some(same(env, name, args, span)),
        _ => None,
    }
}

/// Stands before what is looked at in proofs alone, and for no thread in particular.
fn law(env: &mut Env, name: &str, args: &[tree::Expr], span: Span) -> Lowered<Value> {
    count(env, name, args, 0, span)?;
    let local = env.new_local(LAW, Type::Bool, LocalRole::Opaque, span);
    Ok(Value::Scalar(Expr::new(ExprKind::Local(local), Type::Bool, span)))
}

fn any(env: &mut Env, name: &str, args: &[tree::Expr], span: Span) -> Lowered<Value> {
    count(env, name, args, 1, span)?;
    let like = expr::lower(env, &args[0])?;
    match object::record_of(env, &like) {
        Some(record) => textures::any_record(env, &record, "operand", span),
        None => {
            let ty = read(env, like, span)?.ty;
            Ok(Value::Scalar(read::any(env, "operand", ty, span)))
        }
    }
}

fn same(env: &mut Env, name: &str, args: &[tree::Expr], span: Span) -> Lowered<Value> {
    count(env, name, args, 2, span)?;
    let (left, right) = (expr::lower(env, &args[0])?, expr::lower(env, &args[1])?);
    Ok(Value::Scalar(equal(env, left, right, span)?))
}

/// Member by member.
fn equal(env: &mut Env, left: Value, right: Value, span: Span) -> Lowered<Expr> {
    let Some(record) = object::record_of(env, &left) else {
        let (left, right) = (read(env, left, span)?, read(env, right, span)?);
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

//! What the lowering decides about a program that a compiler can be asked, too: which function a call means, which type an
//! expression has, what a constant is. Collected only where somebody asks.

use std::cell::RefCell;

use num_bigint::BigInt;

use crate::base::Span;
use crate::cpp::{Env, Value, decisions::Decisions, types::CType};
use crate::kernel::ir::Type;
use crate::memory::read;
use crate::syntax::tree;

/// Notes which function a call means, by the place of its name in the declaration.
pub fn called(env: &Env, call: Span, function: Span) {
    if let Some(decisions) = asked(env) {
        decisions.borrow_mut().calls.insert((call, function));
    }
}

/// Notes the type of an expression, if it is an arithmetic type or a pointer to one.
pub fn typed(env: &Env, expression: &tree::Expr, value: &Value) {
    if let Some(decisions) = asked(env)
        && let Some(ty) = spelled(&read::value_type(env, value))
    {
        decisions.borrow_mut().types.insert((expression.span, ty));
    }
}

/// Notes the value of a constant integer expression.
pub fn constant(env: &Env, expression: Span, value: &BigInt) {
    if let Some(decisions) = asked(env) {
        decisions.borrow_mut().constants.insert((expression, value.clone()));
    }
}

/// Where to note it. A call of an annotation is none to the compiler.
fn asked<'a>(env: &Env<'a>) -> Option<&'a RefCell<Decisions>> {
    env.table.decisions.as_ref().filter(|_| env.nesting.as_values == 0)
}

fn spelled(ty: &CType) -> Option<String> {
    Some(match ty {
        CType::Pointer { to, .. } => format!("{} *", spelled(to)?),
        CType::Scalar(Type::Bool) => "bool".to_owned(),
        CType::Scalar(Type::Float { bits: 32 }) => "float".to_owned(),
        CType::Scalar(Type::Float { bits: 64 }) => "double".to_owned(),
        CType::Scalar(Type::Int { signed, bits }) => {
            let name = match bits {
                8 => "char",
                16 => "short",
                32 => "int",
                _ => "long",
            };
            if *signed { name.to_owned() } else { format!("unsigned {name}") }
        }
        _ => return None,
    })
}

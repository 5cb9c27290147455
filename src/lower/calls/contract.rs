//! Calls of device functions that have a contract (CALL-2): the inlined body, with the clauses as they read at this call.

use crate::base::{Config, Diagnostic, Severity, Span, codes};
use crate::cpp::{
    Base, Entity, Env, Lowered, Object, Reported, Scope, Value, candidates::Candidate, table::Table, types::CType,
    value,
};
use crate::kernel::ir::{self, ArrayId, BarrierScope, Call, Kernel, Label, LocalRole, Program, Stmt, StmtKind, occurs};
use crate::lower::{
    annotations::{self, Place},
    names::same_function::{Same, same},
};
use crate::syntax::{
    spec::clause_word,
    tree::{ClauseKind, File, Function, Ident, Item, Region},
};

use super::passing::{self, Binding, bind};

/// What is not modelled where a contract stands before a declaration of which it is not known which function it declares.
pub const MAY_BE_OF_ANOTHER: &str = "contract of a prototype that may declare another function";

/// Whether the function is called by contract.
pub fn has_one(
    env: &mut Env,
    function: &Function,
    candidate: &Candidate,
    this: Option<&Object>,
    span: Span,
) -> Lowered<bool> {
    if env.nesting.as_values > 0 {
        return Ok(false);
    }
    let name = &function.name.text;
    let table = env.table;
    let declared = table.functions.get(name.as_str()).into_iter().flatten();
    for prototype in declared.filter(|other| other.body.is_none() && !other.contract.is_empty()) {
        match same(env, function, prototype) {
            Same::No => {}
            Same::Yes => {
                return Err(env.unsupported(format!("contract of a prototype of `{name}`"), prototype.spans.header));
            }
            Same::Unknown => return Err(env.unsupported(MAY_BE_OF_ANOTHER, prototype.spans.header)),
        }
    }
    if function.contract.is_empty() {
        return Ok(false);
    }
    if this.is_some() || candidate.record.is_some() {
        return Err(env.unsupported(format!("contract of member function `{name}`"), function.spans.header));
    }
    if env.nesting.wrapping {
        return Err(env.unsupported(format!("call of `{name}`, which has a contract, where arithmetic wraps"), span));
    }
    Ok(true)
}

/// Whether an argument is kept in a variable: all scalars but constants, so that calls are alike.
pub fn needs_local(ty: &CType, value: &Value) -> bool {
    let known = matches!(value, Value::Scalar(e) if value::constant(e).is_some());
    matches!(ty, CType::Scalar(_)) && !known
}

/// Parameters that the body changes are variables of its own.
pub fn copy_parameters(env: &mut Env, copied: Vec<(&Ident, CType, Entity)>, span: Span) -> Lowered<()> {
    for (name, ty, entity) in copied {
        let value = match entity {
            Entity::Value(known) => Value::Scalar(known),
            Entity::Local(local) => Value::Scalar(env.read_local(local, span)),
            Entity::Pointer(pointer) => Value::Pointer(pointer),
            _ => return Err(not_modelled(env, &name.text, span)),
        };
        let used = passing::Use { by_contract: true, plain: false, only_looks: false };
        let binding = Binding { name, is_modified: true, is_const: false, used };
        let entity = bind(env, binding, ty, value, span)?;
        env.declare(&name.text, entity);
    }
    Ok(())
}

fn not_modelled(env: &mut Env, parameter: &str, span: Span) -> Reported {
    let construct = format!("parameter `{parameter}` of a function with a contract: neither scalar nor pointer");
    env.unsupported(construct, span)
}

/// Emits the call; gives what it returns. `names` are the template's arguments and the parameters.
pub fn call<'a>(
    env: &mut Env<'a>,
    function: &Function,
    names: [Scope; 2],
    lower: impl FnOnce(&mut Env<'a>) -> Lowered<Value>,
    span: Span,
) -> Lowered<Value> {
    let arrays = pointed_into(env, &names[1], span)?;
    // Neither the body nor the clauses know of loops around the call.
    let loops = std::mem::take(&mut env.nesting.loops);
    env.nesting.contracts += 1;
    let (body, result) = env.captured(|env| {
        let result = match lower(env)? {
            Value::Scalar(value) => value,
            Value::Void => return Ok(None),
            _ => return Err(env.unsupported("function with a contract that returns no scalar", span)),
        };
        let local = env.new_local("result", result.ty, LocalRole::Temporary, span);
        env.emit(StmtKind::Assign { local, value: result }, span);
        Ok(Some(env.read_local(local, span)))
    });
    let found = result.and_then(|result| {
        refuse(env, &function.name.text, &body, span)?;
        let clauses = env.with_scopes(names.to_vec(), |env| clauses(env, function, result.as_ref()))?;
        Ok((clauses, result))
    });
    env.nesting.loops = loops;
    env.nesting.contracts -= 1;
    let (contract, result) = found?;
    let (function, header) = (function.name.text.clone(), function.spans.header);
    env.emit(StmtKind::Call(Call { function, contract, arrays, body, header }), span);
    Ok(result.map_or(Value::Void, Value::Scalar))
}

/// Says of functions whose contract nothing in the file relies on that it was not looked at.
pub fn check_called(file: &File, program: &mut Program) {
    for item in &file.items {
        let Item::Function(function) = item else { continue };
        if function.specifiers.global || function.body.is_none() || function.contract.is_empty() {
            continue;
        }
        let is_call = |kind: &StmtKind| matches!(kind, StmtKind::Call(call) if call.header == function.spans.header);
        // Where something is not modelled, that is said.
        let known = |kernel: &Kernel| !kernel.unsupported.is_empty() || occurs(&kernel.body, &is_call);
        if !program.kernels.iter().any(known) {
            let message =
                format!("the contract of `{}` is not proved: no kernel of this file calls it", function.name.text);
            program
                .diagnostics
                .push(Diagnostic::new(codes::W0301, Severity::Warning, message).at(function.spans.header, ""));
        }
    }
}

/// Says of contracts of prototypes that no definition in the file has them.
pub fn check_prototypes(table: &Table, config: &Config, program: &mut Program) {
    for prototype in table.functions.values().flatten().filter(|other| other.body.is_none()) {
        let Some(first) = prototype.contract.first() else { continue };
        let mut env = Env::new(table, config, &prototype.name.text, prototype.spans.header);
        let mut others = table.functions.get(prototype.name.text.as_str()).into_iter().flatten();
        if others.any(|other| other.is_defined() && same(&mut env, other, prototype) != Same::No) {
            continue;
        }
        let message =
            format!("the contract of `{}` is not looked at: its body is not in this file", prototype.name.text);
        program.diagnostics.push(Diagnostic::new(codes::W0304, Severity::Warning, message).at(first.span, ""));
    }
}

fn clauses(env: &mut Env, function: &Function, result: Option<&ir::Expr>) -> Lowered<ir::Contract> {
    let mut found = ir::Contract::default();
    for clause in &function.contract {
        match &clause.kind {
            ClauseKind::Requires(e) => {
                found.requires.push(annotations::clause(env, Place::FunctionRequires, e, clause.span)?)
            }
            ClauseKind::Ensures(e) => {
                found.ensures.push(annotations::function_ensures(env, e, result.cloned(), clause.span)?);
            }
            ClauseKind::Writes(regions) => found.writes.extend(self::regions(env, regions)?),
            ClauseKind::Reads(regions) => found.reads.extend(self::regions(env, regions)?),
            other => {
                let construct = format!("`{}` clause of device function `{}`", clause_word(other), function.name.text);
                return Err(env.unsupported(construct, clause.span));
            }
        }
    }
    Ok(found)
}

fn regions(env: &mut Env, regions: &[Region]) -> Lowered<Vec<ir::Region>> {
    regions.iter().map(|region| annotations::region(env, Place::FunctionEnsures, region)).collect()
}

/// The arrays that the pointers among the parameters point into.
fn pointed_into(env: &mut Env, parameters: &Scope, span: Span) -> Lowered<Vec<(String, ArrayId)>> {
    let mut arrays = Vec::new();
    for (name, entity) in parameters.iter() {
        let array = match entity {
            Entity::Value(_) | Entity::Local(_) | Entity::Group(_) => continue,
            Entity::Array(array) => *array,
            Entity::Pointer(pointer) | Entity::Row(pointer) => match pointer.base {
                Base::Array(array) => array,
                Base::Local(_) | Base::Bundle(_) | Base::CellView(_) | Base::PointerArray(_) | Base::Choice(_) => {
                    return Err(not_modelled(env, name, span));
                }
            },
            _ => return Err(not_modelled(env, name, span)),
        };
        arrays.push((name.clone(), array));
    }
    Ok(arrays)
}

/// What a function that is called by contract may not do (CALL-11).
fn refuse(env: &mut Env, name: &str, body: &[Stmt], span: Span) -> Lowered<()> {
    let checks: [(&str, fn(&StmtKind) -> bool); 4] = [
        ("a vote of the block", |kind| matches!(kind, StmtKind::Barrier { vote: Some(_), .. })),
        ("an atomic or warp operation", |kind| matches!(kind, StmtKind::Atomic(_) | StmtKind::Warp(_))),
        ("a barrier of the grid", |kind| matches!(kind, StmtKind::Barrier { scope: BarrierScope::Grid, .. })),
        ("an exit of the kernel", |kind| matches!(kind, StmtKind::Leave(Label::KERNEL))),
    ];
    for (what, is_sought) in checks {
        if occurs(body, &is_sought) {
            return Err(env.unsupported(format!("{what} in `{name}`, which has a contract"), span));
        }
    }
    Ok(())
}

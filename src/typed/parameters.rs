//! A kernel's parameters: scalars are locals, pointers are arrays of global memory.

use crate::kernel::ir::{Array, LocalRole, Space};
use crate::syntax::tree::{self, Block, Function, Param, TypeKind};

use super::call;
use super::declare;
use super::resolve;
use super::scope::{Base, Entity, Env, Lowered, Pointer, Scope};
use super::types::CType;

/// Declares the parameters as the contract sees them, and notes what is assumed of them.
pub fn declare(env: &mut Env, function: &Function) {
    let mut arrays = Vec::new();
    for param in &function.params {
        let entity = parameter(env, param);
        let Some(name) = &param.name else { continue };
        let entity = entity.unwrap_or(Entity::Reported);
        if let Entity::Array(array) = &entity {
            arrays.push(*array);
        }
        env.declare(&name.text, entity);
    }
    let all_restrict = arrays.iter().all(|array| env.kernel.arrays[array.index()].is_restrict);
    if arrays.len() > 1 && !all_restrict {
        let names: Vec<&str> = arrays.iter().map(|array| env.kernel.arrays[array.index()].name.as_str()).collect();
        let assumption = format!("distinct array parameters do not alias: {}", names.join(", "));
        env.kernel.assumptions.push(assumption);
    }
}

fn parameter(env: &mut Env, param: &Param) -> Lowered<Entity> {
    let (name, span) = match &param.name {
        Some(name) => (name.text.clone(), name.span),
        None => ("unnamed".to_string(), param.span),
    };
    let ty = call::pointer_type(resolve::resolve(env, &param.ty)?);
    match ty {
        CType::Scalar(scalar) => {
            let local = env.new_local(&name, scalar, LocalRole::Param, span);
            if !env.frame.modified.contains(&name) {
                env.stable.insert(local);
            }
            if resolve::is_const(&param.ty) {
                env.constants.insert(local);
            }
            Ok(Entity::Local(local))
        }
        CType::Pointer { to, to_const } => {
            let Some((element, inner)) = to.elements() else {
                return Err(env.unsupported(format!("parameter `{name}`: pointer to {}", to.name()), span));
            };
            let is_const = to_const || element_is_const(&param.ty);
            Ok(Entity::Array(env.new_array(Array {
                name,
                element,
                space: Space::Global,
                extents: std::iter::once(None).chain(inner).collect(),
                length_used: false,
                initial: None,
                is_const,
                is_restrict: param.ty.qualifiers.is_restrict,
                span,
            })))
        }
        other => Err(env.unsupported(format!("parameter `{name}` of {}", other.name()), span)),
    }
}

/// Whether what a parameter of array type holds is const.
fn element_is_const(ty: &tree::Type) -> bool {
    match &ty.kind {
        TypeKind::Array(of, _) => resolve::is_const(of),
        _ => false,
    }
}

/// Makes the dynamic shared arrays of the body known to the contract, for `\length`.
pub fn dynamic_shared(env: &mut Env, body: &Block) {
    for stmt in &body.stmts {
        if let tree::StmtKind::Declare(declaration) = &stmt.kind
            && declaration.specifiers.is_shared
            && declaration.declarators.iter().all(|declarator| matches!(declarator.ty.kind, TypeKind::Array(_, None)))
        {
            declare::declaration(env, declaration);
        }
    }
}

/// Opens the body's scope, where a pointer parameter that is assigned is a pointer variable.
pub fn enter_body(env: &mut Env, function: &Function) {
    let mut scope = Scope::new();
    for param in &function.params {
        let Some(name) = &param.name else { continue };
        if !env.frame.modified.contains(&name.text) {
            continue;
        }
        if let Some(Entity::Array(array)) = env.lookup_text(&name.text) {
            let to_const = env.kernel.arrays[array.index()].is_const;
            let start = Pointer { base: Base::Array(array), prefix: Vec::new(), offset: None, to_const };
            let ty = super::pointer::type_of(env, &start);
            let entity = declare::pointer_variable(env, name, &ty, Some((start, name.span)));
            scope.insert(name.text.clone(), entity.unwrap_or(Entity::Reported));
        }
    }
    env.scopes.push(scope);
}

/// The parameters under the names of a prototype.
pub fn renamed(env: &mut Env, function: &Function, prototype: &Function) -> Scope {
    let mut scope = Scope::new();
    for (own, other) in function.params.iter().zip(&prototype.params) {
        if let (Some(own), Some(other)) = (&own.name, &other.name)
            && let Some(entity) = env.lookup_text(&own.text)
        {
            scope.insert(other.text.clone(), entity);
        }
    }
    scope
}

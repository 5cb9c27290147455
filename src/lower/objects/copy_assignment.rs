//! Whether assignment copies an object plainly, or by operators of its class or of its parts.

use crate::cpp::{
    Env,
    types::{CType, RecordRef},
};
use crate::lower::names::resolve;
use crate::syntax::tree;

/// The assignments that a class has itself.
fn assignments<'a>(env: &Env<'a>, ty: &RecordRef) -> impl Iterator<Item = &'a tree::Function> {
    let methods = env.met.records[ty.id].tree.into_iter().flat_map(|tree| &tree.methods);
    methods.filter(|method| method.name.text == "operator=")
}

/// Whether a template takes its argument no better than an assignment of the class for `const` objects of its own, which is no template (CLASS-6).
fn yields(method: &tree::Function) -> bool {
    method.params.first().is_some_and(|param| match &param.ty.kind {
        tree::TypeKind::Reference(to) => to.qualifiers.is_const,
        tree::TypeKind::Named(_) => true,
        _ => false,
    })
}

/// Whether C++ may take a template for the assignment of an object of the class.
pub fn may_take_template(env: &Env, ty: &RecordRef) -> bool {
    assignments(env, ty).any(|method| !method.template.is_empty() && !yields(method))
}

/// Whether a class has a template for assignments.
pub fn has_template(env: &Env, ty: &RecordRef) -> bool {
    assignments(env, ty).any(|method| !method.template.is_empty())
}

/// Whether an object of a class is assigned to one of it member by member: the program defines no assignment of its own for
/// that. One that takes something else leaves it as it is, and so does a template.
pub fn is_copied_plainly(env: &mut Env, ty: &RecordRef) -> bool {
    let own: Vec<&tree::Function> = assignments(env, ty).collect();
    let scope = env.met.records[ty.id].scope.clone();
    own.into_iter().all(|method| {
        if !method.template.is_empty() {
            return yields(method);
        }
        let takes = method.params.first().map(|param| {
            let inner = match &param.ty.kind {
                tree::TypeKind::Reference(to) => to,
                _ => &param.ty,
            };
            env.with_scopes(vec![scope.clone()], |env| resolve::resolve(env, inner))
        });
        match takes {
            Some(Ok(CType::Record(other))) => other != *ty,
            Some(Ok(CType::Scalar(_) | CType::Pointer { .. })) => true,
            _ => false,
        }
    })
}

/// Whether an object has parts, of base classes or members, with assignments of their own.
pub fn has_assigned_parts(env: &mut Env, ty: &RecordRef) -> bool {
    let info = &env.met.records[ty.id];
    let mut parts: Vec<RecordRef> = info.bases.clone();
    parts.extend(info.fields.iter().filter_map(|field| match field.ty.elements() {
        Some((CType::Record(inner), _)) => Some(inner),
        _ => None,
    }));
    parts.into_iter().any(|part| !is_copied_plainly(env, &part) || has_assigned_parts(env, &part))
}

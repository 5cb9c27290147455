//! Whether two declarations declare one function (CALL-15), as C++ tells functions apart: by name, namespace or class, template
//! parameters, and the types of the parameters.

use crate::cpp::{Env, table::Table, types::CType};
use crate::syntax::tree::{Function, SideKernel, TemplateParam, TemplateParamKind, Type, spelled};

use super::{resolve, traits};

/// Whether two functions or types are one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Same {
    /// They are one.
    Yes,
    /// They are two.
    No,
    /// Types that C++ tells apart are one here, or a type is not modelled.
    Unknown,
}

/// Whether a declaration is another one of a function.
pub fn same(env: &mut Env, one: &Function, other: &Function) -> Same {
    let kinds = |function: &Function| function.template.iter().map(kind).collect::<Vec<_>>();
    if one.name.text != other.name.text
        || one.scope != other.scope
        || one.params.len() != other.params.len()
        || kinds(one) != kinds(other)
        || one.template_args.is_some() != other.template_args.is_some()
        || one.specifiers.is_const != other.specifiers.is_const
    {
        return Same::No;
    }
    if one.within != other.within {
        // The name of a member of an inline namespace may leave that out where it is defined; nothing names an unnamed one.
        let inline = |function: &Function| function.within.iter().all(|name| !name.starts_with("<unnamed"));
        return if inline(one) && inline(other) { Same::Unknown } else { Same::No };
    }
    let args = |function: &Function| function.template_args.as_ref().map(|args| spelled::arguments(args, &[]));
    if args(one) != args(other) {
        return Same::Unknown;
    }
    let pairs = one.params.iter().zip(&other.params);
    let mut types: Vec<Same> = pairs.map(|(a, b)| of_types(env, (one, &a.ty), (other, &b.ty))).collect();
    for pair in one.template.iter().zip(&other.template) {
        if let (TemplateParamKind::Value(a, _), TemplateParamKind::Value(b, _)) = (&pair.0.kind, &pair.1.kind) {
            types.push(of_types(env, (one, a), (other, b)));
        }
    }
    if types.contains(&Same::No) {
        Same::No
    } else if types.contains(&Same::Unknown) {
        Same::Unknown
    } else {
        Same::Yes
    }
}

/// The kernels that a block of a side file may mean: specialisations count as their template.
pub fn meant<'a>(table: &Table<'a>, side: &SideKernel) -> Vec<&'a Function> {
    let (is_global, path) = match side.name.text.strip_prefix("::") {
        Some(path) => (true, path),
        None => (false, side.name.text.as_str()),
    };
    let mut path: Vec<&str> = path.split("::").collect();
    let functions = path.pop().and_then(|name| table.functions.get(name)).map_or(&[][..], Vec::as_slice);
    let is_meant = |function: &&&Function| {
        let scope: Vec<&str> = function.scope.iter().map(String::as_str).collect();
        let fits = if is_global { scope == path } else { scope.ends_with(&path) };
        function.specifiers.global && function.is_defined() && fits
    };
    functions.iter().filter(is_meant).copied().collect()
}

/// The first two kernels of those that a block of a side file may mean, where they are several: it does not say which.
pub fn two_of<'a>(meant: &[&'a Function]) -> Option<(&'a Function, &'a Function)> {
    let mut templates = meant.iter().filter(|function| function.template_args.is_none());
    Some((templates.next()?, templates.next()?))
}

/// How a kernel is named where its simple name may mean another one.
pub fn qualified(function: &Function) -> String {
    format!("{}::{}", function.scope.join("::"), function.name.text)
}

fn kind(param: &TemplateParam) -> u8 {
    match param.kind {
        TemplateParamKind::Type(_) => 0,
        TemplateParamKind::Value(..) => 1,
        TemplateParamKind::Other(_) => 2,
    }
}

fn of_types(env: &mut Env, (one, a): (&Function, &Type), (other, b): (&Function, &Type)) -> Same {
    let (spelled_a, spelled_b) = (spelled::parameter(a, &one.template), spelled::parameter(b, &other.template));
    if spelled_a == spelled_b {
        return Same::Yes;
    }
    if !one.template.is_empty() {
        // Another spelling of a type that hangs on the template's parameters.
        let is_plain = |spelled: &str| !spelled.contains('~');
        return if is_plain(&spelled_a) && is_plain(&spelled_b) { Same::No } else { Same::Unknown };
    }
    match (resolved(env, one, a), resolved(env, other, b)) {
        (Some(a), Some(b)) if !a.same(&b) => Same::No,
        (Some(a), Some(_)) if !traits::is_merged(env, &a) => Same::Yes,
        _ => Same::Unknown,
    }
}

/// What a parameter's type is; about what is not modelled nothing is reported here.
fn resolved(env: &mut Env, function: &Function, ty: &Type) -> Option<CType> {
    let place = (function.scope.clone(), function.order);
    let found = env.ask(|env| env.in_namespace(place, |env| resolve::parameter(env, ty))).ok();
    found.filter(|found| !matches!(found, CType::Other(_)))
}

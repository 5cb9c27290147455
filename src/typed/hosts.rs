//! Templates of the host: what a launch hands on to a kernel follows from the calls of the template that it stands in (R238).

use crate::syntax::tree::{Expr, ExprKind, Name, TemplateArg, Type, TypeKind};

use super::instance::Arguments;
use super::record;
use super::table::Table;
use super::types::known_type;

/// Templates that call templates are followed as deep as this.
const DEEPEST: usize = 6;

/// Instances of a template that are looked at.
const MOST: usize = 48;

/// These arguments in each instance of the host's template that they stand in. What stays open fixes nothing.
pub fn resolved<'a>(table: &Table<'a>, within: Option<usize>, args: &Arguments<'a>) -> Vec<Arguments<'a>> {
    let mut all: Vec<Arguments> = Vec::new();
    for outer in instances(table, within, DEEPEST) {
        let args: Arguments = args
            .iter()
            .map(|(name, arg)| (name.clone(), in_instance(&outer, arg)))
            .filter(|(_, arg)| !is_open(table, arg))
            .collect();
        if !all.iter().any(|known| is_same(known, &args)) {
            all.push(args);
        }
    }
    all
}

/// The instances of a template of the host that the file shows: by calls that write their arguments out, in code that is no
/// template or in instances of one, and by explicit instantiations. One of which nothing is known, if there are none.
fn instances<'a>(table: &Table<'a>, template: Option<usize>, depth: usize) -> Vec<Arguments<'a>> {
    let Some((number, depth)) = template.zip(depth.checked_sub(1)) else { return vec![Arguments::new()] };
    let template = &table.host_templates[number];
    let mut all: Vec<Arguments> = Vec::new();
    let calls = table.host_calls.iter().filter(|call| call.within != Some(number));
    let calls = calls.map(|call| (&call.name, call.arguments, call.within));
    let explicit = table.instantiations.iter().map(|explicit| (&explicit.name, explicit.parameters, None));
    for (name, arguments, within) in calls.chain(explicit).filter(|(name, ..)| name.ident == template.name) {
        if !template.arguments.contains(&arguments) {
            continue;
        }
        let args = name.template_args.as_deref().unwrap_or_default();
        if args.is_empty() || args.len() > template.params.len() {
            continue;
        }
        for outer in instances(table, within, depth) {
            let pairs = template.params.iter().zip(args);
            let own: Arguments = pairs
                .filter_map(|(param, arg)| Some((param.name.as_ref()?.text.clone(), in_instance(&outer, arg))))
                .filter(|(_, arg)| !is_open(table, arg))
                .collect();
            if all.len() < MOST && !all.iter().any(|known| is_same(known, &own)) {
                all.push(own);
            }
        }
    }
    if all.is_empty() {
        all.push(Arguments::new());
    }
    all
}

/// An argument that is a parameter of the template around is what that stands for.
fn in_instance<'a>(outer: &Arguments<'a>, arg: &'a TemplateArg) -> &'a TemplateArg {
    let name = match arg {
        TemplateArg::Type(ty) => match &ty.kind {
            TypeKind::Named(name) => name,
            _ => return arg,
        },
        TemplateArg::Value(e) => match &e.kind {
            ExprKind::Name(name) => name,
            _ => return arg,
        },
    };
    let plain = name.path.is_empty() && name.template_args.is_none();
    outer.get(&name.ident).filter(|_| plain).copied().unwrap_or(arg)
}

/// Whether two lists of arguments are known to be alike.
fn is_same(one: &Arguments, other: &Arguments) -> bool {
    one.len() == other.len() && holds(one, other)
}

/// Whether the first list fixes what the second one does, as that does, and more.
pub fn fixes_more(one: &Arguments, other: &Arguments) -> bool {
    one.len() > other.len() && holds(one, other)
}

/// Whether all of the second list is in the first one.
fn holds(one: &Arguments, other: &Arguments) -> bool {
    other.iter().all(|(name, arg)| one.get(name).is_some_and(|known| is_alike(known, arg)))
}

fn is_alike(one: &TemplateArg, other: &TemplateArg) -> bool {
    std::ptr::eq(one, other) || shown(one).is_some_and(|text| shown(other) == Some(text))
}

/// A simple argument as text. Its place will not do: a macro may give several the same.
fn shown(arg: &TemplateArg) -> Option<String> {
    match arg {
        TemplateArg::Type(ty) => match &ty.kind {
            TypeKind::Named(name) => shown_name(name),
            TypeKind::Bool | TypeKind::Int { .. } | TypeKind::Float { .. } => Some(format!("{:?}", ty.kind)),
            _ => None,
        },
        TemplateArg::Value(e) => match &e.kind {
            ExprKind::Int(literal) => Some(literal.value.to_string()),
            ExprKind::Bool(known) => Some(known.to_string()),
            ExprKind::Name(name) => shown_name(name),
            _ => None,
        },
    }
}

fn shown_name(name: &Name) -> Option<String> {
    let plain = name.path.is_empty() && name.template_args.is_none();
    plain.then(|| name.ident.clone())
}

/// Whether a template argument mentions a name that the file does not declare: a template parameter or variable around a launch.
fn is_open(table: &Table, arg: &TemplateArg) -> bool {
    match arg {
        TemplateArg::Type(ty) => is_open_type(table, ty),
        TemplateArg::Value(e) => is_open_value(table, e),
    }
}

fn is_open_type(table: &Table, ty: &Type) -> bool {
    match &ty.kind {
        TypeKind::Named(name) => is_open_name(table, name),
        TypeKind::Pointer(of) => is_open_type(table, of),
        _ => false,
    }
}

fn is_open_value(table: &Table, value: &Expr) -> bool {
    match &value.kind {
        ExprKind::Name(name) => is_open_name(table, name),
        ExprKind::Unary(_, inner) => is_open_value(table, inner),
        ExprKind::Cast(_, ty, inner) => is_open_type(table, ty) || is_open_value(table, inner),
        ExprKind::SizeofType(ty) => is_open_type(table, ty),
        ExprKind::Binary(_, one, other) => is_open_value(table, one) || is_open_value(table, other),
        ExprKind::Conditional(condition, then, other) => {
            [condition, then, other].into_iter().any(|part| is_open_value(table, part))
        }
        ExprKind::Call(called, args) => {
            is_open_value(table, called) || args.iter().any(|arg| is_open_value(table, arg))
        }
        _ => false,
    }
}

fn is_open_name(table: &Table, name: &Name) -> bool {
    // A variable or type of the function around it, perhaps.
    if name.path.is_empty() && table.host_names.contains(&name.ident) {
        return true;
    }
    let known = table.typedefs.contains_key(name.ident.as_str())
        || table.records.contains_key(name.ident.as_str())
        || table.enums.contains_key(name.ident.as_str())
        || table.functions.contains_key(name.ident.as_str())
        || table.globals.contains_key(name.ident.as_str())
        || table.enumerators.contains_key(name.ident.as_str());
    let known = known || !name.path.is_empty() || known_type(&name.ident).is_some() || record::is_vector(&name.ident);
    !known || name.template_args.iter().flatten().any(|arg| is_open(table, arg))
}

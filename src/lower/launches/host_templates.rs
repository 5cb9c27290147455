//! Templates of the host: what a launch hands on to a kernel follows from the calls of the template that it stands in (TEMPLATE-7).

use crate::cpp::{table::Table, types::known_type, vectors};
use crate::syntax::tree::{
    CastStyle, Expr, ExprKind, HostCall, HostLocal, HostTemplate, Name, TemplateArg, Type, TypeKind, rename,
};

use super::{deduced, instance::Arguments};

/// Templates that call templates are followed as deep as this.
const DEEPEST: usize = 6;

/// Instances of a template that are looked at.
const MOST: usize = 48;

/// These arguments in each instance of the host's template that they stand in, constants of the host's function by their
/// values. What stays open fixes nothing.
pub fn resolved(table: &Table, within: Option<usize>, locals: &[HostLocal], args: &Arguments) -> Vec<Arguments> {
    let mut all: Vec<Arguments> = Vec::new();
    for outer in instances(table, within, DEEPEST) {
        let args = args.iter().map(|(name, arg)| (name.clone(), in_instance(&outer, &valued(locals, arg))));
        let args: Arguments = args.filter(|(_, arg)| !is_open(table, arg)).collect();
        if !all.iter().any(|known| is_same(known, &args)) {
            all.push(args);
        }
    }
    all
}

/// The instances of a template of the host that the file shows: by calls that write their arguments out, or whose arguments'
/// types say them, in code that is no template or in instances of one, and by explicit instantiations. One of which nothing is
/// known, if there are none.
fn instances(table: &Table, template: Option<usize>, depth: usize) -> Vec<Arguments> {
    let Some((number, depth)) = template.zip(depth.checked_sub(1)) else { return vec![Arguments::new()] };
    let template = &table.host.templates[number];
    let mut all: Vec<Arguments> = Vec::new();
    let mut add = |own: Arguments| {
        if all.len() < MOST && !all.iter().any(|known| is_same(known, &own)) {
            all.push(own);
        }
    };
    for call in table.host.calls.iter().filter(|call| call.within != Some(number)) {
        if call.name.ident != template.name || !template.arguments.contains(&call.arguments) {
            continue;
        }
        let Some(own) = of_call(table, template, call) else { continue };
        resolved_in(table, call.within, &call.locals, &own, depth).into_iter().for_each(&mut add);
    }
    for explicit in table.host.instantiations.iter().filter(|explicit| explicit.name.ident == template.name) {
        if template.arguments.contains(&explicit.parameters)
            && let Some(own) = written(template, &explicit.name).filter(|own| !own.is_empty())
        {
            resolved_in(table, None, &[], &own, depth).into_iter().for_each(&mut add);
        }
    }
    if all.is_empty() {
        all.push(Arguments::new());
    }
    all
}

fn resolved_in(
    table: &Table,
    within: Option<usize>,
    locals: &[HostLocal],
    args: &Arguments,
    depth: usize,
) -> Vec<Arguments> {
    let of_outer = |outer: Arguments| {
        let args = args.iter().map(|(name, arg)| (name.clone(), in_instance(&outer, &valued(locals, arg))));
        args.filter(|(_, arg)| !is_open(table, arg)).collect()
    };
    instances(table, within, depth).into_iter().map(of_outer).collect()
}

/// The arguments of a call of a template of the host, as far as they are known; none if that is nothing.
fn of_call(table: &Table, template: &HostTemplate, call: &HostCall) -> Option<Arguments> {
    let mut own = written(template, &call.name)?;
    let given = call.name.template_args.as_ref().map_or(0, Vec::len);
    let types: Vec<Option<&Type>> = template.types.iter().map(Option::as_ref).collect();
    own.extend(deduced::arguments(table, &template.params[given..], &types, &call.args, &call.locals));
    Some(own).filter(|own| !own.is_empty())
}

/// The template arguments that a name writes out.
fn written(template: &HostTemplate, name: &Name) -> Option<Arguments> {
    let args = name.template_args.as_deref().unwrap_or_default();
    let pairs = template.params.iter().zip(args);
    let own = pairs.filter_map(|(param, arg)| Some((param.name.as_ref()?.text.clone(), arg.clone()))).collect();
    Some(own).filter(|_| args.len() <= template.params.len())
}

/// An argument with the values of constants in place of their names.
fn valued(locals: &[HostLocal], arg: &TemplateArg) -> TemplateArg {
    let mut arg = arg.clone();
    for _ in 0..DEEPEST {
        let mut changed = false;
        arg = rename::rewritten(&arg, &mut |name| {
            let known = locals.iter().find(|known| known.is_constant && known.name == name.ident)?;
            let value = known.value.clone()?;
            changed = true;
            let span = value.span;
            let is_auto = matches!(known.ty.kind, TypeKind::Auto);
            let cast = || ExprKind::Cast(CastStyle::Static, Box::new(known.ty.clone()), Box::new(value.clone()));
            Some(TemplateArg::Value(if is_auto { value } else { Expr { kind: cast(), span } }))
        });
        if !changed {
            break;
        }
    }
    arg
}

/// An argument with what the parameters of the template around stand for.
fn in_instance(outer: &Arguments, arg: &TemplateArg) -> TemplateArg {
    rename::rewritten(arg, &mut |name| outer.get(&name.ident).cloned())
}

// ── which are alike ─────────────────────────────────────────────────────────────────────────────

/// Whether two lists of arguments are known to be alike.
pub fn is_same(one: &Arguments, other: &Arguments) -> bool {
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

/// Whether two arguments are written alike, as far as what they are can be compared by text.
pub fn is_alike(one: &TemplateArg, other: &TemplateArg) -> bool {
    shown(one).is_some_and(|text| shown(other) == Some(text))
}

/// An argument as text. Its place will not do: a macro may give several the same.
fn shown(arg: &TemplateArg) -> Option<String> {
    match arg {
        TemplateArg::Type(ty) => shown_type(ty),
        TemplateArg::Value(e) => shown_value(e),
    }
}

fn shown_type(ty: &Type) -> Option<String> {
    let text = match &ty.kind {
        TypeKind::Named(name) => shown_name(name)?,
        TypeKind::Void | TypeKind::Bool | TypeKind::Int { .. } | TypeKind::Float { .. } => format!("{:?}", ty.kind),
        TypeKind::Pointer(of) => format!("{}*", shown_type(of)?),
        _ => return None,
    };
    let qualifiers = ty.qualifiers;
    Some(match (qualifiers.is_const, qualifiers.is_volatile) {
        (false, false) => text,
        (is_const, is_volatile) => format!("({text} {is_const} {is_volatile})"),
    })
}

fn shown_value(e: &Expr) -> Option<String> {
    Some(match &e.kind {
        ExprKind::Int(literal) => literal.value.to_string(),
        ExprKind::Bool(known) => known.to_string(),
        ExprKind::Name(name) => shown_name(name)?,
        ExprKind::Unary(op, inner) => format!("({op:?} {})", shown_value(inner)?),
        ExprKind::Binary(op, one, other) => format!("({op:?} {} {})", shown_value(one)?, shown_value(other)?),
        ExprKind::Conditional(cond, then, other) => {
            format!("({} ? {} : {})", shown_value(cond)?, shown_value(then)?, shown_value(other)?)
        }
        ExprKind::Cast(_, ty, inner) => format!("(cast {} {})", shown_type(ty)?, shown_value(inner)?),
        ExprKind::SizeofType(ty) => format!("(sizeof {})", shown_type(ty)?),
        ExprKind::Call(called, args) => {
            let args: Option<Vec<String>> = args.iter().map(shown_value).collect();
            format!("{}({})", shown_value(called)?, args?.join(", "))
        }
        _ => return None,
    })
}

fn shown_name(name: &Name) -> Option<String> {
    let list = |args: &Option<Vec<TemplateArg>>| -> Option<String> {
        let Some(args) = args else { return Some(String::new()) };
        let args: Option<Vec<String>> = args.iter().map(shown).collect();
        Some(format!("<{}>", args?.join(", ")))
    };
    let path: Option<Vec<String>> = name.path_args.iter().map(list).collect();
    Some(format!("{}{}::{}{}", name.path.join("::"), path?.join(";"), name.ident, list(&name.template_args)?))
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
        TypeKind::Pointer(of) | TypeKind::Reference(of) => is_open_type(table, of),
        _ => false,
    }
}

fn is_open_value(table: &Table, value: &Expr) -> bool {
    match &value.kind {
        ExprKind::Name(name) => is_open_name(table, name),
        ExprKind::SizeofType(ty) | ExprKind::AlignofType(ty) => is_open_type(table, ty),
        ExprKind::Cast(_, ty, _) | ExprKind::Construct(ty, _) if is_open_type(table, ty) => true,
        ExprKind::Unary(..)
        | ExprKind::Cast(..)
        | ExprKind::SizeofExpr(_)
        | ExprKind::Binary(..)
        | ExprKind::Conditional(..)
        | ExprKind::Call(..)
        | ExprKind::Construct(..)
        | ExprKind::Member { .. } => value.any_child(|part| is_open_value(table, part)),
        ExprKind::Int(_) | ExprKind::Float { .. } | ExprKind::Bool(_) | ExprKind::Char(_) | ExprKind::Nullptr => false,
        _ => true,
    }
}

fn is_open_name(table: &Table, name: &Name) -> bool {
    // A variable or type of the function around it, perhaps.
    if name.path.is_empty() && table.host.names.contains(&name.ident) {
        return true;
    }
    let known = table.typedefs.contains_key(name.ident.as_str())
        || table.classes.records.contains_key(name.ident.as_str())
        || table.enumerations.named.contains_key(name.ident.as_str())
        || table.functions.contains_key(name.ident.as_str())
        || table.globals.contains_key(name.ident.as_str())
        || table.enumerations.enumerators.contains_key(name.ident.as_str());
    let known = known || matches!(name.ident.as_str(), "__nv_bfloat16" | "nv_bfloat16");
    let known = known || !name.path.is_empty() || known_type(&name.ident).is_some() || vectors::is_vector(&name.ident);
    !known || name.template_args.iter().flatten().any(|arg| is_open(table, arg))
}

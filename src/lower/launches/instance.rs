//! Instances of kernel templates: which arguments the file and the command line fix.

use std::collections::BTreeMap;

use num_bigint::BigInt;

use crate::base::{Config, Span, codes};
use crate::cpp::{
    Entity, Env, Lowered, Reported, Scope, Value, classes,
    table::Table,
    types::{CType, known_type},
    value::{self, convert},
};
use crate::kernel::ir::{self, Conversion, LocalRole};
use crate::lower::{
    calls::{closure, deduction, passing},
    expressions::expr,
    names::resolve,
};
use crate::syntax::tree::{
    self, BinaryOp, ClauseKind, Expr, ExprKind, Function, Launch, TemplateArg, TemplateParam, TemplateParamKind, Type,
    TypeKind, UnaryOp, rename,
};

use super::{deduced, host_templates};

/// The template arguments that are known, by parameter name.
pub type Arguments = BTreeMap<String, TemplateArg>;

/// What launches fix of a template.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Fixed {
    /// Types; values stay symbolic, so that all are covered.
    Types,
    /// Values as well.
    Values,
}

/// The instances of a kernel that are to be lowered: one for each explicit instantiation, else one for
/// each combination of types that the file launches, else one. Where values are fixed, one for each launch.
pub fn instances(table: &Table, function: &Function, fixed: Fixed) -> Vec<Arguments> {
    if function.template.is_empty() {
        return vec![Arguments::new()];
    }
    let name = &function.name.text;
    let mut all: Vec<Arguments> = Vec::new();
    let several = is_one_of_several(table, function);
    let of_this = |args: Option<&[TemplateArg]>| !several || could_be(function, args.unwrap_or_default());
    let launched = table.host.launches.iter().any(|launch| launch.name.ident == *name);
    for instantiation in &table.host.instantiations {
        let fits = of_this(instantiation.name.template_args.as_deref());
        if fits && instantiation.name.ident == *name && !(launched && fixed == Fixed::Values) {
            add(&mut all, arguments(function, instantiation.name.template_args.as_deref(), |_| true));
        }
    }
    if all.iter().all(BTreeMap::is_empty) {
        all.clear();
        for launch in &table.host.launches {
            if launch.name.ident == *name && of_this(launch.name.template_args.as_deref()) {
                of_launch(table, function, launch, fixed).into_iter().for_each(|found| add(&mut all, found));
            }
        }
        if fixed == Fixed::Types {
            // Where another launch gives a value, any value is looked at, that of the default among them.
            let is_value = |name: &String| {
                let param =
                    function.template.iter().find(|param| param.name.as_ref().is_some_and(|own| own.text == *name));
                param.is_some_and(|param| !passing::is_type_parameter(&param.kind))
            };
            let covers = |other: &Arguments, one: &Arguments| {
                host_templates::fixes_more(one, other)
                    && one.keys().all(|name| other.contains_key(name) || is_value(name))
            };
            let known = all.clone();
            all.retain(|one| !known.iter().any(|other| covers(other, one)));
        }
    }
    if all.is_empty() {
        all.push(Arguments::new());
    }
    all
}

/// Adds an instance unless it is there.
fn add(all: &mut Vec<Arguments>, found: Arguments) {
    if !all.iter().any(|known| host_templates::is_same(known, &found)) {
        all.push(found);
    }
}

/// Whether template arguments are of the kinds of a template's parameters: of several templates of one name, one is meant.
fn could_be(function: &Function, args: &[TemplateArg]) -> bool {
    args.len() <= function.template.len()
        && function.template.iter().zip(args).all(|(param, arg)| match (&param.kind, arg) {
            (TemplateParamKind::Value(..), TemplateArg::Type(_)) => false,
            (TemplateParamKind::Type(_), TemplateArg::Value(e)) => matches!(e.kind, ExprKind::Name(_)),
            _ => true,
        })
}

/// The instances of a launch, where it stands in a template of the host one for each of its own.
pub fn of_launch(table: &Table, function: &Function, launch: &Launch, fixed: Fixed) -> Vec<Arguments> {
    let args = launch.name.template_args.as_deref();
    let mut own = arguments(function, args, |param| {
        fixed == Fixed::Values || passing::is_type_parameter(&param.kind) || is_of_function_pointer(table, &param.kind)
    });
    if !is_one_of_several(table, function) {
        let given = args.map_or(0, <[_]>::len);
        let params: Vec<Option<&tree::Type>> = function.params.iter().map(|param| Some(&param.ty)).collect();
        let open = function.template.get(given..).unwrap_or_default();
        own.extend(deduced::arguments(table, open, &params, &launch.args, &launch.locals));
    }
    let mut all = host_templates::resolved(table, launch.within, &launch.locals, &own);
    // What the kernel's default says is said there, not where the launch stands.
    for (name, value) in defaults(table, function, args.map_or(0, <[_]>::len)) {
        all.iter_mut().for_each(|own| _ = own.entry(name.clone()).or_insert_with(|| value.clone()));
    }
    all
}

/// The defaults of the values that a launch leaves out (TEMPLATE-7). What the kernel's parameters mention may be deduced, and what
/// follows from other parameters is known where these are.
fn defaults(table: &Table, function: &Function, given: usize) -> Arguments {
    let mut found = Arguments::new();
    if is_one_of_several(table, function)
        || function.template.iter().any(|param| matches!(param.kind, TemplateParamKind::Other(_)))
    {
        return found;
    }
    let declared = table.functions.get(function.name.text.as_str()).into_iter().flatten();
    let alike = |other: &&&Function| {
        other.template.len() == function.template.len()
            && other.params.len() == function.params.len()
            && other.scope == function.scope
    };
    let declared: Vec<&Function> = declared.filter(alike).copied().collect();
    for (at, param) in function.template.iter().enumerate().skip(given) {
        let of = |kind: &TemplateParamKind| match kind {
            TemplateParamKind::Value(_, default) => default.clone(),
            TemplateParamKind::Type(_) | TemplateParamKind::Other(_) => None,
        };
        let default = of(&param.kind).or_else(|| declared.iter().find_map(|other| of(&other.template[at].kind)));
        if let (Some(name), Some(default)) = (&param.name, default)
            && is_constant(table, function, &default)
            && !function.params.iter().any(|own| rename::mentions(&own.ty, &name.text))
        {
            found.insert(name.text.clone(), TemplateArg::Value(default));
        }
    }
    found
}

/// Numbers, and names of the file's constants.
fn is_constant(table: &Table, function: &Function, e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Int(_) | ExprKind::Bool(_) | ExprKind::Char(_) => true,
        ExprKind::Name(name) => {
            let is_own = |param: &TemplateParam| param.name.as_ref().is_some_and(|own| own.text == name.ident);
            let is_of_file = table.globals.contains_key(name.ident.as_str())
                || table.enumerations.enumerators.contains_key(name.ident.as_str());
            name.template_args.is_none() && is_of_file && !function.template.iter().any(is_own)
        }
        ExprKind::Unary(_, a) => is_constant(table, function, a),
        ExprKind::Binary(_, a, b) => is_constant(table, function, a) && is_constant(table, function, b),
        _ => false,
    }
}

/// Whether there are several kernels of a name: which one a launch means follows from its arguments.
pub fn is_one_of_several(table: &Table, function: &Function) -> bool {
    table.functions.get(function.name.text.as_str()).is_some_and(|all| {
        let others =
            all.iter().filter(|other| other.specifiers.global && other.template_args.is_none() && other.body.is_some());
        others.count() > 1
    })
}

/// Whether a template parameter is a pointer to functions: what it does follows from which one it is.
fn is_of_function_pointer(table: &Table, kind: &TemplateParamKind) -> bool {
    let TemplateParamKind::Value(ty, _) = kind else { return false };
    let is_one = |ty: &tree::Type| matches!(&ty.kind, TypeKind::Other(name) if name == closure::FUNCTION_POINTER);
    match &ty.kind {
        TypeKind::Named(name) => {
            table.typedefs.get(name.ident.as_str()).is_some_and(|all| all.iter().all(|typedef| is_one(&typedef.ty)))
        }
        _ => is_one(ty),
    }
}

fn arguments(function: &Function, args: Option<&[TemplateArg]>, wanted: impl Fn(&TemplateParam) -> bool) -> Arguments {
    let pairs = function.template.iter().zip(args.unwrap_or_default());
    pairs
        .filter(|(param, _)| wanted(param))
        .filter_map(|(param, arg)| Some((param.name.as_ref()?.text.clone(), arg.clone())))
        .collect()
}

/// Declares a kernel's template parameters; gives the instance's name in pointed brackets.
pub fn declare(env: &mut Env, function: &Function, arguments: &Arguments) -> String {
    if let Some(args) = &function.template_args {
        return specialisation(env, function, args);
    }
    let mut shown = Vec::new();
    let mut any_fixed = false;
    for param in &function.template {
        let Some(name) = &param.name else { continue };
        let entity = parameter(env, function, param, &name.text, arguments);
        let (entity, fixed) = entity.unwrap_or((Entity::Reported, false));
        any_fixed |= fixed;
        env.declare(&name.text, entity.clone());
        shown.push(match &entity {
            Entity::Type(ty) => ty.name(),
            Entity::Value(known) => shown_value(known).unwrap_or_else(|| name.text.clone()),
            Entity::Object(Value::Closure(id)) => classes::shown(env, *id),
            _ => name.text.clone(),
        });
    }
    if any_fixed { format!("<{}>", shown.join(", ")) } else { String::new() }
}

/// The name of an explicit specialisation, in pointed brackets.
fn specialisation(env: &mut Env, function: &Function, args: &[TemplateArg]) -> String {
    let mut shown = Vec::new();
    let templates = env.table.functions.get(function.name.text.as_str()).cloned().unwrap_or_default();
    let template = templates.into_iter().find(|other| {
        other.template.len() > args.len()
            && other.params.len() == function.params.len()
            && other.scope == function.scope
    });
    for arg in args {
        let text = match arg {
            TemplateArg::Type(ty) => resolve::resolve(env, ty).ok().map(|ty| ty.name()),
            TemplateArg::Value(e) => expr::rvalue(env, e).ok().and_then(|known| shown_value(&known)),
        };
        shown.push(text.unwrap_or_else(|| "?".into()));
    }
    // What is left out follows from the parameters.
    if let Some(template) = template {
        let mut bound = Scope::default();
        for (param, own) in template.params.iter().zip(&function.params) {
            if let Ok(given) = resolve::resolve(env, &own.ty) {
                deduction::deduce(&template.template, &param.ty, &given, &mut bound);
            }
        }
        for param in template.template.iter().skip(args.len()) {
            let known = param.name.as_ref().and_then(|name| bound.get(&name.text)).cloned();
            shown.push(match known {
                Some(Entity::Type(ty)) => ty.name(),
                Some(Entity::Value(known)) => shown_value(&known).unwrap_or_else(|| "?".into()),
                _ => "?".into(),
            });
        }
    }
    format!("<{}>", shown.join(", "))
}

fn shown_value(known: &ir::Expr) -> Option<String> {
    match value::constant(known)? {
        value::Constant::Bool(known) => Some(known.to_string()),
        value::Constant::Int(known) => Some(known.to_string()),
        value::Constant::Real(_) => None,
    }
}

/// What a template parameter stands for, and whether an argument fixes it.
fn parameter(
    env: &mut Env,
    function: &Function,
    param: &TemplateParam,
    name: &str,
    arguments: &Arguments,
) -> Lowered<(Entity, bool)> {
    if let Some(text) = given(env.config, name) {
        return Ok((from_command_line(env, param, name, &text)?, true));
    }
    if let Some(arg) = arguments.get(name) {
        let entity = deduction::argument(env, &param.kind, arg)?;
        return match entity {
            Some(entity) => Ok((entity, true)),
            None => Err(env.error(codes::E0310, param.span, format!("the argument for `{name}` is of the wrong kind"))),
        };
    }
    match &param.kind {
        TemplateParamKind::Type(Some(default)) => Ok((Entity::Type(resolve::resolve(env, default)?), true)),
        TemplateParamKind::Type(None) => {
            if let Some(ty) = env.rounds.open_types {
                env.met.guessed.push(name.to_string());
                return Ok((Entity::Type(CType::Scalar(ty)), true));
            }
            env.met.guessed.push(name.to_string());
            let construct = format!("template type parameter `{name}` is not fixed (use --template {name}=float)");
            Err(env.unsupported(construct, param.span))
        }
        TemplateParamKind::Value(ty, _) => {
            let ty = value_type(env, ty)?;
            if let Some(known) = required(function, name) {
                return Ok((Entity::Value(literal(known, ty, param.span)), true));
            }
            let local = env.new_local(name, ty, LocalRole::Template, param.span);
            env.variables.stable.insert(local);
            env.variables.constants.insert(local);
            Ok((Entity::Local(local), false))
        }
        TemplateParamKind::Other(what) => Err(env.unsupported(what.clone(), param.span)),
    }
}

fn value_type(env: &mut Env, ty: &Type) -> Lowered<ir::Type> {
    match resolve::resolve(env, ty)? {
        CType::Scalar(scalar) => Ok(scalar),
        other => Err(env.unsupported(format!("template parameter of {}", other.name()), ty.span)),
    }
}

fn literal(known: BigInt, ty: ir::Type, span: Span) -> ir::Expr {
    let widest = ir::Type::Int { signed: true, bits: 64 };
    convert(value::int(known, widest, span), ty, Conversion::Implicit)
}

/// The last `--template NAME=...`.
fn given(config: &Config, name: &str) -> Option<String> {
    config.source.templates.iter().rev().find(|(own, _)| own == name).map(|(_, text)| text.trim().to_string())
}

fn from_command_line(env: &mut Env, param: &TemplateParam, name: &str, text: &str) -> Lowered<Entity> {
    let wrong = |env: &mut Env, wanted: &str| -> Reported {
        env.error(codes::E0310, param.span, format!("--template {name}={text}: `{name}` is {wanted}"))
    };
    match &param.kind {
        TemplateParamKind::Type(_) => match type_of_text(text) {
            Some(ty) => Ok(Entity::Type(ty)),
            None => Err(wrong(env, "a type, such as float")),
        },
        TemplateParamKind::Value(ty, _) => {
            let ty = value_type(env, ty)?;
            match int_of_text(text) {
                Some(known) => Ok(Entity::Value(literal(known, ty, param.span))),
                None => Err(wrong(env, "an integer")),
            }
        }
        TemplateParamKind::Other(what) => Err(env.unsupported(what.clone(), param.span)),
    }
}

/// A scalar type as written on the command line.
fn type_of_text(text: &str) -> Option<CType> {
    let mut words: Vec<&str> = text.split_whitespace().collect();
    let unsigned = words.contains(&"unsigned");
    let signed = words.contains(&"signed");
    words.retain(|word| !matches!(*word, "unsigned" | "signed" | "const"));
    let int = |bits| Some(CType::Scalar(ir::Type::Int { signed: !unsigned, bits }));
    match words.as_slice() {
        [] if unsigned || signed => int(32),
        ["int"] => int(32),
        ["char"] => int(8),
        ["short"] | ["short", "int"] => int(16),
        ["long"] | ["long", "int"] | ["long", "long"] | ["long", "long", "int"] => int(64),
        ["bool"] => Some(CType::Scalar(ir::Type::Bool)),
        ["float"] => Some(CType::Scalar(ir::Type::Float { bits: 32 })),
        ["double"] => Some(CType::Scalar(ir::Type::Float { bits: 64 })),
        [name] => known_type(name.rsplit("::").next().unwrap_or(name)),
        _ => None,
    }
}

fn int_of_text(text: &str) -> Option<BigInt> {
    match text {
        "true" => return Some(1.into()),
        "false" => return Some(0.into()),
        _ => {}
    }
    let (negative, digits) = match text.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, text),
    };
    let known = match digits.strip_prefix("0x") {
        Some(hex) => BigInt::parse_bytes(hex.as_bytes(), 16)?,
        None => BigInt::parse_bytes(digits.as_bytes(), 10)?,
    };
    Some(if negative { -known } else { known })
}

/// The value that a `requires` clause gives a template parameter: a conjunct `N == 16`.
fn required(function: &Function, name: &str) -> Option<BigInt> {
    let mut conjuncts: Vec<&Expr> = function
        .contract
        .iter()
        .filter_map(|clause| match &clause.kind {
            ClauseKind::Requires(e) => Some(e),
            _ => None,
        })
        .collect();
    while let Some(e) = conjuncts.pop() {
        match &e.kind {
            ExprKind::Binary(BinaryOp::And, a, b) => conjuncts.extend([&**a, &**b]),
            ExprKind::Binary(BinaryOp::Eq, a, b) => {
                let known = match (is_name(a, name), is_name(b, name)) {
                    (true, false) => int_of(b),
                    (false, true) => int_of(a),
                    _ => None,
                };
                if known.is_some() {
                    return known;
                }
            }
            _ => {}
        }
    }
    None
}

fn is_name(e: &Expr, name: &str) -> bool {
    matches!(&e.kind, ExprKind::Name(own) if own.path.is_empty() && own.ident == name)
}

fn int_of(e: &Expr) -> Option<BigInt> {
    match &e.kind {
        ExprKind::Int(literal) => Some(literal.value.clone()),
        ExprKind::Unary(UnaryOp::Minus, a) => match &a.kind {
            ExprKind::Int(literal) => Some(-literal.value.clone()),
            _ => None,
        },
        _ => None,
    }
}

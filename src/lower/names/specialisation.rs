//! Which declaration of a class template an instance is made from (TEMPLATE-18): a full specialisation, a partial one, or the
//! primary template, and only where it is certain which.

use crate::cpp::{
    Entity, Env, Lowered, Scope,
    types::CType,
    value::{self, Constant},
};
use crate::kernel::ir::Expr;
use crate::lower::{calls::deduction, expressions::expr};
use crate::syntax::tree::{self, Record, TemplateArg, TemplateParam, TemplateParamKind, TypeKind};

use super::{
    record, resolve,
    substitution::{self, Substitution},
    traits,
};

/// What is said of a class template of which some declaration could not be read.
pub const UNREAD: &str = "of which a declaration cannot be read";

/// What is said of types that are one here and that C++ tells apart (TEMPLATE-19).
pub const NOT_TOLD_APART: &str = "types that are not told apart";

/// A class template with its declarations.
pub struct Template<'a, 't> {
    /// Its definition, or where there is none a declaration.
    pub primary: &'a Record,
    /// Declarations without members: default arguments may stand there.
    pub forward: &'t [&'a Record],
    /// Its definition and those of its specialisations.
    pub all: &'t [&'a Record],
}

/// What a specialisation is to the arguments of an instance.
enum Fit {
    /// It is for them, with these template parameters.
    Yes(Scope),
    No,
    /// It may be, and why that is not known.
    Unknown(String),
}

/// An instance of a class template.
pub fn instance<'a>(
    env: &mut Env<'a>,
    template: Template<'a, '_>,
    args: &[TemplateArg],
    name: &tree::Name,
) -> Lowered<CType> {
    let primary = template.primary;
    let other = |what: &str| Ok(CType::Other(format!("class template `{}` {what}", name.ident)));
    if args.len() > primary.template.len() {
        return other("with too many arguments");
    }
    let mut bindings = Scope::default();
    let mut values = Vec::new();
    for (at, param) in primary.template.iter().enumerate() {
        let entity = match args.get(at) {
            Some(arg) => deduction::argument_after(env, &bindings, &param.kind, arg)?,
            None => default(env, &template, at, &values)?,
        };
        let Some(entity) = entity else { return other("with arguments of the wrong kind") };
        if let Some(name) = &param.name {
            bindings.insert(name.text.clone(), entity.clone());
        }
        values.push(entity);
    }
    let shown: Vec<String> = values.iter().map(record::shown_argument).collect();
    let shown = format!("{}<{}>", name.ident, shown.join(", "));
    let mut full: Vec<&'a Record> = Vec::new();
    let mut partial: Vec<(&'a Record, Scope)> = Vec::new();
    let mut doubt: Option<String> =
        env.table.classes.not_read.contains(name.ident.as_str()).then(|| UNREAD.to_string());
    for special in template.all.iter().copied().filter(|record| record.template_args.is_some()) {
        match fit(env, &template, special, &values)? {
            Fit::Yes(_) if special.template.is_empty() => full.push(special),
            Fit::Yes(bound) => partial.push((special, bound)),
            Fit::Unknown(why) => doubt = Some(why),
            Fit::No => {}
        }
    }
    // A full specialisation is more special than any partial one.
    match (full.as_slice(), doubt, partial.len()) {
        ([special], ..) => record::with_arguments(env, special, Scope::default(), &shown, values.into()),
        ([], None, 0) if primary.is_forward => other("for arguments for which it is only declared"),
        ([], None, 0) => record::with_arguments(env, primary, bindings, &shown, values.into()),
        ([], None, 1) => {
            let (special, bound) = partial.remove(0);
            record::with_arguments(env, special, bound, &shown, values.into())
        }
        ([], Some(why), _) => Ok(CType::Other(format!("class template `{}`, {why}", name.ident))),
        _ => other("with several specialisations that fit"),
    }
}

/// The default argument of a parameter, which any of the declarations may have.
fn default(env: &mut Env, template: &Template, at: usize, before: &[Entity]) -> Lowered<Option<Entity>> {
    for declaration in [&template.primary].into_iter().chain(template.forward) {
        let mut scope = Scope::default();
        for (param, value) in declaration.template.iter().zip(before) {
            let name = param.name.as_ref().map(|name| name.text.clone());
            scope.extend(name.map(|name| (name, value.clone())));
        }
        let scopes = vec![scope];
        match declaration.template.get(at).map(|param| &param.kind) {
            Some(TemplateParamKind::Type(Some(default))) => {
                let ty = env.with_scopes(scopes, |env| resolve::resolve(env, default))?;
                return Ok(Some(Entity::Type(ty)));
            }
            Some(TemplateParamKind::Value(ty, Some(default))) => {
                let known = env.with_scopes(scopes, |env| deduction::default_value(env, ty, default))?;
                return Ok(Some(Entity::Value(known)));
            }
            _ => {}
        }
    }
    Ok(None)
}

/// What a specialisation is to the arguments.
fn fit(env: &mut Env, template: &Template, special: &Record, values: &[Entity]) -> Lowered<Fit> {
    let unclear = || Fit::Unknown("of which a specialisation is not understood".to_string());
    let patterns = special.template_args.as_deref().unwrap_or_default();
    let is_pack = |param: &TemplateParam| matches!(param.kind, TemplateParamKind::Other(_));
    if patterns.len() > values.len() || special.template.iter().any(is_pack) {
        return Ok(unclear());
    }
    let patterns: Vec<Pattern> = patterns.iter().map(Pattern::of).collect();
    let mut bound = Scope::default();
    for (pattern, value) in patterns.iter().zip(values) {
        match (pattern, value) {
            (Pattern::Type(pattern), Entity::Type(given)) => {
                deduction::deduce(&special.template, pattern, given, &mut bound);
            }
            (Pattern::Name(name), Entity::Value(_)) | (Pattern::Value(_, Some(name)), Entity::Value(_))
                if is_parameter(special, &name.ident) =>
            {
                bound.entry(name.ident.clone()).or_insert_with(|| value.clone());
            }
            (Pattern::Name(name), Entity::Type(given)) => {
                let pattern = tree::Type::new(TypeKind::Named((*name).clone()), name.span);
                deduction::deduce(&special.template, &pattern, given, &mut bound);
            }
            (Pattern::Name(_) | Pattern::Value(..), Entity::Value(_)) => {}
            _ => return Ok(unclear()),
        }
    }
    let open = |param: &TemplateParam| param.name.as_ref().is_some_and(|name| !bound.contains_key(&name.text));
    if special.template.iter().any(open) {
        let differs = patterns.iter().zip(values).any(|(pattern, value)| match (pattern, value) {
            (Pattern::Type(pattern), Entity::Type(given)) => differs(env, pattern, given),
            _ => false,
        });
        return Ok(if differs { Fit::No } else { unclear() });
    }
    let mut result = Fit::Yes(Scope::default());
    let mut seen: Vec<String> = Vec::new();
    for (at, value) in values.iter().enumerate() {
        let found = match patterns.get(at) {
            Some(pattern) => {
                let mentioned: Vec<String> =
                    pattern.mentioned().into_iter().filter(|name| is_parameter(special, name)).collect();
                let is_form = pattern.has_form(special);
                let is_new = is_form && mentioned.iter().all(|name| !seen.contains(name));
                seen.extend(mentioned);
                match compared(env, pattern, value, &bound, is_new)? {
                    Fit::No if is_form && loses_const(env, pattern, value, &bound)? => {
                        Fit::Unknown(format!("specialised for {NOT_TOLD_APART}"))
                    }
                    found => found,
                }
            }
            // A specialisation that leaves out arguments is one for the defaults.
            None => match default(env, template, at, &values[..at])? {
                Some(Entity::Type(ty)) => of_types(env, &ty, value, false),
                Some(Entity::Value(known)) => of_values(&known, value),
                _ => unclear(),
            },
        };
        match found {
            Fit::No => return Ok(Fit::No),
            Fit::Unknown(_) => result = found,
            Fit::Yes(_) => {}
        }
    }
    Ok(match result {
        Fit::Yes(_) => Fit::Yes(bound),
        other => other,
    })
}

/// A template argument of a specialisation.
enum Pattern<'t> {
    /// A lone name, which the grammar takes for a type.
    Name(&'t tree::Name),
    Type(&'t tree::Type),
    /// With the name that it is, if it is one.
    Value(&'t tree::Expr, Option<&'t tree::Name>),
}

impl<'t> Pattern<'t> {
    fn of(arg: &'t TemplateArg) -> Pattern<'t> {
        match arg {
            TemplateArg::Type(ty) => match &ty.kind {
                TypeKind::Named(name) if !is_qualified(ty) => Pattern::Name(name),
                _ => Pattern::Type(ty),
            },
            TemplateArg::Value(e) => match &e.kind {
                tree::ExprKind::Name(name) => Pattern::Value(e, Some(name)),
                _ => Pattern::Value(e, None),
            },
        }
    }

    /// Whether there is nothing in it but template parameters, and what is built of them.
    fn has_form(&self, special: &Record) -> bool {
        match self {
            Pattern::Name(name) => has_form_of(name, special),
            Pattern::Type(ty) => has_form(ty, special),
            Pattern::Value(_, name) => name.is_some_and(|name| is_parameter(special, &name.ident)),
        }
    }

    /// The names in it.
    fn mentioned(&self) -> Vec<String> {
        let mut names = Vec::new();
        match self {
            Pattern::Name(name) => mentioned_by_name(name, &mut names),
            Pattern::Type(ty) => mentioned_by(ty, &mut names),
            Pattern::Value(_, name) => names.extend(name.map(|name| name.ident.clone())),
        }
        names
    }
}

fn is_qualified(ty: &tree::Type) -> bool {
    ty.qualifiers.is_const || ty.qualifiers.is_volatile
}

fn has_form(ty: &tree::Type, special: &Record) -> bool {
    matches!(&ty.innermost().kind, TypeKind::Named(name) if has_form_of(name, special))
}

fn has_form_of(name: &tree::Name, special: &Record) -> bool {
    let of_parameters = |arg: &TemplateArg| Pattern::of(arg).has_form(special);
    match &name.template_args {
        None => name.path.is_empty() && is_parameter(special, &name.ident),
        Some(args) => args.iter().all(of_parameters),
    }
}

fn mentioned_by(ty: &tree::Type, names: &mut Vec<String>) {
    ty.inner().into_iter().for_each(|inner| mentioned_by(inner, names));
    match &ty.kind {
        TypeKind::Array(_, Some(extent)) => {
            if let tree::ExprKind::Name(name) = &extent.kind {
                names.push(name.ident.clone());
            }
        }
        TypeKind::Named(name) => mentioned_by_name(name, names),
        _ => {}
    }
}

fn mentioned_by_name(name: &tree::Name, names: &mut Vec<String>) {
    names.push(name.ident.clone());
    for arg in name.template_args.iter().flatten() {
        match arg {
            TemplateArg::Type(ty) => mentioned_by(ty, names),
            TemplateArg::Value(tree::Expr { kind: tree::ExprKind::Name(name), .. }) => names.push(name.ident.clone()),
            TemplateArg::Value(_) => {}
        }
    }
}

fn is_parameter(special: &Record, name: &str) -> bool {
    special.template.iter().any(|param| param.name.as_ref().is_some_and(|own| own.text == name))
}

/// Whether a pattern of which parameters stay open is surely not of the form of a type.
fn differs(env: &Env, pattern: &tree::Type, given: &CType) -> bool {
    match (&pattern.kind, given) {
        (_, CType::Other(_) | CType::Auto) => false,
        (TypeKind::Pointer(pattern), CType::Pointer { to, .. })
        | (TypeKind::Reference(pattern), CType::Reference { to, .. })
        | (TypeKind::Array(pattern, _), CType::Array { of: to, .. }) => differs(env, pattern, to),
        (TypeKind::Pointer(_) | TypeKind::Reference(_) | TypeKind::Array(..), _) => true,
        (TypeKind::Named(name), _) if env.table.classes.records.contains_key(name.ident.as_str()) => match given {
            CType::Record(record) => record.name.split('<').next() != Some(&name.ident),
            _ => true,
        },
        _ => false,
    }
}

/// Whether a pattern, with the template parameters in place, is the argument. Of one whose parameters occur for the first time
/// only the form counts.
fn compared(env: &mut Env, pattern: &Pattern, value: &Entity, bound: &Scope, is_new: bool) -> Lowered<Fit> {
    let scopes = vec![bound.clone()];
    let as_type = |name: &tree::Name| tree::Type::new(TypeKind::Named(name.clone()), name.span);
    let as_value = |name: &tree::Name| tree::Expr { kind: tree::ExprKind::Name(name.clone()), span: name.span };
    let unclear = || Fit::Unknown("of which a specialisation is not understood".to_string());
    Ok(match (pattern, value) {
        (Pattern::Type(_) | Pattern::Name(_), Entity::Type(_)) => {
            let ty = match pattern {
                Pattern::Name(name) => &as_type(name),
                Pattern::Type(ty) => *ty,
                Pattern::Value(..) => return Ok(unclear()),
            };
            match if is_new { Substitution::Holds } else { substitution::of_type(env, ty, bound) } {
                Substitution::Holds => {}
                Substitution::Unknown => {
                    return Ok(Fit::Unknown("of which a specialisation names a type that may be missing".into()));
                }
                Substitution::Fails => return Ok(Fit::No),
            }
            let own = env.with_scopes(scopes, |env| resolve::resolve(env, ty))?;
            // An `enable_if` that is false.
            let excluded = matches!(&ty.kind, TypeKind::Named(name) if traits::is_enable_if(name));
            if excluded && matches!(own, CType::Other(_)) {
                return Ok(Fit::No);
            }
            if traits::is_qualified(env, ty) {
                return Ok(Fit::Unknown("of which a specialisation is for a `const` type".into()));
            }
            of_types(env, &own, value, is_new)
        }
        (Pattern::Name(name), Entity::Value(given)) | (Pattern::Value(_, Some(name)), Entity::Value(given)) => {
            if is_new && bound.contains_key(&name.ident) {
                return Ok(Fit::Yes(Scope::default()));
            }
            let e = as_value(name);
            let (_, own) = env.captured(|env| env.with_scopes(scopes, |env| expr::rvalue(env, &e)));
            of_values(&own?, &Entity::Value(given.clone()))
        }
        (Pattern::Value(e, None), Entity::Value(_)) => {
            let (_, own) = env.captured(|env| env.with_scopes(scopes, |env| expr::rvalue(env, e)));
            of_values(&own?, value)
        }
        _ => unclear(),
    })
}

fn of_types(env: &Env, own: &CType, value: &Entity, is_new: bool) -> Fit {
    let Entity::Type(given) = value else { return Fit::Unknown("of which a specialisation is not understood".into()) };
    match (own, given) {
        (CType::Other(what), _) | (_, CType::Other(what)) => {
            Fit::Unknown(format!("of which a specialisation may be for {what}"))
        }
        _ if !own.same(given) => Fit::No,
        _ if !is_new && (env.met.const_arguments || traits::is_ambiguous(env, own)) => {
            Fit::Unknown(format!("specialised for {NOT_TOLD_APART}"))
        }
        _ => Fit::Yes(Scope::default()),
    }
}

/// Whether a pattern of template parameters is the argument but for a `const` behind a pointer: the parameter is the type with
/// its `const` in C++, and without it here.
fn loses_const(env: &mut Env, pattern: &Pattern, value: &Entity, bound: &Scope) -> Lowered<bool> {
    fn loses(own: &CType, given: &CType) -> bool {
        match (own, given) {
            (CType::Pointer { to: a, to_const: c }, CType::Pointer { to: b, to_const: d })
            | (CType::Reference { to: a, to_const: c }, CType::Reference { to: b, to_const: d }) => {
                (!c || *d) && (a.same(b) || loses(a, b))
            }
            (CType::Array { of: a, .. }, CType::Array { of: b, .. }) => a.same(b) || loses(a, b),
            _ => false,
        }
    }
    let (Pattern::Type(ty), Entity::Type(given)) = (pattern, value) else { return Ok(false) };
    let own = env.with_scopes(vec![bound.clone()], |env| resolve::resolve(env, ty))?;
    Ok(loses(&own, given))
}

fn of_values(own: &Expr, value: &Entity) -> Fit {
    let Entity::Value(given) = value else { return Fit::Unknown("of which a specialisation is not understood".into()) };
    let same = match (value::constant(own), value::constant(given)) {
        (Some(Constant::Bool(a)), Some(Constant::Int(b))) => b == i32::from(a).into(),
        (Some(Constant::Int(a)), Some(Constant::Bool(b))) => a == i32::from(b).into(),
        (Some(a), Some(b)) => a == b,
        _ if value::shape(own) == value::shape(given) => true,
        _ => return Fit::Unknown("specialised for a value that is not fixed".into()),
    };
    if same { Fit::Yes(Scope::default()) } else { Fit::No }
}

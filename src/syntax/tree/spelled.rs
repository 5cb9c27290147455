//! Types as they are written, as text by which two of them are compared.

use super::{Expr, ExprKind, TemplateArg, TemplateParam, Type, TypeKind};

/// A parameter's type as it is written: an array is a pointer, and `const` of the parameter itself says nothing.
pub fn parameter(ty: &Type, template: &[TemplateParam]) -> String {
    match &ty.kind {
        TypeKind::Array(of, _) => format!("{}*", spelled(of, template)),
        kind => by_kind(kind, ty, template),
    }
}

fn spelled(ty: &Type, template: &[TemplateParam]) -> String {
    let own = by_kind(&ty.kind, ty, template);
    let qualifiers = &ty.qualifiers;
    let is_const = if qualifiers.is_const { "const " } else { "" };
    let is_volatile = if qualifiers.is_volatile { "volatile " } else { "" };
    format!("{is_const}{is_volatile}{own}")
}

/// Names of types that may have other names begin with `~`.
fn by_kind(kind: &TypeKind, ty: &Type, template: &[TemplateParam]) -> String {
    match kind {
        TypeKind::Pointer(to) => format!("{}*", spelled(to, template)),
        TypeKind::Reference(to) => format!("{}&", spelled(to, template)),
        TypeKind::Array(of, None) => format!("{}[]", spelled(of, template)),
        TypeKind::Array(of, Some(extent)) => format!("{}[~{}]", spelled(of, template), extent_of(extent)),
        TypeKind::Named(name) => {
            let is_own = |param: &TemplateParam| param.name.as_ref().is_some_and(|own| own.text == name.ident);
            match template.iter().position(is_own).filter(|_| name.path.is_empty()) {
                Some(at) => format!("#{at}"),
                None => {
                    let args = name.template_args.as_deref().map(|args| arguments(args, template));
                    format!(
                        "~{}{}::{}{args:?}",
                        if name.is_global { "::" } else { "" },
                        name.path.join("::"),
                        name.ident
                    )
                }
            }
        }
        TypeKind::Int { .. } | TypeKind::Float { .. } => format!("{kind:?}{}", ty.qualifiers.is_second),
        TypeKind::Void | TypeKind::Bool | TypeKind::Auto => format!("{kind:?}"),
        TypeKind::Decltype(_) | TypeKind::Other(_) => format!("~{:?}", ty.span),
    }
}

/// Template arguments.
pub fn arguments(args: &[TemplateArg], template: &[TemplateParam]) -> Vec<String> {
    let spelled = |arg: &TemplateArg| match arg {
        TemplateArg::Type(ty) => self::spelled(ty, template),
        TemplateArg::Value(e) => extent_of(e),
    };
    args.iter().map(spelled).collect()
}

/// A number, or else something that is like nothing else.
fn extent_of(e: &Expr) -> String {
    match &e.kind {
        ExprKind::Int(value) => format!("{value:?}"),
        ExprKind::Name(name) => name.ident.clone(),
        _ => format!("{:?}", e.span),
    }
}

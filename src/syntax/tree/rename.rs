//! Trees in which names stand for something else.

use super::{Expr, ExprKind, Name, TemplateArg, Type, TypeKind};

/// What a name stands for, where it is to be replaced.
pub type Rename<'r> = &'r mut dyn FnMut(&Name) -> Option<TemplateArg>;

/// An argument in which plain names are what the function says.
pub fn rewritten(arg: &TemplateArg, rename: Rename) -> TemplateArg {
    let mut arg = arg.clone();
    rewrite(&mut arg, rename);
    arg
}

fn rewrite(arg: &mut TemplateArg, rename: Rename) {
    let whole = match arg {
        TemplateArg::Type(Type { kind: TypeKind::Named(name), .. })
        | TemplateArg::Value(Expr { kind: ExprKind::Name(name), .. }) => Some(name),
        _ => None,
    };
    if let Some(known) = whole.filter(|name| is_plain(name)).and_then(|name| rename(name)) {
        *arg = match (&*arg, known) {
            (TemplateArg::Type(own), TemplateArg::Type(known)) => TemplateArg::Type(qualified(own, known)),
            (_, known) => known,
        };
        return;
    }
    match arg {
        TemplateArg::Type(ty) => rewrite_type(ty, rename),
        TemplateArg::Value(e) => rewrite_value(e, rename),
    }
}

/// A type with the qualifiers of the name that it stands for.
fn qualified(name: &Type, mut known: Type) -> Type {
    known.qualifiers.is_const |= name.qualifiers.is_const;
    known.qualifiers.is_volatile |= name.qualifiers.is_volatile;
    known
}

fn rewrite_name(name: &mut Name, rename: Rename) {
    let args = name.template_args.iter_mut().chain(name.path_args.iter_mut().flatten()).flatten();
    args.for_each(|arg| rewrite(arg, rename));
}

fn rewrite_value(e: &mut Expr, rename: Rename) {
    match &mut e.kind {
        ExprKind::Name(name) => {
            return match is_plain(name).then(|| rename(name)).flatten() {
                Some(TemplateArg::Value(known)) => *e = known,
                _ => rewrite_name(name, rename),
            };
        }
        ExprKind::SizeofExpr(inner) => {
            if let ExprKind::Name(name) = &inner.kind
                && is_plain(name)
                && let Some(TemplateArg::Type(known)) = rename(name)
            {
                e.kind = ExprKind::SizeofType(Box::new(known));
            }
            return;
        }
        ExprKind::Cast(_, ty, _)
        | ExprKind::Construct(ty, _)
        | ExprKind::SizeofType(ty)
        | ExprKind::AlignofType(ty) => rewrite_type(ty, rename),
        _ => {}
    }
    e.for_each_child_mut(&mut |child| rewrite_value(child, rename));
}

pub fn is_plain(name: &Name) -> bool {
    name.is_plain() && !name.is_global
}

/// Whether a type mentions a name.
pub fn mentions(ty: &Type, name: &str) -> bool {
    if let TypeKind::Array(of, _) = &ty.kind {
        // Its size is not looked into.
        return !matches!(of.kind, TypeKind::Void);
    }
    let mut found = false;
    rewrite_type(&mut ty.clone(), &mut |own| {
        found |= own.ident == name;
        None
    });
    found
}

pub fn rewrite_type(ty: &mut Type, rename: Rename) {
    match &mut ty.kind {
        TypeKind::Named(name) => match is_plain(name).then(|| rename(name)).flatten() {
            Some(TemplateArg::Type(known)) => *ty = qualified(ty, known),
            _ => rewrite_name(name, rename),
        },
        TypeKind::Pointer(of) | TypeKind::Reference(of) => rewrite_type(of, rename),
        _ => {}
    }
}

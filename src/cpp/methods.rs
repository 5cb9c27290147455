//! Member functions of a class, those of its base classes among them.

use std::sync::LazyLock;

use crate::base::Span;
use crate::syntax::tree::{self, Function, Record};

use super::{
    Env,
    types::{self, CType, RecordRef},
};

/// The member functions of a name: the class's own, else those of its base classes.
pub fn methods<'a>(env: &Env<'a>, id: usize, fits: &dyn Fn(&Function) -> bool) -> Vec<(usize, &'a Function)> {
    let info = &env.met.records[id];
    let own: Vec<(usize, &Function)> = info
        .tree
        .into_iter()
        .flat_map(|tree| &tree.methods)
        .filter(|method| !method.specifiers.is_friend && fits(method))
        .map(|method| (id, method))
        .collect();
    if !own.is_empty() {
        let mut own = own;
        own.extend(
            used(env, id, fits)
                .into_iter()
                .filter(|(_, method)| !own.iter().any(|(_, own)| hides(own, method)))
                .collect::<Vec<_>>(),
        );
        return own;
    }
    info.bases.iter().flat_map(|base| methods(env, base.id, fits)).collect()
}

/// What a class makes its own of its base classes' member functions: `using B::f;`.
pub fn used<'a>(env: &Env<'a>, id: usize, fits: &dyn Fn(&Function) -> bool) -> Vec<(usize, &'a Function)> {
    let Some(tree) = env.met.records[id].tree else { return Vec::new() };
    let mut used: Vec<(usize, &Function)> = Vec::new();
    for using in &tree.names.usings {
        let Some(ident) = &using.ident else { continue };
        let of_name = |method: &Function| fits(method) && method.name.text == *ident;
        let mut bases = Vec::new();
        using.path.last().into_iter().for_each(|name| bases_named(env, id, name, &mut bases));
        if bases.is_empty() {
            // By another name of it.
            bases.extend(env.met.records[id].bases.iter().map(|base| base.id));
        }
        used.extend(bases.into_iter().flat_map(|base| methods(env, base, &of_name)));
    }
    used
}

fn bases_named(env: &Env, id: usize, name: &str, found: &mut Vec<usize>) {
    for base in &env.met.records[id].bases {
        let stem = base.name.split('<').next().and_then(|name| name.rsplit("::").next());
        match stem == Some(name) {
            true => found.push(base.id),
            false => bases_named(env, base.id, name, found),
        }
    }
}

/// Whether a member function takes the place of one of a base class that `using` names: it has the same parameters.
pub fn hides(own: &Function, other: &Function) -> bool {
    let shape = |function: &Function| function.params.iter().map(|param| shape_of(&param.ty)).collect::<Vec<_>>();
    own.name.text == other.name.text
        && own.specifiers.is_const == other.specifiers.is_const
        && shape(own) == shape(other)
}

/// Whether a base class of a class template is for its arguments to say.
pub fn is_dependent(tree: &Record, base: &tree::Type) -> bool {
    let own = |name: &str| tree.template.iter().any(|param| param.name.as_ref().is_some_and(|own| own.text == name));
    mentions(base, &own)
}

fn mentions(ty: &tree::Type, own: &dyn Fn(&str) -> bool) -> bool {
    match &ty.innermost().kind {
        tree::TypeKind::Named(name) => {
            let in_arg = |arg: &tree::TemplateArg| match arg {
                tree::TemplateArg::Type(ty) => mentions(ty, own),
                // An expression, which may mention anything.
                tree::TemplateArg::Value(e) => !matches!(e.kind, tree::ExprKind::Int(_) | tree::ExprKind::Bool(_)),
            };
            own(&name.ident) || name.path.iter().any(|part| own(part)) || name.all_args().any(in_arg)
        }
        tree::TypeKind::Decltype(_) | tree::TypeKind::Other(_) => true,
        _ => false,
    }
}

/// Whether a `using` in a class names a member.
pub fn is_used(tree: &Record, name: &str) -> bool {
    tree.names.usings.iter().any(|using| using.ident.as_deref() == Some(name))
}

/// Whether a class template has the member functions of a name from base classes only that its arguments say: C++ does not
/// look there for a name that is not qualified.
pub fn is_of_dependent_base(env: &Env, id: usize, name: &str) -> bool {
    let info = &env.met.records[id];
    let Some(tree) = info.tree else { return false };
    if is_used(tree, name) || tree.methods.iter().any(|method| method.name.text == name) {
        return false;
    }
    let of_others = tree.bases.iter().zip(&info.bases).filter(|(written, _)| !is_dependent(tree, written));
    of_others.map(|(_, base)| methods_named(env, base.id, name)).all(|methods| methods.is_empty())
}

/// Likewise for the field at a position.
pub fn is_field_of_dependent_base(env: &Env, id: usize, at: usize) -> bool {
    let info = &env.met.records[id];
    let Some(tree) = info.tree else { return false };
    let mut before = 0;
    for (written, base) in tree.bases.iter().zip(&info.bases) {
        before += env.met.records[base.id].fields.len();
        if at < before {
            return is_dependent(tree, written) && !is_used(tree, &info.fields[at].name);
        }
    }
    false
}

/// The member functions of a name.
pub fn methods_named<'a>(env: &Env<'a>, id: usize, name: &str) -> Vec<(usize, &'a Function)> {
    methods(env, id, &|method| method.kind == tree::FunctionKind::Plain && method.name.text == name)
}

/// The functions of a name that a class or one of its base classes defines as friends: they are found by their arguments only.
pub fn friends<'a>(env: &Env<'a>, id: usize, name: &str) -> Vec<(usize, &'a Function)> {
    let info = &env.met.records[id];
    let own = info.tree.into_iter().flat_map(|tree| &tree.methods);
    let own = own.filter(|method| method.specifiers.is_friend && method.body.is_some() && method.name.text == name);
    let of_bases = info.bases.iter().flat_map(|base| friends(env, base.id, name));
    own.map(|method| (id, method)).chain(of_bases).collect()
}

/// The constructors; none of the class's own that is deleted or made by the compiler.
pub fn constructors<'a>(env: &Env<'a>, id: usize) -> Vec<&'a Function> {
    let methods = env.met.records[id].tree.into_iter().flat_map(|tree| &tree.methods);
    let own: Vec<&Function> = methods.filter(|method| method.kind == tree::FunctionKind::Constructor).collect();
    if own.is_empty() && env.met.records[id].bases.iter().any(|base| needs_constructor(env, base)) {
        return vec![&IMPLICIT];
    }
    own
}

/// The constructors of base classes that a class has by `using B::B;`, with the base classes. One without parameters is not
/// inherited; where a template or a copy is, which one is meant is not looked into.
pub fn inherited_constructors<'a>(env: &Env<'a>, id: usize) -> Vec<(usize, &'a Function)> {
    let Some(tree) = env.met.records[id].tree else { return Vec::new() };
    let stem =
        |base: &RecordRef| base.name.split('<').next().and_then(|name| name.rsplit("::").next()).map(String::from);
    let is_named = |base: &&RecordRef| {
        let stem = stem(base);
        tree.names.usings.iter().any(|using| using.ident.is_some() && using.ident == stem)
    };
    let bases = env.met.records[id].bases.iter().filter(is_named);
    let all = bases.flat_map(|base| {
        let own = constructors(env, base.id).into_iter().map(|constructor| (base.id, constructor));
        own.chain(inherited_constructors(env, base.id)).collect::<Vec<_>>()
    });
    all.filter(|(_, constructor)| !constructor.params.is_empty()).collect()
}

/// The constructor that the compiler makes of a class without any: it constructs the base classes and members.
pub static IMPLICIT: LazyLock<Function> = LazyLock::new(|| {
    let span = Span::default();
    let name = tree::Ident { text: "constructor".into(), span };
    Function {
        specifiers: tree::FunctionSpecifiers { device: true, ..tree::FunctionSpecifiers::default() },
        kind: tree::FunctionKind::Constructor,
        body: Some(tree::Block { stmts: Vec::new(), span }),
        ..Function::new(name, span)
    }
});

/// A type as written, without places.
pub fn shape_of(ty: &tree::Type) -> String {
    match &ty.kind {
        tree::TypeKind::Named(name) => types::shown(name),
        tree::TypeKind::Pointer(to) => format!("{}*", shape_of(to)),
        tree::TypeKind::Reference(to) => format!("{}&", shape_of(to)),
        tree::TypeKind::Array(of, _) => format!("{}[]", shape_of(of)),
        other => format!("{other:?}"),
    }
}

/// Whether some member that the class itself declares has a default value.
pub fn has_defaults(env: &Env, ty: &RecordRef) -> bool {
    env.met.records[ty.id].tree.is_some_and(|tree| tree.fields.iter().any(|field| field.default.is_some()))
}

/// Whether a declaration without initialiser runs code.
pub fn needs_constructor(env: &Env, ty: &RecordRef) -> bool {
    let own = constructors(env, ty.id).iter().any(|constructor| {
        let empty = constructor.body.as_ref().is_some_and(|body| body.stmts.is_empty()) && constructor.inits.is_empty();
        !(constructor.params.is_empty() && empty)
    });
    let info = &env.met.records[ty.id];
    let of_class = |ty: &CType| match ty {
        CType::Record(inner) => needs_constructor(env, inner),
        CType::Array { .. } => {
            matches!(ty.elements(), Some((CType::Record(inner), _)) if needs_constructor(env, &inner))
        }
        _ => false,
    };
    let of_members = !info.is_union && info.fields.iter().any(|field| of_class(&field.ty));
    own || of_members || has_defaults(env, ty) || info.bases.iter().any(|base| needs_constructor(env, base))
}

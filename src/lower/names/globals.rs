//! Names of file level: globals become locals or arrays of the kernel that first mentions them.

use num_traits::ToPrimitive;

use crate::base::Span;
use crate::cpp::{Base, Entity, Env, Lowered, Pointer, Value, types::CType, value};
use crate::cuda::limits;
use crate::kernel::ir::{Array, Conversion, Expr, LocalRole, Space, Type};
use crate::lower::{
    calls::closure,
    expressions::expr,
    objects::{
        initializers::{self, Cells},
        member,
    },
    statements::arrays,
};
use crate::memory::{
    homes::{Home, Storage},
    layout, storage,
};
use crate::syntax::tree::{self, Declaration, Declarator, Enumeration, Ident, Initializer, Name, TypeKind};

use super::{
    enums,
    lookup::{self, Spot},
    record, resolve,
};

/// A declaration of file level that gives a name a value.
#[derive(Clone, Copy)]
enum Declared<'a> {
    Variable(&'a Declaration, &'a Declarator),
    Enumerator(&'a Enumeration, usize),
}

impl Declared<'_> {
    fn spot(&self) -> Spot<'_> {
        match self {
            Declared::Variable(declaration, _) => Spot { scope: &declaration.scope, order: declaration.order },
            Declared::Enumerator(enumeration, _) => Spot { scope: &enumeration.scope, order: enumeration.order },
        }
    }
}

/// What an unqualified or qualified name means here.
pub fn entity(env: &mut Env, name: &tree::Name) -> Option<Entity> {
    if let Some(found) = record::enumerator(env, name).or_else(|| record::qualified(env, name)) {
        return Some(found.unwrap_or(Entity::Reported));
    }
    if name.is_global || !name.path.is_empty() {
        return lookup(env, name);
    }
    entity_of_text(env, &name.ident)
}

/// What an unqualified name means here.
pub fn entity_of_text(env: &mut Env, name: &str) -> Option<Entity> {
    if let Some(entity) = env.scopes.iter().rev().find_map(|scope| scope.get(name)) {
        return Some(entity.clone());
    }
    lookup(env, &tree::Name { ident: name.to_owned(), ..tree::Name::default() })
}

/// What a name of file level means. `None`: there is none (an error in its declaration is recorded
/// and makes it `Entity::Reported`).
pub fn lookup(env: &mut Env, name: &Name) -> Option<Entity> {
    let declared = match declarations(env, name).as_slice() {
        [] => return None,
        [declared] => *declared,
        _ => return Some(Entity::Unsupported(format!("`{}`, which is declared several times", name.ident))),
    };
    let span = match declared {
        Declared::Variable(_, declarator) => declarator.name.span,
        Declared::Enumerator(enumeration, at) => enumeration.values[at].0.span,
    };
    if let Some(entity) = env.memory.globals.get(&span) {
        return Some(entity.clone());
    }
    let spot = declared.spot();
    // While a global is being made its own name must not lead back here.
    env.memory.globals.insert(span, Entity::Unsupported(format!("`{}`, which is defined by itself", name.ident)));
    let entity = env.in_namespace((spot.scope.to_vec(), spot.order), |env| match declared {
        Declared::Variable(declaration, declarator) => global(env, declaration, declarator),
        Declared::Enumerator(enumeration, at) => enums::enumerator(env, enumeration, at),
    });
    let entity = entity.unwrap_or(Entity::Reported);
    env.memory.globals.insert(span, entity.clone());
    Some(entity)
}

/// Whether a name of file level, or one of CUDA's, is in sight here.
pub fn is_visible(env: &mut Env, name: &Name) -> bool {
    let all = declared(env, &name.ident);
    let spots: Vec<Spot> = all.iter().map(Declared::spot).collect();
    let visible = lookup::visible(env, &spots, name);
    !visible.is_guess && !visible.places.is_empty() || is_of_cuda(env, &name.ident)
}

/// The declarations of file level of a name, in whatever namespace.
fn declared<'a>(env: &Env<'a>, ident: &str) -> Vec<Declared<'a>> {
    let variables = env.table.globals.get(ident).map(Vec::as_slice).unwrap_or_default();
    let enumerators = env.table.enumerations.enumerators.get(ident).map(Vec::as_slice).unwrap_or_default();
    let variables = variables.iter().map(|(declaration, declarator)| Declared::Variable(declaration, declarator));
    variables.chain(enumerators.iter().map(|(of, at)| Declared::Enumerator(of, *at))).collect()
}

/// The declarations that a name can mean.
fn declarations<'a>(env: &mut Env<'a>, name: &Name) -> Vec<Declared<'a>> {
    let table = env.table;
    let ident = name.ident.as_str();
    let enumerators = table.enumerations.enumerators.get(ident).map(Vec::as_slice).unwrap_or_default();
    let all = declared(env, ident);
    if all.is_empty() {
        return Vec::new();
    }
    if let Some((last, path)) = name.path.split_last() {
        let of_path =
            |(enumeration, _): &&(&Enumeration, usize)| enumeration.name.as_ref().is_some_and(|own| own.text == *last);
        let named: Vec<_> = enumerators.iter().filter(of_path).copied().collect();
        if !named.is_empty() {
            let spots: Vec<Spot> = named
                .iter()
                .map(|(enumeration, _)| Spot { scope: &enumeration.scope, order: enumeration.order })
                .collect();
            let of = Name { is_global: name.is_global, path: path.to_vec(), ident: last.clone(), ..Name::default() };
            let places = lookup::visible(env, &spots, &of).places;
            return places.into_iter().map(|(at, _)| Declared::Enumerator(named[at].0, named[at].1)).collect();
        }
    }
    let spots: Vec<Spot> = all.iter().map(Declared::spot).collect();
    let visible = lookup::visible(env, &spots, name);
    if visible.is_guess && name.path.is_empty() && is_of_cuda(env, ident) {
        return Vec::new();
    }
    let found: Vec<Declared> = visible.places.into_iter().map(|(at, _)| all[at]).collect();
    let is_extern = |declared: &Declared| matches!(declared, Declared::Variable(of, _) if of.specifiers.is_extern);
    let defined: Vec<Declared> = found.iter().copied().filter(|declared| !is_extern(declared)).collect();
    match defined.is_empty() {
        // Of several `extern` declarations one is as good as the other.
        true => found.into_iter().take(1).collect(),
        false => defined,
    }
}

/// Whether CUDA or the language's headers name a constant or variable so.
fn is_of_cuda(env: &mut Env, name: &str) -> bool {
    member::is_launch_variable(name) || limits::constant(env, name, Span::default()).is_some()
}

fn global(env: &mut Env, declaration: &Declaration, declarator: &Declarator) -> Lowered<Entity> {
    let specifiers = declaration.specifiers;
    let name = &declarator.name;
    if specifiers.is_template {
        return Ok(Entity::Unsupported(format!("variable template `{}`", name.text)));
    }
    let ty = resolve::resolve(env, &declarator.ty)?;
    if let TypeKind::Named(written) = &declarator.ty.kind
        && let ("surface", CType::Surface) = (written.ident.as_str(), &ty)
    {
        return Ok(Entity::Object(Value::Surface(storage::surface(env, &name.text, name.span))));
    }
    if specifiers.is_shared {
        return arrays::shared(env, declaration, declarator, ty);
    }
    let constant = specifiers.is_constexpr || resolve::is_const(&declarator.ty);
    if !constant && !specifiers.is_constant && !specifiers.is_device {
        return Ok(Entity::Unsupported(format!("host variable `{}`", name.text)));
    }
    match &ty {
        CType::Scalar(scalar) => scalar_global(env, declarator, *scalar, (constant, specifiers.is_constant)),
        CType::Array { .. } => array_global(env, declarator, &ty, (constant, specifiers.is_constant)),
        CType::Record(_) => {
            let readonly = constant || specifiers.is_constant;
            Ok(records(env, name, &ty, Vec::new(), (readonly, constant)))
        }
        // What it points to is memory of its own, as a parameter's is.
        CType::Pointer { to, to_const } if to.elements().is_some() => {
            let storage = Storage {
                home: Home::Memory(Space::Global),
                extents: vec![None],
                is_const: *to_const,
                is_restrict: false,
                ..Storage::local(&name.text, false, name.span)
            };
            if !specifiers.is_constant && !constant {
                return Ok(Entity::Unsupported(format!("pointer variable `{}` of the device", name.text)));
            }
            let base = storage::make(env, to, &storage)?;
            Ok(Entity::Pointer(Pointer::to(base, *to_const)))
        }
        other => Ok(Entity::Unsupported(format!("`{}` of type {}", name.text, other.name()))),
    }
}

/// A scalar of file level: its value where that is known, else a variable that kernels only read, or a cell.
fn scalar_global(
    env: &mut Env,
    declarator: &Declarator,
    scalar: Type,
    (constant, in_constant_memory): (bool, bool),
) -> Lowered<Entity> {
    let name = &declarator.name;
    if let (true, Some(init)) = (constant, single(&declarator.init)) {
        let (effects, init) = env.captured(|env| expr::rvalue(env, init));
        let init = value::convert(init?, scalar, Conversion::Implicit);
        if effects.is_empty()
            && let Some(known) = value::constant(&init).and_then(|c| value::literal(&c, scalar, name.span))
        {
            return Ok(Entity::Value(known));
        }
    }
    if constant || in_constant_memory {
        let local = env.new_local(&name.text, scalar, LocalRole::Global, name.span);
        if constant {
            env.variables.constants.insert(local);
        }
        return Ok(Entity::Local(local));
    }
    Ok(Entity::Array(env.new_array(Array {
        is_restrict: false,
        ..Array::new(name.text.clone(), scalar, Space::Global, Vec::new(), name.span)
    })))
}

/// An array of file level, with its contents where it is constant.
fn array_global(
    env: &mut Env,
    declarator: &Declarator,
    ty: &CType,
    (constant, in_constant_memory): (bool, bool),
) -> Lowered<Entity> {
    let name = &declarator.name;
    // What only `__constant__` says may be written by the host.
    if constant && let Some(table) = closure::table(env, ty, declarator.init.as_ref())? {
        return Ok(Entity::Object(table));
    }
    let (element, mut extents) = match ty.elements() {
        Some((CType::Scalar(element), extents)) => (element, extents),
        Some((record, extents)) => {
            let readonly = constant || in_constant_memory;
            return Ok(records(env, name, &record, extents, (readonly, constant)));
        }
        None => return Ok(Entity::Unsupported(format!("array `{}` of {}", name.text, innermost(ty)))),
    };
    let mut initial = None;
    if constant && let Some(Initializer::List(list, _)) = &declarator.init {
        initializers::complete(&mut extents, list, name.span);
        initial = contents(env, element, &extents, list)?;
    }
    let readonly = constant || in_constant_memory;
    Ok(Entity::Array(env.new_array(Array {
        name: name.text.clone(),
        element,
        space: if readonly { Space::Constant } else { Space::Global },
        extents,
        length_used: false,
        initial,
        // Constant memory is not `const` to C++: a pointer to it need not say so (MEM-17).
        is_const: constant,
        is_restrict: true,
        span: name.span,
    })))
}

/// A global of record type, or an array of such: of unknown content. Kernels may only read it, and C++ may say so too.
fn records(
    env: &mut Env,
    name: &Ident,
    ty: &CType,
    extents: Vec<Option<Expr>>,
    (readonly, is_const): (bool, bool),
) -> Entity {
    let home = match (readonly, extents.is_empty()) {
        (true, true) => Home::Constant,
        (true, false) => Home::Memory(Space::Constant),
        (false, _) => Home::Memory(Space::Global),
    };
    let storage = Storage { home, extents, is_const, ..Storage::local(&name.text, true, name.span) };
    match storage::make(env, ty, &storage) {
        Ok(Base::Bundle(bundle)) => Entity::Bundle(bundle),
        Ok(Base::Array(array)) => Entity::Array(array),
        Ok(Base::Local(local)) => Entity::Local(local),
        Ok(base @ (Base::CellView(_) | Base::PointerArray(_) | Base::Choice(_))) => {
            Entity::Row(Pointer::to(base, is_const))
        }
        Err(_) => Entity::Reported,
    }
}

/// A static member of a class: a constant, or what is not modelled.
pub fn static_member(env: &mut Env, declaration: &Declaration, declarator: &Declarator) -> Lowered<Entity> {
    let name = &declarator.name;
    let shown = Entity::Unsupported(format!("static member `{}`", name.text));
    let constant = declaration.specifiers.is_constexpr || resolve::is_const(&declarator.ty);
    let ty = resolve::resolve(env, &declarator.ty)?;
    let (true, CType::Scalar(scalar), Some(init)) = (constant, &ty, single(&declarator.init)) else {
        return Ok(shown);
    };
    let (effects, value) = env.captured(|env| expr::rvalue(env, init));
    let value = value::convert(value?, *scalar, Conversion::Implicit);
    if !effects.is_empty() {
        return Ok(shown);
    }
    match value::constant(&value).and_then(|known| value::literal(&known, *scalar, name.span)) {
        Some(known) => Ok(Entity::Value(known)),
        None if resolve::is_launch_constant(env, &value) => Ok(Entity::Value(value)),
        None => Ok(shown),
    }
}

/// The only expression of an initialiser of a scalar.
pub fn single(init: &Option<Initializer>) -> Option<&tree::Expr> {
    match init.as_ref()? {
        Initializer::Expr(e) => Some(e),
        Initializer::List(list, _) => match list.as_slice() {
            [Initializer::Expr(e)] => Some(e),
            _ => None,
        },
        Initializer::Construct(args) => match args.as_slice() {
            [e] => Some(e),
            _ => None,
        },
    }
}

/// The element type's name of an array that is not one of scalars.
pub fn innermost(ty: &CType) -> String {
    match ty {
        CType::Array { of, .. } => innermost(of),
        other => other.name(),
    }
}

/// All cells of a constant table, where its extents and its contents are known.
pub fn contents(
    env: &mut Env,
    element: Type,
    extents: &[Option<Expr>],
    list: &[Initializer],
) -> Lowered<Option<Vec<Expr>>> {
    let Some(dims) = layout::dimensions(extents) else { return Ok(None) };
    let Some(count) = dims.iter().product::<u64>().to_usize().filter(|count| *count <= initializers::MOST_CELLS) else {
        return Ok(None);
    };
    let Cells { cells, .. } = initializers::cells(env, list, &dims)?;
    let mut values = Vec::with_capacity(count);
    let span = cells.first().map_or_else(Default::default, |(_, e)| e.span);
    values.resize_with(count, || value::zero(element, span));
    for (at, e) in cells {
        let (effects, cell) = env.captured(|env| expr::rvalue(env, e));
        let cell = value::convert(cell?, element, Conversion::Implicit);
        if !effects.is_empty() {
            return Ok(None);
        }
        match value::constant(&cell).and_then(|known| value::literal(&known, element, e.span)) {
            Some(known) => values[at] = known,
            None => return Ok(None),
        }
    }
    Ok(Some(values))
}

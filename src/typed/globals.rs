//! Names of file level: globals become locals or arrays of the kernel that first mentions them.

use num_traits::ToPrimitive;

use crate::kernel::ir::{Array, Conversion, Expr, LocalRole, Space, Type};
use crate::syntax::tree::{Declaration, Declarator, Enumeration, Initializer};

use super::expr;
use super::initial::{self, Cells};
use super::resolve;
use super::scope::{Entity, Env, Lowered};
use super::types::CType;
use super::value;

/// What a name of file level means. `None`: there is none (an error in its declaration is recorded
/// and makes it [`Entity::Reported`]).
pub fn lookup(env: &mut Env, name: &str) -> Option<Entity> {
    if let Some(entity) = env.globals.get(name) {
        return Some(entity.clone());
    }
    // While a global is being made its own name must not lead back here.
    let pending = Entity::Unsupported(format!("`{name}`, which is defined by itself"));
    let entity = if let Some((declaration, declarator)) = env.table.globals.get(name).copied() {
        env.globals.insert(name.to_string(), pending);
        env.at_file_level(|env| global(env, declaration, declarator))
    } else if let Some((enumeration, at)) = env.table.enumerators.get(name).copied() {
        env.globals.insert(name.to_string(), pending);
        env.at_file_level(|env| enumerator(env, enumeration, at))
    } else {
        return None;
    };
    let entity = entity.unwrap_or(Entity::Reported);
    env.globals.insert(name.to_string(), entity.clone());
    Some(entity)
}

/// The value of the enumerator at a position: its own, or the one before it plus one.
fn enumerator(env: &mut Env, enumeration: &Enumeration, at: usize) -> Lowered<Entity> {
    let start = enumeration.values[..=at].iter().rposition(|(_, value)| value.is_some());
    let (base, steps) = match start.and_then(|start| Some((start, enumeration.values[start].1.as_ref()?))) {
        Some((start, value)) => (expr::constant(env, value)?, at - start),
        None => (0.into(), at),
    };
    Ok(Entity::Value(value::int(base + steps, Type::INT, enumeration.values[at].0.span)))
}

fn global(env: &mut Env, declaration: &Declaration, declarator: &Declarator) -> Lowered<Entity> {
    let specifiers = declaration.specifiers;
    let name = &declarator.name;
    let ty = resolve::resolve(env, &declarator.ty)?;
    let constant = specifiers.is_constexpr || resolve::is_const(&declarator.ty);
    if !constant && !specifiers.is_constant && !specifiers.is_device {
        return Ok(Entity::Unsupported(format!("host variable `{}`", name.text)));
    }
    match &ty {
        CType::Scalar(scalar) => {
            if let (true, Some(init)) = (constant, single(&declarator.init)) {
                let (effects, init) = env.captured(|env| expr::rvalue(env, init));
                let init = value::convert(init?, *scalar, Conversion::Implicit);
                if effects.is_empty()
                    && let Some(known) = value::constant(&init).and_then(|c| value::literal(&c, *scalar, name.span))
                {
                    return Ok(Entity::Value(known));
                }
            }
            if constant || specifiers.is_constant {
                return Ok(Entity::Local(env.new_local(&name.text, *scalar, LocalRole::Global, name.span)));
            }
            Ok(Entity::Array(env.new_array(Array {
                name: name.text.clone(),
                element: *scalar,
                space: Space::Global,
                extents: Vec::new(),
                length_used: false,
                initial: None,
                is_const: false,
                is_restrict: false,
                span: name.span,
            })))
        }
        CType::Array { .. } => {
            let Some((element, mut extents)) = ty.elements() else {
                return Ok(Entity::Unsupported(format!("array `{}` of {}", name.text, innermost(&ty))));
            };
            let mut initial = None;
            if constant && let Some(Initializer::List(list, _)) = &declarator.init {
                initial::complete(&mut extents, list, name.span);
                initial = contents(env, element, &extents, list)?;
            }
            let readonly = constant || specifiers.is_constant;
            Ok(Entity::Array(env.new_array(Array {
                name: name.text.clone(),
                element,
                space: if readonly { Space::Constant } else { Space::Global },
                extents,
                length_used: false,
                initial,
                is_const: readonly,
                is_restrict: true,
                span: name.span,
            })))
        }
        other => Ok(Entity::Unsupported(format!("`{}` of type {}", name.text, other.name()))),
    }
}

/// The only expression of an initialiser of a scalar.
pub fn single(init: &Option<Initializer>) -> Option<&crate::syntax::tree::Expr> {
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
    let Some(dims) = initial::dimensions(extents) else { return Ok(None) };
    let Some(count) = dims.iter().product::<u64>().to_usize().filter(|count| *count <= initial::MOST_CELLS) else {
        return Ok(None);
    };
    let Cells { cells, .. } = initial::cells(env, list, &dims)?;
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

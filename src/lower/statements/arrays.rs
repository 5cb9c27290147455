//! Arrays that functions declare: of a thread, and of the block.

use num_traits::ToPrimitive;

use crate::base::{Span, codes};
use crate::cpp::{
    Base, Entity, Env, Lowered, Pointer, methods,
    types::{CType, RecordRef},
    value::{self, convert},
};
use crate::kernel::ir::{Array, ArrayId, Conversion, Expr, Space, StmtKind, Type};
use crate::lower::{
    calls::closure,
    expressions::{expr, strings},
    names::{
        globals::{contents, innermost},
        specialisation, traits,
    },
    objects::{aggregate, construction, initializers, zero_fill},
};
use crate::memory::{
    homes::{Home, Storage},
    layout, pointee, storage, views,
};
use crate::syntax::tree::{Declaration, Declarator, Ident, Initializer};

use super::conditions;

/// An array that a function declares: of each thread, or one table where all cells are constants.
pub fn private_array(env: &mut Env, declarator: &Declarator, ty: CType, is_const: bool) -> Lowered<Entity> {
    let name = &declarator.name;
    if (is_const || !env.frame.modified.contains(&name.text))
        && let Some(table) = closure::table(env, &ty, declarator.init.as_ref())?
    {
        return Ok(Entity::Object(table));
    }
    let (element, mut extents) = match elements(env, &ty, name)? {
        (CType::Scalar(element), extents) => (element, extents),
        (CType::Record(record), extents) => return record_array(env, declarator, &record, extents, is_const),
        (other, _) => return Err(env.unsupported(format!("array `{}` of {}", name.text, other.name()), name.span)),
    };
    let list_of_characters;
    let list = match &declarator.init {
        None => None,
        Some(Initializer::List(list, _)) => Some(list),
        Some(Initializer::Expr(e)) => match strings::as_list(&e.kind, element, e.span) {
            Some(characters) => {
                list_of_characters = characters;
                Some(&list_of_characters)
            }
            None => return Err(env.unsupported("array initialised by an expression", e.span)),
        },
        Some(Initializer::Construct(_)) => {
            return Err(env.unsupported("array initialised by a constructor", name.span));
        }
    };
    if let Some(list) = list {
        initializers::complete(&mut extents, list, name.span);
    }
    if extents.iter().any(Option::is_none) {
        return Err(env.error(codes::E0305, name.span, format!("array `{}` needs a size", name.text)));
    }
    if let (true, Some(list)) = (is_const, list)
        && let (effects, Ok(Some(initial))) = env.captured(|env| contents(env, element, &extents, list))
        && effects.is_empty()
    {
        // A table of constants is the same for all threads.
        return Ok(Entity::Array(env.new_array(Array {
            initial: Some(initial),
            is_const,
            ..Array::new(name.text.clone(), element, Space::Constant, extents, name.span)
        })));
    }
    let dims = layout::dimensions(&extents);
    let array =
        env.new_array(Array { is_const, ..Array::new(name.text.clone(), element, Space::Private, extents, name.span) });
    let extents = env.kernel.arrays[array.index()].extents.clone();
    extents.iter().flatten().for_each(|extent| conditions::has_elements(env, extent, name.span));
    env.emit(StmtKind::DeclareArray(array), name.span);
    if let Some(list) = list {
        fill(env, name, (array, element, dims), list)?;
    }
    Ok(Entity::Array(array))
}

/// Stores what a list gives an array, cell by cell.
fn fill(
    env: &mut Env,
    name: &Ident,
    (array, element, dims): (ArrayId, Type, Option<Vec<u64>>),
    list: &[Initializer],
) -> Lowered<()> {
    let count = dims.as_ref().and_then(|dims| dims.iter().product::<u64>().to_usize());
    let (Some(dims), Some(count)) = (dims, count.filter(|count| *count <= initializers::MOST_CELLS)) else {
        if zero_fill::is_of_zeros(env, list, element) {
            let row = Pointer::to(Base::Array(array), false);
            zero_fill::clear(env, &row, name.span)?;
            return Ok(());
        }
        return Err(env.unsupported(
            format!("initialiser of array `{}`, which is large or of symbolic size", name.text),
            name.span,
        ));
    };
    let cells = initializers::cells(env, list, &dims)?.cells;
    let mut given = cells.into_iter().peekable();
    for at in 0..count {
        let (value, span) = match given.next_if(|(cell, _)| *cell == at) {
            Some((_, e)) => (convert(expr::rvalue(env, e)?, element, Conversion::Implicit), e.span),
            None => (value::zero(element, name.span), name.span),
        };
        let index = layout::indices(at as u64, &dims, span);
        env.emit(StmtKind::Store { array, index, value }, span);
    }
    Ok(())
}

/// An array of records of one thread.
pub fn record_array(
    env: &mut Env,
    declarator: &Declarator,
    record: &RecordRef,
    mut extents: Vec<Option<Expr>>,
    is_const: bool,
) -> Lowered<Entity> {
    let name = &declarator.name;
    let span = name.span;
    if let Some(Initializer::List(list, _)) = &declarator.init {
        initializers::complete(&mut extents, list, span);
    }
    if extents.iter().any(Option::is_none) {
        return Err(env.error(codes::E0305, span, format!("array `{}` needs a size", name.text)));
    }
    let storage = Storage { extents: extents.clone(), ..Storage::local(&name.text, false, span) };
    let base = storage::make(env, &CType::Record(record.clone()), &storage)?;
    storage::declare(env, base, span);
    match &declarator.init {
        None if methods::needs_constructor(env, record) => {
            let row = Pointer::to(base, false);
            construction::construct_all(env, &row, &array_of(record, &extents), span)?;
        }
        None => {}
        Some(Initializer::List(list, _)) => {
            let ty = array_of(record, &extents);
            let row = Pointer::to(base, false);
            aggregate::fill(env, &row, &ty, list, span)?;
        }
        Some(_) => return Err(env.unsupported("array initialised by an expression", span)),
    }
    match base {
        Base::Bundle(bundle) => {
            env.memory.bundles[bundle.0].is_const = is_const;
            Ok(Entity::Bundle(bundle))
        }
        _ => Ok(Entity::Row(Pointer::to(base, is_const))),
    }
}

fn array_of(record: &RecordRef, extents: &[Option<Expr>]) -> CType {
    let leaf = CType::Record(record.clone());
    extents.iter().rev().fold(leaf, |of, extent| CType::Array { of: Box::new(of), extent: extent.clone() })
}

fn elements(env: &mut Env, ty: &CType, name: &Ident) -> Lowered<(CType, Vec<Option<Expr>>)> {
    match ty.elements() {
        Some(found) => Ok(found),
        None => Err(env.unsupported(format!("array `{}` of {}", name.text, innermost(ty)), name.span)),
    }
}

/// `__shared__` variables: one array of the block each, however often the declaration is executed.
pub fn shared(env: &mut Env, declaration: &Declaration, declarator: &Declarator, ty: CType) -> Lowered<Entity> {
    let name = &declarator.name;
    // An extern one is the block's dynamic memory, whichever function declares it. Without `extern`, one without a size is an array
    // of its own (the paper's files).
    let dynamic = declaration.specifiers.is_extern;
    let class = env.frame.record.map(|record| &env.met.records[record].ty);
    if !dynamic && env.met.const_arguments && class.is_some_and(|class| class.name.contains('<')) {
        let what = "`__shared__` in a class template that may stand for a type and for the same with `const`";
        return Err(env.unsupported(what, declaration.span));
    }
    let key = if dynamic { (Span::default(), name.text.clone()) } else { (name.span, env.frame.instance.clone()) };
    if let Some(base) = env.memory.statics.get(&key).copied().filter(|_| !dynamic) {
        // The function was called before, perhaps as an instance for another one of these types (TEMPLATE-19).
        if traits::in_merged(env) {
            let what =
                format!("`__shared__` array `{}` of a template for {}", name.text, specialisation::NOT_TOLD_APART);
            return Err(env.unsupported(what, name.span));
        }
        return Ok(shared_entity(base));
    }
    let (element, extents) = elements(env, &ty, name)?;
    let first = env.memory.statics.iter().find(|((span, _), _)| *span == Span::default()).map(|(_, base)| *base);
    if let (true, Some(first)) = (dynamic, first) {
        return dynamic_again(env, first, &element, &extents, name);
    }
    if declarator.init.is_some() {
        return Err(env.error(codes::E0302, name.span, format!("`{}` is shared and takes no initialiser", name.text)));
    }
    let is_of_the_paper = !dynamic && extents.iter().all(Option::is_none);
    if extents.iter().skip(1).any(Option::is_none) && !is_of_the_paper {
        return Err(env.unsupported(format!("array `{}` with several unknown extents", name.text), name.span));
    }
    extents.iter().flatten().for_each(|extent| conditions::has_elements(env, extent, name.span));
    let storage =
        Storage { home: Home::Memory(Space::Shared), extents, ..Storage::local(&name.text, false, name.span) };
    let base = storage::make(env, &element, &storage)?;
    env.memory.statics.insert(key, base);
    Ok(shared_entity(base))
}

/// Another declaration of the dynamic shared memory: all of them begin at one address (MEM-18).
pub fn dynamic_again(
    env: &mut Env,
    first: Base,
    element: &CType,
    extents: &[Option<Expr>],
    name: &Ident,
) -> Lowered<Entity> {
    let start = Pointer::to(first, false);
    let known = match first {
        // In elements, not in cells.
        Base::CellView(cell_view) => {
            env.memory.cell_views[cell_view.0].bundle.map(|bundle| env.memory.bundles[bundle.0].extents.clone())
        }
        _ => None,
    };
    let known = known.unwrap_or_else(|| pointee::extents(env, first).to_vec());
    let shapes = |extents: &[Option<Expr>]| extents.iter().map(|e| e.as_ref().map(value::shape)).collect::<Vec<_>>();
    if pointee::element_of(env, &start).same(element) && shapes(&known) == shapes(extents) {
        return Ok(shared_entity(first));
    }
    if !matches!((known.as_slice(), extents), ([None], [None])) {
        let construct = format!("several names for the dynamic shared memory (`{}`)", name.text);
        return Err(env.unsupported(construct, name.span));
    }
    let base = views::cast(env, start, element, name.span)?.base;
    Ok(shared_entity(base))
}

fn shared_entity(base: Base) -> Entity {
    match base {
        Base::Array(array) => Entity::Array(array),
        Base::Bundle(bundle) => Entity::Bundle(bundle),
        Base::Local(local) => Entity::Local(local),
        Base::CellView(_) | Base::PointerArray(_) | Base::Choice(_) => Entity::Row(Pointer::to(base, false)),
    }
}

//! Arrays of pointers whose number is known (R246): a variable for each pointer, or offsets into one memory.

use num_traits::ToPrimitive;

use crate::base::{Span, codes};
use crate::kernel::ir::{Array, ArrayId, Conversion, Expr, ExprKind, LocalId, Space, StmtKind};
use crate::syntax::tree::{self, Declarator, Initializer};

use super::choice;
use super::expr;
use super::flat;
use super::lookup;
use super::model::types::{CType, INDEX};
use super::model::value::{self, convert};
use super::model::{Base, Entity, Env, Lowered, Pointer, PointerId, Slots, SlotsId, SlotsKind, Value};
use super::null;
use super::object;
use super::pointer;

/// Arrays of more pointers than this are not modelled.
const MOST: u64 = 64;

/// Of more pointers than this none is chosen by an index that is no constant.
const MOST_CHOSEN: usize = 32;

/// What the pointers of an array point to, whether they may write there, and how many they are, if the type says so.
pub fn shape(ty: &CType) -> Option<(&CType, bool, Option<u64>)> {
    let CType::Array { of, extent } = ty else { return None };
    let CType::Pointer { to, to_const } = &**of else { return None };
    let count = match extent {
        Some(extent) => Some(value::constant_int(extent)?.to_u64().filter(|count| *count <= MOST)?),
        None => None,
    };
    to.elements().map(|_| (&**to, *to_const, count))
}

/// A new array of pointers, as the row that its name is.
fn new(env: &mut Env, name: &str, (to, to_const): (&CType, bool), count: u64, kind: SlotsKind, span: Span) -> Pointer {
    let extents = vec![Some(value::int(count, INDEX, span))];
    env.memory.slots.push(Slots { name: name.to_string(), span, to: to.clone(), to_const, extents, kind });
    let base = Base::Slots(SlotsId(env.memory.slots.len() - 1));
    Pointer { base, prefix: Vec::new(), offset: None, to_const: false, is_void: false }
}

/// Pointers that stay what they are.
pub fn fixed(env: &mut Env, name: &str, to: (&CType, bool), all: Vec<Result<Pointer, String>>, span: Span) -> Pointer {
    let count = all.len() as u64;
    new(env, name, to, count, SlotsKind::Fixed(all), span)
}

/// Variables that point nowhere yet.
pub fn variables(env: &mut Env, name: &str, (to, to_const): (&CType, bool), count: u64, span: Span) -> Pointer {
    let variable = |env: &mut Env, at: u64| object::variable(env, &format!("{name}[{at}]"), to, to_const, span);
    let each = (0..count).map(|at| variable(env, at)).collect();
    new(env, name, (to, to_const), count, SlotsKind::Each(each), span)
}

/// `T *name[n];`, perhaps with a list of the first pointers.
pub fn declare(env: &mut Env, declarator: &Declarator, ty: &CType) -> Lowered<Entity> {
    let (name, span) = (&declarator.name.text, declarator.name.span);
    let items = match &declarator.init {
        None => None,
        Some(Initializer::List(items, _)) => Some(items.as_slice()),
        Some(_) => return Err(env.unsupported("array initialised by an expression", span)),
    };
    let Some((to, to_const, count)) = shape(ty) else { return Ok(Entity::Reported) };
    let Some(count) = count.or(items.map(|items| items.len() as u64)) else {
        return Err(env.error(codes::E0305, span, format!("array `{name}` needs a size")));
    };
    let row = if env.rounds.windowed.contains_key(&(span, name.clone())) {
        let extents = vec![Some(value::int(count, INDEX, span))];
        let offsets = env.new_array(Array {
            name: name.clone(),
            element: INDEX,
            space: Space::Private,
            extents,
            length_used: false,
            initial: None,
            is_const: false,
            is_restrict: true,
            span,
        });
        env.emit(StmtKind::DeclareArray(offsets), span);
        new(env, name, (to, to_const), count, SlotsKind::Offsets { base: None, offsets }, span)
    } else {
        variables(env, name, (to, to_const), count, span)
    };
    let Base::Slots(id) = row.base else { return Ok(Entity::Reported) };
    let element = CType::Pointer { to: Box::new(to.clone()), to_const };
    for at in 0..if items.is_some() { count } else { 0 } {
        let slot = Slot { id, at: value::int(at, INDEX, span) };
        match items.unwrap_or_default().get(at as usize) {
            Some(Initializer::Expr(e)) => {
                let given = expr::lower(env, e)?;
                if null::is_null(&given) {
                    point_nowhere(env, &slot, e.span)?;
                } else {
                    let given = pointer::converted(env, given, &element, e.span)?;
                    point(env, &slot, given, e.span)?;
                }
            }
            Some(_) => return Err(env.unsupported("initialiser list in an array of pointers", span)),
            None => point_nowhere(env, &slot, span)?,
        }
    }
    Ok(Entity::Row(row))
}

/// `{p, q}` for such an array that is part of something else.
pub fn listed(env: &mut Env, ty: &CType, items: &[Initializer], span: Span) -> Lowered<Value> {
    let Some((to, to_const, count)) = shape(ty) else { return Ok(Value::Void) };
    let element = CType::Pointer { to: Box::new(to.clone()), to_const };
    let mut all = Vec::new();
    for item in items {
        let Initializer::Expr(e) = item else {
            return Err(env.unsupported("initialiser list in an array of pointers", span));
        };
        let given = expr::lower(env, e)?;
        all.push(if null::is_null(&given) {
            Err(null::NULL.to_string())
        } else {
            let given = pointer::converted(env, given, &element, e.span)?;
            let given = pointer::cast(env, given, &element, e.span)?;
            Ok(pointer::settle(env, given, "listed"))
        });
    }
    let count = count.unwrap_or(all.len() as u64) as usize;
    if all.len() > count {
        return Err(env.error(codes::E0303, span, "more initialisers than elements"));
    }
    all.resize(count, Err(null::NULL.to_string()));
    Ok(Value::Pointer(fixed(env, "list", (to, to_const), all, span)))
}

/// An element that is assigned.
#[derive(Clone, Debug)]
pub struct Slot {
    id: SlotsId,
    at: Expr,
}

impl Slot {
    /// The type that a pointer in it has.
    pub fn ty(&self, env: &Env) -> CType {
        element_type(env, self.id)
    }
}

pub fn element_type(env: &Env, id: SlotsId) -> CType {
    let slots = &env.memory.slots[id.0];
    CType::Pointer { to: Box::new(slots.to.clone()), to_const: slots.to_const }
}

/// What an element is as something to assign to.
pub enum Target {
    Variable(PointerId),
    Slot(Slot),
}

/// The element of an array of pointers that an expression names, so that it can be assigned.
pub fn target(env: &mut Env, e: &tree::Expr) -> Lowered<Option<Target>> {
    let tree::ExprKind::Index(array, index) = &e.kind else { return Ok(None) };
    if env.memory.slots.is_empty() {
        return Ok(None);
    }
    let Some(row) = row(env, array) else { return Ok(None) };
    let Base::Slots(id) = row.base else { return Ok(None) };
    let (effects, at) = env.captured(|env| expr::rvalue(env, index));
    let at = at?;
    if !effects.is_empty() {
        return Err(env.unsupported("side effects in the index of an array of pointers", index.span));
    }
    let at = moved(row, at);
    if let SlotsKind::Each(each) = &env.memory.slots[id.0].kind {
        return match value::constant_int(&at).and_then(|at| at.to_usize()).and_then(|at| each.get(at)) {
            Some(variable) => Ok(Some(Target::Variable(*variable))),
            None => Err(not_constant(env, id, e.span)),
        };
    }
    Ok(Some(Target::Slot(Slot { id, at })))
}

/// The array of pointers that an expression names.
fn row(env: &mut Env, e: &tree::Expr) -> Option<Pointer> {
    let found = match &e.kind {
        tree::ExprKind::Name(name) => match lookup::entity(env, name)? {
            Entity::Row(row) | Entity::Pointer(row) => row,
            _ => return None,
        },
        tree::ExprKind::Member { .. } => {
            // It is lowered again as what it is.
            env.attempt(|env| match expr::lower(env, e) {
                Ok(Value::Row(row) | Value::Pointer(row)) if env.out.is_empty() => Some(row),
                _ => None,
            })?
        }
        _ => return None,
    };
    matches!(found.base, Base::Slots(_)).then_some(found)
}

/// The index of an element that a pointer to elements and an index lead to.
fn moved(row: Pointer, at: Expr) -> Expr {
    match row.offset {
        None => at,
        Some(offset) => pointer::add(offset, at),
    }
}

fn not_constant(env: &mut Env, id: SlotsId, span: Span) -> super::model::Reported {
    let (name, place) = (env.memory.slots[id.0].name.clone(), env.memory.slots[id.0].span);
    flat::wish(env, (place, name.clone()), flat::WHOLE);
    env.unsupported(format!("element of `{name}`, an array of pointers, at an index that is not a constant"), span)
}

/// An element: the pointer that it holds.
pub fn element(env: &mut Env, id: SlotsId, at: Expr, span: Span) -> Lowered<Value> {
    let known = value::constant_int(&at).and_then(|at| at.to_usize());
    let name = env.memory.slots[id.0].name.clone();
    match env.memory.slots[id.0].kind.clone() {
        SlotsKind::Each(each) => {
            let Some(variable) = known.and_then(|at| each.get(at).copied()) else {
                return Err(not_constant(env, id, span));
            };
            match pointer::of_entity(env, &Entity::PointerVariable(variable)) {
                Some(pointer) => Ok(Value::Pointer(pointer)),
                None => {
                    let what = env.memory.pointers[variable.0].untargeted();
                    Ok(Value::Missing(what))
                }
            }
        }
        SlotsKind::Fixed(all) => match known.and_then(|at| all.get(at).cloned()) {
            Some(Ok(pointer)) => Ok(Value::Pointer(pointer)),
            Some(Err(what)) => Ok(Value::Missing(what)),
            None if known.is_none() && all.len() <= MOST_CHOSEN => {
                let pointers: Result<Vec<Pointer>, String> = all.into_iter().collect();
                match pointers {
                    Ok(pointers) => choice::indexed(env, pointers, at, span).map(Value::Pointer),
                    Err(what) => Err(env.unsupported(what, span)),
                }
            }
            None => {
                let what = format!("element of `{name}`, an array of pointers, at an index that is not a constant");
                Err(env.unsupported(what, span))
            }
        },
        SlotsKind::Offsets { base: None, .. } => {
            Err(env.unsupported(format!("pointers in `{name}` before they point into an array"), span))
        }
        SlotsKind::Offsets { base: Some(base), offsets } => {
            let offset = Expr::new(ExprKind::Read { array: offsets, index: vec![at] }, INDEX, span);
            let to_const = env.memory.slots[id.0].to_const;
            Ok(Value::Pointer(Pointer { base, prefix: Vec::new(), offset: Some(offset), to_const, is_void: false }))
        }
    }
}

/// The pointer that an element holds.
pub fn current(env: &mut Env, slot: &Slot, span: Span) -> Lowered<Pointer> {
    let value = element(env, slot.id, slot.at.clone(), span)?;
    pointer::decay(env, value, span)
}

/// Lets an element point somewhere.
pub fn point(env: &mut Env, slot: &Slot, to: Pointer, span: Span) -> Lowered<()> {
    let (name, to_const) = (env.memory.slots[slot.id.0].name.clone(), env.memory.slots[slot.id.0].to_const);
    let (known, offsets) = match &env.memory.slots[slot.id.0].kind {
        SlotsKind::Each(each) => {
            let variable = value::constant_int(&slot.at).and_then(|at| each.get(at.to_usize()?).copied());
            return match variable {
                Some(variable) => pointer::point(env, variable, to, span),
                None => Err(not_constant(env, slot.id, span)),
            };
        }
        SlotsKind::Fixed(_) => return Err(env.unsupported(format!("assignment to an element of `{name}`"), span)),
        SlotsKind::Offsets { base, offsets } => (*base, *offsets),
    };
    if to.to_const && !to_const {
        pointer::drops_const(env, span)?;
    }
    let ty = slot.ty(env);
    let to = pointer::cast(env, to, &ty, span)?;
    if !to.prefix.is_empty() {
        let into = pointer::base_name(env, to.base);
        return Err(env.unsupported(format!("array of pointers `{name}` into rows of `{into}`"), span));
    }
    if let Some(known) = known.filter(|known| *known != to.base) {
        let (first, second) = (pointer::base_name(env, known), pointer::base_name(env, to.base));
        let what = format!(
            "array of pointers `{name}` into `{first}` and into `{second}`, at an index that is not a constant"
        );
        return Err(env.unsupported(what, span));
    }
    let value = convert(pointer::offset(&to, span), INDEX, Conversion::Implicit);
    env.emit(StmtKind::Store { array: offsets, index: vec![slot.at.clone()], value }, span);
    if let SlotsKind::Offsets { base, .. } = &mut env.memory.slots[slot.id.0].kind {
        *base = Some(to.base);
    }
    Ok(())
}

fn point_nowhere(env: &mut Env, slot: &Slot, span: Span) -> Lowered<()> {
    let variable = match &env.memory.slots[slot.id.0].kind {
        SlotsKind::Each(each) => value::constant_int(&slot.at).and_then(|at| each.get(at.to_usize()?).copied()),
        SlotsKind::Fixed(_) | SlotsKind::Offsets { .. } => None,
    };
    match variable {
        Some(variable) => choice::point_nowhere(env, variable, span),
        None => Err(env.unsupported("null pointer in an array of pointers that is indexed by a variable", span)),
    }
}

/// The pointers as they are now.
pub fn snapshot(env: &mut Env, id: SlotsId, span: Span) -> Lowered<Pointer> {
    let slots = env.memory.slots[id.0].clone();
    let each = match &slots.kind {
        SlotsKind::Fixed(_) => {
            return Ok(Pointer {
                base: Base::Slots(id),
                prefix: Vec::new(),
                offset: None,
                to_const: false,
                is_void: false,
            });
        }
        SlotsKind::Each(each) => each,
        SlotsKind::Offsets { .. } => {
            return Err(env.unsupported(format!("copy of the pointers in `{}`", slots.name), span));
        }
    };
    let mut all = Vec::new();
    for variable in each {
        all.push(match pointer::of_entity(env, &Entity::PointerVariable(*variable)) {
            Some(pointer) => Ok(pointer::settle(env, pointer, "copied")),
            None => Err(env.memory.pointers[variable.0].untargeted()),
        });
    }
    Ok(fixed(env, &slots.name, (&slots.to, slots.to_const), all, span))
}

/// The locals that say where the pointers point, and what holds them otherwise.
pub fn parts(env: &Env, id: SlotsId) -> (Vec<LocalId>, Vec<ArrayId>) {
    let mut locals = Vec::new();
    match &env.memory.slots[id.0].kind {
        SlotsKind::Each(each) => {
            locals.extend(each.iter().flat_map(|variable| choice::locals(env, *variable)));
        }
        SlotsKind::Fixed(all) => {
            for pointer in all.iter().flatten() {
                locals.extend(pointer.prefix.iter().chain(&pointer.offset).flat_map(value::locals));
            }
        }
        SlotsKind::Offsets { offsets, .. } => return (locals, vec![*offsets]),
    }
    (locals, Vec::new())
}

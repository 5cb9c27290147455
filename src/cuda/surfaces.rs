//! Surfaces (RACE-29 to RACE-36): arrays of which the coordinates of accesses are known, and no content. And textures, of which a read gives
//! any value (LIB-3).

use num_bigint::BigInt;
use num_traits::Signed;
use num_traits::Zero;

use crate::base::Span;
use crate::cpp::{
    Env, Lowered, Object, Place, Surface, Value,
    types::{CType, RecordRef},
    value::{self, binary, convert},
    vectors,
};
use crate::kernel::ir::{
    ArrayId, AssertOrigin, Binary, Clause, Conversion, Expr, ExprKind, LocalRole, Speaker, StmtKind, Type,
};
use crate::memory::{
    copy, homes, layout, object, read, storage,
    temporaries::{self, opaque},
};
use crate::syntax::tree;

use super::functions::Argument;

/// Handles that are computed: nobody knows which surface is meant.
pub const OTHER_HANDLE: &str = "handle of a surface that is no parameter";

/// The functions by shape, and the number of their coordinates.
const SHAPES: [(&str, usize); 5] = [("1D", 1), ("2D", 2), ("3D", 3), ("1DLayered", 2), ("2DLayered", 3)];

/// What becomes of an access outside of the surface: CUDA's boundary modes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Mode {
    /// It is an error.
    Trap,
    /// A read gives zero, and a write does nothing.
    Zero,
    /// The nearest cell of the surface is accessed.
    Clamp,
}

/// When the kernel is done: what is assumed of its surfaces (RACE-35).
pub fn finish(env: &mut Env) {
    let name = |id: &ArrayId| env.kernel.arrays[id.index()].name.clone();
    let used: Vec<String> = env.facts.surfaces.keys().map(name).collect();
    let written: Vec<String> =
        env.facts.surfaces.iter().filter(|(_, found)| found.written).map(|(id, _)| name(id)).collect();
    if used.len() > 1 && !written.is_empty() {
        env.kernel.assumptions.push(format!("distinct surfaces are distinct memory: {}", used.join(", ")));
    }
    if env.facts.fetches && !written.is_empty() {
        let assumption = format!("textures are not the memory of surfaces that are written: {}", written.join(", "));
        env.kernel.assumptions.push(assumption);
    }
}

/// `surf2Dread<T>(s, x, y)`, `surf2Dread(&v, s, x, y)`, `surf2Dwrite(v, s, x, y)` and their kin.
#[derive(Clone, Copy)]
pub struct Access {
    shape: &'static str,
    /// The number of its coordinates.
    count: usize,
    writes: bool,
}

impl Access {
    /// What the function of this name does.
    pub fn named(name: &str) -> Option<Access> {
        let name = name.strip_prefix("surf")?;
        let (shape, writes) = match (name.strip_suffix("read"), name.strip_suffix("write")) {
            (Some(shape), _) => (shape, false),
            (_, Some(shape)) => (shape, true),
            _ => return None,
        };
        let (shape, count) = *SHAPES.iter().find(|(known, _)| *known == shape)?;
        Some(Access { shape, count, writes })
    }

    /// Whether a value or a place for it comes first, and not as what the call gives; nothing, where it takes no such number of
    /// arguments.
    pub fn has_data(self, args: usize) -> Option<bool> {
        match args.checked_sub(self.count)? {
            1 if !self.writes => Some(false),
            2 => Some(true),
            _ => None,
        }
    }
}

/// An access, with the type of the elements where the call says it.
pub fn access(
    env: &mut Env,
    of: Access,
    (mode, given): (Mode, Option<CType>),
    mut args: Vec<Argument>,
    span: Span,
) -> Lowered<Value> {
    let data = if of.has_data(args.len()) == Some(true) { Some(args.remove(0)) } else { None };
    let handle = args.remove(0);
    let Value::Surface(surface) = handle.value else {
        return Err(env.unsupported(OTHER_HANDLE, handle.span));
    };
    let target = match data {
        Some(place) if !of.writes => Some(place.target(env)?),
        Some(value) => Some(loaded(env, value.value, value.span)?),
        None => None,
    };
    let mut coordinates = Vec::new();
    for coordinate in args {
        let coordinate = convert(coordinate.scalar(env)?, Type::INT, Conversion::Implicit);
        // It is mentioned more than once.
        let stays = value::must_stay(&coordinate) || value::weight(&coordinate) > 16;
        coordinates.push(if stays { temporaries::temporary(env, "coordinate", coordinate) } else { coordinate });
    }
    let element = match (given, &target) {
        (Some(element), _) => element,
        (None, Some(target)) => read::value_type(env, target),
        (None, None) => return Err(env.unsupported("surface read without a type", span)),
    };
    let Some(width) = width(env, &element) else {
        return Err(env.unsupported(format!("surface of {}", element.name()), span));
    };
    note(env, surface, Surface { shape: of.shape, width, clamped: mode == Mode::Clamp, written: of.writes }, span)?;
    aligned(env, &coordinates[0], width, span);
    if !of.writes {
        touched(env, mode, &coordinates, span, |env| {
            let cell = Expr::new(ExprKind::Read { array: surface, index: coordinates.clone() }, homes::CELL, span);
            temporaries::temporary(env, "cell", cell);
        });
        let texel = texel(env, &element, span);
        return match target {
            Some(target) => copy::assign(env, target, texel, span).map(|()| Value::Void),
            None => Ok(texel),
        };
    }
    if let Some(written) = target {
        evaluated(env, written);
    }
    if !env.kernel.contract.writes.is_empty() {
        return Err(env.unsupported("write to a surface where the contract has `writes`", span));
    }
    let value = opaque(env, homes::CELL, span);
    touched(env, mode, &coordinates, span, |env| {
        env.emit(StmtKind::Store { array: surface, index: coordinates.clone(), value }, span);
    });
    Ok(Value::Void)
}

/// An access; where those outside of the surface are left out, none at a negative coordinate (RACE-31).
fn touched(env: &mut Env, mode: Mode, coordinates: &[Expr], span: Span, access: impl FnOnce(&mut Env)) {
    if mode != Mode::Zero {
        return access(env);
    }
    let (then, ()) = env.captured(access);
    let may_be_negative = |e: &&Expr| value::constant_int(e).is_none_or(|known| known.is_negative());
    let inside = |e: &Expr| Expr { span, ..binary(Binary::Ge, e.clone(), value::zero(e.ty, span)) };
    match coordinates
        .iter()
        .filter(may_be_negative)
        .map(inside)
        .reduce(|a, b| Expr { span, ..binary(Binary::And, a, b) })
    {
        Some(cond) => env.emit(StmtKind::If { cond, then, else_: Vec::new() }, span),
        None => env.out.extend(then),
    }
}

/// The boundary mode that an argument names.
pub fn mode(arg: &tree::Expr) -> Option<Mode> {
    let tree::ExprKind::Name(name) = &arg.kind else { return None };
    match name.ident.as_str() {
        "cudaBoundaryModeTrap" => Some(Mode::Trap),
        "cudaBoundaryModeZero" => Some(Mode::Zero),
        "cudaBoundaryModeClamp" => Some(Mode::Clamp),
        _ => None,
    }
}

/// RACE-33: all accesses of a surface are of one kind, so that two of them meet where their coordinates are equal.
fn note(env: &mut Env, id: ArrayId, found: Surface, span: Span) -> Lowered<()> {
    let name = env.kernel.arrays[id.index()].name.clone();
    let dimensions = SHAPES.iter().find(|(shape, _)| *shape == found.shape).map_or(1, |(_, count)| *count);
    let before = env.facts.surfaces.entry(id).or_insert_with(|| found.clone()).clone();
    let what = if before.shape != found.shape {
        format!("surface `{name}` accessed as `{}` and as `{}`", before.shape, found.shape)
    } else if before.width != found.width {
        format!("surface `{name}` accessed with elements of {} and of {} bytes", before.width, found.width)
    } else {
        let (clamped, written) = (before.clamped || found.clamped, before.written || found.written);
        env.facts.surfaces.insert(id, Surface { clamped, written, ..found });
        env.kernel.arrays[id.index()].extents = vec![None; dimensions];
        if !(clamped && written) {
            return Ok(());
        }
        format!("`cudaBoundaryModeClamp` on the surface `{name}`, which is written")
    };
    Err(env.unsupported(what, span))
}

/// The bytes of an element of a surface: scalars, and CUDA's vectors of two and four.
fn width(env: &Env, element: &CType) -> Option<u64> {
    let size = match element {
        CType::Scalar(Type::Int { bits, .. } | Type::Float { bits }) => u64::from(*bits) / 8,
        CType::Record(record) => {
            let info = &env.met.records[record.id];
            let is_vector = info.tree.is_none() && matches!(info.fields.len(), 1 | 2 | 4);
            info.fields.iter().all(|field| matches!(field.ty, CType::Scalar(_))).then_some(())?;
            layout::byte_size(env, element).filter(|_| is_vector)?
        }
        _ => return None,
    };
    size.is_power_of_two().then_some(size).filter(|size| *size <= 16)
}

/// RACE-31: the byte offset is a multiple of the element's width, as if the program asserted it.
fn aligned(env: &mut Env, x: &Expr, width: u64, span: Span) {
    let modulus = BigInt::from(width);
    if (layout::multiple(env, x) % &modulus).is_zero() {
        return;
    }
    let remainder = binary(Binary::Rem, x.clone(), value::int(modulus, x.ty, span));
    let expr = Expr { span, ..binary(Binary::Eq, remainder, value::zero(x.ty, span)) };
    let clause = Clause { expr, speaker: Speaker::Thread, span };
    env.emit(StmtKind::Assert { clause, origin: AssertOrigin::Aligned }, span);
}

/// Any value of a type, and none that a run may be decided by.
fn texel(env: &mut Env, element: &CType, span: Span) -> Value {
    match element {
        CType::Record(record) => {
            let fields = env.met.records[record.id].fields.clone();
            let values = fields.into_iter().map(|field| texel(env, &field.ty, span)).collect();
            Value::Record(record.clone(), values)
        }
        CType::Scalar(ty) => Value::Scalar(opaque(env, *ty, span)),
        other => Value::Missing(format!("surface of {}", other.name())),
    }
}

/// What is written, as a value: what is read for it is read.
fn loaded(env: &mut Env, value: Value, span: Span) -> Lowered<Value> {
    match value {
        Value::Record(..) => Ok(value),
        Value::Place(Place::Object { bundle, index, is_const }) => {
            object::load(env, &Object { bundle, index, is_const }, span)
        }
        other => read::scalar(env, other, span).map(Value::Scalar),
    }
}

/// Evaluates a value that nobody needs.
fn evaluated(env: &mut Env, value: Value) {
    match value {
        Value::Scalar(e) => temporaries::keep(env, e),
        Value::Record(_, values) => values.into_iter().for_each(|value| evaluated(env, value)),
        _ => {}
    }
}

const FLOAT: Type = Type::Float { bits: 32 };

/// Any value of a record type, and a defined one (WARP-33).
pub fn any_record(env: &mut Env, ty: &RecordRef, name: &str, span: Span) -> Lowered<Value> {
    let object = storage::fresh(env, ty, name, span)?;
    for local in storage::of_object(env, object.bundle).0 {
        env.kernel.locals[local.index()].role = LocalRole::Temporary;
    }
    Ok(Value::Place(object.place()))
}

/// Functions that read a texture.
const TEXTURES: [&str; 11] = [
    "tex1Dfetch", "tex1D", "tex2D", "tex3D", "tex1DLod", "tex2DLod", "tex3DLod", "tex1DLayered", "tex2DLayered",
    "texCubemap", "tex2DGrad",
];

/// Whether the function of this name reads a texture.
pub fn is_fetch(name: &str) -> bool {
    TEXTURES.contains(&name)
}

/// A texture's content is unknown: each fetch gives any value (LIB-3).
pub fn fetch(env: &mut Env, element: CType, coordinates: Vec<Argument>, span: Span) -> Lowered<Value> {
    for coordinate in coordinates {
        let coordinate = coordinate.scalar(env)?;
        temporaries::keep(env, coordinate);
    }
    match element {
        CType::Scalar(ty) => Ok(Value::Scalar(temporaries::any(env, "texel", ty, span))),
        CType::Record(ty) => any_record(env, &ty, "texel", span),
        other => Err(env.unsupported(format!("texture of {}", other.name()), span)),
    }
}

/// The type of normalised texels: floats in place of integers.
pub fn floats(env: &mut Env, element: &CType) -> CType {
    let count = match element {
        CType::Record(record) => env.met.records[record.id].fields.len(),
        _ => return CType::Scalar(FLOAT),
    };
    match vectors::vector(env, &format!("float{count}")) {
        Some(ty) => CType::Record(ty),
        None => CType::Other("a normalised texture".into()),
    }
}

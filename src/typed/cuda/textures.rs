//! What kernels read of textures: any value (R156).

use crate::base::Span;
use crate::kernel::ir::{LocalRole, Type};

use super::functions::Argument;
use crate::typed::memory::object;
use crate::typed::memory::read;
use crate::typed::memory::storage;
use crate::typed::model::types::{CType, RecordRef};
use crate::typed::model::{Env, Lowered, Value, vectors};

const FLOAT: Type = Type::Float { bits: 32 };

/// Any value of a record type, and a defined one (R353).
pub fn any_record(env: &mut Env, ty: &RecordRef, name: &str, span: Span) -> Lowered<Value> {
    let object = storage::fresh(env, ty, name, span)?;
    for local in object::parts(env, object.bundle).0 {
        env.kernel.locals[local.index()].role = LocalRole::Temporary;
    }
    Ok(Value::Place(object.place()))
}

/// Functions that read a texture.
const TEXTURES: [&str; 11] = [
    "tex1Dfetch",
    "tex1D",
    "tex2D",
    "tex3D",
    "tex1DLod",
    "tex2DLod",
    "tex3DLod",
    "tex1DLayered",
    "tex2DLayered",
    "texCubemap",
    "tex2DGrad",
];

/// Whether the function of this name reads a texture.
pub fn is_fetch(name: &str) -> bool {
    TEXTURES.contains(&name)
}

/// A texture's content is unknown: each fetch gives any value (R156).
pub fn fetch(env: &mut Env, element: CType, coordinates: Vec<Argument>, span: Span) -> Lowered<Value> {
    for coordinate in coordinates {
        let coordinate = coordinate.scalar(env)?;
        read::keep(env, coordinate);
    }
    match element {
        CType::Scalar(ty) => Ok(Value::Scalar(read::any(env, "texel", ty, span))),
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

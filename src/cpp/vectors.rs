//! CUDA's own record types, of fields of one scalar type: vectors, `dim3`, complex numbers, pairs of halves.

use std::rc::Rc;

use crate::base::Span;
use crate::kernel::ir::Type;

use super::{
    Env, Field, RecordInfo, Scope,
    types::{CType, RecordRef},
};

/// CUDA's own record types: fields of one scalar type.
pub fn built_in(name: &str) -> Option<(Type, &'static [&'static str])> {
    const XYZW: &[&str] = &["x", "y", "z", "w"];
    const FLOAT: Type = Type::Float { bits: 32 };
    const DOUBLE: Type = Type::Float { bits: 64 };
    const SIZE: Type = Type::Int { signed: false, bits: 64 };
    match name {
        "dim3" => return Some((Type::UINT, &XYZW[..3])),
        "cudaExtent" => return Some((SIZE, &["width", "height", "depth"])),
        "cudaPos" => return Some((SIZE, &XYZW[..3])),
        "cuComplex" | "cuFloatComplex" | "cufftComplex" => return Some((FLOAT, &XYZW[..2])),
        "cuDoubleComplex" | "cufftDoubleComplex" => return Some((DOUBLE, &XYZW[..2])),
        "half2" | "__half2" | "__nv_bfloat162" | "nv_bfloat162" => {
            return Some((Type::Float { bits: 16 }, &XYZW[..2]));
        }
        _ => {}
    }
    let count = ["1", "2", "3", "4"].iter().position(|count| name.ends_with(count))? + 1;
    let int = |signed, bits| Type::Int { signed, bits };
    let ty = match &name[..name.len() - 1] {
        "char" => int(true, 8),
        "uchar" => int(false, 8),
        "short" => int(true, 16),
        "ushort" => int(false, 16),
        "int" => int(true, 32),
        "uint" => int(false, 32),
        "long" | "longlong" => int(true, 64),
        "ulong" | "ulonglong" => int(false, 64),
        "float" => FLOAT,
        "double" => DOUBLE,
        _ => return None,
    };
    Some((ty, &XYZW[..count]))
}

/// The canonical name of a vector type: several names mean one type.
pub fn canonical(name: &str) -> &str {
    match name {
        "cuComplex" | "cuFloatComplex" | "cufftComplex" => "float2",
        "cuDoubleComplex" | "cufftDoubleComplex" => "double2",
        "half2" => "__half2",
        "nv_bfloat162" => "__nv_bfloat162",
        other => other,
    }
}

/// Whether CUDA has a vector type of this name.
pub fn is_vector(name: &str) -> bool {
    built_in(name).is_some()
}

/// The vector type of a name.
pub fn vector(env: &mut Env, name: &str) -> Option<RecordRef> {
    let name = canonical(name);
    let (ty, members) = built_in(name)?;
    if name == "__nv_bfloat162" {
        if !env.config.has_bfloat() {
            return None;
        }
        env.kernel.source.is_of_reals = true;
    }
    let key = (0, name.to_string());
    if let Some(known) = env.met.records.iter().find(|known| known.key == key) {
        return Some(known.ty.clone());
    }
    let record = RecordRef { id: env.met.records.len(), name: name.into(), args: Rc::from([]) };
    let field = |name: &&str| Field {
        name: (*name).to_string(),
        ty: CType::Scalar(ty),
        span: Span::default(),
        declared: None,
        is_reference: false,
        is_mutable: false,
        is_const: false,
    };
    env.met.records.push(RecordInfo {
        ty: record.clone(),
        tree: None,
        scope: Scope::default(),
        fields: members.iter().map(field).collect(),
        is_union: false,
        bases: Vec::new(),
        is_complete: true,
        parts: members.len(),
        unsupported: None,
        key,
        is_merged: false,
    });
    Some(record)
}

//! What kernels read of textures: any value (R156).

use crate::base::Span;
use crate::kernel::ir::{LocalRole, Type};
use crate::syntax::tree::{self, TemplateArg, TypeKind};

use super::call;
use super::construction;
use super::expr::read;
use super::memory::object;
use super::memory::read;
use super::model::types::{CType, RecordRef};
use super::model::{Env, Lowered, Value, vectors};
use super::resolve;

const FLOAT: Type = Type::Float { bits: 32 };

/// Any value of a record type, and a defined one (R353).
pub fn any_record(env: &mut Env, ty: &RecordRef, name: &str, span: Span) -> Lowered<Value> {
    let object = construction::fresh(env, ty, name, span)?;
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

/// A texture's content is unknown: each fetch gives any value (R156).
pub fn call(env: &mut Env, called: &tree::Name, args: &[tree::Expr], span: Span) -> Option<Lowered<Value>> {
    if !TEXTURES.contains(&called.ident.as_str()) {
        return None;
    }
    env.facts.fetches = true;
    let [handle, coordinates @ ..] = args else { return None };
    let element = match called.template_args.as_deref() {
        Some([TemplateArg::Type(ty), ..]) => resolve::resolve(env, ty),
        _ => match reference(env, handle) {
            Some(element) => element,
            None => return Some(Err(env.unsupported(format!("call of `{}` without a type", called.ident), span))),
        },
    };
    Some(element.and_then(|element| {
        let (values, spans) = call::arguments(env, coordinates)?;
        for (value, span) in values.into_iter().zip(spans) {
            let coordinate = read(env, value, span)?;
            read::keep(env, coordinate);
        }
        match element {
            CType::Scalar(ty) => Ok(Value::Scalar(read::any(env, "texel", ty, span))),
            CType::Record(ty) => any_record(env, &ty, "texel", span),
            other => Err(env.unsupported(format!("texture of {}", other.name()), span)),
        }
    }))
}

/// What the elements of a texture reference are read as: `texture<float, 2> t;`.
fn reference(env: &mut Env, handle: &tree::Expr) -> Option<Lowered<CType>> {
    let tree::ExprKind::Name(name) = &handle.kind else { return None };
    let (_, declarator) = env.table.globals.get(name.ident.as_str())?.first()?;
    let TypeKind::Named(texture) = &declarator.ty.kind else { return None };
    let mut texture: &tree::Name = texture;
    // Behind names for it, of which there are few.
    for _ in 0..8 {
        if texture.ident == "texture" {
            break;
        }
        let [typedef] = env.table.typedefs.get(texture.ident.as_str())?[..] else { return None };
        let TypeKind::Named(meant) = &typedef.ty.kind else { return None };
        texture = meant;
    }
    if texture.ident != "texture" {
        return None;
    }
    let args = texture.template_args.as_deref()?;
    let TemplateArg::Type(element) = args.first()? else { return None };
    let normalised = args.iter().skip(1).any(|arg| {
        let name = match arg {
            TemplateArg::Value(tree::Expr { kind: tree::ExprKind::Name(name), .. }) => name,
            TemplateArg::Type(tree::Type { kind: TypeKind::Named(name), .. }) => name,
            _ => return false,
        };
        name.ident == "cudaReadModeNormalizedFloat"
    });
    let element = resolve::resolve(env, element);
    Some(if normalised { element.map(|element| floats(env, &element)) } else { element })
}

/// The type of normalised texels: floats in place of integers.
fn floats(env: &mut Env, element: &CType) -> CType {
    let count = match element {
        CType::Record(record) => env.met.records[record.id].fields.len(),
        _ => return CType::Scalar(FLOAT),
    };
    match vectors::vector(env, &format!("float{count}")) {
        Some(ty) => CType::Record(ty),
        None => CType::Other("a normalised texture".into()),
    }
}

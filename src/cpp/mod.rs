//! What a CUDA program is made of: types, values, what names mean, where things are stored, and the state of lowering one kernel.

pub mod arithmetic;
pub mod candidates;
pub mod classes;
pub mod context;
pub mod decisions;
pub mod entity;
pub mod env;
pub mod frame;
pub mod literals;
pub mod methods;
pub mod modified;
mod scope;
pub mod storage;
pub mod table;
pub mod types;
pub mod value;
pub mod vectors;
pub mod volatile;

pub use classes::{Closure, Field, KnownEnumeration, RecordInfo, Written};
pub use context::Wishes;
pub use entity::{
    Base, BundleId, CellViewId, ChoiceId, Either, Entity, Group, Lowered, Place, Pointer, PointerArrayId, PointerId,
    PointerTarget, PointerVariable, Reported, Value,
};
pub use env::{Env, TOO_MUCH, builtin};
pub use scope::{Note, Scope};
pub use storage::{
    Address, Arms, Bundle, CellView, Choice, KnownMemory, Member, Object, PointerArray, PointerArrayKind, Several,
    Surface, View,
};

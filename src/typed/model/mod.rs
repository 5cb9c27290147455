//! What a kernel is to its lowering: types, what names and values mean, memory, and the state that all of it is kept in. Data: what
//! C++ and CUDA say about it is in the other files.

pub mod arithmetic;
pub mod classes;
mod context;
pub mod decisions;
mod entity;
mod env;
pub mod frame;
pub mod modified;
mod storage;
pub mod table;
pub mod types;
pub mod value;
pub mod vectors;

pub use classes::{Closure, Field, KnownEnumeration, RecordInfo, Written};
pub use context::Wishes;
pub use entity::{
    Base, BundleId, ChoiceId, Either, Entity, Group, Lowered, Place, Pointer, PointerId, PointerTarget,
    PointerVariable, Reported, Scope, SlotsId, Value, WindowId,
};
pub use env::{Env, TOO_MUCH, builtin, ghost_key};
pub use storage::{
    Address, Arms, Bundle, Choice, KnownMemory, Member, Object, Several, Slots, SlotsKind, Surface, View, Window,
};

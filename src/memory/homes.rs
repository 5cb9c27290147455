//! Where cells are made: names, element types, extents, spaces.

use crate::base::Span;
use crate::cpp::{Address, Base, Env, PointerId, PointerVariable, types::CType};
use crate::kernel::ir::{Array, Expr, LocalRole, Space, Type};

/// What kind of memory an object is in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Home {
    /// Variables of a thread.
    Local,
    /// A parameter that is passed by value.
    Param,
    /// A value of the launch that nothing writes.
    Constant,
    /// An array in memory of this kind.
    Memory(Space),
}

/// Where and how an object is made.
#[derive(Clone, Debug)]
pub struct Storage {
    /// The name in messages, of a member with what it is a part of: `s.x`.
    pub name: String,
    /// What kind of memory it is in.
    pub home: Home,
    /// Extents around those that its type has, outermost first; `None` where an extent is unknown.
    pub extents: Vec<Option<Expr>>,
    /// Nothing may write to it.
    pub is_const: bool,
    /// No other pointer leads to it, as `__restrict__` says.
    pub is_restrict: bool,
    /// No name of it is assigned anywhere.
    pub is_stable: bool,
    /// Where it lies, where it is a part of something else.
    pub address: Option<Address>,
    /// Where it is declared.
    pub span: Span,
}

impl Storage {
    /// Variables of a thread.
    pub fn local(name: &str, is_stable: bool, span: Span) -> Storage {
        let extents = Vec::new();
        let (is_const, is_restrict) = (false, true);
        let address = None;
        Storage { name: name.to_string(), home: Home::Local, extents, is_const, is_restrict, is_stable, address, span }
    }
}

/// A scalar variable, or an array of scalars.
pub fn cells(env: &mut Env, element: Type, storage: &Storage) -> Base {
    let role = match storage.home {
        Home::Local => Some(LocalRole::Variable),
        Home::Param => Some(LocalRole::Param),
        Home::Constant => Some(LocalRole::Global),
        Home::Memory(_) => None,
    };
    if let (Some(role), true) = (role, storage.extents.is_empty()) {
        let local = env.new_local(&storage.name, element, role, storage.span);
        if storage.is_stable {
            env.variables.stable.insert(local);
        }
        return Base::Local(local);
    }
    let space = match storage.home {
        Home::Local => Space::Private,
        Home::Param | Home::Constant => Space::Constant,
        Home::Memory(space) => space,
    };
    let array = env.new_array(Array {
        is_const: storage.is_const,
        is_restrict: storage.is_restrict,
        ..Array::new(storage.name.clone(), element, space, storage.extents.clone(), storage.span)
    });
    if let Some(address) = &storage.address {
        env.facts.addresses.insert(array, address.clone());
    }
    Base::Array(array)
}

/// A pointer variable that points nowhere yet.
pub fn variable(env: &mut Env, name: &str, to: &CType, to_const: bool, span: Span) -> PointerId {
    env.memory.pointers.push(PointerVariable {
        name: name.to_string(),
        span,
        target: None,
        arms: None,
        element: to.clone(),
        to_const,
        missing: None,
    });
    PointerId(env.memory.pointers.len() - 1)
}

/// The cells of a surface are not told apart by what they hold.
pub const CELL: Type = Type::Int { signed: false, bits: 8 };

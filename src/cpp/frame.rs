//! The function being lowered: what `break`, `continue` and `return` mean in it.

use std::collections::BTreeSet;

use crate::kernel::ir::{Label, LocalId};

use super::{
    entity::{BundleId, Place, PointerId, Value},
    types::CType,
};

/// One function: the kernel, or a device function at one call.
#[derive(Clone, Debug, Default)]
pub struct Frame {
    /// `None` in the kernel.
    pub function: Option<String>,
    /// Distinguishes the instances of function templates.
    pub instance: String,
    /// The namespaces around the function, outermost first.
    pub namespace: Vec<String>,
    /// Where the function stands in the preprocessed text: what is declared later is not seen in it.
    pub order: usize,
    /// The function, or its class, is a template.
    pub is_template: bool,
    /// The object that a member function is called for.
    pub this: Option<Place>,
    /// The class of a member function, by its position in `Met::records`.
    pub record: Option<usize>,
    /// Names that are assigned, stepped or bound to a reference somewhere in the function.
    pub modified: BTreeSet<String>,
    /// Parameters of the kernel of which the body has variables of its own, and the scope that holds these.
    pub changed: (usize, BTreeSet<String>),
    /// What `break` and `continue` leave, innermost last.
    pub targets: Vec<Target>,
    /// Loops seen so far at each nesting level.
    pub loop_path: Vec<u32>,
    /// What `return` does.
    pub result: Returning,
}

/// What `return` does.
#[derive(Clone, Debug, Default)]
pub enum Returning {
    /// Ends the thread.
    #[default]
    Kernel,
    /// Ends the call of a device function, and gives its value.
    Function {
        /// The type that the function returns.
        ty: CType,
        /// Ends the call; made when a `return` that is not the last statement needs it.
        label: Option<Label>,
        /// Where the result goes; made likewise.
        local: Option<LocalId>,
        /// The same for a record.
        bundle: Option<BundleId>,
        /// The same for a pointer.
        pointer: Option<PointerId>,
        /// What a `return` as last statement gave.
        value: Option<Value>,
    },
}

impl Returning {
    /// Of a function of this type that has not returned yet.
    pub fn of(ty: CType) -> Returning {
        Returning::Function { ty, label: None, local: None, bundle: None, pointer: None, value: None }
    }
}

/// Whether a statement is the last of its function.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Tail {
    /// Something may follow: `return` must leave.
    No,
    /// The last one of a branch: `return` need not leave, but its value must be stored.
    Branch,
    /// The last one: `return` gives the function's value.
    Straight,
}

/// A statement that `break` or `continue` can end.
#[derive(Clone, Debug)]
pub enum Target {
    /// A loop, of which `continue` goes on with the next iteration.
    Loop {
        /// What `break` leaves.
        label: Label,
        /// Made when a `continue` needs it.
        continue_label: Option<Label>,
    },
    /// A `switch`, which `continue` does not see.
    Switch {
        /// What `break` leaves.
        label: Label,
        /// Some `break` needs the label.
        break_used: bool,
    },
}

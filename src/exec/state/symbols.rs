//! What names and bound variables stand for.

use std::collections::{BTreeMap, BTreeSet};

use crate::base::config::FloatMode;
use crate::kernel::ir::{BoundId, Type};
use crate::logic::{Sort, SymbolId, TermId, Terms, VarId};

use super::launch::{Coordinates, Ranged};

/// What names and bound variables stand for.
#[derive(Clone, Default)]
pub struct Symbols {
    pub names: Numbering,
    /// Functions that are what they are in all states, by name, sorts of the arguments, and sort of the value.
    pub functions: BTreeMap<(String, Vec<Sort>, Sort), SymbolId>,
    pub bound: BTreeMap<BoundId, BoundValue>,
    /// Names of the values that iterations of the loop that is looked at hand on (LOOP-59).
    pub sequences: BTreeSet<SymbolId>,
}

impl Symbols {
    /// The function of that name and these sorts.
    pub fn function(&mut self, terms: &mut Terms, name: &str, sorts: Vec<Sort>, result: Sort) -> SymbolId {
        let key = (name.to_owned(), sorts, result);
        *self
            .functions
            .entry(key)
            .or_insert_with_key(|(name, sorts, result)| terms.declare(name.clone(), sorts, *result))
    }
}

/// The sort of a value of a scalar type (VALUE-25); threads and blocks have none.
pub fn sort_of(ty: Type, float: FloatMode) -> Option<Sort> {
    match ty {
        Type::Float { bits } if float == FloatMode::Exact => Some(Sort::Float(bits)),
        Type::Bool => Some(Sort::Bool),
        Type::Int { .. } | Type::Integer => Some(Sort::Int),
        Type::Float { .. } | Type::Real => Some(Sort::Real),
        Type::Thread | Type::Block => None,
    }
}

/// How often each name was given.
#[derive(Clone, Default)]
pub struct Numbering(BTreeMap<String, u32>);

impl Numbering {
    /// 1 for the first of a name.
    pub fn next(&mut self, name: &str) -> u32 {
        let count = self.0.entry(name.to_owned()).or_insert(0);
        *count += 1;
        *count
    }

    /// A name that no other has: `i`, then `i!1`, `i!2`.
    pub fn fresh(&mut self, name: &str) -> String {
        match self.next(name) {
            1 => name.to_owned(),
            count => format!("{name}!{}", count - 1),
        }
    }
}

/// What a bound variable stands for.
#[derive(Clone, Debug)]
pub enum BoundValue {
    Number(VarId),
    Thread(Coordinates, Vec<Ranged>),
    Block([TermId; 3], Vec<Ranged>),
}

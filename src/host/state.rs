//! What is known at a place of the host's code: the values of its variables, and facts about what is unknown in them.

use std::collections::{BTreeMap, BTreeSet};

use crate::base::Span;

use super::term::{self, Node, Op, Term};
use super::types::IntType;
use super::unknown::{Fact, Free};

/// A variable of the host.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Cell(pub usize);

/// A variable or a part of one, by the names of members (`[3]` for elements).
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Place {
    pub cell: Cell,
    pub path: Vec<String>,
}

impl Place {
    pub fn of(cell: Cell) -> Place {
        Place { cell, path: Vec::new() }
    }

    pub fn member(&self, name: impl Into<String>) -> Place {
        let mut place = self.clone();
        place.path.push(name.into());
        place
    }
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Value {
    Int(Term, IntType),
    Dim3([Term; 3]),
    /// What is known of some of the members.
    Record(BTreeMap<String, Value>),
    /// The address of a variable.
    Address(Place),
    /// A pointer into memory that the host allocated: which allocation, and how many bytes behind its start.
    Memory(usize, Option<Term>),
    Unknown,
}

impl Value {
    pub fn int(value: i128, ty: IntType) -> Value {
        Value::Int(term::int(value), ty)
    }

    /// The variables whose addresses it holds.
    pub fn targets(&self) -> Vec<Cell> {
        match self {
            Value::Address(place) => vec![place.cell],
            Value::Record(fields) => fields.values().flat_map(Value::targets).collect(),
            Value::Int(..) | Value::Dim3(_) | Value::Memory(..) | Value::Unknown => Vec::new(),
        }
    }
}

/// Known values and facts at a place that is reached.
#[derive(Clone, Debug, Default)]
pub struct State {
    values: BTreeMap<Cell, Value>,
    pub facts: Vec<Fact>,
    /// Least and greatest values that facts allow.
    bounds: BTreeMap<Term, (i128, i128)>,
    /// Variables that pointers of which nothing is known may lead to.
    pub lost: BTreeSet<Cell>,
    /// Allocations, with their sizes in bytes.
    pub memory: BTreeMap<usize, Term>,
    /// Whether every condition on the way was followed, so that each input that meets the facts comes here.
    pub is_exact: bool,
    /// The program ends before this place.
    pub is_dead: bool,
}

impl State {
    /// Of a place that is not reached.
    pub fn dead() -> State {
        State { is_dead: true, ..State::default() }
    }

    /// Nothing is known, and nothing was passed over.
    pub fn exact() -> State {
        State { is_exact: true, ..State::default() }
    }

    /// The value of a place; nothing where none is known.
    pub fn read(&self, place: &Place) -> Option<Value> {
        let mut value = self.values.get(&place.cell)?;
        for (depth, name) in place.path.iter().enumerate() {
            value = match (value, axis(name)) {
                (Value::Record(fields), _) => fields.get(name)?,
                (Value::Dim3(sizes), Some(axis)) if depth + 1 == place.path.len() => {
                    return Some(Value::Int(sizes[axis].clone(), IntType::UINT));
                }
                _ => return None,
            };
        }
        Some(value.clone())
    }

    pub fn write(&mut self, place: &Place, value: Value) {
        let mut at = self.values.entry(place.cell).or_insert(Value::Unknown);
        for (depth, name) in place.path.iter().enumerate() {
            if let (Value::Dim3(sizes), Some(axis)) = (&mut *at, axis(name)) {
                match value {
                    Value::Int(ref size, _) if depth + 1 == place.path.len() => sizes[axis] = size.clone(),
                    _ => *at = Value::Unknown,
                }
                return;
            }
            if !matches!(at, Value::Record(_)) {
                *at = Value::Record(BTreeMap::new());
            }
            let Value::Record(fields) = at else { return };
            at = fields.entry(name.clone()).or_insert(Value::Unknown);
        }
        *at = value;
    }

    pub fn forget(&mut self, place: &Place) {
        if let Some(value) = self.read(place) {
            self.lost.extend(value.targets());
        }
        if place.path.is_empty() {
            self.values.remove(&place.cell);
        } else if self.read(place).is_some() {
            let mut around = place.clone();
            let name = around.path.pop().unwrap_or_default();
            if let Some(Value::Record(mut fields)) = self.read(&around) {
                fields.remove(&name);
                self.write(&around, Value::Record(fields));
            } else {
                self.write(&around, Value::Unknown);
            }
        }
    }

    /// What pointers lead to that are not followed may have changed.
    pub fn forget_pointees(&mut self) {
        fn without(value: &mut Value) {
            if let Value::Record(fields) = value {
                fields.remove("*");
                fields.values_mut().for_each(without);
            }
        }
        for value in self.values.values_mut() {
            let before = value.targets();
            without(value);
            if value.targets().len() < before.len() {
                self.lost.extend(before);
            }
        }
    }

    pub fn cells(&self) -> impl Iterator<Item = (Cell, &Value)> {
        self.values.iter().map(|(cell, value)| (*cell, value))
    }

    pub fn value(&self, cell: Cell) -> Option<&Value> {
        self.values.get(&cell)
    }

    /// Takes in that something holds; the place is not reached where it cannot.
    pub fn assume(&mut self, cond: &Term, place: Span) {
        match &**cond {
            Node::Int(0) => self.is_dead = true,
            Node::Int(_) => {}
            Node::Apply(Op::And, parts) => parts.iter().for_each(|part| self.assume(part, place)),
            _ => {
                self.bound(cond);
                if !self.facts.iter().any(|fact| fact.cond == *cond) {
                    if self.facts.iter().any(|fact| term::not(&fact.cond) == *cond) {
                        self.is_dead = true;
                    }
                    self.facts.push(Fact { cond: cond.clone(), place });
                }
            }
        }
    }

    /// What a comparison with a number says of an unknown.
    fn bound(&mut self, cond: &Term) {
        let Node::Apply(op @ (Op::Le | Op::Lt | Op::Eq), args) = &**cond else { return };
        let strict = i128::from(*op == Op::Lt);
        let mut note = |term: &Term, least: i128, greatest: i128| {
            let known = self.bounds.entry(term.clone()).or_insert((i128::MIN, i128::MAX));
            *known = (known.0.max(least), known.1.min(greatest));
            if known.0 > known.1 {
                self.is_dead = true;
            }
        };
        match (&*args[0], &*args[1], *op) {
            (_, Node::Int(value), Op::Eq) => note(&args[0], *value, *value),
            (Node::Int(value), _, Op::Eq) => note(&args[1], *value, *value),
            (_, Node::Int(value), _) => note(&args[0], i128::MIN, value - strict),
            (Node::Int(value), _, _) => note(&args[1], value + strict, i128::MAX),
            _ => {}
        }
    }

    /// Values between which a term lies, given those of what is unknown in it.
    pub fn range(&self, term: &Term, of: &dyn Fn(Free) -> (i128, i128)) -> (i128, i128) {
        let (least, greatest) = match &**term {
            Node::Int(value) => (*value, *value),
            Node::Free(free) => of(*free),
            Node::Apply(op, args) => {
                let all: Vec<(i128, i128)> = args.iter().map(|arg| self.range(arg, of)).collect();
                range_of(*op, &all)
            }
        };
        let (above, below) = self.bounds.get(term).copied().unwrap_or(ANY);
        (least.max(above), greatest.min(below))
    }

    /// The state in which two ways meet. What differs is kept by cases where a fact tells the two ways apart.
    pub fn join(self, other: State) -> State {
        if self.is_dead {
            return other;
        }
        if other.is_dead {
            return self;
        }
        let common = self.facts.iter().zip(&other.facts).take_while(|(a, b)| a.cond == b.cond).count();
        let apart = match (self.facts.get(common), other.facts.get(common)) {
            (Some(a), Some(b)) if term::not(&a.cond) == b.cond => Some(a.cond.clone()),
            _ => None,
        };
        let mut facts = self.facts[..common].to_vec();
        if let Some(cond) = &apart {
            let given = |premise: &Term, fact: &Fact| Fact {
                cond: term::or(&term::not(premise), &fact.cond),
                place: fact.place,
            };
            facts.extend(self.facts[common + 1..].iter().map(|fact| given(cond, fact)));
            facts.extend(other.facts[common + 1..].iter().map(|fact| given(&term::not(cond), fact)));
            facts.retain(|fact| !term::is_large(&fact.cond) && term::known(&fact.cond).is_none());
        }
        let mut lost: BTreeSet<Cell> = self.lost.union(&other.lost).copied().collect();
        let mut values = BTreeMap::new();
        let only_there = other.values.iter().filter(|(cell, _)| !self.values.contains_key(cell));
        lost.extend(only_there.flat_map(|(_, value)| value.targets()));
        for (cell, value) in self.values {
            let also = other.values.get(&cell);
            let before: Vec<Cell> =
                value.targets().into_iter().chain(also.into_iter().flat_map(Value::targets)).collect();
            let both = also.map(|also| joined(value, also, apart.as_ref()));
            // One that both hold is there twice.
            if before.len() > 2 * both.as_ref().map_or(0, |both| both.targets().len()) {
                lost.extend(before);
            }
            both.map(|both| values.insert(cell, both));
        }
        let mut bounds = BTreeMap::new();
        for (term, (least, greatest)) in self.bounds {
            if let Some(also) = other.bounds.get(&term) {
                bounds.insert(term, (least.min(also.0), greatest.max(also.1)));
            }
        }
        let mut memory = self.memory;
        memory.retain(|of, size| other.memory.get(of) == Some(size));
        let is_exact = self.is_exact && other.is_exact && (apart.is_some() || facts.len() == other.facts.len());
        State { values, facts, bounds, lost, memory, is_exact, is_dead: false }
    }
}

/// The value on one way or the other.
fn joined(one: Value, other: &Value, apart: Option<&Term>) -> Value {
    if one == *other {
        return one;
    }
    let choose = |a: &Term, b: &Term| {
        let chosen = if a == b { a.clone() } else { term::choose(apart?, a, b) };
        (!term::is_large(&chosen)).then_some(chosen)
    };
    match (one, other) {
        (Value::Int(a, ty), Value::Int(b, also)) if ty == *also => {
            choose(&a, b).map_or(Value::Unknown, |value| Value::Int(value, ty))
        }
        (Value::Dim3(a), Value::Dim3(b)) => {
            let all: Option<Vec<Term>> = a.iter().zip(b).map(|(a, b)| choose(a, b)).collect();
            all.and_then(|all| all.try_into().ok()).map_or(Value::Unknown, Value::Dim3)
        }
        (Value::Record(fields), Value::Record(also)) => {
            let both = fields.into_iter().filter_map(|(name, value)| {
                let other = also.get(&name)?;
                Some((name, joined(value, other, apart)))
            });
            Value::Record(both.collect())
        }
        _ => Value::Unknown,
    }
}

/// `x`, `y`, `z`.
pub fn axis(name: &str) -> Option<usize> {
    ["x", "y", "z"].iter().position(|axis| *axis == name)
}

/// Any value.
const ANY: (i128, i128) = (i128::MIN, i128::MAX);

/// Values between which the result of an operator lies, given those of its operands.
fn range_of(op: Op, all: &[(i128, i128)]) -> (i128, i128) {
    let corners = |a: (i128, i128), b: (i128, i128), f: &dyn Fn(i128, i128) -> Option<i128>| {
        let all = [f(a.0, b.0), f(a.0, b.1), f(a.1, b.0), f(a.1, b.1)];
        let all: Option<Vec<i128>> = all.into_iter().collect();
        let ends = all.and_then(|all| Some((*all.iter().min()?, *all.iter().max()?)));
        ends.unwrap_or(ANY)
    };
    let end = |a: i128, b: i128, lost: i128| {
        if a == lost || b == lost { lost } else { a.checked_add(b).unwrap_or(lost) }
    };
    match (op, all) {
        (Op::Add, _) => {
            all.iter().fold((0, 0), |sum, part| (end(sum.0, part.0, i128::MIN), end(sum.1, part.1, i128::MAX)))
        }
        (Op::Mul, _) => all.iter().fold((1, 1), |product, part| corners(product, *part, &i128::checked_mul)),
        (Op::Div, [value, divisor]) if divisor.0 > 0 => corners(*value, *divisor, &i128::checked_div),
        (Op::Rem, [value, divisor]) if divisor.0 > 0 => {
            let most = divisor.1 - 1;
            (if value.0 >= 0 { 0 } else { -most }, if value.1 <= 0 { 0 } else { most })
        }
        (Op::Min, [a, b]) => (a.0.min(b.0), a.1.min(b.1)),
        (Op::Max, [a, b]) => (a.0.max(b.0), a.1.max(b.1)),
        (Op::Choose, [_, a, b]) => (a.0.min(b.0), a.1.max(b.1)),
        (Op::Le | Op::Lt | Op::Eq | Op::Not | Op::And | Op::Or | Op::IsPow2, _) => (0, 1),
        _ => ANY,
    }
}

//! The pool of hash-consed terms: nodes, symbols, variables, and literals.

use std::collections::BTreeMap;
use std::hash::{Hash, Hasher};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use num_bigint::BigInt;
use num_rational::BigRational;
use rustc_hash::FxHashMap;

use crate::base::{memory, work};

use super::op::{FloatOp, Op, Operator, OperatorId, Sort};

pub use super::ids::{SymbolId, TermId, VarId};

/// Name and signature of a declared symbol.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Symbol {
    pub name: String,
    pub args: Vec<Sort>,
    pub result: Sort,
    /// Which one it is among the symbols of the pool and of all its clones: what these declare after they have parted differs.
    pub serial: u32,
}

#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Var {
    pub name: String,
    pub sort: Sort,
}

#[derive(Clone, Debug)]
pub(super) struct Node {
    op: Op,
    args: Box<[TermId]>,
    sort: Sort,
    /// Free variables, sorted; shared with an argument's where equal.
    free: Arc<[VarId]>,
    /// The negation, once somebody has asked for it.
    pub(super) negation: Option<TermId>,
}

/// A pool of terms with the symbols and variables that they use.
#[derive(Clone, Debug, Default)]
pub struct Terms {
    pub(super) nodes: Vec<Node>,
    index: FxHashMap<(Op, Box<[TermId]>), TermId>,
    symbols: Vec<Symbol>,
    /// The next symbol's serial number, of all clones.
    serials: Arc<AtomicU32>,
    vars: Vec<Var>,
    pub(super) operators: Vec<Operator>,
    /// The symbols of operators of which nothing but their laws is known.
    pub(super) abstract_heads: BTreeMap<SymbolId, OperatorId>,
}

impl Terms {
    pub fn new() -> Terms {
        Terms::default()
    }

    // ── access ──────────────────────────────────────────────────────────────────────────────────

    pub fn op(&self, term: TermId) -> &Op {
        &self.nodes[term.0 as usize].op
    }

    pub fn args(&self, term: TermId) -> &[TermId] {
        &self.nodes[term.0 as usize].args
    }

    pub fn sort(&self, term: TermId) -> Sort {
        self.nodes[term.0 as usize].sort
    }

    /// Free variables, sorted.
    pub fn free(&self, term: TermId) -> &Arc<[VarId]> {
        &self.nodes[term.0 as usize].free
    }

    pub fn is_closed(&self, term: TermId) -> bool {
        self.free(term).is_empty()
    }

    pub fn symbol_info(&self, symbol: SymbolId) -> &Symbol {
        &self.symbols[symbol.0 as usize]
    }

    pub fn var_info(&self, var: VarId) -> &Var {
        &self.vars[var.0 as usize]
    }

    pub fn node_count(&self) -> usize {
        self.nodes.len()
    }

    pub fn symbol_count(&self) -> usize {
        self.symbols.len()
    }

    pub fn symbols(&self) -> impl Iterator<Item = (SymbolId, &Symbol)> {
        self.symbols.iter().enumerate().map(|(at, symbol)| (SymbolId(at as u32), symbol))
    }

    pub fn is_true(&self, term: TermId) -> bool {
        *self.op(term) == Op::Bool(true)
    }

    pub fn is_false(&self, term: TermId) -> bool {
        *self.op(term) == Op::Bool(false)
    }

    /// The value of an integer literal.
    pub fn as_int(&self, term: TermId) -> Option<&BigInt> {
        match self.op(term) {
            Op::Int(value) => Some(value),
            _ => None,
        }
    }

    // ── identity ────────────────────────────────────────────────────────────────────────────────

    /// Adds all of the pool but serial numbers: two pools that add the same are the same, name by name.
    pub fn add_to(&self, hash: &mut impl Hasher) {
        (self.nodes.len(), self.symbols.len(), self.vars.len(), self.operators.len()).hash(hash);
        for node in &self.nodes {
            (&node.op, &node.args, node.sort).hash(hash);
        }
        for Symbol { name, args, result, serial: _ } in &self.symbols {
            (name, args, result).hash(hash);
        }
        for Var { name, sort } in &self.vars {
            (name, sort).hash(hash);
        }
        for Operator { name, operands, body, identity, is_lawful } in &self.operators {
            (name, operands, body, identity, is_lawful).hash(hash);
        }
        self.abstract_heads.hash(hash);
    }

    // ── symbols and variables ───────────────────────────────────────────────────────────────────

    /// Declares a symbol. Two declarations are two symbols, also when they have the same name.
    pub fn declare(&mut self, name: impl Into<String>, args: &[Sort], result: Sort) -> SymbolId {
        let serial = self.serials.fetch_add(1, Ordering::Relaxed);
        self.symbols.push(Symbol { name: name.into(), args: args.to_vec(), result, serial });
        SymbolId(self.symbols.len() as u32 - 1)
    }

    /// A new variable, different from every other.
    pub fn fresh_var(&mut self, name: impl Into<String>, sort: Sort) -> VarId {
        self.vars.push(Var { name: name.into(), sort });
        VarId(self.vars.len() as u32 - 1)
    }

    /// Declares a symbol of that name, with `'2`, `'3`, ... behind it where the name is taken.
    pub fn declare_named(&mut self, name: &str, args: &[Sort], result: Sort) -> SymbolId {
        let taken = |name: &str| self.symbols.iter().any(|symbol| symbol.name == name);
        let free = std::iter::once(name.to_owned())
            .chain((2..).map(|number| format!("{name}'{number}")))
            .find(|candidate| !taken(candidate))
            .unwrap_or_else(|| name.to_owned());
        self.declare(free, args, result)
    }

    /// A constant under [`Terms::declare_named`].
    pub fn constant_named(&mut self, name: &str, sort: Sort) -> TermId {
        let symbol = self.declare_named(name, &[], sort);
        self.constant(symbol, sort)
    }

    /// Declares a constant and gives it as a term.
    pub fn fresh_constant(&mut self, name: impl Into<String>, sort: Sort) -> TermId {
        let symbol = self.declare(name, &[], sort);
        self.constant(symbol, sort)
    }

    fn constant(&mut self, symbol: SymbolId, sort: Sort) -> TermId {
        self.intern(Op::Apply(symbol), Vec::new(), sort)
    }

    // ── raw construction ────────────────────────────────────────────────────────────────────────

    /// The node with exactly this head and these arguments; use the constructors below, which normalise.
    pub(super) fn intern(&mut self, op: Op, args: Vec<TermId>, sort: Sort) -> TermId {
        work::count(1);
        let key = (op, args.into_boxed_slice());
        if let Some(found) = self.index.get(&key) {
            return *found;
        }
        let free = self.free_of(&key.0, &key.1);
        if self.nodes.len().is_multiple_of(NODES_BETWEEN_CHECKPOINTS) {
            memory::checkpoint();
        }
        let id = TermId(self.nodes.len() as u32);
        self.nodes.push(Node { op: key.0.clone(), args: key.1.clone(), sort, free, negation: None });
        self.index.insert(key, id);
        id
    }

    fn free_of(&self, op: &Op, args: &[TermId]) -> Arc<[VarId]> {
        if let Op::Var(var) = op {
            return Arc::from([*var]);
        }
        let bound = op.binds();
        if bound.is_empty() {
            let mut widest: Option<&Arc<[VarId]>> = None;
            for arg in args {
                let free = self.free(*arg);
                if widest.is_none_or(|other| free.len() > other.len()) {
                    widest = Some(free);
                }
            }
            let Some(widest) = widest else { return Arc::from([]) };
            if args.iter().all(|arg| self.free(*arg).iter().all(|var| widest.binary_search(var).is_ok())) {
                return widest.clone();
            }
        }
        let mut all: Vec<VarId> = Vec::new();
        for (at, arg) in args.iter().enumerate() {
            let here = at + 1 == args.len();
            all.extend(self.free(*arg).iter().filter(|var| !(here && bound.contains(var))));
        }
        all.sort();
        all.dedup();
        all.into()
    }

    // ── literals, variables, applications ───────────────────────────────────────────────────────

    pub fn bool(&mut self, value: bool) -> TermId {
        self.intern(Op::Bool(value), Vec::new(), Sort::Bool)
    }

    pub fn int(&mut self, value: impl Into<BigInt>) -> TermId {
        self.intern(Op::Int(value.into()), Vec::new(), Sort::Int)
    }

    pub fn real(&mut self, value: BigRational) -> TermId {
        self.intern(Op::Real(value), Vec::new(), Sort::Real)
    }

    /// A literal of a numeric sort (the value of an `Int` must be integral), or the float nearest to a value.
    pub fn number(&mut self, value: BigRational, sort: Sort) -> TermId {
        match sort {
            Sort::Int => self.int(value.to_integer()),
            Sort::Float(bits) => {
                let value = self.real(value);
                self.float(FloatOp::Round(bits), &[value])
            }
            Sort::Real | Sort::Bool => self.real(value),
        }
    }

    /// An operation on exact floats; commutative ones have their operands in order.
    pub fn float(&mut self, op: FloatOp, args: &[TermId]) -> TermId {
        let mut args = args.to_vec();
        let first = args.first().map_or(Sort::Real, |first| self.sort(*first));
        debug_assert_eq!(op.operands(first).map(|sorts| sorts.len()), Some(args.len()), "operands of {}", op.name());
        if op.is_commutative() {
            args.sort();
        }
        self.intern(Op::Float(op), args, op.result(first))
    }

    pub fn var(&mut self, var: VarId) -> TermId {
        let sort = self.var_info(var).sort;
        self.intern(Op::Var(var), Vec::new(), sort)
    }
}

/// Nobody looks at the memory of smaller pools.
const NODES_BETWEEN_CHECKPOINTS: usize = 1 << 12;

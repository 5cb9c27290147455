//! The compact form of a kernel under one launch and one set of inputs: expressions as nodes of one table, the body as
//! a list of instructions (MACHINE-7), everything that the launch decides folded away.

use std::collections::BTreeSet;

use crate::base::Span;
use crate::kernel::ir::{
    AccessKind, AtomicOp, BarrierScope, Binary, Fence, FoldKind, Space, Speaker, Type, Unary, VoteOp, WarpOp,
};

use super::arith::Domain;
use super::clocks::Strong;
use super::outcome::ViolationKind;
use super::value::Value;

/// An expression, by its position in [`Code::nodes`].
pub type NodeId = u32;

/// An instruction, by its position in [`Code::instructions`].
pub type Place = u32;

/// An expression whose parts are nodes.
#[derive(Clone, Debug)]
pub enum Node {
    Const(Value),
    Local(u32),
    ThreadIdx(u8),
    BlockIdx(u8),
    /// A read by the program: checked, and seen by the race detector.
    Read(u32),
    /// A read by an annotation, of memory now.
    Peek(u32),
    /// The same, of memory at entry.
    PeekOld(u32),
    /// The same, of memory as the call by contract with that number found it.
    PeekKept(u32, u32),
    Unary(Unary, Domain, NodeId),
    Binary(Binary, Domain, NodeId, NodeId),
    /// `/` and `%` of the program: the divisor must not be 0.
    Divide(Binary, Domain, NodeId, NodeId),
    /// `%` of the program on integers: that quotient and remainder fit is one question.
    Remainder(NodeId, NodeId, u32),
    /// Shifts of the program: the count must be below the number of bits.
    Shift(Binary, NodeId, NodeId, u8),
    /// The result of machine arithmetic or of an implicit conversion (MACHINE-6).
    Fit(NodeId, u32),
    /// Modulo `2^bits`.
    Wrap(NodeId, u32),
    /// A parameter of machine type in a definition: unknown where the type does not have the value.
    Typed(NodeId, u32),
    And(NodeId, NodeId),
    Or(NodeId, NodeId),
    Implies(NodeId, NodeId),
    /// Identity of values (annotations); negated where `false`.
    Same(NodeId, NodeId, Domain, bool),
    Conditional(NodeId, NodeId, NodeId),
    /// Number to truth value.
    Truth(NodeId),
    /// These reads are made, and the value is this one, whatever they give (AMP-15).
    Accessed(Box<[u32]>, Value),
    /// Truth value to 0 or 1 of that domain.
    Number(NodeId, Domain),
    /// Integer to real or float, float to another width.
    Fraction(NodeId, Domain),
    /// Towards zero, to an integer; of a machine type with that number (VALUE-34). NaN is 0 there, or where the flag is set the
    /// type's most significant bit alone.
    Truncate(NodeId, Option<u32>, bool),
    Math(Math),
    Bound(u32),
    /// Position in [`AnnotationCode::quantifiers`].
    Quantified(u32),
    /// Position in [`AnnotationCode::folds`].
    Fold(u32),
    /// A recursive definition: position in [`AnnotationCode::functions`].
    Call {
        function: u32,
        args: Box<[NodeId]>,
    },
    /// A declared operator: position in [`AnnotationCode::operators`].
    Operate {
        operator: u32,
        left: NodeId,
        right: NodeId,
    },
    /// As the given thread or block sees it.
    At {
        inner: NodeId,
        place: NodeId,
        block: bool,
    },
    LoopCount(u32),
    /// The given thread (else the speaking one) is active.
    Active(Option<NodeId>),
}

impl Node {
    /// The operands of an expression of the program, without those of indices.
    pub fn parts(&self) -> Vec<NodeId> {
        match self {
            Node::Unary(_, _, a)
            | Node::Fit(a, _)
            | Node::Wrap(a, _)
            | Node::Typed(a, _)
            | Node::Truth(a)
            | Node::Number(a, _)
            | Node::Fraction(a, _)
            | Node::Truncate(a, ..) => vec![*a],
            Node::Binary(_, _, a, b)
            | Node::Divide(_, _, a, b)
            | Node::Remainder(a, b, _)
            | Node::Shift(_, a, b, _)
            | Node::And(a, b)
            | Node::Or(a, b)
            | Node::Implies(a, b)
            | Node::Same(a, b, ..) => vec![*a, *b],
            Node::Operate { left, right, .. } => vec![*left, *right],
            Node::Conditional(a, b, c) => vec![*a, *b, *c],
            Node::Math(math) => math.args.to_vec(),
            Node::Call { args, .. } => args.to_vec(),
            Node::At { inner, place, .. } => vec![*inner, *place],
            Node::Active(place) => place.iter().copied().collect(),
            Node::Const(_)
            | Node::Local(_)
            | Node::ThreadIdx(_)
            | Node::BlockIdx(_)
            | Node::Read(_)
            | Node::Peek(_)
            | Node::PeekOld(_)
            | Node::PeekKept(..)
            | Node::Accessed(..)
            | Node::Bound(_)
            | Node::Quantified(_)
            | Node::Fold(_)
            | Node::LoopCount(_) => Vec::new(),
        }
    }
}

/// A mathematical function; its domain is checked where the program calls it.
#[derive(Clone, Debug)]
pub struct Math {
    pub name: u32,
    pub args: Box<[NodeId]>,
    pub domain: Domain,
    pub checked: bool,
}

/// A cell: an array with an index for each dimension.
#[derive(Clone, Debug)]
pub struct Cell {
    pub array: u32,
    pub index: Box<[NodeId]>,
    pub span: Span,
    /// The calls by contract around that limit what is read or written.
    pub calls: Box<[u32]>,
    pub is_volatile: bool,
}

/// The range of a machine type.
#[derive(Clone, Copy, Debug)]
pub struct Fit {
    pub low: i128,
    pub high: i128,
    /// The part of the range within `i64`.
    pub small: (i64, i64),
    pub signed: bool,
    pub bits: u8,
}

impl Fit {
    pub fn of(ty: Type) -> Option<Fit> {
        let Type::Int { signed, bits } = ty else { return None };
        let (low, high) = match signed {
            true => (-(1_i128 << (bits - 1)), (1_i128 << (bits - 1)) - 1),
            false => (0, (1_i128 << bits) - 1),
        };
        let clamp = |value: i128| value.clamp(i128::from(i64::MIN), i128::from(i64::MAX)) as i64;
        Some(Fit { low, high, small: (clamp(low), clamp(high)), signed, bits })
    }

    /// Whether it is a value of the small part.
    #[inline]
    pub fn has(&self, value: Value) -> bool {
        matches!(value, Value::Int(small) if self.small.0 <= small && small <= self.small.1)
    }
}

/// What a bound variable ranges over.
#[derive(Clone, Debug)]
pub enum Range {
    /// Integers from the greatest lower bound to the least upper bound; without one, a few are tried.
    Integers {
        low: Vec<NodeId>,
        high: Vec<NodeId>,
    },
    Threads,
    Blocks,
    /// False and true.
    Truths,
}

#[derive(Clone, Debug)]
pub struct Binder {
    pub bound: u32,
    pub range: Range,
}

#[derive(Clone, Debug)]
pub struct Quantifier {
    pub universal: bool,
    /// In an order in which each range mentions earlier variables only.
    pub binders: Vec<Binder>,
    pub body: NodeId,
}

#[derive(Clone, Debug)]
pub struct Fold {
    pub kind: FoldKind,
    pub domain: Domain,
    pub binder: Binder,
    pub body: NodeId,
}

/// A recursive definition (MACHINE-12).
#[derive(Clone, Debug)]
pub struct FunctionCode {
    pub params: Vec<u32>,
    pub body: NodeId,
}

/// A declared operator (OPERATOR-7).
#[derive(Clone, Copy, Debug)]
pub struct OperatorCode {
    pub identity: NodeId,
    pub meaning: Meaning,
}

#[derive(Clone, Copy, Debug)]
pub enum Meaning {
    /// The concatenation of words.
    Free,
    /// The body at values of its operands.
    Defined { operands: [u32; 2], body: NodeId },
    /// Not in this mode.
    Unknown,
}

/// A clause, ready to be evaluated for each thread that it speaks of.
#[derive(Clone, Copy, Debug)]
pub struct ClauseCode {
    pub node: NodeId,
    pub speaker: Speaker,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub struct LoopCode {
    pub invariants: Vec<ClauseCode>,
    pub variant: Option<ClauseCode>,
    pub span: Span,
    /// The instruction that decides whether to go on, and the one behind the loop.
    pub head: Place,
    pub exit: Place,
}

#[derive(Clone, Debug)]
pub enum Instruction {
    Declare(u32),
    DeclareArray(u32),
    Assign {
        local: u32,
        value: NodeId,
    },
    Store {
        cell: u32,
        value: NodeId,
    },
    /// Goes on where the condition is true, else to `otherwise`.
    Branch {
        condition: NodeId,
        otherwise: Place,
    },
    Jump(Place),
    /// Before the head of a loop: who enters it.
    Enter(u32),
    /// The head of a loop: goes on where the guard is true, else behind the loop.
    Head {
        id: u32,
        guard: NodeId,
    },
    Barrier(u32, BarrierScope, Option<VoteCode>),
    Atomic(AtomicCode),
    Warp(WarpCode),
    Fence(Fence),
    Assert {
        clause: ClauseCode,
        kind: ViolationKind,
        /// Looked at in every schedule.
        by_program: bool,
    },
    Assume(ClauseCode),
    /// Keeps the memory that a call by contract finds, by the call's number.
    Keep(u32),
    /// The thread ends.
    Exit,
}

#[derive(Clone, Debug)]
pub struct AtomicCode {
    pub op: AtomicOp,
    pub strong: Strong,
    pub kind: AccessKind,
    pub cell: u32,
    pub operands: Vec<NodeId>,
    pub domain: Domain,
    /// The range of the cell's type.
    pub fit: Option<Fit>,
    /// Unsigned arithmetic is modulo `2^bits` on purpose.
    pub wraps: bool,
    pub result: Option<u32>,
}

/// STMT-13: a variable of the thread, which is evaluated when the block goes on.
#[derive(Clone, Copy, Debug)]
pub struct VoteCode {
    pub op: VoteOp,
    pub operand: NodeId,
    pub result: u32,
}

#[derive(Clone, Debug)]
pub struct WarpCode {
    pub op: WarpOp,
    pub lanes: LanesCode,
    pub width: u32,
    pub operands: Vec<NodeId>,
    /// Of the first operand.
    pub domain: Domain,
    pub fit: Option<Fit>,
    /// Unsigned arithmetic is modulo `2^bits` on purpose.
    pub wraps: bool,
    pub result: Option<u32>,
}

#[derive(Clone, Copy, Debug)]
pub enum LanesCode {
    Mask(NodeId),
    Tile,
    Present,
}

#[derive(Clone, Debug)]
pub struct ArrayCode {
    pub name: String,
    pub space: Space,
    pub element: Type,
    /// For each dimension; `None` where accesses are not checked.
    pub extents: Vec<Option<i64>>,
    /// Contents from cell 0 on; what follows is made from the seed.
    pub initial: Vec<Value>,
    pub null: bool,
    /// The program writes to it, so races are possible.
    pub written: bool,
}

impl ArrayCode {
    /// Whether a cell's position is made of its coordinates: of a surface, and of rows to which pointers in memory
    /// lead, nobody knows the size.
    pub fn by_coordinates(&self) -> bool {
        self.space == Space::Surface || self.extents.iter().skip(1).any(Option::is_none)
    }

    /// Whether no cell has a negative index: others are functions, and memory of which nobody knows the size.
    pub fn counts_from_zero(&self) -> bool {
        !matches!(self.space, Space::Ghost | Space::Surface)
    }

    /// The bits of a position that each coordinate of such a cell has.
    fn bits(&self) -> u32 {
        64 / self.extents.len().max(1) as u32
    }

    /// The position of such a cell: every cell has one of its own (RACE-36). None where the coordinates are too large for that.
    pub fn pack(&self, coordinates: &[i64]) -> Option<i64> {
        let bits = self.bits();
        let mut position = 0_i64;
        for coordinate in coordinates {
            if !(i64::MIN >> (64 - bits)..=i64::MAX >> (64 - bits)).contains(coordinate) {
                return None;
            }
            position = position.checked_shl(bits).unwrap_or(0).wrapping_add(*coordinate);
        }
        Some(position)
    }

    /// The coordinates of a cell that they make the position of; none of an array's.
    pub fn unpack(&self, position: i64) -> Vec<i64> {
        if !self.by_coordinates() {
            return Vec::new();
        }
        let bits = self.bits();
        let mut rest = position;
        let mut coordinates = vec![0; self.extents.len()];
        for coordinate in coordinates.iter_mut().rev() {
            *coordinate = rest << (64 - bits) >> (64 - bits);
            rest = rest.wrapping_sub(*coordinate).checked_shr(bits).unwrap_or(0);
        }
        coordinates
    }
}

/// Cells that a contract lists: array, least and greatest index in the leading dimensions.
pub type RegionCode = (u32, Vec<(NodeId, NodeId)>);

/// A call by contract (CALL-14).
#[derive(Clone, Debug, Default)]
pub struct CallCode {
    pub function: String,
    /// The arrays whose contents at the call something mentions.
    pub kept: BTreeSet<u32>,
    /// Those that the function's pointers point into.
    pub passed: Vec<u32>,
    /// What the function may write, and what it may read; empty where its contract does not say.
    pub writes: Vec<RegionCode>,
    pub reads: Vec<RegionCode>,
}

/// A kernel under one launch and one set of inputs.
#[derive(Clone, Debug, Default)]
pub struct Code {
    pub nodes: Vec<Node>,
    /// By node.
    pub spans: Vec<Span>,
    pub cells: Vec<Cell>,
    pub fits: Vec<Fit>,
    pub names: Vec<String>,
    pub annotations: AnnotationCode,
    pub instructions: Vec<Instruction>,
    /// By instruction.
    pub statements: Vec<Span>,
    pub arrays: Vec<ArrayCode>,
    pub locals: Vec<LocalCode>,
    pub loops: Vec<LoopCode>,
    /// By call by contract.
    pub calls: Vec<CallCode>,
    /// More than the barriers of blocks orders accesses (ATOMIC-18).
    pub clocked: bool,
    /// There are fences, or atomics that acquire, release or see values of others (ATOMIC-19).
    pub orders: bool,
    pub contract: ContractCode,
}

#[derive(Clone, Copy, Debug)]
pub struct LocalCode {
    pub at_entry: Value,
    pub ty: Type,
}

/// What only annotations have.
#[derive(Clone, Debug, Default)]
pub struct AnnotationCode {
    pub quantifiers: Vec<Quantifier>,
    pub folds: Vec<Fold>,
    /// By operator of the kernel.
    pub operators: Vec<OperatorCode>,
    /// By recursive definition; none where nothing applies it.
    pub functions: Vec<Option<FunctionCode>>,
    /// The number of bound variables: those of the kernel, then from `of_definitions` on those of definitions.
    pub bound: usize,
    pub of_definitions: usize,
}

/// The contract of the kernel.
#[derive(Clone, Debug, Default)]
pub struct ContractCode {
    pub requires: Vec<ClauseCode>,
    pub ensures: Vec<ClauseCode>,
    /// What threads may write (VALUE-7).
    pub writes: Vec<RegionCode>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_cell_of_a_surface_has_a_position_of_its_own() {
        for (dimensions, bits) in [(1, 64), (2, 32), (3, 21)] {
            let surface = ArrayCode {
                name: String::new(),
                space: Space::Surface,
                element: Type::INT,
                extents: vec![None; dimensions],
                initial: Vec::new(),
                null: false,
                written: true,
            };
            let (least, most) = (i64::MIN >> (64 - bits), i64::MAX >> (64 - bits));
            let some = [least, least + 1, -1, 0, 1, 5, most];
            let mut positions = std::collections::BTreeMap::new();
            for number in 0..some.len().pow(dimensions as u32) {
                let digit = |at: u32| some[number / some.len().pow(at) % some.len()];
                let coordinates: Vec<i64> = (0..dimensions as u32).map(digit).collect();
                let position = surface.pack(&coordinates).expect("they fit");
                assert_eq!(surface.unpack(position), coordinates);
                assert_eq!(positions.insert(position, coordinates), None);
            }
            if dimensions > 1 {
                assert_eq!(surface.pack(&vec![least - 1; dimensions]), None);
                assert_eq!(surface.pack(&vec![most + 1; dimensions]), None);
            }
        }
    }
}

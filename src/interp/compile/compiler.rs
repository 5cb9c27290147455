//! The state of compilation: the code so far, and what stands around the place that is compiled.

use num_rational::BigRational;

use crate::base::Span;
use crate::kernel::ir::{Kernel, Label, Type};

use crate::interp::arith::Domain;
use crate::interp::code::{Code, Fit, Instruction, Node, NodeId, Place};
use crate::interp::setup::{Floats, Ints, Setup};
use crate::interp::value::{Pool, Scalar, Value};

/// What a machine cannot be made of.
#[derive(Clone, PartialEq, Debug)]
pub enum Refusal {
    /// A parameter, ghost or global without a value.
    Missing(String),
    /// An array of which neither contents nor length are given.
    MissingArray(String),
    /// Something that cannot be executed.
    NotModelled(String, Span),
}

/// How an expression is read.
#[derive(Clone, Copy)]
pub struct Mode {
    /// An annotation: nothing is checked, nothing seen by the race detector.
    pub spec: bool,
    /// Memory at entry.
    pub old: bool,
    /// Parameters at entry.
    pub entry: bool,
}

pub const PROGRAM: Mode = Mode { spec: false, old: false, entry: false };
pub const ANNOTATION: Mode = Mode { spec: true, old: false, entry: false };

pub struct Compiler<'a> {
    pub kernel: &'a Kernel,
    pub setup: &'a Setup,
    pub floats: Floats,
    pub ints: Ints,
    pub pool: &'a mut Pool,
    pub code: Code,
    /// There are fences, or atomics that acquire or release: volatile accesses may be ordered by them (ATOMIC-3).
    pub has_fences: bool,
    /// Variables are those of the definitions.
    pub in_definition: bool,
    /// By local: one value throughout, that at entry.
    pub constant: Vec<bool>,
    /// The open scopes, each with the jumps to its end.
    pub scopes: Vec<(Label, Vec<Place>)>,
    pub wrapping: u32,
    /// The calls by contract around.
    pub calls: Vec<u32>,
    pub refusal: Option<Refusal>,
}

impl Compiler<'_> {
    /// The number of a machine type among those of the code.
    pub fn fit_number(&mut self, fit: Fit) -> u32 {
        self.code.fits.push(fit);
        self.code.fits.len() as u32 - 1
    }

    pub fn here(&self) -> Place {
        self.code.instructions.len() as Place
    }

    pub fn emit(&mut self, instruction: Instruction, span: Span) -> Place {
        self.code.instructions.push(instruction);
        self.code.statements.push(span);
        self.here() - 1
    }

    pub fn refuse(&mut self, what: &str, span: Span) {
        self.refusal.get_or_insert(Refusal::NotModelled(what.to_owned(), span));
    }

    pub fn node(&mut self, node: Node, span: Span) -> NodeId {
        self.code.nodes.push(node);
        self.code.spans.push(span);
        self.code.nodes.len() as NodeId - 1
    }

    pub fn constant(&mut self, value: Value, span: Span) -> NodeId {
        self.node(Node::Const(value), span)
    }

    pub fn value_of(&self, node: NodeId) -> Option<Value> {
        match self.code.nodes[node as usize] {
            Node::Const(value) => Some(value),
            _ => None,
        }
    }

    /// `width`: that of the floats which a real number stands beside.
    pub fn domain(&self, ty: Type, width: u8) -> Domain {
        match (ty, self.floats) {
            (Type::Bool, _) => Domain::Bool,
            (Type::Int { .. } | Type::Integer | Type::Thread | Type::Block, _) => Domain::Int,
            (Type::Float { .. } | Type::Real, Floats::Real) => Domain::Real,
            (Type::Float { bits }, Floats::Ieee) => Domain::Float(bits),
            (Type::Real, Floats::Ieee) => Domain::Float(width),
        }
    }

    /// A value from outside, as one of the type.
    pub fn outside(&mut self, scalar: &Scalar, ty: Type) -> Value {
        let value = self.pool.value(scalar);
        match (self.domain(ty, 64), value) {
            (Domain::Real, Value::Float(float)) => match BigRational::from_float(float) {
                Some(exact) => self.pool.real(exact),
                None => Value::Unknown,
            },
            (Domain::Real, Value::Int(num)) => Value::Ratio { num, den: 1 },
            (Domain::Float(bits), value) => self.pool.to_float(value, bits),
            _ => value,
        }
    }
}

//! From the kernel IR to [`Code`]: slots for names, constants for everything that the launch decides.

mod bounds;
mod compiler;
mod definitions;
mod expr;
mod stmt;

use std::collections::{BTreeMap, BTreeSet};

use crate::kernel::ir::{self, Kernel, LocalRole, Space, StmtKind};

use super::arith::Domain;
use super::code::{AnnotationCode, ArrayCode, Code, Instruction, LocalCode, Meaning, Node, NodeId, OperatorCode};
use super::setup::{Ints, Options, Setup};
use super::value::{Pool, Value};

use self::compiler::{ANNOTATION, Compiler, Mode};

pub use self::compiler::Refusal;

/// Compiles a kernel for one launch.
pub fn compile(kernel: &Kernel, setup: &Setup, options: &Options, pool: &mut Pool) -> Result<Code, Refusal> {
    with_data(kernel, setup, options, pool, &BTreeSet::new())
}

/// The same, where the values of these scalars are not part of the code.
pub fn with_data(
    kernel: &Kernel,
    setup: &Setup,
    options: &Options,
    pool: &mut Pool,
    data: &BTreeSet<ir::LocalId>,
) -> Result<Code, Refusal> {
    let has_fences = ir::occurs(&kernel.body, &|kind| match kind {
        StmtKind::Fence(_) => true,
        StmtKind::Atomic(atomic) => atomic.order != ir::MemoryOrder::Relaxed,
        _ => false,
    });
    let mut compiler = Compiler {
        kernel,
        setup,
        floats: options.floats,
        ints: options.ints,
        pool,
        code: Code {
            annotations: AnnotationCode {
                functions: vec![None; kernel.declared.definitions.functions.len()],
                bound: kernel.bound.len() + kernel.declared.definitions.bound.len(),
                of_definitions: kernel.bound.len(),
                ..AnnotationCode::default()
            },
            clocked: has_fences,
            orders: has_fences,
            ..Code::default()
        },
        has_fences,
        in_definition: false,
        constant: vec![true; kernel.locals.len()],
        scopes: Vec::new(),
        wrapping: 0,
        calls: Vec::new(),
        refusal: None,
    };
    compiler.locals()?;
    data.iter().for_each(|local| compiler.constant[local.index()] = false);
    compiler.arrays()?;
    compiler.operators();
    let contract = Mode { spec: true, old: false, entry: true };
    compiler.code.contract.requires =
        kernel.contract.requires.iter().map(|clause| compiler.clause(clause, contract)).collect();
    compiler.code.contract.ensures =
        kernel.contract.ensures.iter().map(|clause| compiler.clause(clause, contract)).collect();
    let entry = Mode { old: true, ..contract };
    compiler.code.contract.writes = compiler.regions(&kernel.contract.writes, entry);
    compiler.list(&kernel.body);
    compiler.emit(Instruction::Exit, kernel.span);
    compiler.code.orders |= compiler.observes();
    match compiler.refusal.take() {
        Some(refusal) => Err(refusal),
        None => Ok(compiler.code),
    }
}

impl Compiler<'_> {
    fn locals(&mut self) -> Result<(), Refusal> {
        for local in ir::written(&self.kernel.body).locals.keys() {
            self.constant[local.index()] = false;
        }
        for (at, local) in self.kernel.locals.iter().enumerate() {
            let value = match local.role {
                LocalRole::Variable | LocalRole::Temporary | LocalRole::Opaque => {
                    self.constant[at] = false;
                    Value::Missing
                }
                LocalRole::Param | LocalRole::Template | LocalRole::Ghost | LocalRole::Global => {
                    match self.setup.scalars.get(&ir::LocalId(at as u32)) {
                        Some(scalar) => self.outside(scalar, local.ty),
                        None => return Err(Refusal::Missing(local.name.clone())),
                    }
                }
            };
            self.code.locals.push(LocalCode { at_entry: value, ty: local.ty });
        }
        Ok(())
    }

    fn arrays(&mut self) -> Result<(), Refusal> {
        let written = ir::written(&self.kernel.body);
        for (at, array) in self.kernel.arrays.iter().enumerate() {
            let given = self.setup.arrays.get(&ir::ArrayId(at as u32));
            let mut extents = Vec::new();
            for extent in &array.extents {
                let Some(extent) = extent else {
                    extents.push(None);
                    continue;
                };
                let node = self.expr(extent, ANNOTATION);
                match self.code.nodes[node as usize] {
                    Node::Const(Value::Int(size)) => extents.push(Some(size)),
                    _ => return Err(Refusal::NotModelled("an extent that is no constant".into(), array.span)),
                }
            }
            let outside = matches!(array.space, Space::Global | Space::Ghost | Space::Constant);
            let null = given.is_some_and(|given| given.null);
            if array.length_used || null {
                let Some(given) = given else { return Err(Refusal::MissingArray(array.name.clone())) };
                if let [extent @ None] = &mut extents[..] {
                    *extent = Some(given.length as i64);
                } else if null {
                    extents.iter_mut().for_each(|extent| *extent = Some(0));
                }
            }
            let initial = match (&array.initial, given) {
                (Some(initial), _) if array.space == Space::Constant => {
                    let nodes: Vec<NodeId> = initial.iter().map(|value| self.expr(value, ANNOTATION)).collect();
                    let domain = self.domain(array.element, 64);
                    nodes.into_iter().map(|node| self.literal_of(node, domain)).collect()
                }
                (_, Some(given)) if outside => {
                    given.cells.iter().map(|cell| self.outside(cell, array.element)).collect()
                }
                _ => Vec::new(),
            };
            self.code.arrays.push(ArrayCode {
                name: array.name.clone(),
                space: array.space,
                element: array.element,
                extents,
                initial,
                null,
                written: written.arrays.contains_key(&ir::ArrayId(at as u32)),
            });
        }
        Ok(())
    }

    /// A constant table's cell.
    fn literal_of(&mut self, node: NodeId, domain: Domain) -> Value {
        match (self.code.nodes[node as usize].clone(), domain) {
            (Node::Const(Value::Int(num)), Domain::Real) => Value::Ratio { num, den: 1 },
            (Node::Const(value), Domain::Float(bits)) => self.pool.to_float(value, bits),
            (Node::Const(value), _) => value,
            _ => Value::Unknown,
        }
    }

    /// Whether something depends on what an atomic read.
    fn observes(&self) -> bool {
        let code = &self.code;
        let used = |local: &u32| code.nodes.iter().any(|node| matches!(node, Node::Local(read) if read == local));
        code.instructions.iter().any(|instruction| match instruction {
            Instruction::Atomic(atomic) => atomic.result.as_ref().is_some_and(used),
            _ => false,
        })
    }

    /// The declared operators, in order: the definition of one may mention those before it.
    fn operators(&mut self) {
        for operator in &self.kernel.declared.operators {
            let identity = self.expr(&operator.identity, ANNOTATION);
            let is_exact = self.ints != Ints::C && !matches!(self.domain(operator.ty, 64), Domain::Float(_));
            let meaning = match &operator.body {
                Some(body) => {
                    Meaning::Defined { operands: operator.operands.map(|id| id.0), body: self.expr(body, ANNOTATION) }
                }
                None if is_exact => Meaning::Free,
                None => Meaning::Unknown,
            };
            self.code.annotations.operators.push(OperatorCode { identity, meaning });
        }
    }
}

/// The parameters, ghosts, templates and globals that need a value, and the arrays that need contents or may have them.
pub fn inputs(kernel: &Kernel) -> (Vec<ir::LocalId>, BTreeMap<String, ir::ArrayId>) {
    let scalars = kernel.locals.iter().enumerate().filter(|(_, local)| match local.role {
        LocalRole::Param | LocalRole::Template | LocalRole::Ghost | LocalRole::Global => true,
        LocalRole::Variable | LocalRole::Temporary | LocalRole::Opaque => false,
    });
    let arrays = kernel.arrays.iter().enumerate().filter(|(_, array)| match array.space {
        Space::Global | Space::Ghost => !array.extents.iter().skip(1).any(Option::is_none),
        Space::Constant => array.initial.is_none(),
        // The launch gives the length of `extern __shared__` memory.
        Space::Shared => array.length_used,
        Space::Private | Space::Surface => false,
    });
    (
        scalars.map(|(at, _)| ir::LocalId(at as u32)).collect(),
        arrays.map(|(at, array)| (array.name.clone(), ir::ArrayId(at as u32))).collect(),
    )
}

//! From the kernel IR to [`Code`]: slots for names, constants for everything that the launch decides.

use std::collections::BTreeMap;

use crate::base::Span;
use crate::kernel::ir::{
    self, Axis, Binary, BoundId, Builtin, Clause, Conversion, Expr, ExprKind, Kernel, Label, LocalRole, Space, Stmt,
    StmtKind, Type, Unary,
};

use super::arith::Domain;
use super::bounds::{self, Limits};
use super::clocks::Strong;
use super::code::{
    ArrayCode, AtomicCode, Binder, CallCode, Cell, ClauseCode, Code, Fit, Fold, Instruction, LanesCode, LoopCode,
    Meaning, Node, NodeId, OperatorCode, Place, Quantifier, Range, RegionCode, VoteCode, WarpCode,
};
use super::outcome::ViolationKind;
use super::setup::{Floats, Ints, Options, Setup};
use super::value::{Pool, Scalar, Value};

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

/// Compiles a kernel for one launch.
pub fn compile(kernel: &Kernel, setup: &Setup, options: &Options, pool: &mut Pool) -> Result<Code, Refusal> {
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
            of_definitions: kernel.bound.len(),
            bound: kernel.bound.len() + kernel.definitions.bound.len(),
            functions: vec![None; kernel.definitions.functions.len()],
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
    compiler.arrays()?;
    compiler.operators();
    let contract = Mode { spec: true, old: false, entry: true };
    compiler.code.requires = kernel.requires.iter().map(|clause| compiler.clause(clause, contract)).collect();
    compiler.code.ensures = kernel.ensures.iter().map(|clause| compiler.clause(clause, contract)).collect();
    let entry = Mode { old: true, ..contract };
    compiler.code.writes = compiler.regions(&kernel.writes, entry);
    compiler.list(&kernel.body);
    compiler.emit(Instruction::Exit, kernel.span);
    compiler.code.orders |= compiler.observes();
    match compiler.refusal.take() {
        Some(refusal) => Err(refusal),
        None => Ok(compiler.code),
    }
}

/// How an expression is read.
#[derive(Clone, Copy)]
pub(super) struct Mode {
    /// An annotation: nothing is checked, nothing seen by the race detector.
    spec: bool,
    /// Memory at entry.
    old: bool,
    /// Parameters at entry.
    entry: bool,
}

const PROGRAM: Mode = Mode { spec: false, old: false, entry: false };
pub(super) const ANNOTATION: Mode = Mode { spec: true, old: false, entry: false };

pub(super) struct Compiler<'a> {
    pub(super) kernel: &'a Kernel,
    setup: &'a Setup,
    floats: Floats,
    ints: Ints,
    pool: &'a mut Pool,
    pub(super) code: Code,
    /// There are fences, or atomics that acquire or release: volatile accesses may be ordered by them (R360).
    has_fences: bool,
    /// Variables are those of the definitions.
    pub(super) in_definition: bool,
    /// By local: one value throughout, that at entry.
    constant: Vec<bool>,
    /// The open scopes, each with the jumps to its end.
    scopes: Vec<(Label, Vec<Place>)>,
    wrapping: u32,
    /// The calls by contract around.
    calls: Vec<u32>,
    refusal: Option<Refusal>,
}

impl Compiler<'_> {
    // ── tables ──────────────────────────────────────────────────────────────────────────────────

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
            self.code.locals.push(value);
            self.code.types.push(local.ty);
        }
        Ok(())
    }

    /// A value from outside, as one of the type.
    fn outside(&mut self, scalar: &Scalar, ty: Type) -> Value {
        let value = self.pool.value(scalar);
        match (self.domain(ty, 64), value) {
            (Domain::Real, Value::Float(float)) => match num_rational::BigRational::from_float(float) {
                Some(exact) => self.pool.real(exact),
                None => Value::Unknown,
            },
            (Domain::Real, Value::Int(num)) => Value::Ratio { num, den: 1 },
            (Domain::Float(bits), value) => self.pool.to_float(value, bits),
            _ => value,
        }
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

    // ── instructions ────────────────────────────────────────────────────────────────────────────

    fn here(&self) -> Place {
        self.code.instructions.len() as Place
    }

    fn emit(&mut self, instruction: Instruction, span: Span) -> Place {
        self.code.instructions.push(instruction);
        self.code.statements.push(span);
        self.here() - 1
    }

    /// Lets a forward jump lead to `target`.
    fn lead(&mut self, at: Place, target: Place) {
        match &mut self.code.instructions[at as usize] {
            Instruction::Jump(to) | Instruction::Branch { otherwise: to, .. } => *to = target,
            _ => {}
        }
    }

    fn close_scope(&mut self, end: Place) {
        if let Some((_, jumps)) = self.scopes.pop() {
            jumps.into_iter().for_each(|jump| self.lead(jump, end));
        }
    }

    fn list(&mut self, stmts: &[Stmt]) {
        stmts.iter().for_each(|stmt| self.stmt(stmt));
    }

    fn stmt(&mut self, stmt: &Stmt) {
        let span = stmt.span;
        match &stmt.kind {
            StmtKind::Declare(local) => {
                self.emit(Instruction::Declare(local.0), span);
            }
            StmtKind::DeclareArray(array) => {
                self.emit(Instruction::DeclareArray(array.0), span);
            }
            StmtKind::Assign { local, value } => {
                let value = self.expr(value, PROGRAM);
                self.emit(Instruction::Assign { local: local.0, value }, span);
            }
            StmtKind::Store { array, index, value } => {
                let index = index.iter().map(|index| self.expr(index, PROGRAM)).collect();
                let value = self.expr(value, PROGRAM);
                let cell = self.cell(*array, index, span);
                self.emit(Instruction::Store { cell, value }, span);
            }
            StmtKind::If { cond, then, else_ } => {
                let condition = self.expr(cond, PROGRAM);
                let branch = self.emit(Instruction::Branch { condition, otherwise: 0 }, cond.span);
                self.list(then);
                if else_.is_empty() {
                    let end = self.here();
                    self.lead(branch, end);
                } else {
                    let over = self.emit(Instruction::Jump(0), span);
                    let other = self.here();
                    self.lead(branch, other);
                    self.list(else_);
                    let end = self.here();
                    self.lead(over, end);
                }
            }
            StmtKind::Loop(inner) => self.loop_(inner, span),
            StmtKind::Scope { label, body } => {
                self.scopes.push((*label, Vec::new()));
                self.list(body);
                let end = self.here();
                self.close_scope(end);
            }
            StmtKind::Leave(label) => {
                if *label == Label::KERNEL {
                    self.emit(Instruction::Exit, span);
                    return;
                }
                let jump = self.emit(Instruction::Jump(0), span);
                match self.scopes.iter_mut().find(|(open, _)| open == label) {
                    Some((_, jumps)) => jumps.push(jump),
                    None => self.refuse("leaving a scope that is not open", span),
                }
            }
            StmtKind::Barrier { number, scope, vote } => {
                self.code.clocked |= *scope == ir::BarrierScope::Grid;
                let vote = vote.as_ref().map(|vote| VoteCode {
                    op: vote.op,
                    operand: self.expr(&vote.operand, PROGRAM),
                    result: vote.result.0,
                });
                self.emit(Instruction::Barrier(*number, *scope, vote), span);
            }
            StmtKind::Atomic(atomic) => self.atomic(atomic, span),
            StmtKind::Warp(warp) => {
                self.code.clocked = true;
                let lanes = match &warp.lanes {
                    ir::Lanes::Mask(mask) => LanesCode::Mask(self.expr(mask, PROGRAM)),
                    ir::Lanes::Tile => LanesCode::Tile,
                    ir::Lanes::Present => LanesCode::Present,
                };
                let operands = warp.operands.iter().map(|operand| self.expr(operand, PROGRAM)).collect();
                let result = warp.result.map(|local| local.0);
                let ty = warp.operands.first().map_or(ir::Type::UINT, |operand| operand.ty);
                let code = WarpCode {
                    op: warp.op,
                    lanes,
                    width: warp.width,
                    operands,
                    domain: self.domain(ty, 64),
                    fit: Fit::of(ty),
                    wraps: self.wrapping > 0,
                    result,
                };
                self.emit(Instruction::Warp(code), span);
            }
            StmtKind::Fence(fence) => {
                self.emit(Instruction::Fence(*fence), span);
            }
            StmtKind::Assert { clause, origin } => {
                let mode = if origin.is_program() { PROGRAM } else { ANNOTATION };
                let clause = self.clause(clause, mode);
                let (kind, by_program) = match origin {
                    ir::AssertOrigin::Annotation => (ViolationKind::Assert, false),
                    ir::AssertOrigin::Program => (ViolationKind::Assert, true),
                    ir::AssertOrigin::Aligned => (ViolationKind::Aligned, true),
                    ir::AssertOrigin::Initialised | ir::AssertOrigin::Written => (ViolationKind::Initialised, true),
                    ir::AssertOrigin::Barrier => (ViolationKind::BarrierInvariant, false),
                };
                self.emit(Instruction::Assert { clause, kind, by_program }, span);
            }
            StmtKind::Assume(clause) => {
                let clause = self.clause(clause, ANNOTATION);
                self.emit(Instruction::Assume(clause), span);
            }
            StmtKind::Wraps(body) => {
                self.wrapping += 1;
                self.list(body);
                self.wrapping -= 1;
            }
            StmtKind::Call(call) => self.call(call, span),
        }
    }

    fn regions(&mut self, regions: &[ir::Region], mode: Mode) -> Vec<RegionCode> {
        let ranges = |compiler: &mut Self, region: &ir::Region| {
            region.ranges.iter().map(|(least, most)| (compiler.expr(least, mode), compiler.expr(most, mode))).collect()
        };
        regions.iter().map(|region| (region.array.0, ranges(self, region))).collect()
    }

    /// R178
    fn call(&mut self, call: &ir::Call, span: Span) {
        let number = self.code.calls.len() as u32;
        let passed = call.arrays.iter().map(|(_, array)| array.0).collect();
        self.code.calls.push(CallCode { function: call.function.clone(), passed, ..CallCode::default() });
        self.emit(Instruction::Keep(number), span);
        self.calls.push(number);
        let at_call = Mode { old: true, ..ANNOTATION };
        let (writes, reads) = (self.regions(&call.writes, at_call), self.regions(&call.reads, at_call));
        let code = &mut self.code.calls[number as usize];
        (code.writes, code.reads) = (writes, reads);
        self.contract(&call.requires, ViolationKind::Precondition, span);
        self.list(&call.body);
        self.contract(&call.ensures, ViolationKind::Ensures, span);
        self.calls.pop();
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

    fn contract(&mut self, clauses: &[Clause], kind: ViolationKind, span: Span) {
        for clause in clauses {
            let clause = self.clause(clause, ANNOTATION);
            self.emit(Instruction::Assert { clause, kind, by_program: false }, span);
        }
    }

    fn atomic(&mut self, atomic: &ir::Atomic, span: Span) {
        self.code.clocked = true;
        let ty = self.kernel.arrays[atomic.array.index()].element;
        let index = atomic.index.iter().map(|index| self.expr(index, PROGRAM)).collect();
        let cell = self.cell(atomic.array, index, span);
        let operands = atomic.operands.iter().map(|operand| self.expr(operand, PROGRAM)).collect();
        let code = AtomicCode {
            op: atomic.op,
            strong: Strong {
                scope: atomic.scope,
                order: atomic.order,
                reads: atomic.op != ir::AtomicOp::Store,
                writes: atomic.op != ir::AtomicOp::Load,
            },
            kind: atomic.access(),
            cell,
            operands,
            domain: self.domain(ty, 64),
            fit: Fit::of(ty),
            wraps: self.wrapping > 0,
            result: atomic.result.map(|local| local.0),
        };
        self.emit(Instruction::Atomic(code), span);
    }

    fn loop_(&mut self, inner: &ir::Loop, span: Span) {
        let id = inner.id.0;
        let invariants = inner.invariants.iter().map(|clause| self.clause(clause, ANNOTATION)).collect();
        let variant = inner.variant.as_ref().map(|clause| self.clause(clause, ANNOTATION));
        self.emit(Instruction::Enter(id), span);
        let guard = self.expr(&inner.guard, PROGRAM);
        let head = self.emit(Instruction::Head { id, guard }, inner.guard.span);
        self.scopes.push((inner.label, Vec::new()));
        self.list(&inner.body);
        self.emit(Instruction::Jump(head), span);
        let exit = self.here();
        self.close_scope(exit);
        let at = id as usize;
        while self.code.loops.len() <= at {
            self.code.loops.push(LoopCode { invariants: Vec::new(), variant: None, span, head: 0, exit: 0 });
        }
        self.code.loops[at] = LoopCode { invariants, variant, span, head, exit };
    }

    fn clause(&mut self, clause: &Clause, mode: Mode) -> ClauseCode {
        ClauseCode { node: self.expr(&clause.expr, mode), speaker: clause.speaker, span: clause.span }
    }

    // ── expressions ─────────────────────────────────────────────────────────────────────────────

    fn refuse(&mut self, what: &str, span: Span) {
        self.refusal.get_or_insert(Refusal::NotModelled(what.to_owned(), span));
    }

    fn node(&mut self, node: Node, span: Span) -> NodeId {
        self.code.nodes.push(node);
        self.code.spans.push(span);
        self.code.nodes.len() as NodeId - 1
    }

    fn constant(&mut self, value: Value, span: Span) -> NodeId {
        self.node(Node::Const(value), span)
    }

    fn value_of(&self, node: NodeId) -> Option<Value> {
        match self.code.nodes[node as usize] {
            Node::Const(value) => Some(value),
            _ => None,
        }
    }

    /// `width`: that of the floats which a real number stands beside.
    pub(super) fn domain(&self, ty: Type, width: u8) -> Domain {
        match (ty, self.floats) {
            (Type::Bool, _) => Domain::Bool,
            (Type::Int { .. } | Type::Integer | Type::Thread | Type::Block, _) => Domain::Int,
            (Type::Float { .. } | Type::Real, Floats::Real) => Domain::Real,
            (Type::Float { bits }, Floats::Ieee) => Domain::Float(bits),
            (Type::Real, Floats::Ieee) => Domain::Float(width),
        }
    }

    /// The domain of an operator's operands.
    fn operands(&self, operands: &[&Expr]) -> Domain {
        let width = operands.iter().filter_map(|operand| width(operand)).max().unwrap_or(64);
        let ty = operands.iter().find(|operand| operand.ty.is_fractional()).unwrap_or(&operands[0]).ty;
        match self.domain(ty, width) {
            Domain::Float(_) => Domain::Float(width),
            other => other,
        }
    }

    fn cell(&mut self, array: ir::ArrayId, index: Box<[NodeId]>, span: Span) -> u32 {
        if index.len() != self.kernel.arrays[array.index()].extents.len() {
            self.refuse("access with another number of indices than dimensions", span);
        }
        let limits = |call: &&u32| {
            let code = &self.code.calls[**call as usize];
            !code.writes.is_empty() || !code.reads.is_empty()
        };
        let calls = self.calls.iter().filter(limits).copied().collect();
        let is_volatile = self.has_fences && self.kernel.volatile.contains(&span);
        self.code.cells.push(Cell { array: array.0, index, span, calls, is_volatile });
        self.code.cells.len() as u32 - 1
    }

    pub(super) fn expr(&mut self, expr: &Expr, mode: Mode) -> NodeId {
        let span = expr.span;
        let node = match &*expr.kind {
            ExprKind::Bool(value) => Node::Const(Value::Bool(*value)),
            ExprKind::Int(value) => {
                let scalar = Scalar::Int(value.clone());
                Node::Const(self.outside(&scalar, expr.ty))
            }
            ExprKind::Real(value) => match expr.ty {
                // A real number of an annotation is rounded to the width of what it meets.
                Type::Real => Node::Const(self.pool.real(value.clone())),
                ty => Node::Const(self.outside(&Scalar::Real(value.clone()), ty)),
            },
            ExprKind::Local(local) => {
                let at = local.index();
                let param = self.kernel.locals[at].role == LocalRole::Param;
                if self.constant[at] || (param && (mode.old || mode.entry)) {
                    Node::Const(self.code.locals[at])
                } else {
                    Node::Local(local.0)
                }
            }
            ExprKind::Builtin(builtin) => match builtin {
                Builtin::ThreadIdx(axis) if self.setup.block[axis.index()] > 1 => Node::ThreadIdx(*axis as u8),
                Builtin::BlockIdx(axis) if self.setup.grid[axis.index()] > 1 => Node::BlockIdx(*axis as u8),
                Builtin::ThreadIdx(_) | Builtin::BlockIdx(_) => Node::Const(Value::ZERO),
                Builtin::BlockDim(axis) => Node::Const(size(self.setup.block, *axis)),
                Builtin::GridDim(axis) => Node::Const(size(self.setup.grid, *axis)),
            },
            ExprKind::Read { array, index } => {
                let index = index.iter().map(|index| self.expr(index, mode)).collect();
                let cell = self.cell(*array, index, span);
                match mode {
                    Mode { spec: false, .. } => Node::Read(cell),
                    Mode { old: true, .. } => match self.calls.last() {
                        None => Node::PeekOld(cell),
                        Some(call) => {
                            self.code.calls[*call as usize].kept.insert(array.0);
                            Node::PeekKept(cell, *call)
                        }
                    },
                    Mode { .. } => Node::Peek(cell),
                }
            }
            ExprKind::Unary(op, operand) => return self.unary(expr, *op, operand, mode),
            ExprKind::Binary(op, left, right) => return self.binary(expr, *op, left, right, mode),
            ExprKind::Conditional(cond, then, else_) => {
                let (cond, then, else_) = (self.expr(cond, mode), self.expr(then, mode), self.expr(else_, mode));
                Node::Conditional(cond, then, else_)
            }
            ExprKind::Convert(conversion, operand) => return self.convert(expr, *conversion, operand, mode),
            ExprKind::Math(name, args) => {
                let domain = self.operands(&args.iter().collect::<Vec<_>>());
                let args = args.iter().map(|arg| self.expr(arg, mode)).collect();
                self.code.names.push(name.clone());
                Node::Math { name: self.code.names.len() as u32 - 1, args, domain, checked: !mode.spec }
            }
            ExprKind::Logic(name, args) => self.logic(name, args, expr.ty, mode),
            ExprKind::Bound(bound) => Node::Bound(self.slot(*bound)),
            ExprKind::Quantified(quantifier, vars, body) => {
                let binders = self.binders(*quantifier, vars, body, mode);
                let body = self.expr(body, mode);
                let universal = *quantifier == ir::Quantifier::Forall;
                self.code.quantifiers.push(Quantifier { universal, binders, body });
                Node::Quantified(self.code.quantifiers.len() as u32 - 1)
            }
            ExprKind::Fold { kind, var, body, lo, hi } => {
                let range = Range::Integers { low: vec![self.expr(lo, mode)], high: vec![self.expr(hi, mode)] };
                self.fold(*kind, *var, range, body, mode)
            }
            ExprKind::FoldThreads { kind, var, body } => {
                let range = self.places(*var).unwrap_or(Range::Threads);
                self.fold(*kind, *var, range, body, mode)
            }
            ExprKind::At(inner, place) => {
                let block = place.ty == Type::Block;
                let (inner, place) = (self.expr(inner, mode), self.expr(place, mode));
                Node::At { inner, place, block }
            }
            ExprKind::Old(inner) => return self.expr(inner, Mode { old: true, ..mode }),
            ExprKind::LoopCount(id) => Node::LoopCount(id.0),
            ExprKind::Active(place) => {
                let place = place.as_ref().map(|place| self.expr(place, mode));
                Node::Active(place)
            }
            ExprKind::Length(array) => match self.code.arrays.get(array.index()).map(|array| &array.extents[..]) {
                Some([Some(length)]) => Node::Const(Value::Int(*length)),
                _ => {
                    self.refuse("\\length of this array", span);
                    Node::Const(Value::Unknown)
                }
            },
        };
        self.node(node, span)
    }

    /// The declared operators, in order: the definition of one may mention those before it.
    fn operators(&mut self) {
        for operator in &self.kernel.operators {
            let identity = self.expr(&operator.identity, ANNOTATION);
            let is_exact = self.ints != Ints::C && !matches!(self.domain(operator.ty, 64), Domain::Float(_));
            let meaning = match &operator.body {
                Some(body) => {
                    Meaning::Defined { operands: operator.operands.map(|id| id.0), body: self.expr(body, ANNOTATION) }
                }
                None if is_exact => Meaning::Free,
                None => Meaning::Unknown,
            };
            self.code.operators.push(OperatorCode { identity, meaning });
        }
    }

    fn places(&self, var: BoundId) -> Option<Range> {
        match self.variable(var).map(|bound| bound.ty) {
            Some(Type::Thread) => Some(Range::Threads),
            Some(Type::Block) => Some(Range::Blocks),
            _ => None,
        }
    }

    fn binders(&mut self, quantifier: ir::Quantifier, vars: &[BoundId], body: &Expr, mode: Mode) -> Vec<Binder> {
        let mut binders = Vec::new();
        for (var, limits) in bounds::limits(quantifier, vars, body) {
            let range = match self.places(var) {
                Some(range) => range,
                None => self.integers(var, limits, mode),
            };
            binders.push(Binder { bound: self.slot(var), range });
        }
        binders
    }

    fn integers(&mut self, var: BoundId, limits: Limits, mode: Mode) -> Range {
        let mut low: Vec<NodeId> = limits.low.iter().map(|limit| self.expr(limit, mode)).collect();
        let mut high: Vec<NodeId> = limits.high.iter().map(|limit| self.expr(limit, mode)).collect();
        if self.variable(var).is_some_and(|bound| bound.ty == Type::Bool) {
            return Range::Truths;
        }
        // A machine type bounds its variables (R35).
        if let Some(bound) = self.variable(var)
            && let (Type::Int { .. }, Some((least, most))) = (bound.ty, bound.ty.range())
        {
            let (least, most) = (self.pool.int(least), self.pool.int(most));
            low.push(self.constant(least, Span::default()));
            high.push(self.constant(most, Span::default()));
        }
        Range::Integers { low, high }
    }

    fn fold(&mut self, kind: ir::FoldKind, var: BoundId, range: Range, body: &Expr, mode: Mode) -> Node {
        if self.in_definition && matches!(kind, ir::FoldKind::Over(_)) {
            // Operators are numbered for the kernel.
            return Node::Const(Value::Unknown);
        }
        let domain = self.operands(&[body]);
        let body = self.expr(body, mode);
        self.code.folds.push(Fold { kind, domain, binder: Binder { bound: self.slot(var), range }, body });
        Node::Fold(self.code.folds.len() as u32 - 1)
    }

    /// Machine arithmetic of the program (R19, R83).
    fn fit(&mut self, expr: &Expr, node: NodeId, mode: Mode) -> NodeId {
        let Some(fit) = Fit::of(expr.ty).filter(|_| !mode.spec) else { return node };
        if let Some(Value::Int(known)) = self.value_of(node)
            && (fit.low..=fit.high).contains(&i128::from(known))
        {
            return node;
        }
        self.code.fits.push(fit);
        let at = self.code.fits.len() as u32 - 1;
        let wraps = !fit.signed && self.wrapping > 0;
        self.node(if wraps { Node::Wrap(node, at) } else { Node::Fit(node, at) }, expr.span)
    }

    fn unary(&mut self, expr: &Expr, op: Unary, operand: &Expr, mode: Mode) -> NodeId {
        let domain = self.operands(&[operand]);
        let a = self.expr(operand, mode);
        if let (Unary::BitNot, Type::Int { signed: false, .. }) = (op, expr.ty)
            && let Some((_, most)) = expr.ty.range()
        {
            let most = self.pool.int(most);
            let most = self.constant(most, expr.span);
            return self.node(Node::Binary(Binary::Sub, Domain::Int, most, a), expr.span);
        }
        let node = match self.value_of(a) {
            Some(known) if domain == Domain::Int => Node::Const(self.pool.unary(op, domain, known)),
            _ => Node::Unary(op, domain, a),
        };
        let node = self.node(node, expr.span);
        match op {
            Unary::Neg | Unary::Abs => self.fit(expr, node, mode),
            Unary::Not | Unary::BitNot | Unary::Floor | Unary::Ceil | Unary::Log2 | Unary::IsPow2 => node,
        }
    }

    fn binary(&mut self, expr: &Expr, op: Binary, left: &Expr, right: &Expr, mode: Mode) -> NodeId {
        let (span, domain) = (expr.span, self.operands(&[left, right]));
        let (a, b) = (self.expr(left, mode), self.expr(right, mode));
        let node = match op {
            Binary::And => Node::And(a, b),
            Binary::Or => Node::Or(a, b),
            Binary::Implies => Node::Implies(a, b),
            Binary::Eq | Binary::Iff if mode.spec || domain == Domain::Bool => Node::Same(a, b, domain, true),
            Binary::Ne if mode.spec || domain == Domain::Bool => Node::Same(a, b, domain, false),
            Binary::Rem if !mode.spec && domain == Domain::Int => match Fit::of(expr.ty) {
                Some(fit) => {
                    self.code.fits.push(fit);
                    Node::Remainder(a, b, self.code.fits.len() as u32 - 1)
                }
                None => Node::Divide(op, domain, a, b),
            },
            Binary::Div | Binary::Rem if !mode.spec && matches!(domain, Domain::Int | Domain::Real) => {
                let node = self.node(Node::Divide(op, domain, a, b), span);
                return if op == Binary::Div && domain == Domain::Int { self.fit(expr, node, mode) } else { node };
            }
            Binary::Shl | Binary::Shr if !mode.spec => {
                let Type::Int { bits, .. } = left.ty else {
                    self.refuse("a shift of something else than a machine integer", span);
                    return a;
                };
                let node = self.node(Node::Shift(op, a, b, bits), span);
                return if op == Binary::Shl { self.fit(expr, node, mode) } else { node };
            }
            _ => match (self.value_of(a), self.value_of(b), domain) {
                (Some(x), Some(y), Domain::Int) => Node::Const(self.pool.binary(op, domain, x, y)),
                _ => Node::Binary(op, domain, a, b),
            },
        };
        let node = self.node(node, span);
        match op {
            Binary::Add | Binary::Sub | Binary::Mul if domain == Domain::Int => self.fit(expr, node, mode),
            _ => node,
        }
    }

    /// R44
    fn convert(&mut self, expr: &Expr, conversion: Conversion, operand: &Expr, mode: Mode) -> NodeId {
        let a = self.expr(operand, mode);
        let (span, from) = (expr.span, self.operands(&[operand]));
        let to = match (self.domain(expr.ty, 64), from) {
            (Domain::Float(_), Domain::Float(bits)) if expr.ty == Type::Real => Domain::Float(bits),
            (to, _) => to,
        };
        match (from, to) {
            (Domain::Bool, Domain::Bool) | (Domain::Real, Domain::Real) => a,
            (Domain::Float(one), Domain::Float(other)) if one == other => a,
            (Domain::Bool, _) => self.node(Node::Number(a, to), span),
            (_, Domain::Bool) => self.node(Node::Truth(a, from), span),
            (_, Domain::Real | Domain::Float(_)) => self.node(Node::Fraction(a, to), span),
            (Domain::Int, Domain::Int) => match (Fit::of(expr.ty), conversion) {
                (Some(fit), Conversion::Explicit) => {
                    self.code.fits.push(fit);
                    let at = self.code.fits.len() as u32 - 1;
                    self.node(Node::Wrap(a, at), span)
                }
                (Some(fit), Conversion::Implicit) if mode.spec => {
                    self.code.fits.push(fit);
                    let at = self.code.fits.len() as u32 - 1;
                    self.node(Node::Typed(a, at), span)
                }
                _ => self.fit(expr, a, mode),
            },
            (Domain::Real | Domain::Float(_), Domain::Int) => {
                let fit = Fit::of(expr.ty).map(|fit| {
                    self.code.fits.push(fit);
                    self.code.fits.len() as u32 - 1
                });
                let wide = |ty| matches!(ty, Type::Float { bits: 64 } | Type::Int { bits: 64, .. });
                self.node(Node::Truncate(a, fit, wide(operand.ty) || wide(expr.ty)), span)
            }
        }
    }
}

/// The width of the floats in an expression; none where there are only numbers of mathematics.
fn width(expr: &Expr) -> Option<u8> {
    match (&*expr.kind, expr.ty) {
        (_, Type::Float { bits }) => Some(bits),
        (ExprKind::Int(_) | ExprKind::Real(_), _) => None,
        (_, Type::Real) => expr.children().into_iter().filter_map(width).max(),
        _ => None,
    }
}

fn size(dimensions: [u64; 3], axis: Axis) -> Value {
    Value::Int(dimensions[axis.index()] as i64)
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

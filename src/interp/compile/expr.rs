//! Expressions become nodes.

use crate::base::Span;
use crate::kernel::ir::{
    self, ArrayId, Axis, Binary, BoundId, Builtin, Conversion, Expr, ExprKind, FoldKind, LocalId, LocalRole, Type,
    Unary,
};

use super::bounds::{self, Limits};
use super::compiler::{Compiler, Mode};
use crate::interp::arith::Domain;
use crate::interp::code::{Binder, Cell, Fit, Fold, Math, Node, NodeId, Quantifier, Range};
use crate::interp::value::{Scalar, Value};

impl Compiler<'_> {
    /// The domain of an operator's operands.
    fn operands(&self, operands: &[&Expr]) -> Domain {
        let width = operands.iter().filter_map(|operand| width(operand)).max().unwrap_or(64);
        let ty = operands.iter().find(|operand| operand.ty.is_fractional()).unwrap_or(&operands[0]).ty;
        match self.domain(ty, width) {
            Domain::Float(_) => Domain::Float(width),
            other => other,
        }
    }

    pub fn cell(&mut self, array: ArrayId, index: Box<[NodeId]>, span: Span) -> u32 {
        if index.len() != self.kernel.arrays[array.index()].extents.len() {
            self.refuse("access with another number of indices than dimensions", span);
        }
        let limits = |call: &&u32| {
            let code = &self.code.calls[**call as usize];
            !code.writes.is_empty() || !code.reads.is_empty()
        };
        let calls = self.calls.iter().filter(limits).copied().collect();
        let is_volatile = self.has_fences && self.kernel.source.volatile.contains(&span);
        self.code.cells.push(Cell { array: array.0, index, span, calls, is_volatile });
        self.code.cells.len() as u32 - 1
    }

    pub fn expr(&mut self, expr: &Expr, mode: Mode) -> NodeId {
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
            ExprKind::Local(local) => self.local(*local, mode),
            ExprKind::Builtin(builtin) => self.builtin(*builtin),
            ExprKind::Read { array, index } => self.read(*array, index, span, mode),
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
                Node::Math(Math { name: self.code.names.len() as u32 - 1, args, domain, checked: !mode.spec })
            }
            ExprKind::Logic(name, args) => self.logic(name, args, expr.ty, mode),
            ExprKind::Bound(bound) => Node::Bound(self.slot(*bound)),
            ExprKind::Quantified(quantifier, vars, body) => {
                let binders = self.binders(*quantifier, vars, body, mode);
                let body = self.expr(body, mode);
                let universal = *quantifier == ir::Quantifier::Forall;
                self.code.annotations.quantifiers.push(Quantifier { universal, binders, body });
                Node::Quantified(self.code.annotations.quantifiers.len() as u32 - 1)
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

    fn local(&self, local: LocalId, mode: Mode) -> Node {
        let at = local.index();
        let is_param = self.kernel.locals[at].role == LocalRole::Param;
        if self.constant[at] || (is_param && (mode.old || mode.entry)) {
            Node::Const(self.code.locals[at].at_entry)
        } else {
            Node::Local(local.0)
        }
    }

    fn builtin(&self, builtin: Builtin) -> Node {
        let size = |dimensions: [u64; 3], axis: Axis| Value::Int(dimensions[axis.index()] as i64);
        match builtin {
            Builtin::ThreadIdx(axis) if self.setup.block[axis.index()] > 1 => Node::ThreadIdx(axis as u8),
            Builtin::BlockIdx(axis) if self.setup.grid[axis.index()] > 1 => Node::BlockIdx(axis as u8),
            Builtin::ThreadIdx(_) | Builtin::BlockIdx(_) => Node::Const(Value::ZERO),
            Builtin::BlockDim(axis) => Node::Const(size(self.setup.block, axis)),
            Builtin::GridDim(axis) => Node::Const(size(self.setup.grid, axis)),
        }
    }

    fn read(&mut self, array: ArrayId, index: &[Expr], span: Span, mode: Mode) -> Node {
        let index = index.iter().map(|index| self.expr(index, mode)).collect();
        let cell = self.cell(array, index, span);
        match (mode, self.calls.last()) {
            (Mode { spec: false, .. }, _) => Node::Read(cell),
            (Mode { old: true, .. }, None) => Node::PeekOld(cell),
            (Mode { old: true, .. }, Some(call)) => {
                self.code.calls[*call as usize].kept.insert(array.0);
                Node::PeekKept(cell, *call)
            }
            (Mode { .. }, _) => Node::Peek(cell),
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
        // A machine type bounds its variables (CLAUSE-10).
        if let Some(bound) = self.variable(var)
            && let (Type::Int { .. }, Some((least, most))) = (bound.ty, bound.ty.range())
        {
            let (least, most) = (self.pool.int(least), self.pool.int(most));
            low.push(self.constant(least, Span::default()));
            high.push(self.constant(most, Span::default()));
        }
        Range::Integers { low, high }
    }

    fn fold(&mut self, kind: FoldKind, var: BoundId, range: Range, body: &Expr, mode: Mode) -> Node {
        if self.in_definition && matches!(kind, FoldKind::Over(_)) {
            // Operators are numbered for the kernel.
            return Node::Const(Value::Unknown);
        }
        let domain = self.operands(&[body]);
        let body = self.expr(body, mode);
        self.code.annotations.folds.push(Fold { kind, domain, binder: Binder { bound: self.slot(var), range }, body });
        Node::Fold(self.code.annotations.folds.len() as u32 - 1)
    }

    /// Machine arithmetic of the program (STMT-18, MACHINE-6).
    fn fit(&mut self, expr: &Expr, node: NodeId, mode: Mode) -> NodeId {
        let Some(fit) = Fit::of(expr.ty).filter(|_| !mode.spec) else { return node };
        if let Some(Value::Int(known)) = self.value_of(node)
            && (fit.low..=fit.high).contains(&i128::from(known))
        {
            return node;
        }
        let at = self.fit_number(fit);
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
                Some(fit) => Node::Remainder(a, b, self.fit_number(fit)),
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
            // Of a false comparison the sides are shown.
            Binary::Lt | Binary::Le | Binary::Gt | Binary::Ge if mode.spec => Node::Binary(op, domain, a, b),
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

    /// VALUE-18
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
            (_, Domain::Bool) => self.node(Node::Truth(a), span),
            (_, Domain::Real | Domain::Float(_)) => self.node(Node::Fraction(a, to), span),
            (Domain::Int, Domain::Int) => match (Fit::of(expr.ty), conversion) {
                (Some(fit), Conversion::Explicit) => {
                    let at = self.fit_number(fit);
                    self.node(Node::Wrap(a, at), span)
                }
                (Some(fit), Conversion::Implicit) if mode.spec => {
                    let at = self.fit_number(fit);
                    self.node(Node::Typed(a, at), span)
                }
                _ => self.fit(expr, a, mode),
            },
            (Domain::Real | Domain::Float(_), Domain::Int) => {
                let fit = Fit::of(expr.ty).map(|fit| self.fit_number(fit));
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

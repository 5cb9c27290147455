//! Expressions as terms (CLAUSE-6 to CLAUSE-10, VALUE-1 to VALUE-4).

pub mod accesses;
pub mod annotations;
pub mod bound;
pub mod conversions;
pub mod definitions;
pub mod machine;
pub mod math;
pub mod needs;
pub mod operators;
pub mod ranges;

use num_rational::BigRational;

use crate::exec::state::{
    AccessKind, BoundValue, Cell, Coordinates, Executor, Ranged, Store, View, fold_below, sort_of,
};
use crate::kernel::ir::{ArrayId, Binary, BoundId, Builtin, Expr, ExprKind, FoldKind, Quantifier, Type};
use crate::logic::{Sort, TermId, VarId};
use crate::tasks::Launch;

impl Executor<'_> {
    /// The value of an expression of a scalar type.
    pub fn eval(&mut self, expr: &Expr, view: &View) -> TermId {
        match &*expr.kind {
            ExprKind::Bool(value) => self.terms.bool(*value),
            ExprKind::Int(value) if expr.ty.is_fractional() => self.fractional(value.clone().into(), expr.ty),
            ExprKind::Int(value) => self.terms.int(value.clone()),
            ExprKind::Real(value) => self.fractional(value.clone(), expr.ty),
            ExprKind::Local(local) => match self.known_of(*local, view) {
                Some(known) if self.is_literal(known.value) => known.value,
                _ => self.local_value(view.store.locals[local.index()], &view.at),
            },
            ExprKind::Builtin(builtin) => self.builtin(*builtin, view),
            // VALUE-2
            ExprKind::Read { array, index } => self.read(expr, *array, index, &view.at, view),
            ExprKind::Unary(op, operand) => {
                let value = self.eval(operand, view);
                self.unary(expr, *op, value, view)
            }
            ExprKind::Binary(op, left, right) => self.combination(expr, *op, left, right, view),
            ExprKind::Conditional(cond, then, else_) => self.conditional(cond, then, else_, view),
            ExprKind::Convert(conversion, operand) => {
                let value = self.eval(operand, view);
                self.convert(expr, *conversion, operand, value, view)
            }
            ExprKind::Math(name, args) => {
                let values: Vec<TermId> = args.iter().map(|arg| self.eval(arg, view)).collect();
                self.math(expr, name, &values, view)
            }
            ExprKind::Logic(name, args) => {
                let values: Vec<TermId> = args.iter().map(|arg| self.eval(arg, view)).collect();
                self.definition_at(expr, name, &values)
            }
            ExprKind::Bound(bound) => match self.bound_value(*bound) {
                BoundValue::Number(var) => self.terms.var(var),
                BoundValue::Thread(..) | BoundValue::Block(..) => {
                    self.not_modelled(expr, "a thread or block as a number")
                }
            },
            // CLAUSE-10
            ExprKind::Quantified(quantifier, vars, body) => self.quantified(*quantifier, vars, body, view),
            ExprKind::Fold { kind, var, body, lo, hi } => {
                let bounds = (self.eval(lo, view), self.eval(hi, view));
                match self.bound_value(*var) {
                    // CLAUSE-10: a machine type has all values that the fold ranges over.
                    BoundValue::Number(number) => {
                        let typed = self.kernel.bound[var.index()].ty;
                        self.fold(*kind, (number, typed), bounds, body, view)
                    }
                    BoundValue::Thread(..) | BoundValue::Block(..) => {
                        self.not_modelled(expr, "a fold with bounds over threads or blocks")
                    }
                }
            }
            ExprKind::FoldThreads { kind, var, body } => self.fold_threads(expr, *kind, *var, body, view),
            // CLAUSE-10
            ExprKind::At(inner, place) => match (self.place(place, view), &*inner.kind) {
                (Some(at), ExprKind::Read { array, index }) => self.read(inner, *array, index, &at, view),
                (Some(at), _) => self.eval(inner, &View { at, ..view.clone() }),
                (None, _) => self.not_modelled(expr, "`@` with anything but a bound thread or block"),
            },
            ExprKind::Old(inner) => self.old(inner, view),
            // CLAUSE-5
            ExprKind::LoopCount(id) => match self.here.counts.get(id) {
                Some(count) => *count,
                None => self.not_modelled(expr, "loop_count outside of its loop"),
            },
            ExprKind::Active(place) => self.is_active(expr, place.as_ref(), view),
            // VALUE-4
            ExprKind::Length(array) => match self.memory.extents.get(array.index()).map(Vec::as_slice) {
                Some([Some(length)]) => *length,
                _ => self.not_modelled(expr, "\\length of this array"),
            },
        }
    }

    fn combination(&mut self, expr: &Expr, op: Binary, left: &Expr, right: &Expr, view: &View) -> TermId {
        match op {
            Binary::And | Binary::Or | Binary::Implies => self.short_circuit(op, left, right, view),
            Binary::Eq | Binary::Ne if matches!(left.ty, Type::Thread | Type::Block) => {
                let same = self.same_place(left, right, view);
                if op == Binary::Eq { same } else { self.terms.not(same) }
            }
            _ => {
                let values = [self.eval(left, view), self.eval(right, view)];
                self.binary(expr, op, [left, right], values, view)
            }
        }
    }

    /// VALUE-1
    fn conditional(&mut self, cond: &Expr, then: &Expr, else_: &Expr, view: &View) -> TermId {
        let cond = self.eval(cond, view);
        let then = self.guarded(then, cond, view);
        let not_cond = self.terms.not(cond);
        let else_ = self.guarded(else_, not_cond, view);
        let (then, else_) = self.same_sort(then, else_);
        self.terms.ite(cond, then, else_)
    }

    /// CLAUSE-7
    fn old(&mut self, inner: &Expr, view: &View) -> TermId {
        let mut store = Store { arrays: self.memory.entry.arrays.clone(), ..(*view.store).clone() };
        self.params_at_entry(&mut store);
        self.eval(inner, &View { store: store.into(), ..view.clone() })
    }

    /// CLAUSE-6
    fn is_active(&mut self, expr: &Expr, place: Option<&Expr>, view: &View) -> TermId {
        let at = place.map_or(Some(view.at), |place| self.place(place, view));
        match (view.active, at) {
            (Some(active), Some(at)) => self.grid.instantiate(&mut self.terms, active, &at),
            _ => self.not_modelled(expr, "\\active here"),
        }
    }

    fn fractional(&mut self, value: BigRational, ty: Type) -> TermId {
        let sort = sort_of(ty, self.config.float).unwrap_or(Sort::Real);
        self.terms.number(value, sort)
    }

    fn builtin(&self, builtin: Builtin, view: &View) -> TermId {
        match builtin {
            Builtin::ThreadIdx(axis) => view.at.thread[axis.index()],
            Builtin::BlockIdx(axis) => view.at.block[axis.index()],
            Builtin::BlockDim(axis) => self.grid.launch.block_dim[axis.index()],
            Builtin::GridDim(axis) => self.grid.launch.grid_dim[axis.index()],
        }
    }

    /// A fold of what the body is for the numbers between the bounds.
    fn fold(
        &mut self,
        kind: FoldKind,
        (var, ty): (VarId, Type),
        (lo, hi): (TermId, TermId),
        body: &Expr,
        view: &View,
    ) -> TermId {
        let at = self.terms.var(var);
        let range = self.between(lo, at, hi);
        let mark = self.needs.open.len();
        let typed = self.range_of_type(var, ty);
        let body = self.under(range, |executor| {
            executor.need(typed, view);
            executor.eval(body, view)
        });
        // The range may be empty, so it is a condition and no range of the quantifier.
        let truth = self.terms.bool(true);
        self.needed_under(mark, &[Ranged { var, range: truth }], range);
        if kind.needs_values() {
            let nonempty = self.terms.le(lo, hi);
            self.need(nonempty, view);
        }
        self.terms.fold(kind, var, lo, hi, body)
    }

    /// CLAUSE-10
    fn quantified(&mut self, quantifier: Quantifier, vars: &[BoundId], body: &Expr, view: &View) -> TermId {
        let mut scope = Vec::new();
        for bound in vars {
            scope.extend(self.bound_scope(*bound));
        }
        let mark = self.needs.open.len();
        let body = self.within_scope(&scope, |executor| executor.eval(body, view));
        match quantifier {
            Quantifier::Forall => self.all_of(mark, &mut scope, body),
            Quantifier::Exists => self.one_of(mark, &mut scope, body),
        }
    }

    /// VALUE-2: a cell of `whose` array, at indices as `view` has them.
    fn read(&mut self, expr: &Expr, array: ArrayId, index: &[Expr], whose: &Coordinates, view: &View) -> TermId {
        let index: Vec<TermId> = index.iter().map(|index| self.eval(index, view)).collect();
        let cell = Cell { array, index: &index, span: expr.span };
        self.check_access(cell, view);
        self.check_read(cell, view);
        self.need_cell(cell, view);
        if let Some(path) = view.path {
            self.record_access(cell, AccessKind::Read, path, None);
        }
        let mut args = self.array_prefix(array, whose);
        args.extend(index);
        let symbol = view.store.arrays[array.index()];
        if self.terms.symbol_info(symbol).args.len() != args.len() {
            return self.not_modelled(expr, "access with another number of indices than dimensions");
        }
        self.terms.apply(symbol, &args)
    }

    /// An operand that is evaluated only under a condition: it matters to obligations alone.
    fn guarded(&mut self, expr: &Expr, condition: TermId, view: &View) -> TermId {
        match view.path {
            Some(path) => {
                let path = self.terms.and(&[path, condition]);
                self.eval(expr, &View { path: Some(path), ..view.clone() })
            }
            None => {
                let mark = self.needs.open.len();
                let value = self.under(condition, |executor| executor.eval(expr, view));
                self.needed_under(mark, &[], condition);
                value
            }
        }
    }

    /// VALUE-1
    fn short_circuit(&mut self, op: Binary, left: &Expr, right: &Expr, view: &View) -> TermId {
        let left = self.eval(left, view);
        let needed = if op == Binary::Or { self.terms.not(left) } else { left };
        let right = self.guarded(right, needed, view);
        match op {
            Binary::Or => self.terms.or(&[left, right]),
            Binary::Implies => self.terms.implies(left, right),
            _ => self.terms.and(&[left, right]),
        }
    }

    // ── bound variables ─────────────────────────────────────────────────────────────────────────

    /// VALUE-3: nested folds over the coordinates in use; a count is a sum of counts.
    fn fold_threads(&mut self, expr: &Expr, kind: FoldKind, var: BoundId, body: &Expr, view: &View) -> TermId {
        let (mark, scope) = (self.needs.open.len(), self.bound_scope(var));
        let Launch { block_dim, grid_dim } = self.grid.launch;
        let coordinates: Vec<(TermId, TermId)> = match self.bound_value(var) {
            BoundValue::Thread(at, _) => {
                at.thread.into_iter().zip(block_dim).chain(at.block.into_iter().zip(grid_dim)).collect()
            }
            BoundValue::Block(block, _) => block.into_iter().zip(grid_dim).collect(),
            BoundValue::Number(_) => return self.not_modelled(expr, "a fold over threads with a number"),
        };
        let value = self.within_scope(&scope, |executor| executor.eval(body, view));
        let truth = self.terms.bool(true);
        self.needed_under(mark, &scope, truth);
        fold_below(&mut self.terms, kind, coordinates, value)
    }
}

//! What is known of integers without a look at the state: ranges of expressions, and places in the launch (VALUE-18, LAUNCH-12).

use num_bigint::BigInt;
use num_traits::{Signed, Zero};

use crate::base::config::{IntMode, LaunchLimits};
use crate::kernel::ir::{Builtin, Expr, ExprKind, LocalRole, Space, Type};
use crate::logic::{Op, Poly, Sort, TermId};

use crate::exec::analysis::{Range, of_binary, of_unary};
use crate::exec::state::{Assigned, Assumption, BLOCK_LIMITS, Executor, GRID_LIMITS, View};

impl Executor<'_> {
    /// Bounds of an integer expression that hold without looking at the state: literals, built-ins within
    /// the launch limits, the range of its type (VALUE-8: no result leaves it).
    pub fn plain_range(&self, expr: &Expr) -> Option<Range> {
        let own = match &*expr.kind {
            ExprKind::Int(value) => Some(Range::only(value.clone())),
            ExprKind::Builtin(builtin) => self.range_of_builtin(*builtin),
            ExprKind::Convert(_, operand) if operand.ty.is_integral() || operand.ty == Type::Bool => {
                let inner = self.plain_range(operand);
                match (&inner, expr.ty.range().map(Range::from)) {
                    (Some(inner), Some(range)) if range.holds(inner) => Some(inner.clone()),
                    (_, range) => range,
                }
            }
            _ => None,
        };
        own.or_else(|| expr.ty.range().map(Range::from))
    }

    /// The same with what operators make of the ranges of their operands, and with what was assigned. In annotations, whose
    /// operations do not stop at a type's range, no more is taken from a type than what the program keeps to.
    pub fn range_of(&self, expr: &Expr, view: &View) -> Option<Range> {
        let of_type = || expr.ty.range().map(Range::from);
        let is_program = view.path.is_some();
        match &*expr.kind {
            ExprKind::Int(value) => Some(Range::only(value.clone())),
            ExprKind::Builtin(builtin) => self.range_of_builtin(*builtin).or_else(of_type),
            ExprKind::Local(local) => match self.known_of(*local, view) {
                Some(known) => known.range.clone().or_else(of_type),
                None if self.kernel.locals[local.index()].role == LocalRole::Ghost => None,
                None => of_type(),
            },
            ExprKind::Read { array, .. } => {
                let is_ghost = self.kernel.arrays[array.index()].space == Space::Ghost;
                of_type().filter(|_| !is_ghost)
            }
            ExprKind::Convert(_, operand) if operand.ty.is_integral() || operand.ty == Type::Bool => {
                let inner = match operand.ty {
                    Type::Bool => operand.ty.range().map(Range::from),
                    _ => self.range_of(operand, view),
                };
                match (inner, of_type()) {
                    (Some(inner), Some(range)) if !range.holds(&inner) => Some(range),
                    (None, range) => range,
                    (inner, _) => inner,
                }
            }
            ExprKind::Conditional(_, then, other) => {
                let (then, other) = (self.range_of(then, view)?, self.range_of(other, view)?);
                Range::of([then.low, then.high, other.low, other.high])
            }
            ExprKind::Unary(op, operand) if operand.ty.is_integral() => {
                let exact = self.range_of(operand, view).and_then(|operand| of_unary(*op, &operand, expr.ty));
                self.within_type(exact, expr.ty, is_program)
            }
            ExprKind::Binary(op, left, right) if left.ty.is_integral() && right.ty.is_integral() => {
                let operands = self.range_of(left, view).zip(self.range_of(right, view));
                let exact = operands.and_then(|(left, right)| of_binary(*op, &left, &right));
                self.within_type(exact, expr.ty, is_program)
            }
            _ if is_program => of_type(),
            _ => None,
        }
    }

    /// The range of a result: no operation of the program leaves its type (VALUE-8), those that wrap come back to it (STMT-18).
    fn within_type(&self, exact: Option<Range>, ty: Type, is_program: bool) -> Option<Range> {
        let of_type = ty.range().map(Range::from);
        match (exact, of_type) {
            (exact, _) if !is_program => exact,
            (Some(exact), Some(of_type)) => {
                let wraps = self.here.wrapping > 0 && matches!(ty, Type::Int { signed: false, .. });
                let narrowed = if wraps && !of_type.holds(&exact) { None } else { exact.common(&of_type) };
                Some(narrowed.unwrap_or(of_type))
            }
            (exact, of_type) => exact.or(of_type),
        }
    }

    fn range_of_builtin(&self, builtin: Builtin) -> Option<Range> {
        let (least, dimension, below) = match builtin {
            Builtin::ThreadIdx(axis) => (0, self.most(true, axis.index()), 1),
            Builtin::BlockIdx(axis) => (0, self.most(false, axis.index()), 1),
            Builtin::BlockDim(axis) => (1, self.most(true, axis.index()), 0),
            Builtin::GridDim(axis) => (1, self.most(false, axis.index()), 0),
        };
        dimension.map(|dimension| Range { low: BigInt::from(least), high: dimension - below })
    }

    /// The largest that a dimension of the block, or of the grid, may be.
    fn most(&self, of_block: bool, axis: usize) -> Option<BigInt> {
        let (fixed, limits) =
            if of_block { (self.config.block, BLOCK_LIMITS) } else { (self.config.grid, GRID_LIMITS) };
        let limited = self.config.launch_limits == LaunchLimits::Hardware;
        fixed.map(|fixed| fixed[axis]).or(limited.then_some(limits[axis])).map(BigInt::from)
    }

    /// What to keep of a value that a local is given: literals, ranges that say more than the type, and places.
    pub fn worth_knowing(&self, expr: &Expr, value: TermId, view: &View) -> Option<Assigned> {
        if self.is_literal(value) {
            return Some(Assigned { value, range: None });
        }
        if !matches!(expr.ty, Type::Int { .. }) {
            return None;
        }
        let range = self.range_of(expr, view);
        let is_narrow = range != expr.ty.range().map(Range::from);
        (is_narrow || self.is_polynomial_of_place(&self.place_of(value, view)))
            .then_some(Assigned { value, range: range.filter(|_| is_narrow) })
    }

    // ── places in the launch (LAUNCH-12) ─────────────────────────────────────────────────────────────

    /// The facts `blockDim.x * gridDim.x <= 2^31 - 1` of the axes in which threads are taken to be so few.
    pub fn threads_are_few(&mut self, axes: &[usize]) -> Vec<TermId> {
        let most = self.terms.int(i32::MAX);
        let launch = self.grid.launch.clone();
        axes.iter()
            .map(|axis| {
                let threads = self.terms.mul(launch.block_dim[*axis], launch.grid_dim[*axis]);
                self.terms.le(threads, most)
            })
            .collect()
    }

    /// Whether a value lies in the range because an `int` counts the threads of the launch, which is listed then.
    pub fn fits_in_launch(&mut self, value: TermId, range: &Range, view: &View) -> bool {
        if self.config.ints == IntMode::Checked {
            return false;
        }
        let place = self.place_of(value, view);
        let negated = place.scale(&(-1).into());
        let (Some((highest, above)), Some((lowest, below))) =
            (self.at_most(&place, view), self.at_most(&negated, view))
        else {
            return false;
        };
        let fits = highest <= range.high && -lowest >= range.low;
        if fits {
            for axis in above.into_iter().chain(below) {
                self.output.assumptions.insert(Assumption::FewThreads(axis));
            }
        }
        fits
    }

    /// Whether the value is a polynomial in the indices of the thread and block, their numbers and what is one for the launch.
    /// Then it is a hypothesis that it lies in the range of its operand, which VALUE-8 says, so that different places stay different.
    pub fn is_place(&mut self, value: TermId, range: &Range, view: &View) -> bool {
        let Some(path) = view.path.filter(|_| view.at == self.grid.me && self.here.wrapping == 0) else { return false };
        let place = self.place_of(value, view);
        if !self.is_polynomial_of_place(&place) {
            return false;
        }
        if self.config.ints == IntMode::Math {
            let launch = &self.grid.launch;
            let axes = [0, 1, 2].map(|axis| [view.at.block[axis], launch.grid_dim[axis]]);
            let atoms = place.atoms();
            let few = |axis: &usize| self.threads_may_be_few(*axis);
            for axis in
                (0..3).filter(few).filter(|axis| axes[*axis].iter().any(|own| atoms.contains(own))).collect::<Vec<_>>()
            {
                self.output.assumptions.insert(Assumption::FewThreads(axis));
            }
        }
        let inside = self.within(value, range.low.clone(), range.high.clone());
        let fact = self.for_all(path, inside);
        self.assume(fact, "range of what is converted");
        true
    }

    /// Whether that an `int` counts the threads is no contradiction to the launch's dimensions, and says something of them.
    fn threads_may_be_few(&self, axis: usize) -> bool {
        let launch = &self.grid.launch;
        let sizes = [launch.block_dim[axis], launch.grid_dim[axis]].map(|size| self.terms.as_int(size).cloned());
        let least: BigInt = sizes.iter().flatten().product();
        let most = self.most(true, axis).zip(self.most(false, axis)).map(|(block, grid)| block * grid);
        least <= i32::MAX.into() && most.is_none_or(|most| most > i32::MAX.into())
    }

    /// A value as a polynomial, with what its locals were given in their place.
    fn place_of(&self, value: TermId, view: &View) -> Poly {
        let poly = self.terms.poly(value);
        if !view.literals || view.at != self.grid.me {
            return poly;
        }
        let given = |atom: &TermId| {
            let Op::Apply(symbol) = self.terms.op(*atom) else { return None };
            let of = |local: &crate::kernel::ir::LocalId| view.store.locals[local.index()].symbol == *symbol;
            let (_, known) = view.store.known.iter().find(|(local, _)| of(local))?;
            let given = self.terms.poly(known.value);
            (self.terms.sort(known.value) == Sort::Int && self.is_polynomial_of_place(&given)).then_some((*atom, given))
        };
        let known: Vec<(TermId, Poly)> = poly.atoms().iter().filter_map(given).collect();
        if known.is_empty() {
            return poly;
        }
        let mut result = Poly::zero();
        for (monomial, coefficient) in poly.terms.iter() {
            let mut product = Poly::constant(coefficient.clone());
            for atom in monomial {
                let factor = known.iter().find(|(own, _)| own == atom).map(|(_, given)| given.clone());
                product = product.mul(&factor.unwrap_or_else(|| Poly::atom(*atom)));
            }
            result.add(&product);
        }
        result
    }

    fn is_polynomial_of_place(&self, poly: &Poly) -> bool {
        let (launch, me) = (&self.grid.launch, &self.grid.me);
        let own = [&me.thread, &me.block, &launch.block_dim, &launch.grid_dim];
        let is_own = |term: &TermId| own.iter().any(|indices| indices.contains(term));
        let is_constant =
            |term: &TermId| matches!(self.terms.op(*term), Op::Apply(_)) && self.terms.args(*term).is_empty();
        let atoms = poly.atoms();
        atoms.iter().any(is_own) && atoms.iter().all(|atom| is_own(atom) || is_constant(atom))
    }

    /// A number that the polynomial is not above, and the axes in which it is so because threads are few: with
    /// `T = blockDim * gridDim` threads in an axis, `blockIdx * blockDim + threadIdx` is below `T`.
    fn at_most(&self, poly: &Poly, view: &View) -> Option<(BigInt, Vec<usize>)> {
        let mut rest = poly.clone();
        let (mut total, mut axes) = (BigInt::zero(), Vec::new());
        let launch = &self.grid.launch;
        for axis in 0..3 {
            let (thread, block) = (view.at.thread[axis], view.at.block[axis]);
            let (block_dim, grid_dim) = (launch.block_dim[axis], launch.grid_dim[axis]);
            for (index, below) in [(block, 1), (grid_dim, 0)] {
                let size = self.terms.as_int(block_dim).cloned();
                let mut monomial = match size {
                    Some(_) => vec![index],
                    None => vec![index, block_dim],
                };
                monomial.sort_unstable();
                if self.terms.as_int(index).is_some() || !self.threads_may_be_few(axis) {
                    continue;
                }
                let Some(factor) = rest.terms.get(&monomial).map(|factor| factor.to_integer()) else { continue };
                let size = size.unwrap_or_else(|| 1.into());
                if !(&factor % &size).is_zero() {
                    continue;
                }
                rest.terms.remove(&monomial);
                let times = factor / size;
                if times.is_positive() {
                    // Of the threads' numbers as many as there are of the blocks are part of the place.
                    if below == 1
                        && let Some(own) =
                            rest.terms.get(&[thread]).map(|own| own.to_integer()).filter(Signed::is_positive)
                    {
                        rest.terms.remove(&[thread]);
                        let more = own - &times;
                        if more.is_positive() {
                            rest.add_term(std::iter::once(thread).collect(), more.into());
                        }
                    }
                    total += times * (BigInt::from(i32::MAX) - below);
                    axes.push(axis);
                }
            }
        }
        for (monomial, factor) in rest.terms.iter() {
            let range = match monomial.as_slice() {
                [] => Range::only(1.into()),
                [atom] => self.range_of_own(*atom, view)?,
                _ => return None,
            };
            let factor = factor.to_integer();
            total += (&factor * range.low).max(&factor * range.high);
        }
        Some((total, axes))
    }

    /// The range of an index or a dimension.
    fn range_of_own(&self, atom: TermId, view: &View) -> Option<Range> {
        let launch = &self.grid.launch;
        (0..3).find_map(|axis| {
            let of = |of_block: bool, below: i64| {
                let high = self.most(of_block, axis)? - below;
                Some(Range { low: BigInt::from(1 - below), high })
            };
            match atom {
                _ if atom == view.at.thread[axis] => of(true, 1),
                _ if atom == view.at.block[axis] => of(false, 1),
                _ if atom == launch.block_dim[axis] => of(true, 0),
                _ if atom == launch.grid_dim[axis] => of(false, 0),
                _ => None,
            }
        })
    }
}

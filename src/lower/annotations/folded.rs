//! The statements of a function as one expression (CLAUSE-42 to CLAUSE-45): assignments are substituted, branches become choices.

use std::collections::BTreeMap;
use std::rc::Rc;

use num_traits::{One, Signed};

use crate::base::{
    Span,
    config::{FloatMode, IntMode},
};
use crate::cpp::{Env, value};
use crate::kernel::ir::{
    AssertOrigin, Binary, Conversion, Expr, ExprKind, Kernel, Label, LocalId, LocalRole, Stmt, StmtKind, Type, Unary,
    occurs,
};

/// What keeps a body from being an expression, and where.
type Refusal = (String, Span);

/// What the body's variables hold at a place, and what was evaluated on the way there.
#[derive(Clone, Default)]
struct State {
    /// Nothing is known of a variable that was declared and not given a value on every way.
    values: BTreeMap<LocalId, Option<Rc<Expr>>>,
    /// Propositions that are true wherever they are defined.
    evaluated: Vec<Rc<Expr>>,
}

/// What is to be done after some statements.
enum Next<'s> {
    End,
    /// Statements, and whether their unsigned arithmetic wraps on purpose.
    Then(&'s [Stmt], bool, &'s Next<'s>),
    /// The end of a scope.
    Close(Label, &'s Next<'s>),
}

/// Statements that are made one expression.
pub struct Folded {
    /// What the arguments are, which are annotations' expressions.
    given: BTreeMap<LocalId, Option<Rc<Expr>>>,
    /// What is evaluated to know them.
    evaluated: Vec<Rc<Expr>>,
    /// The variables before are none of the body.
    before: usize,
    ints: IntMode,
    float: FloatMode,
    /// Nodes that may still be made.
    room: usize,
    /// More were needed.
    pub is_too_large: bool,
}

impl Folded {
    /// Nothing is read yet; so many nodes may be made.
    pub fn new(env: &Env, room: usize) -> Folded {
        let (ints, float) = (env.config.ints, env.config.float);
        Folded {
            given: BTreeMap::new(),
            evaluated: Vec::new(),
            before: env.kernel.locals.len(),
            ints,
            float,
            room,
            is_too_large: false,
        }
    }

    /// A variable that stands for an expression of an annotation, which nothing may look into.
    pub fn variable(&mut self, env: &mut Env, e: Expr) -> Expr {
        if value::constant(&e).is_some() && value::weight(&e) == 1 {
            return e;
        }
        // C evaluates arguments, used or not.
        if may_fail(&e) {
            self.evaluated.push(Rc::new(same(&e)));
        }
        let span = e.span;
        let local = env.new_local("argument", e.ty, LocalRole::Temporary, span);
        env.variables.stable.insert(local);
        self.given.insert(local, Some(Rc::new(e)));
        env.read_local(local, span)
    }

    /// The value of an expression behind the statements.
    pub fn run(&mut self, kernel: &Kernel, stmts: &[Stmt], result: &Expr) -> Result<Expr, Refusal> {
        let state = State { values: self.given.clone(), evaluated: self.evaluated.clone() };
        let end = Next::End;
        let state = self.go(kernel, &Next::Then(stmts, false, &end), state)?;
        let result = self.value(kernel, result, &state, false)?;
        Ok(self.with_evaluated(result, state.evaluated))
    }

    fn go(&mut self, kernel: &Kernel, next: &Next, mut state: State) -> Result<State, Refusal> {
        let mut next = next;
        loop {
            let (stmt, wraps, after) = match next {
                Next::End => return Ok(state),
                Next::Close(_, outer) => {
                    next = outer;
                    continue;
                }
                Next::Then([], _, outer) => {
                    next = outer;
                    continue;
                }
                Next::Then([stmt, rest @ ..], wraps, outer) => (stmt, *wraps, Next::Then(rest, *wraps, outer)),
            };
            if !self.takes(1) {
                return Ok(state);
            }
            match &stmt.kind {
                StmtKind::If { cond, then, else_ } => {
                    let cond = self.value(kernel, cond, &state, wraps)?;
                    let leaves = |stmts: &[Stmt]| occurs(stmts, &|kind| matches!(kind, StmtKind::Leave(_)));
                    let jumps = leaves(then) || leaves(else_);
                    let end = Next::End;
                    let behind = if jumps { &after } else { &end };
                    let one = self.go(kernel, &Next::Then(then, wraps, behind), state.clone())?;
                    let other = self.go(kernel, &Next::Then(else_, wraps, behind), state)?;
                    let joined = self.joined(cond, one, other);
                    return if jumps { Ok(joined) } else { self.go(kernel, &after, joined) };
                }
                StmtKind::Scope { label, body } => {
                    let close = Next::Close(*label, &after);
                    return self.go(kernel, &Next::Then(body, wraps, &close), state);
                }
                StmtKind::Wraps(body) => return self.go(kernel, &Next::Then(body, true, &after), state),
                StmtKind::Leave(label) => return self.go(kernel, behind(&after, *label, stmt.span)?, state),
                _ => self.step(kernel, stmt, &mut state, wraps)?,
            }
            return self.go(kernel, &after, state);
        }
    }

    /// A statement that nothing stands inside of.
    fn step(&mut self, kernel: &Kernel, stmt: &Stmt, state: &mut State, wraps: bool) -> Result<(), Refusal> {
        let what = match &stmt.kind {
            StmtKind::Declare(local) => {
                state.values.insert(*local, None);
                return Ok(());
            }
            StmtKind::Assign { local, value } if self.is_own(kernel, *local) => {
                let value = Rc::new(self.value(kernel, value, state, wraps)?);
                if may_fail(&value) {
                    state.evaluated.push(Rc::new(same(&value)));
                }
                state.values.insert(*local, Some(value));
                return Ok(());
            }
            // Of what is asserted on the way no value depends.
            StmtKind::Assert { origin: AssertOrigin::Annotation, .. } | StmtKind::Assume(_) => return Ok(()),
            StmtKind::Assign { .. } | StmtKind::Store { .. } => "it writes to memory",
            StmtKind::DeclareArray(_) => "it has an array of its own",
            StmtKind::Loop(_) => "it has a loop",
            StmtKind::Barrier { .. } => "it has a barrier",
            StmtKind::Atomic(_) => "it has an atomic operation",
            StmtKind::Warp(_) => "it has an operation of a warp",
            StmtKind::Fence(_) => "it has a memory fence",
            StmtKind::Assert { .. } => "it has an `assert`",
            StmtKind::Call(_) => "it calls a function by its contract",
            StmtKind::If { .. } | StmtKind::Scope { .. } | StmtKind::Leave(_) | StmtKind::Wraps(_) => "it jumps",
        };
        Err((what.to_owned(), stmt.span))
    }

    fn is_own(&self, kernel: &Kernel, local: LocalId) -> bool {
        local.index() >= self.before
            && is_of_body(kernel.locals[local.index()].role)
            && !self.given.contains_key(&local)
    }

    /// Whether so many nodes may still be made.
    fn takes(&mut self, nodes: usize) -> bool {
        self.is_too_large |= nodes > self.room;
        self.room = self.room.saturating_sub(nodes);
        !self.is_too_large
    }

    /// The state behind a choice.
    fn joined(&mut self, cond: Expr, one: State, other: State) -> State {
        let span = cond.span;
        let mut state = State::default();
        let common = one.evaluated.iter().zip(&other.evaluated).take_while(|(a, b)| Rc::ptr_eq(a, b)).count();
        state.evaluated.extend(one.evaluated[..common].iter().cloned());
        if may_fail(&cond) {
            state.evaluated.push(Rc::new(same(&cond)));
        }
        for (own, is_then) in [(&one.evaluated[common..], true), (&other.evaluated[common..], false)] {
            for fact in own {
                if !self.takes(value::weight(fact) + value::weight(&cond)) {
                    return state;
                }
                let (then, else_) = ((**fact).clone(), value::boolean(true, span));
                let (then, else_) = if is_then { (then, else_) } else { (else_, then) };
                state.evaluated.push(Rc::new(choice(cond.clone(), then, else_)));
            }
        }
        let mut others = other.values;
        for (local, value) in one.values {
            let joined = match (value, others.remove(&local)) {
                (Some(one), Some(Some(other))) if Rc::ptr_eq(&one, &other) => Some(one),
                (Some(one), Some(Some(other))) => {
                    if !self.takes(value::weight(&one) + value::weight(&other) + value::weight(&cond)) {
                        return state;
                    }
                    Some(Rc::new(choice(cond.clone(), (*one).clone(), (*other).clone())))
                }
                _ => None,
            };
            state.values.insert(local, joined);
        }
        // What only the other way has.
        state.values.extend(others.into_keys().map(|local| (local, None)));
        state
    }

    /// An expression of the body as one of annotations, with the values of its variables.
    fn value(&mut self, kernel: &Kernel, e: &Expr, state: &State, wraps: bool) -> Result<Expr, Refusal> {
        let mut e = e.clone();
        self.replace(kernel, &mut e, state, wraps)?;
        Ok(e)
    }

    fn replace(&mut self, kernel: &Kernel, e: &mut Expr, state: &State, wraps: bool) -> Result<(), Refusal> {
        if let ExprKind::Local(local) = &*e.kind {
            match state.values.get(local) {
                Some(Some(value)) => {
                    if self.takes(value::weight(value)) {
                        *e = (**value).clone();
                    }
                    return Ok(());
                }
                None if !self.is_own(kernel, *local) => return Ok(()),
                Some(None) | None => {
                    let info = &kernel.locals[local.index()];
                    return Err(match info.role {
                        LocalRole::Temporary => ("not every way through it returns a value".to_owned(), e.span),
                        _ => (format!("`{}` may have no value where it is used", info.name), e.span),
                    });
                }
            }
        }
        for part in e.children_mut() {
            self.replace(kernel, part, state, wraps)?;
        }
        self.as_computed(e, wraps)
    }

    /// CLAUSE-44: what the machine computes, where the mathematics of annotations is something else.
    fn as_computed(&self, e: &mut Expr, wraps: bool) -> Result<(), Refusal> {
        let (ty, span) = (e.ty, e.span);
        match (&*e.kind, ty) {
            (ExprKind::Binary(op @ (Binary::Shl | Binary::Shr), left, by), Type::Int { .. }) => {
                let bits = match left.ty {
                    Type::Int { bits, .. } => bits,
                    _ => 0,
                };
                let is_known = value::constant_int(by).is_some_and(|by| !by.is_negative() && by < bits.into());
                if !is_known {
                    return Err(("it shifts by a number that is not known to be less than the width".to_owned(), span));
                }
                if *op == Binary::Shl {
                    *e = self.within(e, wraps);
                }
            }
            (ExprKind::Binary(Binary::Add | Binary::Sub | Binary::Mul, ..), Type::Int { .. })
            | (ExprKind::Unary(Unary::Neg | Unary::Abs, _), Type::Int { .. }) => *e = self.within(e, wraps),
            (ExprKind::Binary(Binary::Div, _, by), Type::Int { signed: true, .. })
                if value::constant_int(by).is_none_or(|by| (-by).is_one()) =>
            {
                *e = self.within(e, wraps);
            }
            // In annotations `==` is identity, which is another thing for NaN and for zeros.
            (ExprKind::Binary(op @ (Binary::Eq | Binary::Ne), a, b), _)
                if self.float == FloatMode::Exact && a.ty.is_fractional() =>
            {
                let (below, above) =
                    (value::binary(Binary::Le, a.clone(), b.clone()), value::binary(Binary::Le, b.clone(), a.clone()));
                let equal = value::binary(Binary::And, below, above);
                let result = if *op == Binary::Eq { equal } else { value::not(equal) };
                *e = Expr { span, ..result };
            }
            (ExprKind::Convert(Conversion::Implicit, inner), Type::Int { signed: false, .. })
                if wraps && inner.ty.is_integral() =>
            {
                *e = Expr::new(ExprKind::Convert(Conversion::Explicit, inner.clone()), ty, span);
            }
            _ => {}
        }
        Ok(())
    }

    /// An operation whose exact result may not be one of its type.
    fn within(&self, e: &Expr, wraps: bool) -> Expr {
        let (ty, span) = (e.ty, e.span);
        let is_signed = matches!(ty, Type::Int { signed: true, .. });
        if let Some(known) = value::constant_int(e) {
            return value::int(known, ty, span);
        }
        // Exact as the program's, which the report lists (VALUE-9).
        if is_signed && self.ints == IntMode::Math {
            return e.clone();
        }
        let number = |kind: ExprKind| Expr::new(kind, Type::Integer, span);
        let exact = match (*e.kind).clone() {
            ExprKind::Binary(op, a, b) => number(ExprKind::Binary(op, value::lift(a), value::lift(b))),
            ExprKind::Unary(op, a) => number(ExprKind::Unary(op, value::lift(a))),
            _ => return e.clone(),
        };
        let how = if wraps && !is_signed { Conversion::Explicit } else { Conversion::Implicit };
        Expr::new(ExprKind::Convert(how, exact), ty, span)
    }

    /// CLAUSE-45: a value where everything that was evaluated on the way is defined.
    fn with_evaluated(&mut self, result: Expr, evaluated: Vec<Rc<Expr>>) -> Expr {
        let mut known = Vec::new();
        failing(&result, &mut known);
        // What is evaluated under a condition may not be so in the result.
        let is_used = |fact: &Expr| {
            let mut all = true;
            fact.walk(&mut |part| all &= !is_failing(part) || known.contains(&format!("{part:?}")));
            all
        };
        let rest = evaluated.iter().filter(|fact| !is_used(fact)).map(|fact| (**fact).clone());
        let Some(all) = rest.reduce(|a, b| value::binary(Binary::And, a, b)) else { return result };
        if !self.takes(value::weight(&all) + value::weight(&result)) {
            return result;
        }
        choice(all, result.clone(), result)
    }
}

/// Whether it is no parameter, ghost or global.
fn is_of_body(role: LocalRole) -> bool {
    matches!(role, LocalRole::Variable | LocalRole::Temporary | LocalRole::Opaque)
}

/// What is to be done behind the scope of a label.
fn behind<'s>(next: &'s Next<'s>, label: Label, span: Span) -> Result<&'s Next<'s>, Refusal> {
    match next {
        Next::End => Err(("it ends the thread".to_owned(), span)),
        Next::Close(own, outer) if *own == label => Ok(outer),
        Next::Close(_, outer) | Next::Then(_, _, outer) => behind(outer, label, span),
    }
}

fn choice(cond: Expr, then: Expr, else_: Expr) -> Expr {
    let (ty, span) = (then.ty, then.span);
    Expr::new(ExprKind::Conditional(cond, then, else_), ty, span)
}

/// That an expression has a value.
fn same(e: &Expr) -> Expr {
    match e.ty {
        Type::Bool => Expr::new(ExprKind::Binary(Binary::Iff, e.clone(), e.clone()), Type::Bool, e.span),
        _ => value::binary(Binary::Eq, e.clone(), e.clone()),
    }
}

/// Whether an expression may have no value (CLAUSE-11).
fn may_fail(e: &Expr) -> bool {
    let mut found = false;
    e.walk(&mut |part| found |= is_failing(part));
    found
}

fn is_failing(e: &Expr) -> bool {
    match &*e.kind {
        ExprKind::Read { .. } | ExprKind::Binary(Binary::Div | Binary::Rem, ..) => true,
        ExprKind::Convert(Conversion::Implicit, _) => matches!(e.ty, Type::Int { .. }),
        _ => false,
    }
}

/// The parts that may fail of those that are evaluated in any case.
fn failing(e: &Expr, found: &mut Vec<String>) {
    if is_failing(e) {
        found.push(format!("{e:?}"));
    }
    match &*e.kind {
        ExprKind::Conditional(test, ..) => failing(test, found),
        ExprKind::Binary(Binary::And | Binary::Or | Binary::Implies, left, _) => failing(left, found),
        ExprKind::Quantified(..) | ExprKind::Fold { .. } | ExprKind::FoldThreads { .. } => {}
        _ => e.children().into_iter().for_each(|part| failing(part, found)),
    }
}

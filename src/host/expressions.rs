//! Expressions of the host.

use crate::base::Span;
use crate::syntax::tree::{BinaryOp, Expr, ExprKind, IntLiteral, LaunchCall, Name, TemplateArg, UnaryOp};

use super::context::{Argument, Context};
use super::machine::{Host, leads_to};
use super::state::{Cell, Place, State, Value, axis};
use super::term::{self, Term};
use super::types::{HostType, IntType};
use super::unknown::Free;

impl<'a> Host<'a> {
    /// Evaluates an expression.
    pub fn value(&mut self, e: &'a Expr, state: &mut State) -> Value {
        self.steps += 1;
        if state.is_dead {
            return Value::Unknown;
        }
        let value = self.evaluated(e, state);
        self.run_operators(e, state);
        value
    }

    fn evaluated(&mut self, e: &'a Expr, state: &mut State) -> Value {
        match &e.kind {
            ExprKind::Int(literal) => integer(literal),
            ExprKind::Bool(value) => Value::int(i128::from(*value), IntType::BOOL),
            // Beyond, it depends on whether `char` has a sign.
            ExprKind::Char(value) if (0..128).contains(&i128::from(*value)) => {
                Value::int(i128::from(*value), IntType::INT)
            }
            ExprKind::Char(_) => Value::Unknown,
            ExprKind::Name(name) => self.name(name, state),
            ExprKind::This => match self.frames.last().and_then(|frame| frame.object.clone()) {
                Some(object) => Value::Address(object),
                None => Value::Unknown,
            },
            ExprKind::Unary(op, operand) => self.unary(*op, operand, state),
            ExprKind::Step { increment, prefix, place } => {
                let before = self.value(place, state);
                let one = Value::int(1, IntType::INT);
                let op = if *increment { BinaryOp::Add } else { BinaryOp::Sub };
                let after = self.arithmetic(op, &before, &one, state);
                self.assign(place, after, state);
                if *prefix { self.after_assignment(place, state) } else { before }
            }
            ExprKind::Binary(op @ (BinaryOp::And | BinaryOp::Or), left, right) => {
                self.connective(*op, left, right, state)
            }
            ExprKind::Binary(op @ (BinaryOp::Shl | BinaryOp::Shr), left, right) => {
                let (first, second) = (self.value(left, state), self.value(right, state));
                self.operator(*op, &first, (right, &second), state)
            }
            ExprKind::Binary(..) => self.operators(e, state),
            ExprKind::Assign(op, place, value) => {
                let mut value = self.value(value, state);
                if let Some(op) = op {
                    let before = self.value(place, state);
                    value = self.arithmetic(*op, &before, &value, state);
                }
                self.assign(place, value, state);
                self.after_assignment(place, state)
            }
            ExprKind::Conditional(cond, then, other) => self.conditional(cond, then, other, state),
            ExprKind::Comma(first, second) => {
                self.value(first, state);
                self.value(second, state)
            }
            ExprKind::Call(called, args) => self.call(e.span, called, args, state),
            ExprKind::Launch(launch) => {
                self.launch(e.span, launch, state);
                Value::Unknown
            }
            ExprKind::Index(..) | ExprKind::Member { .. } => self.part(e, state),
            ExprKind::Cast(..) | ExprKind::Construct(..) | ExprKind::InitList(_) => self.made(e, state),
            ExprKind::Lambda(lambda) => {
                self.capture(&lambda.captures, state);
                // Its body is not looked into.
                self.escaped.extend(self.lasting.keys());
                Value::Unknown
            }
            ExprKind::SizeofType(ty) => match self.unit().types.size(ty) {
                Some(size) => Value::int(size, IntType::SIZE),
                None => self.some_size(state, e.span),
            },
            ExprKind::SizeofExpr(_) | ExprKind::AlignofType(_) | ExprKind::Extent(_) => self.some_size(state, e.span),
            ExprKind::Unsupported(what) => self.not_read(what, state),
            ExprKind::Float { .. } | ExprKind::Str(_) | ExprKind::Nullptr | ExprKind::Spec(_) => Value::Unknown,
        }
    }

    /// Something that is not read may do anything, a few forms apart.
    fn not_read(&mut self, what: &str, state: &mut State) -> Value {
        match what {
            // A constructor may be one of the program's.
            "`new`" => {
                self.forget_reachable(state);
                return self.allocated();
            }
            "`throw`" => state.is_dead = true,
            "`delete`" | "a string of wide characters" => {}
            _ => {
                // What stands in it is not known.
                self.escaped.extend(self.lasting.keys());
                self.forget_all(state);
            }
        }
        Value::Unknown
    }

    /// The value of a member or element.
    fn part(&mut self, e: &'a Expr, state: &mut State) -> Value {
        match &e.kind {
            ExprKind::Index(base, index) => {
                let index = self.index(base, index, state);
                match self.element(base, &index, state) {
                    Some(place) => self.load(&place, state),
                    None => {
                        self.drop_value(base, state);
                        Value::Unknown
                    }
                }
            }
            ExprKind::Member { base, member, arrow } => match self.member(base, member, *arrow, state) {
                Some(place) => self.load(&place, state),
                None => match (self.value(base, state), axis(&member.ident)) {
                    (Value::Dim3(sizes), Some(axis)) if !arrow => {
                        Value::Int(self.fitted(&sizes[axis], None, IntType::UINT, "size", state), IntType::UINT)
                    }
                    (Value::Record(mut fields), _) if !arrow => fields.remove(&member.ident).unwrap_or(Value::Unknown),
                    (value, _) => {
                        self.lose(&value);
                        Value::Unknown
                    }
                },
            },
            _ => Value::Unknown,
        }
    }

    /// A value that is converted or made.
    fn made(&mut self, e: &'a Expr, state: &mut State) -> Value {
        match &e.kind {
            ExprKind::Cast(_, ty, operand) => {
                let value = self.value(operand, state);
                if self.unit().types.is_reference(ty) {
                    self.give_away(operand, state);
                    self.lose(&value);
                    return Value::Unknown;
                }
                let ty = self.resolve(ty);
                self.cast(&ty, value, state)
            }
            ExprKind::Construct(ty, args) => {
                let values = self.values(args, state);
                match (self.resolve(ty), values.as_slice()) {
                    (HostType::Dim3, _) => self.dim3(&values, state),
                    (ty @ HostType::Int(_), [value]) => self.cast(&ty, value.clone(), state),
                    _ => {
                        self.hand_over(args, &values, state);
                        Value::Unknown
                    }
                }
            }
            ExprKind::InitList(args) => {
                for arg in args {
                    let value = self.value(arg, state);
                    self.lose(&value);
                }
                Value::Unknown
            }
            _ => Value::Unknown,
        }
    }

    /// What a lambda expression captures by reference may change whenever it is called.
    fn capture(&mut self, captures: &[String], state: &mut State) {
        self.has_callbacks = true;
        // A copy of a pointer leads where the pointer does.
        let held: Vec<Cell> = state.cells().flat_map(|(_, value)| value.targets()).collect();
        self.escaped.extend(held);
        if captures.iter().any(|capture| capture.contains('&') || capture == "this") {
            self.lose_visible();
            self.forget_reachable(state);
        }
    }

    /// What is evaluated, and then known to nobody here.
    pub fn drop_value(&mut self, e: &'a Expr, state: &mut State) {
        let value = self.value(e, state);
        self.lose(&value);
    }

    /// The value of a variable that was assigned to.
    fn after_assignment(&mut self, target: &'a Expr, state: &mut State) -> Value {
        match &target.kind {
            ExprKind::Name(_) | ExprKind::Member { .. } => {
                self.place(target, state).map_or(Value::Unknown, |place| self.load(&place, state))
            }
            _ => Value::Unknown,
        }
    }

    fn some_size(&mut self, state: &mut State, place: Span) -> Value {
        let size = self.unknown("sizeof", IntType::SIZE, place);
        self.say(term::lt(&term::int(0), &size), place, state);
        Value::Int(size, IntType::SIZE)
    }

    fn name(&mut self, name: &'a Name, state: &mut State) -> Value {
        if let Some(place) = self.named(name) {
            return self.load(&place, state);
        }
        if self.is_function(&name.ident) {
            self.seen.not_followed.insert(name.span);
            self.has_callbacks = true;
        }
        let is_free = name.is_plain() && self.frames.last().is_none_or(|frame| frame.function.within.is_empty());
        if let Some(Some(value)) = self.unit().enumerators.get(name.ident.as_str()).filter(|_| is_free) {
            return Value::int(*value, IntType::INT);
        }
        match name.ident.as_str() {
            "INT_MAX" => Value::int(IntType::INT.greatest(), IntType::INT),
            "UINT_MAX" => Value::int(IntType::UINT.greatest(), IntType::UINT),
            _ => Value::Unknown,
        }
    }

    // ── operators ───────────────────────────────────────────────────────────────────────────────

    /// What an operator gives for the values of its operands.
    pub fn operator(&mut self, op: BinaryOp, first: &Value, right: (&'a Expr, &Value), state: &mut State) -> Value {
        let (right, second) = right;
        let may_read = matches!(op, BinaryOp::Shr | BinaryOp::BitAnd | BinaryOp::BitOr);
        if may_read && !matches!(first, Value::Int(..)) {
            // `std::cin >> n`
            self.give_away(right, state);
        }
        self.arithmetic(op, first, second, state)
    }

    fn unary(&mut self, op: UnaryOp, operand: &'a Expr, state: &mut State) -> Value {
        if op == UnaryOp::AddressOf {
            return match self.place(operand, state) {
                Some(place) => {
                    if self.lasting.contains_key(&place.cell) {
                        self.escaped.insert(place.cell);
                    }
                    Value::Address(place)
                }
                None => {
                    self.drop_value(operand, state);
                    self.give_away(operand, state);
                    Value::Unknown
                }
            };
        }
        let value = self.value(operand, state);
        match (op, value) {
            (UnaryOp::Deref, Value::Address(place)) => self.load(&place, state),
            (UnaryOp::Not, value) => match self.truth(&value) {
                Some(cond) => Value::Int(term::not(&cond), IntType::BOOL),
                None => Value::Unknown,
            },
            (UnaryOp::Plus, Value::Int(term, ty)) => Value::Int(term, ty.promoted()),
            (UnaryOp::Minus, value @ Value::Int(..)) => {
                let zero = Value::int(0, IntType::INT);
                self.arithmetic(BinaryOp::Sub, &zero, &value, state)
            }
            (UnaryOp::BitNot, Value::Int(term, ty)) => match term::known(&term) {
                Some(value) => {
                    let ty = ty.promoted();
                    Value::Int(self.fitted(&term::int(!value), None, ty, "value", state), ty)
                }
                None => Value::Unknown,
            },
            _ => Value::Unknown,
        }
    }

    pub fn arithmetic(&mut self, op: BinaryOp, left: &Value, right: &Value, state: &mut State) -> Value {
        let (Value::Int(a, left), Value::Int(b, right)) = (left, right) else {
            return self.of_pointers(op, left, right);
        };
        let is_shift = matches!(op, BinaryOp::Shl | BinaryOp::Shr);
        let ty = if is_shift { left.promoted() } else { left.common(*right) };
        let (a, b) = if is_shift {
            (a.clone(), b.clone())
        } else {
            (self.converted(a, *left, ty, "value", state), self.converted(b, *right, ty, "value", state))
        };
        let truth = |cond: Term| Value::Int(cond, IntType::BOOL);
        let natural =
            |host: &Self, term: &Term, state: &State| host.decided(&term::le(&term::int(0), term), state) == Some(true);
        let result = match op {
            BinaryOp::Lt => return truth(term::lt(&a, &b)),
            BinaryOp::Le => return truth(term::le(&a, &b)),
            BinaryOp::Gt => return truth(term::lt(&b, &a)),
            BinaryOp::Ge => return truth(term::le(&b, &a)),
            BinaryOp::Eq => return truth(term::eq(&a, &b)),
            BinaryOp::Ne => return truth(term::not(&term::eq(&a, &b))),
            BinaryOp::Add => term::add(&a, &b),
            BinaryOp::Sub => term::sub(&a, &b),
            BinaryOp::Mul => term::mul(&a, &b),
            BinaryOp::Div => term::div(&a, &b),
            BinaryOp::Rem => term::rem(&a, &b),
            BinaryOp::Shl => power(&b, ty).and_then(|by| term::mul(&a, &by)),
            BinaryOp::Shr if natural(self, &a, state) => power(&b, ty).and_then(|by| term::div(&a, &by)),
            BinaryOp::BitAnd => match (term::known(&a), term::known(&b)) {
                (Some(a), Some(b)) => Some(term::int(a & b)),
                (None, Some(mask)) if mask >= 0 && mask & (mask + 1) == 0 && natural(self, &a, state) => {
                    term::rem(&a, &term::int(mask + 1))
                }
                _ => None,
            },
            BinaryOp::BitOr => term::known(&a).zip(term::known(&b)).map(|(a, b)| term::int(a | b)),
            BinaryOp::BitXor => term::known(&a).zip(term::known(&b)).map(|(a, b)| term::int(a ^ b)),
            _ => None,
        };
        let Some(result) = result.filter(|result| !term::is_large(result)) else {
            let place = self.here();
            return Value::Int(self.unknown("value", ty, place), ty);
        };
        // Unsigned arithmetic wraps, and so do shifts; that signed arithmetic does not overflow is assumed.
        let result =
            if ty.signed && op != BinaryOp::Shl { result } else { self.fitted(&result, None, ty, "value", state) };
        Value::Int(result, ty)
    }

    fn of_pointers(&mut self, op: BinaryOp, left: &Value, right: &Value) -> Value {
        match (op, left, right) {
            // How many bytes an element has is not looked into.
            (BinaryOp::Add, Value::Memory(of, _), _) | (BinaryOp::Add, _, Value::Memory(of, _)) => {
                Value::Memory(*of, None)
            }
            (BinaryOp::Sub, Value::Memory(of, _), Value::Int(..)) => Value::Memory(*of, None),
            _ => {
                self.lose(left);
                self.lose(right);
                Value::Unknown
            }
        }
    }

    fn connective(&mut self, op: BinaryOp, left: &'a Expr, right: &'a Expr, state: &mut State) -> Value {
        let first = self.value(left, state);
        let first = self.truth(&first);
        let mut other = state.clone();
        if let Some(first) = &first {
            other.assume(&if op == BinaryOp::And { first.clone() } else { term::not(first) }, left.span);
        }
        let is_reached = !other.is_dead;
        let second = self.value(right, &mut other);
        let second = self.truth(&second);
        // What the right side does counts where it is evaluated.
        let unchanged = other.cells().all(|(cell, value)| state.value(cell).is_none_or(|before| before == value))
            && state.cells().all(|(cell, _)| other.value(cell).is_some());
        if is_reached && !unchanged {
            let before = std::mem::take(state);
            *state = if other.is_dead { before } else { before.join(other) };
        } else if is_reached {
            state.is_exact &= other.is_exact;
        }
        match (first, second) {
            (Some(first), Some(second)) if op == BinaryOp::And => Value::Int(term::and(&first, &second), IntType::BOOL),
            (Some(first), Some(second)) => Value::Int(term::or(&first, &second), IntType::BOOL),
            (Some(first), None) if term::known(&first).is_some() && !is_reached => Value::Int(first, IntType::BOOL),
            _ => Value::Unknown,
        }
    }

    fn conditional(&mut self, cond: &'a Expr, then: &'a Expr, other: &'a Expr, state: &mut State) -> Value {
        let known = self.value(cond, state);
        let known = self.truth(&known);
        let holds = |host: &Self, is_true: bool| {
            let mut state = state.clone();
            known.as_ref().is_some_and(|known| {
                state.assume(&if is_true { known.clone() } else { term::not(known) }, cond.span);
                host.decided(known, &state) == Some(is_true) || !state.is_dead
            })
        };
        let decided = known.as_ref().and_then(|known| {
            let by_facts = match (holds(self, true), holds(self, false)) {
                (true, false) => Some(true),
                (false, true) => Some(false),
                _ => None,
            };
            self.decided(known, state).or(by_facts)
        });
        if let Some(is_true) = decided {
            let (taken, left) = if is_true { (then, other) } else { (other, then) };
            let value = self.value(taken, state);
            // The type is common to both.
            let aside = self.value(left, &mut state.clone());
            return match (value, aside) {
                (Value::Int(term, from), Value::Int(_, also)) => {
                    let ty = from.common(also);
                    Value::Int(self.converted(&term, from, ty, "value", state), ty)
                }
                (value @ (Value::Dim3(_) | Value::Memory(..) | Value::Address(_)), _) => value,
                _ => Value::Unknown,
            };
        }
        let (mut one, mut two) = (state.clone(), state.clone());
        match &known {
            Some(known) => {
                one.assume(known, cond.span);
                two.assume(&term::not(known), cond.span);
            }
            None => {
                one.is_exact = false;
                two.is_exact = false;
            }
        }
        let result = Place::of(self.variable("result", HostType::Auto, false, cond.span));
        let (mut a, mut b) = (self.value(then, &mut one), self.value(other, &mut two));
        if let (Value::Int(left, of), Value::Int(right, also)) = (&a, &b) {
            let ty = of.common(*also);
            let (left, right) =
                (self.converted(left, *of, ty, "value", &mut one), self.converted(right, *also, ty, "value", &mut two));
            (a, b) = (Value::Int(left, ty), Value::Int(right, ty));
        }
        one.write(&result, a);
        two.write(&result, b);
        *state = one.join(two);
        let value = state.read(&result).unwrap_or(Value::Unknown);
        state.forget(&result);
        match (value, state.is_dead) {
            (Value::Unknown, false) => Value::Unknown,
            (value, _) => value,
        }
    }

    fn cast(&mut self, ty: &HostType, value: Value, state: &mut State) -> Value {
        match (ty, value) {
            (HostType::Int(to), Value::Int(term, from)) if *to == from => Value::Int(term, from),
            (HostType::Int(to), Value::Int(term, from)) => {
                Value::Int(self.fitted(&term, Some(from), *to, "value", state), *to)
            }
            (HostType::Int(to), value) => {
                self.lose(&value);
                let place = self.here();
                Value::Int(self.unknown("value", *to, place), *to)
            }
            (HostType::Pointer(_), value @ Value::Memory(..)) => value,
            (HostType::Pointer(to), Value::Address(place)) if leads_to(to, &self.type_of(&place)) => {
                Value::Address(place)
            }
            (HostType::Dim3, value @ Value::Dim3(_)) => value,
            (HostType::Dim3, value @ Value::Int(..)) => self.dim3(&[value], state),
            (HostType::Other | HostType::Auto, value @ Value::Memory(..)) => value,
            (_, value) => {
                self.lose(&value);
                Value::Unknown
            }
        }
    }

    // ── launches ────────────────────────────────────────────────────────────────────────────────

    fn launch(&mut self, span: Span, launch: &'a LaunchCall, state: &mut State) {
        let mut sizes = [None, None];
        for (at, value) in self.values(&launch.config, state).into_iter().enumerate() {
            if let Some(size) = sizes.get_mut(at) {
                *size = match (&value, self.dim3(std::slice::from_ref(&value), state)) {
                    (Value::Dim3(_) | Value::Int(..), Value::Dim3(sizes)) => Some(sizes),
                    // Whether it is a number or a `dim3` is not known.
                    _ => None,
                };
            }
        }
        let values = self.values(&launch.args, state);
        self.record(span, launch, &values, sizes, state);
        self.hand_addresses(&values, state);
        // Kernels may write memory of the host that they were ever given.
        let given: Vec<Cell> = self.escaped.iter().copied().collect();
        given.into_iter().for_each(|cell| state.forget(&Place::of(cell)));
    }

    /// Files what is known where a launch is reached.
    fn record(
        &mut self,
        span: Span,
        launch: &'a LaunchCall,
        values: &[Value],
        sizes: [Option<[Term; 3]>; 2],
        state: &mut State,
    ) {
        let mut of_template = Vec::new();
        if let ExprKind::Name(name) = &launch.kernel.kind {
            for arg in name.template_args.iter().flatten() {
                of_template.push(match arg {
                    TemplateArg::Value(e) => match self.value(e, state) {
                        Value::Int(term, _) => Some(term),
                        _ => None,
                    },
                    TemplateArg::Type(_) => None,
                });
            }
        }
        if !self.is_recording || state.is_dead {
            return;
        }
        self.seen.reached.insert(span);
        let [grid, block] = sizes.map(|sizes| match sizes {
            Some(sizes) => sizes.map(Some),
            None => [const { None }; 3],
        });
        let args = values.iter().map(|value| match value {
            Value::Int(term, _) => Argument::Int(term.clone()),
            Value::Memory(of, offset) => {
                Argument::Memory { allocation: *of, offset: offset.clone(), size: state.memory.get(of).cloned() }
            }
            _ => Argument::Unknown,
        });
        let args: Vec<Argument> = args.collect();
        let unknowns = self.unknowns.iter().enumerate().map(|(at, unknown)| (Free(at), unknown.clone()));
        let context = Context {
            launch: span,
            calls: self.frames.iter().skip(1).map(|frame| frame.function.spans.header).collect(),
            block,
            grid,
            args,
            values: of_template,
            unknowns: unknowns.collect(),
            facts: state.facts.clone(),
            is_exact: state.is_exact,
        };
        self.contexts.push(context.reduced());
    }
}

/// 2 to the power of a number.
fn power(by: &Term, ty: IntType) -> Option<Term> {
    let by = term::known(by)?;
    (0..i128::from(ty.bits)).contains(&by).then(|| term::int(1 << by))
}

/// [lex.icon]
fn integer(literal: &IntLiteral) -> Value {
    let Ok(value) = i128::try_from(&literal.value) else { return Value::Unknown };
    let bits = if literal.long > 0 || value > IntType::UINT.greatest() { 64 } else { 32 };
    let mut ty = IntType { signed: !literal.unsigned, bits };
    if value > ty.greatest() {
        ty = if literal.decimal { IntType { signed: true, bits: 64 } } else { IntType { signed: false, ..ty } };
    }
    Value::int(value, ty)
}

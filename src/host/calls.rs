//! Calls of the host: functions of the file are followed, those of libraries have what they do in [`super::library`], and others
//! may do anything to what they can reach.

use std::collections::BTreeMap;

use crate::base::Span;
use crate::syntax::tree::{Expr, ExprKind, Function, Name, TemplateArg, TemplateParamKind, UnaryOp};

use super::machine::{Frame, Host};
use super::state::{Place, State, Value};
use super::term;
use super::types::{HostType, IntType};
use super::{library, loops};

/// Loops in each other that are too many.
const DEEP: usize = 3;
/// Calls in each other that are followed.
const MOST_CALLS: usize = 12;

impl<'a> Host<'a> {
    pub fn call(&mut self, span: Span, called: &'a Expr, args: &'a [Expr], state: &mut State) -> Value {
        match &called.kind {
            ExprKind::Name(name) => self.call_by_name(span, name, args, state),
            ExprKind::Member { base, member, arrow } => self.call_member(base, member, *arrow, args, state),
            _ => {
                self.value(called, state);
                let values = self.values(args, state);
                self.call_unknown(args, &values, state);
                Value::Unknown
            }
        }
    }

    pub fn values(&mut self, args: &'a [Expr], state: &mut State) -> Vec<Value> {
        self.unordered(&args.iter().collect::<Vec<_>>(), state)
    }

    fn call_by_name(&mut self, span: Span, name: &'a Name, args: &'a [Expr], state: &mut State) -> Value {
        // A variable that is called: a lambda, a pointer to a function.
        let is_variable =
            self.frames.last().is_some_and(|frame| {
                name.is_plain() && frame.scopes.iter().any(|scope| scope.contains_key(&name.ident))
            }) || self.unit().globals.contains_key(name.ident.as_str());
        let ident = name.ident.as_str();
        for arg in name.path_args.iter().flatten().chain(&name.template_args).flatten() {
            if let TemplateArg::Value(e) = arg {
                self.give_away(e, state);
            }
        }
        if ident == "assert" {
            // It may be left out.
            let before = state.clone();
            args.iter().for_each(|arg| self.drop_value(arg, state));
            let after = std::mem::take(state);
            *state = before.join(after);
            return Value::Unknown;
        }
        let meant = self.meant(name, args.len());
        if let (Some(function), false) = (meant, is_variable) {
            return self.follow(function, Some(name), None, args, state);
        }
        let is_of_file = self.is_function(ident);
        let values = self.values(args, state);
        if state.is_dead {
            return Value::Unknown;
        }
        if is_variable || is_of_file {
            self.seen.not_followed.insert(name.span);
            self.call_declared(name, args, &values, state);
            return Value::Unknown;
        }
        let is_foreign = self.is_of_library(name);
        if is_foreign && library::ends(ident) {
            state.is_dead = true;
            return Value::Unknown;
        }
        let values = match (ident, name.template_args.as_deref()) {
            ("min" | "max", Some([TemplateArg::Type(ty)])) => {
                let ty = self.resolve(ty);
                values.into_iter().map(|value| self.passed(&ty, value, state)).collect()
            }
            _ => values,
        };
        if !is_foreign {
            self.call_declared(name, args, &values, state);
            return Value::Unknown;
        }
        self.call_library(span, name, args, values, state)
    }

    /// A call of a function that a library gives.
    fn call_library(
        &mut self,
        span: Span,
        name: &Name,
        args: &'a [Expr],
        values: Vec<Value>,
        state: &mut State,
    ) -> Value {
        let ident = name.ident.as_str();
        if library::returns_twice(ident) {
            self.forget_all(state);
            return Value::Unknown;
        }
        if let Some(value) = self.computed(span, ident, &values, state) {
            if let ([arg], Value::Int(term, _)) = (args, &value)
                && library::reads_number(ident)
                && self.is_read_once(arg)
            {
                self.make_input(term);
            }
            return value;
        }
        if let Some(size) = library::allocates(ident) {
            self.allocate(&values, size, state);
            return Value::Unknown;
        }
        if library::allocates_rows(ident) {
            self.allocate_rows(span, &values, state);
            return Value::Unknown;
        }
        if library::gives_memory(ident) {
            return self.allocated();
        }
        // A function that is given may be called, now or later.
        let is_given = |arg: &Expr| match &arg.kind {
            ExprKind::Lambda(_) => true,
            ExprKind::Name(name) => self.is_function(&name.ident),
            _ => false,
        };
        self.has_callbacks |= args.iter().any(is_given);
        if library::takes_values(ident) {
            self.fill(&values, state);
            // It may call what the program has given to a library.
            if self.has_callbacks {
                self.note_lasting(state);
                self.forget_reachable(state);
            }
        } else {
            self.call_declared(name, args, &values, state);
        }
        Value::Unknown
    }

    /// A value as an argument of a type.
    fn passed(&mut self, ty: &HostType, value: Value, state: &mut State) -> Value {
        match (ty, value) {
            (HostType::Int(ty), Value::Int(term, from)) => {
                Value::Int(self.converted(&term, from, *ty, "value", state), *ty)
            }
            _ => Value::Unknown,
        }
    }

    /// The value of a function that computes.
    fn computed(&mut self, span: Span, name: &str, values: &[Value], state: &mut State) -> Option<Value> {
        match (name, values) {
            ("dim3", _) => Some(self.dim3(values, state)),
            ("min" | "max", [Value::Int(a, left), Value::Int(b, right)]) => {
                let ty = left.common(*right);
                let (a, b) =
                    (self.converted(a, *left, ty, "value", state), self.converted(b, *right, ty, "value", state));
                Some(Value::Int(if name == "min" { term::least(&a, &b) } else { term::greatest(&a, &b) }, ty))
            }
            ("abs", [Value::Int(a, ty)]) => {
                let negated = term::negated(a)?;
                Some(Value::Int(term::greatest(a, &negated), *ty))
            }
            (name, [Value::Unknown, ..]) if library::reads_number(name) => {
                let bits = if matches!(name, "atoi" | "stoi") { 32 } else { 64 };
                let ty = IntType { signed: !name.contains("ul"), bits };
                Some(Value::Int(self.unknown("input", ty, span), ty))
            }
            // Types as functions: `int(x)`, where the type is a name.
            _ => None,
        }
    }

    pub fn allocated(&mut self) -> Value {
        let memory = self.variable("memory", HostType::Other, false, Span::default());
        Value::Memory(memory.0, Some(term::int(0)))
    }

    /// `cudaMalloc(&p, bytes)`.
    fn allocate(&mut self, values: &[Value], size: usize, state: &mut State) {
        self.fill(&values[values.len().min(1)..], state);
        let Some(Value::Address(place)) = values.first() else { return };
        let memory = self.allocated();
        if let (Value::Memory(of, _), Some(Value::Int(bytes, _))) = (&memory, values.get(size)) {
            state.memory.insert(*of, bytes.clone());
        }
        state.write(place, memory);
    }

    /// `cudaMallocPitch(&p, &pitch, width, height)`: rows do not overlap.
    fn allocate_rows(&mut self, place: Span, values: &[Value], state: &mut State) {
        self.fill(values, state);
        let (Some(Value::Address(pointer)), Some(Value::Address(pitch))) = (values.first(), values.get(1)) else {
            return;
        };
        let memory = self.allocated();
        state.write(pointer, memory);
        if let (Value::Int(pitch, _), Some(Value::Int(width, _))) = (self.load(pitch, state), values.get(2)) {
            state.assume(&term::le(width, &pitch), place);
            // `cudaDevAttrMaxPitch`, on every device.
            state.assume(&term::le(&pitch, &term::int(i128::from(i32::MAX))), place);
        }
    }

    /// A library writes the variables whose addresses it is given.
    fn fill(&mut self, values: &[Value], state: &mut State) {
        for value in values {
            match value {
                // It may be an array, or more of an object.
                Value::Address(place) => state.forget(&Place::of(place.cell)),
                Value::Int(..) => {}
                _ => state.forget_pointees(),
            }
        }
    }

    // ── functions of the file ───────────────────────────────────────────────────────────────────

    /// Executes a function of the file with these arguments.
    fn follow(
        &mut self,
        (unit, function): (usize, &'a Function),
        name: Option<&'a Name>,
        object: Option<Place>,
        args: &'a [Expr],
        state: &mut State,
    ) -> Value {
        let is_running = self.frames.iter().any(|frame| std::ptr::eq(frame.function, function));
        // What launches nothing and has many loops in each other takes long, and says little.
        let is_deep = !self.launching.contains(&function.spans.whole) && loops::depth(function) >= DEEP;
        let is_followed = !is_running && !is_deep && !self.is_order_open(&args.iter().collect::<Vec<_>>(), state);
        if !is_followed || self.frames.len() > MOST_CALLS {
            self.seen.not_followed.extend(name.map(|name| name.span));
            let values = self.values(args, state);
            self.call_one_of(&[function], args, &values, state);
            if !is_deep {
                self.forget_all(state);
            }
            return Value::Unknown;
        }
        let mut scope: BTreeMap<String, Place> = BTreeMap::new();
        if let Some(given) = name.and_then(|name| name.template_args.as_ref()) {
            for (param, arg) in function.template.iter().zip(given) {
                let (Some(own), TemplateArg::Value(e)) = (&param.name, arg) else { continue };
                let ty = match &param.kind {
                    TemplateParamKind::Value(ty, _) => self.units[unit].types.resolve(ty),
                    _ => continue,
                };
                self.give_away(e, state);
                let value = self.value(e, state);
                let cell = self.variable(&own.text, ty, true, param.span);
                self.store(&Place::of(cell), value, state);
                scope.insert(own.text.clone(), Place::of(cell));
            }
        }
        for (at, param) in function.params.iter().enumerate() {
            let arg = args.get(at);
            let ident = param.name.as_ref().map_or("", |name| name.text.as_str());
            let ty = self.units[unit].types.resolve(&param.ty);
            if matches!(ty, HostType::Unread | HostType::Other)
                && let Some(arg) = arg
            {
                self.hand_over(std::slice::from_ref(arg), &[], state);
            }
            let place = if self.units[unit].types.is_reference(&param.ty) {
                self.bound(arg, ty, ident, param.span, state)
            } else {
                let value = match (arg, &param.default) {
                    (Some(arg), _) => self.value(arg, state),
                    (None, Some(default)) => self.default_argument(unit, default, state),
                    (None, None) => Value::Unknown,
                };
                let place = Place::of(self.variable(ident, ty, false, param.span));
                self.initialise_by(&place, value, state);
                place
            };
            scope.insert(ident.to_owned(), place);
        }
        if let Some(name) = name
            && self.is_recording
        {
            self.seen.reached.insert(name.span);
        }
        let before = std::mem::take(state);
        let (after, value) = self.execute((unit, function), scope, object, before);
        *state = after;
        value
    }

    /// Executes a function with unknown arguments.
    pub fn enter(&mut self, (unit, function): (usize, &'a Function), mut state: State, mut is_main: bool) {
        self.at = unit;
        let params = function.params.iter().map(|param| {
            let name = param.name.as_ref().map_or(String::new(), |name| name.text.clone());
            (name, self.resolve(&param.ty), param.span)
        });
        let params: Vec<(String, HostType, Span)> = params.collect();
        let mut scope = BTreeMap::new();
        for (name, ty, place) in params {
            let is_reference = self.unit().types.is_reference(&function.params[scope.len()].ty);
            if is_reference {
                // Others may lead to the same.
                let cell = self.variable(&name, HostType::Pointer(Box::new(ty)), false, place);
                scope.insert(name, Place::of(cell).member("*"));
                continue;
            }
            let cell = self.variable(&name, ty, false, place);
            if std::mem::take(&mut is_main)
                && let Value::Int(count, _) = self.load(&Place::of(cell), &mut state)
            {
                // How many words the command line has.
                self.make_input(&count);
                state.assume(&term::le(&term::int(1), &count), place);
            }
            scope.insert(name, Place::of(cell));
        }
        let class = function.scope.last().filter(|class| self.unit().types.records.contains_key(class.as_str()));
        let class = class.map_or(HostType::Other, |class| HostType::Record(unit, class.clone()));
        let object = self.variable("this", HostType::Pointer(Box::new(class)), false, function.spans.header);
        state.is_dead = false;
        self.execute((unit, function), scope, Some(Place::of(object).member("*")), state);
    }

    /// The names in a default argument are looked up where the function stands.
    fn default_argument(&mut self, unit: usize, default: &'a Expr, state: &mut State) -> Value {
        let (caller, frames) = (std::mem::replace(&mut self.at, unit), std::mem::take(&mut self.frames));
        let value = self.value(default, state);
        (self.at, self.frames) = (caller, frames);
        value
    }

    /// The parameters of a template are unknown, where no call says more.
    pub fn template_params(&mut self, function: &Function, scope: &mut BTreeMap<String, Place>) {
        for param in &function.template {
            if let (Some(name), TemplateParamKind::Type(_) | TemplateParamKind::Other(_)) = (&param.name, &param.kind) {
                self.hide(&name.text);
            }
            if let Some(name) = &param.name
                && !scope.contains_key(&name.text)
            {
                let ty = match &param.kind {
                    TemplateParamKind::Value(ty, _) => self.resolve(ty),
                    _ => HostType::Other,
                };
                let cell = self.variable(&name.text, ty, true, param.span);
                scope.insert(name.text.clone(), Place::of(cell));
            }
        }
    }

    /// Executes the body; gives the states in which it ends, as one, and what it returns.
    pub fn execute(
        &mut self,
        (unit, function): (usize, &'a Function),
        mut scope: BTreeMap<String, Place>,
        object: Option<Place>,
        state: State,
    ) -> (State, Value) {
        let Some(body) = &function.body else { return (state, Value::Unknown) };
        let caller = std::mem::replace(&mut self.at, unit);
        self.template_params(function, &mut scope);
        if self.is_recording {
            self.seen.reached.insert(function.spans.whole);
        }
        self.frames.push(Frame {
            function,
            scopes: vec![scope],
            object,
            returns: Vec::new(),
            breaks: Vec::new(),
            continues: Vec::new(),
            has_objects: false,
        });
        let end = self.block(&body.stmts, state);
        let frame = self.frames.pop();
        let has_objects = frame.as_ref().is_some_and(|frame| frame.has_objects);
        self.at = caller;
        let mut returns = frame.map(|frame| frame.returns).unwrap_or_default();
        if !end.is_dead {
            returns.push((end, Value::Unknown));
        }
        let mut result: Option<(State, Value)> = None;
        // The last ways to part are the first to meet.
        let place = self.variable("result", HostType::Auto, false, function.spans.header);
        for (mut state, value) in returns.into_iter().rev() {
            state.write(&Place::of(place), value);
            result = Some(match result {
                None => (state, Value::Unknown),
                Some((before, _)) => (state.join(before), Value::Unknown),
            });
        }
        if let Some((state, _)) = &result {
            self.note_lasting(state);
        }
        match result {
            Some((mut state, _)) => {
                let value = state.value(place).cloned().unwrap_or(Value::Unknown);
                state.forget(&Place::of(place));
                // In a file that has no such code it is not looked for where a variable is read.
                let runs = |unit: usize| self.units[unit].file.host.has_unnamed_calls;
                if has_objects || runs(unit) && !runs(self.at) {
                    self.forget_reachable(&mut state);
                }
                (state, value)
            }
            None => (State::dead(), Value::Unknown),
        }
    }

    fn call_member(
        &mut self,
        base: &'a Expr,
        member: &'a Name,
        arrow: bool,
        args: &'a [Expr],
        state: &mut State,
    ) -> Value {
        let place = if arrow {
            match self.value(base, state) {
                Value::Address(place) => Some(place),
                _ => {
                    let pointer = self.place(base, state);
                    let pointer = pointer.filter(|place| matches!(self.type_of(place), HostType::Pointer(_)));
                    pointer.map(|place| place.member("*"))
                }
            }
        } else {
            self.place(base, state)
        };
        if place.is_none() && !arrow {
            self.value(base, state);
        }
        if let (Some(function), Some(place)) = (self.only(&member.ident, args.len()), &place)
            && matches!(self.type_of(place), HostType::Record(_, class) if function.scope.last() == Some(&class))
        {
            return self.follow((self.at, function), Some(member), Some(place.clone()), args, state);
        }
        self.seen.not_followed.insert(member.span);
        let values = self.values(args, state);
        match place {
            Some(place) => {
                // A member function that is not followed may change the object.
                state.forget(&place);
                self.call_unknown(args, &values, state);
                Value::Unknown
            }
            None => {
                self.call_unknown(args, &values, state);
                Value::Unknown
            }
        }
    }

    /// Code that is not followed is given these arguments, by value or by reference.
    pub fn hand_over(&mut self, args: &'a [Expr], values: &[Value], state: &mut State) {
        for arg in args {
            let is_value = matches!(
                arg.kind,
                ExprKind::Int(_)
                    | ExprKind::Bool(_)
                    | ExprKind::Char(_)
                    | ExprKind::Float { .. }
                    | ExprKind::Str(_)
                    | ExprKind::Nullptr
                    | ExprKind::Binary(..)
                    | ExprKind::Unary(UnaryOp::AddressOf | UnaryOp::Plus | UnaryOp::Minus | UnaryOp::Not, _)
                    | ExprKind::SizeofType(_)
                    | ExprKind::SizeofExpr(_)
            );
            if !is_value {
                // It may keep a reference.
                self.give_away(arg, state);
            }
        }
        self.hand_addresses(values, state);
    }

    /// A call of a function that is not followed; what its declarations take by value it does not change.
    fn call_declared(&mut self, name: &Name, args: &'a [Expr], values: &[Value], state: &mut State) {
        let is_local = |frame: &Frame<'_>| frame.scopes.iter().any(|scope| scope.contains_key(&name.ident));
        let is_hidden = self.frames.last().is_some_and(|frame| is_local(frame) || !frame.function.within.is_empty());
        let declared: Vec<&Function> = self.declared(&name.ident, args.len()).collect();
        match is_hidden || !name.path.is_empty() || declared.is_empty() {
            true => self.call_unknown(args, values, state),
            false => self.call_one_of(&declared, args, values, state),
        }
    }

    /// A call of one of these functions, which is not followed.
    fn call_one_of(&mut self, declared: &[&Function], args: &'a [Expr], values: &[Value], state: &mut State) {
        self.note_lasting(state);
        for (at, arg) in args.iter().enumerate() {
            let is_given = |own: &&Function| own.params.get(at).is_none_or(|param| !self.is_by_value(&param.ty));
            if declared.iter().any(is_given) {
                self.hand_over(std::slice::from_ref(arg), &[], state);
            }
        }
        self.hand_addresses(values, state);
        self.forget_reachable(state);
    }

    fn call_unknown(&mut self, args: &'a [Expr], values: &[Value], state: &mut State) {
        self.note_lasting(state);
        self.hand_over(args, values, state);
        self.forget_reachable(state);
    }
}

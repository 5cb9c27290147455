//! Statements of the host.

use std::collections::BTreeMap;

use crate::base::Span;
use crate::syntax::tree::{
    Condition, Declaration, Declarator, Enumeration, Expr, ExprKind, Ident, Initializer, Stmt, StmtKind, TypeKind,
    Using, traverse,
};

use super::forms::{condition_place, has_label, is_value};
use super::loops::Parts;
use super::machine::{Frame, Host, MOST_STEPS};
use super::state::{Cell, Place, State, Value};
use super::term::{self, Term};
use super::types::{HostType, IntType};

impl<'a> Host<'a> {
    pub fn block(&mut self, stmts: &'a [Stmt], mut state: State) -> State {
        if let Some(frame) = self.frame() {
            frame.scopes.push(BTreeMap::new());
        }
        let outer = self.frame().is_some_and(|frame| std::mem::take(&mut frame.has_objects));
        for stmt in stmts {
            state = self.stmt(stmt, state);
        }
        let has_objects = self.frame().is_some_and(|frame| {
            frame.scopes.pop();
            let own = frame.has_objects;
            frame.has_objects |= outer;
            own
        });
        if has_objects {
            self.forget_reachable(&mut state);
        }
        state
    }

    pub fn stmt(&mut self, stmt: &'a Stmt, state: State) -> State {
        let state = self.executed(stmt, state);
        self.note_lasting(&state);
        state
    }

    fn executed(&mut self, stmt: &'a Stmt, mut state: State) -> State {
        self.steps += 1;
        if self.steps >= MOST_STEPS {
            return state;
        }
        if state.is_dead {
            if !has_label(stmt) {
                self.leave_out(stmt);
                return state;
            }
            self.lose_visible();
            state = self.anything(state);
        }
        match &stmt.kind {
            StmtKind::Expr(e) => {
                self.value(e, &mut state);
            }
            StmtKind::Declare(declaration) => self.declare(declaration, &mut state),
            StmtKind::Block(block) => return self.block(&block.stmts, state),
            StmtKind::If { cond, then, else_, .. } => return self.branch(cond, then, else_.as_deref(), state),
            StmtKind::While { cond, body, .. } => {
                let parts = Parts { cond: Some(cond), step: None, body, is_do: false, place: stmt.span };
                return self.scoped(|host| host.repeat(parts, state));
            }
            StmtKind::DoWhile { body, cond, .. } => {
                let parts = Parts { cond: None, step: Some(cond), body, is_do: true, place: stmt.span };
                return self.scoped(|host| host.repeat(parts, state));
            }
            StmtKind::For { init, cond, step, body, .. } => {
                let parts = Parts { cond: cond.as_ref(), step: step.as_ref(), body, is_do: false, place: stmt.span };
                return self.scoped(|host| {
                    let state = match init {
                        Some(init) => host.stmt(init, state),
                        None => state,
                    };
                    host.repeat(parts, state)
                });
            }
            StmtKind::Switch { value, body } => return self.switch(value, body, state),
            StmtKind::Try(body, handlers) => {
                let mut before = state.clone();
                self.forget_all(&mut before);
                let mut end = self.block(&body.stmts, state);
                for handler in handlers {
                    // What is caught has a name.
                    let caught = self.scoped(|host| {
                        host.shadow();
                        host.block(&handler.stmts, before.clone())
                    });
                    end = end.join(caught);
                }
                return end;
            }
            StmtKind::Break => self.leave(&mut state, |frame, state| frame.breaks.push(state)),
            StmtKind::Continue => self.leave(&mut state, |frame, state| frame.continues.push(state)),
            StmtKind::Return(value) => self.leave_function(value.as_ref(), &mut state),
            // Who jumps here is not looked into. The labels of a `switch` that stand in its block do not come here.
            StmtKind::Label(_) | StmtKind::Case(_) | StmtKind::Default => {
                self.lose_visible();
                state = self.anything(state);
            }
            StmtKind::Enum(enumeration) => self.local_enumerators(enumeration, &mut state),
            StmtKind::Goto(_) => state.is_dead = true,
            StmtKind::Unsupported(_) => {
                self.forget_all(&mut state);
                self.shadow();
            }
            StmtKind::Bind { object, names } => self.bind(object, names, &mut state),
            StmtKind::Typedef(typedef) => self.hide(&typedef.name.text),
            StmtKind::Record(record) => {
                // Its functions are not looked into.
                self.escaped.extend(self.lasting.keys());
                record.name.iter().for_each(|name| self.hide(&name.text));
            }
            StmtKind::Using(usings) => self.name_others(usings),
            StmtKind::Empty | StmtKind::StaticAssert(_) | StmtKind::Annotation(_) => {}
        }
        state
    }

    /// Names of other namespaces hide those around.
    fn name_others(&mut self, usings: &[Using]) {
        for name in usings.iter().filter_map(|using| using.ident.as_ref()) {
            self.local(name, HostType::Unread, false, Span::default());
        }
    }

    /// A statement that is never executed declares names all the same.
    fn leave_out(&mut self, stmt: &'a Stmt) {
        self.pass_over(stmt);
        if let StmtKind::Declare(declaration) = &stmt.kind {
            for own in &declaration.declarators {
                self.local(&own.name.text, HostType::Unread, false, own.name.span);
            }
        }
    }

    /// Names for parts of an object, or of what it refers to.
    fn bind(&mut self, object: &str, names: &[Ident], state: &mut State) {
        let scopes = self.frames.last().map(|frame| frame.scopes.clone()).unwrap_or_default();
        if let Some(place) = scopes.iter().rev().find_map(|scope| scope.get(object)) {
            self.escaped.insert(place.cell);
            state.forget(&Place::of(place.cell));
        }
        for name in names {
            let ty = HostType::Pointer(Box::new(HostType::Other));
            let place = Place::of(self.variable(&name.text, ty, false, name.span)).member("*");
            if let Some(scope) = self.frame().and_then(|frame| frame.scopes.last_mut()) {
                scope.insert(name.text.clone(), place);
            }
        }
    }

    /// Every name may mean something else from here to the end of the block.
    fn shadow(&mut self) {
        let scopes = self.frames.last().into_iter().flat_map(|frame| &frame.scopes);
        let mut names: Vec<String> = scopes.flat_map(|scope| scope.keys().cloned()).collect();
        names.extend(self.unit().globals.keys().map(|name| (*name).to_owned()));
        for name in names {
            self.local(&name, HostType::Unread, false, Span::default());
        }
        if let Some(frame) = self.frame() {
            frame.has_objects = true;
        }
    }

    fn local_enumerators(&mut self, enumeration: &'a crate::syntax::tree::Enumeration, state: &mut State) {
        enumeration.name.iter().for_each(|name| self.hide(&name.text));
        for (name, _) in &enumeration.values {
            let cell = self.local(&name.text, HostType::Int(IntType::INT), true, name.span);
            state.forget(&Place::of(cell));
        }
    }

    fn scoped(&mut self, run: impl FnOnce(&mut Self) -> State) -> State {
        if let Some(frame) = self.frame() {
            frame.scopes.push(BTreeMap::new());
        }
        let state = run(self);
        if let Some(frame) = self.frame() {
            frame.scopes.pop();
        }
        state
    }

    fn leave(&mut self, state: &mut State, file: impl FnOnce(&mut Frame<'a>, State)) {
        let left = std::mem::replace(state, State::dead());
        if let Some(frame) = self.frame() {
            file(frame, left);
        }
    }

    fn leave_function(&mut self, value: Option<&'a Expr>, state: &mut State) {
        let mut result = value.map_or(Value::Unknown, |value| self.value(value, state));
        let Some(frame) = self.frames.last() else { return };
        let ty = &frame.function.return_type;
        let is_reference = self.unit().types.is_reference(ty);
        let ty = self.resolve(ty);
        result = match (ty, result) {
            (_, value) if is_reference => {
                self.lose(&value);
                Value::Unknown
            }
            (HostType::Int(ty), Value::Int(term, from)) => {
                Value::Int(self.converted(&term, from, ty, "result", state), ty)
            }
            (HostType::Dim3, value @ Value::Int(..)) => self.dim3(&[value], state),
            (HostType::Dim3, value @ Value::Dim3(_)) => value,
            (HostType::Pointer(_), value @ (Value::Address(_) | Value::Memory(..))) => value,
            (HostType::Record(..), value @ Value::Record(_)) => value,
            (_, value) => {
                self.lose(&value);
                Value::Unknown
            }
        };
        if is_reference && let Some(value) = value {
            self.give_away(value, state);
        }
        if state.is_dead {
            return;
        }
        self.leave(state, |frame, state| frame.returns.push((state, result)));
    }

    pub fn declare_enumerators(&mut self, enumeration: &'a Enumeration, state: &mut State) {
        let mut next = Some(0);
        for (name, value) in &enumeration.values {
            if let Some(value) = value {
                next = match self.value(value, state) {
                    Value::Int(term, _) => term::known(&term),
                    _ => None,
                };
            }
            let known = &mut self.units[self.at].enumerators;
            known.entry(&name.text).and_modify(|known| *known = None).or_insert(next);
            next = next.map(|value| value + 1);
        }
    }

    // ── declarations ────────────────────────────────────────────────────────────────────────────

    pub fn local(&mut self, name: &str, ty: HostType, is_const: bool, place: Span) -> Cell {
        let cell = self.variable(name, ty, is_const, place);
        if let Some(scope) = self.frame().and_then(|frame| frame.scopes.last_mut()) {
            scope.insert(name.to_owned(), Place::of(cell));
        }
        cell
    }

    fn declare(&mut self, declaration: &'a Declaration, state: &mut State) {
        for declarator in &declaration.declarators {
            if self.unit().types.runs_code(&declarator.ty) && !matches!(declarator.ty.kind, TypeKind::Auto) {
                self.forget_reachable(state);
                if let Some(frame) = self.frame() {
                    frame.has_objects = true;
                }
            }
            if self.unit().types.is_reference(&declarator.ty) {
                self.declare_reference(declarator, state);
                continue;
            }
            if declaration.specifiers.is_extern {
                let known = self.unit().globals.get(declarator.name.text.as_str()).copied().flatten();
                let cell = self.local(&declarator.name.text, HostType::Unread, false, declarator.name.span);
                let place = known.map_or(Place::of(cell), |(cell, _)| Place::of(cell));
                if let Some(scope) = self.frame().and_then(|frame| frame.scopes.last_mut()) {
                    scope.insert(declarator.name.text.clone(), place);
                }
                continue;
            }
            let ty = self.resolve(&declarator.ty);
            let is_number = matches!(ty, HostType::Int(_) | HostType::Dim3);
            let is_const = is_number && (declarator.ty.qualifiers.is_const || declaration.specifiers.is_constexpr);
            if matches!(ty, HostType::Unread | HostType::Other) {
                // It may keep a reference.
                self.give_initialiser(declarator, state);
            }
            if declaration.specifiers.is_static {
                // It keeps its value from call to call.
                let cell = self.local(&declarator.name.text, ty, is_const, declarator.name.span);
                self.variables[cell.0].is_global = true;
                self.initialise(&Place::of(cell), declarator, state);
                if !is_const || !self.is_fixed(declarator) {
                    let first = state.value(cell).cloned().unwrap_or(Value::Unknown);
                    self.lose(&first);
                    state.forget(&Place::of(cell));
                }
                continue;
            }
            // The initialiser is evaluated before the name is known, except for its address.
            let cell = self.variable(&declarator.name.text, ty, is_const, declarator.name.span);
            state.forget(&Place::of(cell));
            self.initialise(&Place::of(cell), declarator, state);
            let is_object =
                matches!(declarator.ty.kind, TypeKind::Auto) && matches!(self.variables[cell.0].ty, HostType::Other);
            if let Some(frame) = self.frame() {
                frame.has_objects |= is_object;
            }
            if let Some(scope) = self.frame().and_then(|frame| frame.scopes.last_mut()) {
                scope.insert(declarator.name.text.clone(), Place::of(cell));
            }
        }
    }

    /// Whether the initialiser is the same whenever it is evaluated.
    fn is_fixed(&mut self, declarator: &'a Declarator) -> bool {
        let Some(Initializer::Expr(e)) = &declarator.init else { return false };
        let mut fixed = true;
        traverse::Node::walk([traverse::Node::Expr(e)], &mut |node| {
            if let traverse::Node::Expr(e) = node {
                fixed &= match &e.kind {
                    ExprKind::Name(name) => self.named(name).is_some_and(|place| {
                        let variable = &self.variables[place.cell.0];
                        variable.is_const && variable.is_global
                    }),
                    ExprKind::Int(_) | ExprKind::Binary(..) | ExprKind::SizeofType(_) | ExprKind::Cast(..) => true,
                    _ => false,
                };
            }
        });
        fixed
    }

    fn give_initialiser(&mut self, declarator: &'a Declarator, state: &mut State) {
        fn all<'t>(init: &'t Initializer, found: &mut Vec<&'t Expr>) {
            match init {
                Initializer::Expr(e) => found.push(e),
                Initializer::Construct(args) => found.extend(args),
                Initializer::List(list, _) => list.iter().for_each(|inner| all(inner, found)),
            }
        }
        let mut given = Vec::new();
        declarator.init.iter().for_each(|init| all(init, &mut given));
        for e in given {
            self.hand_over(std::slice::from_ref(e), &[], state);
        }
    }

    fn declare_reference(&mut self, declarator: &'a Declarator, state: &mut State) {
        let target = match &declarator.init {
            Some(Initializer::Expr(e)) => Some(e),
            Some(Initializer::Construct(args)) => args.first(),
            _ => None,
        };
        let place =
            self.bound(target, self.resolve(&declarator.ty), &declarator.name.text, declarator.name.span, state);
        if let Some(scope) = self.frame().and_then(|frame| frame.scopes.last_mut()) {
            scope.insert(declarator.name.text.clone(), place);
        }
    }

    /// What a reference is bound to: a variable, a value, or something that is not known, which other names may lead to.
    pub fn bound(
        &mut self,
        target: Option<&'a Expr>,
        ty: HostType,
        name: &str,
        span: Span,
        state: &mut State,
    ) -> Place {
        if let Some(place) = target.and_then(|e| self.place(e, state))
            && (ty == HostType::Auto || ty == self.type_of(&place))
        {
            return place;
        }
        let value = target.map_or(Value::Unknown, |e| self.value(e, state));
        let cell = self.variable(name, ty.clone(), false, span);
        if target.is_some_and(is_value) {
            self.initialise_by(&Place::of(cell), value, state);
            return Place::of(cell);
        }
        if let Some(target) = target {
            self.give_away(target, state);
        }
        self.variables[cell.0].ty = HostType::Pointer(Box::new(ty));
        Place::of(cell).member("*")
    }

    pub fn initialise(&mut self, place: &Place, declarator: &'a Declarator, state: &mut State) {
        match &declarator.init {
            None => {
                // A `dim3` is (1, 1, 1) from the start.
                if self.type_of(place) == HostType::Dim3 {
                    state.write(place, Value::Dim3([term::int(1), term::int(1), term::int(1)]));
                }
            }
            Some(Initializer::Expr(e)) => {
                let value = self.value(e, state);
                self.initialise_by(place, value, state);
            }
            Some(Initializer::Construct(args)) => {
                let values = self.values(args, state);
                self.construct(place, args, values, state);
            }
            Some(Initializer::List(list, _)) => {
                let mut values = Vec::new();
                for item in list {
                    values.push(match item {
                        Initializer::Expr(e) => self.value(e, state),
                        other => {
                            self.pass_into(other, state);
                            Value::Unknown
                        }
                    });
                }
                match (self.type_of(place), values.len()) {
                    (HostType::Dim3, _) => self.construct(place, &[], values, state),
                    (HostType::Int(ty), 0) => self.store(place, Value::int(0, ty), state),
                    (HostType::Int(_), 1) => self.store(place, values.swap_remove(0), state),
                    (HostType::Record(unit, record), _) => self.aggregate(place, (unit, &record), values, state),
                    _ => {
                        for (at, value) in values.into_iter().enumerate() {
                            self.store(&place.member(format!("[{at}]")), value, state);
                        }
                    }
                }
            }
        }
    }

    /// Evaluates what stands in a list or parentheses, and does not keep it.
    fn pass_into(&mut self, init: &'a Initializer, state: &mut State) {
        match init {
            Initializer::Expr(e) => {
                let value = self.value(e, state);
                self.lose(&value);
            }
            Initializer::Construct(args) => _ = self.values(args, state),
            Initializer::List(list, _) => list.iter().for_each(|inner| self.pass_into(inner, state)),
        }
    }

    /// `S s = {1, 2}`, of a class without constructors.
    fn aggregate(&mut self, place: &Place, (unit, record): (usize, &str), values: Vec<Value>, state: &mut State) {
        let Some(Some(record)) = self.units[unit].types.records.get(record).copied() else { return };
        let is_aggregate = record.bases.is_empty()
            && !record.methods.iter().any(|own| own.kind == crate::syntax::tree::FunctionKind::Constructor);
        // Braces of an inner struct may be left out.
        let is_flat = record.fields.iter().all(|field| {
            let ty = self.units[unit].types.resolve(&field.ty);
            matches!(ty, HostType::Int(_) | HostType::Pointer(_)) || matches!(field.ty.kind, TypeKind::Float { .. })
        });
        if !is_aggregate || !is_flat || values.len() != record.fields.len() {
            values.iter().for_each(|value| self.lose(value));
            return;
        }
        let names: Vec<Option<String>> =
            record.fields.iter().map(|field| field.name.as_ref().map(|name| name.text.clone())).collect();
        for (name, value) in names.into_iter().zip(values) {
            if let Some(name) = name {
                self.store(&place.member(name), value, state);
            }
        }
    }

    pub fn initialise_by(&mut self, place: &Place, value: Value, state: &mut State) {
        if self.type_of(place) == HostType::Auto {
            let cell = place.cell.0;
            self.variables[cell].ty = match &value {
                Value::Int(_, ty) => HostType::Int(*ty),
                Value::Dim3(_) => HostType::Dim3,
                Value::Memory(..) | Value::Address(_) => HostType::Pointer(Box::new(HostType::Other)),
                Value::Record(_) | Value::Unknown => HostType::Other,
            };
            state.write(place, value);
        } else {
            self.store(place, value, state);
        }
    }

    fn construct(&mut self, place: &Place, args: &'a [Expr], values: Vec<Value>, state: &mut State) {
        match self.type_of(place) {
            HostType::Dim3 => {
                let value = self.dim3(&values, state);
                state.write(place, value);
            }
            HostType::Int(_) if values.len() == 1 => {
                self.store(place, values.into_iter().next().unwrap_or(Value::Unknown), state);
            }
            HostType::Pointer(_) | HostType::Auto if values.len() == 1 => {
                self.initialise_by(place, values.into_iter().next().unwrap_or(Value::Unknown), state);
            }
            _ => self.hand_over(args, &values, state),
        }
    }

    // ── branches ────────────────────────────────────────────────────────────────────────────────

    /// The condition as a truth value, if it can be followed.
    pub fn condition(&mut self, cond: &'a Condition, state: &mut State) -> Option<Term> {
        let value = match cond {
            Condition::Expr(e) => self.value(e, state),
            Condition::Declaration(declaration) => {
                self.declare(declaration, state);
                let name = declaration.declarators.first().map(|own| own.name.text.clone())?;
                let place = self.frames.last()?.scopes.last()?.get(&name)?.clone();
                self.load(&place, state)
            }
        };
        self.truth(&value)
    }

    fn branch(&mut self, cond: &'a Condition, then: &'a Stmt, otherwise: Option<&'a Stmt>, mut state: State) -> State {
        if let Some(frame) = self.frame() {
            frame.scopes.push(BTreeMap::new());
        }
        let place = condition_place(cond);
        let known = self.condition(cond, &mut state);
        let mut other = state.clone();
        self.assume(known.as_ref(), true, place, &mut state);
        self.assume(known.as_ref(), false, place, &mut other);
        let then = self.stmt(then, state);
        let other = match otherwise {
            Some(otherwise) => self.stmt(otherwise, other),
            None => other,
        };
        if let Some(frame) = self.frame() {
            frame.scopes.pop();
        }
        then.join(other)
    }

    fn switch(&mut self, value: &'a Expr, body: &'a Stmt, mut state: State) -> State {
        let StmtKind::Block(block) = &body.kind else {
            self.escaped.extend(self.lasting.keys());
            self.forget_all(&mut state);
            return state;
        };
        let value = match self.value(value, &mut state) {
            Value::Int(term, _) => Some(term),
            _ => None,
        };
        let outer = self.frame().map(|frame| std::mem::take(&mut frame.breaks)).unwrap_or_default();
        if let Some(frame) = self.frame() {
            frame.scopes.push(BTreeMap::new());
        }
        // What no label before has taken.
        let mut left = state.clone();
        let mut at = State::dead();
        let mut has_default = false;
        for stmt in &block.stmts {
            match &stmt.kind {
                StmtKind::Case(label) => {
                    let label = match self.value(label, &mut state) {
                        Value::Int(term, _) => Some(term),
                        _ => None,
                    };
                    let cond = value.as_ref().zip(label).map(|(value, label)| term::eq(value, &label));
                    let mut taken = left.clone();
                    self.assume(cond.as_ref(), true, stmt.span, &mut taken);
                    self.assume(cond.as_ref(), false, stmt.span, &mut left);
                    at = at.join(taken);
                }
                StmtKind::Default => {
                    has_default = true;
                    // Labels may follow: which values are left is not looked into.
                    let mut taken = state.clone();
                    taken.is_exact = false;
                    at = at.join(taken);
                }
                _ => at = self.stmt(stmt, at),
            }
        }
        if let Some(frame) = self.frame() {
            frame.scopes.pop();
        }
        let breaks = self.frame().map(|frame| std::mem::replace(&mut frame.breaks, outer)).unwrap_or_default();
        let mut end = at;
        for state in breaks {
            end = end.join(state);
        }
        if !has_default {
            end = end.join(left);
        }
        end
    }
}

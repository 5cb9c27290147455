//! Variables of the host and their parts, as expressions denote them.

use crate::syntax::tree::{Expr, ExprKind, Name, TypeKind, UnaryOp, traverse};

use super::machine::Host;
use super::state::{Place, State, Value};
use super::term;
use super::types::HostType;

impl<'a> Host<'a> {
    /// The place that a name means.
    pub fn named(&mut self, name: &Name) -> Option<Place> {
        let frame = self.frames.last();
        if name.is_plain() {
            let scopes = frame.into_iter().flat_map(|frame| frame.scopes.iter().rev());
            if let Some(place) = scopes.into_iter().find_map(|scope| scope.get(&name.ident)) {
                return Some(place.clone());
            }
            // A member of the object, or of what the class is derived from, which hides the file's variables.
            if let Some(frame) = frame
                && let Some(class) = frame.function.within.last()
            {
                if self.unit().types.field(class, &name.ident).is_some() {
                    return frame.object.as_ref().map(|object| object.member(&name.ident));
                }
                if self.unit().types.may_have(class, &name.ident) {
                    // It may be the file's.
                    let known = self.unit().globals.get(name.ident.as_str()).copied().flatten();
                    self.escaped.extend(known.map(|(cell, _)| cell));
                    return None;
                }
            }
        }
        let (cell, scope) = self.unit().globals.get(name.ident.as_str()).copied().flatten()?;
        let scope: Vec<&String> = scope.iter().filter(|part| !part.starts_with('<')).collect();
        let here = frame.map_or(&[][..], |frame| &frame.function.scope);
        let is_seen = match &name.path[..] {
            [] => here.iter().take(scope.len()).eq(scope),
            path => scope.len() >= path.len() && path.iter().eq(scope[scope.len() - path.len()..].iter().copied()),
        };
        is_seen.then(|| Place::of(cell))
    }

    /// The variable, or part of one, that an expression denotes.
    pub fn place(&mut self, e: &'a Expr, state: &mut State) -> Option<Place> {
        match &e.kind {
            ExprKind::Name(name) => self.named(name),
            ExprKind::Member { base, member, arrow } => self.member(base, member, *arrow, state),
            ExprKind::Index(base, index) => {
                let index = self.index(base, index, state);
                self.element(base, &index, state)
            }
            ExprKind::Unary(UnaryOp::Deref, pointer) => match self.value(pointer, state) {
                Value::Address(place) => Some(place),
                _ => None,
            },
            _ => None,
        }
    }

    pub fn member(&mut self, base: &'a Expr, member: &Name, arrow: bool, state: &mut State) -> Option<Place> {
        if !member.is_plain() {
            return None;
        }
        let place = if arrow {
            match self.value(base, state) {
                Value::Address(place) => place,
                // What a parameter or member points to is one object as long as it is not changed. Classes may have an arrow of their
                // own.
                _ => {
                    let pointer = self.place(base, state)?;
                    matches!(self.type_of(&pointer), HostType::Pointer(_)).then(|| pointer.member("*"))?
                }
            }
        } else {
            self.place(base, state)?
        };
        Some(place.member(&member.ident))
    }

    /// An element of an array of the host. Where the index is not known, nothing is known of any element.
    pub fn element(&mut self, base: &'a Expr, index: &Value, state: &mut State) -> Option<Place> {
        let mut place = self.place(base, state)?;
        if self.is_pointer(&place, state) {
            match state.read(&place) {
                Some(Value::Address(target)) if matches!(self.type_of(&target), HostType::Array(_)) => place = target,
                _ => return None,
            }
        }
        let known = match index {
            Value::Int(index, _) => term::known(index),
            _ => None,
        };
        if known.is_none() {
            // It may be any of them.
            let held = state.read(&place).unwrap_or(Value::Unknown);
            self.lose(&held);
        }
        known.map(|index| place.member(format!("[{index}]")))
    }

    /// Assigns to what an expression denotes.
    pub fn assign(&mut self, target: &'a Expr, value: Value, state: &mut State) {
        if let Some(place) = self.place(target, state) {
            // A member of what is not read may be a reference.
            let is_unread = (0..place.path.len()).any(|depth| {
                let around = Place { cell: place.cell, path: place.path[..depth].to_vec() };
                matches!(self.type_of(&around), HostType::Unread | HostType::Other)
            });
            let is_pointee = is_unread || place.path.iter().any(|part| part == "*");
            if is_pointee {
                self.forget_reachable(state);
            } else if self.is_reachable(place.cell, state) {
                state.forget_pointees();
            }
            self.store(&place, value, state);
            return;
        }
        self.lose(&value);
        match &target.kind {
            ExprKind::Index(base, _) => match self.place(base, state) {
                Some(place) if self.is_pointer(&place, state) => match state.read(&place) {
                    // Memory that the host allocated is no variable.
                    Some(Value::Memory(..)) => {}
                    Some(Value::Address(target)) => {
                        state.forget(&Place::of(target.cell));
                        self.forget_reachable(state);
                    }
                    _ => self.forget_reachable(state),
                },
                Some(place) => {
                    let size = state.read(&place.member("size()"));
                    state.forget(&place);
                    if let Some(size) = size {
                        state.write(&place.member("size()"), size);
                    }
                }
                None => {
                    // The index may be the pointer.
                    self.drop_value(base, state);
                    self.give_away(target, state);
                    self.forget_reachable(state);
                }
            },
            ExprKind::Member { base, arrow: false, .. } => match self.place(base, state) {
                Some(place) => state.forget(&place),
                None => self.assign(base, Value::Unknown, state),
            },
            ExprKind::Conditional(_, one, other) => {
                self.assign(one, Value::Unknown, state);
                self.assign(other, Value::Unknown, state);
            }
            ExprKind::Comma(_, last) => self.assign(last, value, state),
            ExprKind::Step { place, .. } | ExprKind::Assign(_, place, _) => self.assign(place, value, state),
            // By way of a pointer: any variable whose address somebody has.
            _ => {
                self.drop_value(target, state);
                self.give_away(target, state);
                self.forget_reachable(state);
            }
        }
    }

    /// Code that is not followed, or a pointer, may write what an expression denotes: the variables that it names, and what its
    /// pointers lead to.
    pub fn give_away(&mut self, e: &'a Expr, state: &mut State) {
        let mut named = Vec::new();
        let mut pointers = Vec::new();
        traverse::Node::walk([traverse::Node::Expr(e)], &mut |node| {
            if let traverse::Node::Expr(e) = node {
                match &e.kind {
                    ExprKind::Name(name) => named.push(name),
                    ExprKind::Unary(UnaryOp::Deref, pointer) | ExprKind::Index(pointer, _) => pointers.push(&**pointer),
                    ExprKind::Member { base, arrow: true, .. } => pointers.push(&**base),
                    _ => {}
                }
            }
        });
        let mut given: Vec<Value> = named.into_iter().filter_map(|name| self.named(name)).map(Value::Address).collect();
        for pointer in pointers {
            given.push(self.value(pointer, &mut state.clone()));
        }
        given.retain(|value| match value {
            Value::Address(place) => !self.variables[place.cell.0].is_const,
            _ => true,
        });
        self.hand_addresses(&given, state);
    }

    /// Operators and constructors of the program may keep, and change, what they are given by reference.
    pub fn run_operators(&mut self, e: &'a Expr, state: &mut State) {
        if !self.unit().file.host.has_unnamed_calls {
            return;
        }
        let mut parts: Vec<&'a Expr> = Vec::new();
        traverse::Node::walk([traverse::Node::Expr(e)], &mut |node| {
            parts.extend(if let traverse::Node::Expr(e) = node { Some(e) } else { None });
        });
        if parts.into_iter().any(|part| self.is_of_program(part)) {
            self.note_lasting(state);
            self.give_away(e, state);
            self.forget_reachable(state);
        }
    }

    /// Whether an operator may be a function of the program: one of that name is declared, and an operand may be an object.
    fn is_of_program(&mut self, e: &Expr) -> bool {
        let (symbol, operands) = match &e.kind {
            ExprKind::Binary(op, one, other) => (op.symbol().to_owned(), vec![one, other]),
            ExprKind::Assign(None, place, value) => ("=".to_owned(), vec![place, value]),
            ExprKind::Assign(Some(op), place, value) => (format!("{}=", op.symbol()), vec![place, value]),
            ExprKind::Index(base, index) => ("[]".to_owned(), vec![base, index]),
            ExprKind::Comma(one, other) => (",".to_owned(), vec![one, other]),
            ExprKind::Cast(_, ty, _) => {
                return matches!(ty.kind, TypeKind::Named(_)) && is_object(&self.resolve(ty));
            }
            _ => return false,
        };
        self.unit().file.host.operators.contains(&symbol) && operands.into_iter().any(|e| self.may_be_object(e))
    }

    /// Whether an expression may be of a class or an enumeration.
    fn may_be_object(&mut self, e: &Expr) -> bool {
        match &e.kind {
            ExprKind::Int(_)
            | ExprKind::Bool(_)
            | ExprKind::Char(_)
            | ExprKind::Float { .. }
            | ExprKind::Str(_)
            | ExprKind::Nullptr
            | ExprKind::SizeofType(_)
            | ExprKind::SizeofExpr(_)
            | ExprKind::Unary(UnaryOp::AddressOf, _) => false,
            ExprKind::Name(name) => self.named(name).is_none_or(|place| is_object(&self.type_of(&place))),
            ExprKind::Binary(_, one, other) => self.may_be_object(one) || self.may_be_object(other),
            ExprKind::Unary(UnaryOp::Plus | UnaryOp::Minus, operand) | ExprKind::Step { place: operand, .. } => {
                self.may_be_object(operand)
            }
            ExprKind::Cast(_, ty, _) => matches!(ty.kind, TypeKind::Named(_)) && is_object(&self.resolve(ty)),
            _ => true,
        }
    }

    fn is_pointer(&self, place: &Place, state: &State) -> bool {
        matches!(self.type_of(place), HostType::Pointer(_))
            || matches!(state.read(place), Some(Value::Memory(..) | Value::Address(_)))
    }
}

fn is_object(ty: &HostType) -> bool {
    !matches!(ty, HostType::Int(_) | HostType::Pointer(_) | HostType::Array(_))
}

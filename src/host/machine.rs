//! The machine of the host: its variables, what they hold, and what is known of it.

use std::collections::{BTreeMap, BTreeSet};

use crate::base::Span;
use crate::syntax::tree::{File, Function, Item, Type};

use super::context::Context;
use super::lasting::Range;
use super::state::{self, Cell, Place, State, Value};
use super::term::{self, Node, Op, Term};
use super::types::{HostType, IntType, Types};
use super::unknown::{Fact, Free, Unknown};

/// Statements that are executed at most; beyond, nothing is known of any launch.
pub const MOST_STEPS: usize = 200_000;

/// A variable of the host.
pub struct Variable {
    pub name: String,
    pub ty: HostType,
    pub is_const: bool,
    pub is_global: bool,
    pub place: Span,
}

/// A function that is being executed.
pub struct Frame<'a> {
    pub function: &'a Function,
    pub scopes: Vec<BTreeMap<String, Place>>,
    /// What `this` points to.
    pub object: Option<Place>,
    pub returns: Vec<(State, Value)>,
    pub breaks: Vec<State>,
    pub continues: Vec<State>,
    /// Objects were declared whose destructors may do anything.
    pub has_objects: bool,
}

/// A file of the program.
pub struct Unit<'a> {
    pub file: &'a File,
    pub types: Types<'a>,
    /// The functions that it defines.
    pub functions: BTreeMap<&'a str, Vec<&'a Function>>,
    /// Its variables, and the namespaces around them.
    pub globals: BTreeMap<&'a str, Option<(Cell, &'a [String])>>,
    pub enumerators: BTreeMap<&'a str, Option<i128>>,
}

impl<'a> Unit<'a> {
    fn of(number: usize, file: &'a File) -> Unit<'a> {
        let mut functions: BTreeMap<&str, Vec<&Function>> = BTreeMap::new();
        let of_device = file.items.iter().filter_map(|item| match item {
            Item::Function(function) if function.specifiers.host && !function.specifiers.global => Some(function),
            _ => None,
        });
        for function in file.host.functions.iter().chain(of_device) {
            if function.body.is_some() {
                functions.entry(&function.name.text).or_default().push(function);
            }
        }
        let (globals, enumerators) = (BTreeMap::new(), BTreeMap::new());
        Unit { file, types: Types::of(number, file), functions, globals, enumerators }
    }
}

/// What execution has come to.
#[derive(Default)]
pub struct Seen {
    /// The places of names of functions where a call was not followed, or that are no calls.
    pub not_followed: BTreeSet<Span>,
    /// Functions that were executed with unknown arguments.
    pub entered: BTreeSet<Span>,
    /// Functions that were executed, names of functions that were called where they stand, and launches: those that were come
    /// to, and those that never are.
    pub reached: BTreeSet<Span>,
    /// Of each loop, by its place, the variables that rounds of it were seen to change, by the places of their declarations.
    pub changed: BTreeMap<Span, BTreeSet<Span>>,
}

/// The interpreter, and what it has found.
pub struct Host<'a> {
    /// The file whose launches are looked for, and the others of the program.
    pub units: Vec<Unit<'a>>,
    /// The one in which names are looked up.
    pub at: usize,
    pub variables: Vec<Variable>,
    pub unknowns: Vec<Unknown>,
    /// Unknowns that are terms wrapped around to a type.
    wrapped: BTreeMap<(Term, IntType), Term>,
    pub frames: Vec<Frame<'a>>,
    /// Variables whose addresses are known to code that is not followed.
    pub escaped: BTreeSet<Cell>,
    /// Variables of files that only code writes which is read.
    pub lasting: BTreeMap<Cell, Range>,
    /// Some function or lambda expression is known to code that is not followed.
    pub has_callbacks: bool,
    pub seen: Seen,
    /// The functions that may come to a launch.
    pub launching: BTreeSet<Span>,
    pub is_recording: bool,
    pub contexts: Vec<Context>,
    pub steps: usize,
}

impl<'a> Host<'a> {
    pub fn of(files: &[&'a File]) -> Host<'a> {
        Host {
            units: files.iter().enumerate().map(|(number, file)| Unit::of(number, file)).collect(),
            at: 0,
            variables: Vec::new(),
            unknowns: Vec::new(),
            wrapped: BTreeMap::new(),
            frames: Vec::new(),
            escaped: BTreeSet::new(),
            lasting: BTreeMap::new(),
            has_callbacks: false,
            seen: Seen::default(),
            launching: launching(files),
            is_recording: true,
            contexts: Vec::new(),
            steps: 0,
        }
    }

    /// The file in which names are looked up.
    pub fn unit(&self) -> &Unit<'a> {
        &self.units[self.at]
    }

    pub fn resolve(&self, ty: &Type) -> HostType {
        self.unit().types.resolve(ty)
    }

    /// From now on nothing is known of types of this name.
    pub fn hide(&mut self, name: &str) {
        self.units[self.at].types.hide(name);
    }

    pub fn variable(&mut self, name: &str, ty: HostType, is_const: bool, place: Span) -> Cell {
        self.variables.push(Variable { name: name.to_owned(), ty, is_const, is_global: false, place });
        Cell(self.variables.len() - 1)
    }

    pub fn unknown(&mut self, name: &str, ty: IntType, place: Span) -> Term {
        self.unknowns.push(Unknown { name: name.to_owned(), ty, is_input: false, place });
        term::free(Free(self.unknowns.len() - 1))
    }

    /// Whoever starts the program chooses the value.
    pub fn make_input(&mut self, value: &Term) {
        if let Node::Free(Free(number)) = **value {
            self.unknowns[number].is_input = true;
        }
    }

    /// The type of a place.
    pub fn type_of(&self, place: &Place) -> HostType {
        let mut ty = self.variables[place.cell.0].ty.clone();
        for name in &place.path {
            ty = match &ty {
                HostType::Record(unit, record) => {
                    self.units[*unit].types.field(record, name).unwrap_or(HostType::Other)
                }
                HostType::Dim3 if state::axis(name).is_some() => HostType::Int(IntType::UINT),
                HostType::Pointer(to) if name == "*" => (**to).clone(),
                HostType::Array(of) if name.starts_with('[') => (**of).clone(),
                HostType::Other | HostType::Unread if name == "size()" => HostType::Int(IntType::SIZE),
                _ => HostType::Other,
            };
        }
        ty
    }

    /// What a place holds; where that is unknown it is one unknown from now on.
    pub fn load(&mut self, place: &Place, state: &mut State) -> Value {
        if matches!(self.type_of(place), HostType::Array(_)) {
            return Value::Address(place.clone());
        }
        let cell = place.cell;
        // A conversion, constructor or destructor that wrote it may have run since.
        if self.unit().file.host.has_unnamed_calls && !self.variables[cell.0].is_const {
            if place.path.iter().any(|part| part == "*") {
                state.forget(place);
            } else if self.is_reachable(cell, state) {
                self.note_lasting(state);
                if !self.at_any_time(cell, state) {
                    state.forget(&Place::of(cell));
                }
            }
        }
        if let Some(value) = state.read(place).filter(|value| *value != Value::Unknown) {
            return match value {
                Value::Int(size, _) if self.is_size(place) => {
                    Value::Int(self.fitted(&size, None, IntType::UINT, "size", state), IntType::UINT)
                }
                value => value,
            };
        }
        let variable = &self.variables[place.cell.0];
        let mut name = variable.name.clone();
        place.path.iter().for_each(|part| {
            name = if part.starts_with('[') { format!("{name}{part}") } else { format!("{name}.{part}") }
        });
        let at = variable.place;
        let value = match self.type_of(place) {
            HostType::Int(ty) => Value::Int(self.unknown(&name, ty, at), ty),
            HostType::Dim3 => {
                Value::Dim3(["x", "y", "z"].map(|axis| self.unknown(&format!("{name}.{axis}"), IntType::UINT, at)))
            }
            _ => return Value::Unknown,
        };
        state.write(place, value.clone());
        value
    }

    pub fn store(&mut self, place: &Place, value: Value, state: &mut State) {
        let value = match (self.type_of(place), value) {
            (HostType::Int(_), Value::Int(term, from)) if self.is_size(place) && is_size_type(from) => {
                Value::Int(term, IntType::UINT)
            }
            (HostType::Int(ty), Value::Int(term, from)) => {
                let name = self.variables[place.cell.0].name.clone();
                Value::Int(self.converted(&term, from, ty, &name, state), ty)
            }
            (HostType::Int(_) | HostType::Dim3, Value::Unknown) => {
                state.forget(place);
                return;
            }
            (HostType::Dim3, value @ Value::Int(..)) => self.dim3(&[value], state),
            (HostType::Dim3, value @ Value::Dim3(_)) => value,
            (HostType::Int(_) | HostType::Dim3, value) => {
                self.lose(&value);
                Value::Unknown
            }
            (HostType::Other | HostType::Unread, Value::Int(..) | Value::Record(_)) => Value::Unknown,
            // A constructor is given it.
            (HostType::Record(..) | HostType::Other | HostType::Unread, value @ Value::Address(_)) => {
                self.hand_addresses(&[value], state);
                Value::Unknown
            }
            // Another type of what it leads to.
            (HostType::Pointer(to), Value::Address(target)) if !leads_to(&to, &self.type_of(&target)) => {
                self.lose(&Value::Address(target));
                Value::Unknown
            }
            (_, value) => value,
        };
        if self.is_reachable(place.cell, state) || place.path.iter().any(|part| part == "*") {
            self.lose(&value);
        }
        // Members of what is not read may share memory.
        for depth in 0..place.path.len() {
            let around = Place { cell: place.cell, path: place.path[..depth].to_vec() };
            if self.type_of(&around) == HostType::Unread && place.path[depth] != "size()" {
                self.lose(&value);
                state.forget(&around);
                return;
            }
        }
        state.write(place, value);
    }

    /// `dim3(a, b, c)`, with what is left out 1.
    pub fn dim3(&mut self, values: &[Value], state: &mut State) -> Value {
        if let [value @ Value::Dim3(_)] = values {
            return value.clone();
        }
        let place = self.here();
        let mut sizes = [term::int(1), term::int(1), term::int(1)];
        for (size, value) in sizes.iter_mut().zip(values) {
            *size = match value {
                Value::Int(term, from) if is_size_type(*from) => term.clone(),
                Value::Int(term, from) => self.converted(term, *from, IntType::UINT, "size", state),
                _ => self.unknown("size", IntType::UINT, place),
            };
        }
        if let [Value::Unknown] = values {
            // It may be a `dim3` itself.
            sizes = ["x", "y", "z"].map(|axis| self.unknown(axis, IntType::UINT, place));
        }
        Value::Dim3(sizes)
    }

    /// Whether a place is a member of a `dim3`. Such a size is kept as the number that it was made from, where that was of a
    /// signed type of 32 bits at most: a negative one is beyond the limits of a launch, which then fails.
    pub fn is_size(&self, place: &Place) -> bool {
        let mut around = place.clone();
        let name = around.path.pop();
        name.is_some_and(|name| state::axis(&name).is_some()) && self.type_of(&around) == HostType::Dim3
    }

    /// A value of one type as one of another, where the program does not write the conversion. That one to a signed type keeps
    /// the value is assumed, as it is that signed arithmetic does not overflow.
    pub fn converted(&mut self, term: &Term, from: IntType, to: IntType, name: &str, state: &mut State) -> Term {
        if (from == to || to.signed && from.bits > 1) && !term::is_large(term) {
            term.clone()
        } else {
            self.fitted(term, Some(from), to, name, state)
        }
    }

    /// An integer in a type: itself where it fits, else an unknown that is the integer if that fits. What signed arithmetic
    /// gives lies in its own type.
    pub fn fitted(&mut self, term: &Term, from: Option<IntType>, ty: IntType, name: &str, state: &mut State) -> Term {
        if ty == IntType::BOOL {
            return if term::is_truth(term) { term.clone() } else { term::not(&term::eq(term, &term::int(0))) };
        }
        let unknowns = &self.unknowns;
        let (mut least, mut greatest) = state.range(term, &|free: Free| {
            let ty = unknowns[free.0].ty;
            (ty.least(), ty.greatest())
        });
        if let Some(from) = from {
            (least, greatest) = (least.max(from.least()), greatest.min(from.greatest()));
        }
        if ty.least() <= least && greatest <= ty.greatest() && !term::is_large(term) {
            return term.clone();
        }
        if let Some(value) = term::known(term) {
            let size = ty.greatest() - ty.least() + 1;
            return term::int((value - ty.least()).rem_euclid(size) + ty.least());
        }
        let place = self.here();
        let unknown = match self.wrapped.get(&(term.clone(), ty)) {
            Some(unknown) => unknown.clone(),
            None => self.unknown(name, ty, place),
        };
        self.wrapped.insert((term.clone(), ty), unknown.clone());
        let fits = term::and(&term::le(&term::int(ty.least()), term), &term::le(term, &term::int(ty.greatest())));
        let equal = term::or(&term::not(&fits), &term::eq(&unknown, term));
        if !term::is_larger(&equal, 4 * term::MOST_NODES) && !state.facts.iter().any(|fact| fact.cond == equal) {
            state.facts.push(Fact { cond: equal, place });
        }
        unknown
    }

    /// Takes in that a condition is true or false.
    pub fn assume(&mut self, cond: Option<&Term>, holds: bool, place: Span, state: &mut State) {
        match cond {
            Some(cond) => {
                let cond = if holds { cond.clone() } else { term::not(cond) };
                // Whether it holds is nobody's choice.
                term::frees(&cond, &mut |free| state.is_exact &= self.unknowns[free.0].is_input);
                let decided = self.decided(&cond, state);
                match decided {
                    Some(true) => {}
                    Some(false) => state.is_dead = true,
                    None => state.assume(&cond, place),
                }
            }
            None => state.is_exact = false,
        }
    }

    /// What ranges say of a comparison.
    pub fn decided(&self, cond: &Term, state: &State) -> Option<bool> {
        if let Some(value) = term::known(cond) {
            return Some(value != 0);
        }
        let Node::Apply(op @ (Op::Le | Op::Lt | Op::Eq), args) = &**cond else { return None };
        let of = |free: Free| {
            let ty = self.unknowns[free.0].ty;
            (ty.least(), ty.greatest())
        };
        let (a, b) = (state.range(&args[0], &of), state.range(&args[1], &of));
        match op {
            Op::Le if a.1 <= b.0 => Some(true),
            Op::Le if a.0 > b.1 => Some(false),
            Op::Lt if a.1 < b.0 => Some(true),
            Op::Lt if a.0 >= b.1 => Some(false),
            Op::Eq if a.1 < b.0 || b.1 < a.0 => Some(false),
            _ => None,
        }
    }

    /// A truth value, where it can be followed.
    pub fn truth(&self, value: &Value) -> Option<Term> {
        match value {
            Value::Int(term, _) if term::is_truth(term) => Some(term.clone()),
            Value::Int(term, _) => Some(term::not(&term::eq(term, &term::int(0)))),
            _ => None,
        }
    }

    /// Says of a value what is known of it.
    pub fn say(&mut self, cond: Term, place: Span, state: &mut State) {
        if term::known(&cond).is_none() && !term::is_large(&cond) {
            state.facts.push(Fact { cond, place });
        }
    }

    pub fn here(&self) -> Span {
        self.frames.last().map_or(Span::default(), |frame| frame.function.spans.header)
    }

    pub fn frame(&mut self) -> Option<&mut Frame<'a>> {
        self.frames.last_mut()
    }

    /// Pointers of which nothing is known may hold these addresses from now on.
    pub fn lose(&mut self, value: &Value) {
        self.escaped.extend(value.targets());
    }

    /// Code that is not followed may write, now and later, what these point to.
    pub fn hand_addresses(&mut self, values: &[Value], state: &mut State) {
        for value in values {
            match value {
                Value::Address(place) => {
                    // And what the variable leads to in turn.
                    let mut open = vec![place.cell];
                    while let Some(cell) = open.pop() {
                        if self.escaped.insert(cell) {
                            open.extend(state.value(cell).map(Value::targets).unwrap_or_default());
                        }
                    }
                    state.forget(place);
                }
                value => self.lose(value),
            }
        }
    }

    /// Whether code that is not followed, or a pointer of which nothing is known, may lead to a variable.
    pub fn is_reachable(&self, cell: Cell, state: &State) -> bool {
        self.variables[cell.0].is_global || self.escaped.contains(&cell) || state.lost.contains(&cell)
    }

    /// The variables that are visible are known to code that is not followed.
    pub fn lose_visible(&mut self) {
        let scopes = self.frames.last().into_iter().flat_map(|frame| &frame.scopes);
        self.escaped.extend(scopes.flat_map(|scope| scope.values()).map(|place| place.cell));
    }

    /// A state in which nothing is known but constants.
    pub fn anything(&self, state: State) -> State {
        let mut bare = State::default();
        for (cell, value) in state.cells() {
            if self.variables[cell.0].is_const {
                bare.write(&Place::of(cell), value.clone());
            }
        }
        bare
    }

    /// Anything may have happened to variables.
    pub fn forget_all(&mut self, state: &mut State) {
        self.lose_visible();
        let cells: Vec<Cell> = state.cells().map(|(cell, _)| cell).collect();
        for cell in cells {
            if !self.variables[cell.0].is_const && !self.at_any_time(cell, state) {
                state.forget(&Place::of(cell));
            }
        }
        state.memory.clear();
        state.is_exact = false;
    }

    /// Code that is not followed may have changed what it can reach.
    pub fn forget_reachable(&mut self, state: &mut State) {
        state.forget_pointees();
        let mut open: Vec<Cell> = state.cells().map(|(cell, _)| cell).collect();
        open.retain(|cell| self.is_reachable(*cell, state));
        let mut reached: BTreeSet<Cell> = BTreeSet::new();
        while let Some(cell) = open.pop() {
            if reached.insert(cell) {
                open.extend(state.value(cell).map(Value::targets).unwrap_or_default());
            }
        }
        for cell in reached {
            if !self.variables[cell.0].is_const && !self.at_any_time(cell, state) {
                state.forget(&Place::of(cell));
            }
        }
    }
}

/// Whether a pointer to a type may hold the address of a variable of a type, which then has that type there.
pub fn leads_to(to: &HostType, ty: &HostType) -> bool {
    to == ty || matches!(ty, HostType::Array(of) if **of == *to)
}

/// The functions in which a launch stands, or the name of such a function.
fn launching(files: &[&File]) -> BTreeSet<Span> {
    let within = |place: Span, whole: Span| whole.file == place.file && whole.lo <= place.lo && place.hi <= whole.hi;
    let functions: Vec<&Function> = files.iter().flat_map(|file| &file.host.functions).collect();
    let mut open: Vec<Span> = files.iter().flat_map(|file| &file.launches).map(|launch| launch.span).collect();
    let mut found = BTreeSet::new();
    while let Some(place) = open.pop() {
        for function in functions.iter().filter(|function| within(place, function.spans.whole)) {
            if found.insert(function.spans.whole) {
                let mentions = files.iter().flat_map(|file| &file.host.mentions);
                open.extend(mentions.filter(|(name, _)| *name == function.name.text).map(|(_, place)| *place));
            }
        }
    }
    found
}

/// Whether a launch fails if the value is negative.
pub fn is_size_type(ty: IntType) -> bool {
    ty.signed && ty.bits <= 32
}

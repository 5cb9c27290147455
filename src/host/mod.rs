//! What the host's code says of the launches that a file makes: an abstract interpretation of the code around each of them.
//!
//! A *context* is what is known where a launch is reached: configuration, arguments, and facts about what is unknown in them.
//! Every run of the program that reaches the launch is in one of its contexts. What cannot be followed is unknown, never a
//! guess (R383 to R386).

mod calls;
mod context;
mod expressions;
mod library;
mod loops;
mod places;
mod state;
mod statements;
pub mod term;
pub mod text;
mod types;
mod unknown;

use std::collections::{BTreeMap, BTreeSet};

use crate::base::Span;
use crate::syntax::tree::traverse::Node;
use crate::syntax::tree::{Declaration, Enumeration, Expr, ExprKind, File, Function, Item, Stmt, TemplateParamKind};

pub use context::{Argument, Context};
pub use term::Term;
pub use types::IntType;
pub use unknown::{Fact, Free, Unknown};

use state::{Cell, Place, State, Value};
use types::{HostType, Types};

/// Statements that are executed at most; beyond, nothing is known of any launch.
const MOST_STEPS: usize = 200_000;
/// Calls in each other that are followed.
const MOST_CALLS: usize = 12;

/// A variable of the host.
struct Variable {
    name: String,
    ty: HostType,
    is_const: bool,
    is_global: bool,
    place: Span,
}

/// A function that is being executed.
struct Frame<'a> {
    function: &'a Function,
    scopes: Vec<BTreeMap<String, Place>>,
    /// What `this` points to.
    object: Option<Place>,
    returns: Vec<(State, Value)>,
    breaks: Vec<State>,
    continues: Vec<State>,
    /// Objects were declared whose destructors may do anything.
    has_objects: bool,
}

/// The interpreter, and what it has found.
struct Host<'a> {
    types: Types<'a>,
    functions: BTreeMap<&'a str, Vec<&'a Function>>,
    globals: BTreeMap<&'a str, Option<(Cell, &'a Declaration)>>,
    enumerators: BTreeMap<&'a str, Option<i128>>,
    variables: Vec<Variable>,
    unknowns: Vec<Unknown>,
    frames: Vec<Frame<'a>>,
    /// Variables whose addresses are known to code that is not followed.
    escaped: BTreeSet<Cell>,
    /// Some function or lambda expression is known to code that is not followed.
    has_callbacks: bool,
    /// The places of names of functions where a call was not followed, or that are no calls.
    not_followed: BTreeSet<Span>,
    /// Functions that were executed with unknown arguments.
    entered: BTreeSet<Span>,
    /// Functions that were executed, names of functions that were called where they stand, and launches: those that were come
    /// to, and those that never are.
    reached: BTreeSet<Span>,
    is_recording: bool,
    contexts: Vec<Context>,
    steps: usize,
}

/// The contexts of the launches of a file. A launch that has none is never reached, unless nothing is known at all.
pub fn contexts(file: &File) -> Vec<Context> {
    if file.launches.is_empty() {
        return Vec::new();
    }
    let mut host = Host::of(file);
    host.run(file);
    if host.steps >= MOST_STEPS || tests_the_device(file) {
        return file.launches.iter().map(|launch| Context::unknown(launch.span)).collect();
    }
    let reached = std::mem::take(&mut host.reached);
    let mut all: Vec<Context> = Vec::new();
    for context in host.contexts {
        let context = context.reduced();
        if !all.iter().any(|known| known.says_the_same(&context)) {
            all.push(context);
        }
    }
    // What stands in code that was not read or executed: in a lambda expression, a class.
    for launch in file.launches.iter().filter(|launch| !reached.contains(&launch.span)) {
        all.push(Context::unknown(launch.span));
    }
    all
}

/// Whether host code depends on whether it is compiled for the device, which is not looked into.
fn tests_the_device(file: &File) -> bool {
    let conditions = file.missing.conditions.iter().filter(|found| found.macro_name == "__CUDA_ARCH__");
    let inside = |outer: &Span, inner: Span| outer.file == inner.file && outer.lo <= inner.lo && inner.hi <= outer.hi;
    conditions.map(|found| found.span).any(|place| file.host_functions.iter().any(|host| inside(host, place)))
}

impl<'a> Host<'a> {
    fn of(file: &'a File) -> Host<'a> {
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
        Host {
            types: Types::of(file),
            functions,
            globals: BTreeMap::new(),
            enumerators: BTreeMap::new(),
            variables: Vec::new(),
            unknowns: Vec::new(),
            frames: Vec::new(),
            escaped: BTreeSet::new(),
            has_callbacks: false,
            not_followed: BTreeSet::new(),
            entered: BTreeSet::new(),
            reached: BTreeSet::new(),
            is_recording: true,
            contexts: Vec::new(),
            steps: 0,
        }
    }

    /// Executes `main`, and then with unknown arguments what may be called from elsewhere.
    fn run(&mut self, file: &'a File) {
        let mut start = State::exact();
        self.declare_globals(file, &mut start);
        if let Some([main]) = self.functions.get("main").map(Vec::as_slice) {
            self.enter(main, start.clone(), true);
        }
        start.is_exact = false;
        for (_, global) in self.globals.clone() {
            if let Some((cell, _)) = global
                && !self.variables[cell.0].is_const
            {
                start.forget(&Place::of(cell));
            }
        }
        let all = || file.host.functions.iter().filter(|function| function.body.is_some());
        // First those that nothing in the file names, then what these have not reached.
        let is_root = |function: &&Function| file.host.mentions.iter().all(|(name, _)| *name != function.name.text);
        let roots: Vec<&Function> = all().filter(is_root).collect();
        for function in roots {
            if !self.executed_alone(function) {
                self.enter(function, start.clone(), false);
                self.entered.insert(function.spans.whole);
            }
        }
        loop {
            let next = all().find(|function| {
                !self.executed_alone(function)
                    && (!self.reached.contains(&function.spans.whole) || self.is_called_elsewhere(file, function))
            });
            let Some(function) = next else { break };
            self.enter(function, start.clone(), false);
            self.entered.insert(function.spans.whole);
        }
    }

    fn executed_alone(&self, function: &Function) -> bool {
        self.entered.contains(&function.spans.whole) || function.name.text == "main"
    }

    /// Whether the function is named where no call of it was followed.
    fn is_called_elsewhere(&self, file: &File, function: &Function) -> bool {
        let name = &function.name.text;
        let is_open = |place: &Span| !self.reached.contains(place) || self.not_followed.contains(place);
        file.host.mentions.iter().any(|(own, place)| own == name && is_open(place))
    }

    /// Executes a function with unknown arguments.
    fn enter(&mut self, function: &'a Function, mut state: State, mut is_main: bool) {
        let params = function.params.iter().map(|param| {
            let name = param.name.as_ref().map_or(String::new(), |name| name.text.clone());
            (name, self.types.resolve(&param.ty), param.span)
        });
        let params: Vec<(String, HostType, Span)> = params.collect();
        let mut scope = BTreeMap::new();
        for (name, ty, place) in params {
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
        self.template_params(function, &mut scope);
        let class = function.scope.last().filter(|class| self.types.records.contains_key(class.as_str()));
        let class = class.map_or(HostType::Other, |class| HostType::Record(class.clone()));
        let object = self.variable("this", HostType::Pointer(Box::new(class)), false, function.spans.header);
        state.is_dead = false;
        self.execute(function, scope, Some(Place::of(object).member("*")), state);
    }

    /// The parameters of a template are unknown, where no call says more.
    fn template_params(&mut self, function: &Function, scope: &mut BTreeMap<String, Place>) {
        for param in &function.template {
            if let (Some(name), TemplateParamKind::Type(_) | TemplateParamKind::Other(_)) = (&param.name, &param.kind) {
                self.types.hide(&name.text);
            }
            if let Some(name) = &param.name
                && !scope.contains_key(&name.text)
            {
                let ty = match &param.kind {
                    TemplateParamKind::Value(ty, _) => self.types.resolve(ty),
                    _ => HostType::Other,
                };
                let cell = self.variable(&name.text, ty, true, param.span);
                scope.insert(name.text.clone(), Place::of(cell));
            }
        }
    }

    /// Executes the body; gives the states in which it ends, as one, and what it returns.
    fn execute(
        &mut self,
        function: &'a Function,
        scope: BTreeMap<String, Place>,
        object: Option<Place>,
        state: State,
    ) -> (State, Value) {
        let Some(body) = &function.body else { return (state, Value::Unknown) };
        if self.is_recording {
            self.reached.insert(function.spans.whole);
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
        match result {
            Some((mut state, _)) => {
                let value = state.value(place).cloned().unwrap_or(Value::Unknown);
                state.forget(&Place::of(place));
                if has_objects {
                    self.forget_reachable(&mut state);
                }
                (state, value)
            }
            None => (State::dead(), Value::Unknown),
        }
    }

    fn declare_globals(&mut self, file: &'a File, state: &mut State) {
        for item in &file.items {
            if let Item::Enum(enumeration) = item {
                self.declare_enumerators(enumeration, state);
            }
        }
        let of_device = file.items.iter().filter_map(|item| match item {
            Item::Global(declaration) => Some(declaration),
            _ => None,
        });
        let of_host = file.host.globals.iter().flat_map(|declaration| &declaration.declarators);
        let runs_code = of_host.into_iter().any(|declarator| self.types.runs_code(&declarator.ty));
        for declaration in file.host.globals.iter().chain(of_device) {
            for declarator in &declaration.declarators {
                let ty = self.types.resolve(&declarator.ty);
                let is_const = declarator.ty.qualifiers.is_const || declaration.specifiers.is_constexpr;
                let cell = self.variable(&declarator.name.text, ty, is_const, declarator.name.span);
                self.variables[cell.0].is_global = true;
                let known = self.globals.entry(&declarator.name.text);
                known.and_modify(|known| *known = None).or_insert(Some((cell, declaration)));
                if !declaration.specifiers.is_extern {
                    self.initialise(&Place::of(cell), declarator, state);
                }
            }
        }
        if runs_code {
            self.forget_reachable(state);
        }
    }

    fn declare_enumerators(&mut self, enumeration: &'a Enumeration, state: &mut State) {
        let mut next = Some(0);
        for (name, value) in &enumeration.values {
            if let Some(value) = value {
                next = match self.value(value, state) {
                    Value::Int(term, _) => term::known(&term),
                    _ => None,
                };
            }
            self.enumerators.entry(&name.text).and_modify(|known| *known = None).or_insert(next);
            next = next.map(|value| value + 1);
        }
    }

    fn variable(&mut self, name: &str, ty: HostType, is_const: bool, place: Span) -> Cell {
        self.variables.push(Variable { name: name.to_owned(), ty, is_const, is_global: false, place });
        Cell(self.variables.len() - 1)
    }

    fn unknown(&mut self, name: &str, ty: IntType, place: Span) -> Term {
        self.unknowns.push(Unknown { name: name.to_owned(), ty, is_input: false, place });
        term::free(Free(self.unknowns.len() - 1))
    }

    /// Whoever starts the program chooses the value.
    fn make_input(&mut self, value: &Term) {
        if let term::Node::Free(Free(number)) = **value {
            self.unknowns[number].is_input = true;
        }
    }

    /// The type of a place.
    fn type_of(&self, place: &Place) -> HostType {
        let mut ty = self.variables[place.cell.0].ty.clone();
        for name in &place.path {
            ty = match &ty {
                HostType::Record(record) => self.types.field(record, name).unwrap_or(HostType::Other),
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
    fn load(&mut self, place: &Place, state: &mut State) -> Value {
        if matches!(self.type_of(place), HostType::Array(_)) {
            return Value::Address(place.clone());
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

    fn store(&mut self, place: &Place, value: Value, state: &mut State) {
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
            (HostType::Int(_), _) | (HostType::Other | HostType::Unread, Value::Int(..)) => Value::Unknown,
            (HostType::Dim3, value @ Value::Dim3(_)) => value,
            (HostType::Dim3, _) => Value::Unknown,
            (_, value) => value,
        };
        // Members of what is not read may share memory.
        for depth in 0..place.path.len() {
            let around = Place { cell: place.cell, path: place.path[..depth].to_vec() };
            if self.type_of(&around) == HostType::Unread && place.path[depth] != "size()" {
                state.forget(&around);
                return;
            }
        }
        state.write(place, value);
    }

    /// Whether a place is a member of a `dim3`. Such a size is kept as the number that it was made from, where that was of a
    /// signed type of 32 bits at most: a negative one is beyond the limits of a launch, which then fails.
    fn is_size(&self, place: &Place) -> bool {
        let mut around = place.clone();
        let name = around.path.pop();
        name.is_some_and(|name| state::axis(&name).is_some()) && self.type_of(&around) == HostType::Dim3
    }

    /// A value of one type as one of another, where the program does not write the conversion. That one to a signed type keeps
    /// the value is assumed, as it is that signed arithmetic does not overflow.
    fn converted(&mut self, term: &Term, from: IntType, to: IntType, name: &str, state: &mut State) -> Term {
        if (from == to || to.signed && from.bits > 1) && !term::is_large(term) {
            term.clone()
        } else {
            self.fitted(term, Some(from), to, name, state)
        }
    }

    /// An integer in a type: itself where it fits, else an unknown that is the integer if that fits. What signed arithmetic
    /// gives lies in its own type.
    fn fitted(&mut self, term: &Term, from: Option<IntType>, ty: IntType, name: &str, state: &mut State) -> Term {
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
        let unknown = self.unknown(name, ty, place);
        let fits = term::and(&term::le(&term::int(ty.least()), term), &term::le(term, &term::int(ty.greatest())));
        let equal = term::or(&term::not(&fits), &term::eq(&unknown, term));
        if !term::is_larger(&equal, 4 * term::MOST_NODES) {
            state.facts.push(Fact { cond: equal, place });
        }
        unknown
    }

    fn here(&self) -> Span {
        self.frames.last().map_or(Span::default(), |frame| frame.function.spans.header)
    }

    fn frame(&mut self) -> Option<&mut Frame<'a>> {
        self.frames.last_mut()
    }

    /// Anything may have happened to variables.
    fn forget_all(&mut self, state: &mut State) {
        let cells: Vec<Cell> = state.cells().map(|(cell, _)| cell).collect();
        for cell in cells {
            if !self.variables[cell.0].is_const {
                state.forget(&Place::of(cell));
            }
        }
        state.memory.clear();
        state.is_exact = false;
    }

    /// Code that is not followed may have changed what it can reach.
    fn forget_reachable(&mut self, state: &mut State) {
        state.forget_pointees();
        let cells: Vec<Cell> = state.cells().map(|(cell, _)| cell).collect();
        for cell in cells {
            let variable = &self.variables[cell.0];
            if !variable.is_const && (variable.is_global || self.escaped.contains(&cell)) {
                state.forget(&Place::of(cell));
            }
        }
    }

    /// The functions that are named in code that is never executed are not called there.
    fn pass_over(&mut self, stmt: &'a Stmt) {
        if !self.is_recording {
            return;
        }
        Node::walk([Node::Stmt(stmt)], &mut |node| match node {
            Node::Expr(Expr { kind: ExprKind::Name(name), .. }) => _ = self.reached.insert(name.span),
            Node::Expr(Expr { kind: ExprKind::Member { member, .. }, .. }) => _ = self.reached.insert(member.span),
            Node::Expr(Expr { kind: ExprKind::Launch(_), span }) => _ = self.reached.insert(*span),
            Node::Expr(_) | Node::Stmt(_) => {}
        });
    }
}

/// Whether a launch fails if the value is negative.
fn is_size_type(ty: IntType) -> bool {
    ty.signed && ty.bits <= 32
}

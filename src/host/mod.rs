//! What the host's code says of the launches that a file makes: an abstract interpretation of the code around each of them.
//!
//! A *context* is what is known where a launch is reached: configuration, arguments, and facts about what is unknown in them.
//! Every run of the program that reaches the launch is in one of its contexts. What cannot be followed is unknown, never a
//! guess (HOST-1 to HOST-21).

mod calls;
mod context;
mod expressions;
mod forms;
mod globals;
mod lasting;
mod library;
mod lookup;
mod loops;
mod machine;
mod order;
mod places;
mod state;
mod statements;
pub mod term;
pub mod text;
mod types;
mod unknown;

use crate::base::Span;
use crate::syntax::tree::{File, Function};

pub use context::{Argument, Context};
pub use term::Term;
pub use types::IntType;
pub use unknown::{Fact, Free, Unknown};

use lasting::MOST_PASSES;
use machine::{Host, MOST_STEPS, Seen};
use state::{Place, State};

/// The contexts of the launches of a file, and of those in other files of its program. A launch that has none is never reached,
/// unless nothing is known at all.
pub fn contexts(file: &File, others: &[File]) -> Vec<Context> {
    let files: Vec<&File> = std::iter::once(file).chain(others).collect();
    let launches = || files.iter().flat_map(|file| &file.launches);
    if launches().next().is_none() {
        return Vec::new();
    }
    let mut host = Host::of(&files);
    host.run();
    if host.steps >= MOST_STEPS || files.iter().any(|file| tests_the_device(file) || file.host.is_odd) {
        return launches().map(|launch| Context::unknown(launch.span)).collect();
    }
    let reached = std::mem::take(&mut host.seen.reached);
    let mut all: Vec<Context> = Vec::new();
    for context in host.contexts {
        let context = context.reduced();
        if !all.iter().any(|known| known.says_the_same(&context)) {
            all.push(context);
        }
    }
    // What stands in code that was not read or executed: in a lambda expression, a class.
    for launch in launches().filter(|launch| !reached.contains(&launch.span)) {
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

/// Whether the name of one function stands in another one.
fn names(files: &[&File], outer: &Function, inner: &Function) -> bool {
    let whole = outer.spans.whole;
    let is_inside = |place: &Span| whole.file == place.file && whole.lo <= place.lo && place.hi <= whole.hi;
    let mut mentions = files.iter().flat_map(|file| &file.host.mentions);
    !std::ptr::eq(outer, inner) && mentions.any(|(name, place)| *name == inner.name.text && is_inside(place))
}

impl<'a> Host<'a> {
    /// Executes the program until it is known what variables of files hold at any time.
    fn run(&mut self) {
        let mut start = State::exact();
        let runs_code = self.declare_globals(&mut start);
        for pass in 0..MOST_PASSES {
            let before = self.lasting.clone();
            self.steps = 0;
            self.contexts.clear();
            self.seen = Seen::default();
            let mut first = start.clone();
            if runs_code {
                // Constructors, before `main`.
                self.forget_reachable(&mut first);
            }
            self.note_lasting(&first);
            self.run_once(first);
            if self.steps >= MOST_STEPS || self.is_settled(&before, pass) {
                break;
            }
        }
    }

    /// Executes each `main`, and then with unknown arguments what may be called from elsewhere.
    fn run_once(&mut self, mut start: State) {
        for unit in 0..self.units.len() {
            if let Some([main]) = self.units[unit].functions.get("main").map(Vec::as_slice) {
                self.enter((unit, main), start.clone(), true);
            }
        }
        start.is_exact = false;
        let variables: Vec<Place> = start.cells().map(|(cell, _)| Place::of(cell)).collect();
        for place in variables {
            if !self.variables[place.cell.0].is_const && !self.at_any_time(place.cell, &mut start) {
                start.forget(&place);
            }
        }
        let files: Vec<&'a File> = self.units.iter().map(|unit| unit.file).collect();
        let all = || {
            let of =
                |(unit, file): (usize, &&'a File)| file.host.functions.iter().map(move |function| (unit, function));
            files.iter().enumerate().flat_map(of).filter(|(_, function)| function.body.is_some())
        };
        // First those that nothing names, then what these have not reached.
        let is_root = |(_, function): &(usize, &'a Function)| {
            let mut mentions = files.iter().flat_map(|file| &file.host.mentions);
            mentions.all(|(name, _)| *name != function.name.text)
        };
        for function in all().filter(is_root) {
            self.enter_alone(function, &start);
        }
        loop {
            let open: Vec<(usize, &'a Function)> = all()
                .filter(|(_, function)| {
                    !self.executed_alone(function)
                        && (!self.seen.reached.contains(&function.spans.whole) || self.is_called_elsewhere(function))
                })
                .collect();
            // One that another one of them names may be reached by way of that.
            let next = open.iter().find(|function| !open.iter().any(|other| names(&files, other.1, function.1)));
            let Some(function) = next.or(open.first()) else { break };
            self.enter_alone(*function, &start);
        }
    }

    fn executed_alone(&self, function: &Function) -> bool {
        self.seen.entered.contains(&function.spans.whole) || function.name.text == "main"
    }

    /// Whether the function is named where no call of it was followed.
    fn is_called_elsewhere(&self, function: &Function) -> bool {
        let name = &function.name.text;
        let is_open = |place: &Span| !self.seen.reached.contains(place) || self.seen.not_followed.contains(place);
        let mut mentions = self.units.iter().flat_map(|unit| &unit.file.host.mentions);
        mentions.any(|(own, place)| own == name && is_open(place))
    }

    fn enter_alone(&mut self, function: (usize, &'a Function), start: &State) {
        if !self.executed_alone(function.1) {
            self.enter(function, start.clone(), false);
            self.seen.entered.insert(function.1.spans.whole);
        }
    }
}

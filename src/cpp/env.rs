//! The state of lowering one kernel: what names mean at the present place, and the kernel as far as it is built.

use std::collections::BTreeSet;

use crate::base::{Config, Diagnostic, Shared, Span, codes::Code, nearest};
use crate::kernel::ir::{
    Array, ArrayId, Axis, Bound, BoundId, Builtin, Dims, Expr, ExprKind, Kernel, Label, Local, LocalId, LocalRole,
    Stmt, StmtKind, Type, Unsupported,
};
use crate::syntax::tree::Name;

use super::{
    context::{Counts, Memory, MemoryFacts, Met, Nesting, Rounds, Side, Variables},
    entity::{Entity, Lowered, Reported},
    frame::Frame,
    scope::{Note, Scope},
    table::Table,
};

/// Everything that is known while one kernel is lowered.
#[derive(Clone)]
pub struct Env<'a> {
    /// What stands at file level.
    pub table: &'a Table<'a>,
    /// What the user asked for.
    pub config: &'a Config,
    /// What side files say about the kernel.
    pub side: Side<'a>,
    /// The kernel as far as it is built.
    pub kernel: Kernel,
    /// Where statements go.
    pub out: Vec<Stmt>,
    /// Scopes of the present function, innermost last.
    pub scopes: Vec<Scope>,
    /// The present function.
    pub frame: Frame,
    /// What the present place is inside of.
    pub nesting: Nesting,
    /// The memory that names, pointers and records lead to.
    pub memory: Shared<Memory>,
    /// What is known of memory.
    pub facts: Shared<MemoryFacts>,
    /// What is known of variables.
    pub variables: Shared<Variables>,
    /// What was met anywhere in the kernel.
    pub met: Met<'a>,
    /// What earlier rounds found out, and what this one asks of the next.
    pub rounds: Rounds,
    /// How much was made so far.
    pub counts: Counts,
}

/// What is not modelled where inlining does not end.
pub const TOO_MUCH: &str = "device functions inlined too deep or too often";

/// Trees nested deeper than this are not lowered.
const DEEPEST: usize = 256;

impl<'a> Env<'a> {
    /// The state before anything of a kernel is lowered.
    pub fn new(table: &'a Table<'a>, config: &'a Config, name: &str, span: Span) -> Env<'a> {
        let x_alone = [true, false, false];
        let kernel = Kernel {
            name: name.to_string(),
            span,
            dims: Dims { block: x_alone, grid: x_alone },
            labels: 1,
            ..Kernel::default()
        };
        Env {
            table,
            config,
            side: Side::default(),
            kernel,
            out: Vec::new(),
            scopes: vec![Scope::default()],
            frame: Frame { loop_path: vec![0], ..Frame::default() },
            nesting: Nesting::default(),
            memory: Shared::default(),
            facts: Shared::default(),
            variables: Shared::default(),
            met: Met::default(),
            rounds: Rounds::default(),
            counts: Counts::default(),
        }
    }

    /// Runs `body` one level deeper, or reports that the tree is too deep.
    pub fn deeper<T>(&mut self, span: Span, body: impl FnOnce(&mut Self) -> Lowered<T>) -> Lowered<T> {
        if self.nesting.depth >= DEEPEST {
            let text = if self.nesting.calls.is_empty() {
                "statements or operators inside each other, hundreds deep"
            } else {
                TOO_MUCH
            };
            return Err(self.unsupported_once(text, span));
        }
        self.nesting.depth += 1;
        let result = body(self);
        self.nesting.depth -= 1;
        result
    }

    /// Runs `body` with other scopes than those of the present place.
    pub fn with_scopes<T>(&mut self, scopes: Vec<Scope>, body: impl FnOnce(&mut Self) -> T) -> T {
        let outer = std::mem::replace(&mut self.scopes, scopes);
        let result = body(self);
        self.scopes = outer;
        result
    }

    /// Runs `body` where only the names of file level are known.
    pub fn at_file_level<T>(&mut self, body: impl FnOnce(&mut Self) -> T) -> T {
        self.with_scopes(vec![Scope::default()], body)
    }

    /// The same in a namespace, at a place of the preprocessed text.
    pub fn in_namespace<T>(&mut self, place: (Vec<String>, usize), body: impl FnOnce(&mut Self) -> T) -> T {
        self.standing_in(place, |env| env.at_file_level(body))
    }

    /// Runs `body` as if it stood in a namespace, at a place of the text, or here where that is 0: what is nested has none.
    pub fn standing_in<T>(&mut self, place: (Vec<String>, usize), body: impl FnOnce(&mut Self) -> T) -> T {
        let (namespace, order) = place;
        let order = if order == 0 { self.frame.order } else { order };
        let namespace = std::mem::replace(&mut self.frame.namespace, namespace);
        let order = std::mem::replace(&mut self.frame.order, order);
        let result = body(self);
        (self.frame.namespace, self.frame.order) = (namespace, order);
        result
    }

    /// The ghost that a name means in an annotation, unless something of the program stands nearer (CALL-19).
    pub fn ghost(&self, name: &Name) -> Option<Entity> {
        let is_plain = !name.is_global && name.path.is_empty();
        let ghost = |scope: &Scope| scope.noted(Note::Ghost, &name.ident).cloned();
        let known = |scope: &&Scope| ghost(scope).is_some() || scope.contains_key(&name.ident);
        ghost(self.scopes.iter().rev().find(known).filter(|_| is_plain)?)
    }

    /// All names that can be meant here, for suggestions.
    pub fn names(&self) -> BTreeSet<String> {
        let known = |scope: &Scope| {
            scope.keys().chain(scope.all_noted(Note::Ghost).map(|(name, _)| name)).cloned().collect::<Vec<_>>()
        };
        let local = self.scopes.iter().flat_map(known);
        let builtins = ["threadIdx", "blockIdx", "blockDim", "gridDim", "warpSize"];
        local.chain(self.table.names().map(String::from)).chain(builtins.map(String::from)).collect()
    }

    /// The name closest to `wrong`, if one is close.
    pub fn nearest(&self, wrong: &str) -> Option<String> {
        let names = self.names();
        nearest::nearest(wrong, names.iter().map(String::as_str)).map(String::from)
    }

    /// Says what a name means from here on in the innermost scope.
    pub fn declare(&mut self, name: &str, entity: Entity) {
        if let Some(scope) = self.scopes.last_mut() {
            scope.insert(name.to_string(), entity);
        }
    }

    /// Notes something of a name in the innermost scope.
    pub fn note(&mut self, note: Note, name: &str, entity: Entity) {
        if let Some(scope) = self.scopes.last_mut() {
            scope.note(note, name, entity);
        }
    }

    /// What the scope that says what a plain name means notes of it.
    pub fn noted(&self, note: Note, name: &str) -> Option<&Entity> {
        self.scopes.iter().rev().find(|scope| scope.contains_key(name))?.noted(note, name)
    }

    /// Runs `body` in a scope of its own.
    pub fn scoped<T>(&mut self, body: impl FnOnce(&mut Self) -> T) -> T {
        self.scopes.push(Scope::default());
        let result = body(self);
        self.scopes.pop();
        result
    }

    /// Runs `body` and returns the statements that it made, instead of appending them.
    pub fn captured<T>(&mut self, body: impl FnOnce(&mut Self) -> T) -> (Vec<Stmt>, T) {
        let outer = std::mem::take(&mut self.out);
        let result = body(self);
        (std::mem::replace(&mut self.out, outer), result)
    }

    /// Tries something: where it gives nothing, all that it did is taken back. What stays is what `Met` and `Rounds` hold,
    /// and the assumptions: an answer may hang on them.
    pub fn attempt<T>(&mut self, body: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        use std::mem::{replace, take};
        // What stands before is not looked at, and locals are only ever added: neither needs a copy.
        let out = take(&mut self.out);
        let locals = take(&mut self.kernel.locals);
        let (met, rounds) = (take(&mut self.met), take(&mut self.rounds));
        let assumptions = take(&mut self.kernel.assumptions);
        let mut saved = self.clone();
        saved.out = out;
        let known = locals.len();
        self.kernel.locals = locals;
        self.kernel.assumptions = assumptions;
        (self.met, self.rounds) = (met, rounds);
        let found = body(self);
        if found.is_none() {
            saved.kernel.locals = take(&mut self.kernel.locals);
            saved.kernel.locals.truncate(known);
            saved.kernel.assumptions = take(&mut self.kernel.assumptions);
            (saved.met, saved.rounds) = (take(&mut self.met), take(&mut self.rounds));
            *self = saved;
        } else {
            let made = replace(&mut self.out, saved.out);
            self.out.extend(made);
        }
        found
    }

    /// Asks something: what was done to answer it is taken back.
    pub fn ask<T>(&mut self, body: impl FnOnce(&mut Self) -> T) -> T {
        let mut answer = None;
        self.attempt(|env| {
            answer = Some(body(env));
            None::<()>
        });
        answer.expect("the question was put")
    }

    /// Lowers what may never be reached: nothing, where it is something that is not modelled.
    pub fn if_modelled<T>(&mut self, body: impl FnOnce(&mut Self) -> T) -> Option<T> {
        let before = self.kernel.unsupported.len();
        self.attempt(|env| Some(body(env)).filter(|_| env.kernel.unsupported.len() == before))
    }

    /// How much is not modelled, and how much is to be said.
    pub fn said(&self) -> (usize, usize) {
        (self.kernel.unsupported.len(), self.kernel.diagnostics.len())
    }

    /// Appends a statement.
    pub fn emit(&mut self, kind: StmtKind, span: Span) {
        self.counts.size += 1;
        self.out.push(Stmt { kind, span });
    }

    /// Adds a variable to the kernel; gives its number.
    pub fn new_local(&mut self, name: &str, ty: Type, role: LocalRole, span: Span) -> LocalId {
        self.kernel.locals.push(Local { name: name.to_string(), ty, role, span });
        LocalId(self.kernel.locals.len() as u32 - 1)
    }

    /// Adds an array to the kernel; gives its number.
    pub fn new_array(&mut self, array: Array) -> ArrayId {
        self.kernel.arrays.push(array);
        ArrayId(self.kernel.arrays.len() as u32 - 1)
    }

    /// Adds a bound variable of annotations to the kernel; gives its number.
    pub fn new_bound(&mut self, name: &str, ty: Type) -> BoundId {
        self.kernel.bound.push(Bound { name: name.to_string(), ty });
        BoundId(self.kernel.bound.len() as u32 - 1)
    }

    /// A label that nothing has yet.
    pub fn new_label(&mut self) -> Label {
        self.kernel.labels += 1;
        Label(self.kernel.labels - 1)
    }

    /// The value of a variable as an expression.
    pub fn read_local(&self, local: LocalId, span: Span) -> Expr {
        Expr::new(ExprKind::Local(local), self.kernel.locals[local.index()].ty, span)
    }

    /// A built-in's value; notes that its dimension is used.
    pub fn builtin(&mut self, builtin: Builtin, span: Span) -> Expr {
        match builtin {
            Builtin::ThreadIdx(axis) | Builtin::BlockDim(axis) => self.kernel.dims.block[axis.index()] = true,
            Builtin::BlockIdx(axis) | Builtin::GridDim(axis) => self.kernel.dims.grid[axis.index()] = true,
        }
        Expr::new(ExprKind::Builtin(builtin), Type::UINT, span)
    }

    /// Adds a diagnostic to the kernel, once.
    pub fn diagnostic(&mut self, diagnostic: Diagnostic) {
        // A device function that is inlined twice would say everything twice.
        if !self.kernel.diagnostics.contains(&diagnostic) {
            self.kernel.diagnostics.push(diagnostic);
        }
    }

    /// Adds an error to the kernel.
    pub fn error(&mut self, code: Code, span: Span, message: impl Into<String>) -> Reported {
        self.diagnostic(Diagnostic::error(code, span, message));
        Reported
    }

    /// Adds a construct that is not modelled to the kernel, once for each place.
    pub fn unsupported(&mut self, construct: impl Into<String>, span: Span) -> Reported {
        let entry = Unsupported { construct: construct.into(), span };
        if !self.kernel.unsupported.contains(&entry) {
            self.kernel.unsupported.push(entry);
        }
        Reported
    }

    /// Notes what is taken for granted of the kernel, once.
    pub fn assume(&mut self, assumption: impl Into<String>) {
        let assumption = assumption.into();
        if !self.kernel.assumptions.contains(&assumption) {
            self.kernel.assumptions.push(assumption);
        }
    }

    /// The same as [`Env::unsupported`], said of one place only.
    pub fn unsupported_once(&mut self, construct: &str, span: Span) -> Reported {
        if self.kernel.unsupported.iter().any(|found| found.construct == construct) {
            return Reported;
        }
        self.unsupported(construct, span)
    }
}

/// The built-in of a name and a member: `threadIdx.x`.
pub fn builtin(name: &str, member: &str) -> Option<Builtin> {
    let axis = match member {
        "x" => Axis::X,
        "y" => Axis::Y,
        "z" => Axis::Z,
        _ => return None,
    };
    match name {
        "threadIdx" => Some(Builtin::ThreadIdx(axis)),
        "blockIdx" => Some(Builtin::BlockIdx(axis)),
        "blockDim" => Some(Builtin::BlockDim(axis)),
        "gridDim" => Some(Builtin::GridDim(axis)),
        _ => None,
    }
}

//! The state of lowering one kernel: what names mean at the present place, and the kernel as far as it is built.
//!
//! Program text and annotations resolve their names through the same [`Env::lookup`], so that both
//! always speak of the same thing.

use std::collections::{BTreeMap, BTreeSet};

use crate::base::codes::Code;
use crate::base::{Config, Diagnostic, Shared, Span, nearest};
use crate::kernel::ir::{
    Array, ArrayId, Axis, Bound, BoundId, Builtin, Dims, Expr, ExprKind, Kernel, Label, Local, LocalId, LocalRole,
    Stmt, StmtKind, Type, Unsupported,
};
use crate::syntax::tree::Name;

use super::choice::{Arms, ChoiceId, Either};
use super::context::{Counts, Memory, MemoryFacts, Met, Nesting, Rounds, Side, Variables};
use super::expr::Value;
use super::frame::Frame;
use super::globals;
use super::groups::Group;
use super::record;
use super::table::Table;
use super::types::CType;
use super::window;

/// The construct cannot be lowered, and the reason is already recorded in the kernel (as a
/// diagnostic or as unsupported).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Reported;

pub type Lowered<T> = Result<T, Reported>;

/// What a name means.
#[derive(Clone, Debug)]
pub enum Entity {
    /// A scalar: variable, parameter, template parameter, ghost or global.
    Local(LocalId),
    /// A known value: an enumerator, a constant with a known initialiser, a fixed template parameter.
    Value(Expr),
    /// An array, or (without dimensions) a cell such as a `__shared__` scalar.
    Array(ArrayId),
    /// An object of record type, or an array of such.
    Bundle(BundleId),
    /// An array that is part of something else: a member, a row.
    Row(Pointer),
    /// A pointer variable that is assigned again after its declaration.
    PointerVariable(PointerId),
    /// A pointer that always points to the same place.
    Pointer(Pointer),
    /// A reference.
    Alias(Place),
    /// A value that is stored nowhere, such as a function object without members.
    Object(Value),
    /// A handle of a cooperative group (`cg::thread_block`).
    Group(Group),
    Type(CType),
    /// Something of a kind that is not modelled: each use says so, with this text.
    Unsupported(String),
    /// Its declaration could not be lowered, and the kernel says why.
    Reported,
}

/// A pointer is a base and an offset: element `offset` of the row `prefix` of the array (`prefix` has
/// an index for each dimension before the one that the pointer moves in).
#[derive(Clone, Debug)]
pub struct Pointer {
    pub base: Base,
    pub prefix: Vec<Expr>,
    /// `None` is 0.
    pub offset: Option<Expr>,
    /// What it points to may not be written through it.
    pub to_const: bool,
    /// It is a `void *` to C++, whatever it leads to (R291).
    pub is_void: bool,
}

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Base {
    Array(ArrayId),
    /// The address of a scalar variable.
    Local(LocalId),
    /// An array of records, or the address of a record.
    Bundle(BundleId),
    /// Cells of an array, seen as elements of another type: offsets count the cells.
    Window(WindowId),
    /// An array of pointers.
    Slots(SlotsId),
    /// One of two pointers.
    Choice(ChoiceId),
}

/// Storage of record type, by its position in [`Env::bundles`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct BundleId(pub usize);

/// A view of an array's cells, by its position in [`Env::windows`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct WindowId(pub usize);

/// An array of pointers, by its position in [`Env::slots`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct SlotsId(pub usize);

/// A pointer variable, by its position in [`Env::pointers`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct PointerId(pub usize);

/// A pointer variable: its base is settled by the first pointer that it gets.
#[derive(Clone, Debug)]
pub struct PointerVariable {
    pub name: String,
    pub span: Span,
    pub target: Option<PointerTarget>,
    /// Where it leads into several memories.
    pub arms: Option<Arms>,
    pub element: CType,
    pub to_const: bool,
    /// Why it points nowhere, where that is known.
    pub missing: Option<String>,
}

impl PointerVariable {
    /// It is declared as a `void *`.
    pub fn is_void(&self) -> bool {
        matches!(self.element, CType::Void)
    }

    /// What is not modelled about a pointer that has no target.
    pub fn untargeted(&self) -> String {
        self.missing.clone().unwrap_or_else(|| format!("pointer `{}` before it points into an array", self.name))
    }
}

/// Where a pointer variable points: base, and the variables that hold its indices.
#[derive(Clone, Debug)]
pub struct PointerTarget {
    pub base: Base,
    pub prefix: Vec<LocalId>,
    pub offset: LocalId,
}

/// An lvalue of scalar or record type.
#[derive(Clone, Debug)]
pub enum Place {
    Local(LocalId),
    Cell {
        array: ArrayId,
        index: Vec<Expr>,
        is_const: bool,
    },
    /// An element of a window that is a scalar: the index is that of its first cell.
    Wide {
        window: WindowId,
        index: Vec<Expr>,
        is_const: bool,
    },
    /// One element of a bundle.
    Object {
        bundle: BundleId,
        index: Vec<Expr>,
        is_const: bool,
    },
    /// One of two places, none of them an object.
    Either(Box<Either>),
}

/// The names of a scope. They are copied often and changed where they are made.
pub type Scope = Shared<BTreeMap<String, Entity>>;

/// Everything that is known while one kernel is lowered.
#[derive(Clone)]
pub struct Env<'a> {
    pub table: &'a Table<'a>,
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
    pub memory: Shared<Memory>,
    pub facts: Shared<MemoryFacts>,
    pub variables: Shared<Variables>,
    pub met: Met<'a>,
    pub rounds: Rounds,
    pub counts: Counts,
}

/// Trees nested deeper than this are not lowered.
const DEEPEST: usize = 256;

impl<'a> Env<'a> {
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
                super::call::TOO_MUCH
            };
            return super::call::once(self, text, span);
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

    /// What an unqualified or qualified name means here.
    pub fn lookup(&mut self, name: &Name) -> Option<Entity> {
        if let Some(found) = record::enumerator(self, name).or_else(|| record::qualified(self, name)) {
            return Some(found.unwrap_or(Entity::Reported));
        }
        if name.is_global || !name.path.is_empty() {
            return globals::lookup(self, name);
        }
        self.lookup_text(&name.ident)
    }

    /// The ghost that a name means in an annotation, unless something of the program stands nearer (R325).
    pub fn ghost(&self, name: &Name) -> Option<Entity> {
        let key = ghost_key(&name.ident);
        let is_plain = !name.is_global && name.path.is_empty();
        let known = |scope: &&Scope| scope.contains_key(&key) || scope.contains_key(&name.ident);
        self.scopes.iter().rev().find(known).filter(|_| is_plain)?.get(&key).cloned()
    }

    pub fn lookup_text(&mut self, name: &str) -> Option<Entity> {
        if let Some(entity) = self.scopes.iter().rev().find_map(|scope| scope.get(name)) {
            return Some(entity.clone());
        }
        globals::lookup(self, &Name { ident: name.to_owned(), ..Name::default() })
    }

    /// The pointer that an entity is, if it is one and known to point somewhere.
    pub fn pointer(&self, entity: &Entity) -> Option<Pointer> {
        match entity {
            Entity::Pointer(pointer) => Some(pointer.clone()),
            Entity::PointerVariable(id) => {
                let variable = &self.memory.pointers[id.0];
                if let Some(arms) = &variable.arms {
                    let (base, to_const) = (Base::Choice(arms.choice), variable.to_const);
                    let is_void = variable.is_void();
                    return Some(Pointer { base, prefix: Vec::new(), offset: None, to_const, is_void });
                }
                let target = variable.target.as_ref()?;
                let read = |id: &LocalId| self.read_local(*id, variable.span);
                Some(Pointer {
                    base: target.base,
                    prefix: target.prefix.iter().map(read).collect(),
                    offset: Some(read(&target.offset)),
                    to_const: variable.to_const,
                    is_void: variable.is_void(),
                })
            }
            Entity::Array(id) => Some(Pointer {
                base: Base::Array(*id),
                prefix: Vec::new(),
                offset: None,
                to_const: self.kernel.arrays[id.index()].is_const,
                is_void: self.facts.raws.contains(id),
            }),
            Entity::Row(pointer) => Some(pointer.clone()),
            Entity::Bundle(id) => Some(Pointer {
                base: window::of_bundle(self, *id).map_or(Base::Bundle(*id), Base::Window),
                prefix: Vec::new(),
                offset: None,
                to_const: self.memory.bundles[id.0].is_const,
                is_void: false,
            }),
            Entity::Local(_)
            | Entity::Value(_)
            | Entity::Object(_)
            | Entity::Alias(_)
            | Entity::Group(_)
            | Entity::Type(_)
            | Entity::Unsupported(_)
            | Entity::Reported => None,
        }
    }

    /// All names that can be meant here, for suggestions.
    pub fn names(&self) -> BTreeSet<String> {
        let known = |key: &String| {
            Some(key.strip_prefix(GHOST).unwrap_or(key)).filter(|name| !name.contains(' ')).map(String::from)
        };
        let local = self.scopes.iter().flat_map(|scope| scope.keys().filter_map(known));
        let builtins = ["threadIdx", "blockIdx", "blockDim", "gridDim", "warpSize"];
        local.chain(self.table.names().map(String::from)).chain(builtins.map(String::from)).collect()
    }

    /// The name closest to `wrong`, if one is close.
    pub fn nearest(&self, wrong: &str) -> Option<String> {
        let names = self.names();
        nearest::nearest(wrong, names.iter().map(String::as_str)).map(String::from)
    }

    pub fn declare(&mut self, name: &str, entity: Entity) {
        if let Some(scope) = self.scopes.last_mut() {
            scope.insert(name.to_string(), entity);
        }
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

    /// Tries something: where it gives nothing, all that it did is taken back. What stays is what [`Met`] and [`Rounds`] hold,
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

    pub fn emit(&mut self, kind: StmtKind, span: Span) {
        self.counts.size += 1;
        self.out.push(Stmt { kind, span });
    }

    pub fn new_local(&mut self, name: &str, ty: Type, role: LocalRole, span: Span) -> LocalId {
        self.kernel.locals.push(Local { name: name.to_string(), ty, role, span });
        LocalId(self.kernel.locals.len() as u32 - 1)
    }

    pub fn new_array(&mut self, array: Array) -> ArrayId {
        self.kernel.arrays.push(array);
        ArrayId(self.kernel.arrays.len() as u32 - 1)
    }

    pub fn new_bound(&mut self, name: &str, ty: Type) -> BoundId {
        self.kernel.bound.push(Bound { name: name.to_string(), ty });
        BoundId(self.kernel.bound.len() as u32 - 1)
    }

    pub fn new_label(&mut self) -> Label {
        self.kernel.labels += 1;
        Label(self.kernel.labels - 1)
    }

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

    pub fn diagnostic(&mut self, diagnostic: Diagnostic) {
        // A device function that is inlined twice would say everything twice.
        if !self.kernel.diagnostics.contains(&diagnostic) {
            self.kernel.diagnostics.push(diagnostic);
        }
    }

    pub fn error(&mut self, code: Code, span: Span, message: impl Into<String>) -> Reported {
        self.diagnostic(Diagnostic::error(code, span, message));
        Reported
    }

    pub fn unsupported(&mut self, construct: impl Into<String>, span: Span) -> Reported {
        let entry = Unsupported { construct: construct.into(), span };
        if !self.kernel.unsupported.contains(&entry) {
            self.kernel.unsupported.push(entry);
        }
        Reported
    }
}

/// Before the name of a ghost among the names of a scope, so that no name of the program means it. No name has a space in it.
const GHOST: &str = "ghost ";

pub fn ghost_key(name: &str) -> String {
    format!("{GHOST}{name}")
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

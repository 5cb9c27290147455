//! Names of annotations: locals, arrays, pointers, built-ins, and the same as another thread sees them.

use crate::base::{Diagnostic, Span, codes};
use crate::cpp::{
    self, Base, Entity, Lowered, Member, Object, Pointer, Reported, Value,
    types::{self, CType},
    value,
};
use crate::cuda::limits;
use crate::kernel::ir::{ArrayId, Builtin, Expr, ExprKind, LocalId, LocalRole, Space, Speaker, Type};
use crate::lower::names::{globals, record};
use crate::memory::{flat, object, pointer, pointer_arrays, storage};
use crate::syntax::{spec, tree};

use super::apply::{LENGTHS, OF_LENGTH};
use super::{Context, Place, operators, pairs, sort_name, speaker, wrong_sort};

/// What an expression denotes.
#[derive(Clone)]
pub enum Term {
    /// A number, a truth value, a thread or a block.
    Scalar(Expr),
    /// An array or a pointer into one, as the thread or block behind `@` sees it.
    Pointer(Pointer, Option<Expr>),
    /// An object of record type.
    Object(Object, Option<Expr>),
}

impl Context<'_, '_> {
    /// The value of a term; arrays and pointers have none.
    pub(super) fn scalar(&mut self, term: Term, span: Span) -> Lowered<Expr> {
        match term {
            Term::Scalar(e) => Ok(e),
            Term::Pointer(..) => Err(wrong_sort(self.env, span, "a value", "an array")),
            Term::Object(..) => Err(wrong_sort(self.env, span, "a value", "a struct")),
        }
    }

    /// What a name means here, as `whose` sees it.
    pub(super) fn name(&mut self, name: &tree::Name, whose: Option<Expr>) -> Lowered<Term> {
        let span = name.span;
        self.is_here(name)?;
        let Some(entity) = self.env.ghost(name).or_else(|| globals::entity(self.env, name)) else {
            return self.unknown_to_program(name);
        };
        match entity {
            Entity::Local(local) => self.local(local, whose, span).map(Term::Scalar),
            Entity::Value(known) => {
                self.grow(value::weight(&known), span)?;
                if whose.is_some() && speaker(self.env, &known) != Speaker::Launch {
                    return Err(self.env.unsupported("`@` on a parameter of a definition or a `\\let`", span));
                }
                Ok(Term::Scalar(Expr { span, ..known }))
            }
            Entity::Array(array) if self.env.kernel.arrays[array.index()].extents.is_empty() => {
                self.cell(array, Vec::new(), whose, span).map(Term::Scalar)
            }
            Entity::Bundle(bundle) if self.env.memory.bundles[bundle.0].rank == 0 => {
                Ok(Term::Object(Object { bundle, index: Vec::new(), is_const: true }, whose))
            }
            Entity::Alias(cpp::Place::Object { bundle, index, is_const }) => {
                Ok(Term::Object(Object { bundle, index, is_const }, whose))
            }
            Entity::Object(Value::Surface(_)) => Err(self.env.unsupported("surface in an annotation", span)),
            Entity::Object(_) => Err(self.env.unsupported("function object in an annotation", span)),
            Entity::Array(_) | Entity::Bundle(_) | Entity::Row(_) | Entity::Pointer(_) | Entity::PointerVariable(_) => {
                match pointer::of_entity(self.env, &entity) {
                    Some(pointer) => Ok(Term::Pointer(pointer, whose)),
                    None => Err(self
                        .env
                        .unsupported(format!("pointer `{}` before it points into an array", name.ident), span)),
                }
            }
            Entity::Alias(cpp::Place::Either(_)) => {
                Err(self.env.unsupported("one of several memories, in an annotation", span))
            }
            Entity::Alias(cpp::Place::Wide { .. }) => {
                Err(self.env.unsupported("memory seen with another type, in an annotation", span))
            }
            Entity::Alias(cpp::Place::Local(local)) => self.local(local, whose, span).map(Term::Scalar),
            Entity::Alias(cpp::Place::Cell { array, index, .. }) => {
                self.cell(array, index, whose, span).map(Term::Scalar)
            }
            Entity::Group(_) => Err(self.env.unsupported("handle of a group in an annotation", span)),
            Entity::Type(_) => Err(wrong_sort(self.env, span, "a value", &format!("the type `{}`", name.ident))),
            Entity::Unsupported(construct) => Err(self.env.unsupported(construct, span)),
            Entity::Reported => Err(Reported),
        }
    }

    /// A name that the program does not declare: the language's own, or a typo.
    fn unknown_to_program(&mut self, name: &tree::Name) -> Lowered<Term> {
        let span = name.span;
        if let Some(level) = spec::loop_count_level(&name.ident).filter(|_| name.path.is_empty()) {
            return self.loop_count(level, span).map(Term::Scalar);
        }
        if let Some(known) = limits::constant(self.env, &name.ident, span) {
            return Ok(Term::Scalar(known));
        }
        if let Some(identity) = self.identity_named(name) {
            return identity.map(Term::Scalar);
        }
        if builtin_variable(&name.ident) {
            return Err(self.env.unsupported(format!("`{}` as a whole", name.ident), span));
        }
        let shown = types::shown(name);
        let mut wrong = Diagnostic::error(codes::E0401, span, format!("`{shown}` is not known here"));
        if let Some(near) = self.nearest(&name.ident) {
            wrong = wrong.note(format!("did you mean `{near}`?"));
        } else if self.place.is_contract() {
            wrong = wrong.note("a contract speaks of parameters, ghosts and global arrays; the body's variables are out of scope there");
        }
        self.env.diagnostic(wrong);
        Err(cpp::Reported)
    }

    /// The known name closest to a typo.
    fn nearest(&self, wrong: &str) -> Option<String> {
        let program = self.env.names();
        let logic = self.env.table.logic.iter().filter_map(|(_, item)| match item {
            tree::LogicItem::Function { name, .. } => Some(name.text.as_str()),
            tree::LogicItem::Operator { name, .. } => Some(name.text.as_str()),
            tree::LogicItem::Lemma { .. } | tree::LogicItem::Use(_) => None,
        });
        let own = ["loop_count", "sum", "prod", "count", "min_over", "max_over", "active"];
        let known = program.iter().map(String::as_str).chain(logic).chain(own);
        spec::nearest(wrong, known).map(String::from)
    }

    fn local(&mut self, local: LocalId, whose: Option<Expr>, span: Span) -> Lowered<Expr> {
        let value = self.env.read_local(local, span);
        let role = self.env.kernel.locals[local.index()].role;
        let varies = match role {
            LocalRole::Variable | LocalRole::Temporary | LocalRole::Opaque => true,
            LocalRole::Param => !self.env.variables.stable.contains(&local),
            LocalRole::Template | LocalRole::Ghost | LocalRole::Global => false,
        };
        if !varies {
            return Ok(value);
        }
        if self.place.is_contract() {
            if role == LocalRole::Param {
                // A parameter means its entry value, also where the body assigns to it.
                let ty = value.ty;
                return Ok(Expr::new(ExprKind::Old(value), ty, span));
            }
            return Err(self.out_of_scope(span));
        }
        self.seen_by(value, whose, Speaker::Thread, span)
    }

    pub(super) fn out_of_scope(&mut self, span: Span) -> cpp::Reported {
        let wrong = Diagnostic::error(codes::E0412, span, "a contract cannot speak of locals and shared arrays");
        self.env
            .diagnostic(wrong.note("before a kernel starts they have no value, and when it has ended they are gone"));
        cpp::Reported
    }

    /// A value that a thread or block has, as another one sees it.
    fn seen_by(&mut self, value: Expr, whose: Option<Expr>, owner: Speaker, span: Span) -> Lowered<Expr> {
        let Some(whose) = whose else { return Ok(value) };
        match (owner, whose.ty) {
            (Speaker::Launch, _) => Ok(value),
            (Speaker::Thread, Type::Block) => {
                Err(self.env.error(codes::E0408, span, "each thread has its own value of this, so `@` needs a thread"))
            }
            (Speaker::Block | Speaker::Thread, _) => {
                let ty = value.ty;
                Ok(Expr::new(ExprKind::At(value, whose), ty, span))
            }
        }
    }

    /// `a[i][j]` with all indices.
    fn cell(&mut self, array: ArrayId, index: Vec<Expr>, whose: Option<Expr>, span: Span) -> Lowered<Expr> {
        let data = &self.env.kernel.arrays[array.index()];
        let (space, ty) = (data.space, data.element);
        let owner = match space {
            Space::Private => Speaker::Thread,
            Space::Shared => Speaker::Block,
            Space::Global | Space::Constant | Space::Ghost | Space::Surface => Speaker::Launch,
        };
        if owner != Speaker::Launch && self.place.is_contract() {
            return Err(self.out_of_scope(span));
        }
        let read = Expr::new(ExprKind::Read { array, index }, ty, span);
        self.seen_by(read, whose, owner, span)
    }

    /// `base[by]`.
    pub(super) fn index(&mut self, base: Term, by: Expr, span: Span) -> Lowered<Term> {
        let Term::Pointer(pointer, whose) = base else {
            return Err(wrong_sort(self.env, span, "an array", "a number"));
        };
        let mut by = operators::integer(self.env, by)?;
        if let Base::CellView(cell_view) = pointer.base {
            let per = value::int(self.env.memory.cell_views[cell_view.0].per, Type::Integer, span);
            by = operators::binary(self.env, tree::BinaryOp::Mul, by, per, span)?;
        }
        let at = match pointer.offset {
            None => by,
            Some(offset) => operators::binary(self.env, tree::BinaryOp::Add, offset, by, span)?,
        };
        let array = match pointer.base {
            Base::Bundle(bundle) => {
                let mut index = pointer.prefix;
                index.push(at);
                if index.len() < self.env.memory.bundles[bundle.0].rank {
                    let row = Pointer {
                        base: pointer.base,
                        prefix: index,
                        offset: None,
                        to_const: pointer.to_const,
                        is_void: false,
                    };
                    return Ok(Term::Pointer(row, whose));
                }
                index.truncate(self.env.memory.bundles[bundle.0].rank);
                return Ok(Term::Object(Object { bundle, index, is_const: true }, whose));
            }
            Base::Array(array) => array,
            Base::CellView(cell_view) => {
                // Records that are cells are objects as others are (MEM-29).
                if let (Some(bundle), true) =
                    (self.env.memory.cell_views[cell_view.0].bundle, pointer.prefix.is_empty())
                {
                    return Ok(Term::Object(Object { bundle, index: vec![at], is_const: true }, whose));
                }
                return Err(self.env.unsupported("memory seen with another type, in an annotation", span));
            }
            Base::Choice(_) => {
                return Err(self.env.unsupported("pointer into one of several memories, in an annotation", span));
            }
            Base::PointerArray(pointer_array) => {
                return match pointer_arrays::element(self.env, pointer_array, at, span)? {
                    Value::Pointer(pointer) => Ok(Term::Pointer(pointer, whose)),
                    Value::Missing(what) => Err(self.env.unsupported(what, span)),
                    _ => Err(Reported),
                };
            }
            Base::Local(local) => {
                if value::constant_int(&at).is_some_and(|at| at == 0.into()) {
                    return self.local(local, whose, span).map(Term::Scalar);
                }
                return Err(self.env.unsupported("pointer to a scalar in an annotation", span));
            }
        };
        let mut index = pointer.prefix;
        index.push(at);
        let rank = self.env.kernel.arrays[array.index()].extents.len();
        if index.len() < rank {
            let row =
                Pointer { base: pointer.base, prefix: index, offset: None, to_const: pointer.to_const, is_void: false };
            return Ok(Term::Pointer(row, whose));
        }
        if rank == 0 {
            index.clear();
        }
        self.cell(array, index, whose, span).map(Term::Scalar)
    }

    /// `threadIdx.x`, as `whose` sees it.
    pub(super) fn member(
        &mut self,
        base: &tree::Expr,
        member: &tree::Name,
        whose: Option<Expr>,
        span: Span,
    ) -> Lowered<Term> {
        if let tree::ExprKind::Name(name) = &base.kind
            && builtin_variable(&name.ident)
            && self.env.ghost(name).is_none()
            && globals::entity(self.env, name).is_none()
        {
            let Some(builtin) = cpp::builtin(&name.ident, &member.ident) else {
                let message = format!("`{}` has the members x, y and z, not `{}`", name.ident, member.ident);
                return Err(self.env.error(codes::E0401, member.span, message));
            };
            let owner = match builtin {
                Builtin::ThreadIdx(_) => Speaker::Thread,
                Builtin::BlockIdx(_) => Speaker::Block,
                Builtin::BlockDim(_) | Builtin::GridDim(_) => Speaker::Launch,
            };
            let value = self.env.builtin(builtin, span);
            return self.seen_by(value, whose, owner, span).map(Term::Scalar);
        }
        let base = match (&base.kind, whose) {
            (tree::ExprKind::Name(name), whose) => self.name(name, whose)?,
            (_, None) => self.term(base)?,
            (_, Some(_)) => return Err(self.env.error(codes::E0408, base.span, "`@` follows a plain name")),
        };
        let Term::Object(object, whose) = base else {
            if LENGTHS.contains(&member.ident.as_str()) {
                let message = format!("this has no member `{}`", member.ident);
                self.env.diagnostic(Diagnostic::error(codes::E0401, member.span, message).note(OF_LENGTH));
                return Err(Reported);
            }
            return Err(self.env.unsupported(format!("member `{}` in an annotation", member.ident), span));
        };
        self.field(&object, member, whose, span)
    }

    /// A field of an object.
    pub(super) fn field(
        &mut self,
        object: &Object,
        member: &tree::Name,
        whose: Option<Expr>,
        span: Span,
    ) -> Lowered<Term> {
        let ty = self.env.memory.bundles[object.bundle.0].ty.clone();
        if let Some(at) = record::unnamed_with(self.env, ty.id, &member.ident) {
            let name = self.env.met.records[ty.id].fields[at].name.clone();
            let inner = self.field(object, &tree::Name { ident: name, ..member.clone() }, whose, span)?;
            let Term::Object(inner, whose) = inner else { return Err(Reported) };
            return self.field(&inner, member, whose, span);
        }
        let at = object::position(self.env, &ty, &member.ident, span)?;
        if let Member::Within { cells, ty, shift } = self.env.memory.bundles[object.bundle.0].members[at].clone() {
            return self.field_in_cells(object, (cells, &ty, shift), whose, span);
        }
        match object::field(self.env, object, at, span)? {
            Value::Place(cpp::Place::Local(local)) => self.local(local, whose, span).map(Term::Scalar),
            Value::Place(cpp::Place::Cell { array, index, .. }) => {
                self.cell(array, index, whose, span).map(Term::Scalar)
            }
            Value::Place(cpp::Place::Object { bundle, index, is_const }) => {
                Ok(Term::Object(Object { bundle, index, is_const }, whose))
            }
            Value::Pointer(pointer) | Value::Row(pointer) => Ok(Term::Pointer(pointer, whose)),
            Value::Scalar(e) => Ok(Term::Scalar(e)),
            _ => Err(self.env.unsupported(format!("member `{}` in an annotation", member.ident), span)),
        }
    }

    /// A field of an object that is cells: where it is one of them.
    fn field_in_cells(
        &mut self,
        object: &Object,
        (cells, ty, shift): (ArrayId, &CType, u64),
        whose: Option<Expr>,
        span: Span,
    ) -> Lowered<Term> {
        if !CType::Scalar(self.env.kernel.arrays[cells.index()].element).same(ty) {
            return Err(self.env.unsupported("memory seen with another type, in an annotation", span));
        }
        let mut index = object.index.clone();
        // The cells of a union are one dimension more than the union has.
        if self.env.kernel.arrays[cells.index()].extents.len() == index.len() + 1 {
            index.push(value::zero(Type::Integer, span));
        }
        let first = index.pop().unwrap_or_else(|| value::zero(Type::Integer, span));
        let shift = value::int(shift, Type::Integer, span);
        index.push(operators::binary(self.env, tree::BinaryOp::Add, first, shift, span)?);
        self.cell(cells, index, whose, span).map(Term::Scalar)
    }

    /// `x@t`.
    pub(super) fn at(&mut self, what: &tree::Expr, whose: &tree::Expr, span: Span) -> Lowered<Term> {
        let whose = self.value(whose)?;
        if !matches!(whose.ty, Type::Thread | Type::Block) {
            let found = sort_name(whose.ty);
            return Err(self.env.error(
                codes::E0408,
                whose.span,
                format!("`@` needs a thread or a block, not {found}"),
            ));
        }
        let term = match &what.kind {
            tree::ExprKind::Name(name) => self.name(name, Some(whose))?,
            tree::ExprKind::Member { base, member, .. } => self.member(base, member, Some(whose), span)?,
            _ => return Err(self.env.error(codes::E0408, what.span, "`@` follows a plain name")),
        };
        match term {
            Term::Scalar(e) => Ok(Term::Scalar(Expr { span, ..e })),
            Term::Object(object, whose) => Ok(Term::Object(object, whose)),
            Term::Pointer(pointer, whose) => Ok(Term::Pointer(self.as_seen_by(pointer, whose.as_ref())?, whose)),
        }
    }

    /// Where a pointer points belongs to the thread whose pointer it is.
    fn as_seen_by(&mut self, pointer: Pointer, whose: Option<&Expr>) -> Lowered<Pointer> {
        let mut theirs = |at: Expr| {
            let (owner, span) = (speaker(self.env, &at), at.span);
            self.seen_by(at, whose.cloned(), owner, span)
        };
        let offset = pointer.offset.map(&mut theirs).transpose()?;
        let prefix = pointer.prefix.into_iter().map(&mut theirs).collect::<Lowered<Vec<Expr>>>()?;
        Ok(Pointer { offset, prefix, ..pointer })
    }

    /// The finished iterations of the loop `level - 1` levels around the innermost one.
    pub(super) fn loop_count(&mut self, level: u32, span: Span) -> Lowered<Expr> {
        let around = self.env.nesting.loops.len();
        match around.checked_sub(level as usize).and_then(|at| self.env.nesting.loops.get(at)) {
            Some(id) => Ok(Expr::new(ExprKind::LoopCount(*id), Type::Integer, span)),
            None => {
                let message = match around {
                    0 => "there is no loop around this place".to_string(),
                    1 => "there is only one loop around this place".to_string(),
                    count => format!("there are only {count} loops around this place"),
                };
                let wrong = Diagnostic::error(codes::E0403, span, message);
                self.env.diagnostic(wrong.note("`loop_count` counts the innermost loop, `loop_count_2` the one around it; after a loop its count is undefined"));
                Err(cpp::Reported)
            }
        }
    }

    /// An array without indices.
    pub(super) fn array(&mut self, e: &tree::Expr) -> Lowered<(Pointer, Option<Expr>)> {
        match self.term(e)? {
            Term::Pointer(pointer, whose) => Ok((pointer, whose)),
            Term::Scalar(value) => Err(wrong_sort(self.env, e.span, "an array", sort_name(value.ty))),
            Term::Object(..) => Err(wrong_sort(self.env, e.span, "an array", "a struct")),
        }
    }

    /// `\length(A)`: from where A points to the end of its array (CLAUSE-52).
    pub(super) fn length(&mut self, e: &tree::Expr, span: Span) -> Lowered<Expr> {
        let (mut pointer, _) = self.array(e)?;
        let offset = match pointer.base {
            Base::Array(_) | Base::Bundle(_) if pointer.prefix.is_empty() => pointer.offset.take(),
            _ => None,
        };
        let whole = self.whole_length(pointer, e, span)?;
        match offset {
            Some(offset) => operators::binary(self.env, tree::BinaryOp::Sub, whole, offset, span),
            None => Ok(whole),
        }
    }

    fn whole_length(&mut self, pointer: Pointer, e: &tree::Expr, span: Span) -> Lowered<Expr> {
        if let Pointer { base: Base::CellView(cell_view), offset: None, prefix, .. } = &pointer
            && let (Some(bundle), true) = (self.env.memory.cell_views[cell_view.0].bundle, prefix.is_empty())
        {
            let known = self.env.memory.bundles[bundle.0].extents.first().cloned().flatten();
            return match known {
                Some(known) => operators::integer(self.env, Expr { span, ..known }),
                None => Ok(flat::length(self.env, *cell_view, span)),
            };
        }
        let array = match pointer {
            Pointer { base: Base::Array(array), offset: None, prefix, .. } if prefix.is_empty() => array,
            Pointer { base: Base::Bundle(bundle), offset: None, prefix, .. } if prefix.is_empty() => {
                let extent = self.env.memory.bundles[bundle.0].extents.first().cloned().flatten();
                match (extent, storage::leader(self.env, bundle)) {
                    (Some(known), _) => return operators::integer(self.env, Expr { span, ..known }),
                    (None, Some(leader)) => leader,
                    (None, None) => {
                        return Err(self
                            .env
                            .unsupported("`\\length` of an array of structs that hold only arrays", span));
                    }
                }
            }
            _ => {
                return Err(self.env.error(
                    codes::E0410,
                    e.span,
                    "`\\length` takes an array, and this points into a row, or into memory that is seen as another type",
                ));
            }
        };
        let data = &mut self.env.kernel.arrays[array.index()];
        match data.extents.as_slice() {
            [Some(known), ..] => {
                let known = Expr { span, ..known.clone() };
                operators::integer(self.env, known)
            }
            [None] if data.space != Space::Ghost => {
                data.length_used = true;
                Ok(Expr::new(ExprKind::Length(array), Type::Integer, span))
            }
            [None] => Err(self.env.error(codes::E0410, e.span, "a ghost array has no length")),
            _ => Err(self.env.unsupported("`\\length` of an array of several dimensions", span)),
        }
    }

    /// `\other(x)`: x in the second thread of the pair.
    pub(super) fn other(&mut self, e: &tree::Expr, span: Span) -> Lowered<Expr> {
        if self.place != Place::BarrierInvariant {
            return Err(self.env.error(codes::E0409, span, "`\\other` belongs to `barrier_invariant`"));
        }
        let mut inner = self.value_elsewhere(e)?;
        let second = match self.second {
            Some(second) => second,
            None => self.env.new_bound("other", Type::Thread),
        };
        self.second = Some(second);
        pairs::seen_by(self.env, &mut inner, &pairs::thread(second, span));
        Ok(Expr { span, ..inner })
    }

    /// A value at another time or of another thread.
    fn value_elsewhere(&mut self, e: &tree::Expr) -> Lowered<Expr> {
        self.elsewhere(|context| context.value(e))
    }

    pub(super) fn elsewhere<T>(&mut self, body: impl FnOnce(&mut Self) -> T) -> T {
        self.elsewhere += 1;
        let result = body(self);
        self.elsewhere -= 1;
        result
    }

    /// In an `\old`, a parameter that the kernel changes or moves is what it was at entry (CLAUSE-7).
    pub(super) fn at_entry<T>(&mut self, body: impl FnOnce(&mut Self) -> T) -> T {
        let (at, names) = self.env.frame.changed.clone();
        let mut take = |name: &String| Some((name.clone(), self.env.scopes.get_mut(at)?.remove(name)?));
        let changed: Vec<(String, Entity)> = names.iter().filter_map(&mut take).collect();
        let result = self.elsewhere(body);
        for (name, entity) in changed {
            self.env.scopes[at].insert(name, entity);
        }
        result
    }

    /// `\at(e, Here)`
    pub(super) fn here(&mut self, e: &tree::Expr, span: Span) -> Lowered<Term> {
        if self.elsewhere > 0 {
            let wrong = "`\\at(e, Here)` has no meaning inside of `\\old` and `\\other`";
            return Err(self.env.error(codes::E0411, span, wrong));
        }
        self.term(e)
    }

    /// `\old(e)`: no shared or private array has a value at a kernel's entry; each has one when a function is called.
    pub(super) fn old(&mut self, e: &tree::Expr, span: Span) -> Lowered<Expr> {
        let inner = self.at_entry(|context| context.value(e))?;
        self.old_of(inner, span)
    }

    /// The same of what is resolved.
    pub(super) fn old_of(&mut self, inner: Expr, span: Span) -> Lowered<Expr> {
        let mut wrong = None;
        inner.walk(&mut |part| {
            if let ExprKind::Read { array, .. } = &*part.kind
                && matches!(self.env.kernel.arrays[array.index()].space, Space::Shared | Space::Private)
                && self.env.nesting.contracts == 0
            {
                wrong.get_or_insert((*array, part.span));
            }
        });
        if let Some((array, span)) = wrong {
            let name = self.env.kernel.arrays[array.index()].name.clone();
            let message = format!("`\\old` of `{name}`, which has no value at the kernel's entry");
            return Err(self.env.error(codes::E0407, span, message));
        }
        if !self.place.is_of_function() && self.is_of_now(&inner) {
            let message = "`\\old` changes nothing here: variables keep their present value in it";
            let note = "it speaks of arrays, and of parameters of the kernel, as they were at entry";
            self.env.diagnostic(Diagnostic::warning(codes::W0405, span, message).note(note));
        }
        let ty = inner.ty;
        Ok(Expr::new(ExprKind::Old(inner), ty, span))
    }

    /// Whether `\old` has nothing to act on but variables that may have changed since.
    fn is_of_now(&self, e: &Expr) -> bool {
        let (mut varies, mut acts) = (false, false);
        e.walk(&mut |part| match &*part.kind {
            ExprKind::Read { .. } => acts = true,
            ExprKind::Local(local) => match self.env.kernel.locals[local.index()].role {
                LocalRole::Param => acts = true,
                LocalRole::Variable | LocalRole::Temporary | LocalRole::Opaque => {
                    varies |= !self.env.variables.stable.contains(local);
                }
                LocalRole::Template | LocalRole::Ghost | LocalRole::Global => {}
            },
            _ => {}
        });
        varies && !acts
    }

    /// `\active` and `\active(t)`.
    pub(super) fn active(&mut self, thread: Option<&tree::Expr>, span: Span) -> Lowered<Expr> {
        if self.place.is_contract() || self.place.is_of_function() {
            let wrong = Diagnostic::error(codes::E0406, span, "`\\active` has no meaning in a contract");
            self.env.diagnostic(wrong.note("at entry every thread is active, and at exit none"));
            return Err(cpp::Reported);
        }
        let thread = match thread {
            Some(thread) => {
                let thread = self.value(thread)?;
                if thread.ty != Type::Thread {
                    return Err(wrong_sort(self.env, thread.span, "a thread", sort_name(thread.ty)));
                }
                Some(thread)
            }
            None => None,
        };
        Ok(Expr::new(ExprKind::Active(thread), Type::Bool, span))
    }
}

fn builtin_variable(name: &str) -> bool {
    matches!(name, "threadIdx" | "blockIdx" | "blockDim" | "gridDim")
}

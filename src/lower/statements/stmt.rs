//! Statements.

use crate::base::{Diagnostic, Span, codes};
use crate::cpp::{
    Base, Entity, Env, Lowered, Note, Object, Place, Pointer, Scope, Value,
    frame::{Returning, Tail, Target},
    types::CType,
    value::{self, convert, not},
};
use crate::kernel::ir::{self, Conversion, Expr, Label, LocalId, LocalRole, StmtKind};
use crate::lower::{
    annotations::annotate,
    expressions::expr,
    names::{enums, globals, record, resolve, traits},
    objects::{aggregate, conversion},
};
use crate::memory::{choice, copy, homes, null, object, pointee, pointer, read, storage};
use crate::syntax::tree::{self, Block, Condition, Stmt};

use super::{conditions, declare, loops, ranges, references, switch};

/// Lowers a function's body, in the scope of its parameters.
pub fn body(env: &mut Env, block: &Block, tail: Tail) {
    statements(env, &block.stmts, tail);
}

/// Lowers statements one after the other; one that cannot be lowered does not stop the others.
pub fn statements(env: &mut Env, stmts: &[Stmt], tail: Tail) {
    for (at, stmt) in stmts.iter().enumerate() {
        let rest = &stmts[at + 1..];
        if let Some(cond) = early_return(env, stmt, tail).filter(|_| !rest.is_empty()) {
            // `if (c) return a; ...` is a choice, which needs no jump.
            let result = env.deeper(stmt.span, |env| {
                branch(env, cond, |env| then_of(env, stmt), |env| statements(env, rest, Tail::Branch), stmt.span)
            });
            let _recorded = result;
            return;
        }
        let last = rest.iter().all(|stmt| {
            matches!(stmt.kind, tree::StmtKind::Empty | tree::StmtKind::Using(_) | tree::StmtKind::StaticAssert(_))
        });
        let _recorded = statement(env, stmt, if last { tail } else { Tail::No });
        if !matches!(stmt.kind, tree::StmtKind::Annotation(_)) {
            barrier_invariants(env, &stmts[..at]);
        }
    }
    barrier_invariants(env, stmts);
}

/// Barrier invariants at the end of the statements belong to the barrier that was lowered last.
fn barrier_invariants(env: &mut Env, stmts: &[Stmt]) {
    if matches!(env.out.last().map(|last| &last.kind), Some(StmtKind::Barrier { .. })) {
        return;
    }
    for stmt in stmts.iter().rev() {
        let tree::StmtKind::Annotation(clause) = &stmt.kind else { return };
        if let tree::ClauseKind::BarrierInvariant(_) = clause.kind {
            let wrong = Diagnostic::error(codes::E0250, clause.span, "this `barrier_invariant` is attached to nothing");
            env.diagnostic(wrong.note("it stands directly before a barrier"));
        }
    }
}

/// The condition of an `if` in an inlined function whose only branch always returns.
fn early_return<'t>(env: &Env, stmt: &'t Stmt, tail: Tail) -> Option<&'t tree::Expr> {
    let inlined = matches!(env.frame.result, Returning::Function { .. });
    match &stmt.kind {
        tree::StmtKind::If { cond: Condition::Expr(cond), then, else_: None, is_constexpr: false }
            if inlined && tail != Tail::No && !stmt.wraps && always_returns(std::slice::from_ref(then)) =>
        {
            Some(cond)
        }
        _ => None,
    }
}

fn then_of(env: &mut Env, stmt: &Stmt) {
    if let tree::StmtKind::If { then, .. } = &stmt.kind {
        nested(env, then, Tail::Branch);
    }
}

/// An `if` over a condition and two lowered branches.
fn branch(
    env: &mut Env,
    cond: &tree::Expr,
    then: impl FnOnce(&mut Env),
    else_: impl FnOnce(&mut Env),
    span: Span,
) -> Lowered<()> {
    let cond = expr::proposition(env, cond);
    let (then, ()) = env.captured(then);
    let (else_, ()) = env.captured(else_);
    env.emit(StmtKind::If { cond: cond?, then, else_ }, span);
    Ok(())
}

/// Whether control never reaches the end of the statements (a `return` on every way).
pub fn always_returns(stmts: &[Stmt]) -> bool {
    stmts.iter().any(|stmt| match &stmt.kind {
        tree::StmtKind::Return(_) => true,
        tree::StmtKind::Block(block) => always_returns(&block.stmts),
        tree::StmtKind::If { then, else_: Some(else_), .. } => {
            always_returns(std::slice::from_ref(then)) && always_returns(std::slice::from_ref(else_))
        }
        _ => false,
    })
}

/// Lowers a statement that is a branch or a body, in a scope of its own.
pub fn nested(env: &mut Env, stmt: &Stmt, tail: Tail) {
    let _recorded = env.scoped(|env| statement(env, stmt, tail));
}

/// Lowers one statement.
pub fn statement(env: &mut Env, stmt: &Stmt, tail: Tail) -> Lowered<()> {
    if !stmt.wraps {
        return env.deeper(stmt.span, |env| statement_kind(env, stmt, tail));
    }
    let outer = std::mem::replace(&mut env.nesting.wrapping, true);
    // A returned value must be computed inside.
    let tail = if tail == Tail::Straight { Tail::Branch } else { tail };
    let (stmts, result) = env.captured(|env| env.deeper(stmt.span, |env| statement_kind(env, stmt, tail)));
    env.nesting.wrapping = outer;
    env.emit(StmtKind::Wraps(stmts), stmt.span);
    result
}

fn statement_kind(env: &mut Env, stmt: &Stmt, tail: Tail) -> Lowered<()> {
    let span = stmt.span;
    match &stmt.kind {
        tree::StmtKind::Empty => Ok(()),
        tree::StmtKind::Using(usings) => {
            if let Some(scope) = env.scopes.last_mut() {
                usings.iter().for_each(|using| scope.add_using(using));
            }
            Ok(())
        }
        tree::StmtKind::StaticAssert(cond) => {
            conditions::assertion(env, cond);
            Ok(())
        }
        tree::StmtKind::Expr(e) => expr::effect(env, e),
        tree::StmtKind::Declare(declaration) => {
            declare::declaration(env, declaration);
            Ok(())
        }
        tree::StmtKind::Typedef(typedef) => {
            env.met.const_hidden |= resolve::is_const(&typedef.ty);
            if !typedef.template.is_empty() {
                return Err(env.unsupported("alias template", span));
            }
            let ty = resolve::resolve(env, &typedef.ty)?;
            env.declare(&typedef.name.text, Entity::Type(ty));
            Ok(())
        }
        tree::StmtKind::Record(record) => {
            let Some(name) = &record.name else {
                // The members of a union without name are variables.
                for field in record.fields.iter().filter_map(|field| field.name.as_ref()).filter(|_| record.is_union) {
                    env.declare(&field.text, Entity::Unsupported("a member of a union without name".into()));
                }
                return Ok(());
            };
            let known = env.table.classes.of_functions.get(&std::ptr::from_ref(record).addr()).copied();
            let ty = match known {
                Some(record) => {
                    let mut scope = Scope::default();
                    for outer in &env.scopes {
                        let types =
                            outer.iter().filter(|(_, entity)| matches!(entity, Entity::Type(_) | Entity::Value(_)));
                        scope.extend(types.map(|(name, entity)| (name.clone(), entity.clone())));
                        for (name, ty) in outer.all_noted(Note::DeclaredType) {
                            scope.note(Note::DeclaredType, name, ty.clone());
                        }
                    }
                    let shown = format!("{}::{}", env.frame.instance, name.text);
                    let ty = record::instance(env, record, scope, &shown)?;
                    if let CType::Record(class) = &ty {
                        env.met.records[class.id].is_merged |= traits::in_merged(env);
                    }
                    ty
                }
                None => CType::Other(format!("struct `{}`", name.text)),
            };
            env.declare(&name.text, Entity::Type(ty));
            Ok(())
        }
        tree::StmtKind::Enum(enumeration) => enums::declare(env, enumeration),
        tree::StmtKind::Bind { object, names } => references::bind_parts(env, object, names, span),
        tree::StmtKind::Block(block) => {
            env.scoped(|env| statements(env, &block.stmts, tail));
            Ok(())
        }
        tree::StmtKind::If { cond, then, else_, is_constexpr } => {
            env.scoped(|env| if_statement(env, cond, (then, else_.as_deref()), *is_constexpr, tail, span))
        }
        tree::StmtKind::While { cond, body, annot } => loops::while_loop(env, cond, body, annot, span),
        tree::StmtKind::DoWhile { body, cond, annot } => loops::do_loop(env, body, cond, annot, span),
        tree::StmtKind::For { init, cond, step, body, annot } => {
            let parts = loops::ForParts { init: init.as_deref(), cond: cond.as_ref(), step: step.as_ref(), body };
            ranges::for_loop(env, parts, annot, span)
        }
        tree::StmtKind::Try(..) => Err(env.unsupported("`try`", span)),
        tree::StmtKind::Switch { value, body } => switch::switch(env, value, body, span),
        tree::StmtKind::Case(_) | tree::StmtKind::Default => {
            Err(env.unsupported("`case` inside a nested statement", span))
        }
        tree::StmtKind::Break => leave_break(env, span),
        tree::StmtKind::Continue => leave_continue(env, span),
        tree::StmtKind::Return(value) => return_statement(env, value.as_ref(), tail, span),
        tree::StmtKind::Goto(_) => Err(env.unsupported("`goto`", span)),
        // A label that nothing jumps to is nothing.
        tree::StmtKind::Label(_) => Ok(()),
        tree::StmtKind::Annotation(clause) => annotate::statement(env, clause),
        tree::StmtKind::Unsupported(construct) => Err(env.unsupported(construct.clone(), span)),
    }
}

/// Lowers a condition; what it declares is in the present scope.
pub fn condition(env: &mut Env, cond: &Condition) -> Lowered<Expr> {
    match cond {
        Condition::Expr(e) => expr::proposition(env, e),
        Condition::Declaration(declaration) => {
            declare::declaration(env, declaration);
            let Some(declarator) = declaration.declarators.last() else {
                return Err(env.error(codes::E0302, declaration.span, "this condition declares nothing"));
            };
            let name = &declarator.name;
            match globals::entity_of_text(env, &name.text) {
                Some(Entity::Local(local)) => Ok(value::condition(env.read_local(local, name.span))),
                Some(Entity::Value(known)) => Ok(value::condition(known)),
                _ => Err(env.unsupported("declaration of this type as a condition", name.span)),
            }
        }
    }
}

fn if_statement(
    env: &mut Env,
    cond: &Condition,
    (then, else_): (&Stmt, Option<&Stmt>),
    is_constexpr: bool,
    tail: Tail,
    span: Span,
) -> Lowered<()> {
    let cond = condition(env, cond);
    if let (true, Ok(cond)) = (is_constexpr, &cond)
        && let Some(value::Constant::Bool(known)) = value::constant(cond)
    {
        // The branch that is not taken need not even have types.
        if let Some(taken) = if known { Some(then) } else { else_ } {
            nested(env, taken, tail);
        }
        return Ok(());
    }
    let tail = if tail == Tail::Straight { Tail::Branch } else { tail };
    let known = cond.as_ref().ok().and_then(value::constant);
    let then = if_branch(env, Some(then), tail, known == Some(value::Constant::Bool(false)));
    let else_ = if_branch(env, else_, tail, known == Some(value::Constant::Bool(true)));
    env.emit(StmtKind::If { cond: cond?, then, else_ }, span);
    Ok(())
}

/// A branch of an `if`. One that is never taken may be something that is not modelled: then it is left out.
fn if_branch(env: &mut Env, stmt: Option<&Stmt>, tail: Tail, is_dead: bool) -> Vec<ir::Stmt> {
    let Some(stmt) = stmt else { return Vec::new() };
    let branch = |env: &mut Env| env.captured(|env| nested(env, stmt, tail)).0;
    if is_dead { env.if_modelled(branch).unwrap_or_default() } else { branch(env) }
}

fn leave_break(env: &mut Env, span: Span) -> Lowered<()> {
    let label = match env.frame.targets.last_mut() {
        Some(Target::Loop { label, .. }) => *label,
        Some(Target::Switch { label, break_used }) => {
            *break_used = true;
            *label
        }
        None => return Err(env.error(codes::E0307, span, "`break` stands in no loop and no switch")),
    };
    env.emit(StmtKind::Leave(label), span);
    Ok(())
}

fn leave_continue(env: &mut Env, span: Span) -> Lowered<()> {
    let at = env.frame.targets.iter().rposition(|target| matches!(target, Target::Loop { .. }));
    let Some(at) = at else {
        return Err(env.error(codes::E0307, span, "`continue` stands in no loop"));
    };
    let existing = match &env.frame.targets[at] {
        Target::Loop { continue_label, .. } => *continue_label,
        Target::Switch { .. } => None,
    };
    let leave = match existing {
        Some(label) => label,
        None => {
            let label = env.new_label();
            if let Target::Loop { continue_label, .. } = &mut env.frame.targets[at] {
                *continue_label = Some(label);
            }
            label
        }
    };
    env.emit(StmtKind::Leave(leave), span);
    Ok(())
}

fn return_statement(env: &mut Env, value: Option<&tree::Expr>, tail: Tail, span: Span) -> Lowered<()> {
    let Returning::Function { ty, .. } = env.frame.result.clone() else {
        return leave_kernel(env, value, tail, span);
    };
    match (ty, value) {
        (CType::Void, None) => {}
        (CType::Void, Some(e)) => expr::effect(env, e)?,
        (CType::Scalar(_) | CType::Pointer { .. } | CType::Record(_), None) => {
            return Err(env.error(codes::E0308, span, "this function returns a value"));
        }
        (CType::Auto, None) => {}
        (CType::Scalar(scalar), Some(e)) => {
            let value = convert(expr::rvalue(env, e)?, scalar, Conversion::Implicit);
            give(env, value, tail, span);
        }
        (CType::Record(record), Some(e)) => {
            let value = aggregate::value(env, &CType::Record(record.clone()), &aggregate::as_initializer(e))?;
            let value = conversion::retyped_to(env, value, &record, e.span)?;
            give_record(env, value, tail, span)?;
        }
        (CType::Auto, Some(e)) => match expr::lower(env, e)? {
            pointer @ (Value::Pointer(_) | Value::Row(_)) => {
                let pointer = pointee::decay(env, pointer, e.span)?;
                give_pointer(env, pointer, tail, span)?;
            }
            Value::Void => {}
            value if pointee::record_of(env, &value).is_some() => give_record(env, value, tail, span)?,
            value @ (Value::Group(_) | Value::Closure(_)) => give_other(env, value, tail, span)?,
            value => {
                let value = expr::read(env, value, e.span)?;
                give(env, value, tail, span);
            }
        },
        (ty @ CType::Pointer { .. }, Some(e)) => {
            let value = expr::lower(env, e)?;
            let nowhere = if null::is_null(&value) { choice::typed_null(env, &ty, e.span) } else { None };
            let pointer = match nowhere {
                Some(nowhere) => nowhere,
                None => {
                    let pointer = conversion::converted_pointer(env, value, &ty, e.span)?;
                    pointer::cast(env, pointer, &ty, e.span)?
                }
            };
            give_pointer(env, pointer, tail, span)?;
        }
        (CType::Reference { to, to_const }, Some(e)) => {
            let value = returned_reference(env, &to, to_const, e, span)?;
            give_other(env, value, tail, span)?;
        }
        (other, _) => return Err(env.unsupported(format!("function that returns {}", other.name()), span)),
    }
    if tail == Tail::No {
        leave_function(env, span);
    }
    Ok(())
}

/// `return` in a kernel: the thread is done.
fn leave_kernel(env: &mut Env, value: Option<&tree::Expr>, tail: Tail, span: Span) -> Lowered<()> {
    if let Some(value) = value {
        // `return f();` where `f` returns nothing.
        let is_call = matches!(value.kind, tree::ExprKind::Call(..));
        if !is_call || !matches!(expr::lower(env, value)?, Value::Void) {
            return Err(env.error(codes::E0308, value.span, "a kernel returns no value"));
        }
    }
    if tail != Tail::Straight {
        env.emit(StmtKind::Leave(Label::KERNEL), span);
    }
    Ok(())
}

/// What a function returns a reference to.
fn returned_reference(env: &mut Env, to: &CType, to_const: bool, e: &tree::Expr, span: Span) -> Lowered<Value> {
    let value = expr::lower(env, e)?;
    let value = match (to, value) {
        (CType::Record(record), value @ Value::Place(Place::Object { .. })) => {
            conversion::to_record(env, value, record, span)?
        }
        (CType::Scalar(wanted), Value::Place(place)) if read::place_type(env, &place) != *wanted => {
            return Err(env.unsupported(format!("function that returns {} &", to.name()), span));
        }
        (_, value) => value,
    };
    match value {
        Value::Place(place) => {
            let place = pointer::settle_place(env, place, "returned");
            Ok(Value::Place(if to_const { references::read_only(env, place) } else { place }))
        }
        Value::Row(row) => Ok(Value::Row(Pointer { to_const: row.to_const || to_const, ..row })),
        // A reference to something that ends with the call.
        _ => Err(env.unsupported(format!("function that returns {} &", to.name()), span)),
    }
}

/// Goes to the end of the function.
fn leave_function(env: &mut Env, span: Span) {
    let label = match &env.frame.result {
        Returning::Function { label: Some(label), .. } => *label,
        Returning::Function { label: None, .. } | Returning::Kernel => {
            let new = env.new_label();
            if let Returning::Function { label, .. } = &mut env.frame.result {
                *label = Some(new);
            }
            new
        }
    };
    env.emit(StmtKind::Leave(label), span);
}

/// Returns a scalar: as the call's value when nothing else returned before, else through a variable.
fn give(env: &mut Env, value: Expr, tail: Tail, span: Span) {
    let existing = match &mut env.frame.result {
        Returning::Function { local: None, label: None, value: result, .. } if tail == Tail::Straight => {
            *result = Some(Value::Scalar(value));
            return;
        }
        Returning::Function { local, .. } => *local,
        Returning::Kernel => None,
    };
    let local: LocalId = existing.unwrap_or_else(|| {
        let name = env.frame.function.clone().unwrap_or_default();
        env.new_local(&name, value.ty, LocalRole::Temporary, span)
    });
    if let Returning::Function { local: result, .. } = &mut env.frame.result {
        *result = Some(local);
    }
    let ty = env.kernel.locals[local.index()].ty;
    let value = convert(value, ty, Conversion::Implicit);
    env.emit(StmtKind::Assign { local, value }, span);
}

/// Returns a record: as the call's value when nothing else returned before, else through variables.
fn give_record(env: &mut Env, value: Value, tail: Tail, span: Span) -> Lowered<()> {
    let value = match value {
        Value::Place(Place::Object { bundle, index, is_const }) => {
            object::load(env, &Object { bundle, index, is_const }, span)?
        }
        other => other,
    };
    let existing = match &mut env.frame.result {
        Returning::Function { bundle: None, label: None, value: result @ None, .. } if tail == Tail::Straight => {
            *result = Some(value);
            return Ok(());
        }
        Returning::Function { bundle, .. } => *bundle,
        Returning::Kernel => None,
    };
    let Some(ty) = pointee::record_of(env, &value) else { return Ok(()) };
    let name = env.frame.function.clone().unwrap_or_default();
    let bundle = match existing {
        Some(bundle) => bundle,
        None => match storage::make(env, &CType::Record(ty), &homes::Storage::local(&name, false, span))? {
            Base::Bundle(bundle) => bundle,
            Base::Array(_) | Base::Local(_) | Base::CellView(_) | Base::PointerArray(_) | Base::Choice(_) => {
                return Ok(());
            }
        },
    };
    if let Returning::Function { bundle: result, .. } = &mut env.frame.result {
        *result = Some(bundle);
    }
    copy::store(env, &Object { bundle, index: Vec::new(), is_const: false }, value, span)
}

/// Returns a pointer: as the call's value when nothing else returned before, else through a variable.
fn give_pointer(env: &mut Env, given: Pointer, tail: Tail, span: Span) -> Lowered<()> {
    let existing = match &mut env.frame.result {
        Returning::Function { pointer: None, label: None, value: result @ None, .. } if tail == Tail::Straight => {
            *result = Some(Value::Pointer(given));
            return Ok(());
        }
        Returning::Function { pointer, .. } => *pointer,
        Returning::Kernel => None,
    };
    let id = existing.unwrap_or_else(|| {
        let name = env.frame.function.clone().unwrap_or_default();
        let element = if given.is_void { CType::Void } else { pointee::element_of(env, &given) };
        homes::variable(env, &name, &element, given.to_const, span)
    });
    if let Returning::Function { pointer: result, .. } = &mut env.frame.result {
        *result = Some(id);
    }
    pointer::point(env, id, given, span)
}

/// Returns something that no variable holds.
fn give_other(env: &mut Env, given: Value, tail: Tail, span: Span) -> Lowered<()> {
    let what = match &given {
        Value::Pointer(_) => "pointer",
        Value::Place(_) | Value::Row(_) => "reference",
        _ => "value",
    };
    match &mut env.frame.result {
        Returning::Function { label: None, local: None, bundle: None, value: value @ None, .. }
            if tail == Tail::Straight =>
        {
            *value = Some(given);
            Ok(())
        }
        Returning::Function { .. } | Returning::Kernel => {
            Err(env.unsupported(format!("{what} returned from several places"), span))
        }
    }
}

/// Leaves a loop where its condition is false.
pub fn leave_unless(env: &mut Env, cond: Expr, label: Label, span: Span) {
    let cond = not(cond);
    if matches!(value::constant(&cond), Some(value::Constant::Bool(false))) {
        return;
    }
    let (then, ()) = env.captured(|env| env.emit(StmtKind::Leave(label), span));
    env.emit(StmtKind::If { cond, then, else_: Vec::new() }, span);
}

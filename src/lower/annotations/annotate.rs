//! Annotations in their places: contracts, loops, statements, side files and ghosts.

use crate::base::{Diagnostic, Severity, Span, codes};
use crate::cpp::{Entity, Env, Lowered, Note, Scope, types::CType};
use crate::kernel::ir::{self, Array, AssertOrigin, LocalRole, LoopId, Space, StmtKind, Type};
use crate::lower::names::{globals, resolve};
use crate::syntax::{
    spec::{self, clause_word},
    tree::{Clause, ClauseKind, Expr, GhostDecl, Ident, LoopAnnot, Name},
};

use super::Place;
use crate::lower::annotations;

/// The resolved annotations of a loop.
pub struct LoopClauses {
    /// Those of the source first, then those of side files.
    pub invariants: Vec<ir::Clause>,
    /// The first one that is given; `None` also where it is wrong.
    pub variant: Option<ir::Clause>,
}

/// Declares the ghosts of a contract: annotations know them in all of the kernel, the program nowhere (CALL-19).
pub fn ghosts(env: &mut Env, clauses: &[&Clause]) {
    for clause in clauses {
        if let ClauseKind::Ghost(ghosts) = &clause.kind {
            for ghost in ghosts {
                let entity = self::ghost(env, ghost, clause.span);
                let entity = entity.unwrap_or(Entity::Reported);
                env.note(Note::Ghost, &ghost.name.text, entity);
            }
        }
    }
}

/// Whether the name means something here already, to the program or to annotations.
fn is_taken(env: &mut Env, name: &Ident) -> bool {
    let plain = Name { ident: name.text.clone(), span: name.span, ..Name::default() };
    let is_declared = |scope: &Scope| scope.contains_key(&name.text);
    env.ghost(&plain).is_some() || env.scopes.iter().any(is_declared) || globals::is_visible(env, &plain)
}

/// A ghost is a mathematical integer (`int`), a number of its machine type (CLAUSE-10), or an array of these.
fn ghost(env: &mut Env, ghost: &GhostDecl, span: Span) -> Lowered<Entity> {
    let name = &ghost.name;
    if is_taken(env, name) {
        return Err(env.error(codes::E0306, name.span, format!("`{}` is declared already", name.text)));
    }
    let ty = match resolve::resolve(env, &ghost.ty)? {
        CType::Scalar(ty) => ty,
        other => match other.name().as_str() {
            "type `integer`" => Type::Integer,
            "type `real`" => Type::Real,
            name => return Err(env.unsupported(format!("ghost of {name}"), span)),
        },
    };
    match ghost.dimensions {
        0 => Ok(Entity::Local(env.new_local(&name.text, ty, LocalRole::Ghost, name.span))),
        1 => Ok(Entity::Array(env.new_array(Array {
            is_const: true,
            ..Array::new(name.text.clone(), ty, Space::Ghost, vec![None], name.span)
        }))),
        _ => Err(env.unsupported("ghost array of several dimensions", span)),
    }
}

/// Resolves the clauses of a contract.
pub fn contract(env: &mut Env, clauses: &[&Clause]) {
    for clause in clauses {
        match &clause.kind {
            ClauseKind::Requires(e) => {
                if let Ok(clause) = annotations::clause(env, Place::Requires, e, clause.span) {
                    env.kernel.contract.requires.push(clause);
                }
            }
            ClauseKind::Ensures(e) => {
                if let Ok(clause) = annotations::clause(env, Place::Ensures, e, clause.span) {
                    env.kernel.contract.ensures.push(clause);
                }
            }
            ClauseKind::Writes(regions) => {
                let regions = regions.iter().filter_map(|region| annotations::region(env, Place::Ensures, region).ok());
                let regions: Vec<ir::Region> = regions.collect();
                env.kernel.contract.writes.extend(regions);
            }
            ClauseKind::Ghost(_) => {}
            _ => not_acted_on(env, clause),
        }
    }
}

/// A clause that is parsed but has no effect yet must not be ignored. Its names and sorts are checked.
fn not_acted_on(env: &mut Env, clause: &Clause) {
    annotations::check(env, clause);
    env.unsupported(format!("`{}` clause here", clause_word(&clause.kind)), clause.span);
}

/// The annotations of a loop, from the source and from side files. Names are those before the body.
pub fn loop_annotations(env: &mut Env, annot: &LoopAnnot, id: LoopId) -> LoopClauses {
    let mut clauses: Vec<Clause> = annot.invariants.clone();
    clauses.extend(annot.variant.clone());
    let info = &env.kernel.loops[id.index()];
    let function = info.function.as_deref().map(|name| name.split('#').next().unwrap_or(name));
    for (at, (of, path, given, _)) in env.side.kernels.iter().flat_map(|side| &side.loops).enumerate() {
        if of.as_deref() == function && *path == info.path {
            env.side.used.insert(at);
            clauses.extend(given.iter().cloned());
        }
    }
    let mut resolved = LoopClauses { invariants: Vec::new(), variant: None };
    for clause in &clauses {
        match &clause.kind {
            ClauseKind::Invariant(e) => {
                let Some(e) = without_hints(env, e) else { continue };
                if let Ok(clause) = annotations::clause(env, Place::Invariant, &e, clause.span) {
                    resolved.invariants.push(clause);
                }
            }
            ClauseKind::Variant(e) if resolved.variant.is_none() => {
                resolved.variant = annotations::measure(env, e, clause.span).ok();
            }
            _ => not_acted_on(env, clause),
        }
    }
    resolved
}

/// What is left of an invariant without GPUVerify's hints, each of which gets a note: less to prove, and less to use.
fn without_hints(env: &mut Env, invariant: &Expr) -> Option<Expr> {
    let (kept, hints) = spec::without_hints(invariant);
    for hint in hints {
        let message = "this hint to another tool is left out of the invariant";
        env.diagnostic(Diagnostic::new(codes::W0204, Severity::Note, message).at(hint, ""));
    }
    kept
}

/// An annotation where a statement may stand.
pub fn statement(env: &mut Env, clause: &Clause) -> Lowered<()> {
    match &clause.kind {
        ClauseKind::Assert(e) => {
            let resolved = annotations::clause(env, Place::Assert, e, clause.span)?;
            env.emit(StmtKind::Assert { clause: resolved, origin: AssertOrigin::Annotation }, clause.span);
        }
        // What follows is the barrier: `stmt::statements` sees to that.
        ClauseKind::BarrierInvariant(e) => {
            let resolved = annotations::clause(env, Place::BarrierInvariant, e, clause.span)?;
            env.emit(StmtKind::Assert { clause: resolved, origin: AssertOrigin::Barrier }, clause.span);
        }
        ClauseKind::Assume(e) => {
            let resolved = annotations::clause(env, Place::Assert, e, clause.span)?;
            env.emit(StmtKind::Assume(resolved), clause.span);
        }
        _ => not_acted_on(env, clause),
    }
    Ok(())
}

/// What side files say at a barrier.
pub fn at_barrier(env: &mut Env, number: u32) {
    for (of, clauses, _) in env.side.kernels.clone().into_iter().flat_map(|side| &side.barriers) {
        for clause in clauses.iter().filter(|_| *of == number) {
            let _recorded = statement(env, clause);
        }
    }
}

/// Reports what a side file says about loops and barriers that the kernel does not have.
pub fn check_side(env: &mut Env) {
    let side: Vec<_> = env.side.kernels.clone();
    for (at, (function, path, _, span)) in side.iter().flat_map(|side| &side.loops).enumerate() {
        if !env.side.used.contains(&at) {
            let path: Vec<String> = path.iter().map(u32::to_string).collect();
            let prefix = function.as_ref().map_or_else(String::new, |name| format!("{name}."));
            let message = format!("kernel `{}` has no {prefix}loop {}", env.kernel.name, path.join("."));
            env.error(codes::E0311, *span, message);
        }
    }
    for (number, _, span) in side.iter().flat_map(|side| &side.barriers) {
        if *number == 0 || *number > env.counts.barriers {
            let message = format!("kernel `{}` has no barrier {number}", env.kernel.name);
            env.error(codes::E0311, *span, message);
        }
    }
}

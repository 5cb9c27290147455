//! Memory that the program sees with elements of several types: each view is storage of its own.
//!
//! While a kernel is lowered, a cast of a pointer makes a view of the whole memory. In the end at most one
//! view may be in use, which then is the memory; for shared and private memory several views of scalars of one
//! width may be in use, and what is written through one has any value in the others (MEM-19).

use std::collections::BTreeSet;

use crate::base::Span;
use crate::cpp::{
    Base, Env, Lowered, Pointer, View,
    types::{CType, INDEX, size_of},
    value,
};
use crate::kernel::ir::{
    Array, ArrayId, Atomic, AtomicOp, Expr, LocalRole, MemoryOrder, Space, Stmt, StmtKind, Type, rewritten, walk,
};

use super::{
    cell_views::{self, Unaligned},
    choice, flat,
    homes::{Home, Storage},
    layout::byte_size,
    pointee, storage,
};

/// The memory that a pointer leads into, as it is declared; none for variables and records.
fn root_of(env: &Env, base: Base) -> Option<ArrayId> {
    let base = match base {
        Base::CellView(cell_view) => Base::Array(env.memory.cell_views[cell_view.0].cells),
        base => base,
    };
    match (env.memory.views.iter().find(|view| view.base == base), base) {
        (Some(view), _) => Some(view.of),
        (None, Base::Array(array)) => Some(array),
        (None, _) => None,
    }
}

/// By which memory is found again when the kernel is lowered anew.
fn key(env: &Env, root: ArrayId) -> (Span, String) {
    let data = &env.kernel.arrays[root.index()];
    (data.span, data.name.clone())
}

fn at_start(pointer: &Pointer) -> bool {
    pointer.offset.as_ref().is_none_or(|offset| value::constant_int(offset) == Some(0.into()))
}

fn same_size(env: &Env, a: &CType, b: &CType) -> bool {
    byte_size(env, a).is_some_and(|size| byte_size(env, b) == Some(size))
}

/// Whether a cast must keep the cells: only all of a memory has storage of its own for each view.
fn needs_cell_view(env: &Env, pointer: &Pointer, root: ArrayId, to: &CType) -> bool {
    match pointer.base {
        Base::CellView(_) => true,
        Base::Array(array) => {
            let whole = env.kernel.arrays[array.index()].extents.len() == 1 && pointer.prefix.is_empty();
            let moved = !at_start(pointer) && !same_size(env, &pointee::element_of(env, pointer), to);
            !whole
                || moved
                || env.facts.fields.contains(&pointer.base)
                || env.rounds.viewed_as_cells.contains_key(&key(env, root))
        }
        Base::Bundle(_) | Base::Local(_) | Base::PointerArray(_) | Base::Choice(_) => false,
    }
}

/// A pointer with another element type: into the view of the memory that has such elements.
pub fn cast(env: &mut Env, pointer: Pointer, to: &CType, span: Span) -> Lowered<Pointer> {
    let found = pointee::element_of(env, &pointer);
    if found.same(to) {
        return Ok(pointer);
    }
    if pointee::is_nowhere(env, pointer.base) {
        return Ok(Pointer { to_const: pointer.to_const, ..choice::null(env, to, span)? });
    }
    if let Base::Choice(_) = pointer.base {
        return choice::map(env, &pointer, span, &mut |env, arm| cast(env, arm, to, span));
    }
    let root = root_of(env, pointer.base);
    let (shown, wanted) = (found.name(), to.name());
    let refuse = |env: &mut Env| {
        match root {
            Some(root) => cell_views::wish(env, key(env, root), cell_views::WHOLE),
            None => flat::wish_cells(env, pointer.base, to),
        }
        Err(env.unsupported(format!("pointer to {shown} used as a pointer to {wanted}"), span))
    };
    if let Some(root) = root
        && needs_cell_view(env, &pointer, root, to)
    {
        if pointer.base != Base::Array(root) && CType::Scalar(env.kernel.arrays[root.index()].element).same(to) {
            // Back to what the memory is declared as: as cell views over it, no value is lost.
            cell_views::wish(env, key(env, root), cell_views::WHOLE);
        }
        return match cell_views::cast(env, &pointer, to, Unaligned::Asserted(span)) {
            Some(pointer) => Ok(pointer),
            None => refuse(env),
        };
    }
    let known_view = env.memory.views.iter().position(|view| view.base == pointer.base);
    let root = match (known_view, pointer.base) {
        (Some(at), _) => env.memory.views[at].of,
        (None, Base::Array(array)) => array,
        (None, _) => return refuse(env),
    };
    let data = env.kernel.arrays[root.index()].clone();
    let (at_start, to_size) = (at_start(&pointer), byte_size(env, to));
    if data.extents.len() != 1 || !(at_start || same_size(env, &found, to)) {
        return refuse(env);
    }
    let target = Pointer { offset: if at_start { None } else { pointer.offset.clone() }, ..pointer.clone() };
    if CType::Scalar(data.element).same(to) {
        return Ok(Pointer { base: Base::Array(root), ..target });
    }
    if let Some(view) = env.memory.views.iter().find(|view| view.of == root && view.element.same(to)) {
        return Ok(Pointer { base: view.base, ..target });
    }
    let bytes = data.extents[0].as_ref().and_then(value::constant_int).map(|count| count * size_of(data.element));
    let extent = match (bytes, to_size) {
        (Some(bytes), Some(size)) => Some(value::int(bytes / size, INDEX, data.span)),
        _ => None,
    };
    if extent.is_none() && data.extents[0].is_some() {
        return refuse(env);
    }
    let storage = Storage {
        name: format!("{}:{}", data.name, to.name().replace(' ', "_")),
        home: Home::Memory(data.space),
        extents: vec![extent],
        is_const: data.is_const,
        is_restrict: data.is_restrict,
        is_stable: false,
        address: None,
        span: data.span,
    };
    let base = storage::make(env, to, &storage)?;
    env.memory.views.push(View { of: root, element: to.clone(), base, span });
    Ok(Pointer { base, ..target })
}

/// When the kernel is done: which views are in use, and whether they may be together.
pub fn finish(env: &mut Env) {
    if env.memory.views.is_empty() {
        return;
    }
    let contract = env.kernel.contract.requires.iter().chain(&env.kernel.contract.ensures).map(|clause| &clause.expr);
    let mut used = used_arrays(&env.kernel.body);
    used.extend(contract.flat_map(Expr::arrays_read));
    let roots: BTreeSet<ArrayId> = env.memory.views.iter().map(|view| view.of).collect();
    for root in roots {
        let mut seen: Vec<(CType, Vec<ArrayId>, Span)> = Vec::new();
        let data = env.kernel.arrays[root.index()].clone();
        if used.contains(&root) {
            seen.push((CType::Scalar(data.element), vec![root], data.span));
        }
        for view in env.memory.views.iter().filter(|view| view.of == root) {
            let arrays = match view.base {
                Base::Array(array) => vec![array],
                Base::Bundle(bundle) => storage::of_object(env, bundle).1,
                Base::Local(_) | Base::CellView(_) | Base::PointerArray(_) | Base::Choice(_) => Vec::new(),
            };
            if arrays.iter().any(|array| used.contains(array)) {
                seen.push((view.element.clone(), arrays, view.span));
            }
        }
        if data.length_used && seen.iter().any(|(_, arrays, _)| *arrays != [root]) {
            // The contract's length is that of the declared elements: cell views are checked against it.
            cell_views::wish(env, key(env, root), cell_views::WHOLE);
        }
        // What is declared anew holds any values, whatever it is seen as.
        let views: Vec<ArrayId> =
            seen.iter().flat_map(|(_, arrays, _)| arrays).copied().filter(|id| *id != root).collect();
        let body = std::mem::take(&mut env.kernel.body);
        env.kernel.body = declaring(body, root, &views);
        if seen.len() < 2 {
            continue;
        }
        let sizes: Option<Vec<u64>> = seen
            .iter()
            .map(|(ty, ..)| if matches!(ty, CType::Scalar(_)) { byte_size(env, ty) } else { None })
            .collect();
        let one_width = sizes.is_some_and(|sizes| sizes.windows(2).all(|pair| pair[0] == pair[1]));
        if !one_width || !matches!(data.space, Space::Shared | Space::Private) {
            let (first, second) = (seen[0].0.name(), seen[1].0.name());
            let span = seen[1].2;
            cell_views::wish(env, key(env, root), cell_views::WHOLE);
            env.unsupported(format!("memory `{}` used as {first} and as {second}", data.name), span);
            continue;
        }
        let arrays: Vec<ArrayId> = seen.into_iter().flat_map(|(_, arrays, _)| arrays).collect();
        let body = std::mem::take(&mut env.kernel.body);
        env.kernel.body = forgetting(env, body, &arrays);
    }
}

/// Every declaration of the memory is followed by those of its views.
fn declaring(stmts: Vec<Stmt>, root: ArrayId, views: &[ArrayId]) -> Vec<Stmt> {
    rewritten(stmts, &mut |stmt, out| {
        let (span, is_root) = (stmt.span, matches!(stmt.kind, StmtKind::DeclareArray(array) if array == root));
        out.push(stmt);
        if is_root {
            out.extend(views.iter().map(|view| Stmt { kind: StmtKind::DeclareArray(*view), span }));
        }
    })
}

/// Every store to one view is followed by stores of arbitrary values to the others.
fn forgetting(env: &mut Env, stmts: Vec<Stmt>, views: &[ArrayId]) -> Vec<Stmt> {
    let mut out = Vec::new();
    for mut stmt in stmts {
        let (span, stored) = (stmt.span, stmt.kind.stored().filter(|array| views.contains(array)));
        if !matches!(stmt.kind, StmtKind::Call(_)) {
            for body in stmt.kind.bodies_mut() {
                *body = forgetting(env, std::mem::take(body), views);
            }
        } else if used_arrays(std::slice::from_ref(&stmt)).iter().any(|array| views.contains(array)) {
            // What its contract says of one view is nothing about the others.
            env.unsupported("a call by contract with memory that is seen with several types", span);
        }
        let stored_kind = stored.is_some().then(|| stmt.kind.clone());
        out.push(stmt);
        let (Some(stored), Some(kind)) = (stored, stored_kind) else { continue };
        for other in views.iter().copied().filter(|other| *other != stored) {
            let ty: Type = env.kernel.arrays[other.index()].element;
            let any = env.new_local("bits", ty, LocalRole::Opaque, span);
            out.push(Stmt { kind: StmtKind::Declare(any), span });
            let value = env.read_local(any, span);
            let kind = match kind.clone() {
                StmtKind::Store { index, .. } => StmtKind::Store { array: other, index, value },
                StmtKind::Atomic(atomic) => StmtKind::Atomic(Atomic {
                    op: AtomicOp::Exch,
                    order: MemoryOrder::Relaxed,
                    array: other,
                    operands: vec![value],
                    result: None,
                    ..atomic
                }),
                kind => kind,
            };
            out.push(Stmt { kind, span });
        }
    }
    out
}

/// The arrays that the statements read or write.
fn used_arrays(stmts: &[Stmt]) -> BTreeSet<ArrayId> {
    let mut used = BTreeSet::new();
    walk(stmts, &mut |stmt| {
        if let StmtKind::Store { array, .. } | StmtKind::Atomic(Atomic { array, .. }) = &stmt.kind {
            used.insert(*array);
        }
        stmt.kind.exprs().into_iter().for_each(|e| used.extend(e.arrays_read()));
    });
    used
}

/// An array of bytes that is only ever looked at through views: what `void *` points to.
pub fn raw(name: &str, is_const: bool, is_restrict: bool, span: Span) -> Array {
    Array {
        is_const,
        is_restrict,
        ..Array::new(name.to_string(), Type::Int { signed: false, bits: 8 }, Space::Global, vec![None], span)
    }
}

//! What the elements of an array are where a loop begins, by the stores before it.

use crate::kernel::ir::{
    ArrayId, Binary, BoundId, Builtin, Expr, ExprKind, LocalId, Space, Stmt, StmtKind, walk, written,
};

use super::Guesses;
use super::terms::{Build, any};

/// Contents that are looked at.
const MOST: usize = 3;

impl Guesses<'_, '_> {
    /// Expressions for the element with some index. Each is what one store before the loop says, taken for all elements.
    pub fn contents(&self, array: ArrayId) -> Vec<(BoundId, Expr)> {
        let mut found: Vec<(BoundId, Expr)> = Vec::new();
        let mut texts: Vec<String> = Vec::new();
        let is_before = |stmt: &&Stmt| written(std::slice::from_ref(*stmt)).arrays.contains_key(&array);
        let info = &self.build.kernel.arrays[array.index()];
        let is_new = info.space == Space::Global && !self.site.before.iter().any(is_before);
        if info.extents.len() == 1 && (self.site.is_called || is_new) {
            let var = self.build.variable("k");
            let element = self.build.read(array, vec![self.build.bound(var)]);
            let ty = element.ty;
            found.push((var, self.build.expr(ExprKind::Old(element), ty)));
        }
        for stmt in self.site.before.iter().rev().filter(|stmt| is_before(stmt)) {
            walk(std::slice::from_ref(*stmt), &mut |stmt| {
                let Some((var, value)) = self.stored(array, stmt) else { return };
                let text = self.build.text(&value);
                if found.len() < MOST && !texts.contains(&text) {
                    texts.push(text);
                    found.push((var, value));
                }
            });
        }
        found
    }

    /// What a store says of the element whose index is a variable.
    fn stored(&self, array: ArrayId, stmt: &Stmt) -> Option<(BoundId, Expr)> {
        let StmtKind::Store { array: stored, index, value, .. } = &stmt.kind else { return None };
        let index = index.last()?;
        if *stored != array {
            return None;
        }
        let build = self.build;
        let every = |_: LocalId| true;
        let index = self.at_entry(&build.expanded(&build.exact(index)?, &every));
        let value = build.expanded(&build.exact(value)?, &every);
        let var = build.variable("k");
        Some((var, about(build, &value, &index, var)?))
    }
}

/// An expression of a thread with the index that it stores to, as one about the element: what depends on the thread is the index and
/// something that does not.
fn about(build: &Build<'_>, e: &Expr, index: &Expr, var: BoundId) -> Option<Expr> {
    if !is_of_thread(e) {
        return Some(e.clone());
    }
    if e.ty.is_integral() {
        let rest = build.linear(e).minus(&build.linear(index));
        let rest = build.sum(&rest);
        if !is_of_thread(&rest) {
            return Some(build.tidy(&build.binary(Binary::Add, rest, build.bound(var))));
        }
    }
    if matches!(&*e.kind, ExprKind::Builtin(_)) {
        return None;
    }
    let mut e = e.clone();
    for child in e.children_mut() {
        *child = about(build, child, index, var)?;
    }
    Some(e)
}

pub fn is_of_thread(e: &Expr) -> bool {
    any(e, &|kind| matches!(kind, ExprKind::Builtin(Builtin::ThreadIdx(_))))
}

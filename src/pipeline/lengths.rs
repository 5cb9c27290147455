//! Lengths of arrays within which a kernel's accesses stay (HOST-48): candidates that are large enough in small launches, the tightest
//! first, are proved.

use std::collections::BTreeSet;

use crate::base::{Span, work};
use crate::kernel::ir::{Array, ArrayId, Expr, ExprKind, Kernel, Space, StmtKind, walk};
use crate::race::candidates::{self, Candidate};
use crate::tasks::TaskKind;
use crate::witness::{self, Effort, Observed, evaluate};

use super::generate::execute;
use super::session::Session;
use super::solve::attempt::solve;
use super::suggest::under;

/// Lengths of an array that are tried.
const MOST_TRIES: usize = 4;

/// The arrays whose lengths are not known, with the least length that suffices, where one was found.
pub fn lengths(kernel: &Kernel, session: &Session<'_>) -> Vec<(ArrayId, Candidate)> {
    let seen = witness::survey(kernel, session.config, Effort::LARGE, session.stop);
    let seen: Vec<&Observed> = seen.iter().filter(|seen| seen.is_clean).collect();
    let sizes = candidates::lengths(kernel);
    let all = (0_u32..).map(ArrayId).zip(&kernel.arrays);
    let is_asked = |array: &Array| {
        let is_name = array.name.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_');
        let is_unknown = matches!(array.extents[..], [None]) && !array.length_used;
        is_name && is_unknown && matches!(array.space, Space::Global | Space::Constant)
    };
    let mut found = Vec::new();
    for (id, array) in all.filter(|(_, array)| is_asked(array)) {
        let places = accesses(kernel, id);
        if places.is_empty() {
            continue;
        }
        let mut ranked: Vec<(i128, &Expr)> =
            sizes.iter().filter_map(|size| Some((slack(size, &array.name, &seen)?, size))).collect();
        ranked.sort_by_key(|(slack, _)| *slack);
        // What names no dimension says more of the array.
        let (of_launch, of_params): (Vec<&Expr>, Vec<&Expr>) =
            ranked.into_iter().map(|(_, size)| size).partition(|size| names_launch(size));
        let tried = of_params.iter().take(MOST_TRIES).chain(of_launch.iter().take(MOST_TRIES));
        let size = tried.copied().find(|size| is_within(kernel, id, size, &places, session));
        found.extend(size.map(|size| (id, candidates::at_least(kernel, id, size))));
    }
    found
}

/// The kernel with a clause about the length of an array.
pub fn with(kernel: &Kernel, array: ArrayId, clause: &Candidate) -> Kernel {
    let mut kernel = under(kernel, clause);
    kernel.arrays[array.index()].length_used = true;
    kernel
}

fn names_launch(size: &Expr) -> bool {
    let mut names = false;
    size.walk(&mut |part| names |= matches!(&*part.kind, ExprKind::Builtin(_)));
    names
}

/// How many elements the size has over what is touched, in all launches together; none where it is too small in one, or nothing
/// is touched in any.
fn slack(size: &Expr, array: &str, seen: &[&Observed]) -> Option<i128> {
    let mut all: Option<i128> = None;
    for observed in seen {
        let Some((least, most)) = observed.touched.get(array) else { continue };
        let over = evaluate::integer(size, &observed.setup)?.checked_sub(i128::from(*most) + 1)?;
        if *least < 0 || over < 0 {
            return None;
        }
        all = Some(all.unwrap_or_default().saturating_add(over));
    }
    all
}

/// Where the kernel accesses the array.
fn accesses(kernel: &Kernel, wanted: ArrayId) -> BTreeSet<Span> {
    let mut places = BTreeSet::new();
    walk(&kernel.body, &mut |stmt| {
        match &stmt.kind {
            StmtKind::Store { array, .. } if *array == wanted => drop(places.insert(stmt.span)),
            StmtKind::Atomic(atomic) if atomic.array == wanted => drop(places.insert(stmt.span)),
            _ => {}
        }
        for e in stmt.kind.exprs() {
            e.walk(&mut |part| {
                if matches!(&*part.kind, ExprKind::Read { array, .. } if *array == wanted) {
                    places.insert(part.span);
                }
            });
        }
    });
    places
}

/// Whether all accesses of the array are proved to be in bounds if it has this length.
fn is_within(kernel: &Kernel, array: ArrayId, size: &Expr, places: &BTreeSet<Span>, session: &Session<'_>) -> bool {
    let clause = candidates::at_least(kernel, array, size);
    let narrower = with(kernel, array, &clause);
    let Ok(set) = work::until(session.stop, 0, || execute(&narrower, session.config).own()) else { return false };
    let mut tasks =
        set.tasks.iter().filter(|task| task.kind == TaskKind::Bounds && places.contains(&task.span)).peekable();
    let any = tasks.peek().is_some();
    any && tasks.all(|task| solve(&set, task, &session.brief()).result.verdict.is_proved())
}

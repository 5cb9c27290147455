//! Initialiser lists: which cell gets which expression, with C's brace elision.

use crate::base::{Span, codes};
use crate::cpp::{Env, Lowered, types::INDEX, value};
use crate::kernel::ir::Expr;
use crate::memory::layout::dimensions;
use crate::syntax::tree::{self, Initializer};

/// Initialiser lists of larger arrays are not written out cell by cell.
pub const MOST_CELLS: usize = 4096;

/// The cells that a list names, by position in row-major order.
pub struct Cells<'t> {
    /// Positions and expressions, in the order of the list.
    pub cells: Vec<(usize, &'t tree::Expr)>,
}

/// `T x[] = {...}` has as many elements as the list.
pub fn complete(extents: &mut [Option<Expr>], list: &[Initializer], span: Span) {
    let inner: Option<Vec<u64>> = extents.get(1..).and_then(dimensions);
    if let (Some(first @ None), Some(inner)) = (extents.first_mut(), inner) {
        let elided = list.iter().all(|item| matches!(item, Initializer::Expr(_)));
        let row = if elided { inner.iter().product::<u64>().max(1) } else { 1 };
        *first = Some(value::int((list.len() as u64).div_ceil(row), INDEX, span));
    }
}

/// Where each expression of a list goes.
pub fn cells<'t>(env: &mut Env, list: &'t [Initializer], dims: &[u64]) -> Lowered<Cells<'t>> {
    let mut cells = Vec::new();
    let mut rest = list;
    fill(env, &mut rest, dims, 0, &mut cells)?;
    match rest.first() {
        Some(extra) => Err(env.error(codes::E0303, span(extra), "more initialisers than elements")),
        None => Ok(Cells { cells }),
    }
}

/// Fills the sub-array that starts at `start`, taking items from the list.
fn fill<'t>(
    env: &mut Env,
    rest: &mut &'t [Initializer],
    dims: &[u64],
    start: u64,
    cells: &mut Vec<(usize, &'t tree::Expr)>,
) -> Lowered<()> {
    let Some((count, inner)) = dims.split_first() else { return Ok(()) };
    let size = inner.iter().product::<u64>();
    if size == 0 {
        return Ok(());
    }
    for at in 0..*count {
        let Some((item, tail)) = rest.split_first() else { return Ok(()) };
        let place = start + at * size;
        match item {
            Initializer::Expr(e) if inner.is_empty() => {
                *rest = tail;
                cells.push((place as usize, e));
            }
            Initializer::Expr(_) => fill(env, rest, inner, place, cells)?,
            Initializer::List(list, span) => {
                *rest = tail;
                let mut own = list.as_slice();
                if inner.is_empty() {
                    fill(env, &mut own, &[1], place, cells)?;
                } else {
                    fill(env, &mut own, inner, place, cells)?;
                }
                if !own.is_empty() {
                    return Err(env.error(codes::E0303, *span, "more initialisers than elements"));
                }
            }
            Initializer::Construct(_) => return Err(env.unsupported("constructor in an initialiser list", span(item))),
        }
    }
    Ok(())
}

fn span(item: &Initializer) -> Span {
    match item {
        Initializer::Expr(e) => e.span,
        Initializer::List(_, span) => *span,
        Initializer::Construct(args) => args.first().map_or_else(Span::default, |e| e.span),
    }
}

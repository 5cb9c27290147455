//! Who touches what in a run: threads by cells, and the threads of a block at a barrier.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use crate::interp::ThreadIndex as Thread;
use crate::kernel::ir::AccessKind;
use crate::report::LaunchShape;
use crate::report::counterexample::{ThreadIndex, Touch};
use crate::report::document::{BarrierEntry, KernelEntry};

use super::kernels::shown;

/// Threads and cells of a run, with marks where they meet.
#[derive(Serialize)]
pub struct Picture {
    title: String,
    array: String,
    cells: Vec<String>,
    threads: Vec<String>,
    marks: Vec<Mark>,
    left_out: String,
}

/// What a thread does at a cell.
#[derive(Serialize)]
struct Mark {
    row: usize,
    column: usize,
    kind: &'static str,
    bad: bool,
    values: String,
}

/// A thread of a block at a barrier.
#[derive(Serialize)]
pub struct Waits {
    name: String,
    x: u64,
    y: u64,
    state: &'static str,
}

/// The most threads and cells that are shown.
const MOST: (usize, usize) = (32, 48);
/// The most pictures of a kernel.
const MOST_PICTURES: usize = 3;

/// The pictures of a kernel: of its races, and else of what else goes wrong.
pub fn of_kernel(kernel: &KernelEntry) -> Vec<Picture> {
    let races = kernel.races.iter().filter(|race| !race.touches.is_empty()).map(|race| {
        let bad = [race.first.thread, race.second.thread].into_iter().flatten().map(thread).collect();
        let cell = race.index.map_or_else(|| race.coordinates.clone(), |index| vec![index]);
        picture(race.launch, &race.array, &race.touches, Some((cell, bad)))
    });
    let counterexamples = kernel.tasks.iter().filter_map(|task| task.counterexample.as_ref());
    let others = counterexamples.filter(|shown| !shown.touches.is_empty()).flat_map(|shown| {
        let written: BTreeSet<&str> = shown
            .touches
            .iter()
            .filter(|touch| touch.kind != AccessKind::Read)
            .map(|touch| touch.array.as_str())
            .collect();
        written.into_iter().map(|array| picture(Some(shown.launch), array, &shown.touches, None))
    });
    let races: Vec<Picture> = races.take(MOST_PICTURES).collect();
    if races.is_empty() { others.take(MOST_PICTURES).collect() } else { races }
}

fn thread(index: ThreadIndex) -> Thread {
    Thread { block: index.block_idx, thread: index.thread_idx }
}

/// Blocks first, and within them x runs fastest.
fn order(thread: Thread) -> [u64; 6] {
    let ([bx, by, bz], [tx, ty, tz]) = (thread.block, thread.thread);
    [bz, by, bx, tz, ty, tx]
}

/// The coordinates that say which one it is among those of its sizes.
fn named(at: [u64; 3], sizes: [u64; 3]) -> String {
    match (sizes[1], sizes[2]) {
        (1, 1) => at[0].to_string(),
        (_, 1) => format!("{},{}", at[0], at[1]),
        _ => format!("{},{},{}", at[0], at[1], at[2]),
    }
}

fn name(thread: Thread, launch: Option<LaunchShape>) -> String {
    let Some(launch) = launch else { return named(thread.thread, [2, 2, 2]) };
    let own = named(thread.thread, launch.block_dim);
    match launch.grid_dim {
        [1, 1, 1] => own,
        grid => format!("{}:{own}", named(thread.block, grid)),
    }
}

/// `bad` is the cell, and the threads, of a race.
fn picture(
    launch: Option<LaunchShape>,
    array: &str,
    touches: &[Touch],
    bad: Option<(Vec<i64>, Vec<Thread>)>,
) -> Picture {
    let cell = |touch: &Touch| if touch.coordinates.is_empty() { vec![touch.index] } else { touch.coordinates.clone() };
    let of_array = || touches.iter().filter(|touch| touch.array == array);
    // Of the blocks that have an array each, one is shown.
    let of_blocks = of_array().next().filter(|touch| touch.is_of_block).map(|touch| touch.thread.block);
    let block =
        of_blocks.map(|first| bad.as_ref().and_then(|(_, who)| who.first()).map_or(first, |thread| thread.block));
    let own: Vec<&Touch> = of_array().filter(|touch| block.is_none_or(|block| touch.thread.block == block)).collect();
    let is_bad = |cell: &Vec<i64>, thread: Thread| {
        bad.as_ref().is_some_and(|(where_, who)| where_ == cell && who.contains(&thread))
    };
    // What collides is shown, whatever else there is.
    let collides = |touch: &&&Touch| is_bad(&cell(touch), touch.thread);
    let in_order = own.iter().filter(collides).chain(&own);
    let (mut rows, mut columns) = (BTreeMap::new(), BTreeSet::new());
    let all: BTreeSet<[u64; 6]> = own.iter().map(|touch| order(touch.thread)).collect();
    let all_cells: BTreeSet<Vec<i64>> = own.iter().map(|touch| cell(touch)).collect();
    for touch in in_order {
        if rows.len() < MOST.0 {
            rows.insert(order(touch.thread), touch.thread);
        }
        if columns.len() < MOST.1 {
            columns.insert(cell(touch));
        }
    }
    let row_of: BTreeMap<[u64; 6], usize> = rows.keys().enumerate().map(|(row, key)| (*key, row)).collect();
    let column_of: BTreeMap<&Vec<i64>, usize> =
        columns.iter().enumerate().map(|(column, cell)| (cell, column)).collect();
    let mut marks: BTreeMap<(usize, usize), Mark> = BTreeMap::new();
    for touch in &own {
        let at = cell(touch);
        let (Some(&row), Some(&column)) = (row_of.get(&order(touch.thread)), column_of.get(&at)) else { continue };
        let (kind, does) = match touch.kind {
            AccessKind::Read => ("read", "reads"),
            AccessKind::Write => ("write", "writes"),
            AccessKind::Atomic(_) | AccessKind::Load(_) => ("atomic", "atomically makes it"),
        };
        let value = touch.value.as_ref().map_or_else(String::new, |value| format!(" {value}"));
        let said = format!("{does}{value}");
        let bad = is_bad(&at, touch.thread);
        marks
            .entry((row, column))
            .and_modify(|mark| {
                mark.kind = match [mark.kind, kind] {
                    [one, other] if one == other => kind,
                    kinds if kinds.contains(&"atomic") => "atomic",
                    _ => "both",
                };
                // A loop may do the same over and over.
                if mark.values.len() < 200 {
                    mark.values = format!("{}, {said}", mark.values);
                }
            })
            .or_insert_with(|| Mark { row, column, kind, bad, values: format!("{}: {said}", touch.thread) });
    }
    let left_out = [(all.len() - rows.len(), "threads"), (all_cells.len() - columns.len(), "cells")];
    let left_out: Vec<String> =
        left_out.iter().filter(|(more, _)| *more > 0).map(|(more, what)| format!("{more} more {what}")).collect();
    Picture {
        title: match block.filter(|_| launch.is_some_and(|launch| launch.grid_dim != [1; 3])) {
            Some([x, y, z]) => format!("{}, block {x},{y},{z}", shown(launch)),
            None => shown(launch),
        },
        array: array.to_owned(),
        cells: columns.iter().map(|cell| cell.iter().map(i64::to_string).collect::<Vec<_>>().join(",")).collect(),
        threads: rows.values().map(|thread| name(*thread, launch)).collect(),
        marks: marks.into_values().collect(),
        left_out: if left_out.is_empty() { String::new() } else { format!("{} are not shown", left_out.join(" and ")) },
    }
}

/// The threads of the block at a barrier that diverges, row by row, and how many are in a row.
pub fn threads(barrier: &BarrierEntry) -> (Vec<Waits>, u64) {
    const MOST_THREADS: u64 = 256;
    let (Some(launch), Some(inside)) = (barrier.launch, barrier.thread_in) else { return (Vec::new(), 0) };
    let [x, y, z] = launch.block_dim;
    if x * y * z > MOST_THREADS || barrier.waiting.len() < 2 && x * y * z > 2 {
        // Of a run in another order than lock-step it is not known who else waits.
        return (Vec::new(), 0);
    }
    let columns = if (y, z) == (1, 1) { x.min(32) } else { x };
    let one = |at: u64| {
        let thread_idx = [at % x, at / x % y, at / x / y];
        let waits = barrier.waiting.contains(&ThreadIndex { block_idx: inside.block_idx, thread_idx });
        Waits {
            name: named(thread_idx, launch.block_dim),
            x: at % columns,
            y: at / columns,
            state: if waits { "waits" } else { "elsewhere" },
        }
    };
    ((0..x * y * z).map(one).collect(), columns)
}

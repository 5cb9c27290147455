//! The simplified tasks of every example, for review with `cargo insta review`.

use std::path::Path;
use std::sync::Mutex;

use gpuhoare::base::{Config, StopFlag};
use gpuhoare::pipeline;
use gpuhoare::pipeline::show::{Notation, Shown};

/// One test for each example, so that one that fails says which.
macro_rules! snapshots {
    ($($example:ident)*) => {
        $(
            #[test]
            fn $example() {
                simplified_tasks(stringify!($example));
            }
        )*

        #[test]
        fn every_example_has_a_snapshot() {
            let named = [$(stringify!($example)),*];
            let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples");
            for entry in std::fs::read_dir(folder).unwrap() {
                let path = entry.unwrap().path();
                if path.extension().is_some_and(|extension| extension == "cu") {
                    let name = path.file_stem().unwrap().to_string_lossy().into_owned();
                    let snake = snake_case(&name);
                    assert!(named.contains(&snake.as_str()), "add `{snake}` to the list in tests/snapshots.rs");
                }
            }
        }
    };
}

snapshots! {
    array_copy array_copy_blocks bitonic_step blelloch blelloch_operator block_sum block_sum_any block_sum_first_add
    block_sum_interleaved brent_kung compact compact_block convolution3 diffusion1d dot_product grid_stride_copy grid_sum
    hillis_steele histogram histogram_shared kogge_stone_operator mat_vec matrix_add matrix_mul matrix_mul_flat reverse_blocks saxpy scan_grid stencil5 transpose_padded vector_add
}

fn simplified_tasks(snake: &str) {
    // Trees are walked recursively; the test threads' stacks are small.
    let snake = snake.to_owned();
    let text = std::thread::Builder::new()
        .stack_size(64 << 20)
        .spawn({
            let snake = snake.clone();
            move || final_tasks(&snake)
        })
        .unwrap()
        .join()
        .unwrap();
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path(concat!(env!("CARGO_MANIFEST_DIR"), "/snapshots"));
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(format!("final/{snake}"), text));
}

/// The tasks, further cases of a task as what they lack of an earlier one and have beyond it, where that is shorter.
fn cases_as_differences(tasks: &str) -> String {
    let mut out = String::new();
    let mut cases: Vec<(&str, Vec<&str>)> = Vec::new();
    for task in tasks.split_inclusive("\n\n") {
        let mut lines = task.lines();
        let id = lines.next().and_then(|line| line.strip_prefix("task ")).unwrap_or_default();
        let facts: Vec<&str> = lines.collect();
        let of = id.rsplit_once("/case").map_or(id, |(of, _)| of);
        cases.retain(|(other, _)| *other == of || other.rsplit_once("/case").is_some_and(|(other, _)| other == of));
        let differences = cases.iter().map(|(other, known)| {
            let lacks = known.iter().filter(|fact| !facts.contains(fact)).map(|fact| format!("- {fact}\n"));
            let has = facts.iter().filter(|fact| !known.contains(fact)).map(|fact| format!("+ {fact}\n"));
            format!("task {id}: {other} with other facts\n{}\n", lacks.chain(has).collect::<String>())
        });
        out += differences.chain([task.to_owned()]).min_by_key(String::len).unwrap_or_default().as_str();
        cases.push((id, facts));
    }
    out
}

fn final_tasks(snake: &str) -> String {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("examples");
    let path = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .find(|path| path.file_stem().is_some_and(|stem| snake_case(&stem.to_string_lossy()) == snake))
        .unwrap();
    let tasks = Mutex::new(String::new());
    let keep = |text: &str| tasks.lock().unwrap().push_str(text);
    let shown = Shown::new("final", Notation::Text, &keep);
    pipeline::show_files(&[path], &Config::default(), &StopFlag::new(), &shown);
    cases_as_differences(&tasks.into_inner().unwrap())
}

fn snake_case(name: &str) -> String {
    let mut snake = String::new();
    for letter in name.chars() {
        if letter.is_uppercase() {
            snake.push('_');
        }
        snake.extend(letter.to_lowercase());
    }
    snake
}

//! Everything that reads text, fed with arbitrary bytes and with mangled kernels, logic files, IR and tasks: nothing panics,
//! and everything ends soon.
//!
//! `FUZZ_CASES` is the number of cases of each test (the short run has a few hundred), `FUZZ_SEED` chooses others than the fixed ones:
//!
//! ```sh
//! FUZZ_CASES=1000000 FUZZ_SEED=2 cargo test --release --test fuzz
//! ```

mod annotations;
mod corpus;
mod mangle;
mod watch;

use std::path::Path;

use gpuhoare::base::{Config, Files, StopFlag};
use gpuhoare::interp::setup;
use gpuhoare::kernel::ir::Type;
use gpuhoare::report::{Silent, json};
use gpuhoare::smt::encode;
use gpuhoare::witness::{self, Effort};
use gpuhoare::{kernel, pipeline, simplify, syntax, tasks};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::test_runner::{Config as Cases, RngAlgorithm, TestRng, TestRunner};

use corpus::corpus;
use mangle::{Edit, mangled};

/// Runs a property in a thread with the stack that the tool's own threads have.
fn fuzz<S>(name: &'static str, cases: u32, strategy: S, property: impl Fn(S::Value, &Path) + Send + Sync)
where
    S: Strategy + Send + Sync,
    S::Value: std::fmt::Debug,
{
    let number = |name: &str| std::env::var(name).ok().and_then(|number| number.parse::<u32>().ok());
    let cases = number("FUZZ_CASES").unwrap_or(cases);
    let mut seed = [7; 32];
    seed[..4].copy_from_slice(&number("FUZZ_SEED").unwrap_or(0).to_le_bytes());
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let run = || {
        let cases = Cases { cases, failure_persistence: None, max_shrink_iters: 4_000, ..Cases::default() };
        let mut runner = TestRunner::new_with_rng(cases, TestRng::from_seed(RngAlgorithm::ChaCha, &seed));
        let outcome = runner.run(&strategy, |input| {
            let _watch = watch::start(name, format!("{input:?}"));
            property(input, folder.path());
            Ok(())
        });
        outcome.unwrap_or_else(|found| panic!("{name}: {found}"));
    };
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().stack_size(512 << 20).spawn_scoped(scope, run);
        let ended = thread.expect("a thread can be started").join();
        ended.unwrap_or_else(|panic| std::panic::resume_unwind(panic));
    });
}

/// A program file through the front end, execution, small launches and the JSON document.
fn program(bytes: &[u8], folder: &Path, name: &str) {
    let path = folder.join(name);
    std::fs::write(&path, bytes).expect("the folder is ours");
    let config = Config::default();
    let run = pipeline::check_files(std::slice::from_ref(&path), &config, &StopFlag::new(), &Silent);
    let document: serde_json::Value = serde_json::from_str(&json::text(&run)).expect("the document is JSON");
    assert_eq!(document["schema"], 1);
    let mut sources = Files::new();
    for kernel in pipeline::lower(&mut sources, &path, &pipeline::front::Given::default(), &config).kernels {
        let is_bad = kernel.diagnostics.iter().any(gpuhoare::base::Diagnostic::is_error);
        if !is_bad && kernel.unsupported.is_empty() {
            witness::search(
                &kernel,
                &config,
                Effort { launches: 4, steps: 20_000, steps_each: 5_000, hinted: false, reordered: 1 },
                &StopFlag::new(),
            );
        }
        round_trip(&kernel);
    }
}

/// What is printed of a kernel reads back.
fn round_trip(kernel: &gpuhoare::kernel::ir::Kernel) {
    let text = kernel::text::kernel(kernel);
    let mut files = Files::new();
    let file = files.add("k.ir", text.as_str());
    let back = kernel::parse::kernel(file, &text).unwrap_or_else(|found| panic!("{}\n{text}", found.message));
    assert_eq!(kernel::text::kernel(&back), text);
}

fn ir(text: &str) {
    let mut files = Files::new();
    let file = files.add("k.ir", text);
    if let Ok(kernel) = kernel::parse::kernel(file, text) {
        let _ = kernel::text::kernel(&kernel);
    }
}

fn task_file(text: &str) {
    let mut files = Files::new();
    let file = files.add("k.tasks", text);
    let Ok(set) = tasks::parse::task_set(file, text) else { return };
    let _ = tasks::text::task_set(&set);
    for task in set.tasks.iter().take(1) {
        for part in simplify::simplify(&set, task, &Config::default(), &mut |_, _, _| {}) {
            let _ = encode(&part.terms, &part.facts, part.goal);
        }
    }
}

fn side_file(text: &str) {
    let mut files = Files::new();
    let _ = syntax::spec::parse_side_file(&mut files, "k.spec", text);
}

fn command_line(text: &str) {
    for ty in [Type::INT, Type::Bool, Type::Integer, Type::Float { bits: 32 }] {
        if let Some(value) = setup::parse_scalar(text, ty) {
            let _ = setup::write_scalar(&value);
        }
        if let Some(contents) = setup::parse_contents(text, ty) {
            assert_eq!(setup::parse_contents(&setup::write_contents(&contents), ty), Some(contents));
        }
    }
}

#[test]
fn arbitrary_bytes() {
    fuzz("arbitrary_bytes", 200, vec(any::<u8>(), 0..300), |bytes, folder| {
        program(&bytes, folder, "k.cu");
        program(&bytes, folder, "k.spec");
        let text = String::from_utf8_lossy(&bytes);
        ir(&text);
        task_file(&text);
        side_file(&text);
        command_line(&text);
    });
}

#[test]
fn arbitrary_words() {
    fuzz("arbitrary_words", 300, vec(any::<u32>(), 0..60), |words, folder| {
        let text: String = words.iter().map(|word| format!("{} ", mangle::word(*word))).collect();
        program(text.as_bytes(), folder, "k.cu");
        program(format!("//@ {text}\n__global__ void k(int *a, int n) {{ a[0] = n; }}").as_bytes(), folder, "k.cu");
        program(format!("__global__ void k(int *a, int n) {{ {text} }}").as_bytes(), folder, "k.cu");
        program(text.as_bytes(), folder, "k.spec");
        ir(&text);
        task_file(&text);
        side_file(&text);
        command_line(&text);
    });
}

/// The readers alone, of short texts in memory: cases that are cheap enough for millions of them.
#[test]
fn readers() {
    let text = prop_oneof![
        vec(any::<u8>(), 0..40).prop_map(|bytes| String::from_utf8_lossy(&bytes).into_owned()),
        vec(any::<u32>(), 0..16)
            .prop_map(|words| words.iter().map(|word| format!("{} ", mangle::word(*word))).collect()),
    ];
    fuzz("readers", 2_000, text, |text: String, _| {
        let around = format!("//@ {text}\n__global__ void k(int *a, int n) {{ {text} }}");
        for program in [&text, &around] {
            let _ = syntax::parse_text(&mut Files::new(), "k.cu", program, &Config::default());
        }
        ir(&text);
        let mut files = Files::new();
        let file = files.add("k.tasks", text.as_str());
        let _ = tasks::parse::task_set(file, &text);
        side_file(&text);
        command_line(&text);
    });
}

fn edits() -> impl Strategy<Value = (u32, Vec<Edit>)> {
    (any::<u32>(), vec(any::<[u32; 4]>().prop_map(Edit), 1..5))
}

#[test]
fn clauses_have_an_effect_or_a_message() {
    annotations::nothing_is_lost(&annotations::changed(&[]));
    fuzz("clauses_have_an_effect_or_a_message", 3_000, edits(), |(_, edits), _| {
        annotations::nothing_is_lost(&annotations::changed(&edits));
    });
}

#[test]
fn mangled_kernels() {
    let kernels = corpus(&["examples", "tests/kernels"], "cu");
    fuzz("mangled_kernels", 400, edits(), |(at, edits), folder| {
        program(mangled(&kernels, at, &edits).as_bytes(), folder, "k.cu");
    });
}

#[test]
fn mangled_logic_files() {
    let files = corpus(&["specs", "tests/logic", "tests/kernels"], "spec");
    fuzz("mangled_logic_files", 200, edits(), |(at, edits), folder| {
        let text = mangled(&files, at, &edits);
        program(text.as_bytes(), folder, "k.spec");
        side_file(&text);
    });
}

#[test]
fn mangled_intermediate_forms() {
    let (kernels, sets) = corpus::intermediate();
    fuzz("mangled_intermediate_forms", 300, edits(), |(at, edits), _| {
        ir(&mangled(&kernels, at, &edits));
        task_file(&mangled(&sets, at, &edits));
    });
}

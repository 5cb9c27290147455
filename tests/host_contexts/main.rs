//! What is known of launches against the launches themselves: random host programs are compiled with a runtime that records
//! configurations and arguments. Each recorded launch must lie in a context of its place; a launch in which a value is changed
//! that follows from the others must not.

#[path = "../common/random.rs"]
mod random;

mod generate;
mod hidden;

use std::collections::BTreeMap;
use std::fmt::Write;
use std::process::Command;

use gpuhoare::base::{Config, Files};
use gpuhoare::host::term::{Node, Op};
use gpuhoare::host::{Argument, Context, Term};
use gpuhoare::smt::{self, Outcome, Portfolio, Query, StopFlag};
use gpuhoare::syntax;
use gpuhoare::syntax::tree::Asked;
use rayon::prelude::*;

use generate::{Program, Value};

/// Programs that one compilation has.
const TOGETHER: usize = 40;
/// Inputs that each is run with.
const INPUTS: [(i32, i32); 6] = [(1, 5), (64, 3), (100, 100), (1000, 17), (2047, 256), (-5, 40)];

/// A launch that was made.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Launch {
    number: usize,
    /// Grid, block, arguments.
    values: [i64; 9],
}

fn term(term: &Term) -> String {
    let Node::Apply(op, args) = &**term else {
        return match **term {
            Node::Int(value) if value < 0 => format!("(- {})", -value),
            Node::Int(value) => value.to_string(),
            Node::Free(free) => format!("u{}", free.0),
            Node::Apply(..) => unreachable!(),
        };
    };
    let of: Vec<String> = args.iter().map(self::term).collect();
    let truths: Vec<String> = args.iter().map(truth).collect();
    match op {
        Op::Add => format!("(+ {})", of.join(" ")),
        Op::Mul => format!("(* {})", of.join(" ")),
        Op::Div => format!("(quot {} {})", of[0], of[1]),
        Op::Rem => format!("(- {0} (* {1} (quot {0} {1})))", of[0], of[1]),
        Op::Min => format!("(ite (<= {0} {1}) {0} {1})", of[0], of[1]),
        Op::Max => format!("(ite (<= {0} {1}) {1} {0})", of[0], of[1]),
        Op::Choose => format!("(ite {} {} {})", truths[0], of[1], of[2]),
        Op::Le | Op::Lt | Op::Eq | Op::Not | Op::And | Op::Or | Op::IsPow2 => format!("(ite {} 1 0)", truth(term)),
    }
}

fn truth(term: &Term) -> String {
    let Node::Apply(op, args) = &**term else { return format!("(distinct {} 0)", self::term(term)) };
    let of: Vec<String> = args.iter().map(self::term).collect();
    let truths: Vec<String> = args.iter().map(truth).collect();
    match op {
        Op::Le => format!("(<= {} {})", of[0], of[1]),
        Op::Lt => format!("(< {} {})", of[0], of[1]),
        Op::Eq => format!("(= {} {})", of[0], of[1]),
        Op::Not => format!("(not {})", truths[0]),
        Op::And => format!("(and {})", truths.join(" ")),
        Op::Or => format!("(or {})", truths.join(" ")),
        Op::IsPow2 => {
            format!("(or {})", (0..31).map(|k| format!("(= {} {})", of[0], 1_i64 << k)).collect::<Vec<_>>().join(" "))
        }
        _ => format!("(distinct {} 0)", self::term(term)),
    }
}

/// That a launch is one of the context.
fn query(context: &Context, launch: &Launch) -> String {
    let mut text = String::from(
        "(define-fun quot ((a Int) (b Int)) Int (ite (>= a 0) (ite (> b 0) (div a b) (- (div a (- b)))) \
         (ite (> b 0) (- (div (- a) b)) (div (- a) (- b)))))\n",
    );
    for (free, unknown) in &context.unknowns {
        let ty = unknown.ty;
        let number = |value: i128| if value < 0 { format!("(- {})", -value) } else { value.to_string() };
        let _ = writeln!(text, "(declare-const u{} Int)", free.0);
        let _ = writeln!(text, "(assert (<= {} u{1} {2}))", number(ty.least()), free.0, number(ty.greatest()));
    }
    let sizes = context.grid.iter().chain(&context.block).map(Option::as_ref);
    let args = context.args.iter().map(|arg| match arg {
        Argument::Int(term) => Some(term),
        Argument::Memory { .. } | Argument::Unknown => None,
    });
    for (known, value) in sizes.chain(args).zip(launch.values) {
        if let Some(known) = known {
            let value = if value < 0 { format!("(- {})", -value) } else { value.to_string() };
            let _ = writeln!(text, "(assert (= {} {value}))", term(known));
        }
    }
    for fact in &context.facts {
        let _ = writeln!(text, "(assert {})", truth(&fact.cond));
    }
    text
}

fn contexts(cuda: &str) -> Vec<(usize, Context)> {
    contexts_of(&[cuda])
}

/// The contexts of the launches in the first file of a program.
fn contexts_of(texts: &[&str]) -> Vec<(usize, Context)> {
    let (mut files, config) = (Files::new(), Config::default());
    let tree = syntax::parse_text(&mut files, "program.cu", texts[0], &config);
    let asked = Asked { callers: tree.host.open.clone(), ..Asked::default() };
    let mut other = |text: &&str| syntax::parse_text_unit(&mut files, "main.cpp", text, &config, &asked);
    let others: Vec<_> = texts[1..].iter().map(&mut other).collect();
    let all = gpuhoare::host::contexts(&tree, &others).into_iter().map(|context| {
        let text = files.text(context.launch);
        let number = text.split(['<', '>']).nth(1).and_then(|number| number.parse().ok());
        (number.unwrap_or_else(|| panic!("a launch without number: {text}")), context)
    });
    all.collect()
}

/// Compiles programs and runs each with all inputs: the launches of each; nothing where there is no compiler.
fn executed(programs: &[Program]) -> Option<Vec<Vec<Launch>>> {
    let mut source = String::from(generate::RECORDER);
    for (at, program) in programs.iter().enumerate() {
        let _ = write!(source, "namespace p{at} {{\n{}\n}}\n", program.native);
    }
    source.push_str("int main(int, char **argv) {\n");
    for at in 0..programs.len() {
        for (n, m) in INPUTS {
            let _ =
                writeln!(source, "std::printf(\"P {at}\\n\"); left = 60; if (!setjmp(ended)) p{at}::run({n}, {m});");
        }
    }
    source.push_str("}\n");
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let (path, binary) = (folder.path().join("all.cpp"), folder.path().join("all"));
    std::fs::write(&path, source).expect("the folder is ours");
    let compiler =
        ["c++", "g++", "clang++"].into_iter().find(|name| Command::new(name).arg("--version").output().is_ok())?;
    let flags = ["-std=c++17", "-O0", "-w", "-o"];
    let output = Command::new(compiler).args(flags).arg(&binary).arg(&path).output().expect("the compiler starts");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let output = Command::new(&binary).output().expect("the program was just built");
    let mut all: Vec<Vec<Launch>> = vec![Vec::new(); programs.len()];
    let mut at = 0;
    for line in String::from_utf8_lossy(&output.stdout).lines() {
        let words: Vec<i64> = line[2..].split(' ').map(|word| word.parse().expect("a number")).collect();
        if line.starts_with('P') {
            at = words[0] as usize;
        } else {
            let launch = Launch { number: words[0] as usize, values: words[1..].try_into().expect("nine numbers") };
            all[at].push(launch);
        }
    }
    all.iter_mut().for_each(|launches| {
        launches.sort();
        launches.dedup();
    });
    Some(all)
}

#[derive(Default)]
struct Count {
    launches: usize,
    planted: usize,
    rejected: usize,
    outside: Vec<String>,
}

/// Whether a launch is in one of the contexts.
fn is_inside(portfolio: &Portfolio, contexts: &[&Context], launch: &Launch) -> bool {
    contexts.iter().any(|context| {
        let query = Query::new(query(context, launch));
        // What is not decided is not outside.
        !matches!(portfolio.solve(&query, &StopFlag::new()).outcome, Outcome::Unsat)
    })
}

fn z3() -> Portfolio {
    let config = Config::default();
    let (mut solvers, _) = smt::locate(&config, &|line| eprintln!("{line}")).expect("a solver");
    solvers.retain(|solver| solver.profile.name == "z3");
    Portfolio::new(solvers, &config)
}

fn compared(seed: u64, first: u64, many: usize) -> Option<Count> {
    let portfolio = z3();
    let numbers: Vec<u64> = (first..first + many as u64).collect();
    let parts: Option<Vec<Count>> = numbers
        .par_chunks(TOGETHER)
        .map(|numbers| {
            let programs: Vec<Program> = numbers.iter().map(|number| generate::program(seed, *number)).collect();
            let launches = executed(&programs)?;
            let mut count = Count::default();
            for ((number, program), launches) in numbers.iter().zip(&programs).zip(launches) {
                // Every other program stands in two files.
                let apart = || contexts_of(&program.apart.each_ref().map(String::as_str));
                let contexts = if number % 2 == 1 { apart() } else { contexts(&program.cuda) };
                let mut of_number: BTreeMap<usize, Vec<&Context>> = BTreeMap::new();
                contexts.iter().for_each(|(number, context)| of_number.entry(*number).or_default().push(context));
                let mut altered: Vec<usize> = Vec::new();
                for launch in launches {
                    count.launches += 1;
                    let own = of_number.get(&launch.number).map(Vec::as_slice).unwrap_or_default();
                    if !is_inside(&portfolio, own, &launch) {
                        count.outside.push(format!(
                            "program {number}, launch {}: {:?}\n{}",
                            launch.number, launch.values, program.cuda
                        ));
                    }
                    // Once for each launch of the text.
                    if altered.contains(&launch.number) {
                        continue;
                    }
                    altered.push(launch.number);
                    for value in &program.planted[launch.number] {
                        let mut other = launch.clone();
                        let at = match value {
                            Value::Grid(axis) => *axis,
                            Value::Block(axis) => 3 + axis,
                            Value::Argument(at) => 6 + at,
                        };
                        other.values[at] += 1;
                        count.planted += 1;
                        let is_rejected = !is_inside(&portfolio, own, &other);
                        count.rejected += usize::from(is_rejected);
                        if !is_rejected && std::env::var_os("SHOW").is_some() {
                            println!(
                                "program {number}, launch {}: {value:?} may be another\n{}",
                                launch.number, program.cuda
                            );
                            own.iter().for_each(|context| println!("{}", gpuhoare::host::text::context(context)));
                        }
                    }
                }
            }
            Some(count)
        })
        .collect();
    let mut all = Count::default();
    for part in parts? {
        all.launches += part.launches;
        all.planted += part.planted;
        all.rejected += part.rejected;
        all.outside.extend(part.outside);
    }
    Some(all)
}

fn check(seed: u64, many: usize) {
    let Some(count) = compared(seed, 0, many) else {
        println!("note: no host compiler here; contexts of launches are not compared with launches");
        return;
    };
    println!(
        "{many} programs, {} launches, {} outside of their contexts; {} of {} altered launches are rejected",
        count.launches,
        count.outside.len(),
        count.rejected,
        count.planted
    );
    assert!(count.outside.is_empty(), "{}", count.outside[0]);
    assert!(count.launches >= many, "too few launches");
    assert!(count.rejected * 100 >= count.planted * 95, "{} of {}", count.rejected, count.planted);
}

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).ok().and_then(|text| text.parse().ok()).unwrap_or(default)
}

#[test]
fn launches_lie_in_their_contexts() {
    check(1, 40);
}

#[test]
fn no_way_to_change_a_value_is_overlooked() {
    let portfolio = z3();
    let launch = Launch { number: 0, values: [2, 1, 1, 32, 1, 1, 0, 0, 0] };
    let overlooked = hidden::PROGRAMS.iter().filter_map(|program| {
        let contexts = contexts(&hidden::program(program));
        let all: Vec<&Context> = contexts.iter().map(|(_, context)| context).collect();
        let shown = || all.iter().map(|context| gpuhoare::host::text::context(context)).collect::<String>();
        (!is_inside(&portfolio, &all, &launch)).then(|| format!("{}:\n{}", program.0, shown()))
    });
    let overlooked: Vec<String> = overlooked.collect();
    assert!(overlooked.is_empty(), "{}", overlooked.join("\n"));
}

/// `HOST_SEED=7 HOST_PROGRAMS=5000 cargo test --release --test host_contexts -- --ignored --nocapture`
#[test]
#[ignore = "takes minutes"]
fn long() {
    check(number("HOST_SEED", 7), number("HOST_PROGRAMS", 5000) as usize);
}

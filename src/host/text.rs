//! Contexts as text, in C's notation.

use std::fmt::Write;

use super::context::{Argument, Context};
use super::term::{Node, Op, Term};
use super::unknown::Free;

/// A term with names for what is unknown.
pub fn term(term: &Term, name: &dyn Fn(Free) -> String) -> String {
    shown(term, name, 0)
}

/// Binding strength: 0 for anything, 1 disjunctions, 2 conjunctions, 3 comparisons, 4 sums, 5 products, 6 what stands alone.
fn shown(term: &Term, name: &dyn Fn(Free) -> String, around: u8) -> String {
    let (text, own) = match &**term {
        Node::Int(value) => (value.to_string(), if *value < 0 { 4 } else { 6 }),
        Node::Free(free) => (name(*free), 6),
        Node::Apply(op, args) => applied(*op, args, name),
    };
    if own < around { format!("({text})") } else { text }
}

fn applied(op: Op, args: &[Term], name: &dyn Fn(Free) -> String) -> (String, u8) {
    let of = |at: usize, around: u8| shown(&args[at], name, around);
    let joined = |sign: &str, around: u8| {
        let all: Vec<String> = args.iter().map(|arg| shown(arg, name, around)).collect();
        all.join(sign)
    };
    match op {
        Op::Add => (joined(" + ", 4).replace("+ -", "- "), 4),
        Op::Mul if matches!(&*args[0], Node::Int(-1)) => {
            let rest: Vec<String> = args[1..].iter().map(|arg| shown(arg, name, 5)).collect();
            (format!("-{}", rest.join(" * ")), 4)
        }
        Op::Mul => (joined(" * ", 5), 5),
        Op::Div => (format!("{} / {}", of(0, 5), of(1, 6)), 5),
        Op::Rem => (format!("{} % {}", of(0, 5), of(1, 6)), 5),
        Op::Min => (format!("\\min({})", joined(", ", 0)), 6),
        Op::Max => (format!("\\max({})", joined(", ", 0)), 6),
        Op::Choose => (format!("({} ? {} : {})", of(0, 1), of(1, 1), of(2, 1)), 6),
        Op::Le => (format!("{} <= {}", of(0, 4), of(1, 4)), 3),
        Op::Lt => (format!("{} < {}", of(0, 4), of(1, 4)), 3),
        Op::Eq => (format!("{} == {}", of(0, 4), of(1, 4)), 3),
        Op::Not => match &*args[0] {
            Node::Apply(Op::Eq, sides) => {
                (format!("{} != {}", shown(&sides[0], name, 4), shown(&sides[1], name, 4)), 3)
            }
            _ => (format!("!({})", of(0, 0)), 6),
        },
        Op::And => (joined(" && ", 2), 2),
        Op::Or => (joined(" || ", 2), 1),
        Op::IsPow2 => (format!("\\is_pow2({})", of(0, 0)), 6),
    }
}

/// A context, a line for each thing that is known.
pub fn context(context: &Context) -> String {
    let name = |free: Free| context.name(free);
    let mut text = String::new();
    let mut line = |what: &str, value: Option<&Term>| {
        let value = value.map_or("any".to_owned(), |value| term(value, &name));
        let _ = writeln!(text, "{what} == {value}");
    };
    for (what, sizes) in [("gridDim", &context.grid), ("blockDim", &context.block)] {
        for (axis, size) in ["x", "y", "z"].iter().zip(sizes) {
            line(&format!("{what}.{axis}"), size.as_ref());
        }
    }
    for (at, arg) in context.args.iter().enumerate() {
        match arg {
            Argument::Int(value) => line(&format!("argument {}", at + 1), Some(value)),
            Argument::Memory { size: Some(size), .. } => line(&format!("bytes of argument {}", at + 1), Some(size)),
            Argument::Memory { .. } | Argument::Unknown => {}
        }
    }
    for fact in &context.facts {
        let _ = writeln!(text, "{}", term(&fact.cond, &name));
    }
    text
}

//! Which kernels `--kernel` asks for.

use crate::base::{Config, Diagnostic, Severity, codes, nearest};
use crate::kernel::ir::{Kernel, Program};

/// The kernels of a program that are asked for.
pub fn asked_for<'p>(program: &'p Program, config: &Config) -> Vec<&'p Kernel> {
    program.kernels.iter().filter(|kernel| is_asked_for(&kernel.name, config)).collect()
}

/// An error for each name of `--kernel` that no kernel has.
pub fn unknown_kernels(names: &[String], asked: &[String]) -> Vec<Diagnostic> {
    let names: Vec<&str> = names.iter().map(String::as_str).collect();
    let unknown = asked.iter().filter(|asked| !names.iter().any(|name| is_called(name, asked)));
    unknown.map(|asked| no_such_kernel(asked, &names)).collect()
}

/// Whether `--kernel` asks for a kernel of that name.
pub fn is_asked_for(name: &str, config: &Config) -> bool {
    config.source.kernels.is_empty() || config.source.kernels.iter().any(|asked| is_called(name, asked))
}

/// Whether a kernel's name answers to `asked`: `scan<float>` and `scan@sm_80` also to `scan`.
pub fn is_called(name: &str, asked: &str) -> bool {
    let name = match name.rsplit_once('@') {
        Some((plain, _)) if name != asked => plain,
        _ => name,
    };
    name == asked || name.split_once('<').is_some_and(|(plain, _)| plain == asked)
}

fn no_such_kernel(asked: &str, names: &[&str]) -> Diagnostic {
    let found = Diagnostic::new(codes::E0007, Severity::Error, format!("no kernel is called `{asked}`"));
    match nearest::nearest(asked, names.iter().copied()) {
        Some(near) => found.note(format!("did you mean `{near}`?")),
        None if names.is_empty() => found.note("the files hold no kernel"),
        None => found.note(format!("there are: {}", names.join(", "))),
    }
}

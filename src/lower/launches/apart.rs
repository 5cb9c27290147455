//! What is assumed apart from the parameters' memory (LAUNCH-17): the variables of the file, what they point to, and textures.

use std::collections::BTreeSet;

use crate::base::{Diagnostic, Files, Severity, Span, codes};
use crate::cpp::{Base, Entity, Env, Pointer, table::Table};
use crate::kernel::ir::{self, ArrayId, Space};
use crate::memory::pointee;
use crate::syntax::tree::Function;

use super::aliases::{self, is_part};

/// Memory that a pointer from outside may lead into, or that it leads to.
struct Memory {
    name: String,
    /// As it is shown: `*p` for what the variable `p` points to.
    shown: String,
    /// Nothing is known of where it is: a parameter points to it, or a variable.
    is_pointed: bool,
    is_parameter: bool,
    is_written: bool,
}

/// Lists what is assumed to be apart, and names the launches of the file for which that is false.
pub fn check(env: &mut Env, table: &Table, function: &Function, files: &Files) {
    let all = memories(env);
    let mut pairs: Vec<(&Memory, &Memory)> = Vec::new();
    for (at, one) in all.iter().enumerate() {
        for other in &all[at + 1..] {
            let is_new = !(one.is_parameter && other.is_parameter);
            if is_new && (one.is_pointed || other.is_pointed) && (one.is_written || other.is_written) {
                pairs.push(if one.is_pointed { (one, other) } else { (other, one) });
            }
        }
    }
    let listed = |memory: &[&Memory]| {
        let names: BTreeSet<&str> = memory.iter().map(|memory| memory.shown.as_str()).collect();
        names.into_iter().collect::<Vec<_>>().join(", ")
    };
    let (pointed, others): (Vec<&Memory>, Vec<&Memory>) = pairs.iter().copied().unzip();
    if !pairs.is_empty() {
        let assumption = format!(
            "memory behind pointers is not that of the file's variables: {}; {}",
            listed(&pointed),
            listed(&others)
        );
        env.kernel.assumptions.push(assumption);
    }
    let written: Vec<&Memory> = all.iter().filter(|memory| memory.is_written).collect();
    if env.facts.fetches && !written.is_empty() {
        env.kernel.assumptions.push(format!("textures are not memory that is written: {}", listed(&written)));
    }
    for launch in table.host.launches_of(&function.name.text) {
        for (at, param) in function.params.iter().enumerate() {
            let Some(name) = &param.name else { continue };
            let Some(memory) = launch.args.get(at).and_then(|arg| aliases::memory(arg, launch, files)) else {
                continue;
            };
            let variable = symbol_at(&files.get(launch.span.file).text, &memory).unwrap_or(memory);
            let is_own = |memory: &Memory| memory.is_parameter && belongs(&memory.name, &name.text);
            if pairs.iter().any(|(one, other)| is_own(one) && other.name == variable) {
                report(env, function, &variable, &name.text, launch.span);
            }
        }
    }
}

fn report(env: &mut Env, function: &Function, variable: &str, param: &str, span: Span) {
    let message = format!("this launch of `{}` passes the variable `{variable}` for `{param}`", function.name.text);
    let note = Diagnostic::new(codes::W0303, Severity::Warning, message)
        .at(span, "nothing is proved of this launch")
        .note("it is assumed that parameters do not point to the file's variables that the kernel mentions");
    env.kernel.diagnostics.push(note);
    let what =
        format!("a parameter that is a variable's memory: a launch of the file passes `{variable}` for `{param}`");
    aliases::refuse(env, span, &what);
}

/// The parameters' memory first.
fn memories(env: &Env) -> Vec<Memory> {
    let written: BTreeSet<&str> = {
        let arrays = ir::written(&env.kernel.body).arrays;
        arrays.keys().map(|id: &ArrayId| env.kernel.arrays[id.index()].name.as_str()).collect()
    };
    let is_written = |name: &str| written.iter().any(|array| belongs(array, name));
    let parameters =
        env.facts.parameter_memory.iter().filter(|(_, is_restrict)| !is_restrict).map(|(name, _)| Memory {
            name: name.clone(),
            shown: name.clone(),
            is_pointed: true,
            is_parameter: true,
            is_written: is_written(name),
        });
    let variables = env.memory.globals.values().filter_map(|entity| {
        let (name, is_pointed) = variable(env, entity)?;
        let shown = if is_pointed { format!("*{name}") } else { name.clone() };
        Some(Memory { is_written: is_written(&name), name, shown, is_pointed, is_parameter: false })
    });
    parameters.chain(variables).collect()
}

/// A variable of the file that can be written, by itself or by way of its address; and whether it is what it points to that counts.
fn variable(env: &Env, entity: &Entity) -> Option<(String, bool)> {
    match entity {
        Entity::Array(id) => {
            let array = &env.kernel.arrays[id.index()];
            let is_meant = !array.is_const && matches!(array.space, Space::Global | Space::Constant);
            is_meant.then(|| (array.name.clone(), false))
        }
        Entity::Local(id) if !env.variables.constants.contains(id) => {
            Some((env.kernel.locals[id.index()].name.clone(), false))
        }
        Entity::Bundle(id) if !env.memory.bundles[id.0].is_const => {
            Some((env.memory.bundles[id.0].name.clone(), false))
        }
        Entity::Pointer(Pointer { base, .. }) => Some((pointee::base_name(env, *base), true)),
        Entity::Row(Pointer { base: base @ (Base::CellView(_) | Base::PointerArray(_)), .. }) => {
            Some((pointee::base_name(env, *base), false))
        }
        _ => None,
    }
}

fn belongs(array: &str, name: &str) -> bool {
    array == name || is_part(array, name)
}

/// The variable of the device whose address the host's variable takes: `cudaGetSymbolAddress((void **)&p, table)`.
fn symbol_at(text: &str, pointer: &str) -> Option<String> {
    text.split("cudaGetSymbolAddress").skip(1).find_map(|call| {
        let (given, rest) = call.split_once('&')?.1.split_once(',')?;
        let name: String = rest.trim_start().chars().take_while(|c| c.is_alphanumeric() || *c == '_').collect();
        (given.trim().trim_end_matches(')') == pointer).then_some(name)
    })
}

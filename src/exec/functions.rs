//! The functions that a kernel calls by contract, each proved for itself (CALL-4).

use std::collections::BTreeMap;

use crate::base::Config;
use crate::kernel::compact::compact;
use crate::kernel::ir::{ArrayId, Kernel, LocalRole, written};
use crate::kernel::text;
use crate::tasks::TaskSet;

use super::analysis::{CallSite, Entry};
use super::state::{Executor, Log};
use super::{RACE_FREEDOM, SATISFIABLE_CONTRACT};

/// CALL-4: the tasks of the functions that a kernel calls by contract, and of those that these call.
pub fn of_functions(kernel: &Kernel, log: &mut Log, config: &Config) -> Vec<TaskSet> {
    let mut sets = Vec::new();
    let mut proved: Vec<(String, Entry)> = Vec::new();
    let mut names: BTreeMap<String, u32> = BTreeMap::new();
    let mut work: Vec<(Kernel, Entry)> = log.calls.iter().rev().map(|site| alone(kernel, site)).collect();
    while let Some((mut function, entry)) = work.pop() {
        let known = (text::kernel(&function), entry);
        if proved.contains(&known) {
            continue;
        }
        let count = names.entry(function.name.clone()).or_insert(0);
        *count += 1;
        let suffix = if *count == 1 { String::new() } else { format!("#{count}") };
        function.name = format!("{}/{}{suffix}", kernel.name, function.name);
        let (mut set, own) = Executor::executed(&function, config, Some(&known.1)).finish();
        set.assumptions.retain(|assumption| assumption != RACE_FREEDOM && assumption != SATISFIABLE_CONTRACT);
        sets.push(set);
        work.extend(own.calls.iter().rev().map(|site| alone(&function, site)));
        log.unknown_after.extend(own.unknown_after);
        proved.push(known);
    }
    sets
}

/// The function as a kernel: its body, for every state that it may be called in. Calls that are alike give the same.
fn alone(caller: &Kernel, site: &CallSite) -> (Kernel, Entry) {
    let CallSite { call, entry } = site;
    let mut function = caller.clone();
    // A parameter that the caller changes has some value at the call, which may be each thread's own.
    for local in written(&caller.body).locals.keys() {
        let role = &mut function.locals[local.index()].role;
        if *role == LocalRole::Param {
            *role = LocalRole::Variable;
        }
    }
    function.name = call.function.clone();
    function.span = call.header;
    function.contract = call.contract.clone();
    function.body = call.body.clone();
    let kept = compact(&mut function);
    for info in &mut function.loops {
        info.function = info.function.as_deref().and_then(|name| name.split('#').next()).map(str::to_owned);
    }
    let levels = kept.locals.iter().map(|local| entry.levels[local.index()]).collect();
    let numbered = kept.arrays.iter().enumerate();
    let passed = numbered.filter(|(_, old)| entry.arrays.contains(old));
    let arrays: Vec<ArrayId> = passed.map(|(new, _)| ArrayId(new as u32)).collect();
    for (parameter, old) in &call.arrays {
        if let Some(new) = kept.arrays.iter().position(|kept| kept == old) {
            function.arrays[new].name.clone_from(parameter);
        }
    }
    (function, Entry { levels, arrays, ..entry.clone() })
}

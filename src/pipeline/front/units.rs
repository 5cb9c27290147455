//! The other files of a program: those that may call what a file defines and that comes to a launch, or launch its kernels (HOST-41).

use std::collections::BTreeSet;
use std::path::Path;

use crate::base::config::{LaunchesOf, Unit, hashed};
use crate::base::{Config, Files};
use crate::syntax;
use crate::syntax::tree::{Asked, File, Function, Item};

/// Files that are read at most for one, and times that they are: the callers of their functions stand in further ones.
const MOST_FILES: usize = 24;
const MOST_ROUNDS: usize = 4;

/// Reads them. What is not read may call anything with any arguments, and is noted so in the file.
pub fn others(files: &mut Files, path: &Path, tree: &mut File, config: &Config) -> Vec<File> {
    let units = &config.source.units;
    if config.launches_of == LaunchesOf::Any || units.files.is_empty() {
        return Vec::new();
    }
    let kernels: BTreeSet<String> = tree.items.iter().filter_map(|item| open_kernel(tree, item)).collect();
    let callers = kernels.union(&tree.host.open).cloned().collect();
    let mut asked = Asked { callers, definitions: undefined(std::slice::from_ref(tree)) };
    let mut found: Vec<&Unit> = Vec::new();
    let mut others = Vec::new();
    let mut is_whole = false;
    for _ in 0..MOST_ROUNDS {
        let in_words = |words: &[u64], names: &BTreeSet<String>| {
            names.iter().any(|name| words.binary_search(&hashed(name)).is_ok())
        };
        let of = |names: &BTreeSet<String>| -> Vec<&Unit> {
            units.files.iter().filter(|unit| unit.path != path && in_words(&unit.words, names)).collect()
        };
        found = of(&asked.callers);
        let is_pasted = |name: &String| units.pasted.iter().any(|part| name.starts_with(part) || name.ends_with(part));
        is_whole = found.len() <= MOST_FILES && !asked.callers.iter().any(is_pasted);
        if !is_whole {
            break;
        }
        let defining = of(&asked.definitions);
        let more = defining.into_iter().filter(|unit| !found.iter().any(|own| std::ptr::eq(*own, *unit)));
        found = found.iter().copied().chain(more).take(MOST_FILES).collect();
        others = found.iter().map(|unit| syntax::parse_unit(files, &unit.path, config, &asked)).collect();
        let before = (asked.callers.len(), asked.definitions.len());
        asked.callers.extend(others.iter().flat_map(|other| other.host.open.iter().cloned()));
        asked.definitions.extend(undefined(&others));
        is_whole = asked.callers.len() == before.0;
        if (asked.callers.len(), asked.definitions.len()) == before {
            break;
        }
    }
    if !is_whole {
        let place = |function: &Function| (function.name.text.clone(), function.name.span);
        let functions = tree.host.functions.iter().filter(|own| tree.host.open.contains(&own.name.text));
        let mentions: Vec<_> = functions.map(place).collect();
        tree.host.mentions.extend(mentions);
        let of_file = tree.items.iter().filter_map(|item| match item {
            Item::Function(function) if kernels.contains(&function.name.text) => Some(place(function)),
            _ => None,
        });
        let handed_on: Vec<_> = of_file.collect();
        tree.host.handed_on.extend(handed_on);
        return Vec::new();
    }
    let is_read = |unit: &&Unit| unit.path == path || found.iter().any(|own| std::ptr::eq(*own, *unit));
    let unread: Vec<&Unit> = units.files.iter().filter(|unit| !is_read(unit)).collect();
    std::iter::once(tree).chain(&mut others).for_each(|file| open_variables(file, &unread, &units.externs));
    others
}

/// The functions that files declare and do not define.
fn undefined(files: &[File]) -> BTreeSet<String> {
    let names = |functions: &[Function]| functions.iter().map(|own| own.name.text.clone()).collect::<BTreeSet<_>>();
    files.iter().flat_map(|file| &names(&file.host.prototypes) - &names(&file.host.functions)).collect()
}

/// Notes the variables of a file that code in a file which is not read may name.
fn open_variables(file: &mut File, unread: &[&Unit], of_headers: &[u64]) {
    let of_items = file.items.iter().filter_map(|item| match item {
        Item::Global(declaration) => Some(declaration),
        _ => None,
    });
    let open = file.host.globals.iter().chain(of_items).filter(|declaration| !declaration.specifiers.is_static);
    let names = open.flat_map(|declaration| &declaration.declarators).map(|declarator| declarator.name.text.clone());
    let is_named = |name: &String| {
        let (hash, has) = (hashed(name), |words: &[u64], hash| words.binary_search(&hash).is_ok());
        let by_header = has(of_headers, hash);
        unread.iter().any(|unit| has(&unit.externs, hash) || by_header && has(&unit.words, hash))
    };
    let named: Vec<String> = names.filter(is_named).collect();
    // What runs there before `main` is not seen.
    file.host.wild_variables.extend(named.iter().cloned());
    file.host.open_variables.extend(named);
    file.host.is_searched = true;
}

/// The name of a kernel that other files may launch.
fn open_kernel(tree: &File, item: &Item) -> Option<String> {
    let Item::Function(function) = item else { return None };
    let name = &function.name.text;
    let is_instantiated = tree.items.iter().any(|item| match item {
        Item::Instantiation(own) => own.name.ident == *name,
        _ => false,
    });
    let is_open = function.specifiers.global
        && function.is_defined()
        && !function.specifiers.is_static
        && !function.within.iter().any(|part| part == "<unnamed")
        && (function.template.is_empty() || is_instantiated);
    is_open.then(|| name.clone())
}

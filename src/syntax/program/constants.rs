//! Variables of the host whose value at a place is known (R115, R271): declared in a function around it, and changed nowhere, or by
//! one assignment in between that is always executed; else declared once in all of the host's code.

use std::ops::Range;

use super::host::{self, Initialiser};
use crate::syntax::tokens::scan::Scan;

use super::locals;

/// A variable with a value, as lexemes.
#[derive(Clone, Debug)]
pub struct Constant {
    /// The lexeme of its name where it is declared.
    pub name: usize,
    /// What it is initialised with, or assigned as a whole.
    pub list: Option<Range<usize>>,
    /// What its members x, y and z are assigned.
    pub members: [Option<Range<usize>>; 3],
}

impl Constant {
    /// The lexemes of its values.
    pub fn mentioned(&self) -> impl Iterator<Item = usize> + use<> {
        self.list.clone().into_iter().chain(self.members.clone().into_iter().flatten()).flatten()
    }
}

/// The value of the variable that is mentioned at a place, if there is one.
pub fn constant(scan: &Scan<'_>, place: usize, of_file: &[Initialiser]) -> Option<Constant> {
    match locals::declared(scan, place, scan.at(place)) {
        Some(declared) if declared.pointers > 0 || declared.is_reference || declared.is_other => None,
        Some(declared) => {
            let is_dim3 = matches!(declared.base[..], [word] if scan.at(word) == "dim3");
            local(scan, place, declared.name, declared.value, is_dim3)
        }
        None => {
            let known = of_file.iter().find(|known| known.name == scan.at(place))?;
            let is_seen = locals::function_around(scan, known.at).is_none_or(|around| around.contains(&place));
            let list = Some(known.values.clone());
            is_seen.then_some(Constant { name: known.at, list, members: Default::default() })
        }
    }
}

/// The value of a variable of a function, by its declaration.
fn local(scan: &Scan<'_>, place: usize, name: usize, list: Option<Range<usize>>, is_dim3: bool) -> Option<Constant> {
    // Parameters have values by default, and a `for` steps what it declares.
    let open = scan.opener(name).filter(|open| scan.at(*open) == "{")?;
    let close = scan.partner(open)?;
    if locals::is_class(scan, open) && !is_static(scan, name) {
        return None;
    }
    let mut constant = Constant { name, list, members: Default::default() };
    let is_another = |at: usize| scan.is_word(at - 1) && !host::BEFORE_USE.contains(&scan.at(at - 1));
    let mentions = (open + 1..close).filter(|at| *at != name && scan.at(*at) == scan.at(name));
    let own = mentions.filter(|at| !matches!(scan.at(at - 1), "." | "->" | "::") && !is_another(*at));
    let changes: Vec<usize> = own.filter(|at| host::changes(scan, *at)).collect();
    // Control may come to what follows in another way.
    let jumps = || (open + 1..close).any(|at| matches!(scan.at(at), "goto" | "case" | "default"));
    if changes.is_empty() {
        return constant.list.is_some().then_some(constant);
    }
    if jumps() {
        return None;
    }
    for at in &changes {
        let (axis, value) = assigned(scan, *at)?;
        let is_statement = matches!(scan.at(at - 1), ";" | "{" | "}") && scan.opener(*at) == Some(open);
        if !is_statement || *at < name || *at > place {
            return None;
        }
        match axis {
            None if changes.len() == 1 => constant.list = Some(value),
            Some(axis) if is_dim3 && constant.members[axis].is_none() => constant.members[axis] = Some(value),
            _ => return None,
        }
    }
    Some(constant)
}

/// The member that a statement assigns, or the whole variable, and its value: `b.x = 256;`, `n = 256;`.
fn assigned(scan: &Scan<'_>, name: usize) -> Option<(Option<usize>, Range<usize>)> {
    let (axis, equals) = match scan.at(name + 1) {
        "." => (Some(["x", "y", "z"].into_iter().position(|axis| axis == scan.at(name + 2))?), name + 3),
        _ => (None, name + 1),
    };
    let start = equals + 1;
    let mut end = start;
    while end < scan.len() && scan.at(end) != ";" {
        if matches!(scan.at(end), "," | "=" | "{" | "}") {
            return None;
        }
        end = scan.after_group(end);
    }
    (scan.at(equals) == "=" && end > start).then_some((axis, start..end))
}

/// Whether a member of a class is one value for all objects.
fn is_static(scan: &Scan<'_>, name: usize) -> bool {
    let mut before = (0..name).rev().take_while(|at| !matches!(scan.at(*at), ";" | "{" | "}" | ":"));
    before.any(|at| matches!(scan.at(at), "static" | "constexpr"))
}

//! Launches by way of a variable: `void (*f)(int *) = a; if (c) f = &b; f<<<g, t>>>(p);` launches `a` and `b`.

use crate::syntax::disambiguate::items::Found;
use crate::syntax::tokens::scan::Scan;
use crate::syntax::tree::Launch;

use super::reader::Program;

impl Program<'_, '_> {
    /// Whether a kernel's name is compared with something, or stands for the value of a variable of one function that does nothing but
    /// launch and compare it. The launches by way of the variable become launches of the kernel, too.
    pub fn is_launched_by_variable(&mut self, kernel: usize, found: &Found) -> bool {
        let scan = self.scan;
        if scan.at(kernel.wrapping_sub(1)) == "&" && is_comparison(scan.at(kernel.wrapping_sub(2))) {
            return true;
        }
        let Some(name) = variable(scan, kernel) else { return false };
        let Some(host) = found.host_functions.iter().find(|host| (host.body..host.range.end).contains(&kernel)) else {
            return false;
        };
        let mut uses = host.range.clone().filter(|at| scan.at(*at) == scan.at(name));
        let is_declared = uses.clone().any(|at| at > host.body && declares(scan, at));
        let is_followed = |at: usize| {
            declares(scan, at) || is_assigned(scan, at) || launches(scan, at) || is_comparison(scan.at(at + 1))
        };
        if !is_declared || !uses.all(is_followed) {
            return false;
        }
        let whole = self.lexemes_span(host.range.clone());
        let by_variable = |launch: &&Launch| {
            launch.name.ident == scan.at(name) && whole.lo <= launch.span.lo && launch.span.hi <= whole.hi
        };
        let of_kernel = |mut launch: Launch| {
            scan.at(kernel).clone_into(&mut launch.name.ident);
            launch.is_by_variable = true;
            launch
        };
        let own: Vec<Launch> = self.file.launches.iter().filter(by_variable).cloned().map(of_kernel).collect();
        for launch in own {
            let is_same = |known: &Launch| known.span == launch.span && known.name.ident == launch.name.ident;
            if !self.file.launches.iter().any(is_same) {
                self.file.launches.push(launch);
            }
        }
        true
    }
}

/// The name of the variable that gets the value which stands here, and nothing else: `f = k;`, `f = &k;`, `void (*f)(int) = k;`.
fn variable(scan: &Scan<'_>, value: usize) -> Option<usize> {
    let before = if scan.at(value.checked_sub(1)?) == "&" { value.checked_sub(2)? } else { value - 1 };
    if scan.at(before) != "=" || scan.at(value + 1) != ";" {
        return None;
    }
    let last = before.checked_sub(1)?;
    if scan.at(last) == ")" {
        return scan.partner(last)?.checked_sub(2).filter(|name| declares(scan, *name));
    }
    Some(last).filter(|name| declares(scan, *name) || is_assigned(scan, *name))
}

/// `void (*f)(int)`, `auto f =`, `auto *f =`.
fn declares(scan: &Scan<'_>, name: usize) -> bool {
    let at = |back: usize| scan.at(name.wrapping_sub(back));
    let is_function = at(1) == "*" && at(2) == "(" && scan.at(name + 1) == ")" && scan.at(name + 2) == "(";
    let is_auto = at(1) == "auto" || at(1) == "*" && at(2) == "auto";
    scan.is_word(name) && (is_function || is_auto && scan.at(name + 1) == "=")
}

/// A statement that assigns to the variable alone.
fn is_assigned(scan: &Scan<'_>, name: usize) -> bool {
    let begins = matches!(scan.at(name.wrapping_sub(1)), ";" | "{" | "}" | ":" | ")" | "else" | "do");
    scan.is_word(name) && begins && scan.at(name + 1) == "="
}

fn is_comparison(word: &str) -> bool {
    matches!(word, "==" | "!=")
}

fn launches(scan: &Scan<'_>, name: usize) -> bool {
    (1..4).all(|next| scan.at(name + next) == "<")
}

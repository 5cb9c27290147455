//! Every diagnostic code, with its title and its page in the manual (`gpuhoare explain CODE`).
//!
//! Codes are stable: a code is never given a new meaning. Ranges: `E00xx` command line, files and
//! environment; `E01xx` preprocessor and CUDA syntax; `E02xx` annotation syntax and attachment;
//! `E03xx` names and types of the program; `E04xx` names and sorts of annotations; `E05xx` not
//! modelled; `E06xx` solvers; `E07xx` proof results. Warnings use `W` with the same ranges.

/// A stable diagnostic code such as `E0102`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Code(pub &'static str);

impl std::fmt::Display for Code {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.0)
    }
}

/// What a code means: one line, and the page that `gpuhoare explain` prints.
pub struct Explanation {
    /// The code that is explained.
    pub code: Code,
    /// What it means in one line, without a full stop.
    pub title: &'static str,
    /// The manual's page of it (`docs/book/src/codes`).
    page: &'static str,
}

impl Explanation {
    /// What it means, without the examples of the page.
    pub fn text(&self) -> &'static str {
        let text = self.page.split_once('\n').map_or("", |(_, text)| text);
        let end = ["\n```", "\nWrong:", "\n<!--"].iter().filter_map(|end| text.find(end)).min();
        text[..end.unwrap_or(text.len())].trim()
    }

    /// The page for a terminal: code stands further in.
    pub fn shown(&self) -> String {
        let mut shown = format!("{}: {}\n", self.code, self.title);
        let mut is_code = false;
        for line in self.page.lines().skip(1) {
            match line {
                _ if line.starts_with("```") => is_code = !is_code,
                _ if line.starts_with("<!--") && !is_code => {}
                _ if is_code && !line.is_empty() => {
                    shown.push_str("    ");
                    shown.push_str(line);
                    shown.push('\n');
                }
                _ => {
                    shown.push_str(line);
                    shown.push('\n');
                }
            }
        }
        shown
    }
}

/// Declares the codes: a constant for each, and the table of all.
macro_rules! codes {
    ($($(#[$meta:meta])* $code:ident $title:literal)*) => {
        $(#[doc = $title] pub const $code: Code = Code(stringify!($code));)*
        /// All codes, in order.
        pub const ALL: &[Explanation] = &[$(Explanation {
            code: $code,
            title: $title,
            page: include_str!(concat!(
                env!("CARGO_MANIFEST_DIR"),
                "/docs/book/src/codes/",
                stringify!($code),
                ".md"
            )),
        }),*];
    };
}

codes! {
    // ── command line, files, environment ────────────────────────────────────────────────────────
    E0001 "file cannot be read"
    E0002 "file is not UTF-8"
    E0003 "file is too large"
    E0004 "file is empty"
    E0005 "the command line cannot be understood"
    E0006 "the report cannot be written"
    E0007 "no kernel of that name"
    E0008 "no such diagnostic code"
    E0009 "a launch that no device accepts"
    E0010 "the text form of a kernel cannot be read"
    E0011 "the text form of tasks cannot be read"
    E0012 "an input of the run is missing or cannot be used"
    E0013 "no kernel was chosen"
    E0014 "the memory limit was reached"
    E0015 "the derivations do not belong to this file"
    E0016 "the launches cannot be read"
    E0017 "the configuration file cannot be read"
    E0018 "the baseline cannot be read"
    E0019 "there is no kernel"
    E0020 "the compilation database cannot be read"
    E0021 "the shards cannot be merged"
    E0022 "the costs cannot be read"
    W0001 "nothing to do in this file"
    W0002 "no CUDA file in this folder"
    W0003 "suggestions were not written"
    W0004 "an ignore comment without effect"
    W0005 "an option without effect"
    W0006 "two kernels of one name"
    W0007 "no host program was written"
    W0008 "the proof cache cannot be used"
    W0009 "the shared cache cannot be used"
    E0099 "internal error"

    // ── preprocessor and CUDA syntax ────────────────────────────────────────────────────────────
    E0101 "syntax error"
    E0102 "bracket or comment is not closed"
    E0103 "nested too deeply"
    E0104 "malformed or misplaced directive"
    E0105 "condition of a directive cannot be evaluated"
    E0106 "macro used in the wrong way"
    E0107 "macros expand without bound"
    E0108 "annotation inside a macro"
    E0109 "#error directive"
    E0110 "files include each other without end"
    E0111 "malformed literal"
    W0101 "included file is not found"
    W0102 "a header that was not found may decide this conditional"
    W0103 "a comment or string is not UTF-8 text"

    // ── annotation syntax (attachment from E0220) ───────────────────────────────────────────────
    E0201 "syntax error in an annotation"
    E0202 "unknown clause"
    E0203 "annotation nested too deeply"
    E0204 "comparison chain of mixed direction"
    E0205 "chain of equalities"
    E0206 "`@` after an expression"
    E0207 "wrong arguments of a built-in"
    E0208 "unknown built-in"
    E0209 "malformed number"
    E0210 "not a type"
    E0211 "clause at the wrong place of a side file"
    E0212 "annotation function without strings"
    E0213 "a part of the kernel cannot be read"
    E0214 "a clause in a comment"
    W0201 "comment read as prose"
    W0202 "a clause that is commented out"
    W0203 "another tool's annotation"
    W0204 "a hint to another tool"

    // ── names and types of the program ──────────────────────────────────────────────────────────
    E0301 "unknown name"
    E0302 "wrong type"
    E0303 "wrong number of arguments or initialisers"
    E0304 "not assignable"
    E0305 "not a constant"
    E0306 "declared twice"
    E0307 "break or continue outside a loop"
    E0308 "wrong return"
    E0309 "no matching function"
    E0310 "wrong template argument"
    E0311 "a side file names what is not there"
    E0312 "kernel nested too deeply"

    E0314 "a launch that the kernel forbids"
    E0315 "a side file that may mean several kernels"
    E0316 "a name that is taken"

    W0301 "a contract that is not proved"

    W0302 "a launch that fails"
    W0304 "a contract whose function is not here"
    W0303 "two parameters that share memory"

    // ── attachment of annotations ───────────────────────────────────────────────────────────────
    E0250 "annotation is attached to nothing"
    E0251 "clause is given twice"

    // ── names and sorts of annotations ──────────────────────────────────────────────────────────
    E0401 "unknown name in an annotation"
    E0402 "wrong sort in an annotation"
    E0403 "`loop_count` without its loop"
    E0406 "`\\active` in a contract"
    E0407 "`\\old` of a shared or private array"
    E0408 "wrong use of `@`"
    E0409 "`\\other` outside a barrier invariant"
    E0410 "`\\length` of what has none"
    E0411 "an expression that has no place in an annotation"
    E0412 "local or shared array in a contract"
    E0413 "wrong number of arguments in an annotation"
    E0414 "clause too large"
    E0415 "recursive definition without a measure"
    E0416 "`\\result` in a kernel"
    E0417 "unknown logic file"
    E0419 "an operator that binds differently than it looks"
    E0420 "`\\exists` over an implication"
    E0421 "a sum over threads that takes one thread's value"
    E0422 "unsuitable trigger"
    E0423 "unsigned arithmetic without a width"
    W0402 "`^` where a power may be meant"
    W0403 "a bound variable that is not used"
    W0404 "a bound variable that hides a variable"
    W0405 "`\\old` without effect"
    E0418 "logic files import each other"

    // ── not modelled ────────────────────────────────────────────────────────────────────────────
    E0500 "a construct is not modelled"

    // ── solvers ─────────────────────────────────────────────────────────────────────────────────
    E0601 "no SMT solver found"
    E0602 "no Python to install the solvers with"
    E0603 "no pip to install the solvers with"
    E0604 "the solvers could not be downloaded"
    E0605 "a downloaded solver has the wrong hash"
    E0606 "the solver cache cannot be written"
    E0607 "no space left for the solvers"
    E0608 "an installed solver does not work"
    E0609 "this solver cannot be installed on this platform"
    E0610 "not a solver profile"
    E0611 "unknown solver"
    E0612 "two solvers contradict each other"
    E0613 "the solver named in the environment does not work"
    W0614 "a solver on PATH is not used, or is old"

    // ── proof results ───────────────────────────────────────────────────────────────────────────
    E0701 "a postcondition is not proved"
    E0702 "an invariant does not hold at the start of its loop"
    E0703 "an invariant is not preserved by its loop"
    E0704 "an assertion is not proved"
    E0705 "a barrier may diverge"
    E0706 "a data race"
    E0707 "an access out of bounds"
    E0708 "an undefined operation"
    E0709 "an integer overflow"
    E0710 "a variant does not show that the loop ends"
    E0711 "a barrier invariant is not proved"
    E0712 "a lemma is not proved"
    E0713 "the contract contradicts itself"
    E0714 "a launch that does not meet the contract was not run"
    E0715 "proved, and refuted by a run"
    W0716 "an assumption of the proof is violated"
    W0717 "a launch goes wrong only with exact integers"
    W0718 "a kernel needs more memory than allowed"

    W0719 "a kernel was not finished in time"

    // ── results ─────────────────────────────────────────────────────────────────────────────────
    E0790 "a run was not decided"
    E0720 "a write that the contract does not allow"
    E0721 "an undefined value is used"
    E0723 "a launch may not meet the contract"
    E0724 "a launch depends on its data"
    W0725 "no launch to amplify"
    E0722 "no run comes past this place"
    W0790 "a remark on a run"
    W0700 "a remark on a proof"
    W0702 "a kernel without an `ensures`"
    W0703 "a contract for one thread only"
    W0704 "a verdict that is not about every launch"
    W0701 "a lemma is not used because it is not proved"
}

/// Whether the code means that gpuhoare itself failed (exit code 3).
pub fn is_internal(code: Code) -> bool {
    code == E0099 || code == E0612 || code == E0715
}

/// The explanation of a code, by its name in any case.
pub fn explain(name: &str) -> Option<&'static Explanation> {
    ALL.iter().find(|entry| entry.code.0.eq_ignore_ascii_case(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_unique_and_explained() {
        for (at, entry) in ALL.iter().enumerate() {
            assert!(entry.text().len() > 40, "{} needs an explanation", entry.code);
            assert!(
                entry.page.starts_with(&format!("# {} {}\n", entry.code, entry.title)),
                "{}: {}",
                entry.code,
                entry.title
            );
            assert!(ALL[at + 1..].iter().all(|other| other.code != entry.code), "{} stands twice", entry.code);
        }
    }

    #[test]
    fn explain_finds_a_code_in_any_case() {
        assert_eq!(explain("e0001").map(|entry| entry.code), Some(E0001));
        assert!(explain("E9999").is_none());
    }
}

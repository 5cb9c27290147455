//! Two accesses that race or may race, and barriers that diverge or may diverge: what they are, and the message for a race.

use crate::base::{Diagnostic, Severity, Span, codes};
use crate::interp::ThreadIndex;
use crate::interp::outcome::cell;
use crate::kernel::ir::AccessKind;
use borsh::{BorshDeserialize, BorshSerialize};

use super::counterexample::Counterexample;

/// A pair of places where no proof excludes a race.
#[derive(Clone, Debug, BorshSerialize, BorshDeserialize)]
pub struct Conflict {
    /// The name of the array that both access.
    pub array: String,
    /// The access that stands first in the source.
    pub first: Side,
    /// The access that stands second, or the same one by another thread.
    pub second: Side,
    /// Both always write one and the same value.
    pub same_value: bool,
    /// The run that showed it; none for a race that is possible as far as the proofs tell.
    pub witness: Option<Meeting>,
    /// The tasks that say that there is no such race.
    pub tasks: Vec<String>,
    /// Why they are not proved.
    pub reasons: Vec<String>,
    /// Whether it is a true race, or may be none.
    pub proof: Proof,
    /// Where and how what happens is not followed exactly.
    pub approximated: Vec<(String, Span)>,
    /// Clauses any of which excludes it, proved to do so.
    pub suggested_requires: Vec<String>,
    /// Whether the program makes the launch that shows it is not known.
    pub is_candidate: bool,
}

/// What is known of a race beyond that nobody has excluded it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, BorshSerialize, BorshDeserialize)]
pub enum Proof {
    /// It happens in every execution of the launch that is shown, whatever arrays hold (RACE-27).
    TrueRace,
    /// It may depend on what arrays hold, or be no race at all.
    Possible,
}

impl Proof {
    /// The word in the JSON document: `true-race` or `possible`.
    pub fn name(self) -> &'static str {
        match self {
            Proof::TrueRace => "true-race",
            Proof::Possible => "possible",
        }
    }
}

/// An access, where it stands in the source.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, BorshSerialize, BorshDeserialize)]
pub struct Side {
    /// Where the access stands.
    pub span: Span,
    /// A read, a write or an atomic operation.
    pub access: AccessKind,
}

/// Two threads that a run saw at one cell.
#[derive(Clone, Debug, BorshSerialize, BorshDeserialize)]
pub struct Meeting {
    /// At the first place and at the second one.
    pub threads: [ThreadIndex; 2],
    /// The index of the cell; of no meaning for a surface, which has `coordinates`.
    pub index: i64,
    /// Of a surface's cell, x in bytes; else empty.
    pub coordinates: Vec<i64>,
    /// The launch in which they met, and how to run it again.
    pub run: Box<Counterexample>,
    /// A barrier that diverges in the same run: where all threads go on from it, the two accesses may be ordered.
    pub divergent: Option<Span>,
}

/// A barrier of which no proof says that whole blocks come to it.
#[derive(Clone, Debug, BorshSerialize, BorshDeserialize)]
pub struct Divergence {
    /// Where the barrier stands.
    pub span: Span,
    /// The run that showed it, with the thread that waits in vain.
    pub witness: Option<Box<Counterexample>>,
    /// A thread of the same block that does not come in that run.
    pub missing: Option<ThreadIndex>,
    /// Those that wait there in that run, as far as it is known.
    pub waiting: Vec<ThreadIndex>,
}

impl Conflict {
    /// "write-write", "read-write", "atomic-write", ...
    pub fn kind(&self) -> &'static str {
        match (self.first.access, self.second.access) {
            (AccessKind::Atomic(_) | AccessKind::Load(_), AccessKind::Atomic(_) | AccessKind::Load(_)) => {
                "atomic-atomic"
            }
            (AccessKind::Atomic(_) | AccessKind::Load(_), AccessKind::Read)
            | (AccessKind::Read, AccessKind::Atomic(_) | AccessKind::Load(_)) => "atomic-read",
            (AccessKind::Atomic(_) | AccessKind::Load(_), AccessKind::Write)
            | (AccessKind::Write, AccessKind::Atomic(_) | AccessKind::Load(_)) => "atomic-write",
            (AccessKind::Write, AccessKind::Write) => "write-write",
            (AccessKind::Read, _) | (_, AccessKind::Read) => "read-write",
        }
    }
}

/// "reads", "writes" and so on.
fn verb(access: AccessKind) -> &'static str {
    match access {
        AccessKind::Read => "reads",
        AccessKind::Write => "writes",
        AccessKind::Atomic(_) => "atomically changes",
        AccessKind::Load(_) => "atomically reads",
    }
}

/// The message for a race, with both places.
pub fn diagnostic(race: &Conflict) -> Diagnostic {
    let same = if race.same_value { ", the same value" } else { "" };
    let what = format!("on `{}` ({}{same})", race.array, race.kind());
    let (title, [first, second]) = match &race.witness {
        Some(meeting) if race.is_candidate => (
            format!("there is a data race {what} in a launch of which it is not known whether the program makes it"),
            meeting.threads.map(|thread| thread.to_string()),
        ),
        Some(meeting) => (format!("there is a data race {what}"), meeting.threads.map(|thread| thread.to_string())),
        None => {
            (format!("a data race {what} is not excluded"), ["one thread", "another thread"].map(ToOwned::to_owned))
        }
    };
    let labels = [(first, race.first.access), (second, race.second.access)]
        .map(|(thread, access)| format!("{thread} {} this", verb(access)));
    let [first, second] = labels;
    let mut found = match race.first.span == race.second.span {
        true => Diagnostic::new(codes::E0706, Severity::Error, title)
            .at(race.first.span, format!("{first}, {second} as well")),
        false => Diagnostic::new(codes::E0706, Severity::Error, title)
            .at(race.first.span, first)
            .also(race.second.span, second),
    };
    match &race.witness {
        Some(meeting) => {
            let cell = cell(meeting.index, &meeting.coordinates);
            found = found.note(format!("both access {cell}, with no barrier in between"));
            if race.proof == Proof::TrueRace {
                found = found.note("this race does not depend on the arrays' contents");
            }
            for line in meeting.run.shown() {
                found = found.note(line);
            }
            if let Some(barrier) = meeting.divergent {
                found = found.also(barrier, "this barrier diverges in the same run");
            }
        }
        None => {
            for reason in &race.reasons {
                found = found.note(reason.clone());
            }
            for (what, span) in &race.approximated {
                found = found.also(*span, format!("not followed exactly: {what}"));
            }
        }
    }
    if !race.tasks.is_empty() {
        found = found.note(named(&race.tasks));
    }
    match (&race.suggested_requires[..], &race.witness) {
        ([], Some(_)) => found,
        ([], None) => found
            .note("help: is there a barrier between the two accesses, or a `requires` that keeps their cells apart?"),
        (clauses, _) => clauses
            .iter()
            .fold(found, |found, clause| found.note(format!("help: `//@ requires {clause};` excludes this race"))),
    }
}

/// "task k/race1 and 2 more": the first one by name.
pub fn named(tasks: &[String]) -> String {
    match tasks {
        [] => "no task".to_owned(),
        [only] => format!("task {only}"),
        [first, more @ ..] => format!("task {first} and {} more", more.len()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::FileId;

    #[test]
    fn of_many_tasks_the_first_one_is_named() {
        let tasks: Vec<String> = (1..=10).map(|number| format!("k/race{number}")).collect();
        assert_eq!(named(&tasks[..1]), "task k/race1");
        assert_eq!(named(&tasks), "task k/race1 and 9 more");
    }

    fn race(same_value: bool, second: AccessKind) -> Conflict {
        let side = |at, access| Side { span: Span::new(FileId(0), at, at + 1), access };
        Conflict {
            array: "a".into(),
            first: side(1, AccessKind::Write),
            second: side(5, second),
            same_value,
            witness: None,
            tasks: vec!["k/race1".into()],
            reasons: vec!["z3: time limit".into()],
            proof: Proof::Possible,
            is_candidate: false,
            approximated: vec![("a value read from `p`".into(), Span::new(FileId(0), 7, 8))],
            suggested_requires: Vec::new(),
        }
    }

    #[test]
    fn a_message_has_both_places_the_array_and_the_kind() {
        let found = diagnostic(&race(false, AccessKind::Read));
        assert_eq!(found.message, "a data race on `a` (read-write) is not excluded");
        assert_eq!(found.primary.expect("it has a place").text, "one thread writes this");
        assert_eq!(found.secondary[0].text, "another thread reads this");
        let found = diagnostic(&race(true, AccessKind::Write));
        assert_eq!(found.message, "a data race on `a` (write-write, the same value) is not excluded");
        assert_eq!(found.notes[0], "z3: time limit");
    }

    #[test]
    fn one_place_has_one_label() {
        let mut race = race(false, AccessKind::Write);
        race.second.span = race.first.span;
        race.approximated.clear();
        let found = diagnostic(&race);
        assert_eq!(
            found.primary.expect("it has a place").text,
            "one thread writes this, another thread writes this as well"
        );
        assert!(found.secondary.is_empty());
    }
}

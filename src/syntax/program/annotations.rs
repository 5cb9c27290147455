//! Annotations outside of bodies: contracts before functions, logic declarations, and those that are attached to nothing.

use crate::base::{Diagnostic, codes};
use crate::syntax::disambiguate::items::{RawItem, RawKind};
use crate::syntax::spec;
use crate::syntax::tree::{Clause, ClauseKind, Item};

use super::reader::Program;

impl Program<'_, '_> {
    /// The clauses of an annotation before a body.
    pub fn contract(&mut self, lexeme: usize, contract: &mut Vec<Clause>) {
        for clause in self.clauses(lexeme) {
            match &clause.kind {
                ClauseKind::Requires(_)
                | ClauseKind::Ensures(_)
                | ClauseKind::Ghost(_)
                | ClauseKind::Writes(_)
                | ClauseKind::Reads(_) => contract.push(clause),
                ClauseKind::Logic(_) => self.logic(clause),
                ClauseKind::Invariant(_) | ClauseKind::Variant(_) => {
                    self.attached_to_nothing(&clause, "it stands first in a loop's body or directly before the loop");
                }
                ClauseKind::Assert(_) | ClauseKind::Assume(_) | ClauseKind::BarrierInvariant(_) | ClauseKind::Wraps => {
                    self.attached_to_nothing(&clause, "it stands where a statement may stand, inside a body");
                }
            }
        }
    }

    fn logic(&mut self, clause: Clause) {
        if let ClauseKind::Logic(item) = clause.kind {
            self.file.items.push(Item::Logic(item));
        }
    }

    fn attached_to_nothing(&mut self, clause: &Clause, help: &str) {
        self.file.diagnostics.push(spec::attached_to_nothing(clause, help));
    }

    /// An annotation before nothing that takes one: a logic declaration, or a mistake.
    pub fn loose(&mut self, lexeme: usize) {
        let span = self.lexeme_span(lexeme);
        self.file.loose.push(span);
        for clause in self.clauses(lexeme) {
            match &clause.kind {
                ClauseKind::Logic(_) => self.logic(clause),
                _ => self.attached_to_nothing(&clause, "no kernel or device function follows it"),
            }
        }
    }

    /// An annotation before a member function: contracts of those are not modelled.
    pub fn of_member(&mut self, lexeme: usize, name: usize) {
        let span = self.lexeme_span(lexeme);
        self.file.loose.push(span);
        for clause in self.clauses(lexeme) {
            match &clause.kind {
                ClauseKind::Logic(_) => self.logic(clause),
                ClauseKind::Requires(_) | ClauseKind::Ensures(_) | ClauseKind::Writes(_) | ClauseKind::Reads(_) => {
                    let message = format!("this clause of `{}` is not looked at", self.scan.at(name));
                    let warning = Diagnostic::warning(codes::W0304, clause.span, message);
                    let why = "contracts of member functions are not modelled: calls are inlined";
                    self.file.diagnostics.push(warning.note(why));
                }
                _ => self.attached_to_nothing(&clause, "no kernel or device function follows it"),
            }
        }
    }

    /// Annotations that nothing has looked at, in initialisers and declarations that take none. Those of a function that cannot be
    /// read as a whole have an error there.
    pub fn passed_over(&mut self, items: &[RawItem]) {
        for lexeme in 0..self.scan.len() {
            let unread = self.scan.annotation(lexeme).is_some_and(|number| !self.annotations.contains(&number));
            let in_function =
                |item: &RawItem| matches!(item.kind, RawKind::Function { .. }) && item.range.contains(&lexeme);
            if unread && !items.iter().any(in_function) {
                self.loose(lexeme);
            }
        }
    }

    /// The clauses of an annotation.
    fn clauses(&mut self, lexeme: usize) -> Vec<Clause> {
        let Some(number) = self.scan.annotation(lexeme) else { return Vec::new() };
        let Some(annotation) = self.expanded.annotations.get(number) else { return Vec::new() };
        self.annotations.insert(number);
        let is_type = |name: &str| self.names.is_type(name);
        let (clauses, mut found) =
            spec::parse_clauses(self.expanded, annotation.range.clone(), annotation.form, &is_type);
        self.file.diagnostics.append(&mut found);
        clauses
    }
}

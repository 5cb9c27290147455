//! What a kernel's text says beside its tasks: barrier intervals, barriers, loops, clauses that are taken to hold.

use crate::base::Span;
use crate::kernel::intervals::intervals;
use crate::kernel::ir::{Kernel, StmtKind, walk};
use borsh::{BorshDeserialize, BorshSerialize};

/// What a kernel's text says beside its tasks.
#[derive(Clone, Default, Debug, BorshSerialize, BorshDeserialize)]
pub struct Outline {
    /// Its statements, with the number of the barrier interval that each is in.
    pub intervals: Vec<(Span, usize)>,
    /// Its barriers.
    pub barriers: Vec<Span>,
    /// Its loops.
    pub loops: Vec<LoopOutline>,
    /// Clauses that are taken to hold: `requires` and `assume`.
    pub assumed: Vec<Span>,
    /// The invariants of loops, by name, that nobody wrote.
    pub found: Vec<(String, String)>,
}

/// What is said and known of a loop.
#[derive(Clone, Debug, BorshSerialize, BorshDeserialize)]
pub struct LoopOutline {
    /// `loop1`, `loop1.2`, or `f.loop1` in an inlined function.
    pub name: String,
    /// Its header.
    pub span: Span,
    /// Its invariants and its variant.
    pub given: Vec<Span>,
    /// What it is known to do without an invariant that says it, a sentence each.
    pub inferred: Vec<String>,
}

impl Outline {
    /// That of a kernel, without what is inferred.
    pub fn of(kernel: &Kernel) -> Outline {
        let mut outline = Outline {
            intervals: intervals(&kernel.body),
            assumed: kernel.contract.requires.iter().map(|clause| clause.span).collect(),
            ..Outline::default()
        };
        walk(&kernel.body, &mut |stmt| match &stmt.kind {
            StmtKind::Barrier { .. } => outline.barriers.push(stmt.span),
            StmtKind::Assume(clause) => outline.assumed.push(clause.span),
            StmtKind::Loop(inner) => {
                let given = inner.invariants.iter().chain(&inner.variant).map(|clause| clause.span).collect();
                outline.loops.extend(kernel.loops.get(inner.id.0 as usize).map(|info| LoopOutline {
                    name: info.name(),
                    span: info.span,
                    given,
                    inferred: Vec::new(),
                }));
            }
            _ => {}
        });
        outline.found.clone_from(&kernel.source.invariants);
        outline.infer(outline.found.iter().map(|(name, text)| (name.clone(), format!("invariant {text}"))).collect());
        outline
    }

    /// Adds what is known of loops by name.
    pub fn infer(&mut self, facts: Vec<(String, String)>) {
        for (name, fact) in facts {
            match self.loops.iter_mut().find(|known| known.name == name) {
                Some(known) => known.inferred.push(fact),
                None => {
                    let span = Span::default();
                    self.loops.push(LoopOutline { name, span, given: Vec::new(), inferred: vec![fact] });
                }
            }
        }
    }

    /// The names of loops, with what is known of each.
    pub fn inferred(&self) -> impl Iterator<Item = (&str, &str)> {
        self.loops.iter().flat_map(|known| known.inferred.iter().map(|fact| (known.name.as_str(), fact.as_str())))
    }
}

//! `switch`: a chain of conditions, with a flag where control falls from one section into the next.

use crate::base::{Span, codes};
use crate::cpp::{
    Env, Lowered,
    frame::{Tail, Target},
    types::promote,
    value::{self, binary, convert},
};
use crate::kernel::ir::{self, Binary, Conversion, Expr, LocalRole, StmtKind, Type};
use crate::lower::expressions::expr;
use crate::memory::temporaries;
use crate::syntax::tree::{self, Stmt};

use super::stmt;

/// The statements from one group of `case` labels to the next.
struct Section<'t> {
    /// `None` for `default`.
    labels: Vec<Option<&'t tree::Expr>>,
    stmts: &'t [Stmt],
}

/// Makes a `switch` a chain of conditions; unsupported where statements stand before its first case.
pub fn switch(env: &mut Env, value: &tree::Expr, body: &Stmt, span: Span) -> Lowered<()> {
    let subject = expr::rvalue(env, value)?;
    if !promote(subject.ty).is_integral() {
        return Err(env.error(codes::E0302, value.span, "a switch needs an integer"));
    }
    let ty = promote(subject.ty);
    let subject = convert(subject, ty, Conversion::Implicit);
    // The subject is tested several times, also after the sections may have changed its parts.
    let subject = if temporaries::is_stable(env, &subject) && value::weight(&subject) == 1 {
        subject
    } else {
        temporaries::temporary(env, "subject", subject)
    };
    let sections = match &body.kind {
        tree::StmtKind::Block(block) => sections(&block.stmts),
        _ => None,
    };
    let Some(sections) = sections else {
        return Err(env.unsupported("switch with statements before its first case", span));
    };
    let conditions = conditions(env, &subject, &sections, span)?;
    let label = env.new_label();
    env.frame.targets.push(Target::Switch { label, break_used: false });
    let falls = sections.iter().take(sections.len().saturating_sub(1)).any(|section| !ends(section.stmts));
    let (stmts, ()) = env.captured(|env| {
        env.scoped(|env| {
            if falls {
                falling(env, &sections, conditions, span);
            } else {
                chain(env, &sections, conditions, span);
            }
        });
    });
    let break_used = matches!(env.frame.targets.pop(), Some(Target::Switch { break_used: true, .. }));
    if break_used {
        env.emit(StmtKind::Scope { label, body: stmts }, span);
    } else {
        env.out.extend(stmts);
    }
    Ok(())
}

/// Splits a body at its labels; `None` if it does not begin with one.
fn sections(stmts: &[Stmt]) -> Option<Vec<Section<'_>>> {
    let mut sections: Vec<Section> = Vec::new();
    let mut at = 0;
    while at < stmts.len() {
        let mut labels = Vec::new();
        loop {
            match stmts.get(at).map(|stmt| &stmt.kind) {
                Some(tree::StmtKind::Case(value)) => labels.push(Some(value)),
                Some(tree::StmtKind::Default) => labels.push(None),
                _ => break,
            }
            at += 1;
        }
        if labels.is_empty() {
            return None;
        }
        let start = at;
        while stmts.get(at).is_some_and(|s| !matches!(s.kind, tree::StmtKind::Case(_) | tree::StmtKind::Default)) {
            at += 1;
        }
        sections.push(Section { labels, stmts: &stmts[start..at] });
    }
    Some(sections)
}

/// Whether control cannot run off the end of a section.
fn ends(stmts: &[Stmt]) -> bool {
    stmts.iter().any(|stmt| match &stmt.kind {
        tree::StmtKind::Break | tree::StmtKind::Continue | tree::StmtKind::Return(_) => true,
        tree::StmtKind::Block(block) => ends(&block.stmts),
        tree::StmtKind::If { then, else_: Some(else_), .. } => {
            ends(std::slice::from_ref(then)) && ends(std::slice::from_ref(else_))
        }
        _ => false,
    })
}

/// When each section is entered by its labels. `default` is entered when no label of any section fits.
fn conditions(env: &mut Env, subject: &Expr, sections: &[Section], span: Span) -> Lowered<Vec<Expr>> {
    let mut own = Vec::new();
    let mut seen = std::collections::BTreeSet::new();
    for section in sections {
        let mut any: Option<Expr> = None;
        for label in section.labels.iter().flatten() {
            let known = value::wrap(&expr::constant(env, label)?, subject.ty);
            if !seen.insert(known.clone()) {
                return Err(env.error(codes::E0306, label.span, format!("the case {known} stands twice")));
            }
            let mut fits = binary(Binary::Eq, subject.clone(), value::int(known, subject.ty, label.span));
            fits.span = label.span;
            any = Some(match any {
                Some(any) => binary(Binary::Or, any, fits),
                None => fits,
            });
        }
        own.push(any);
    }
    let all = own.iter().flatten().cloned().reduce(|a, b| binary(Binary::Or, a, b));
    Ok(sections
        .iter()
        .zip(own)
        .enumerate()
        .map(|(at, (section, own))| {
            if !section.labels.iter().any(Option::is_none) {
                return own.unwrap_or_else(|| value::boolean(false, span));
            }
            // Beside `default` its own labels are redundant; those of the other sections exclude it.
            let others = match &own {
                Some(_) => others(subject, sections, at, env),
                None => all.clone(),
            };
            others.map_or_else(|| value::boolean(true, span), value::not)
        })
        .collect())
}

/// Some label of another section fits.
fn others(subject: &Expr, sections: &[Section], this: usize, env: &mut Env) -> Option<Expr> {
    let mut any: Option<Expr> = None;
    for (at, section) in sections.iter().enumerate() {
        for label in section.labels.iter().flatten().filter(|_| at != this) {
            let Ok(known) = expr::constant(env, label) else { continue };
            let known = value::int(value::wrap(&known, subject.ty), subject.ty, label.span);
            let fits = binary(Binary::Eq, subject.clone(), known);
            any = Some(match any {
                Some(any) => binary(Binary::Or, any, fits),
                None => fits,
            });
        }
    }
    any
}

/// No section falls into the next: the conditions exclude each other.
fn chain(env: &mut Env, sections: &[Section], conditions: Vec<Expr>, span: Span) {
    let mut lowered: Vec<(Expr, Vec<ir::Stmt>)> = Vec::new();
    let mut default = None;
    for (section, cond) in sections.iter().zip(conditions) {
        let stmts = match section.stmts.split_last() {
            // The `break` at the end of a section only says that it does not fall.
            Some((Stmt { kind: tree::StmtKind::Break, .. }, rest)) => rest,
            _ => section.stmts,
        };
        let (stmts, ()) = env.captured(|env| section_body(env, stmts));
        if section.labels.iter().any(Option::is_none) {
            default = Some(stmts);
        } else {
            lowered.push((cond, stmts));
        }
    }
    let mut rest = default.unwrap_or_default();
    for (cond, then) in lowered.into_iter().rev() {
        let span = cond.span.to(span);
        rest = vec![ir::Stmt { kind: StmtKind::If { cond, then, else_: rest }, span }];
        env.counts.size += 1;
    }
    env.out.extend(rest);
}

/// A section's statements; one block of braces around them all is looked through for its `break`.
fn section_body(env: &mut Env, stmts: &[Stmt]) {
    if let [Stmt { kind: tree::StmtKind::Block(block), wraps: false, .. }] = stmts
        && let Some((Stmt { kind: tree::StmtKind::Break, .. }, rest)) = block.stmts.split_last()
    {
        env.scoped(|env| stmt::statements(env, rest, Tail::No));
        return;
    }
    stmt::statements(env, stmts, Tail::No);
}

/// A section is entered by its labels, or from the section before it.
fn falling(env: &mut Env, sections: &[Section], conditions: Vec<Expr>, span: Span) {
    let flag = env.new_local("falls", Type::Bool, LocalRole::Temporary, span);
    env.emit(StmtKind::Assign { local: flag, value: value::boolean(false, span) }, span);
    let last = sections.len().saturating_sub(1);
    for (at, (section, cond)) in sections.iter().zip(conditions).enumerate() {
        let entered_from_before = at > 0 && !ends(sections[at - 1].stmts);
        let cond = if entered_from_before { binary(Binary::Or, env.read_local(flag, cond.span), cond) } else { cond };
        let (then, ()) = env.captured(|env| {
            if at < last && !ends(section.stmts) {
                env.emit(StmtKind::Assign { local: flag, value: value::boolean(true, span) }, span);
            }
            stmt::statements(env, section.stmts, Tail::No);
        });
        env.emit(StmtKind::If { cond, then, else_: Vec::new() }, span);
    }
}

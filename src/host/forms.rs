//! What is seen of statements and expressions by their form.

use crate::base::Span;
use crate::syntax::tree::{Condition, Expr, ExprKind, Stmt, StmtKind, TypeKind, UnaryOp, traverse};

use super::machine::Host;

impl<'a> Host<'a> {
    /// The functions that are named in code that is never executed are not called there.
    pub fn pass_over(&mut self, stmt: &'a Stmt) {
        if !self.is_recording {
            return;
        }
        traverse::Node::walk([traverse::Node::Stmt(stmt)], &mut |node| match node {
            traverse::Node::Expr(Expr { kind: ExprKind::Name(name), .. }) => _ = self.seen.reached.insert(name.span),
            traverse::Node::Expr(Expr { kind: ExprKind::Member { member, .. }, .. }) => {
                _ = self.seen.reached.insert(member.span)
            }
            traverse::Node::Expr(Expr { kind: ExprKind::Launch(_), span }) => _ = self.seen.reached.insert(*span),
            traverse::Node::Expr(_) | traverse::Node::Stmt(_) => {}
        });
    }
}

pub fn condition_place(cond: &Condition) -> Span {
    match cond {
        Condition::Expr(e) => e.span,
        Condition::Declaration(declaration) => declaration.span,
    }
}

/// Whether there may be a jump into a statement.
pub fn has_label(stmt: &Stmt) -> bool {
    let mut found = false;
    traverse::Node::walk([traverse::Node::Stmt(stmt)], &mut |node| {
        if let traverse::Node::Stmt(stmt) = node {
            found |= matches!(stmt.kind, StmtKind::Label(_) | StmtKind::Case(_) | StmtKind::Default);
        }
    });
    found
}

/// Whether an expression denotes a value and no variable.
pub fn is_value(e: &Expr) -> bool {
    match &e.kind {
        ExprKind::Int(_) | ExprKind::Bool(_) | ExprKind::Char(_) | ExprKind::Float { .. } | ExprKind::Str(_) => true,
        ExprKind::Nullptr | ExprKind::Binary(..) | ExprKind::Construct(..) | ExprKind::SizeofType(_) => true,
        ExprKind::Unary(op, _) => *op != UnaryOp::Deref,
        ExprKind::Cast(_, ty, _) => !matches!(ty.kind, TypeKind::Reference(_)),
        _ => false,
    }
}

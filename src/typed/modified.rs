//! Which names a function changes: what is not among them keeps the value of its declaration.

use std::collections::BTreeSet;

use crate::syntax::tree::{
    Block, Condition, Declaration, Expr, ExprKind, Initializer, Stmt, StmtKind, Type, TypeKind, UnaryOp,
};

use super::table::Table;

/// Names that are assigned, stepped, bound to a reference, or whose address is taken. By name only, so
/// a name that is shadowed counts for both; that costs a variable and is never wrong.
pub fn names(body: &Block, table: &Table) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    let mut work: Vec<Node> = body.stmts.iter().map(Node::Stmt).collect();
    while let Some(node) = work.pop() {
        match node {
            Node::Stmt(stmt) => statement(stmt, &mut work, &mut names),
            Node::Expr(e) => expression(e, table, &mut work, &mut names),
        }
    }
    names
}

/// What is still to be visited; a list of its own, so that deep trees need no deep stack.
enum Node<'t> {
    Stmt(&'t Stmt),
    Expr(&'t Expr),
}

fn statement<'t>(stmt: &'t Stmt, work: &mut Vec<Node<'t>>, names: &mut BTreeSet<String>) {
    match &stmt.kind {
        StmtKind::Expr(e) | StmtKind::Case(e) | StmtKind::Return(Some(e)) => work.push(Node::Expr(e)),
        StmtKind::Declare(declaration) => self::declaration(declaration, work, names),
        StmtKind::Block(block) => work.extend(block.stmts.iter().map(Node::Stmt)),
        StmtKind::If { cond, then, else_, .. } => {
            condition(cond, work, names);
            work.push(Node::Stmt(then));
            work.extend(else_.as_deref().map(Node::Stmt));
        }
        StmtKind::While { cond, body, .. } => {
            condition(cond, work, names);
            work.push(Node::Stmt(body));
        }
        StmtKind::DoWhile { body, cond, .. } => {
            work.push(Node::Stmt(body));
            work.push(Node::Expr(cond));
        }
        StmtKind::For { init, cond, step, body, .. } => {
            work.extend(init.as_deref().map(Node::Stmt));
            if let Some(cond) = cond {
                condition(cond, work, names);
            }
            work.extend(step.as_ref().map(Node::Expr));
            work.push(Node::Stmt(body));
        }
        StmtKind::Switch { value, body } => {
            work.push(Node::Expr(value));
            work.push(Node::Stmt(body));
        }
        StmtKind::Empty
        | StmtKind::Typedef(_)
        | StmtKind::Record(_)
        | StmtKind::Enum(_)
        | StmtKind::Default
        | StmtKind::Break
        | StmtKind::Continue
        | StmtKind::Return(None)
        | StmtKind::Goto(_)
        | StmtKind::Label(_)
        | StmtKind::Annotation(_)
        | StmtKind::Unsupported(_) => {}
    }
}

fn condition<'t>(cond: &'t Condition, work: &mut Vec<Node<'t>>, names: &mut BTreeSet<String>) {
    match cond {
        Condition::Expr(e) => work.push(Node::Expr(e)),
        Condition::Declaration(declaration) => self::declaration(declaration, work, names),
    }
}

fn declaration<'t>(declaration: &'t Declaration, work: &mut Vec<Node<'t>>, names: &mut BTreeSet<String>) {
    for declarator in &declaration.declarators {
        let mut inits: Vec<&Initializer> = declarator.init.iter().collect();
        while let Some(init) = inits.pop() {
            match init {
                Initializer::Expr(e) => {
                    if may_write(&declarator.ty) {
                        changed(e, names);
                    }
                    work.push(Node::Expr(e));
                }
                Initializer::List(list, _) => inits.extend(list),
                Initializer::Construct(args) => work.extend(args.iter().map(Node::Expr)),
            }
        }
    }
}

fn expression<'t>(e: &'t Expr, table: &Table, work: &mut Vec<Node<'t>>, names: &mut BTreeSet<String>) {
    match &e.kind {
        ExprKind::Unary(op, a) => {
            if *op == UnaryOp::AddressOf {
                changed(a, names);
            }
            work.push(Node::Expr(a));
        }
        ExprKind::Step { place, .. } => {
            changed(place, names);
            work.push(Node::Expr(place));
        }
        ExprKind::Assign(_, place, from) => {
            changed(place, names);
            work.extend([Node::Expr(place), Node::Expr(from)]);
        }
        ExprKind::Binary(_, a, b) | ExprKind::Comma(a, b) | ExprKind::Index(a, b) => {
            work.extend([Node::Expr(a), Node::Expr(b)]);
        }
        ExprKind::Conditional(a, b, c) => work.extend([Node::Expr(a), Node::Expr(b), Node::Expr(c)]),
        ExprKind::Call(callee, args) => {
            if takes_references(callee, table) {
                args.iter().for_each(|arg| changed(arg, names));
            }
            work.push(Node::Expr(callee));
            work.extend(args.iter().map(Node::Expr));
        }
        ExprKind::Member { base: a, .. } | ExprKind::Cast(_, _, a) | ExprKind::SizeofExpr(a) => {
            work.push(Node::Expr(a));
        }
        ExprKind::Construct(_, args) | ExprKind::InitList(args) => work.extend(args.iter().map(Node::Expr)),
        ExprKind::Int(_)
        | ExprKind::Float { .. }
        | ExprKind::Bool(_)
        | ExprKind::Char(_)
        | ExprKind::Str(_)
        | ExprKind::Nullptr
        | ExprKind::This
        | ExprKind::Name(_)
        | ExprKind::SizeofType(_)
        | ExprKind::Unsupported(_)
        | ExprKind::Spec(_) => {}
    }
}

/// Whether a call may bind its arguments to references.
fn takes_references(callee: &Expr, table: &Table) -> bool {
    let ExprKind::Name(name) = &callee.kind else { return true };
    let functions = table.functions.get(name.ident.as_str());
    functions.is_some_and(|functions| {
        functions
            .iter()
            .flat_map(|function| &function.params)
            .any(|param| may_write(&param.ty) || matches!(param.ty.kind, TypeKind::Named(_)))
    })
}

/// Whether a name of this type may be a reference through which one may write.
fn may_write(ty: &Type) -> bool {
    matches!(&ty.kind, TypeKind::Reference(to) if !to.qualifiers.is_const)
}

/// Notes the variables that an lvalue expression can denote.
fn changed(place: &Expr, names: &mut BTreeSet<String>) {
    let mut work = vec![place];
    while let Some(place) = work.pop() {
        match &place.kind {
            ExprKind::Name(name) => {
                names.insert(name.ident.clone());
            }
            ExprKind::Conditional(_, a, b) => work.extend([&**a, &**b]),
            ExprKind::Comma(_, a)
            | ExprKind::Cast(_, _, a)
            | ExprKind::Member { base: a, .. }
            | ExprKind::Assign(_, a, _)
            | ExprKind::Step { place: a, .. } => work.push(a),
            _ => {}
        }
    }
}

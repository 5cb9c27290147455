//! Which names a function changes: what is not among them keeps the value of its declaration.

use std::collections::BTreeSet;

use crate::syntax::tree::{
    ASSIGNED_BITS, Block, Condition, Declaration, Expr, ExprKind, Initializer, Lambda, ORDERED_ATOMIC, Record, Stmt,
    StmtKind, Type, TypeKind, UnaryOp, traverse::Node,
};

use super::table::Table;

/// Names that are assigned, stepped, bound to a reference, or whose address is taken. By name only, so
/// a name that is shadowed counts for both; that costs a variable and is never wrong.
pub fn names(body: &Block, table: &Table) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    visit(body, &mut |node| match node {
        Node::Stmt(stmt) => {
            if let Some(declaration) = declared(stmt) {
                by_declaration(declaration, table, &mut names);
            }
        }
        Node::Expr(e) => by_expression(e, table, &mut names),
    });
    names
}

/// The records and lambda expressions in a body, those in lambda expressions included.
#[derive(Default)]
pub struct Inner<'t> {
    /// Classes that the body defines.
    pub records: Vec<&'t Record>,
    /// Lambda expressions that stand in the body.
    pub lambdas: Vec<&'t Lambda>,
}

/// What a body defines.
pub fn inner(body: &Block) -> Inner<'_> {
    let mut inner = Inner::default();
    visit(body, &mut |node| match node {
        Node::Stmt(Stmt { kind: StmtKind::Record(record), .. }) => inner.records.push(record),
        Node::Expr(Expr { kind: ExprKind::Lambda(lambda), .. }) => inner.lambdas.push(lambda),
        Node::Stmt(_) | Node::Expr(_) => {}
    });
    inner
}

/// The unqualified names that a body mentions.
pub fn mentioned(body: &Block) -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    visit(body, &mut |node| {
        if let Node::Expr(Expr { kind: ExprKind::Name(name), .. }) = node
            && name.path.is_empty()
        {
            names.insert(name.ident.clone());
        }
    });
    names
}

/// The unqualified names that an expression mentions, and whether `this` is among them.
pub fn mentioned_in(e: &Expr) -> (BTreeSet<String>, bool) {
    let (mut names, mut has_this) = (BTreeSet::new(), false);
    Node::walk([Node::Expr(e)], &mut |node| match node {
        Node::Expr(Expr { kind: ExprKind::Name(name), .. }) if name.path.is_empty() => {
            names.insert(name.ident.clone());
        }
        Node::Expr(Expr { kind: ExprKind::This | ExprKind::Lambda(_), .. }) => has_this = true,
        Node::Expr(_) | Node::Stmt(_) => {}
    });
    (names, has_this)
}

fn visit<'t>(body: &'t Block, see: &mut dyn FnMut(Node<'t>)) {
    Node::walk(body.stmts.iter().map(Node::Stmt), see);
}

/// What a statement declares, be it in its condition.
fn declared(stmt: &Stmt) -> Option<&Declaration> {
    match &stmt.kind {
        StmtKind::Declare(declaration) => Some(declaration),
        StmtKind::If { cond: Condition::Declaration(declaration), .. }
        | StmtKind::While { cond: Condition::Declaration(declaration), .. }
        | StmtKind::For { cond: Some(Condition::Declaration(declaration)), .. } => Some(declaration),
        _ => None,
    }
}

fn by_declaration(declaration: &Declaration, table: &Table, names: &mut BTreeSet<String>) {
    for declarator in &declaration.declarators {
        let mut inits: Vec<&Initializer> = declarator.init.iter().collect();
        while let Some(init) = inits.pop() {
            match init {
                Initializer::Expr(e) => {
                    if may_write(&declarator.ty) {
                        changed(e, names);
                    }
                }
                Initializer::List(list, _) => {
                    if matches!(declarator.ty.kind, TypeKind::Named(_)) && table.classes.take_references {
                        let values = list.iter().filter_map(|item| match item {
                            Initializer::Expr(e) => Some(e),
                            _ => None,
                        });
                        values.for_each(|value| changed(value, names));
                    }
                    inits.extend(list);
                }
                // A constructor may take references.
                Initializer::Construct(args) if matches!(declarator.ty.kind, TypeKind::Named(_)) => {
                    args.iter().for_each(|arg| changed(arg, names));
                }
                Initializer::Construct(_) => {}
            }
        }
    }
}

fn by_expression(e: &Expr, table: &Table, names: &mut BTreeSet<String>) {
    let writes = |operator: &str| table.classes.writing_operators.contains(operator);
    match &e.kind {
        ExprKind::Unary(op, a) if *op == UnaryOp::AddressOf || writes(&operator_name(op.symbol())) => {
            changed(a, names);
        }
        ExprKind::Step { place, .. } | ExprKind::Assign(_, place, _) => changed(place, names),
        ExprKind::Binary(op, a, b) => {
            // An operator of the program may change its operands.
            let operator = operator_name(op.symbol());
            let takes = table.functions.get(operator.as_str()).is_some_and(|functions| {
                functions.iter().flat_map(|function| &function.params).any(|param| may_write(&param.ty))
            });
            if takes || table.classes.writing_friends.contains(operator.as_str()) {
                changed(a, names);
                changed(b, names);
            }
            if writes(&operator) {
                changed(a, names);
            }
        }
        ExprKind::Index(a, _) if writes("operator[]") => changed(a, names),
        ExprKind::Call(callee, args) => {
            let assigns = matches!(&callee.kind, ExprKind::Name(name) if name.ident == ASSIGNED_BITS);
            if assigns || takes_references(callee, table) {
                args.iter().for_each(|arg| changed(arg, names));
            }
            // A member function may change its object; behind an arrow that is not the pointer.
            if let ExprKind::Member { base, arrow: false, .. } = &callee.kind {
                changed(base, names);
            }
            // So may a function object.
            if writes("operator()") {
                changed(callee, names);
            }
        }
        // A constructor may take references.
        ExprKind::Construct(ty, args) if matches!(ty.kind, TypeKind::Named(_)) && table.classes.take_references => {
            args.iter().for_each(|arg| changed(arg, names));
        }
        _ => {}
    }
}

fn operator_name(symbol: &str) -> String {
    format!("operator{symbol}")
}

/// Whether a call may bind its arguments to references.
fn takes_references(callee: &Expr, table: &Table) -> bool {
    let ExprKind::Name(name) = &callee.kind else { return true };
    if name.ident.starts_with(ORDERED_ATOMIC) {
        return false;
    }
    let functions = table.functions.get(name.ident.as_str());
    if table.classes.writing_friends.contains(name.ident.as_str()) {
        return true;
    }
    if functions.is_none() && table.classes.take_references {
        // A function object or a member function.
        return true;
    }
    functions.is_some_and(|functions| {
        functions
            .iter()
            .flat_map(|function| &function.params)
            .any(|param| may_write(&param.ty) || matches!(param.ty.kind, TypeKind::Named(_)))
    })
}

/// Whether a name of this type may be a reference through which one may write.
pub fn may_write(ty: &Type) -> bool {
    match &ty.kind {
        TypeKind::Reference(to) => !to.qualifiers.is_const,
        // It may be a reference, or an rvalue reference that binds to a variable.
        TypeKind::Other(_) | TypeKind::Decltype(_) => true,
        _ => false,
    }
}

/// Notes the variables that an lvalue expression can denote. What is behind a pointer is none.
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
            | ExprKind::Member { base: a, arrow: false, .. }
            | ExprKind::Assign(_, a, _)
            | ExprKind::Step { place: a, .. } => work.push(a),
            _ => {}
        }
    }
}

//! Copy constructors that do what copying does: each member from the same member (R151).
//!
//! Objects are copied in many places without a call: others than these would have to run there.

use crate::syntax::tree::{Expr, ExprKind, Function, FunctionKind, Initializer, Record, StmtKind, TypeKind};

use super::scope::Env;

/// Whether a member function is a constructor from an object of its class that does something else than to copy it.
pub fn differs(env: &Env, class: &Record, method: &Function) -> bool {
    let Some(name) = &class.name else { return false };
    if method.kind != FunctionKind::Constructor {
        return false;
    }
    let needed = method.params.iter().filter(|param| param.default.is_none()).count();
    let Some(first) = method.params.first().filter(|_| needed <= 1) else { return false };
    let is_copy = match &first.ty.kind {
        TypeKind::Reference(to) => matches!(&to.kind, TypeKind::Named(of) if of.ident == name.text),
        TypeKind::Other(what) => what.contains("rvalue"),
        _ => false,
    };
    is_copy && !definition(env, &name.text, method).is_some_and(|definition| is_plain(class, definition))
}

/// Where the constructor is defined: in the class or outside of it.
fn definition<'a>(env: &Env<'a>, class: &str, method: &'a Function) -> Option<&'a Function> {
    if method.body.is_some() {
        return Some(method);
    }
    let named = env.table.functions.get(method.name.text.as_str())?;
    let mut outside = named.iter().copied().filter(|function| {
        function.body.is_some()
            && function.params.len() == method.params.len()
            && function.scope.last().is_some_and(|last| last.split('<').next() == Some(class))
            && matches!(function.params.first().map(|param| &param.ty.kind), Some(TypeKind::Reference(_)))
    });
    outside.next().filter(|_| outside.next().is_none())
}

/// Every member gets the same member of the parameter, in the list or in the body, and nothing else is done.
fn is_plain(class: &Record, constructor: &Function) -> bool {
    let (Some(from), Some(body)) =
        (constructor.params.first().and_then(|param| param.name.as_ref()), &constructor.body)
    else {
        return false;
    };
    let mut copied: Vec<&str> = Vec::new();
    for (name, init) in &constructor.inits {
        let value = match init {
            Initializer::Construct(args) => match args.as_slice() {
                [only] => only,
                _ => return false,
            },
            Initializer::Expr(value) => value,
            Initializer::List(items, _) => match items.as_slice() {
                [Initializer::Expr(only)] => only,
                _ => return false,
            },
        };
        if !is_member(value, &from.text, &name.ident) {
            return false;
        }
        copied.push(&name.ident);
    }
    for stmt in &body.stmts {
        let StmtKind::Expr(Expr { kind: ExprKind::Assign(None, to, value), .. }) = &stmt.kind else { return false };
        let name = match &to.kind {
            ExprKind::Name(name) if name.path.is_empty() => name.ident.as_str(),
            ExprKind::Member { base, member, .. } if matches!(base.kind, ExprKind::This) => member.ident.as_str(),
            _ => return false,
        };
        if !is_member(value, &from.text, name) {
            return false;
        }
        copied.push(name);
    }
    let fields = || class.fields.iter().filter_map(|field| field.name.as_ref());
    class.bases.is_empty()
        && fields().count() == copied.len()
        && fields().all(|field| copied.contains(&field.text.as_str()))
}

/// `from.name`
fn is_member(value: &Expr, from: &str, name: &str) -> bool {
    match &value.kind {
        ExprKind::Member { base, member, arrow: false } => {
            member.ident == name && matches!(&base.kind, ExprKind::Name(of) if of.path.is_empty() && of.ident == from)
        }
        _ => false,
    }
}

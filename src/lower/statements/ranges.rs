//! Range-based `for` (CLASS-31). The trees hold the loop over an array; over an object of a class it is one over iterators.

use crate::base::Span;
use crate::cpp::{Env, Lowered, Place, Value, frame::Tail, methods};
use crate::lower::expressions::expr;
use crate::memory::pointee;
use crate::syntax::tree::{
    BinaryOp, Block, Condition, Declaration, Declarator, Expr, ExprKind, Ident, Initializer, LoopAnnot, Name, Stmt,
    StmtKind, Type, TypeKind, UnaryOp,
};

use super::{
    loops::{self, ForParts},
    stmt,
};

/// A `for`, which may be the form of a range-based one.
pub fn for_loop(env: &mut Env, parts: ForParts, annot: &LoopAnnot, span: Span) -> Lowered<()> {
    let Some((range, declaration)) = range(&parts) else { return loops::for_loop(env, parts, annot, span) };
    env.scoped(|env| {
        let [whole, counter] = declaration.declarators.as_slice() else {
            return loops::for_loop(env, parts, annot, span);
        };
        let declared = |declarators: Vec<Declarator>| {
            let declaration = Declaration::new(declaration.specifiers, declarators, span);
            Stmt::new(StmtKind::Declare(declaration), span)
        };
        let _recorded = stmt::statement(env, &declared(vec![whole.clone()]), Tail::No);
        if iterates(env, range) {
            return over_object(env, whole, parts.body, annot, span);
        }
        let counter = declared(vec![counter.clone()]);
        loops::for_loop(env, ForParts { init: Some(&counter), ..parts }, annot, span)
    })
}

/// The range's name and the declarations of a range-based `for`.
fn range<'t>(parts: &ForParts<'t>) -> Option<(&'t Expr, &'t Declaration)> {
    let Some(Condition::Expr(cond)) = parts.cond else { return None };
    let ExprKind::Binary(_, _, extent) = &cond.kind else { return None };
    let ExprKind::Extent(range) = &extent.kind else { return None };
    let StmtKind::Declare(declaration) = &parts.init?.kind else { return None };
    Some((range, declaration))
}

/// Whether it is an object whose class has `begin` and `end`.
fn iterates(env: &mut Env, range: &Expr) -> bool {
    let (_, value) = env.captured(|env| expr::lower(env, range));
    let Ok(value @ Value::Place(Place::Object { .. })) = value else { return false };
    pointee::record_of(env, &value)
        .is_some_and(|ty| ["begin", "end"].iter().all(|name| !methods::methods_named(env, ty.id, name).is_empty()))
}

/// `auto i = r.begin(), e = r.end(); for (; i != e; ++i) { T x = *i; body }`
fn over_object(env: &mut Env, whole: &Declarator, body: &Stmt, annot: &LoopAnnot, span: Span) -> Lowered<()> {
    let StmtKind::Block(block) = &body.kind else { return Err(env.unsupported("a range-based `for`", span)) };
    let expr = |kind: ExprKind| Expr { kind, span };
    let named = |text: &str| expr(ExprKind::Name(Name::plain(text, span)));
    let (begin, end) = (format!("{}.begin", whole.name.text), format!("{}.end", whole.name.text));
    for name in [&begin, &end] {
        env.frame.modified.insert(name.clone());
    }
    let declared = |text: &str, method: &str| {
        let member = Name::plain(method, span);
        let base = Box::new(named(&whole.name.text));
        let callee = expr(ExprKind::Member { base, member, arrow: false });
        let init = expr(ExprKind::Call(Box::new(callee), Vec::new()));
        let name = Ident { text: text.to_string(), span };
        Declarator { name, ty: Type::new(TypeKind::Auto, span), init: Some(Initializer::Expr(init)) }
    };
    let declarators = vec![declared(&begin, "begin"), declared(&end, "end")];
    let init = Declaration::new(Default::default(), declarators, span);
    let init = Stmt::new(StmtKind::Declare(init), span);
    let cond = expr(ExprKind::Binary(BinaryOp::Ne, Box::new(named(&begin)), Box::new(named(&end))));
    let step = expr(ExprKind::Step { increment: true, prefix: true, place: Box::new(named(&begin)) });
    let mut stmts = block.stmts.clone();
    if let Some(Stmt { kind: StmtKind::Declare(element), .. }) = stmts.first_mut()
        && let Some(element) = element.declarators.first_mut()
    {
        element.init = Some(Initializer::Expr(expr(ExprKind::Unary(UnaryOp::Deref, Box::new(named(&begin))))));
    }
    let body = Stmt { kind: StmtKind::Block(Block { stmts, ..block.clone() }), ..body.clone() };
    let parts = ForParts { init: Some(&init), cond: Some(&Condition::Expr(cond)), step: Some(&step), body: &body };
    loops::for_loop(env, parts, annot, span)
}

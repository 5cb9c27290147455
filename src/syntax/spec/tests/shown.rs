//! Trees as text: prefix form with brackets around everything that has parts.

use crate::syntax::spec::*;
use crate::syntax::tree::*;

pub fn clause(clause: &Clause) -> String {
    let word = clause_word(&clause.kind);
    match &clause.kind {
        ClauseKind::Requires(e)
        | ClauseKind::Ensures(e)
        | ClauseKind::Invariant(e)
        | ClauseKind::Variant(e)
        | ClauseKind::Assert(e)
        | ClauseKind::Assume(e)
        | ClauseKind::BarrierInvariant(e) => format!("{word} {}", show(e)),
        ClauseKind::Ghost(ghosts) => {
            let all: Vec<String> = ghosts
                .iter()
                .map(|ghost| format!("{} {}{}", ty(&ghost.ty), ghost.name.text, "[]".repeat(ghost.dimensions)))
                .collect();
            format!("{word} {}", all.join(", "))
        }
        ClauseKind::Writes(regions) | ClauseKind::Reads(regions) => {
            let all: Vec<String> = regions
                .iter()
                .map(|region| match &region.range {
                    Some((lo, hi)) => format!("{}[{}..{}]", show(&region.array), show(lo), show(hi)),
                    None => show(&region.array),
                })
                .collect();
            format!("{word} {}", all.join(", "))
        }
        ClauseKind::Wraps => word.to_string(),
        ClauseKind::Logic(item) => logic(item),
    }
}

pub fn logic(item: &LogicItem) -> String {
    let list = |params: &[LogicParam]| {
        let all: Vec<String> = params
            .iter()
            .map(|param| format!("{} {}{}", ty(&param.ty), param.name.text, "[]".repeat(param.dimensions)))
            .collect();
        all.join(", ")
    };
    match item {
        LogicItem::Function { name, params, result, body, decreases, .. } => {
            let head = result.as_ref().map_or("predicate".to_string(), |result| format!("logic {}", ty(result)));
            let body = body.as_ref().map_or(String::new(), |body| format!(" = {}", show(body)));
            let decreases = decreases.as_ref().map_or(String::new(), |by| format!(" decreases {}", show(by)));
            format!("{head} {}({}){body}{decreases}", name.text, list(params))
        }
        LogicItem::Lemma { name, params, statement, induction, triggers, .. } => {
            let from =
                |from: &Option<Expr>| from.as_ref().map_or(String::new(), |from| format!(" from {}", show(from)));
            let induction = induction
                .as_ref()
                .map_or(String::new(), |by| format!(" by induction on {}{}", by.on.text, from(&by.from)));
            let terms = |terms: &[Expr]| terms.iter().map(show).collect::<Vec<_>>().join(", ");
            let triggers: Vec<String> = triggers.iter().map(|trigger| format!(" trigger {}", terms(trigger))).collect();
            format!("lemma {}({}): {}{induction}{}", name.text, list(params), show(statement), triggers.concat())
        }
        LogicItem::Operator { name, body, identity, .. } => {
            let body = body.as_ref().map_or(String::new(), |body| format!(" = {}", show(body)));
            format!("operator {}{body} identity {}", name.text, show(identity))
        }
        LogicItem::Use(name) => format!("use {}", name.text),
    }
}

pub fn ty(ty_: &Type) -> String {
    match &ty_.kind {
        TypeKind::Void => "void".into(),
        TypeKind::Bool => "bool".into(),
        TypeKind::Int { signed, bits } => format!("{}{bits}", if *signed { "i" } else { "u" }),
        TypeKind::Float { bits } => format!("f{bits}"),
        TypeKind::Named(name) => name.ident.clone(),
        TypeKind::Pointer(inner) => format!("{}*", ty(inner)),
        other => format!("{other:?}"),
    }
}

pub fn binder(binder: &Binder) -> String {
    match &binder.ty {
        BinderType::Integer => binder.name.text.clone(),
        BinderType::Real => format!("{}:real", binder.name.text),
        BinderType::Thread => format!("{}:thread", binder.name.text),
        BinderType::Block => format!("{}:block", binder.name.text),
        BinderType::Other(other) => format!("{}:{}", binder.name.text, ty(other)),
    }
}

pub fn show(expr: &Expr) -> String {
    let all = |args: &[Expr]| args.iter().map(show).collect::<Vec<_>>().join(" ");
    match &expr.kind {
        ExprKind::Int(value) => {
            format!("{}{}{}", value.value, if value.unsigned { "u" } else { "" }, "l".repeat(value.long.into()))
        }
        ExprKind::Float { text, bits } => format!("{text}f{bits}"),
        ExprKind::Bool(value) => value.to_string(),
        ExprKind::Char(value) => format!("'{value}'"),
        ExprKind::Nullptr => "nullptr".into(),
        ExprKind::Name(name) => {
            let args = name.template_args.as_ref().map_or(String::new(), |args| {
                let args: Vec<String> = args
                    .iter()
                    .map(|arg| match arg {
                        TemplateArg::Type(arg) => ty(arg),
                        TemplateArg::Value(arg) => show(arg),
                    })
                    .collect();
                format!("<{}>", args.join(","))
            });
            format!("{}{}{args}", name.path.iter().map(|part| format!("{part}::")).collect::<String>(), name.ident)
        }
        ExprKind::Unary(op, inner) => format!("({} {})", op.symbol(), show(inner)),
        ExprKind::Binary(op, left, right) => format!("({} {} {})", op.symbol(), show(left), show(right)),
        ExprKind::Conditional(test, then, other) => format!("(? {} {} {})", show(test), show(then), show(other)),
        ExprKind::Comma(left, right) => format!("(, {} {})", show(left), show(right)),
        ExprKind::Call(function, args) => format!("(call {} {})", show(function), all(args)),
        ExprKind::Index(base, index) => format!("{}[{}]", show(base), show(index)),
        ExprKind::Member { base, member, .. } => format!("{}.{}", show(base), member.ident),
        ExprKind::Cast(CastStyle::C, to, inner) => format!("(cast {} {})", ty(to), show(inner)),
        ExprKind::Cast(style, to, inner) => format!("({style:?} {} {})", ty(to), show(inner)),
        ExprKind::Construct(to, args) => format!("(make {} {})", ty(to), all(args)),
        ExprKind::SizeofType(of) => format!("(sizeof {})", ty(of)),
        ExprKind::SizeofExpr(of) => format!("(sizeof {})", show(of)),
        ExprKind::Spec(form) => match form {
            SpecExpr::Quantified(quantifier, binders, hints, body) => {
                let word = if *quantifier == Quantifier::Forall { "forall" } else { "exists" };
                let binders: Vec<String> = binders.iter().map(binder).collect();
                let hints = if hints.is_empty() { String::new() } else { format!("{{{}}} ", all(hints)) };
                format!("({word} {} {hints}{})", binders.join(" "), show(body))
            }
            SpecExpr::Fold { kind, var, body, lo, hi } => {
                format!("({kind:?} {} {} {} {})", binder(var), show(body), show(lo), show(hi))
            }
            SpecExpr::FoldOver { operator, var, body, lo, hi } => {
                format!("(fold {} {} {} {} {})", operator.text, binder(var), show(body), show(lo), show(hi))
            }
            SpecExpr::FoldThreads { kind, var, body } => format!("({kind:?} {} {})", binder(var), show(body)),
            SpecExpr::Chain(first, rest) => {
                let rest: Vec<String> = rest.iter().map(|(op, e)| format!(" {} {}", op.symbol(), show(e))).collect();
                format!("[{}{}]", show(first), rest.concat())
            }
            SpecExpr::Let { name, value, body } => format!("(let {} {} {})", name.text, show(value), show(body)),
            SpecExpr::Range { array, lo, hi } => format!("(range {} {} {})", show(array), show(lo), show(hi)),
            SpecExpr::Here(inner) => format!("(here {})", show(inner)),
            SpecExpr::At(what, thread) => format!("({} @ {})", show(what), show(thread)),
            SpecExpr::Loose(inner) => show(inner),
            SpecExpr::Old(inner) => format!("(old {})", show(inner)),
            SpecExpr::Other(inner) => format!("(other {})", show(inner)),
            SpecExpr::LoopCount(level) => format!("(loop_count {level})"),
            SpecExpr::Active(None) => "(active)".into(),
            SpecExpr::Active(Some(thread)) => format!("(active {})", show(thread)),
            SpecExpr::Length(array) => format!("(length {})", show(array)),
            SpecExpr::Result => "(result)".into(),
            SpecExpr::Function(function, args) => format!("({function:?} {})", all(args)),
        },
        other => format!("{other:?}"),
    }
}

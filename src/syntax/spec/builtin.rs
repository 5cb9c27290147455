//! The annotation language's own names: `\sum`, `\old`, `\active`, ..., and folds without backslash.

use super::build::{Builder, Built, error};
use super::expr::{Deep, missing};
use super::grammar::{Node, Rule};
use crate::base::{Diagnostic, Span, codes};
use crate::syntax::tree::{Binder, BinderType, Expr, ExprKind, FoldKind, Ident, Name, SpecExpr, SpecFunction};

/// How folds are written, for notes.
pub const FOLD_FORMS: &str =
    "a fold is `sum(k, body, lo, hi)` with k from lo to hi, both included, or `sum(t : thread, body)`";

const FOLD_OVER_FORM: &str =
    "it is `fold(plus, k, body, lo, hi)` with a declared operator `plus` and k from lo to hi, both included";

/// What a name after a backslash means.
#[derive(Clone, Copy)]
enum Builtin {
    Fold(FoldKind),
    FoldOver,
    Function(SpecFunction, usize),
    Old,
    At,
    Other,
    Length,
    Active,
    LoopCount(u32),
    Result,
    Bool(bool),
}

/// All names, for the nearest one to a typo. `product` and `numof` are ACSL's.
const NAMES: [(&str, Builtin); 23] = [
    ("sum", Builtin::Fold(FoldKind::Sum)),
    ("prod", Builtin::Fold(FoldKind::Prod)),
    ("product", Builtin::Fold(FoldKind::Prod)),
    ("count", Builtin::Fold(FoldKind::Count)),
    ("numof", Builtin::Fold(FoldKind::Count)),
    ("min_over", Builtin::Fold(FoldKind::MinOver)),
    ("max_over", Builtin::Fold(FoldKind::MaxOver)),
    ("fold", Builtin::FoldOver),
    ("min", Builtin::Function(SpecFunction::Min, 2)),
    ("max", Builtin::Function(SpecFunction::Max, 2)),
    ("abs", Builtin::Function(SpecFunction::Abs, 1)),
    ("pow", Builtin::Function(SpecFunction::Pow, 2)),
    ("log2", Builtin::Function(SpecFunction::Log2, 1)),
    ("is_pow2", Builtin::Function(SpecFunction::IsPow2, 1)),
    ("old", Builtin::Old),
    ("at", Builtin::At),
    ("other", Builtin::Other),
    ("length", Builtin::Length),
    ("active", Builtin::Active),
    ("loop_count", Builtin::LoopCount(1)),
    ("result", Builtin::Result),
    ("true", Builtin::Bool(true)),
    ("false", Builtin::Bool(false)),
];

fn find(name: &str) -> Option<Builtin> {
    if let Some(level) = loop_count_level(name) {
        return Some(Builtin::LoopCount(level));
    }
    NAMES.iter().find(|(known, _)| *known == name).map(|(_, builtin)| *builtin)
}

/// The level of `loop_count`, `loop_count_2`, ...: 1 is the loop that the clause annotates.
pub fn loop_count_level(name: &str) -> Option<u32> {
    match name.strip_prefix("loop_count")? {
        "" => Some(1),
        rest => rest.strip_prefix('_')?.parse().ok().filter(|level| *level >= 1),
    }
}

/// Whether a call behind `\name` belongs to it.
pub fn takes_arguments(name: &str) -> bool {
    match find(name.trim_start_matches('\\')) {
        Some(Builtin::LoopCount(_) | Builtin::Result | Builtin::Bool(_)) | None => false,
        Some(
            Builtin::Fold(_)
            | Builtin::FoldOver
            | Builtin::Function(..)
            | Builtin::Old
            | Builtin::At
            | Builtin::Other
            | Builtin::Length
            | Builtin::Active,
        ) => true,
    }
}

impl Builder<'_> {
    /// `\name` with the call behind it, if there is one.
    pub fn builtin(&self, node: &Node, call: Option<Node>) -> Built<Deep> {
        let span = self.at(node);
        let name = node.as_str().trim_start_matches('\\');
        let Some(builtin) = find(name) else { return Err(self.unknown(name, node)) };
        let whole = call.as_ref().map_or(span, |call| span.to(self.at(call)));
        match builtin {
            Builtin::LoopCount(level) => self.node(ExprKind::Spec(SpecExpr::LoopCount(level)), span, 0),
            Builtin::Result => self.node(ExprKind::Spec(SpecExpr::Result), span, 0),
            Builtin::Bool(value) => self.node(ExprKind::Bool(value), span, 0),
            Builtin::Fold(kind) => match call {
                Some(call) => match self.fold(kind, &call)? {
                    Some(fold) => self.node(fold.0, whole, fold.1),
                    None => {
                        let wrong = error(codes::E0207, whole, format!("`\\{name}` does not have the form of a fold"));
                        Err(Box::new(wrong.note(FOLD_FORMS)))
                    }
                },
                None => {
                    let wrong = error(codes::E0207, span, format!("`\\{name}` needs arguments"));
                    Err(Box::new(wrong.note(FOLD_FORMS)))
                }
            },
            Builtin::FoldOver => match call.map(|call| self.fold_over(&call)).transpose()?.flatten() {
                Some(fold) => self.node(fold.0, whole, fold.1),
                None => {
                    let wrong = error(codes::E0207, whole, "`\\fold` does not have the form of a fold");
                    Err(Box::new(wrong.note(FOLD_OVER_FORM)))
                }
            },
            Builtin::Function(SpecFunction::Min | SpecFunction::Max, _)
                if call.as_ref().is_some_and(|call| has_lambda(call)) =>
            {
                let kind = if name == "min" { FoldKind::MinOver } else { FoldKind::MaxOver };
                match call.map(|call| self.fold(kind, &call)).transpose()?.flatten() {
                    Some(fold) => self.node(fold.0, whole, fold.1),
                    None => Err(error(
                        codes::E0207,
                        whole,
                        format!("`\\{name}` takes `(lo, hi, \\lambda integer k; body)`"),
                    )),
                }
            }
            Builtin::Function(function, arity) => {
                let (args, depth) = self.exactly(name, arity, whole, call)?;
                self.node(ExprKind::Spec(SpecExpr::Function(function, args)), whole, depth)
            }
            Builtin::At => {
                let (args, depth) = self.exactly(name, 2, whole, call)?;
                self.node(ExprKind::Spec(at_label(args, whole)?), whole, depth)
            }
            Builtin::Active if call.is_none() => self.node(ExprKind::Spec(SpecExpr::Active(None)), span, 0),
            Builtin::Old | Builtin::Other | Builtin::Length | Builtin::Active => {
                let (mut args, depth) = self.exactly(name, 1, whole, call)?;
                let Some(arg) = args.pop().map(Box::new) else { return Err(missing(whole)) };
                let form = match builtin {
                    Builtin::Old => SpecExpr::Old(arg),
                    Builtin::Other => SpecExpr::Other(arg),
                    Builtin::Length => SpecExpr::Length(arg),
                    _ => SpecExpr::Active(Some(arg)),
                };
                self.node(ExprKind::Spec(form), whole, depth)
            }
        }
    }

    fn exactly(&self, name: &str, arity: usize, span: Span, call: Option<Node>) -> Built<(Vec<Expr>, u32)> {
        let (args, depth) = match call {
            Some(call) => self.arguments(call)?,
            None => (Vec::new(), 0),
        };
        if args.len() != arity {
            let plural = if arity == 1 { "argument" } else { "arguments" };
            let given = match args.len() {
                0 => "here is none".to_owned(),
                1 => "here is 1".to_owned(),
                several => format!("here are {several}"),
            };
            let message = format!("`\\{name}` takes {arity} {plural}, {given}");
            return Err(error(codes::E0207, span, message));
        }
        Ok((args, depth))
    }

    fn unknown(&self, name: &str, node: &Node) -> Box<Diagnostic> {
        let wrong = error(codes::E0208, self.at(node), format!("`\\{name}` is not a name of the annotation language"));
        match super::nearest(name, NAMES.iter().map(|(known, _)| *known).chain(["forall", "exists", "lambda", "let"])) {
            Some(near) => Box::new(wrong.note(format!("did you mean `\\{near}`?"))),
            None => match name {
                "size" | "len" | "extent" | "count" => Box::new(wrong.note("the length of an array is `\\length(a)`")),
                "valid" | "valid_read" => {
                    Box::new(wrong.note("write `\\length(a) >= n`: accesses are checked against the length"))
                }
                _ => wrong,
            },
        }
    }

    /// `sum(k, body, lo, hi)` without backslash: the name directly followed by `(` and a bound variable.
    pub fn bare_fold(&self, name: &Name, call: &Node) -> Built<Option<Deep>> {
        let kind = match name.ident.as_str() {
            "fold" => {
                let span = name.span.to(self.at(call));
                return match self.fold_over(call)? {
                    Some((fold, depth)) => Ok(Some(self.node(fold, span, depth)?)),
                    None => Ok(None),
                };
            }
            "sum" => FoldKind::Sum,
            "prod" => FoldKind::Prod,
            "count" => FoldKind::Count,
            "min_over" => FoldKind::MinOver,
            "max_over" => FoldKind::MaxOver,
            _ => return Ok(None),
        };
        let span = name.span.to(self.at(call));
        match self.fold(kind, call)? {
            Some((fold, depth)) => Ok(Some(self.node(fold, span, depth)?)),
            None => Ok(None),
        }
    }

    /// `fold(plus, k, body, lo, hi)`
    fn fold_over(&self, call: &Node) -> Built<Option<(ExprKind, u32)>> {
        let args: Vec<Node> = call.clone().into_inner().filter(|part| is_argument(part.as_rule())).collect();
        let [operator, var, body, lo, hi] = args.as_slice() else { return Ok(None) };
        let plain = |node: &Node| match node.as_rule() {
            Rule::expr => self.sole_name(node.clone()).filter(|name| name.path.is_empty()),
            _ => None,
        };
        let Some(operator) = plain(operator) else { return Ok(None) };
        let var = match (var.as_rule(), plain(var)) {
            (Rule::bound_argument, _) => self.binder(var.clone(), None)?,
            (_, Some(name)) => Binder { name: Ident { text: name.ident, span: name.span }, ty: BinderType::Integer },
            _ => return Ok(None),
        };
        let (body, lo, hi) = (self.deep(body.clone())?, self.deep(lo.clone())?, self.deep(hi.clone())?);
        let depth = body.depth.max(lo.depth).max(hi.depth);
        let operator = Ident { text: operator.ident, span: operator.span };
        let (body, lo, hi) = (Box::new(body.expr), Box::new(lo.expr), Box::new(hi.expr));
        Ok(Some((ExprKind::Spec(SpecExpr::FoldOver { operator, var, body, lo, hi }), depth)))
    }

    /// The fold that these arguments make, if they have the form of one.
    fn fold(&self, kind: FoldKind, call: &Node) -> Built<Option<(ExprKind, u32)>> {
        let args: Vec<Node> = call.clone().into_inner().filter(|part| is_argument(part.as_rule())).collect();
        let Some(first) = args.first() else { return Ok(None) };
        if let [lo, hi, lambda] = args.as_slice()
            && lambda.as_rule() == Rule::lambda
        {
            let (lo, hi) = (self.deep(lo.clone())?, self.deep(hi.clone())?);
            let mut inner = lambda.clone().into_inner();
            let binder = inner.find(|part| part.as_rule() == Rule::binder);
            let body = inner.find(|part| part.as_rule() == Rule::expr);
            let (Some(binder), Some(body)) = (binder, body) else { return Ok(None) };
            let var = self.binder(binder, None)?;
            return Ok(Some(over_range(kind, var, self.deep(body)?, lo, hi)));
        }
        let var = match first.as_rule() {
            Rule::bound_argument => self.binder(first.clone(), None)?,
            Rule::expr => match self.sole_name(first.clone()) {
                Some(name) if name.path.is_empty() && args.len() == 4 => {
                    let name = crate::syntax::tree::Ident { text: name.ident, span: name.span };
                    Binder { name, ty: BinderType::Integer }
                }
                _ => return Ok(None),
            },
            _ => return Ok(None),
        };
        match (&var.ty, &args[1..]) {
            (BinderType::Thread | BinderType::Block, [body]) => {
                let body = self.deep(body.clone())?;
                let form = SpecExpr::FoldThreads { kind, var, body: Box::new(body.expr) };
                Ok(Some((ExprKind::Spec(form), body.depth)))
            }
            (BinderType::Integer | BinderType::Real | BinderType::Other(_), [body, lo, hi]) => {
                let body = self.deep(body.clone())?;
                let (lo, hi) = (self.deep(lo.clone())?, self.deep(hi.clone())?);
                Ok(Some(over_range(kind, var, body, lo, hi)))
            }
            _ => {
                let wrong = error(codes::E0207, self.at(call), "a fold with the wrong number of arguments");
                Err(Box::new(wrong.note(FOLD_FORMS)))
            }
        }
    }
}

/// `\at(e, L)`: of ACSL's labels those that there are here.
fn at_label(args: Vec<Expr>, span: Span) -> Built<SpecExpr> {
    let Ok([e, label]) = <[Expr; 2]>::try_from(args) else { return Err(missing(span)) };
    let name = match &label.kind {
        ExprKind::Name(name) if name.is_plain() => name.ident.as_str(),
        _ => "",
    };
    match name {
        "Pre" | "Old" => Ok(SpecExpr::Old(Box::new(e))),
        "Here" => Ok(SpecExpr::Here(Box::new(e))),
        _ => {
            let wrong = error(codes::E0207, label.span, "this is no label of a state");
            Err(Box::new(wrong.note("there are `Pre` and `Old`, both for the entry as in `\\old(e)`, and `Here`")))
        }
    }
}

fn over_range(kind: FoldKind, var: Binder, body: Deep, lo: Deep, hi: Deep) -> (ExprKind, u32) {
    let depth = body.depth.max(lo.depth).max(hi.depth);
    let (body, lo, hi) = (Box::new(body.expr), Box::new(lo.expr), Box::new(hi.expr));
    (ExprKind::Spec(SpecExpr::Fold { kind, var, body, lo, hi }), depth)
}

fn is_argument(rule: Rule) -> bool {
    matches!(rule, Rule::expr | Rule::lambda | Rule::bound_argument)
}

fn has_lambda(call: &Node) -> bool {
    call.clone().into_inner().any(|part| part.as_rule() == Rule::lambda)
}

/// `@` follows a plain name or a built-in's component: `s@b`, `blockIdx.x@t`.
pub fn check_at(base: &Expr) -> Built<()> {
    let plain = match &base.kind {
        ExprKind::Name(_) => true,
        ExprKind::Member { base, .. } => matches!(base.kind, ExprKind::Name(_)),
        _ => false,
    };
    if plain {
        return Ok(());
    }
    let wrong = error(codes::E0206, base.span, "`@` follows a plain name");
    Err(Box::new(wrong.note("write `s@b[j]`, which is the cell j of block b's `s`; `blockIdx.x@t` is allowed too")))
}

//! Calls and casts in annotations: mathematical functions, logic functions and predicates, types.

use crate::base::config::FloatMode;
use crate::base::{Diagnostic, Span, codes};
use crate::cpp::{
    Entity, Lowered, Reported, Scope,
    types::{self, CType},
    value,
};
use crate::cuda::math::{self, MathCall};
use crate::kernel::ir::{Binary, Conversion, Expr, ExprKind, Type, Unary};
use crate::lower::names::resolve;
use crate::syntax::{
    spec,
    tree::{self, LogicItem, LogicParam, SpecFunction, TypeKind},
};

use super::{
    Context,
    cells::Term,
    forms::{is_variable, logic_sort, tree_name},
    operators,
};

/// Whether annotations know a function of this name that nothing declares.
pub fn is_built_in(name: &str) -> bool {
    OWN.contains(&name)
        || matches!(
            name,
            "fmin" | "fminf" | "fmax" | "fmaxf" | "fabs" | "fabsf" | "floor" | "floorf" | "ceil" | "ceilf"
        )
        || math::math_call(name).is_some()
}

/// Folds first.
const OWN: [&str; 9] = ["sum", "prod", "count", "min_over", "max_over", "active", "min", "max", "abs"];

/// How other languages call the length of an array.
pub(super) const LENGTHS: [&str; 5] = ["len", "length", "size", "count", "sizeof"];

pub(super) const OF_LENGTH: &str = "the length of an array is `\\length(a)`";

impl Context<'_, '_> {
    pub(super) fn call(&mut self, function: &tree::Expr, args: &[tree::Expr], span: Span) -> Lowered<Expr> {
        let tree::ExprKind::Name(name) = &function.kind else {
            let wrong = Diagnostic::error(codes::E0402, function.span, "this is not a function");
            let is_length = matches!(&function.kind, tree::ExprKind::Member { member, .. } if LENGTHS.contains(&member.ident.as_str()));
            self.env.diagnostic(if is_length { wrong.note(OF_LENGTH) } else { wrong });
            return Err(Reported);
        };
        let text = name.ident.as_str();
        let table = self.env.table;
        // What the library says is about CUDA's functions, whatever the program calls its own.
        if self.of_library
            && let Some(value) = self.built_in(text, args, span)
        {
            return value;
        }
        let definition = table.logic.iter().position(|(_, item)| match item {
            LogicItem::Function { name, .. } => name.text == text,
            LogicItem::Operator { .. } | LogicItem::Lemma { .. } | LogicItem::Use(_) => false,
        });
        if self.is_operator(text) && name.path.is_empty() {
            let name = tree::Ident { text: text.to_string(), span: name.span };
            return self.operator_applied(&name, args, span);
        }
        if let Some(definition) = definition {
            return self.defined(definition, args, span);
        }
        if self.is_of_program(text) {
            return self.of_program(name, args, span);
        }
        if let Some(value) = self.built_in(text, args, span) {
            return value;
        }
        if text.starts_with("__") {
            return Err(self.env.unsupported(format!("`{text}` in an annotation"), span));
        }
        Err(self.unknown_function(name))
    }

    /// A function that nothing declares.
    fn built_in(&mut self, name: &str, args: &[tree::Expr], span: Span) -> Option<Lowered<Expr>> {
        Some(match (name, args) {
            ("active", [thread]) => self.active(Some(thread), span),
            ("min" | "fmin" | "fminf", [_, _]) => self.numbers(SpecFunction::Min, args, span),
            ("max" | "fmax" | "fmaxf", [_, _]) => self.numbers(SpecFunction::Max, args, span),
            ("abs" | "fabs" | "fabsf", [_]) => self.numbers(SpecFunction::Abs, args, span),
            ("floor" | "floorf", [arg]) => self.rounded(Unary::Floor, arg, span),
            ("ceil" | "ceilf", [arg]) => self.rounded(Unary::Ceil, arg, span),
            _ => {
                let math = math::math_call(name)?;
                self.math(name, math, args, span)
            }
        })
    }

    pub(super) fn numbers(&mut self, function: SpecFunction, args: &[tree::Expr], span: Span) -> Lowered<Expr> {
        let args = args.iter().map(|arg| self.number(arg)).collect::<Lowered<Vec<Expr>>>()?;
        self.function(function, args, span)
    }

    /// An integer is its own floor and ceiling.
    fn rounded(&mut self, op: Unary, arg: &tree::Expr, span: Span) -> Lowered<Expr> {
        let value = self.number(arg)?;
        if value.ty.is_integral() { Ok(value) } else { Ok(value::unary(op, value, span)) }
    }

    fn unknown_function(&mut self, name: &tree::Name) -> Reported {
        let shown = types::shown(name);
        let wrong = Diagnostic::error(codes::E0401, name.span, format!("there is no function or predicate `{shown}`"));
        let backslash = ["old", "other", "length", "pow", "log2", "is_pow2"];
        let logic = self.env.table.logic.iter().filter_map(|(_, item)| match item {
            LogicItem::Function { name, .. } => Some(name.text.as_str()),
            LogicItem::Operator { name, .. } => Some(name.text.as_str()),
            LogicItem::Lemma { .. } | LogicItem::Use(_) => None,
        });
        let wrong = if backslash.contains(&name.ident.as_str()) {
            wrong.note(format!("the built-in is written `\\{}`", name.ident))
        } else if OWN[..5].contains(&name.ident.as_str()) {
            wrong.note(format!("a fold is `{0}(k, body, lo, hi)` or `{0}(t : thread, body)`", name.ident))
        } else if LENGTHS.contains(&name.ident.as_str()) {
            wrong.note(OF_LENGTH)
        } else if let Some(near) = spec::nearest(&name.ident, logic.chain(OWN)) {
            wrong.note(format!("did you mean `{near}`?"))
        } else {
            wrong
        };
        self.env.diagnostic(wrong);
        Reported
    }

    /// `sqrt(x)` and its like: the same function as in program text.
    fn math(&mut self, name: &str, math: MathCall, args: &[tree::Expr], span: Span) -> Lowered<Expr> {
        if args.len() != math.arguments {
            return Err(self.arguments(name, math.arguments, args.len(), span));
        }
        let mut values = args.iter().map(|arg| self.number(arg)).collect::<Lowered<Vec<Expr>>>()?;
        let of_reals = values.iter().any(|value| value.ty == Type::Real);
        let ty = match math.bits {
            _ if of_reals => Type::Real,
            0 => values.iter().map(|value| value.ty).find(|ty| ty.is_fractional()).unwrap_or(Type::Float { bits: 64 }),
            bits => Type::Float { bits },
        };
        if of_reals && self.env.config.float == FloatMode::Exact {
            return Err(self.env.unsupported(format!("`{name}` of a `real`"), span));
        }
        values = values.into_iter().map(|value| operators::to(value, ty)).collect();
        Ok(Expr::new(ExprKind::Math(math.canonical.to_string(), values), ty, span))
    }

    pub(super) fn arguments(&mut self, name: &str, needed: usize, found: usize, span: Span) -> Reported {
        let plural = if needed == 1 { "" } else { "s" };
        self.env.error(codes::E0413, span, format!("`{name}` takes {needed} argument{plural}, not {found}"))
    }

    pub(super) fn cast_form(&mut self, ty: &tree::Type, inner: &tree::Expr, span: Span) -> Lowered<Term> {
        // `(half) - 1`, where a parameter is called so.
        let name = match &ty.kind {
            tree::TypeKind::Float { bits: 16 } => "half".to_owned(),
            _ => tree_name(ty),
        };
        if is_variable(self.env, &name) {
            let message = format!("`{name}` is a variable here, and this would be a cast");
            let wrong = Diagnostic::error(codes::E0402, ty.span, message);
            self.env.diagnostic(wrong.note(format!("without parentheses, `{name}` is the variable")));
            return Err(Reported);
        }
        let inner = self.value(inner)?;
        self.cast(ty, inner, span).map(Term::Scalar)
    }

    pub(super) fn construct(&mut self, ty: &tree::Type, args: &[tree::Expr], span: Span) -> Lowered<Term> {
        match args {
            [arg] => self.cast_form(ty, arg, span),
            _ => {
                let message = format!("one value is needed here, not {}", args.len());
                Err(self.env.error(codes::E0402, span, message))
            }
        }
    }

    fn cast(&mut self, ty: &tree::Type, e: Expr, span: Span) -> Lowered<Expr> {
        let e = if e.ty == Type::Bool { e } else { operators::number(self.env, e)? };
        let target = match resolve::resolve(self.env, ty)? {
            CType::Scalar(Type::Bool) => {
                let operand = if e.ty.is_fractional() {
                    let zero = value::zero(e.ty, span);
                    value::binary(Binary::Ne, e, zero)
                } else {
                    operators::proposition(self.env, e)?
                };
                return Ok(Expr { span, ..operand });
            }
            CType::Scalar(scalar) => scalar,
            other => match logic_sort(&other.name()) {
                Some(sort) => sort,
                None => return Err(self.env.unsupported(format!("cast to {} in an annotation", other.name()), span)),
            },
        };
        let result = match target {
            // The value modulo 2^bits, as an explicit cast gives it in program text.
            Type::Int { .. } => match &*e.kind {
                ExprKind::Int(known) => value::int(value::wrap(known, target), target, span),
                _ => Expr::new(ExprKind::Convert(Conversion::Explicit, e), target, span),
            },
            _ => operators::to(e, target),
        };
        Ok(Expr { span, ..result })
    }

    /// LEMMA-1: a logic function or predicate is its definition; arguments are values, so nothing is captured. A recursive
    /// one is a symbol. `at` is its position in the table.
    fn defined(&mut self, at: usize, args: &[tree::Expr], span: Span) -> Lowered<Expr> {
        let (_, item) = self.env.table.logic[at];
        let LogicItem::Function { name, params, result, body, decreases, .. } = item else {
            return Err(self.env.error(codes::E0402, span, "this is not a function"));
        };
        if params.len() != args.len() {
            return Err(self.arguments(&name.text, params.len(), args.len(), span));
        }
        if self.expanding.contains(&name.text) && decreases.is_none() {
            let wrong = Diagnostic::error(codes::E0415, name.span, format!("`{}` is defined by itself", name.text));
            self.env.diagnostic(wrong.note(
                "a recursive definition needs `decreases e`: an integer that is never negative and gets smaller",
            ));
            return Err(Reported);
        }
        let Some(body) = body else {
            return Err(self.env.unsupported(format!("logic function `{}` without a definition", name.text), span));
        };
        if decreases.is_some() {
            return self.recursive(at, args, span);
        }
        let mut names = Scope::default();
        for (param, arg) in params.iter().zip(args) {
            names.insert(param.name.text.clone(), self.argument(param, arg)?);
        }
        let result = match result {
            Some(ty) => self.sort(ty)?,
            None => Type::Bool,
        };
        self.expanding.push(name.text.clone());
        let outer = std::mem::replace(&mut self.env.scopes, vec![names]);
        let value = self.value(body).and_then(|value| self.coerced(value, result));
        self.env.scopes = outer;
        self.expanding.pop();
        Ok(Expr { span, ..value? })
    }

    /// LEMMA-2: a recursive definition applied to values.
    fn recursive(&mut self, at: usize, args: &[tree::Expr], span: Span) -> Lowered<Expr> {
        let (_, item) = self.env.table.logic[at];
        let LogicItem::Function { name, params, result, .. } = item else {
            return Err(self.env.error(codes::E0402, span, "this is not a function"));
        };
        if self.defining.is_some_and(|defined| at > defined) {
            let construct = format!("use of the recursive definition `{}` in one that stands before it", name.text);
            return Err(self.env.unsupported(construct, span));
        }
        let result = match result {
            Some(ty) => self.sort(ty)?,
            None => Type::Bool,
        };
        let mut values = Vec::new();
        for (param, arg) in params.iter().zip(args) {
            let sort = match param.dimensions {
                0 => self.sort(&param.ty)?,
                _ => return Err(self.env.unsupported("array parameter of a recursive definition", param.name.span)),
            };
            if matches!(sort, Type::Thread | Type::Block) {
                return Err(self.env.unsupported("thread parameter of a recursive definition", param.name.span));
            }
            let value = self.value(arg)?;
            values.push(self.coerced(value, sort)?);
        }
        Ok(Expr::new(ExprKind::Logic(name.text.clone(), values), result, span))
    }

    fn argument(&mut self, param: &LogicParam, arg: &tree::Expr) -> Lowered<Entity> {
        if param.dimensions > 0 || matches!(param.ty.kind, TypeKind::Pointer(_)) {
            let (pointer, whose) = self.array(arg)?;
            if whose.is_some() {
                return Err(self.env.unsupported("`@` on an array that is given to a definition", arg.span));
            }
            return Ok(Entity::Pointer(pointer));
        }
        let sort = self.sort(&param.ty)?;
        let value = self.value(arg)?;
        self.grow(value::weight(&value), arg.span)?;
        self.coerced(value, sort).map(Entity::Value)
    }

    /// The sort of the cells of an array, and of an operator: machine integers are mathematical.
    pub(super) fn number_type(&mut self, ty: &tree::Type) -> Lowered<Type> {
        match self.sort(ty)? {
            Type::Int { .. } => Ok(Type::Integer),
            sort => Ok(sort),
        }
    }

    /// The sort of a definition's parameter or result.
    pub(super) fn sort(&mut self, ty: &tree::Type) -> Lowered<Type> {
        match resolve::resolve(self.env, ty)? {
            CType::Scalar(ty) => Ok(ty),
            other => match logic_sort(&other.name()).or_else(|| self.number_sort(&other.name())) {
                Some(sort) => Ok(sort),
                None => Err(self.env.unsupported(format!("definition over {}", other.name()), ty.span)),
            },
        }
    }
}

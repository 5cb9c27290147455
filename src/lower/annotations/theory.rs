//! Recursive definitions and lemmas (`specs/rules/lemmas.md`), resolved as annotations of a kernel without statements.

use crate::base::config::FloatMode;
use crate::base::{Config, Diagnostic, Span, codes};
use crate::cpp::{Entity, Env, Lowered, Scope, table::Table, value};
use crate::cuda::{limits, signatures};
use crate::kernel::ir::{
    Array, ArrayId, Binary, BoundId, Definition, Expr, ExprKind, Lemma, Space, Theory, Type, Unary, Unsupported,
};
use crate::lower::objects::member::is_launch_variable;
use crate::syntax::{
    spec,
    tree::{self, LogicItem, LogicParam, LogicSource, TypeKind},
};

use super::{Context, Place, apply::is_built_in, declared::laws};

/// Resolves all logic declarations, used or not. What is not modelled in a definition that is expanded is said
/// where it is used; what is not modelled in a recursive definition or a lemma is listed with its name.
pub fn theory(table: &Table, config: &Config) -> (Theory, Vec<Diagnostic>) {
    let mut env = Env::new(table, config, "lemmas", Span::default());
    let mut theory = Theory::default();
    let mut diagnostics = Vec::new();
    for (at, (source, item)) in table.logic.iter().enumerate() {
        diagnostics.extend(taken(table, at, config));
        match item {
            LogicItem::Function { decreases: None, .. } => {
                // An environment of its own: nothing of the check stays behind.
                let mut own = Env::new(table, config, "logic", Span::default());
                let _recorded = Context::new(&mut own, Place::Assert).expanded(item);
                diagnostics.extend(own.kernel.diagnostics);
            }
            LogicItem::Function { name, span, .. } => {
                let not_modelled = env.kernel.unsupported.len();
                if let Ok(definition) = definition(&mut env, at, item, *source) {
                    theory.definitions.push(definition);
                }
                list_unsupported(&mut env, not_modelled, &name.text, *span, &mut theory);
            }
            LogicItem::Lemma { name, params, is_axiom, span, .. } => {
                // The library's axioms are about real numbers.
                let is_of_reals = *is_axiom && *source == LogicSource::Library && config.float == FloatMode::Exact;
                if is_overridden(table, at) || is_of_reals {
                    continue;
                }
                if let Some(earlier) = theory.lemmas.iter().find(|lemma| plain(&lemma.name) == name.text) {
                    let wrong =
                        Diagnostic::error(codes::E0306, name.span, format!("`{}` is declared already", name.text));
                    env.diagnostic(wrong.also(earlier.span, "here"));
                    continue;
                }
                let not_modelled = env.kernel.unsupported.len();
                let sorts: &[Option<Type>] = match params.iter().any(is_number) {
                    true => &[Some(Type::Integer), Some(Type::Real)],
                    false => &[None],
                };
                for sort in sorts {
                    if let Ok(lemma) = lemma(&mut env, item, *source, *sort) {
                        theory.lemmas.push(lemma);
                    }
                }
                list_unsupported(&mut env, not_modelled, &name.text, *span, &mut theory);
            }
            LogicItem::Operator { name, span, .. } => {
                let not_modelled = env.kernel.unsupported.len();
                if let Ok(laws) = laws(&mut env, name, *source) {
                    theory.lemmas.extend(laws);
                }
                list_unsupported(&mut env, not_modelled, &name.text, *span, &mut theory);
            }
            LogicItem::Use(_) => {}
        }
    }
    diagnostics.append(&mut env.kernel.diagnostics);
    diagnostics.dedup();
    theory.scope = env.kernel;
    (theory, diagnostics)
}

/// Another meaning of a logic function's name, or of an operator's beside other declarations: a call could be taken for either (CALL-18).
fn taken(table: &Table, at: usize, config: &Config) -> Option<Diagnostic> {
    let named = |item: &'_ LogicItem| match item {
        LogicItem::Function { name, .. } => Some((name.clone(), false)),
        LogicItem::Operator { name, .. } => Some((name.clone(), true)),
        LogicItem::Lemma { .. } | LogicItem::Use(_) => None,
    };
    let (name, is_operator) = named(table.logic[at].1)?;
    let wrong = |what: &str| Diagnostic::error(codes::E0316, name.span, format!("`{}` is {what}", name.text));
    let earlier =
        table.logic[..at].iter().filter_map(|(_, item)| named(item)).find(|(other, _)| other.text == name.text);
    if let Some((other, _)) = earlier {
        return Some(wrong("declared already").also(other.span, "here"));
    }
    // An operator is what the function of its name does.
    if is_operator {
        return None;
    }
    let text = name.text.as_str();
    if let Some(function) = table.functions.get(text).and_then(|functions| functions.first()) {
        return Some(wrong("a function of the program").also(function.name.span, "here"));
    }
    if is_built_in(text) {
        return Some(wrong("a built-in function of annotations"));
    }
    // Files may have other things of the names that the standard library's functions have.
    if table.logic[at].0 == LogicSource::Library {
        return None;
    }
    if table.host.function_names.is_some_and(|names| names.contains(text)) {
        return Some(wrong("a function of the program"));
    }
    if is_reserved(text) {
        return Some(wrong("a name of annotations"));
    }
    let mut env = Env::new(table, config, "names", Span::default());
    if is_launch_variable(text)
        || !signatures::named(text).is_empty()
        || limits::constant(&mut env, text, name.span).is_some()
    {
        return Some(wrong("a name of CUDA"));
    }
    if table.declares(text) {
        return Some(wrong("a name of the program"));
    }
    let kernels = table.functions.values().flatten().filter(|function| function.specifiers.global);
    let parameters = kernels.flat_map(|kernel| kernel.params.iter().filter_map(|param| param.name.as_ref()));
    let mut parameters = parameters.filter(|parameter| parameter.text == text);
    parameters.next().map(|parameter| wrong("a parameter of a kernel").also(parameter.span, "here"))
}

/// What annotations write with a backslash, or without one in some places.
fn is_reserved(name: &str) -> bool {
    let words = [
        "old", "other", "result", "length", "pow", "log2", "is_pow2", "forall", "exists", "lambda", "thread", "block",
        "integer", "real", "boolean", "number",
    ];
    words.contains(&name) || spec::loop_count_level(name).is_some()
}

/// A lemma's name without the sort that stands for `number`.
fn plain(name: &str) -> &str {
    name.split('<').next().unwrap_or(name)
}

/// A lemma of the standard library gives way to one of the same name.
fn is_overridden(table: &Table, at: usize) -> bool {
    let (LogicSource::Library, LogicItem::Lemma { name, .. }) = &table.logic[at] else { return false };
    table.logic.iter().any(|(source, item)| match item {
        LogicItem::Lemma { name: other, .. } => *source != LogicSource::Library && other.text == name.text,
        LogicItem::Function { .. } | LogicItem::Operator { .. } | LogicItem::Use(_) => false,
    })
}

fn list_unsupported(env: &mut Env, from: usize, name: &str, span: Span, theory: &mut Theory) {
    for found in env.kernel.unsupported.split_off(from) {
        theory.unsupported.push((name.to_string(), span, found));
    }
}

fn is_number(param: &LogicParam) -> bool {
    let of = match &param.ty.kind {
        TypeKind::Pointer(of) => &of.kind,
        kind => kind,
    };
    matches!(of, TypeKind::Named(name) if name.ident == "number" && name.path.is_empty())
}

fn definition(env: &mut Env, at: usize, item: &LogicItem, source: LogicSource) -> Lowered<Definition> {
    let LogicItem::Function { name, params, result, body, decreases: Some(measure), span } = item else {
        return Err(env.error(codes::E0402, Span::default(), "this is not a recursive definition"));
    };
    env.scopes = vec![Scope::default()];
    let mut context = Context::new(env, Place::Assert);
    context.defining = Some(at);
    let result = match result {
        Some(ty) => context.sort(ty)?,
        None => Type::Bool,
    };
    let (scalars, arrays) = context.any_arguments(params)?;
    if !arrays.is_empty() {
        return Err(context.env.unsupported("array parameter of a recursive definition", *span));
    }
    let measure = context.integer(measure);
    let Some(body) = body else {
        return Err(context.env.unsupported(format!("logic function `{}` without a definition", name.text), *span));
    };
    let body = context.value(body)?;
    let body = context.coerced(body, result)?;
    let measure = measure?;
    closed(env, &body, &arrays)?;
    closed(env, &measure, &arrays)?;
    Ok(Definition { name: name.text.clone(), params: scalars, body, measure, source, span: *span })
}

fn lemma(env: &mut Env, item: &LogicItem, source: LogicSource, number: Option<Type>) -> Lowered<Lemma> {
    let LogicItem::Lemma { name, params, statement, induction, triggers, is_axiom, span } = item else {
        return Err(env.error(codes::E0402, Span::default(), "this is not a lemma"));
    };
    env.scopes = vec![Scope::default()];
    let mut context = Context::new(env, Place::Assert);
    context.number = number;
    context.of_library = source == LogicSource::Library;
    let (scalars, arrays) = context.any_arguments(params)?;
    let statement = context.proposition(statement);
    let mut resolved = Vec::new();
    for trigger in triggers {
        let terms: Vec<Lowered<Expr>> = trigger.iter().map(|term| context.value(term)).collect();
        let terms = terms.into_iter().collect::<Lowered<Vec<Expr>>>()?;
        if let Some((at, wrong)) = no_trigger(&terms, &scalars) {
            let span = at.map_or(terms[0].span.to(terms[terms.len() - 1].span), |at| terms[at].span);
            return Err(context.env.error(codes::E0422, span, wrong));
        }
        resolved.push(terms);
    }
    let induction = match induction {
        Some(by) => Some(context.induction(by, &scalars)?),
        None => None,
    };
    let statement = statement?;
    let all = [&statement].into_iter().chain(resolved.iter().flatten()).chain(induction.iter().map(|(_, from)| from));
    for expr in all {
        closed(env, expr, &arrays)?;
    }
    let suffix = match number {
        Some(Type::Integer) => "<int>",
        Some(_) => "<real>",
        None => "",
    };
    Ok(Lemma {
        name: format!("{}{suffix}", name.text),
        params: scalars,
        arrays,
        law_of: None,
        statement,
        induction,
        triggers: resolved,
        is_axiom: *is_axiom,
        source,
        span: *span,
    })
}

/// Why terms are no pattern that determines a lemma's variables, and which of them is not.
fn no_trigger(terms: &[Expr], variables: &[BoundId]) -> Option<(Option<usize>, &'static str)> {
    let mut determined: Vec<BoundId> = Vec::new();
    for (at, term) in terms.iter().enumerate() {
        let is_made_of_others = match &*term.kind {
            ExprKind::Quantified(..) | ExprKind::Bool(_) | ExprKind::Unary(Unary::Not, _) => true,
            ExprKind::Binary(op, ..) => matches!(op, Binary::And | Binary::Or | Binary::Implies | Binary::Iff),
            _ => false,
        };
        if is_made_of_others {
            return Some((Some(at), "a proposition made of others is no trigger: no term of a proof looks like it"));
        }
        let before = determined.len();
        term.walk(&mut |part| match &*part.kind {
            ExprKind::Bound(bound) if variables.contains(bound) => determined.push(*bound),
            _ => {}
        });
        if determined.len() == before && !variables.is_empty() {
            return Some((Some(at), "this mentions no variable of the lemma, so it says nothing of where it is used"));
        }
    }
    let is_whole = variables.iter().all(|variable| determined.contains(variable));
    (!is_whole)
        .then_some((None, "this does not mention all variables of the lemma, so it is never used by this trigger"))
}

/// Definitions and lemmas speak of their parameters only.
fn closed(env: &mut Env, expr: &Expr, arrays: &[ArrayId]) -> Lowered<()> {
    let mut wrong: Option<Unsupported> = None;
    let bound = &env.kernel.bound;
    expr.walk(&mut |part| {
        let construct = match &*part.kind {
            ExprKind::Local(_) => "variable of the program in a lemma or recursive definition",
            ExprKind::Read { array, .. } if !arrays.contains(array) => {
                "array of the program in a lemma or recursive definition"
            }
            ExprKind::Length(_) => "`\\length` in a lemma or recursive definition",
            ExprKind::Builtin(_) | ExprKind::FoldThreads { .. } | ExprKind::At(..) | ExprKind::Active(_) => {
                "a launch's threads in a lemma or recursive definition"
            }
            ExprKind::Quantified(_, vars, _)
                if vars.iter().any(|var| matches!(bound[var.index()].ty, Type::Thread | Type::Block)) =>
            {
                "a launch's threads in a lemma or recursive definition"
            }
            ExprKind::Old(_) | ExprKind::LoopCount(_) => "a program's state in a lemma or recursive definition",
            _ => return,
        };
        wrong.get_or_insert(Unsupported { construct: construct.to_string(), span: part.span });
    });
    match wrong {
        Some(found) => Err(env.unsupported(found.construct, found.span)),
        None => Ok(()),
    }
}

impl Context<'_, '_> {
    /// Checks a definition that is expanded for any arguments.
    fn expanded(&mut self, item: &LogicItem) -> Lowered<()> {
        let LogicItem::Function { name, params, result, body, .. } = item else { return Ok(()) };
        let result = match result {
            Some(ty) => self.sort(ty)?,
            None => Type::Bool,
        };
        self.any_arguments(params)?;
        self.expanding.push(name.text.clone());
        if let Some(body) = body {
            let value = self.value(body)?;
            self.coerced(value, result)?;
        }
        Ok(())
    }

    /// Makes the parameters known, as variables of which nothing else is.
    fn any_arguments(&mut self, params: &[LogicParam]) -> Lowered<(Vec<BoundId>, Vec<ArrayId>)> {
        let (mut scalars, mut arrays) = (Vec::new(), Vec::new());
        for param in params {
            let name = &param.name;
            let entity = match &param.ty.kind {
                TypeKind::Pointer(of) => Entity::Array(self.any_array(name, of, param.dimensions + 1, &mut arrays)?),
                _ if param.dimensions > 0 => {
                    Entity::Array(self.any_array(name, &param.ty, param.dimensions, &mut arrays)?)
                }
                _ => {
                    let sort = self.sort(&param.ty)?;
                    let id = self.env.new_bound(&name.text, sort);
                    scalars.push(id);
                    Entity::Value(Expr::new(ExprKind::Bound(id), sort, name.span))
                }
            };
            self.env.declare(&name.text, entity);
        }
        Ok((scalars, arrays))
    }

    fn any_array(
        &mut self,
        name: &tree::Ident,
        of: &tree::Type,
        dimensions: usize,
        arrays: &mut Vec<ArrayId>,
    ) -> Lowered<ArrayId> {
        let element = self.number_type(of)?;
        let id = self.env.new_array(Array {
            is_const: true,
            ..Array::new(name.text.clone(), element, Space::Ghost, vec![None; dimensions], name.span)
        });
        arrays.push(id);
        Ok(id)
    }

    /// The scalar parameter that an induction is on, and where it starts: at 0 unless it says so.
    fn induction(&mut self, by: &tree::Induction, scalars: &[BoundId]) -> Lowered<(BoundId, Expr)> {
        let (path, span) = (Vec::new(), by.on.span);
        let name = tree::Name { path, ident: by.on.text.clone(), span, ..tree::Name::default() };
        let variable = self.name(&name, None)?;
        let variable = self.scalar(variable, span)?;
        let on = match &*variable.kind {
            ExprKind::Bound(id) if scalars.contains(id) && variable.ty.is_integral() => *id,
            _ => return Err(self.env.error(codes::E0402, span, "induction is on an integer parameter of the lemma")),
        };
        let Some(from) = &by.from else {
            return Ok((on, value::int(0, Type::Integer, span)));
        };
        let from = self.integer(from)?;
        let mut mentions = false;
        from.walk(&mut |part| mentions |= matches!(*part.kind, ExprKind::Bound(id) if id == on));
        match mentions {
            true => {
                Err(self.env.error(codes::E0402, from.span, "where an induction starts cannot depend on its variable"))
            }
            false => Ok((on, from)),
        }
    }

    /// What `number` stands for.
    pub(super) fn number_sort(&self, name: &str) -> Option<Type> {
        self.number.filter(|_| name == "type `number`")
    }
}

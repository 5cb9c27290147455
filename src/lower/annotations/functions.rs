//! Calls of the program's functions in annotations (CLAUSE-42): what such a call gives in program text, as one expression.

use crate::base::{Diagnostic, Severity, Span, codes};
use crate::cpp::{
    Entity, Lowered, Object, Pointer, Reported, Value,
    candidates::{Callable, Candidate},
    types::{self, CType},
    value,
};
use crate::kernel::ir::{Expr, ExprKind, Space, Type};
use crate::lower::{
    calls::{inline, overload},
    expressions::expr,
    names::{
        globals, lookup, resolve,
        same_function::{self, Same},
    },
};
use crate::syntax::tree::{self, Function};

use super::{Context, DEEPEST, LARGEST, cells::Term, folded::Folded};

/// Arguments as values of program text, and what the variables among them stand for.
struct Arguments {
    values: Vec<Value>,
    spans: Vec<Span>,
}

impl<'a> Context<'_, 'a> {
    /// Whether the file declares a function of the name.
    pub(super) fn is_of_program(&self, name: &str) -> bool {
        self.env.table.functions.contains_key(name)
    }

    /// CLAUSE-42
    pub(super) fn of_program(&mut self, name: &tree::Name, args: &[tree::Expr], span: Span) -> Lowered<Expr> {
        let shown = types::shown(name);
        if let Some(entity) = globals::entity(self.env, name)
            && !matches!(entity, Entity::Type(_))
        {
            let message = format!("`{shown}` is a variable here, and not the function of that name");
            return Err(self.env.error(codes::E0402, name.span, message));
        }
        let found = lookup::candidates(self.env, name);
        let mut callables = found.all;
        callables.retain(|callable| !callable.function.specifiers.global);
        if callables.is_empty() || found.is_guess {
            let message = format!("no device function `{shown}` is known here");
            return Err(self.env.error(codes::E0401, name.span, message));
        }
        if !callables.iter().any(|callable| takes(callable.function, args.len())) {
            let wrong = match callables.as_slice() {
                [only] => return Err(self.arguments(&shown, only.function.params.len(), args.len(), span)),
                _ => format!("no function `{shown}` takes {} arguments", args.len()),
            };
            return Err(self.env.error(codes::E0413, span, wrong));
        }
        let mut folded = Folded::new(self.env, LARGEST.saturating_sub(self.size));
        let arguments = self.arguments_of(&callables, args, &mut folded, name)?;
        let candidate = self.meant(name, &callables, &arguments, span)?;
        let value = self.value_of(candidate, arguments, folded, span)?;
        self.grow(value::weight(&value), span)?;
        Ok(Expr { span, ..value })
    }

    /// The arguments in the types that program text would give them.
    fn arguments_of(
        &mut self,
        callables: &[Callable<'a>],
        args: &[tree::Expr],
        folded: &mut Folded,
        name: &tree::Name,
    ) -> Lowered<Arguments> {
        let only = self.only(callables, args.len());
        let (mut values, mut spans) = (Vec::new(), Vec::new());
        for (at, arg) in args.iter().enumerate() {
            let value = match self.term(arg)? {
                Term::Pointer(pointer, None) => Value::Pointer(self.apart(pointer, folded)),
                Term::Object(object, None) => {
                    let index = object.index.into_iter().map(|at| folded.variable(self.env, at)).collect();
                    Value::Place(Object { index, ..object }.place())
                }
                Term::Pointer(_, Some(_)) | Term::Object(_, Some(_)) => {
                    return Err(self.env.unsupported("`@` on what is given to a function", arg.span));
                }
                Term::Scalar(e) => {
                    let e = self.typed(e, only.map(|function| &function.params[at].ty), only, name)?;
                    self.grow(value::weight(&e), arg.span)?;
                    // A literal says itself what it is; of anything else the annotation's meaning is kept.
                    match value::constant(&e) {
                        Some(_) if value::weight(&e) == 1 => Value::Scalar(e),
                        _ => Value::Scalar(folded.variable(self.env, e)),
                    }
                }
            };
            values.push(value);
            spans.push(arg.span);
        }
        Ok(Arguments { values, spans })
    }

    /// Where a pointer leads, with annotations' expressions as variables.
    fn apart(&mut self, pointer: Pointer, folded: &mut Folded) -> Pointer {
        let offset = pointer.offset.map(|at| folded.variable(self.env, at));
        let prefix = pointer.prefix.into_iter().map(|at| folded.variable(self.env, at)).collect();
        Pointer { offset, prefix, ..pointer }
    }

    /// A number of mathematics has the type of its parameter, where it is known which function is meant.
    fn typed(&mut self, e: Expr, ty: Option<&tree::Type>, only: Option<&Function>, name: &tree::Name) -> Lowered<Expr> {
        if !matches!(e.ty, Type::Integer | Type::Real | Type::Thread | Type::Block) {
            return Ok(e);
        }
        let (Some(ty), Some(function)) = (ty, only) else {
            let message = format!("which function `{}` is meant depends on the type of this argument", name.ident);
            let wrong = Diagnostic::error(codes::E0402, e.span, message);
            self.env
                .diagnostic(wrong.note("numbers of annotations have no type: write a cast, such as `(int) (i + 1)`"));
            return Err(Reported);
        };
        let place = (function.scope.clone(), function.order);
        let referred = match &ty.kind {
            tree::TypeKind::Reference(to) => to,
            _ => ty,
        };
        match (self.env.in_namespace(place, |env| resolve::resolve(env, referred))?, &*e.kind) {
            (CType::Scalar(ty @ Type::Int { .. }), ExprKind::Int(known)) if value::wrap(known, ty) == *known => {
                Ok(value::int(known.clone(), ty, e.span))
            }
            (CType::Scalar(ty), _) => self.coerced(e, ty),
            (other, _) => {
                let found = super::sort_name(e.ty);
                Err(super::wrong_sort(self.env, e.span, &other.name(), found))
            }
        }
    }

    /// The one function that takes so many arguments, if it is no template.
    fn only(&mut self, callables: &[Callable<'a>], given: usize) -> Option<&'a Function> {
        let mut all = callables.iter().map(|callable| callable.function).filter(|function| takes(function, given));
        let first = all.next().filter(|function| function.template.is_empty())?;
        all.all(|other| same_function::same(self.env, first, other) == Same::Yes).then_some(first)
    }

    fn meant(
        &mut self,
        name: &tree::Name,
        callables: &[Callable<'a>],
        arguments: &Arguments,
        span: Span,
    ) -> Lowered<Candidate<'a>> {
        let beside = lookup::beside(self.env, &name.ident, &arguments.values);
        let friends = lookup::friends(self.env, &name.ident, &arguments.values);
        let mut callables = callables.to_vec();
        if name.path.is_empty() && !name.is_global {
            lookup::merge(&mut callables, beside);
            callables.extend(friends);
        }
        match overload::choose(self.env, name, &callables, &arguments.values, span)? {
            Some(candidate) if candidate.is_of_cuda => {
                let construct = format!("call of CUDA's `{}` beside the file's, in an annotation", name.ident);
                Err(self.env.unsupported(construct, span))
            }
            Some(candidate) => Ok(candidate),
            None => {
                let message = format!("no function `{}` takes these arguments", types::shown(name));
                let wrong = Diagnostic::error(codes::E0413, span, message);
                let first = callables.first().map(|callable| callable.function.spans.header);
                self.env.diagnostic(first.into_iter().fold(wrong, |wrong, header| wrong.also(header, "declared here")));
                Err(Reported)
            }
        }
    }

    /// The body, lowered as in place of a call in program text, as the value that it gives.
    fn value_of(
        &mut self,
        candidate: Candidate<'a>,
        Arguments { values, spans }: Arguments,
        mut folded: Folded,
        span: Span,
    ) -> Lowered<Expr> {
        let function = candidate.function;
        let env = &mut *self.env;
        let (unsupported, said) = env.said();
        // The program's calls are counted as if there was none here.
        let counts = env.counts.clone();
        let loops = std::mem::take(&mut env.nesting.loops);
        let wrapping = std::mem::replace(&mut env.nesting.wrapping, false);
        env.nesting.as_values += 1;
        let (stmts, result) = env.captured(|env| {
            let value = inline::inline(env, candidate, spans, values, None, span)?;
            match value {
                Value::Void => Ok(None),
                value => expr::read(env, value, span).map(Some),
            }
        });
        env.nesting.as_values -= 1;
        env.nesting.wrapping = wrapping;
        env.nesting.loops = loops;
        env.counts = counts;
        if let Some(first) = env.kernel.unsupported.split_off(unsupported).into_iter().next() {
            return Err(self.no_value(function, &first.construct, first.span, span));
        }
        if env.kernel.diagnostics[said..].iter().any(|said| said.severity == Severity::Error) {
            return Err(Reported);
        }
        let Some(result) = result? else {
            return Err(self.no_value(function, "it returns nothing", function.spans.header, span));
        };
        let value = folded.run(&self.env.kernel, &stmts, &result);
        if folded.is_too_large || value.as_ref().is_ok_and(|value| depth(value) > DEEPEST) {
            let message = "with its definitions written out, this clause is too large";
            return Err(self.refuse(codes::E0414, span, message));
        }
        let value = value.map_err(|(what, place)| self.no_value(function, &what, place, span))?;
        let mut outside = None;
        value.walk(&mut |part| {
            if let ExprKind::Read { array, .. } = &*part.kind
                && matches!(self.env.kernel.arrays[array.index()].space, Space::Shared | Space::Private)
            {
                outside.get_or_insert(part.span);
            }
        });
        match outside.filter(|_| self.place.is_contract()) {
            Some(_) => Err(self.out_of_scope(span)),
            None => Ok(value),
        }
    }

    fn no_value(&mut self, function: &Function, what: &str, place: Span, span: Span) -> Reported {
        let name = &function.name.text;
        let message = format!("`{name}` cannot be called in an annotation: {what}");
        let wrong = Diagnostic::error(codes::E0411, span, message).also(place, format!("in `{name}`"));
        let note = "say what it gives in a definition, `//@ logic int f(int x) = e;`, and use that";
        self.env.diagnostic(wrong.note(note));
        Reported
    }
}

fn takes(function: &Function, arguments: usize) -> bool {
    let least = function.params.iter().filter(|param| param.default.is_none()).count();
    (least..=function.params.len()).contains(&arguments)
}

fn depth(e: &Expr) -> usize {
    e.children().into_iter().map(depth).max().unwrap_or(0) + 1
}

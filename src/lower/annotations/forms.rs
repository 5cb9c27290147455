//! Expressions of annotations, form by form.

use crate::base::{Diagnostic, Span, codes};
use crate::cpp::{Entity, Env, Lowered, Note, Reported, Scope, literals, types::CType, value};
use crate::kernel::ir::{Binary, BoundId, Conversion, Expr, ExprKind, LocalRole, Speaker, Type, Unary};
use crate::lower::{
    expressions::expr,
    names::{globals, resolve},
};
use crate::syntax::tree::{
    self, BinaryOp, Binder, BinderType, FoldKind, Ident, Quantifier, SpecExpr, SpecFunction, UnaryOp,
};

use super::{
    Context, DEEPEST, Place,
    cells::Term,
    equality::{self, Sides},
    operators, precedence, sort_name, speaker, wrong_sort,
};

impl Context<'_, '_> {
    pub(super) fn proposition(&mut self, e: &tree::Expr) -> Lowered<Expr> {
        let value = self.value(e)?;
        precedence::proposition(self.env, e, &value)?;
        operators::proposition(self.env, value)
    }

    pub(super) fn integer(&mut self, e: &tree::Expr) -> Lowered<Expr> {
        let value = self.value(e)?;
        operators::integer(self.env, value)
    }

    pub(super) fn number(&mut self, e: &tree::Expr) -> Lowered<Expr> {
        let value = self.value(e)?;
        operators::number(self.env, value)
    }

    /// A value of any sort.
    pub(super) fn value(&mut self, e: &tree::Expr) -> Lowered<Expr> {
        let term = self.term(e)?;
        self.scalar(term, e.span)
    }

    pub(super) fn term(&mut self, e: &tree::Expr) -> Lowered<Term> {
        self.grow(1, e.span)?;
        self.depth += 1;
        let result = if self.depth > DEEPEST {
            Err(self.refuse(codes::E0312, e.span, "this is nested too deeply"))
        } else if self.refused {
            Err(Reported)
        } else {
            self.form(e)
        };
        self.depth -= 1;
        result
    }

    /// One form after the other, each in a function of its own: a frame of this one is made for every level.
    fn form(&mut self, e: &tree::Expr) -> Lowered<Term> {
        let span = e.span;
        match &e.kind {
            tree::ExprKind::Name(name) => self.name(name, None),
            tree::ExprKind::Binary(op, left, right) => self.operation(*op, left, right, span),
            tree::ExprKind::Unary(op, inner) => self.prefixed(*op, inner, span),
            tree::ExprKind::Conditional(test, then, other) => self.conditional(test, then, other, span),
            tree::ExprKind::Call(function, args) => self.call(function, args, span).map(Term::Scalar),
            tree::ExprKind::Index(base, by) => self.indexed(base, by, span),
            tree::ExprKind::Member { base, member, .. } => self.member(base, member, None, span),
            tree::ExprKind::Cast(_, ty, inner) => self.cast_form(ty, inner, span),
            tree::ExprKind::Construct(ty, args) => self.construct(ty, args, span),
            tree::ExprKind::Spec(form) => self.spec(form, span),
            _ => self.leaf(e).map(Term::Scalar),
        }
    }

    fn operation(&mut self, op: BinaryOp, left: &tree::Expr, right: &tree::Expr, span: Span) -> Lowered<Term> {
        if matches!(op, BinaryOp::Eq | BinaryOp::Ne) {
            let (one, other) = match self.sides(op, left, right, span)? {
                Sides::Whole(equal) => return Ok(Term::Scalar(equal)),
                Sides::Values(one, other) => (one, other),
            };
            precedence::check(self.env, op, (left, &one), (right, &other), span)?;
            return operators::binary(self.env, op, one, other, span).map(Term::Scalar);
        }
        // Both sides are looked at, so that both sides' errors are found.
        let before = self.env.kernel.diagnostics.len();
        let one = self.value(left);
        let is_arrow =
            op == BinaryOp::Implies && left.span.file == right.span.file && left.span.hi + 2 == right.span.lo;
        if one.is_err()
            && is_arrow
            && let Some(wrong) = self.env.kernel.diagnostics.get_mut(before)
        {
            let note = "`->` is implication in an annotation: a member of what a pointer leads to is `p[0].x`";
            *wrong = wrong.clone().note(note);
            return Err(Reported);
        }
        let other = self.value(right);
        let (one, other) = (one?, other?);
        precedence::check(self.env, op, (left, &one), (right, &other), span)?;
        operators::binary(self.env, op, one, other, span).map(Term::Scalar)
    }

    fn prefixed(&mut self, op: UnaryOp, inner: &tree::Expr, span: Span) -> Lowered<Term> {
        if op == UnaryOp::Deref {
            let (base, by) = self.address(inner)?;
            let by = by.unwrap_or_else(|| value::int(0, Type::Integer, span));
            return self.index(base, by, span);
        }
        let operand = match op {
            UnaryOp::Not => self.proposition(inner)?,
            _ => self.value(inner)?,
        };
        if op == UnaryOp::BitNot && operand.ty == Type::Integer && is_unsigned(inner) {
            return Err(operators::no_width(self.env, span));
        }
        operators::unary(self.env, op, operand, span).map(Term::Scalar)
    }

    fn conditional(&mut self, test: &tree::Expr, then: &tree::Expr, other: &tree::Expr, span: Span) -> Lowered<Term> {
        let test = self.proposition(test);
        let (then, other) = (self.value(then), self.value(other));
        self.choice(test?, then?, other?, span).map(Term::Scalar)
    }

    fn indexed(&mut self, base: &tree::Expr, by: &tree::Expr, span: Span) -> Lowered<Term> {
        let (base, by) = (self.address(base), self.value(by));
        match base? {
            (base, None) => self.index(base, by?, span),
            (base, Some(offset)) => {
                let by = operators::binary(self.env, BinaryOp::Add, offset, by?, span)?;
                self.index(base, by, span)
            }
        }
    }

    /// CLAUSE-47: `c + k` before an index or behind a `*`, as the array and how far it is moved.
    fn address(&mut self, e: &tree::Expr) -> Lowered<(Term, Option<Expr>)> {
        let tree::ExprKind::Binary(op @ (BinaryOp::Add | BinaryOp::Sub), left, right) = &e.kind else {
            return Ok((self.term(e)?, None));
        };
        self.grow(1, e.span)?;
        let (left, right) = (self.address(left), self.address(right));
        let (base, before, by) = match (left?, right?) {
            ((base @ Term::Pointer(..), before), (Term::Scalar(by), None)) => (base, before, by),
            ((Term::Scalar(by), None), (base @ Term::Pointer(..), before)) if *op == BinaryOp::Add => {
                (base, before, by)
            }
            ((Term::Scalar(one), None), (Term::Scalar(other), None)) => {
                return operators::binary(self.env, *op, one, other, e.span).map(|sum| (Term::Scalar(sum), None));
            }
            _ => {
                let message = format!("`{}` moves an array by an integer here, and nothing else", op.symbol());
                return Err(self.env.error(codes::E0402, e.span, message));
            }
        };
        let by = operators::integer(self.env, by)?;
        let before = before.unwrap_or_else(|| value::int(0, Type::Integer, e.span));
        let offset = operators::binary(self.env, *op, before, by, e.span)?;
        Ok((base, Some(offset)))
    }

    /// Literals, and what has no place in an annotation.
    fn leaf(&mut self, e: &tree::Expr) -> Lowered<Expr> {
        let span = e.span;
        match &e.kind {
            // Only `~` asks for the width.
            tree::ExprKind::Int(literal) => match literals::int_literal(literal, span) {
                known if matches!(known.ty, Type::Int { signed: false, .. }) && is_value(&known, literal) => Ok(known),
                _ => Ok(value::int(literal.value.clone(), Type::Integer, span)),
            },
            tree::ExprKind::Bool(known) => Ok(value::boolean(*known, span)),
            tree::ExprKind::Char(_) | tree::ExprKind::SizeofType(_) => {
                let known = expr::rvalue(self.env, e)?;
                operators::integer(self.env, known)
            }
            tree::ExprKind::Float { .. } => expr::rvalue(self.env, e),
            tree::ExprKind::Step { .. } | tree::ExprKind::Assign(..) | tree::ExprKind::Comma(..) => {
                Err(self.env.error(codes::E0411, span, "an annotation cannot change anything"))
            }
            tree::ExprKind::SizeofExpr(_) | tree::ExprKind::Extent(_) => {
                Err(self.env.unsupported("`sizeof` of an expression in an annotation", span))
            }
            tree::ExprKind::Nullptr => Err(self.env.unsupported("null pointer", span)),
            tree::ExprKind::Unsupported(what) => Err(self.env.unsupported(what.clone(), span)),
            _ => Err(self.env.error(codes::E0411, span, "this has no place in an annotation")),
        }
    }

    fn choice(&mut self, test: Expr, then: Expr, other: Expr, span: Span) -> Lowered<Expr> {
        let (then, other) = match (then.ty, other.ty) {
            (Type::Bool, Type::Bool) => (then, other),
            _ => operators::common(self.env, then, other)?,
        };
        let ty = then.ty;
        Ok(Expr::new(ExprKind::Conditional(test, then, other), ty, span))
    }

    fn spec(&mut self, form: &SpecExpr, span: Span) -> Lowered<Term> {
        let value = match form {
            SpecExpr::Quantified(quantifier, binders, hints, body) => {
                self.quantified(*quantifier, binders, hints, body, span)
            }
            SpecExpr::Let { name, value, body } => return self.let_in(name, value, body),
            SpecExpr::Fold { kind, var, body, lo, hi } => self.fold(*kind, var, body, (lo, hi), span),
            SpecExpr::FoldOver { operator, var, body, lo, hi } => {
                let kind = FoldKind::Over(self.operator(operator)?);
                self.fold(kind, var, body, (lo, hi), span)
            }
            SpecExpr::FoldThreads { kind, var, body } => self.fold_threads(*kind, var, body, span),
            SpecExpr::Chain(first, rest) => self.chain(first, rest, span),
            SpecExpr::Loose(inner) => return self.term(inner),
            SpecExpr::At(what, whose) => return self.at(what, whose, span),
            SpecExpr::Old(inner) => self.old(inner, span),
            SpecExpr::Here(inner) => return self.here(inner, span),
            SpecExpr::Range { .. } => return Err(equality::lonely(self.env, span)),
            SpecExpr::Other(inner) => self.other(inner, span),
            SpecExpr::LoopCount(level) => self.loop_count(*level, span),
            SpecExpr::Active(thread) => self.active(thread.as_deref(), span),
            SpecExpr::Length(array) => self.length(array, span),
            SpecExpr::Result => match &self.result {
                Some(result) => Ok(Expr { span, ..result.clone() }),
                None => {
                    Err(self.env.error(codes::E0416, span, "`\\result` belongs to the `ensures` of a device function"))
                }
            },
            SpecExpr::Function(function, args) => self.numbers(*function, args, span),
        };
        value.map(Term::Scalar)
    }

    fn quantified(
        &mut self,
        quantifier: Quantifier,
        binders: &[Binder],
        hints: &[tree::Expr],
        body: &tree::Expr,
        span: Span,
    ) -> Lowered<Expr> {
        let ids = binders.iter().map(|binder| self.bound(binder)).collect::<Lowered<Vec<BoundId>>>()?;
        let value = self.with_bound(binders, &ids, |context| {
            // Hints say nothing; their names and sorts are checked.
            for hint in hints {
                context.term(hint)?;
            }
            context.proposition(body)
        })?;
        if quantifier == Quantifier::Exists && matches!(body.kind, tree::ExprKind::Binary(BinaryOp::Implies, ..)) {
            let message = "`\\exists` over an implication holds wherever the premise fails";
            let wrong = Diagnostic::error(codes::E0420, body.span, message);
            self.env.diagnostic(wrong.note("write `p && q`; where this is meant, `!p || q`"));
            return Err(Reported);
        }
        for (binder, id) in binders.iter().zip(&ids) {
            if !mentions(&value, *id) {
                self.unused(quantifier, binder);
            }
        }
        Ok(Expr::new(ExprKind::Quantified(quantifier, ids, value), Type::Bool, span))
    }

    /// CLAUSE-46: the name stands for the value, so that nothing is captured.
    fn let_in(&mut self, name: &Ident, value: &tree::Expr, body: &tree::Expr) -> Lowered<Term> {
        let entity = match self.term(value)? {
            Term::Scalar(e) => Entity::Value(e),
            Term::Pointer(pointer, None) => Entity::Pointer(pointer),
            Term::Object(object, None) => Entity::Alias(object.place()),
            Term::Pointer(_, Some(_)) | Term::Object(_, Some(_)) => {
                return Err(self.env.unsupported("`@` on what a `\\let` names", value.span));
            }
        };
        self.hides(name);
        let mut names = Scope::default();
        let around = value::int(self.elsewhere as u64, Type::Integer, name.span);
        names.note(Note::Let, &name.text, Entity::Value(around));
        names.insert(name.text.clone(), entity);
        self.env.scopes.push(names);
        let result = self.term(body);
        self.env.scopes.pop();
        result
    }

    /// Refuses a name of a `\let` where its value is another one: inside of an `\old` that stands behind it.
    pub(super) fn is_here(&mut self, name: &tree::Name) -> Lowered<()> {
        if !name.path.is_empty() || self.elsewhere == 0 {
            return Ok(());
        }
        let Some(Entity::Value(around)) = self.env.noted(Note::Let, &name.ident) else { return Ok(()) };
        let is_behind = value::constant_int(around).is_some_and(|around| around >= self.elsewhere.into());
        let is_same = match globals::entity(self.env, name) {
            Some(Entity::Value(known)) => {
                let is_mine = self.place == Place::BarrierInvariant && speaker(self.env, &known) != Speaker::Launch;
                is_of_all_times(self.env, &known) && !is_mine
            }
            // Where it leads, not what is there.
            Some(Entity::Pointer(pointer)) => {
                pointer.prefix.iter().chain(&pointer.offset).all(|at| is_of_all_times(self.env, at))
            }
            _ => false,
        };
        if is_behind || is_same {
            return Ok(());
        }
        let message = format!("`{}` is a value of here and now, which `\\old` and `\\other` do not change", name.ident);
        let wrong = Diagnostic::error(codes::E0411, name.span, message);
        self.env.diagnostic(wrong.note("write the expression itself, or put the `\\let` inside"));
        Err(Reported)
    }

    /// Warns of a name that hides a variable of the program.
    fn hides(&mut self, name: &Ident) {
        if is_variable(self.env, &name.text) {
            let message = format!("`{0}` is a new variable here, not the `{0}` of the program", name.text);
            let warning = Diagnostic::warning(codes::W0404, name.span, message);
            self.env.diagnostic(warning.note("give it another name"));
        }
    }

    /// Over a range of integers; the bounds are outside the variable's scope.
    fn fold(
        &mut self,
        kind: FoldKind,
        var: &Binder,
        body: &tree::Expr,
        (lo, hi): (&tree::Expr, &tree::Expr),
        span: Span,
    ) -> Lowered<Expr> {
        let (lo, hi) = (self.integer(lo), self.integer(hi));
        let id = self.bound(var)?;
        if !self.env.kernel.bound[id.index()].ty.is_integral() {
            return Err(wrong_sort(self.env, var.name.span, "an integer variable", "another sort"));
        }
        let body = self.folded(kind, var, id, body)?;
        let ty = fold_type(kind, &body);
        Ok(Expr::new(ExprKind::Fold { kind, var: id, body, lo: lo?, hi: hi? }, ty, span))
    }

    fn fold_threads(&mut self, kind: FoldKind, var: &Binder, body: &tree::Expr, span: Span) -> Lowered<Expr> {
        let id = self.bound(var)?;
        let body = self.folded(kind, var, id, body)?;
        if !mentions(&body, id) && speaker(self.env, &body) != Speaker::Launch {
            let name = &var.name.text;
            let message =
                format!("the body is the same for every `{name}`: its values are those of the thread that speaks");
            let wrong = Diagnostic::error(codes::E0421, body.span, message);
            self.env.diagnostic(wrong.note(format!("write `x@{name}` for the x of `{name}`")));
            return Err(Reported);
        }
        let ty = fold_type(kind, &body);
        Ok(Expr::new(ExprKind::FoldThreads { kind, var: id, body }, ty, span))
    }

    /// `a <= b < c` is the conjunction of its comparisons.
    fn chain(&mut self, first: &tree::Expr, rest: &[(BinaryOp, tree::Expr)], span: Span) -> Lowered<Expr> {
        let mut left = self.value(first)?;
        let mut all: Option<Expr> = None;
        if let Some((op, _)) = rest.first() {
            precedence::negated(self.env, *op, first, None, span)?;
        }
        for (op, operand) in rest {
            let right = self.value(operand)?;
            self.grow(value::weight(&right), operand.span)?;
            let whole = left.span.to(right.span);
            let one = operators::binary(self.env, *op, left, right.clone(), whole)?;
            left = right;
            all = Some(match all {
                None => one,
                Some(before) => operators::binary(self.env, BinaryOp::And, before, one, span)?,
            });
        }
        Ok(all.unwrap_or(left))
    }

    pub(super) fn function(&mut self, function: SpecFunction, args: Vec<Expr>, span: Span) -> Lowered<Expr> {
        let mut args = args.into_iter();
        let (Some(first), second) = (args.next(), args.next()) else {
            return Err(self.env.error(codes::E0413, span, "an argument is missing"));
        };
        let result = match (function, second) {
            (SpecFunction::Min | SpecFunction::Max, Some(second)) => {
                let (a, b) = operators::common(self.env, first, second)?;
                value::binary(if function == SpecFunction::Min { Binary::Min } else { Binary::Max }, a, b)
            }
            (SpecFunction::Pow, Some(second)) => {
                let exponent = operators::integer(self.env, second)?;
                value::binary(Binary::Pow, first, exponent)
            }
            (SpecFunction::Abs, None) => value::unary(Unary::Abs, first, span),
            (SpecFunction::Log2, None) => value::unary(Unary::Log2, operators::integer(self.env, first)?, span),
            (SpecFunction::IsPow2, None) => value::unary(Unary::IsPow2, operators::integer(self.env, first)?, span),
            (SpecFunction::Min | SpecFunction::Max | SpecFunction::Pow, None)
            | (SpecFunction::Abs | SpecFunction::Log2 | SpecFunction::IsPow2, Some(_)) => {
                return Err(self.env.error(codes::E0413, span, "a wrong number of arguments"));
            }
        };
        Ok(Expr { span, ..result })
    }

    fn folded(&mut self, kind: FoldKind, var: &Binder, id: BoundId, body: &tree::Expr) -> Lowered<Expr> {
        self.with_bound(std::slice::from_ref(var), &[id], |context| match kind {
            FoldKind::Count => context.proposition(body),
            FoldKind::Sum | FoldKind::Prod | FoldKind::MinOver | FoldKind::MaxOver => context.number(body),
            FoldKind::Over(operator) => {
                let body = context.number(body)?;
                let ty = context.env.kernel.declared.operators[operator.index()].ty;
                context.coerced(body, ty)
            }
        })
    }

    fn unused(&mut self, quantifier: Quantifier, binder: &Binder) {
        let word = match quantifier {
            Quantifier::Forall => "\\forall",
            Quantifier::Exists => "\\exists",
        };
        let message = format!("`{0}` is not used after `{word} {0}`", binder.name.text);
        let warning = Diagnostic::warning(codes::W0403, binder.name.span, message);
        self.env.diagnostic(warning.note("a mistyped name, or a quantifier that can be left out"));
    }

    /// Makes a bound variable of the binder's sort.
    fn bound(&mut self, binder: &Binder) -> Lowered<BoundId> {
        let ty = match &binder.ty {
            BinderType::Integer => Type::Integer,
            BinderType::Real => Type::Real,
            BinderType::Thread => Type::Thread,
            BinderType::Block => Type::Block,
            BinderType::Other(ty) => match resolve::resolve(self.env, ty)? {
                CType::Scalar(Type::Float { .. }) => Type::Real,
                CType::Scalar(ty) => ty,
                other => match other.name().as_str() {
                    "type `thread`" | "type `block`" => {
                        let message =
                            format!("a sort stands after a colon: `{} : {}`", binder.name.text, tree_name(ty));
                        return Err(self.env.error(codes::E0402, ty.span, message));
                    }
                    name => {
                        let message = format!("a variable cannot range over {name}");
                        return Err(self.env.error(codes::E0402, ty.span, message));
                    }
                },
            },
        };
        Ok(self.env.new_bound(&binder.name.text, ty))
    }

    /// Runs `body` with the bound variables known by their names.
    fn with_bound<T>(
        &mut self,
        binders: &[Binder],
        ids: &[BoundId],
        body: impl FnOnce(&mut Self) -> Lowered<T>,
    ) -> Lowered<T> {
        let mut names = Scope::default();
        for (binder, id) in binders.iter().zip(ids) {
            self.hides(&binder.name);
            let ty = self.env.kernel.bound[id.index()].ty;
            let variable = Expr::new(ExprKind::Bound(*id), ty, binder.name.span);
            names.insert(binder.name.text.clone(), Entity::Value(variable));
        }
        self.env.scopes.push(names);
        let result = body(self);
        self.env.scopes.pop();
        result
    }

    /// A value in the sort that a definition's parameter or result has.
    pub(super) fn coerced(&mut self, e: Expr, ty: Type) -> Lowered<Expr> {
        let span = e.span;
        match ty {
            Type::Bool => operators::proposition(self.env, e),
            Type::Integer => operators::integer(self.env, e),
            // CLAUSE-10: defined where the type has the value.
            Type::Int { .. } if e.ty == ty => Ok(e),
            Type::Int { .. } => {
                let number = operators::integer(self.env, e)?;
                Ok(Expr::new(ExprKind::Convert(Conversion::Implicit, number), ty, span))
            }
            Type::Float { .. } | Type::Real => {
                let number = operators::number(self.env, e)?;
                Ok(operators::to(number, ty))
            }
            Type::Thread | Type::Block if e.ty == ty => Ok(e),
            Type::Thread | Type::Block => Err(wrong_sort(self.env, e.span, sort_name(ty), sort_name(e.ty))),
        }
    }
}

/// Whether a literal makes C take arithmetic for unsigned.
fn is_unsigned(e: &tree::Expr) -> bool {
    match &e.kind {
        tree::ExprKind::Int(literal) => {
            matches!(literals::int_literal(literal, e.span).ty, Type::Int { signed: false, .. })
        }
        tree::ExprKind::Unary(_, inner) => is_unsigned(inner),
        tree::ExprKind::Spec(SpecExpr::Loose(inner)) => is_unsigned(inner),
        tree::ExprKind::Binary(BinaryOp::Shl | BinaryOp::Shr, left, _) => is_unsigned(left),
        tree::ExprKind::Binary(_, left, right) => is_unsigned(left) || is_unsigned(right),
        tree::ExprKind::Conditional(_, then, other) => is_unsigned(then) || is_unsigned(other),
        _ => false,
    }
}

fn is_value(known: &Expr, literal: &tree::IntLiteral) -> bool {
    matches!(&*known.kind, ExprKind::Int(value) if *value == literal.value)
}

/// Whether an expression reads nothing that may have changed since the kernel was entered.
pub fn is_of_all_times(env: &Env, e: &Expr) -> bool {
    match &*e.kind {
        ExprKind::Old(_) => true,
        ExprKind::Read { .. } | ExprKind::Active(_) => false,
        ExprKind::Local(local) => {
            env.kernel.locals[local.index()].role != LocalRole::Param || env.variables.stable.contains(local)
        }
        _ => e.children().into_iter().all(|part| is_of_all_times(env, part)),
    }
}

fn mentions(e: &Expr, id: BoundId) -> bool {
    let mut found = false;
    e.walk(&mut |part| found |= matches!(*part.kind, ExprKind::Bound(bound) if bound == id));
    found
}

fn fold_type(kind: FoldKind, body: &Expr) -> Type {
    if kind == FoldKind::Count { Type::Integer } else { body.ty }
}

/// The logic's own sorts, by the name that an unknown type has.
pub fn logic_sort(name: &str) -> Option<Type> {
    match name {
        "type `integer`" => Some(Type::Integer),
        "type `real`" => Some(Type::Real),
        "type `thread`" => Some(Type::Thread),
        "type `block`" => Some(Type::Block),
        _ => None,
    }
}

/// Whether a name is a variable of the program.
pub fn is_variable(env: &mut Env, name: &str) -> bool {
    let plain = tree::Name { ident: name.to_owned(), ..tree::Name::default() };
    !matches!(env.ghost(&plain).or_else(|| globals::entity(env, &plain)), None | Some(Entity::Type(_)))
}

/// The name of a type, as far as it is one.
pub fn tree_name(ty: &tree::Type) -> String {
    match &ty.kind {
        tree::TypeKind::Named(name) => name.ident.clone(),
        _ => "T".to_string(),
    }
}

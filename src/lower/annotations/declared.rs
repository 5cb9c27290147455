//! Declared operators (OPERATOR-1): `operator plus(int x, int y) identity e;`, in annotations and in program text.

use crate::base::{Span, codes};
use crate::cpp::{Entity, Env, Lowered, Scope, Value, table::Table, types::CType, value};
use crate::cuda::limits;
use crate::kernel::{
    ir::{BoundId, Conversion, Expr, ExprKind, Lemma, LogicSource, Operator, OperatorId, Type},
    text,
};
use crate::lower::{
    calls::call,
    expressions::expr,
    names::{decisions, globals, resolve},
};
use crate::syntax::tree::{self, BinaryOp, Function, Ident, LogicItem, LogicParam};

use super::{Context, Place, operators};

/// A declaration, with the definition that it has or that the function of its name gives.
struct Declared<'a> {
    name: &'a Ident,
    params: &'a [LogicParam],
    identity: &'a tree::Expr,
    definition: Option<(Vec<&'a str>, &'a tree::Expr)>,
    /// The function of that name is no single expression.
    opaque: Option<&'a Function>,
    span: Span,
}

fn find<'a>(table: &'a Table<'a>, name: &str) -> Option<Declared<'a>> {
    let (name, params, body, identity, span) = table.logic.iter().find_map(|(_, item)| match item {
        LogicItem::Operator { name: own, params, body, identity, span } if own.text == name => {
            Some((own, params, body, identity, *span))
        }
        _ => None,
    })?;
    let functions = table.functions.get(name.text.as_str()).into_iter().flatten();
    let function = functions.copied().find(|function| function.body.is_some());
    let (definition, opaque) = match (body, function) {
        (Some(body), _) => (Some((params.iter().map(|param| param.name.text.as_str()).collect(), body)), None),
        (None, Some(function)) => match returned(function) {
            Some(body) => {
                let name = |param: &'a tree::Param| param.name.as_ref().map_or("", |name| name.text.as_str());
                (Some((function.params.iter().map(name).collect(), body)), None)
            }
            None => (None, Some(function)),
        },
        (None, None) => (None, None),
    };
    Some(Declared { name, params, identity, definition, opaque, span })
}

/// The value of a function whose body is one `return`.
fn returned(function: &Function) -> Option<&tree::Expr> {
    match function.body.as_ref()?.stmts.as_slice() {
        [tree::Stmt { kind: tree::StmtKind::Return(Some(value)), wraps: false, .. }] => Some(value),
        _ => None,
    }
}

/// A call in program text of a function without body that has an operator's name: the operator.
pub fn operator_call(env: &mut Env, name: &tree::Name, args: &[tree::Expr], span: Span) -> Option<Lowered<Value>> {
    let table = env.table;
    let declared = find(table, &name.ident).filter(|declared| declared.definition.is_none())?;
    let functions = table.functions.get(name.ident.as_str())?;
    let is_declared_only = declared.opaque.is_none()
        && functions.iter().all(|function| function.template.is_empty() && !function.specifiers.global);
    let function = functions.first().filter(|_| is_declared_only && name.path.is_empty() && args.len() == 2)?;
    Some(called(env, &declared, function, args, span))
}

fn called(env: &mut Env, declared: &Declared, function: &Function, args: &[tree::Expr], span: Span) -> Lowered<Value> {
    let id = Context::new(env, Place::Assert).operator(declared.name)?;
    let sort = env.kernel.declared.operators[id.index()].ty;
    let mut types = Vec::new();
    for ty in function.params.iter().map(|param| &param.ty).chain([&function.return_type]) {
        types.push(resolve::resolve(env, ty)?);
    }
    let fits = |ty: &CType| match ty {
        CType::Scalar(Type::Int { .. }) => sort == Type::Integer,
        CType::Scalar(ty) => *ty == sort,
        _ => false,
    };
    let CType::Scalar(ty) = types[0] else {
        return Err(env.unsupported(format!("call of the operator `{}` on these types", declared.name.text), span));
    };
    if types.len() != 3
        || !types.iter().all(fits)
        || types.iter().any(|other| !matches!(other, CType::Scalar(other) if *other == ty))
    {
        let construct = format!("call of `{0}`, whose types are not those of the operator `{0}`", declared.name.text);
        return Err(env.unsupported(construct, span));
    }
    decisions::called(env, span, function.name.span);
    let (values, spans) = call::arguments(env, args)?;
    let mut operands = Vec::new();
    for (value, span) in values.into_iter().zip(spans) {
        let operand = expr::read(env, value, span)?;
        operands.push(value::convert(operand, ty, Conversion::Implicit));
    }
    Ok(Value::Scalar(Expr::new(ExprKind::Logic(declared.name.text.clone(), operands), ty, span)))
}

/// Checks a declaration; where it has a definition, its laws have to be proved (OPERATOR-4).
pub fn laws(env: &mut Env, name: &Ident, source: LogicSource) -> Lowered<Vec<Lemma>> {
    env.scopes = vec![Scope::default()];
    let mut context = Context::new(env, Place::Assert);
    let id = context.operator(name)?;
    let Operator { ty, body, identity, span, .. } = context.env.kernel.declared.operators[id.index()].clone();
    if body.is_none() {
        return Ok(Vec::new());
    }
    let ids = ["x", "y", "z"].map(|name| context.env.new_bound(name, ty));
    let [x, y, z] = ids.map(|id| Expr::new(ExprKind::Bound(id), ty, span));
    let mut applied = |left: &Expr, right: &Expr| context.applied(name, [left.clone(), right.clone()], span);
    let (xy, yz) = (applied(&x, &y)?, applied(&y, &z)?);
    let (left, right) = (applied(&xy, &z)?, applied(&x, &yz)?);
    let (before, after) = (applied(&identity, &x)?, applied(&x, &identity)?);
    let mut law = |what: &str, params: &[BoundId], left: Expr, right: Expr| -> Lowered<Lemma> {
        Ok(Lemma {
            name: format!("{}/law/{what}", name.text),
            params: params.to_vec(),
            arrays: Vec::new(),
            law_of: Some(name.text.clone()),
            statement: operators::binary(context.env, BinaryOp::Eq, left, right, span)?,
            induction: None,
            triggers: Vec::new(),
            is_axiom: false,
            source,
            span,
        })
    };
    Ok(vec![
        law("associative", &ids, left, right)?,
        law("identity-before", &ids[..1], before, x.clone())?,
        law("identity-behind", &ids[..1], after, x)?,
    ])
}

impl Context<'_, '_> {
    pub(super) fn is_operator(&self, name: &str) -> bool {
        find(self.env.table, name).is_some()
    }

    /// The operator of that name, which the kernel has from its first mention on.
    pub(super) fn operator(&mut self, name: &Ident) -> Lowered<OperatorId> {
        if let Some(known) = self.env.kernel.declared.operators.iter().position(|operator| operator.name == name.text) {
            return Ok(OperatorId(known as u32));
        }
        let Some(declared) = find(self.env.table, &name.text) else {
            let message = format!("there is no operator `{}`", name.text);
            return Err(self.env.error(codes::E0401, name.span, message));
        };
        if let Some(function) = declared.opaque {
            let construct = format!("operator `{}` whose function is not one `return`", name.text);
            return Err(self.env.unsupported(construct, function.spans.header));
        }
        let [left, right] = declared.params else {
            return Err(self.env.error(codes::E0413, declared.span, "an operator has two parameters"));
        };
        let outer = std::mem::replace(&mut self.env.scopes, vec![Scope::default()]);
        let operator = self.declared(&declared, left, right);
        self.env.scopes = outer;
        let operator = operator?;
        if operator.body.is_none() {
            let identity = match &*operator.identity.kind {
                ExprKind::Logic(name, _) => name.clone(),
                ExprKind::Int(value) => value.to_string(),
                _ => text::expr(&self.env.kernel, &operator.identity),
            };
            let assumption = format!("for every associative `{}` with identity `{identity}`", operator.name);
            self.env.kernel.assumptions.push(assumption);
        }
        self.env.kernel.declared.operators.push(operator);
        Ok(OperatorId(self.env.kernel.declared.operators.len() as u32 - 1))
    }

    fn declared(&mut self, declared: &Declared, left: &LogicParam, right: &LogicParam) -> Lowered<Operator> {
        let (ty, other) = (self.number_type(&left.ty)?, self.number_type(&right.ty)?);
        if ty != other || left.dimensions + right.dimensions > 0 || !(ty.is_integral() || ty.is_fractional()) {
            let message = "an operator takes two numbers of one type";
            return Err(self.env.error(codes::E0402, declared.span, message));
        }
        let operands = [left, right].map(|param| self.env.new_bound(&param.name.text, ty));
        let identity = match unknown_name(self.env, declared) {
            Some(name) => Expr::new(ExprKind::Logic(name, Vec::new()), ty, declared.identity.span),
            None => {
                let value = self.value(declared.identity)?;
                self.coerced(value, ty)?
            }
        };
        let values = operands.map(|operand| Expr::new(ExprKind::Bound(operand), ty, declared.span));
        let body = match &declared.definition {
            Some(_) => Some(self.expanded_operator(declared, values, ty)?),
            None => None,
        };
        Ok(Operator { name: declared.name.text.clone(), ty, operands, body, identity, span: declared.span })
    }

    fn expanded_operator(&mut self, declared: &Declared, values: [Expr; 2], ty: Type) -> Lowered<Expr> {
        let Some((params, body)) = &declared.definition else {
            return Err(self.env.error(codes::E0402, declared.span, "this operator has no definition"));
        };
        if self.expanding.contains(&declared.name.text) {
            let message = format!("`{}` is defined by itself", declared.name.text);
            return Err(self.env.error(codes::E0415, declared.name.span, message));
        }
        for value in &values {
            self.grow(value::weight(value), declared.span)?;
        }
        let names = params.iter().map(|name| (*name).to_owned()).zip(values.map(Entity::Value)).collect();
        self.expanding.push(declared.name.text.clone());
        let outer = std::mem::replace(&mut self.env.scopes, vec![names]);
        let value = self.value(body).and_then(|value| self.coerced(value, ty));
        self.env.scopes = outer;
        self.expanding.pop();
        value
    }

    /// `plus(x, y)`
    pub(super) fn operator_applied(&mut self, name: &Ident, args: &[tree::Expr], span: Span) -> Lowered<Expr> {
        let [left, right] = args else {
            let message = format!("the operator `{}` takes 2 arguments, not {}", name.text, args.len());
            return Err(self.env.error(codes::E0413, span, message));
        };
        let values = [self.value(left)?, self.value(right)?];
        self.applied(name, values, span)
    }

    fn applied(&mut self, name: &Ident, values: [Expr; 2], span: Span) -> Lowered<Expr> {
        let id = self.operator(name)?;
        let ty = self.env.kernel.declared.operators[id.index()].ty;
        let [left, right] = values;
        let values = [self.coerced(left, ty)?, self.coerced(right, ty)?];
        let table = self.env.table;
        let value = match find(table, &name.text).filter(|declared| declared.definition.is_some()) {
            Some(declared) => self.expanded_operator(&declared, values, ty)?,
            None => Expr::new(ExprKind::Logic(name.text.clone(), values.into()), ty, span),
        };
        Ok(Expr { span, ..value })
    }

    /// A name that nothing else has, as the identity of an operator.
    pub(super) fn identity_named(&mut self, name: &tree::Name) -> Option<Lowered<Expr>> {
        let table = self.env.table;
        let operator = table.logic.iter().find_map(|(_, item)| match item {
            LogicItem::Operator { name: operator, identity, .. } => match &identity.kind {
                tree::ExprKind::Name(identity) if identity.path.is_empty() && identity.ident == name.ident => {
                    Some(operator)
                }
                _ => None,
            },
            _ => None,
        });
        // With a definition an unknown constant could not be the identity.
        let is_abstract =
            |operator: &&Ident| find(table, &operator.text).is_some_and(|found| found.definition.is_none());
        let operator = operator.filter(|_| name.path.is_empty()).filter(is_abstract)?;
        Some(self.operator(operator).map(|id| {
            let identity = self.env.kernel.declared.operators[id.index()].identity.clone();
            Expr { span: name.span, ..identity }
        }))
    }
}

/// The identity's name, where it is one that is not declared otherwise.
fn unknown_name(env: &mut Env, declared: &Declared) -> Option<String> {
    let tree::ExprKind::Name(name) = &declared.identity.kind else { return None };
    let is_known = !name.path.is_empty()
        || env.ghost(name).is_some()
        || globals::entity(env, name).is_some()
        || limits::constant(env, &name.ident, name.span).is_some();
    // With a definition an unknown constant could not be the identity.
    (!is_known && declared.definition.is_none()).then(|| name.ident.clone())
}

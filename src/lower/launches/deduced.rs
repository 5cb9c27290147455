//! Template arguments that the types of arguments fix, in launches and in calls of the host's templates (LAUNCH-20).

use crate::cpp::table::Table;
use crate::lower::calls::passing;
use crate::syntax::tree::{
    BinaryOp, Expr, ExprKind, HostLocal, IntLiteral, TemplateArg, TemplateParam, Type, TypeKind, UnaryOp,
};

use super::{host_templates, instance::Arguments};

/// Declarations by `auto` that follow each other.
const DEEPEST: usize = 8;

/// The type parameters of a template that the arguments of a launch or call fix. All that fix one agree in C++: where two do
/// not here, one of them was not understood.
pub fn arguments(
    table: &Table,
    template: &[TemplateParam],
    params: &[Option<&Type>],
    args: &[Expr],
    locals: &[HostLocal],
) -> Arguments {
    let mut found = Found { template, known: Arguments::new(), conflicts: Vec::new() };
    if args.len() <= params.len() {
        let known = Known { table, locals };
        for (param, arg) in params.iter().zip(args) {
            if let Some((param, ty)) = param.zip(known.type_of(arg, DEEPEST)) {
                found.argument(param, ty);
            }
        }
    }
    found.known.retain(|name, _| !found.conflicts.contains(name));
    found.known
}

struct Found<'a> {
    template: &'a [TemplateParam],
    known: Arguments,
    conflicts: Vec<String>,
}

impl Found<'_> {
    /// [temp.deduct.call]: of an argument by value qualifiers do not count.
    fn argument(&mut self, param: &Type, mut ty: Type) {
        match &param.kind {
            TypeKind::Reference(of) => self.matched(of, ty),
            _ => {
                ty.qualifiers.is_const = false;
                let plain = Type { qualifiers: Default::default(), ..param.clone() };
                self.matched(&plain, ty);
            }
        }
    }

    fn matched(&mut self, param: &Type, mut ty: Type) {
        if param.qualifiers.is_const {
            ty.qualifiers.is_const = false;
        }
        match (&param.kind, &ty.kind) {
            (TypeKind::Named(name), _) if name.path.is_empty() && name.template_args.is_none() => {
                let is_own = self.template.iter().any(|own| {
                    passing::is_type_parameter(&own.kind) && own.name.as_ref().is_some_and(|own| own.text == name.ident)
                });
                if is_own && is_certain(&ty) {
                    self.fix(&name.ident, ty);
                }
            }
            (TypeKind::Named(name), TypeKind::Named(given))
                if name.path.is_empty() && given.path.is_empty() && name.ident == given.ident =>
            {
                let pairs = name.template_args.iter().flatten().zip(given.template_args.iter().flatten());
                for pair in pairs {
                    if let (TemplateArg::Type(param), TemplateArg::Type(ty)) = pair {
                        self.matched(param, ty.clone());
                    }
                }
            }
            (TypeKind::Pointer(param), TypeKind::Pointer(of)) => self.matched(param, (**of).clone()),
            _ => {}
        }
    }

    fn fix(&mut self, name: &str, ty: Type) {
        let arg = TemplateArg::Type(ty);
        match self.known.get(name) {
            Some(before) if !host_templates::is_alike(before, &arg) => self.conflicts.push(name.to_owned()),
            Some(_) => {}
            None => {
                self.known.insert(name.to_owned(), arg);
            }
        }
    }
}

/// Whether a type is one that can be named where the kernel stands, as far as its form goes.
fn is_certain(ty: &Type) -> bool {
    match &ty.kind {
        TypeKind::Bool | TypeKind::Int { .. } | TypeKind::Float { .. } | TypeKind::Named(_) => true,
        TypeKind::Void => false,
        TypeKind::Pointer(of) => is_certain(of),
        _ => false,
    }
}

/// What is known of the names around.
struct Known<'a> {
    table: &'a Table<'a>,
    locals: &'a [HostLocal],
}

impl Known<'_> {
    /// The type of an argument, where declarations show it.
    fn type_of(&self, e: &Expr, depth: usize) -> Option<Type> {
        let depth = depth.checked_sub(1)?;
        let of = |e: &Expr| self.type_of(e, depth);
        let new = |kind: TypeKind| Some(Type::new(kind, e.span));
        match &e.kind {
            ExprKind::Int(literal) => int_type(literal).and_then(new),
            ExprKind::Float { bits, .. } => new(TypeKind::Float { bits: *bits }),
            ExprKind::Bool(_) => new(TypeKind::Bool),
            ExprKind::Name(name) if name.path.is_empty() && name.template_args.is_none() => {
                let known = self.locals.iter().find(|known| known.name == name.ident)?;
                match (&known.ty.kind, &known.value) {
                    (TypeKind::Auto, Some(value)) => of(value),
                    _ => Some(known.ty.clone()),
                }
            }
            ExprKind::Unary(UnaryOp::AddressOf, inner) => new(TypeKind::Pointer(Box::new(of(inner)?))),
            ExprKind::Unary(UnaryOp::Deref, inner) => pointed(of(inner)?),
            ExprKind::Unary(UnaryOp::Minus | UnaryOp::Plus, inner) => of(inner).filter(is_promoted),
            ExprKind::Binary(op @ (BinaryOp::Add | BinaryOp::Sub), one, other) => {
                let (one, other) = (of(one), of(other));
                let is_pointer =
                    |ty: &Option<Type>| ty.as_ref().is_some_and(|ty| matches!(ty.kind, TypeKind::Pointer(_)));
                match (is_pointer(&one), is_pointer(&other)) {
                    (true, false) if *op == BinaryOp::Add || other.is_some() => one,
                    (false, true) if *op == BinaryOp::Add => other,
                    _ => self.arithmetic(one?, other?),
                }
            }
            ExprKind::Binary(BinaryOp::Mul | BinaryOp::Div, one, other) => self.arithmetic(of(one)?, of(other)?),
            ExprKind::Index(array, _) => pointed(of(array)?),
            ExprKind::Cast(_, ty, _) | ExprKind::Construct(ty, _) => {
                Some((**ty).clone()).filter(|ty| self.is_class_or_plain(ty))
            }
            ExprKind::Call(called, _) => match &called.kind {
                ExprKind::Name(name) => {
                    let ty = Type::new(TypeKind::Named(name.clone()), e.span);
                    let is_class = self.table.classes.records.contains_key(name.ident.as_str())
                        && !self.table.functions.contains_key(name.ident.as_str());
                    Some(ty).filter(|ty| is_class && self.is_class_or_plain(ty))
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// Of a template without its arguments they would have to be deduced, too.
    fn is_class_or_plain(&self, ty: &Type) -> bool {
        let TypeKind::Named(name) = &ty.kind else { return true };
        let records = self.table.classes.records.get(name.ident.as_str()).map_or(&[][..], Vec::as_slice);
        name.template_args.is_some() || records.iter().all(|record| record.template.is_empty())
    }

    fn arithmetic(&self, one: Type, other: Type) -> Option<Type> {
        let alike = match (&one.kind, &other.kind) {
            (TypeKind::Int { signed, bits }, TypeKind::Int { signed: other, bits: width }) => {
                signed == other && bits == width
            }
            (TypeKind::Float { bits }, TypeKind::Float { bits: width }) => bits == width,
            _ => false,
        };
        Some(Type { qualifiers: Default::default(), ..one }).filter(|ty| alike && is_promoted(ty))
    }
}

/// Whether arithmetic leaves a type as it is.
fn is_promoted(ty: &Type) -> bool {
    matches!(ty.kind, TypeKind::Int { bits: 32.., .. } | TypeKind::Float { bits: 32.. })
}

fn pointed(ty: Type) -> Option<Type> {
    match ty.kind {
        TypeKind::Pointer(of) => Some(*of),
        _ => None,
    }
}

/// C++ [lex.icon]: of decimal literals without suffix; of others those that are `int` at any rate.
fn int_type(literal: &IntLiteral) -> Option<TypeKind> {
    let is_small = literal.value < (1_u64 << 31).into();
    let bits = if literal.long > 0 || !is_small { 64 } else { 32 };
    (is_small || literal.decimal && !literal.unsigned && literal.value < (1_u64 << 63).into())
        .then_some(TypeKind::Int { signed: !literal.unsigned, bits })
}

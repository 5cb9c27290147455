//! Lambda expressions of the host that launches hand to kernels: each is an object of a class of its own, as in C++, whose members
//! are what it captures (TEMPLATE-11).

use std::collections::BTreeSet;
use std::ops::Range;

use super::host;
use crate::base::Span;
use crate::syntax::disambiguate::names::is_keyword;
use crate::syntax::grammar::Header;
use crate::syntax::tokens::scan::Scan;
use crate::syntax::tree::{
    DeclSpecifiers, Declaration, Declarator, Expr, ExprKind, Function, FunctionSpecifiers, Ident, Initializer, Item,
    Lambda, Name, Param, Record, TemplateArg, TemplateParam, TemplateParamKind, Type, TypeKind,
};

use super::locals::{self, Declared};
use super::reader::Program;

/// What the names of the classes begin with; no name of a program has a space in it.
const NAME: &str = "lambda ";

impl Program<'_, '_> {
    /// An expression of the host's code, where it is a lambda expression with the class of its object made known: an object of
    /// that class. Other expressions, and those of which something is not known, stay what they are.
    pub fn with_class(&mut self, e: Expr, lexemes: &Range<usize>) -> Expr {
        let ExprKind::Lambda(lambda) = &e.kind else { return e };
        match self.class(lambda, lexemes, e.span) {
            Some(ty) => Expr { kind: ExprKind::Construct(Box::new(ty), Vec::new()), span: e.span },
            None => e,
        }
    }

    /// The class of a lambda expression's object.
    fn class(&mut self, lambda: &Lambda, lexemes: &Range<usize>, span: Span) -> Option<Type> {
        let named = |item: &String| item.chars().all(|c| c.is_ascii_alphanumeric() || c == '_') && !is_keyword(item);
        let is_plain = lambda.unsupported.is_empty() && lambda.captures.iter().all(|item| item == "=" || named(item));
        let scope = namespaces(self.scan, lexemes.start).filter(|_| is_plain)?;
        let template = self.template.clone();
        let arguments: Option<Vec<TemplateArg>> = template.iter().map(own_argument).collect();
        let arguments = arguments?;
        let known = self.lambdas.iter().position(|start| *start == lexemes.start);
        let number = known.unwrap_or(self.lambdas.len()) + 1;
        let name = format!("{NAME}{number}");
        if known.is_none() {
            let record = self.record(lambda, lexemes, Ident { text: name.clone(), span })?;
            self.lambdas.push(lexemes.start);
            self.file.items.push(Item::Record(Record { scope: scope.clone(), template, ..record }));
        }
        let template_args = Some(arguments).filter(|arguments| !arguments.is_empty());
        let path_args = scope.iter().map(|_| None).collect();
        let name = Name { is_global: true, path: scope, path_args, ident: name, template_args, span };
        Some(Type::new(TypeKind::Named(name), span))
    }

    fn record(&mut self, lambda: &Lambda, lexemes: &Range<usize>, name: Ident) -> Option<Record> {
        let span = name.span;
        let mut record = Record { name: Some(name), span, ..Record::default() };
        for declared in captured(self.scan, lexemes)? {
            let name = Ident { text: self.scan.at(declared.name).to_owned(), span };
            let ty = self.declared_type(&declared).filter(|ty| !matches!(ty.kind, TypeKind::Auto))?;
            match self.constant(&declared) {
                // What is constant is not captured.
                Some(value) => {
                    let init = Some(Initializer::Expr(value));
                    let specifiers = DeclSpecifiers { is_static: true, is_constexpr: true, ..Default::default() };
                    let declarators = vec![Declarator { name, ty, init }];
                    record.statics.push(Declaration::new(specifiers, declarators, span));
                }
                None => record.fields.push(Param::new(Some(name), ty, span)),
            }
        }
        record.methods.push(self.operator(lambda, lexemes, span));
        Some(record)
    }

    /// The value of a constant that is one number.
    fn constant(&mut self, declared: &Declared) -> Option<Expr> {
        let is_constant = declared.is_const && declared.pointers == 0 && !declared.is_reference;
        let value = declared.value.clone().filter(|value| is_constant && !value.is_empty())?;
        self.single_value(value).filter(|value| {
            matches!(value.kind, ExprKind::Int(_) | ExprKind::Float { .. } | ExprKind::Bool(_) | ExprKind::Char(_))
        })
    }

    fn operator(&self, lambda: &Lambda, lexemes: &Range<usize>, span: Span) -> Function {
        let mut params = lambda.params.clone();
        let mut template = Vec::new();
        for param in &mut params {
            let name = Ident { text: format!("auto {}", template.len() + 1), span: param.span };
            if let Some(open) = automatic(&mut param.ty) {
                open.kind = TypeKind::Named(Name::plain(&name.text, param.span));
                let kind = TemplateParamKind::Type(None);
                template.push(TemplateParam { name: Some(name), kind, span: param.span });
            }
        }
        let header = Header {
            specifiers: FunctionSpecifiers {
                device: true,
                is_const: !lambda.is_mutable,
                ..FunctionSpecifiers::default()
            },
            name: Ident { text: "operator()".into(), span },
            template,
            return_type: Some(lambda.return_type.clone().unwrap_or_else(|| Type::new(TypeKind::Auto, span))),
            params,
            ..Header::default()
        };
        let order = self.scan.lexemes.get(lexemes.start).map_or(0, |first| first.lo);
        Function { body: Some(lambda.body.clone()), order, ..header.function(span) }
    }
}

/// The `auto` of a parameter's type.
fn automatic(ty: &mut Type) -> Option<&mut Type> {
    if matches!(ty.kind, TypeKind::Auto) {
        return Some(ty);
    }
    match &mut ty.kind {
        TypeKind::Reference(to) | TypeKind::Pointer(to) => automatic(to),
        _ => None,
    }
}

/// A template parameter as the argument for itself.
fn own_argument(param: &TemplateParam) -> Option<TemplateArg> {
    let span = param.span;
    let name = Name::plain(&param.name.as_ref()?.text, span);
    match &param.kind {
        TemplateParamKind::Type(_) => Some(TemplateArg::Type(Type::new(TypeKind::Named(name), span))),
        TemplateParamKind::Value(..) => Some(TemplateArg::Value(Expr { kind: ExprKind::Name(name), span })),
        TemplateParamKind::Other(_) => None,
    }
}

/// The variables of the host that a lambda expression mentions; nothing if one of them is not certain.
fn captured(scan: &Scan<'_>, lexemes: &Range<usize>) -> Option<Vec<Declared>> {
    let mut all: Vec<Declared> = Vec::new();
    let mut seen = BTreeSet::new();
    let mut body = lexemes.start;
    while body < lexemes.end && scan.at(body) != "{" {
        body = scan.after_group(body);
    }
    for at in body..lexemes.end {
        if !locals::is_variable(scan, at) || scan.at(at + 1) == "::" {
            continue;
        }
        let Some(declared) = locals::declared(scan, at, scan.at(at)) else {
            // What the file declares, or something around that is not understood.
            let is_of_function = (enclosing_function(scan, lexemes.start)..lexemes.start)
                .any(|place| scan.at(place) == scan.at(at) && is_introduced(scan, place));
            if is_of_function {
                return None;
            }
            continue;
        };
        if !lexemes.contains(&declared.name) && seen.insert(declared.name) {
            all.push(declared);
        }
    }
    let names: BTreeSet<&str> = all.iter().map(|declared| scan.at(declared.name)).collect();
    (names.len() == all.len()).then_some(all)
}

fn is_introduced(scan: &Scan<'_>, at: usize) -> bool {
    host::may_declare(scan, at) || host::may_introduce(scan, at)
}

/// Where the outermost function around a place begins.
fn enclosing_function(scan: &Scan<'_>, place: usize) -> usize {
    let mut start = place;
    while let Some((_, head)) = locals::around(scan, start).filter(|(_, head)| !locals::is_namespace(scan, head)) {
        start = head.start;
    }
    start
}

/// The namespaces around a place of the host's code; nothing in a member function, where a lambda captures `this`.
fn namespaces(scan: &Scan<'_>, place: usize) -> Option<Vec<String>> {
    let (mut names, mut inner) = (Vec::new(), place);
    while let Some((_, head)) = locals::around(scan, inner) {
        if locals::is_namespace(scan, &head) {
            let words = head.clone().filter(|at| scan.is_word(*at) && !is_keyword(scan.at(*at)));
            let own: Vec<String> = words.map(|at| scan.at(at).to_owned()).collect();
            if scan.at(head.start) != "extern" {
                names.splice(0..0, own);
            }
        } else if head.clone().any(|at| {
            matches!(scan.at(at), "class" | "struct" | "union") || scan.at(at) == "::" && scan.at(at + 2) == "("
        }) {
            return None;
        }
        inner = head.start;
    }
    Some(names)
}

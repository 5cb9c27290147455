//! Which function a call means, as far as that is certain, and what is seen of a call by its form.

use crate::syntax::tree::{Expr, ExprKind, Function, Name, Param, Type, TypeKind, spelled, traverse};

use super::library;
use super::machine::{Host, Unit};

impl<'a> Host<'a> {
    /// Whether a name means what a library gives it: the program declares nothing of that name.
    pub fn is_of_library(&self, name: &Name) -> bool {
        let host = &self.unit().file.host;
        let of_std = name.path.is_empty() || name.path.len() == 1 && name.path[0] == "std";
        let is_free = self.frames.last().is_none_or(|frame| frame.function.within.is_empty());
        let of_program = host.defined.contains(&name.ident)
            || host.members.contains(&name.ident)
            || self.unit().globals.contains_key(name.ident.as_str());
        of_std && !of_program && (is_free || name.ident.starts_with("cuda"))
    }

    /// Whether it is a word of the command line that `main` reads at this place alone: whoever starts the program chooses it, and it
    /// is not changed before.
    pub fn is_read_once(&self, arg: &'a Expr) -> bool {
        let ExprKind::Index(base, index) = &arg.kind else { return false };
        let (ExprKind::Name(words), ExprKind::Int(number)) = (&base.kind, &index.kind) else { return false };
        let [frame] = &self.frames[..] else { return false };
        let main = frame.function;
        let is_argv = |param: &Param| param.name.as_ref().is_some_and(|name| name.text == words.ident);
        if main.name.text != "main" || !main.params.get(1).is_some_and(is_argv) {
            return false;
        }
        let (mut mentions, mut read) = (0, Vec::new());
        let stmts = main.body.iter().flat_map(|body| &body.stmts).map(traverse::Node::Stmt);
        traverse::Node::walk(stmts, &mut |node| match node {
            traverse::Node::Expr(Expr { kind: ExprKind::Name(name), .. }) => {
                mentions += usize::from(name.ident == words.ident);
            }
            traverse::Node::Expr(Expr { kind: ExprKind::Call(called, args), .. }) => {
                if let (ExprKind::Name(called), [Expr { kind: ExprKind::Index(base, index), .. }]) =
                    (&called.kind, &args[..])
                    && let (ExprKind::Name(name), ExprKind::Int(number)) = (&base.kind, &index.kind)
                    && name.ident == words.ident
                    && library::reads_number(&called.ident)
                {
                    read.push(number.value.clone());
                }
            }
            _ => {}
        });
        mentions == read.len() && read.iter().filter(|other| **other == number.value).count() == 1
    }

    /// The function that a call means, and its file, where that is certain: it stands where the name says, or where a name without
    /// qualifiers is looked up from here.
    pub fn meant(&self, name: &Name, args: usize) -> Option<(usize, &'a Function)> {
        let here = self.frames.last().map_or(&[][..], |frame| &frame.function.scope);
        let class = self.frames.last().and_then(|frame| frame.function.within.last());
        let is_hidden = |function: &Function| {
            let of_class = |class: &String| {
                let types = &self.unit().types;
                types.may_have(class, &name.ident) || types.field(class, &name.ident).is_some()
            };
            function.within.is_empty() && class.is_some_and(of_class)
        };
        let is_seen = |function: &Function| match &name.path[..] {
            [] => here.starts_with(&function.scope) && !is_hidden(function),
            path => function.scope.ends_with(path),
        };
        let of_file = self.unit().functions.contains_key(name.ident.as_str());
        let found = if of_file { Some((self.at, self.only(&name.ident, args)?)) } else { self.elsewhere(name, args) };
        found.filter(|(_, function)| is_seen(function))
    }

    /// The one function of a name that takes so many arguments. A declaration may be of another one.
    pub fn only(&self, name: &str, args: usize) -> Option<&'a Function> {
        // Which of several is meant depends on types, and on what classes declare.
        let unit = self.unit();
        let [function] = &unit.functions.get(name)?[..] else { return None };
        let is_special = |own: &&Function| own.name.text == name && own.template_args.is_some();
        let has_special = unit.file.host.prototypes.iter().any(|own| is_special(&own));
        if !takes(function, args) || has_special || unit.file.host.members.contains(name) {
            return None;
        }
        let prototypes = unit.file.host.prototypes.iter().filter(|declared| declared.name.text == name);
        let declared = prototypes.clone().all(|declared| {
            let is_same = declared.scope != function.scope || signature(declared) == signature(function);
            is_same || !declared.template.is_empty()
        });
        declared.then_some(*function)
    }

    pub fn declared(&self, name: &str, args: usize) -> impl Iterator<Item = &'a Function> {
        let prototypes = &self.unit().file.host.prototypes;
        prototypes.iter().filter(move |declared| declared.name.text == name && takes(declared, args))
    }

    /// The function of another file that is declared here.
    pub fn elsewhere(&self, name: &Name, args: usize) -> Option<(usize, &'a Function)> {
        let of = |(at, unit): (usize, &Unit<'a>)| {
            let functions = unit.functions.get(name.ident.as_str()).cloned().unwrap_or_default();
            functions.into_iter().map(move |function| (at, function))
        };
        let is_open = |(_, function): &(usize, &'a Function)| {
            !function.specifiers.is_static && !function.specifiers.is_inline && function.template.is_empty()
        };
        let declared: Vec<&Function> = self.declared(&name.ident, args).collect();
        let is_meant = |function: &&Function| {
            // Functions of C are known by their names alone.
            let is_same = |own: &Function| {
                let are_c =
                    own.specifiers.is_c && function.specifiers.is_c && own.params.len() == function.params.len();
                are_c || own.scope == function.scope && signature(own) == signature(function)
            };
            let is_declared = |own: &&Function| is_same(own) && !own.specifiers.is_static;
            !declared.is_empty() && declared.iter().all(is_declared)
        };
        let mut found = self.units.iter().enumerate().flat_map(of).filter(is_open).filter(|(_, own)| is_meant(own));
        match (found.next(), found.next()) {
            (Some(found), None) => Some(found),
            _ => None,
        }
    }

    /// Whether some file of the program defines a function of this name.
    pub fn is_function(&self, name: &str) -> bool {
        self.units.iter().any(|unit| unit.functions.contains_key(name))
    }

    pub fn is_by_value(&self, ty: &Type) -> bool {
        let is_known = matches!(
            ty.kind,
            TypeKind::Bool | TypeKind::Int { .. } | TypeKind::Float { .. } | TypeKind::Pointer(_) | TypeKind::Named(_)
        );
        is_known && !self.units.iter().any(|unit| unit.types.is_reference(ty))
    }
}

fn takes(function: &Function, args: usize) -> bool {
    let needed = function.params.iter().filter(|param| param.default.is_none()).count();
    (needed..=function.params.len()).contains(&args)
}

/// The types of the parameters as they are written.
fn signature(function: &Function) -> Vec<String> {
    function.params.iter().map(|param| spelled::parameter(&param.ty, &function.template)).collect()
}

//! Types, values and template parameters of the host's code, read where lexemes say that they stand.

use std::ops::Range;

use crate::syntax::disambiguate::marks::Place;
use crate::syntax::grammar::parse::{self, Rule};
use crate::syntax::tokens::nesting;
use crate::syntax::tree::words::of_words;
use crate::syntax::tree::{Expr, Qualifiers, TemplateParam, Type, TypeKind};

use super::locals::Declared;
use super::reader::Program;

impl Program<'_, '_> {
    /// The template parameters whose `template` stands here.
    pub fn template_head(&mut self, start: usize) -> Vec<TemplateParam> {
        let end = self.scan.after_angles(start + 1).unwrap_or(start);
        let masked = self.masked(start..end, Place::Other);
        let head = parse::parse(Rule::item_template, &masked.text).ok();
        let head = head.and_then(|node| node.into_inner().find(|part| part.as_rule() == Rule::template_head));
        head.map(|node| self.build(&masked, |builder| builder.template_head(node))).unwrap_or_default()
    }

    /// The type of a declaration, references aside.
    pub fn declared_type(&mut self, declared: &Declared) -> Option<Type> {
        let scan = self.scan;
        let (first, last) = (*declared.base.first()?, *declared.base.last()?);
        if declared.is_other || nesting::too_deep(scan, first..last + 1).is_some() {
            return None;
        }
        let span = self.lexemes_span(first..last + 1);
        let kind = if declared.is_named {
            let masked = self.masked(first..last + 1, Place::Other);
            if let Ok(node) = parse::parse(Rule::item_type, &masked.text) {
                let node = node.into_inner().find(|part| part.as_rule() == Rule::type_id)?;
                self.build(&masked, |builder| builder.type_id(node)).kind
            } else {
                // A name that nothing declares as a type.
                let node = parse::parse(Rule::item_name, &masked.text).ok()?;
                let node = node.into_inner().find(|part| part.as_rule() == Rule::name)?;
                self.build(&masked, |builder| builder.named_type(node))
            }
        } else {
            of_words(&declared.base.iter().map(|at| scan.at(*at)).collect::<Vec<_>>())
        };
        let qualifiers = Qualifiers { is_const: declared.is_const, ..Qualifiers::default() };
        let mut ty = Type { qualifiers, ..Type::new(kind, span) };
        for _ in 0..declared.pointers {
            ty = Type::new(TypeKind::Pointer(Box::new(ty)), span);
        }
        Some(ty)
    }

    pub fn read_values(&mut self, range: Range<usize>) -> Option<Vec<Expr>> {
        if nesting::too_deep(self.scan, range.clone()).is_some() {
            return None;
        }
        let masked = self.masked(range.clone(), Place::Other);
        let node = parse::parse(Rule::item_values, &masked.text).ok()?;
        Some(self.build(&masked, |builder| builder.values(node)))
    }

    /// What is written here, if it is one expression.
    pub fn single_value(&mut self, range: Range<usize>) -> Option<Expr> {
        let mut values = self.read_values(range)?;
        values.pop().filter(|_| values.is_empty())
    }
}

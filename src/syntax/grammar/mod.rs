//! From the parser's pairs to trees. Names, types, declarations and functions are built here;
//! expressions and statements have files of their own.

mod assembly;
mod declarations;
mod effects;
mod expressions;
mod items;
pub mod parse;
mod ptx;
mod ptx_values;
mod records;
mod several;
mod statements;
mod types;

use std::ops::Range;

use crate::base::{Diagnostic, Span};

use self::parse::{Node, Rule};
use crate::syntax::disambiguate::names::Names;
use crate::syntax::disambiguate::usings;
use crate::syntax::spec;
use crate::syntax::tokens::expanded::Expanded;
use crate::syntax::tree::{Clause, ExprKind, Ident, LogicItem, Name, StmtKind, TemplateArg, Unsupported, Using};

pub use declarations::Header;
pub use statements::Leading;

/// What building needs to know, and what it finds to complain about.
pub struct Builder<'a> {
    pub source: &'a Expanded,
    pub names: &'a Names<'a>,
    /// Where the masked text starts in the expanded text.
    pub base: usize,
    pub diagnostics: Vec<Diagnostic>,
    /// Logic declarations, which belong to the file wherever they stand.
    pub logic: Vec<LogicItem>,
    /// The numbers of annotations that were read.
    pub annotations: Vec<usize>,
}

impl<'a> Builder<'a> {
    /// Bytes of the expanded text that a node covers, without the blanks that pest leaves at its end.
    fn range(&self, node: &Node<'_>) -> Range<usize> {
        let span = node.as_span();
        let trimmed = span.as_str().trim_end().len();
        self.base + span.start()..self.base + span.start() + trimmed
    }

    pub fn span(&self, node: &Node<'_>) -> Span {
        self.source.span(self.range(node))
    }

    /// What the user wrote (after preprocessing) at a node.
    fn text(&self, node: &Node<'_>) -> &'a str {
        &self.source.text[self.range(node)]
    }

    fn ident(&self, node: &Node<'_>) -> Ident {
        Ident { text: self.text(node).to_string(), span: self.span(node) }
    }

    /// `a::b<c>`: a name or the name of a type.
    pub fn name(&mut self, node: Node<'_>) -> Name {
        let span = self.span(&node);
        // The mask took a leading `::` out of what the grammar reads.
        let before = self.source.text.get(..self.range(&node).start).unwrap_or("");
        let is_global = before.trim_end().ends_with("::");
        let mut path: Vec<String> = Vec::new();
        let mut path_args = Vec::new();
        let mut ident = String::new();
        let mut template_args = None;
        // A qualifier keeps its template arguments in its text: `vec4<T>::Type` is not `vec4::Type`.
        let mut written = String::new();
        for part in node.into_inner() {
            if !ident.is_empty() {
                path.push(std::mem::take(&mut written));
                path_args.push(template_args.take());
            }
            written = self.text(&part).split_whitespace().collect();
            match part.as_rule() {
                Rule::segment | Rule::type_segment => {
                    template_args = None;
                    for piece in part.into_inner() {
                        match piece.as_rule() {
                            Rule::template_args => template_args = Some(self.template_args(piece)),
                            _ => ident = self.text(&piece).to_string(),
                        }
                    }
                }
                _ => ident = self.text(&part).split_whitespace().collect(),
            }
        }
        if let Some(target) = path.first().and_then(|first| self.names.alias(first)) {
            path_args.splice(0..1, target.iter().map(|_| None));
            path.splice(0..1, target);
        }
        while let Some(at) = path.iter().position(|part| self.names.is_inline(part)) {
            path.remove(at);
            path_args.remove(at);
        }
        Name { is_global, path, path_args, ident, template_args, span }
    }

    /// What a `using` that makes no name for a type says.
    fn usings(&self, node: &Node<'_>) -> Vec<Using> {
        let text = self.text(node);
        let said = text.strip_prefix("using").unwrap_or(text).trim_end().trim_end_matches(';');
        let mut usings = usings::read(said);
        for using in &mut usings {
            using.order = self.range(node).start;
            if let Some(target) = using.path.first().and_then(|first| self.names.alias(first)) {
                using.path.splice(0..1, target);
            }
            using.path.retain(|part| !self.names.is_inline(part));
        }
        usings
    }

    fn template_args(&mut self, node: Node<'_>) -> Vec<TemplateArg> {
        let mut args = Vec::new();
        for arg in node.into_inner() {
            for value in arg.into_inner() {
                args.push(match value.as_rule() {
                    Rule::type_id => TemplateArg::Type(self.type_id(value)),
                    _ => TemplateArg::Value(self.assign(value)),
                });
            }
        }
        args
    }

    /// The clauses of the annotation whose mark is at a node.
    fn clauses(&mut self, node: &Node<'_>) -> Vec<Clause> {
        let at = self.base + node.as_span().start();
        let number = self.source.annotations.partition_point(|annotation| annotation.range.start < at);
        let Some(annotation) = self.source.annotations.get(number) else { return Vec::new() };
        self.annotations.push(number);
        let range = annotation.range.clone();
        let is_type = |name: &str| self.names.is_type(name);
        let (clauses, mut diagnostics) = spec::parse_clauses(self.source, range, annotation.form, &is_type);
        self.diagnostics.append(&mut diagnostics);
        clauses
    }

    fn unsupported(&self, construct: &str, node: &Node<'_>) -> Unsupported {
        Unsupported { construct: construct.to_string(), span: self.span(node) }
    }
}

fn unsupported_expr(construct: &str) -> ExprKind {
    ExprKind::Unsupported(construct.to_string())
}

fn unsupported_stmt(construct: &str) -> StmtKind {
    StmtKind::Unsupported(construct.to_string())
}

//! Functions for the device: header and body are parsed on their own, and reading goes on after a mistake.

use std::ops::Range;

use crate::syntax::disambiguate::items::RawItem;
use crate::syntax::disambiguate::marks::Place;
use crate::syntax::grammar::Leading;
use crate::syntax::grammar::parse::{self, Rule};
use crate::syntax::tree::{BROKEN_BODY, Block, Clause, Function, Item, Unsupported};

use super::reader::{Masked, Program};

/// Mistakes reported in one function.
const MAX_FAULTS: usize = 20;

impl Program<'_, '_> {
    pub fn function(&mut self, item: &RawItem, params: usize, body: Option<usize>) {
        let header_end = body.unwrap_or(item.range.end);
        // Template parameters are types only inside of this function.
        self.names.enter();
        self.declare_template_types(item.range.start..header_end);
        let mut masked = self.masked(item.range.clone(), Place::Function { params });
        let body_text = body.map(|body| {
            let split = self.scan.lexemes[body].lo - masked.base;
            Masked { text: masked.text.split_off(split), base: masked.base + split }
        });
        if let Some(function) = self.function_parts(item, &masked, body, body_text) {
            self.file.items.push(Item::Function(function));
        }
        self.names.leave();
    }

    fn function_parts(
        &mut self,
        item: &RawItem,
        header: &Masked,
        body: Option<usize>,
        body_text: Option<Masked>,
    ) -> Option<Function> {
        let header_range = item.range.start..body.unwrap_or(item.range.end);
        let mut contract = Vec::new();
        for lexeme in item.annotations.iter().copied().chain(header_range.clone()) {
            self.contract(lexeme, &mut contract);
        }
        let faulty = self.bracket_faults(item.range.clone());
        let parsed = match parse::parse(Rule::item_header, &header.text) {
            Ok(node) => self.build(header, |builder| builder.header(node)),
            Err(fault) => {
                if !faulty {
                    self.syntax_error(header, &fault, header_range.clone());
                }
                None
            }
        };
        let mut function = parsed?.function(self.lexemes_span(item.range.clone()));
        function.spans.header = self.lexemes_span(header_range);
        let mut broken = faulty;
        if let (Some(text), false) = (body_text, faulty) {
            let range = body.unwrap_or(item.range.start)..item.range.end;
            (function.body, broken) = self.body(text, range, &mut contract);
        }
        if broken {
            let name = function.name.span;
            function.unsupported.push(Unsupported { construct: BROKEN_BODY.to_string(), span: name });
            function.body = None;
        }
        function.scope.splice(0..0, item.scope.iter().cloned());
        function.within.splice(0..0, item.within.iter().cloned());
        function.contract = contract;
        function.order = self.scan.lexemes.get(item.range.start).map_or(0, |first| first.lo);
        Some(function)
    }

    /// A body, and whether there were mistakes in it. After each, its statement is blanked and the
    /// body parsed again, so that the next one is found too.
    fn body(&mut self, mut text: Masked, range: Range<usize>, contract: &mut Vec<Clause>) -> (Option<Block>, bool) {
        let mut faults = 0;
        while faults < MAX_FAULTS {
            let fault = match parse::parse(Rule::item_body, &text.text) {
                Ok(node) => {
                    let block = self.build(&text, |builder| {
                        let block = node.into_inner().find(|part| part.as_rule() == Rule::block)?;
                        Some(builder.block(block, Leading::Function(contract)))
                    });
                    return (block, faults > 0);
                }
                Err(fault) => fault,
            };
            self.syntax_error(&text, &fault, range.clone());
            faults += 1;
            let Some(statement) = self.statement_around(text.base + fault.at, range.clone()) else { break };
            let mut bytes = std::mem::take(&mut text.text).into_bytes();
            bytes[statement.start - text.base..statement.end - text.base].fill(b' ');
            bytes[statement.start - text.base] = b';';
            text.text = String::from_utf8(bytes).unwrap_or_default();
        }
        (None, true)
    }

    /// Bytes of the statement around a place in the body whose lexemes are `range`.
    pub fn statement_around(&self, at: usize, range: Range<usize>) -> Option<Range<usize>> {
        let lexemes = &self.scan.lexemes;
        let guilty = range.start + lexemes[range.clone()].partition_point(|lexeme| lexeme.hi <= at);
        let guilty = guilty.min(range.end - 1);
        let mut start = guilty;
        while start > range.start + 1 {
            match self.scan.at(start - 1) {
                ";" if !self.in_parens(start - 1, range.start) => break,
                "{" => break,
                "}" if self.scan.partner(start - 1).is_some_and(|open| open > range.start) => break,
                ")" | "]" => start = self.scan.partner(start - 1).unwrap_or(start - 1),
                _ => start -= 1,
            }
        }
        let mut end = guilty.max(start);
        while end + 1 < range.end {
            match self.scan.at(end) {
                ";" => {
                    end += 1;
                    break;
                }
                "}" => break,
                "{" => {
                    end = self.scan.after_group(end);
                    if self.scan.at(end) != "else" && self.scan.at(end) != ";" {
                        break;
                    }
                }
                _ => end = self.scan.after_group(end),
            }
        }
        if end <= start {
            // A stray `}` or the like cannot be blanked.
            return None;
        }
        Some(lexemes[start].lo..lexemes[end - 1].hi)
    }

    /// Whether a `;` stands in the parentheses of a `for`.
    fn in_parens(&self, semicolon: usize, least: usize) -> bool {
        let mut at = semicolon;
        while at > least {
            at -= 1;
            match self.scan.at(at) {
                "(" => return true,
                "{" => return false,
                ")" | "]" | "}" => match self.scan.partner(at) {
                    Some(open) if open > least => at = open,
                    _ => return false,
                },
                _ => {}
            }
        }
        false
    }
}

//! The directives: `#define`, `#undef`, `#include`, conditionals, `#pragma`, `#error`, `#line`.

use std::rc::Rc;
use std::sync::Arc;

use crate::base::{Diagnostic, Span, codes};
use crate::syntax::tokens::lexer::{Token, TokenKind};
use crate::syntax::tokens::oddities;
use crate::syntax::tree::Doubt;

use super::macros::{Macro, MacroToken};
use super::sections::{self, is_of_arch};
use super::spliced::Source;
use super::{Conditional, Preprocessor, Presumed, UNROLL_MARKER, comments, condition, is_read, shared};

impl Preprocessor<'_> {
    /// Looks at the comments on the line of a directive, where no annotation can stand.
    pub fn behind_directive(&mut self, source: &Source<'_>, tokens: &[Token]) {
        let place = match tokens.get(1).map(|name| name.text(&source.text.text)) {
            Some("define") => "in a macro's definition",
            _ => "on the line of a directive",
        };
        for comment in tokens.iter().filter(|token| token.is_comment()) {
            match comments::misplaced(source, &source.text.text, comment, 0, place) {
                Some(wrong) => self.diagnostics.push(wrong),
                None => self.remark(source, comment),
            }
        }
    }

    /// Carries out the directive in `tokens` (from its `#` to the end of the line); says whether the
    /// text after it is read.
    pub fn directive(&mut self, source: &Source<'_>, tokens: &[Token], open: &mut Vec<Conditional>) -> bool {
        let line = self.line(source, tokens);
        let active = is_read(open);
        let whole = match (line.first(), line.last()) {
            (Some(hash), Some(last)) => hash.span.to(last.span),
            _ => return active,
        };
        let Some(name) = line.get(1) else { return active };
        let rest = &line[2..];
        let guard = self.guard.take();
        match &*name.text {
            "if" | "ifdef" | "ifndef" => {
                let holds = active && self.condition(source, &name.text, rest, whole);
                open.push(Conditional { span: whole, outer: active, active: holds, taken: holds, seen_else: false });
            }
            "elif" | "elifdef" | "elifndef" | "else" => {
                let is_else = &*name.text == "else";
                let reached = match open.last() {
                    Some(conditional) if !conditional.seen_else => conditional.outer && !conditional.taken,
                    _ => {
                        let text = format!("`#{}` without an open `#if`", name.text);
                        self.diagnostics.push(Diagnostic::error(codes::E0104, whole, text));
                        return active;
                    }
                };
                let holds = reached && (is_else || self.condition(source, &name.text, rest, whole));
                if let Some(conditional) = open.last_mut() {
                    conditional.active = holds;
                    conditional.taken |= holds;
                    conditional.seen_else = is_else;
                }
            }
            "endif" => {
                if open.pop().is_none() {
                    self.diagnostics.push(Diagnostic::error(codes::E0104, whole, "`#endif` without an open `#if`"));
                }
            }
            "define" if !active => self.world.own.extend(rest.first().map(|name| name.text.clone())),
            _ if !active => {}
            "define" => {
                // A guard asks whether its header has been read before.
                let is_bare = rest.len() == 1 || rest.len() == 2 && rest[1].is("1");
                let doubts = guard.filter(|(asked, _)| is_bare && rest[0].is(asked));
                doubts.into_iter().for_each(|(_, doubts)| self.missing.conditions.truncate(doubts));
                self.define(rest, whole);
            }
            "undef" => match rest.first() {
                Some(name) if name.kind == TokenKind::Ident => {
                    self.expander.macros.remove(&name.text);
                    self.world.undefined.insert(name.text.clone());
                }
                _ => self.bad_directive(whole, "expected a macro's name after `#undef`"),
            },
            "include" | "include_next" | "import" => self.include(source, rest, whole),
            "pragma" => self.pragma(source, rest, whole),
            "error" => {
                let text = tokens.get(2).map_or("", |token| {
                    source.text.text[token.lo..tokens.last().map_or(token.lo, |last| last.hi)].trim()
                });
                self.diagnostics.push(
                    Diagnostic::error(codes::E0109, whole, format!("#error {text}"))
                        .note("define what it asks for with `-D NAME=VALUE`"),
                );
            }
            "line" => self.renumber(rest, whole),
            // What a preprocessor leaves behind.
            _ if name.kind == TokenKind::Number => self.renumber(&line[1..], whole),
            "warning" | "ident" | "sccs" => {}
            _ => self.bad_directive(whole, &format!("unknown directive `#{}`", name.text)),
        }
        is_read(open)
    }

    pub fn bad_directive(&mut self, span: Span, message: &str) {
        self.diagnostics.push(Diagnostic::error(codes::E0104, span, message));
    }

    fn define(&mut self, line: &[MacroToken], whole: Span) {
        let Some(name) = line.first().filter(|name| name.kind == TokenKind::Ident) else {
            return self.bad_directive(whole, "expected a name after `#define`");
        };
        let mut body = &line[1..];
        let mut params = None;
        let mut variadic = false;
        if body.first().is_some_and(|open| open.is("(") && !open.space) {
            let Some(close) = body.iter().position(|token| token.is(")")) else {
                return self.bad_directive(whole, "the parameter list of this macro has no `)`");
            };
            let mut names: Vec<Arc<str>> = Vec::new();
            let mut after_name = false;
            for token in &body[1..close] {
                match &*token.text {
                    "," if after_name && !variadic => after_name = false,
                    "..." if !variadic => {
                        if !after_name {
                            names.push(shared("__VA_ARGS__"));
                        }
                        variadic = true;
                        after_name = true;
                    }
                    _ if token.kind == TokenKind::Ident && !after_name && !names.contains(&token.text) => {
                        names.push(token.text.clone());
                        after_name = true;
                    }
                    other => {
                        let message = format!("unexpected `{other}` in the parameter list of this macro");
                        return self.bad_directive(token.span, &message);
                    }
                }
            }
            params = Some(names);
            body = &body[close + 1..];
        }
        let mut body: Vec<MacroToken> = body.to_vec();
        for token in &mut body {
            token.made_by = Some(name.text.clone());
        }
        if self.world.section.is_none() && !self.world.is_ours {
            self.world.own.insert(name.text.clone());
        }
        let definition = Macro { name: name.text.clone(), params, variadic, body, section: self.world.section };
        self.expander.macros.insert(name.text.clone(), Rc::new(definition));
    }

    /// `#line N "file"`: the number and the name of the lines behind it; diagnostics stay at the real place.
    fn renumber(&mut self, line: &[MacroToken], whole: Span) {
        let line = self.line_expanded(line.to_vec(), whole);
        let number = line.first().and_then(|number| number.text.replace('\'', "").parse::<i64>().ok());
        let Some(number) = number.filter(|number| (0..=i64::from(i32::MAX)).contains(number)) else {
            return self.bad_directive(whole, "expected a line's number after `#line`");
        };
        let here = self.files.position(whole.file, whole.hi).line as i64;
        let file = line.get(1).map(|name| name.text.trim_matches('"').to_owned()).or(self.presumed.file.take());
        self.presumed = Presumed { shift: number - here - 1, file };
    }

    /// Whether the condition of `#if`, `#ifdef`, `#elif`, ... holds.
    fn condition(&mut self, source: &Source<'_>, directive: &str, line: &[MacroToken], whole: Span) -> bool {
        let mut asked = Vec::new();
        if directive.ends_with("def") {
            let Some(name) = line.first().filter(|name| name.kind == TokenKind::Ident) else {
                self.bad_directive(whole, &format!("expected a macro's name after `#{directive}`"));
                return false;
            };
            if directive.ends_with("ndef") {
                asked.push(name.made(TokenKind::Punct, "!"));
            }
            asked.extend([name.made(TokenKind::Ident, "defined"), name.clone()]);
        } else {
            asked.extend_from_slice(line);
        }
        self.guard = guarded(&asked).map(|name| (name, self.missing.conditions.len()));
        let errors = self.expander.diagnostics.len();
        let (answer, of_arch) = match self.answer(source, &asked, whole) {
            Ok(found) => found,
            Err(message) => {
                self.diagnostics
                    .push(Diagnostic::error(codes::E0105, whole, message).note("the condition is taken as false"));
                return false;
            }
        };
        if let Some((name, numbers)) = of_arch {
            let was_ours = std::mem::replace(&mut self.world.is_ours, true);
            let differs = self
                .differs(answer, &numbers, |world| world.answer(source, &asked, whole).is_ok_and(|(found, _)| found));
            self.world.is_ours = was_ours;
            self.expander.diagnostics.truncate(errors);
            if differs {
                self.doubt(&name, whole, Doubt::Architecture);
            }
        }
        answer
    }

    /// The answer to a condition, and a macro of the architecture that it asks for, with the numbers that it mentions.
    fn answer(
        &mut self,
        source: &Source<'_>,
        line: &[MacroToken],
        whole: Span,
    ) -> Result<(bool, Option<(Arc<str>, Vec<u64>)>), String> {
        let mut of_arch = None;
        let mut tokens = Vec::new();
        let mut at = 0;
        while let Some(token) = line.get(at) {
            at += 1;
            let is_question = token.is("defined") || sections::QUESTIONS.contains(&&*token.text);
            if !is_question {
                tokens.push(token.clone());
                continue;
            }
            let open = line.get(at).is_some_and(|next| next.is("("));
            let close = if open {
                let close = line[at..].iter().position(|next| next.is(")")).ok_or("expected `)`")?;
                at + close
            } else {
                at + 1
            };
            let inside = line.get(at + usize::from(open)..close.min(line.len())).unwrap_or_default();
            at = if open { close + 1 } else { close };
            let number = match (token.is("defined"), inside.first()) {
                (_, None) => return Err(format!("expected a name after `{}`", token.text)),
                (true, Some(name)) => {
                    if is_of_arch(&name.text) && !name.is("__CUDA_ARCH__") {
                        of_arch = Some(name.text.clone());
                    }
                    u32::from(self.is_defined(&name.text, whole))
                }
                (false, Some(_)) => self.feature(source, &token.text, inside, whole),
            };
            tokens.push(token.made(TokenKind::Number, &number.to_string()));
        }
        self.expander.is_strict = !self.world.others;
        self.expander.used = Some(Vec::new());
        let expanded = self.line_expanded(tokens, whole);
        self.expander.is_strict = false;
        for (name, section) in self.expander.used.take().unwrap_or_default() {
            if is_of_arch(&name) {
                of_arch = Some(name.clone());
            }
            self.valued(&name, section, whole);
        }
        for (at, name) in expanded.iter().enumerate().filter(|(_, token)| token.kind == TokenKind::Ident) {
            if name.is("true") || name.is("false") || name.operator().is_some() {
                continue;
            }
            // What takes arguments is a macro of some header, or there would be no program.
            let known = self.missing.conditions.len();
            self.taken_for_undefined(&name.text, whole);
            if self.missing.conditions.len() == known && expanded.get(at + 1).is_some_and(|next| next.is("(")) {
                self.doubt(&name.text, whole, Doubt::Header);
            }
        }
        let of_arch = of_arch.map(|name| {
            let numbers = expanded.iter().filter(|token| token.kind == TokenKind::Number);
            (name, numbers.filter_map(|number| condition::natural(&number.text)).collect())
        });
        condition::evaluate(&expanded).map(|answer| (answer, of_arch))
    }

    /// What `__has_include` and its like say.
    fn feature(&mut self, source: &Source<'_>, question: &str, inside: &[MacroToken], whole: Span) -> u32 {
        let known = match question {
            "__has_include" | "__has_include_next" => self.has_header(source, inside, whole).map(u32::from),
            _ => {
                // `gnu::aligned` and `__aligned__` are `aligned`.
                let name = inside.last().map_or("", |name| &*name.text);
                let name = name.strip_prefix("__").and_then(|name| name.strip_suffix("__")).unwrap_or(name);
                let is_gnu = inside.first().is_some_and(|first| first.is("gnu")) && inside.len() > 1;
                let table = if is_gnu { "__has_attribute" } else { question };
                if inside.len() == 1 || is_gnu { sections::feature(table, name) } else { None }
            }
        };
        known.unwrap_or_else(|| {
            let text: String = inside.iter().map(|token| &*token.text).collect();
            self.doubt(&format!("{question}({text})"), whole, Doubt::Feature);
            0
        })
    }

    /// The expansion of a directive's tokens.
    pub fn line_expanded(&mut self, tokens: Vec<MacroToken>, whole: Span) -> Vec<MacroToken> {
        self.expanded(tokens, whole, None).unwrap_or_else(|| {
            let found = Diagnostic::error(codes::E0107, whole, "macros expand to more text than gpuhoare reads");
            self.diagnostics.push(found.note("macros that double themselves grow exponentially"));
            Vec::new()
        })
    }

    fn pragma(&mut self, source: &Source<'_>, line: &[MacroToken], whole: Span) {
        match line.first() {
            Some(name) if name.is("unroll") => {
                self.out.push_made(" ", whole);
                self.out.push_made(UNROLL_MARKER, whole);
                self.out.push_made(" ", whole);
            }
            Some(name) if name.is("once") => {
                self.inclusions.once.extend(source.path.clone());
            }
            Some(name) if name.is("pack") => self.missing.is_packed = true,
            Some(name) if oddities::begins(&name.text) => self.missing.is_odd = true,
            _ => {}
        }
    }
}

/// The name that a header's guard asks for: `!defined NAME`.
fn guarded(asked: &[MacroToken]) -> Option<Arc<str>> {
    match asked {
        [not, defined, name] if not.is("!") && defined.is("defined") => Some(name.text.clone()),
        [not, defined, _, name, _] if not.is("!") && defined.is("defined") => Some(name.text.clone()),
        _ => None,
    }
}

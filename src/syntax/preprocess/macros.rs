//! Macros and their expansion: object-like and function-like, `#`, `##`, `__VA_ARGS__`, `__VA_OPT__`.
//!
//! Expansion works on a stack of frames, each the replacement of one macro; a macro is not expanded
//! again while its frame is on the stack (C11 6.10.3.4). Every token handled costs one step, and
//! steps are limited, so that no text expands without bound.

use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

use crate::base::{Diagnostic, Span, codes};
use crate::syntax::tokens::lexer::{self, Token, TokenKind};
use crate::syntax::tree::operators::alternative;

use super::comments;
use super::sections::{PLACES, SectionId};
use super::spliced::Source;

/// A token on its way through expansion.
#[derive(Clone, Debug)]
pub struct MacroToken {
    pub kind: TokenKind,
    pub text: Arc<str>,
    /// Where the token stands: at the macro's use, or in the definition of `made_by`.
    pub span: Span,
    /// The macro whose replacement list the token comes from; none for what the user wrote at the use.
    pub made_by: Option<Arc<str>>,
    /// Whitespace stood before it.
    pub space: bool,
    /// Was found while its macro was being expanded: never expanded any more.
    pub painted: bool,
}

impl MacroToken {
    /// A token of `text`, which starts at `base` of the source's text.
    pub fn written(token: &Token, text: &str, base: usize, source: &Source<'_>, space: bool) -> MacroToken {
        let spelled = match token.text(text) {
            "%:" => "#",
            "%:%:" => "##",
            spelled => spelled,
        };
        MacroToken {
            kind: token.kind,
            text: spelled.into(),
            span: source.span(base + token.lo, base + token.hi),
            made_by: None,
            space,
            painted: false,
        }
    }

    pub fn is(&self, text: &str) -> bool {
        &*self.text == text && !matches!(self.kind, TokenKind::String | TokenKind::Char)
    }

    /// The operator or bracket that an alternative token stands for.
    pub fn operator(&self) -> Option<&'static str> {
        alternative(&self.text).filter(|_| matches!(self.kind, TokenKind::Ident | TokenKind::Punct))
    }

    /// A token made of another one's place.
    pub fn made(&self, kind: TokenKind, text: &str) -> MacroToken {
        MacroToken { kind, text: text.into(), ..self.clone() }
    }
}

#[derive(Clone, Debug)]
pub struct Macro {
    pub name: Arc<str>,
    /// None for an object-like macro. The last one stands for all further arguments if `variadic`.
    pub params: Option<Vec<Arc<str>>>,
    pub variadic: bool,
    pub body: Vec<MacroToken>,
    /// The text of ours that defines it; none for what the program defines.
    pub section: Option<SectionId>,
}

impl Macro {
    /// Whether it only says that the name is taken: `#define stdin stdin`.
    fn is_itself(&self) -> bool {
        self.params.is_none() && matches!(&*self.body, [only] if only.text == self.name)
    }
}

/// What `__LINE__` and `__FILE__` stand for.
#[derive(Default)]
pub struct Place {
    pub line: i64,
    pub file: String,
    pub depth: usize,
}

/// What follows a macro's use in the file: where the arguments of a function-like one are looked for.
pub struct Rest<'a> {
    pub source: &'a Source<'a>,
    pub text: &'a str,
    /// Where `text` starts in the source's text.
    pub base: usize,
    pub tokens: &'a [Token],
    pub at: usize,
}

/// All macros, and the state of expanding them.
#[derive(Default)]
pub struct Expander {
    pub macros: HashMap<Arc<str>, Rc<Macro>>,
    pub diagnostics: Vec<Diagnostic>,
    pub place: Place,
    /// Headers of which it is not certain that they were included define nothing.
    pub is_strict: bool,
    /// The sections that are in force, a bit each.
    pub in_force: u32,
    /// Macros of ours that were expanded, while somebody wants to know.
    pub used: Option<Vec<(Arc<str>, SectionId)>>,
    counter: u64,
    active: HashMap<Arc<str>, usize>,
    depth: usize,
    steps_left: usize,
    exhausted: bool,
}

/// What one use may take. A use that takes more counts for a tenth of it: it leaves nothing behind.
const STEPS_PER_USE: usize = 200_000;
const MAX_DEPTH: usize = 200;

/// Bytes of a token that is put together: nobody writes such names, but what is doubled over and over grows to them.
const LONGEST_TOKEN: usize = 1 << 16;
const MAX_FRAMES: usize = 2_000;

struct Frame {
    name: Option<Arc<str>>,
    tokens: std::vec::IntoIter<MacroToken>,
}

impl Expander {
    /// Allows `steps` more steps.
    pub fn allow(&mut self, steps: usize) {
        self.steps_left += steps;
    }

    /// Expands what stands at one place of a file, or gives it up: nothing that doubles itself keeps the rest from being read.
    pub fn expand_use(&mut self, tokens: Vec<MacroToken>, rest: Option<&mut Rest<'_>>) -> Option<Vec<MacroToken>> {
        let before = self.steps_left;
        self.steps_left = before.min(STEPS_PER_USE);
        let given = self.steps_left;
        let known = self.diagnostics.len();
        let made = self.expand(tokens, rest);
        if !std::mem::take(&mut self.exhausted) {
            self.steps_left += before - given;
            return Some(made);
        }
        self.diagnostics.truncate(known);
        self.steps_left = before.saturating_sub(given / 10);
        None
    }

    /// Expands `tokens` completely; a function-like macro at the end finds its arguments in `rest`.
    pub fn expand(&mut self, tokens: Vec<MacroToken>, mut rest: Option<&mut Rest<'_>>) -> Vec<MacroToken> {
        let mut frames = vec![Frame { name: None, tokens: tokens.into_iter() }];
        let mut out = Vec::new();
        while let Some(mut token) = self.next(&mut frames) {
            if !self.step() {
                break;
            }
            let Some(definition) = self.definition(&token) else {
                out.push(self.placed(token));
                continue;
            };
            if self.active.get(&token.text).is_some_and(|uses| *uses > 0) || frames.len() > MAX_FRAMES {
                token.painted = true;
                out.push(token);
                continue;
            }
            let replacement = match &definition.params {
                None => self.substitute(&definition, &[], &token),
                Some(params) => {
                    match self.arguments(&mut frames, rest.as_deref_mut(), &definition, params.len(), &token) {
                        Some(args) => self.substitute(&definition, &args, &token),
                        None => {
                            out.push(token);
                            continue;
                        }
                    }
                }
            };
            *self.active.entry(definition.name.clone()).or_insert(0) += 1;
            frames.push(Frame { name: Some(definition.name.clone()), tokens: replacement.into_iter() });
        }
        while let Some(frame) = frames.pop() {
            self.leave(&frame);
        }
        out
    }

    /// The macro that is expanded where this token stands.
    fn definition(&mut self, token: &MacroToken) -> Option<Rc<Macro>> {
        if token.kind != TokenKind::Ident || token.painted {
            return None;
        }
        let found = self.macros.get(&token.text).filter(|found| !found.is_itself())?;
        if let Some(section) = found.section {
            if self.is_strict && !section.is_in(self.in_force) {
                return None;
            }
            if let Some(used) = &mut self.used {
                used.push((found.name.clone(), section));
            }
        }
        Some(found.clone())
    }

    /// Whether a name of the text is one that is expanded.
    pub fn is_macro(&self, name: &str) -> bool {
        self.macros.get(name).map_or_else(|| PLACES.contains(&name), |found| !found.is_itself())
    }

    /// What stands for a name whose meaning depends on its place.
    fn placed(&mut self, token: MacroToken) -> MacroToken {
        if token.kind != TokenKind::Ident || token.painted || !token.text.starts_with("__") {
            return token;
        }
        match &*token.text {
            "__LINE__" => token.made(TokenKind::Number, &self.place.line.to_string()),
            "__FILE__" => token.made(TokenKind::String, &format!("\"{}\"", self.place.file.replace(['\\', '"'], "/"))),
            "__INCLUDE_LEVEL__" => token.made(TokenKind::Number, &self.place.depth.to_string()),
            "__COUNTER__" => {
                self.counter += 1;
                token.made(TokenKind::Number, &(self.counter - 1).to_string())
            }
            _ => token,
        }
    }

    fn step(&mut self) -> bool {
        self.exhausted |= self.steps_left == 0;
        self.steps_left = self.steps_left.saturating_sub(1);
        !self.exhausted
    }

    fn leave(&mut self, frame: &Frame) {
        if let Some(name) = &frame.name
            && let Some(uses) = self.active.get_mut(name)
        {
            *uses -= 1;
        }
    }

    fn next(&mut self, frames: &mut Vec<Frame>) -> Option<MacroToken> {
        loop {
            if let Some(token) = frames.last_mut()?.tokens.next() {
                return Some(token);
            }
            let frame = frames.pop()?;
            self.leave(&frame);
        }
    }

    /// The arguments of a function-like macro's use, or none when no `(` follows.
    fn arguments(
        &mut self,
        frames: &mut Vec<Frame>,
        mut rest: Option<&mut Rest<'_>>,
        definition: &Macro,
        arity: usize,
        name: &MacroToken,
    ) -> Option<Vec<Vec<MacroToken>>> {
        let from_frames = self.open_arguments(frames, rest.as_deref_mut())?;
        let start = rest.as_deref().map(|rest| rest.at);
        let mut args = vec![Vec::new()];
        let mut depth = 0usize;
        loop {
            let token = match self.next(frames) {
                Some(token) => Some(token),
                None => rest.as_deref_mut().and_then(|rest| rest.take(&mut self.diagnostics)),
            };
            let Some(token) = token.filter(|_| self.step()) else {
                if let (false, Some(rest), Some(start)) = (from_frames, rest, start) {
                    rest.at = start;
                }
                self.diagnostics.push(
                    Diagnostic::error(
                        codes::E0106,
                        name.span,
                        format!("the arguments of macro `{}` have no closing `)`", name.text),
                    )
                    .note("add the missing `)`"),
                );
                return None;
            };
            let last = args.len() - 1;
            if token.is("(") {
                depth += 1;
                if depth == 1 {
                    continue;
                }
            } else if token.is(")") {
                depth -= 1;
                if depth == 0 {
                    break;
                }
            } else if token.is(",") && depth == 1 && !(definition.variadic && args.len() == arity) {
                args.push(Vec::new());
                continue;
            }
            args[last].push(token);
        }
        self.counted(args, definition, arity, name)
    }

    /// Passes to where the `(` of a use stands, if it does; whether that is in a replacement.
    fn open_arguments(&mut self, frames: &mut Vec<Frame>, rest: Option<&mut Rest<'_>>) -> Option<bool> {
        while frames.last().is_some_and(|frame| frame.tokens.as_slice().is_empty()) {
            let frame = frames.pop()?;
            self.leave(&frame);
        }
        match frames.last() {
            Some(frame) => frame.tokens.as_slice()[0].is("(").then_some(true),
            None => {
                let rest = rest?;
                let open = rest.next_significant()?;
                (open.text(rest.text) == "(").then_some(false)
            }
        }
    }

    /// The arguments, if they are as many as the macro takes.
    fn counted(
        &mut self,
        mut args: Vec<Vec<MacroToken>>,
        definition: &Macro,
        arity: usize,
        name: &MacroToken,
    ) -> Option<Vec<Vec<MacroToken>>> {
        if arity == 0 && args.len() == 1 && args[0].is_empty() {
            args.clear();
        }
        if definition.variadic && args.len() + 1 == arity {
            args.push(Vec::new());
        }
        if args.len() != arity {
            let plural = if arity == 1 { "argument" } else { "arguments" };
            let given = if args.len() == 1 { "here is 1".to_owned() } else { format!("here are {}", args.len()) };
            let message = format!("macro `{}` takes {arity} {plural}, {given}", name.text);
            let found = Diagnostic::error(codes::E0106, name.span, message);
            self.diagnostics.push(match definition.body.first() {
                Some(first) => found.also(first.span, "the macro is defined here"),
                None => found,
            });
            return None;
        }
        Some(args)
    }

    /// The replacement list with arguments put in, `#` and `##` carried out.
    fn substitute(&mut self, definition: &Macro, args: &[Vec<MacroToken>], name: &MacroToken) -> Vec<MacroToken> {
        let mut expanded: Vec<Option<Vec<MacroToken>>> = vec![None; args.len()];
        let mut out = self.replace(definition, &definition.body, args, &mut expanded, name);
        if let Some(first) = out.first_mut() {
            first.space = name.space;
        }
        out
    }

    fn replace(
        &mut self,
        definition: &Macro,
        body: &[MacroToken],
        args: &[Vec<MacroToken>],
        expanded: &mut Vec<Option<Vec<MacroToken>>>,
        name: &MacroToken,
    ) -> Vec<MacroToken> {
        let param = |token: &MacroToken| {
            definition
                .params
                .as_ref()
                .filter(|_| token.kind == TokenKind::Ident)
                .and_then(|params| params.iter().position(|param| *param == token.text))
        };
        let mut out: Vec<MacroToken> = Vec::new();
        let mut paste = false;
        let mut at = 0;
        while at < body.len() {
            let token = &body[at];
            at += 1;
            if !self.step() {
                break;
            }
            if token.is("##") && at > 1 && at < body.len() {
                paste = true;
                continue;
            }
            let mut piece: Vec<MacroToken>;
            let next_pastes = body.get(at).is_some_and(|next| next.is("##"));
            if token.is("#") && definition.params.is_some() && body.get(at).and_then(param).is_some() {
                let which = body.get(at).and_then(param).unwrap_or(0);
                at += 1;
                piece =
                    vec![MacroToken { kind: TokenKind::String, text: stringify(&args[which]).into(), ..token.clone() }];
            } else if token.is("__VA_OPT__") && definition.variadic && body.get(at).is_some_and(|next| next.is("(")) {
                let close = matching(body, at);
                let given = args.last().is_some_and(|rest| !rest.is_empty());
                let inner = &body[at + 1..close.min(body.len())];
                at = close + 1;
                piece = if given { self.replace(definition, inner, args, expanded, name) } else { Vec::new() };
            } else if let Some(which) = param(token) {
                // GNU: `, ## __VA_ARGS__` drops the comma when there are no further arguments.
                if paste
                    && definition.variadic
                    && which + 1 == args.len()
                    && out.last().is_some_and(|last| last.is(","))
                {
                    paste = false;
                    if args[which].is_empty() {
                        out.pop();
                    }
                }
                piece = if paste || next_pastes {
                    args[which].clone()
                } else {
                    if expanded[which].is_none() {
                        expanded[which] = Some(self.expand_argument(&args[which]));
                    }
                    expanded[which].clone().unwrap_or_default()
                };
                self.steps_left = self.steps_left.saturating_sub(piece.len());
                if let Some(first) = piece.first_mut() {
                    first.space = token.space;
                }
            } else {
                piece = vec![token.clone()];
            }
            if paste {
                paste = false;
                self.paste(&mut out, &mut piece, name);
            }
            out.append(&mut piece);
        }
        out
    }

    fn expand_argument(&mut self, argument: &[MacroToken]) -> Vec<MacroToken> {
        if self.depth >= MAX_DEPTH {
            self.exhausted = true;
            return argument.to_vec();
        }
        self.depth += 1;
        let expanded = self.expand(argument.to_vec(), None);
        self.depth -= 1;
        expanded
    }

    /// Joins the last token of `out` with the first of `piece`.
    fn paste(&mut self, out: &mut Vec<MacroToken>, piece: &mut Vec<MacroToken>, name: &MacroToken) {
        if piece.is_empty() {
            return;
        }
        let Some(left) = out.pop() else { return };
        let right = piece.remove(0);
        let text = format!("{}{}", left.text, right.text);
        if text.len() > LONGEST_TOKEN {
            (self.steps_left, self.exhausted) = (0, true);
            return;
        }
        let made = lexer::tokens(&text);
        if made.len() != 1 || made[0].is_comment() {
            self.diagnostics.push(
                Diagnostic::error(
                    codes::E0106,
                    name.span,
                    format!("pasting `{}` and `{}` does not make one token", left.text, right.text),
                )
                .also(left.span, "the left part of `##`")
                .note("remove the `##`"),
            );
            piece.insert(0, right);
            out.push(left);
            return;
        }
        let made_by = left.made_by.clone().or_else(|| right.made_by.clone()).or_else(|| Some(name.text.clone()));
        let joined = MacroToken { kind: made[0].kind, text: text.into(), made_by, painted: false, ..left };
        piece.insert(0, joined);
    }
}

impl Rest<'_> {
    /// The next token that is neither newline nor comment, without taking it.
    fn next_significant(&self) -> Option<Token> {
        self.tokens[self.at..].iter().find(|token| token.kind != TokenKind::Newline && !token.is_comment()).copied()
    }

    fn take(&mut self, diagnostics: &mut Vec<Diagnostic>) -> Option<MacroToken> {
        loop {
            let token = self.tokens.get(self.at)?;
            self.at += 1;
            if token.kind == TokenKind::Newline {
                continue;
            }
            if token.is_comment() {
                let wrong =
                    comments::misplaced(self.source, self.text, token, self.base, "in the arguments of a macro");
                diagnostics.extend(wrong.map(|wrong| wrong.note("move it before the statement")));
                continue;
            }
            let space = token.lo > 0 && self.text.as_bytes()[token.lo - 1].is_ascii_whitespace();
            return Some(MacroToken::written(token, self.text, self.base, self.source, space));
        }
    }
}

/// The position of the `)` that closes the `(` at `open`, or the length.
fn matching(body: &[MacroToken], open: usize) -> usize {
    let mut depth = 0usize;
    for (at, token) in body.iter().enumerate().skip(open) {
        if token.is("(") {
            depth += 1;
        } else if token.is(")") {
            depth -= 1;
            if depth == 0 {
                return at;
            }
        }
    }
    body.len()
}

/// `#x`: the argument's spelling as a string literal.
fn stringify(argument: &[MacroToken]) -> String {
    let mut text = String::from("\"");
    for (at, token) in argument.iter().enumerate() {
        if at > 0 && token.space {
            text.push(' ');
        }
        if matches!(token.kind, TokenKind::String | TokenKind::Char) {
            text.push_str(&token.text.replace('\\', "\\\\").replace('"', "\\\""));
        } else {
            text.push_str(&token.text);
        }
    }
    text.push('"');
    text
}

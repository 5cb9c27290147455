//! Reads the text form of tasks ([`super::text`]) back. Spans point into that text.
//!
//! Terms are built in a pool of their own through the normalising constructors, so a text written by
//! hand need not be in normal form. Declarations stand before what uses them; hypotheses may have any
//! distinct numbers, so lines can be taken out. A variable that `variables` does not declare is declared
//! by its first binder.

use std::collections::BTreeMap;

use crate::base::cursor::Token;
use crate::base::{Diagnostic, FileId, Span};
use crate::kernel::ir::Unsupported;
use crate::logic::{Op, Operator, Sort, TermId, VarId};

use super::parse_term;
use super::parser::{Parsed, Parser, fault};
use super::task::{Assign, Form, Hypothesis, Launch, Schema, SchemaKind, Task, TaskKind, TaskSet};
use super::tokens;

/// Reads the tasks of one kernel.
///
/// # Errors
///
/// `E0011` at the first place that does not have the form, where a term has the wrong sort or a name is
/// not declared, and at propositions that are not closed.
pub fn task_set(file: FileId, text: &str) -> Result<TaskSet, Diagnostic> {
    Parser::new(tokens::FORM.tokens(file, text)?).task_set().map_err(|found| *found)
}

impl Parser {
    /// A term of that sort whose free variables are among `vars`.
    fn term(&mut self, sort: Sort, vars: &[VarId]) -> Parsed<TermId> {
        let start = self.cursor.span();
        let term = self.any_term(vars)?;
        let found = self.terms.sort(term);
        match found == sort {
            true => Ok(term),
            false => fault(
                self.cursor.since(start),
                format!("a {} is needed here, and this is a {}", sort.name(), found.name()),
            ),
        }
    }

    /// A term of any sort whose free variables are among `vars`.
    fn any_term(&mut self, vars: &[VarId]) -> Parsed<TermId> {
        let start = self.cursor.span();
        let term = parse_term::term(self)?;
        let span = self.cursor.since(start);
        match self.terms.free(term).iter().find(|var| !vars.contains(var)) {
            Some(var) => {
                fault(span, format!("the variable {} is not bound in this term", self.terms.var_info(*var).name))
            }
            None => Ok(term),
        }
    }

    fn proposition(&mut self) -> Parsed<TermId> {
        self.term(Sort::Bool, &[])
    }

    fn task_set(&mut self) -> Parsed<TaskSet> {
        match self.cursor.peek() {
            Token::Word(word) if word == "kernel" => self.cursor.advance(),
            _ => return self.error("`kernel`"),
        };
        let kernel = self.text()?;
        let mut launch = None;
        let mut labels = BTreeMap::new();
        let mut hypotheses = Vec::new();
        let mut tasks = Vec::new();
        let (mut assumptions, mut notes, mut unsupported) = (Vec::new(), Vec::new(), Vec::new());
        while *self.cursor.peek() != Token::End {
            let start = self.cursor.span();
            let Token::Word(word) = self.cursor.peek().clone() else {
                return self.error("a declaration, `launch`, a hypothesis, a task or an assumption");
            };
            self.cursor.advance();
            match word.as_str() {
                "constant" => self.declare(start, false)?,
                "symbol" => self.declare(start, true)?,
                "variables" => {
                    self.declared_var()?;
                    while self.cursor.takes(",") {
                        self.declared_var()?;
                    }
                }
                "operator" => self.operator(start)?,
                "launch" => {
                    if launch.replace(self.launch()?).is_some() {
                        return fault(start, "the launch is given twice");
                    }
                }
                "task" => tasks.push(self.task(&labels)?),
                "assumption" => assumptions.push(self.text()?),
                "note" => notes.push((start, self.text()?)),
                "unsupported" => unsupported.push(Unsupported { construct: self.text()?, span: start }),
                label if is_label(label) => {
                    if labels.insert(label.to_string(), hypotheses.len()).is_some() {
                        return fault(start, format!("there is another hypothesis {label}"));
                    }
                    hypotheses.push(self.hypothesis()?);
                }
                _ => {
                    return fault(start, "expected a declaration, `launch`, a hypothesis, a task or an assumption");
                }
            }
        }
        let Some(launch) = launch else { return self.error("a line `launch`") };
        let terms = std::mem::take(&mut self.terms);
        let lighter = BTreeMap::new();
        let reach = Vec::new();
        Ok(TaskSet { kernel, terms, launch, hypotheses, tasks, lighter, reach, assumptions, notes, unsupported })
    }

    fn declare(&mut self, start: Span, is_function: bool) -> Parsed<()> {
        let (key, name) = self.name()?;
        self.expect(":")?;
        let args = if is_function { self.list(Parser::sort)? } else { Vec::new() };
        if is_function {
            self.expect("->")?;
        }
        let result = self.sort()?;
        let symbol = self.terms.declare(name, &args, result);
        match self.symbols.insert(key.clone(), symbol) {
            Some(_) => fault(start, format!("{key} is declared twice")),
            None => Ok(()),
        }
    }

    /// `plus abstract operands=(x?0, y?1) body=... identity=...`
    fn operator(&mut self, start: Span) -> Parsed<()> {
        let (_, name) = self.name()?;
        let known = match self.cursor.peek() {
            Token::Word(word) => tokens::LAWS.iter().position(|law| law == word),
            _ => None,
        };
        let Some(known) = known else { return self.error(&format!("one of {}", tokens::LAWS.join(", "))) };
        self.cursor.advance();
        self.field("operands")?;
        let operands = self.list(Parser::declared_var)?;
        let operands: [VarId; 2] = match operands.try_into() {
            Ok(operands) => operands,
            Err(_) => return fault(self.cursor.since(start), "an operator has two operands"),
        };
        let sort = self.terms.var_info(operands[0]).sort;
        self.field("body")?;
        let body = self.term(sort, &operands)?;
        self.field("identity")?;
        let identity = self.term(sort, &[])?;
        let applied = match self.terms.op(body) {
            Op::Apply(_) => self.terms.args(body).to_vec() == operands.map(|var| self.terms.var(var)),
            _ => false,
        };
        if known == 0 && !applied {
            return fault(self.cursor.since(start), "an abstract operator is a symbol applied to its operands");
        }
        if self.terms.operators().any(|(_, other)| other.name == name) {
            return fault(start, format!("{name} is declared twice"));
        }
        let operator = Operator { name, operands, body, identity, is_lawful: known < 2 };
        self.terms.declare_operator(operator, known == 0);
        Ok(())
    }

    fn launch(&mut self) -> Parsed<Launch> {
        self.field("block")?;
        let block_dim = self.dimensions()?;
        self.field("grid")?;
        Ok(Launch { block_dim, grid_dim: self.dimensions()? })
    }

    fn dimensions(&mut self) -> Parsed<[TermId; 3]> {
        let start = self.cursor.span();
        let found = self.list(|parser| parser.term(Sort::Int, &[]))?;
        match <[TermId; 3]>::try_from(found) {
            Ok(dimensions) => Ok(dimensions),
            Err(_) => fault(self.cursor.since(start), "three dimensions are needed: (x, y, z)"),
        }
    }

    fn hypothesis(&mut self) -> Parsed<Hypothesis> {
        let origin = self.text()?;
        self.expect(":")?;
        let form = match self.cursor.peek() {
            Token::Word(word) if word == "assign" => {
                self.cursor.advance();
                Form::Assign(self.assign()?)
            }
            Token::Word(word) if self.starts_schema(word) => Form::Schema(self.schema()?),
            _ => Form::Proposition(self.proposition()?),
        };
        Ok(Hypothesis { form, origin })
    }

    fn assign(&mut self) -> Parsed<Assign> {
        let start = self.cursor.span();
        self.field("new")?;
        let new = self.symbol()?;
        self.field("old")?;
        let old = self.symbol()?;
        let signature = self.terms.symbol_info(new).clone();
        let other = self.terms.symbol_info(old);
        if (&signature.args, signature.result) != (&other.args, other.result) {
            return fault(self.cursor.since(start), "`new` and `old` must have the same signature");
        }
        self.field("vars")?;
        let vars_start = self.cursor.span();
        let vars = self.list(Parser::declared_var)?;
        if vars.iter().enumerate().any(|(at, var)| vars[..at].contains(var)) {
            return fault(self.cursor.since(vars_start), "a variable stands here twice");
        }
        self.field("range")?;
        let range = self.term(Sort::Bool, &vars)?;
        self.field("mask")?;
        let mask = self.term(Sort::Bool, &vars)?;
        self.field("index")?;
        let index_start = self.cursor.span();
        let mut sorts = signature.args.iter();
        let mut excess = false;
        let index = self.list(|parser| {
            let sort = sorts.next();
            excess |= sort.is_none();
            parser.term(sort.copied().unwrap_or(Sort::Int), &vars)
        })?;
        if excess || index.len() != signature.args.len() {
            let message = format!("{} has {} arguments", signature.name, signature.args.len());
            return fault(self.cursor.since(index_start), message);
        }
        self.field("value")?;
        let value = self.term(signature.result, &vars)?;
        Ok(Assign { new, old, vars, range, mask, index, value })
    }

    /// `lemma functions=` or `definition functions=`: a constant may have such a name, too.
    fn starts_schema(&self, word: &str) -> bool {
        let is_word = [SchemaKind::Lemma, SchemaKind::Definition].iter().any(|kind| kind.name() == word);
        let next = self.cursor.peek_second();
        is_word && matches!(next, Token::Word(word) if word == "functions")
    }

    fn schema(&mut self) -> Parsed<Schema> {
        let is_lemma = matches!(self.cursor.peek(), Token::Word(word) if word == SchemaKind::Lemma.name());
        let kind = if is_lemma { SchemaKind::Lemma } else { SchemaKind::Definition };
        self.cursor.advance();
        self.field("functions")?;
        let functions = self.list(Parser::symbol)?;
        self.field("vars")?;
        let vars = self.list(Parser::declared_var)?;
        let mut triggers = Vec::new();
        while matches!(self.cursor.peek(), Token::Word(word) if word == "trigger") {
            self.field("trigger")?;
            triggers.push(self.list(|parser| parser.any_term(&vars))?);
        }
        self.field("fact")?;
        let fact = self.term(Sort::Bool, &vars)?;
        Ok(Schema { kind, functions, vars, triggers, fact })
    }

    fn task(&mut self, labels: &BTreeMap<String, usize>) -> Parsed<Task> {
        let start = self.cursor.span();
        let id = match self.cursor.peek().clone() {
            Token::Run(id) | Token::Text(id) => id,
            _ => return self.error("the id of the task"),
        };
        self.cursor.advance();
        let kind = match self.cursor.peek() {
            Token::Run(name) => TaskKind::ALL.into_iter().find(|kind| kind.name() == name),
            _ => None,
        };
        let Some(kind) = kind else {
            let kinds: Vec<&str> = TaskKind::ALL.iter().map(|kind| kind.name()).collect();
            return self.error(&format!("the kind of the task: {}", kinds.join(", ")));
        };
        self.cursor.advance();
        let mut hypotheses = Vec::new();
        while let Token::Word(label) = self.cursor.peek() {
            match labels.get(label) {
                Some(at) => hypotheses.push(*at),
                None => return fault(self.cursor.span(), format!("there is no hypothesis {label} before this")),
            }
            self.cursor.advance();
        }
        self.expect("|-")?;
        let goal = self.proposition()?;
        Ok(Task { id, kind, span: self.cursor.since(start), statement: None, hypotheses, goal })
    }
}

/// `h12`
fn is_label(word: &str) -> bool {
    word.strip_prefix('h')
        .is_some_and(|number| !number.is_empty() && number.chars().all(|digit| digit.is_ascii_digit()))
}

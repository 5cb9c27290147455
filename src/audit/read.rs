//! Reads a derivation: a line is a declaration, a term, or something that is claimed.

use std::rc::Rc;
use std::str::SplitAsciiWhitespace;

use rustc_hash::FxHashMap;

use super::terms::{Id, Op, Pool, Sort, Symbol, WORDS};

/// A derivation as it is written.
#[derive(Default, Debug)]
pub struct Derivation {
    pub pool: Pool,
    /// Sets of literals.
    pub contexts: Vec<Rc<[Id]>>,
    pub assigns: Vec<Assign>,
    /// Each with its number, from 1.
    pub lines: Vec<(usize, Line)>,
}

/// A write: `new` is `old` but where a writer's index is the cell, and there a writer's value.
#[derive(Clone, Debug)]
pub struct Assign {
    pub new: u32,
    pub old: u32,
    pub vars: Vec<u32>,
    pub range: Id,
    pub mask: Id,
    pub index: Vec<Id>,
    pub value: Id,
}

/// What is claimed. A context is by its number.
#[derive(Clone, Debug)]
pub enum Line {
    Hypothesis(Id),
    Write(u32),
    Schema(Schema),
    Operator(Operator),
    Goal(Id),
    Merged { before: Id, after: Id },
    Part { goal: Id },
    Assumed { context: u32, term: Id },
    Opened { quantifier: Id, values: Vec<Id> },
    Given { context: u32, body: Id },
    Becomes { context: u32, body: Id },
    Rewritten { context: u32, from: u32, to: u32 },
    Step(Step),
}

/// A declared operator: what it makes of two operands, and its identity.
#[derive(Clone, Debug)]
pub struct Operator {
    pub name: String,
    /// It is associative, and the identity is one on both sides.
    pub is_lawful: bool,
    pub operands: [u32; 2],
    pub body: Id,
    pub identity: Id,
}

#[derive(Clone, Debug)]
pub struct Step {
    pub context: u32,
    pub conclusion: Conclusion,
    pub premises: Vec<Premise>,
}

#[derive(Clone, Debug)]
pub enum Conclusion {
    Equal(Id, Id),
    Holds(Id),
    OneOf { new: Vec<u32>, alternatives: Vec<Vec<Id>> },
}

#[derive(Clone, Debug)]
pub enum Premise {
    Fact(Id),
    Assign { assign: u32, read: Id, writer: Vec<Id> },
    Universal { body: Id, values: Vec<(u32, Id)> },
    Forall { vars: Vec<u32>, body: Id },
    Schema { schema: Schema, values: Vec<Id>, functions: Vec<(Vec<u32>, Id)> },
    Opened(u32),
}

/// A lemma or a definition, for all values of `vars` and all functions in the place of `functions`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Schema {
    pub kind: String,
    pub functions: Vec<u32>,
    pub vars: Vec<u32>,
    pub fact: Id,
}

impl Derivation {
    /// Reads a derivation.
    ///
    /// # Errors
    ///
    /// The first line that is none, by its number from 1.
    pub fn read(text: &str) -> Result<Derivation, usize> {
        let mut derivation = Derivation::default();
        let words: FxHashMap<&str, &'static str> = WORDS.iter().map(|word| (*word, *word)).collect();
        for (at, line) in text.lines().enumerate() {
            let mut fields = Fields(line.split_ascii_whitespace());
            derivation.line(at + 1, &mut fields, &words).filter(|()| fields.0.next().is_none()).ok_or(at + 1)?;
        }
        Ok(derivation)
    }

    fn line(&mut self, at: usize, fields: &mut Fields<'_>, words: &FxHashMap<&str, &'static str>) -> Option<()> {
        let line = match fields.0.next()? {
            "s" => {
                fields.numbered(self.pool.symbols.len())?;
                fields.0.next()?;
                let result = Sort::named(fields.0.next()?)?;
                let args = fields.0.by_ref().map(Sort::named).collect::<Option<_>>()?;
                self.pool.symbols.push(Symbol { args, result });
                return Some(());
            }
            "v" => {
                fields.numbered(self.pool.vars.len())?;
                fields.0.next()?;
                self.pool.vars.push(Sort::named(fields.0.next()?)?);
                return Some(());
            }
            "t" => return self.term(fields, words),
            "c" => {
                fields.numbered(self.contexts.len())?;
                let literals =
                    fields.0.by_ref().map(|field| self.id(field, Some(Sort::Bool))).collect::<Option<_>>()?;
                self.contexts.push(literals);
                return Some(());
            }
            "a" => {
                fields.numbered(self.assigns.len())?;
                let assign = self.assign(fields)?;
                self.assigns.push(assign);
                return Some(());
            }
            "hypothesis" => Line::Hypothesis(self.proposition(fields)?),
            "write" => Line::Write(fields.below(self.assigns.len())?),
            "schema" => Line::Schema(self.schema(fields)?),
            "operator" => {
                let (name, vars) = (fields.0.next()?.to_owned(), self.pool.vars.len());
                let is_lawful = fields.0.next()? == "lawful";
                let operands = [fields.below(vars)?, fields.below(vars)?];
                Line::Operator(Operator {
                    name,
                    is_lawful,
                    operands,
                    body: self.any(fields)?,
                    identity: self.any(fields)?,
                })
            }
            "goal" => Line::Goal(self.proposition(fields)?),
            "merged" => {
                fields.0.next()?;
                Line::Merged { before: self.proposition(fields)?, after: self.proposition(fields)? }
            }
            "part" => {
                fields.0.next()?;
                Line::Part { goal: self.proposition(fields)? }
            }
            "assumed" => Line::Assumed { context: self.context(fields)?, term: self.proposition(fields)? },
            "opened" => {
                let quantifier = self.proposition(fields)?;
                let values = fields.0.by_ref().map(|field| self.id(field, None)).collect::<Option<_>>()?;
                Line::Opened { quantifier, values }
            }
            "given" => Line::Given { context: self.context(fields)?, body: self.proposition(fields)? },
            "becomes" => Line::Becomes { context: self.context(fields)?, body: self.proposition(fields)? },
            "rewritten" => Line::Rewritten {
                context: self.context(fields)?,
                from: fields.below(self.assigns.len())?,
                to: fields.below(self.assigns.len())?,
            },
            "step" => Line::Step(self.step(fields)?),
            _ => return None,
        };
        self.lines.push((at, line));
        Some(())
    }

    /// The number is the one that the pool gives: no two lines are one term.
    fn term(&mut self, fields: &mut Fields<'_>, words: &FxHashMap<&str, &'static str>) -> Option<()> {
        let number: Id = fields.number()?;
        let op = match fields.0.next()? {
            "int" => Op::Int(fields.digits()?),
            "real" => {
                let (numerator, denominator) = (fields.digits()?, fields.digits()?);
                let positive = !denominator.starts_with('-') && denominator.bytes().any(|digit| digit != b'0');
                positive.then_some(Op::Real(numerator, denominator))?
            }
            "var" => Op::Var(fields.below(self.pool.vars.len())?),
            "app" => Op::Apply(fields.below(self.pool.symbols.len())?),
            word @ ("forall" | "exists") => {
                let vars: Rc<[u32]> = self.vars(fields)?.into();
                if word == "forall" { Op::Forall(vars) } else { Op::Exists(vars) }
            }
            "fold" => Op::Fold(fields.0.next()?.into(), fields.below(self.pool.vars.len())?),
            word => Op::Word(words.get(word)?),
        };
        let args = fields.0.by_ref().map(|field| self.id(field, None)).collect::<Option<_>>()?;
        (self.pool.make(op, args)? == number).then_some(())
    }

    fn id(&self, field: &str, sort: Option<Sort>) -> Option<Id> {
        let id: Id = field.parse().ok()?;
        (self.pool.has(id) && sort.is_none_or(|sort| self.pool.sort(id) == sort)).then_some(id)
    }

    fn any(&self, fields: &mut Fields<'_>) -> Option<Id> {
        self.id(fields.0.next()?, None)
    }

    fn proposition(&self, fields: &mut Fields<'_>) -> Option<Id> {
        self.id(fields.0.next()?, Some(Sort::Bool))
    }

    fn context(&self, fields: &mut Fields<'_>) -> Option<u32> {
        fields.below(self.contexts.len())
    }

    /// As many terms as is said first.
    fn several(&self, fields: &mut Fields<'_>) -> Option<Vec<Id>> {
        let count: usize = fields.number()?;
        (0..count).map(|_| self.any(fields)).collect()
    }

    fn vars(&self, fields: &mut Fields<'_>) -> Option<Vec<u32>> {
        let count: usize = fields.number()?;
        (0..count).map(|_| fields.below(self.pool.vars.len())).collect()
    }

    fn assign(&self, fields: &mut Fields<'_>) -> Option<Assign> {
        let symbols = self.pool.symbols.len();
        let (new, old) = (fields.below(symbols)?, fields.below(symbols)?);
        let vars = self.vars(fields)?;
        let (range, mask) = (self.proposition(fields)?, self.proposition(fields)?);
        let (index, value) = (self.several(fields)?, self.any(fields)?);
        let [first, second] = [new, old].map(|symbol| &self.pool.symbols[symbol as usize]);
        let cell: Vec<Sort> = index.iter().map(|index| self.pool.sort(*index)).collect();
        let is_one = first.args == cell && second.args == cell && first.result == second.result;
        let is_write = is_one && first.result == self.pool.sort(value);
        is_write.then_some(Assign { new, old, vars, range, mask, index, value })
    }

    fn schema(&self, fields: &mut Fields<'_>) -> Option<Schema> {
        let kind = fields.0.next()?.to_owned();
        let count: usize = fields.number()?;
        let functions = (0..count).map(|_| fields.below(self.pool.symbols.len())).collect::<Option<_>>()?;
        Some(Schema { kind, functions, vars: self.vars(fields)?, fact: self.proposition(fields)? })
    }

    fn step(&self, fields: &mut Fields<'_>) -> Option<Step> {
        // Which law it is an instance of is for people.
        fields.0.next()?;
        let context = self.context(fields)?;
        let conclusion = match fields.0.next()? {
            "equal" => Conclusion::Equal(self.any(fields)?, self.any(fields)?),
            "holds" => Conclusion::Holds(self.proposition(fields)?),
            "one-of" => {
                let count: usize = fields.number()?;
                let new = (0..count).map(|_| fields.below(self.pool.symbols.len())).collect::<Option<_>>()?;
                let count: usize = fields.number()?;
                let alternatives = (0..count).map(|_| self.several(fields)).collect::<Option<Vec<_>>>()?;
                let is_bool = |fact: &Id| self.pool.sort(*fact) == Sort::Bool;
                alternatives.iter().flatten().all(is_bool).then_some(Conclusion::OneOf { new, alternatives })?
            }
            _ => return None,
        };
        let mut premises = Vec::new();
        while let Some(kind) = fields.0.next() {
            premises.push(self.premise(kind, fields)?);
        }
        Some(Step { context, conclusion, premises })
    }

    fn premise(&self, kind: &str, fields: &mut Fields<'_>) -> Option<Premise> {
        let vars = self.pool.vars.len();
        Some(match kind {
            "fact" => Premise::Fact(self.proposition(fields)?),
            "assign" => Premise::Assign {
                assign: fields.below(self.assigns.len())?,
                read: self.any(fields)?,
                writer: self.several(fields)?,
            },
            "universal" => {
                let body = self.proposition(fields)?;
                let count: usize = fields.number()?;
                let pair = |_| Some((fields.below(vars)?, self.any(fields)?));
                let values: Vec<(u32, Id)> = (0..count).map(pair).collect::<Option<_>>()?;
                let fits = |(var, value): &(u32, Id)| self.pool.vars[*var as usize] == self.pool.sort(*value);
                values.iter().all(fits).then_some(Premise::Universal { body, values })?
            }
            "forall" => Premise::Forall { body: self.proposition(fields)?, vars: self.vars(fields)? },
            "schema" => {
                let schema = self.schema(fields)?;
                let values = self.several(fields)?;
                let function = |_| Some((self.vars(fields)?, self.any(fields)?));
                let functions = (0..schema.functions.len()).map(function).collect::<Option<_>>()?;
                Premise::Schema { schema, values, functions }
            }
            "opened" => Premise::Opened(fields.below(vars)?),
            _ => return None,
        })
    }
}

struct Fields<'l>(SplitAsciiWhitespace<'l>);

impl Fields<'_> {
    fn number<T: std::str::FromStr>(&mut self) -> Option<T> {
        self.0.next()?.parse().ok()
    }

    /// A number of something that is declared.
    fn below(&mut self, count: usize) -> Option<u32> {
        self.number().filter(|number: &u32| (*number as usize) < count)
    }

    /// The next number of its kind.
    fn numbered(&mut self, next: usize) -> Option<()> {
        (self.number::<usize>()? == next).then_some(())
    }

    fn digits(&mut self) -> Option<Rc<str>> {
        let field = self.0.next()?;
        let digits = field.strip_prefix('-').unwrap_or(field);
        let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
        is_number.then(|| field.into())
    }
}

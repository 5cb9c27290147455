//! Questions in SMT-LIB. Operators that it lacks are functions of which nothing is known, and so are binders, unless quantifiers
//! are asked for: a function for each shape of the body, of what in it does not hang on the variable.
//!
//! Names are given in the order in which things occur, so that questions that say the same are the same text.

use std::collections::BTreeMap;
use std::fmt::Write;

use rustc_hash::FxHashMap;

use super::terms::{Id, Op, Pool, Sort};

/// How quantifiers are written.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Quantifiers {
    /// As unknown propositions.
    Opaque,
    Written,
}

/// Bodies and texts that are longer are not asked for.
const LONGEST: usize = 1 << 20;

/// That the goal follows from the hypotheses: the text, whose hypotheses are named `h0`, `h1` and so on. None if it is too long.
pub fn question(pool: &Pool, hypotheses: &[Id], goal: Id, quantifiers: Quantifiers) -> Option<String> {
    let mut printer = Printer { pool, quantifiers, ..Printer::new(pool) };
    let mut roots = hypotheses.to_vec();
    roots.push(goal);
    printer.count(&roots)?;
    let mut asserted = String::new();
    for (at, hypothesis) in hypotheses.iter().enumerate() {
        let text = printer.text(*hypothesis)?;
        // Writing to a string cannot fail.
        let _ = writeln!(asserted, "(assert (! {text} :named h{at}))");
    }
    let text = printer.text(goal)?;
    let _ = writeln!(asserted, "(assert (not {text}))");
    let whole = printer.declared + &printer.defined + &asserted;
    (whole.len() <= LONGEST).then_some(whole)
}

struct Printer<'p> {
    pool: &'p Pool,
    quantifiers: Quantifiers,
    declared: String,
    defined: String,
    /// What has been declared, by what it is.
    functions: FxHashMap<String, String>,
    uses: FxHashMap<Id, u32>,
    /// What a term is written with: a name, or all of it with its height.
    done: FxHashMap<Id, (String, u32)>,
    /// The shape and the parts of binders that are functions.
    lifted: FxHashMap<Id, (String, Vec<Id>)>,
    names: usize,
}

/// Unnamed text is never nested deeper.
const DEEPEST: u32 = 40;

impl<'p> Printer<'p> {
    fn new(pool: &'p Pool) -> Printer<'p> {
        Printer {
            pool,
            quantifiers: Quantifiers::Opaque,
            declared: String::new(),
            defined: String::new(),
            functions: FxHashMap::default(),
            uses: FxHashMap::default(),
            done: FxHashMap::default(),
            lifted: FxHashMap::default(),
            names: 0,
        }
    }

    fn is_written(&self, op: &Op) -> bool {
        matches!(op, Op::Forall(_) | Op::Exists(_)) && self.quantifiers == Quantifiers::Written
    }

    /// How often each term is written.
    fn count(&mut self, roots: &[Id]) -> Option<()> {
        let mut todo = roots.to_vec();
        while let Some(term) = todo.pop() {
            let uses = self.uses.entry(term).or_default();
            *uses += 1;
            if *uses > 1 {
                continue;
            }
            let op = self.pool.op(term);
            match op {
                Op::Forall(_) | Op::Exists(_) | Op::Fold(..) if !self.is_written(op) => {
                    let (shape, parts) = shape_of(self.pool, term)?;
                    todo.extend(&parts);
                    self.lifted.insert(term, (shape, parts));
                }
                _ => todo.extend(self.pool.args(term).iter()),
            }
        }
        Some(())
    }

    /// A term without bound variables.
    fn text(&mut self, term: Id) -> Option<String> {
        if let Some((text, _)) = self.done.get(&term) {
            return Some(text.clone());
        }
        let op = self.pool.op(term).clone();
        let (text, height) = match &op {
            Op::Var(var) => (self.free(*var), 0),
            _ if self.is_written(&op) => (self.within(term, &mut BTreeMap::new())?, DEEPEST),
            _ => {
                let parts = match self.lifted.get(&term) {
                    Some((_, parts)) => parts.clone(),
                    None => self.pool.args(term).to_vec(),
                };
                let mut texts = Vec::with_capacity(parts.len());
                for part in &parts {
                    texts.push(self.text(*part)?);
                }
                let height = parts.iter().map(|part| self.done[part].1).max().unwrap_or(0);
                (self.node(term, &texts), height + 1)
            }
        };
        let is_named =
            text.starts_with('(') && (self.uses.get(&term).is_some_and(|uses| *uses > 1) || height >= DEEPEST);
        let entry = match is_named {
            true => {
                let name = format!("t{}", self.names);
                self.names += 1;
                let sort = sort(self.pool.sort(term));
                let _ = writeln!(self.defined, "(define-fun {name} () {sort} {text})");
                (name, 0)
            }
            false => (text, height),
        };
        if self.defined.len() > LONGEST {
            return None;
        }
        self.done.insert(term, entry.clone());
        Some(entry.0)
    }

    /// The same below quantifiers that are written: their variables by name.
    fn within(&mut self, term: Id, bound: &mut BTreeMap<u32, String>) -> Option<String> {
        if !self.pool.free(term).iter().any(|var| bound.contains_key(var)) && !self.is_written(self.pool.op(term)) {
            return self.text(term);
        }
        let args = self.pool.args(term).clone();
        match self.pool.op(term).clone() {
            Op::Var(var) => Some(bound[&var].clone()),
            op @ (Op::Forall(_) | Op::Exists(_)) => {
                let (word, Op::Forall(vars) | Op::Exists(vars)) = (quantifier(&op), op) else { return None };
                let mut inner = bound.clone();
                let mut list = String::new();
                for var in vars.iter() {
                    let name = format!("q{}", self.names);
                    self.names += 1;
                    let sort = self.declared_sort(self.pool.vars[*var as usize]);
                    let _ = write!(list, "({name} {sort})");
                    inner.insert(*var, name);
                }
                let body = self.within(args[0], &mut inner)?;
                Some(format!("({word} ({list}) {body})"))
            }
            _ => {
                let parts = match self.lifted.get(&term) {
                    Some((_, parts)) => parts.clone(),
                    None => args.to_vec(),
                };
                let mut texts = Vec::with_capacity(parts.len());
                for part in parts {
                    texts.push(self.within(part, bound)?);
                }
                let text = self.node(term, &texts);
                (text.len() <= LONGEST).then_some(text)
            }
        }
    }

    /// A variable that is free stands for any value: a constant.
    fn free(&mut self, var: u32) -> String {
        let sort = self.pool.vars[var as usize];
        self.function(&format!("variable {var}"), &[], sort)
    }

    /// The name of a function, by what it is.
    fn function(&mut self, what: &str, args: &[Sort], result: Sort) -> String {
        if let Some(known) = self.functions.get(what) {
            return known.clone();
        }
        let name = format!("f{}", self.functions.len());
        let args: Vec<String> = args.iter().map(|arg| self.declared_sort(*arg)).collect();
        let result = self.declared_sort(result);
        let _ = writeln!(self.declared, "(declare-fun {name} ({}) {result})", args.join(" "));
        self.functions.insert(what.to_owned(), name.clone());
        name
    }

    fn declared_sort(&mut self, of: Sort) -> String {
        let name = sort(of);
        if matches!(of, Sort::Float(_)) && self.functions.insert(format!("sort {name}"), String::new()).is_none() {
            let _ = writeln!(self.declared, "(declare-sort {name} 0)");
        }
        name
    }

    /// An application to parts that are written.
    fn node(&mut self, term: Id, parts: &[String]) -> String {
        let pool = self.pool;
        let op = pool.op(term);
        let sorts: Vec<Sort> = match self.lifted.get(&term) {
            Some((_, parts)) => parts.iter().map(|part| pool.sort(*part)).collect(),
            None => pool.args(term).iter().map(|arg| pool.sort(*arg)).collect(),
        };
        let is_exact = sorts.iter().all(|sort| sort.is_number());
        let word = match op {
            Op::Int(value) => return signed(value, ""),
            Op::Real(numerator, denominator) => {
                return format!("(/ {} {denominator}.0)", signed(numerator, ".0"));
            }
            Op::Apply(symbol) => {
                let symbol_of = &pool.symbols[*symbol as usize];
                let name = self.function(&format!("symbol {symbol}"), &symbol_of.args, symbol_of.result);
                return applied(&name, parts);
            }
            Op::Forall(_) | Op::Exists(_) | Op::Fold(..) | Op::Var(_) => {
                let shape = self.lifted.get(&term).map(|(shape, _)| shape.clone()).unwrap_or_default();
                let name = self.function(&shape, &sorts, pool.sort(term));
                return applied(&name, parts);
            }
            Op::Word(word) => *word,
        };
        let smt = match word {
            "true" | "false" => return word.to_owned(),
            "!" => "not",
            "&&" => "and",
            "||" => "or",
            "->" => "=>",
            "ite" => "ite",
            "==" => "=",
            "<=" | "<" | "+" | "*" | "div" | "mod" | "/" | "to_real" if is_exact => word,
            "floor" if is_exact => "to_int",
            "min" | "max" if is_exact => {
                let [one, other] = [&parts[0], &parts[1]];
                let (then, or) = if word == "min" { (one, other) } else { (other, one) };
                return format!("(ite (<= {one} {other}) {then} {or})");
            }
            "abs" if is_exact => {
                let zero = if pool.sort(term) == Sort::Real { "0.0" } else { "0" };
                return format!("(ite (<= {zero} {0}) {0} (- {0}))", parts[0]);
            }
            // Towards 0, with the dividend's sign.
            "tdiv" | "trem" if is_exact => {
                let head = if word == "tdiv" { "div" } else { "mod" };
                let [dividend, divisor] = [&parts[0], &parts[1]];
                return format!(
                    "(ite (<= 0 {dividend}) ({head} {dividend} {divisor}) (- ({head} (- {dividend}) {divisor})))"
                );
            }
            _ => {
                let name = self.function(&format!("word {word} {sorts:?}"), &sorts, pool.sort(term));
                return applied(&name, parts);
            }
        };
        applied(smt, parts)
    }
}

fn quantifier(op: &Op) -> &'static str {
    if matches!(op, Op::Exists(_)) { "exists" } else { "forall" }
}

fn applied(name: &str, parts: &[String]) -> String {
    if parts.is_empty() { name.to_owned() } else { format!("({name} {})", parts.join(" ")) }
}

fn signed(digits: &str, end: &str) -> String {
    match digits.strip_prefix('-') {
        Some(digits) => format!("(- {digits}{end})"),
        None => format!("{digits}{end}"),
    }
}

fn sort(sort: Sort) -> String {
    match sort {
        Sort::Bool => "Bool".to_owned(),
        Sort::Int => "Int".to_owned(),
        Sort::Real => "Real".to_owned(),
        Sort::Float(bits) => format!("Float{bits}"),
    }
}

/// What function a binder is of its parts: equal for two binders only if they are the same function. The parts are the largest
/// terms of the body in which none of its variables occurs, a fold's bounds before them. None if the body is too long.
///
/// Where the order of arguments does not matter, they stand in the order of their texts.
fn shape_of(pool: &Pool, binder: Id) -> Option<(String, Vec<Id>)> {
    let (args, mut bound) = (pool.args(binder), BTreeMap::new());
    let mut parts = args[..args.len() - 1].to_vec();
    let word = opened(pool, pool.op(binder), &mut bound);
    let (body, inner) = shape(pool, args[args.len() - 1], &bound)?;
    parts.extend(inner);
    Some((format!("{word} {body}"), parts))
}

/// Gives a binder's variables their numbers; what stands for the binder.
fn opened(pool: &Pool, op: &Op, bound: &mut BTreeMap<u32, usize>) -> String {
    let (word, vars) = match op {
        Op::Forall(vars) | Op::Exists(vars) => (quantifier(op).to_owned(), vars.to_vec()),
        Op::Fold(kind, var) => (format!("fold:{kind}"), vec![*var]),
        _ => (String::new(), Vec::new()),
    };
    // A variable that is bound again is the inner one, so numbers are never given twice.
    let first = bound.values().max().map_or(0, |last| last + 1);
    let mut text = word;
    for (at, var) in vars.into_iter().enumerate() {
        let _ = write!(text, " {:?}", pool.vars[var as usize]);
        bound.insert(var, first + at);
    }
    text
}

fn shape(pool: &Pool, term: Id, bound: &BTreeMap<u32, usize>) -> Option<(String, Vec<Id>)> {
    let op = pool.op(term);
    match op {
        Op::Int(_) | Op::Real(..) | Op::Word("true" | "false") => return Some((format!("{op:?}"), Vec::new())),
        Op::Var(var) if bound.contains_key(var) => return Some((format!("#{}", bound[var]), Vec::new())),
        _ if !pool.free(term).iter().any(|var| bound.contains_key(var)) => {
            return Some((format!("%{:?}", pool.sort(term)), vec![term]));
        }
        _ => {}
    }
    let args = pool.args(term);
    let mut inner = bound.clone();
    let word = match op {
        Op::Forall(_) | Op::Exists(_) | Op::Fold(..) => opened(pool, op, &mut inner),
        op => format!("{op:?}"),
    };
    let is_binder = inner.len() > bound.len() || inner != *bound;
    let mut texts = Vec::with_capacity(args.len());
    for (at, arg) in args.iter().enumerate() {
        let scope = if is_binder && at + 1 == args.len() { &inner } else { bound };
        texts.push(shape(pool, *arg, scope)?);
    }
    if matches!(op, Op::Word("+" | "*" | "&&" | "||" | "==" | "min" | "max")) {
        texts.sort();
    }
    let mut text = format!("({word}");
    let mut parts = Vec::new();
    for (inner, own) in texts {
        text.push(' ');
        text += &inner;
        parts.extend(own);
    }
    text.push(')');
    (text.len() <= LONGEST).then_some((text, parts))
}

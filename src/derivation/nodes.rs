//! Terms as lines: each distinct one once, by a number. Pools that part ways where something is tried meet here.

use std::fmt::Write;

use rustc_hash::FxHashMap;

use crate::logic::traverse::rebind;
use crate::logic::{FoldKind, Op, Sort, SymbolId, TermId, Terms, VarId};

/// The number of a line's term.
pub type Id = u32;

/// The lines, and what has been written by now. Symbols and variables have numbers of their own in it.
#[derive(Default, Debug)]
pub struct Nodes {
    pub text: String,
    ids: FxHashMap<(Op, Vec<Id>), Id>,
    /// By serial number.
    symbols: FxHashMap<u32, u32>,
    /// Bound, or any value: which of two variables of one number and sort it is matters to nobody.
    vars: FxHashMap<(VarId, Sort), u32>,
}

impl Nodes {
    /// The terms of a pool.
    pub fn of<'a>(&'a mut self, from: &'a Terms) -> Copy<'a> {
        Copy { nodes: self, from, done: FxHashMap::default() }
    }

    /// Writes a line.
    pub fn line(&mut self, line: &str) {
        self.text.push_str(line);
        self.text.push('\n');
    }

    fn node(&mut self, op: Op, args: Vec<Id>, word: &str) -> Id {
        let next = self.ids.len() as Id;
        let key = (op, args);
        if let Some(known) = self.ids.get(&key) {
            return *known;
        }
        let mut line = format!("t {next} {word}");
        if let Op::Forall(vars) | Op::Exists(vars) = &key.0 {
            line += &format!(" {}", vars.len());
        }
        for var in key.0.binds() {
            line += &format!(" {}", var.0);
        }
        line += &numbers(&key.1);
        self.line(&line);
        self.ids.insert(key, next);
        next
    }
}

/// Numbers with a space before each.
pub fn numbers(all: &[u32]) -> String {
    all.iter().fold(String::new(), |mut text, number| {
        // Writing to a string cannot fail.
        let _ = write!(text, " {number}");
        text
    })
}

/// Writes terms of one pool.
pub struct Copy<'a> {
    pub nodes: &'a mut Nodes,
    from: &'a Terms,
    done: FxHashMap<TermId, Id>,
}

impl Copy<'_> {
    pub fn all(&mut self, terms: &[TermId]) -> Vec<Id> {
        terms.iter().map(|term| self.term(*term)).collect()
    }

    pub fn term(&mut self, term: TermId) -> Id {
        if let Some(done) = self.done.get(&term) {
            return *done;
        }
        let args = self.all(self.from.args(term));
        let id = match self.from.op(term) {
            Op::Apply(symbol) => self.apply(*symbol, args),
            Op::Var(var) => {
                let var = self.var(*var);
                self.nodes.node(Op::Var(VarId(var)), Vec::new(), &format!("var {var}"))
            }
            op => {
                let word = self.word(op);
                let vars = op.binds().iter().map(|var| VarId(self.var(*var))).collect();
                self.nodes.node(rebind(op, vars), args, &word)
            }
        };
        self.done.insert(term, id);
        id
    }

    /// What stands for an operator, before the variables that it binds.
    fn word(&self, op: &Op) -> String {
        match op {
            Op::Bool(value) => value.to_string(),
            Op::Int(value) => format!("int {value}"),
            Op::Real(value) => format!("real {} {}", value.numer(), value.denom()),
            Op::Fold(FoldKind::Over(operator), _) => {
                format!("fold over:{}", name(&self.from.operator(*operator).name))
            }
            Op::Fold(kind, _) => format!("fold {}", kind.row().name),
            op => op.row().name.to_owned(),
        }
    }

    pub fn apply(&mut self, symbol: SymbolId, args: Vec<Id>) -> Id {
        let symbol = self.symbol(symbol);
        self.nodes.node(Op::Apply(SymbolId(symbol)), args, &format!("app {symbol}"))
    }

    /// A proposition over terms that are written.
    pub fn made(&mut self, op: Op, args: Vec<Id>) -> Id {
        let word = op.row().name;
        self.nodes.node(op, args, word)
    }

    pub fn symbol(&mut self, symbol: SymbolId) -> u32 {
        let info = self.from.symbol_info(symbol);
        let next = self.nodes.symbols.len() as u32;
        if let Some(known) = self.nodes.symbols.get(&info.serial) {
            return *known;
        }
        let mut line = format!("s {next} {} {}", name(&info.name), info.result.name());
        for sort in &info.args {
            line += &format!(" {}", sort.name());
        }
        self.nodes.line(&line);
        self.nodes.symbols.insert(info.serial, next);
        next
    }

    pub fn var(&mut self, var: VarId) -> u32 {
        let info = self.from.var_info(var);
        let next = self.nodes.vars.len() as u32;
        if let Some(known) = self.nodes.vars.get(&(var, info.sort)) {
            return *known;
        }
        self.nodes.line(&format!("v {next} {} {}", name(&info.name), info.sort.name()));
        self.nodes.vars.insert((var, info.sort), next);
        next
    }
}

/// A name without spaces.
pub fn name(name: &str) -> String {
    name.replace(char::is_whitespace, "~")
}

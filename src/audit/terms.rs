//! Terms that are what they are: nothing is simplified when one is made, and two are one only if they are written alike.

use std::collections::BTreeMap;
use std::rc::Rc;

use rustc_hash::FxHashMap;

/// A term's number in its pool. Arguments have smaller ones.
pub type Id = u32;

/// The sort of a term.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Sort {
    Bool,
    Int,
    Real,
    /// A float of so many bits, of whose operations nothing is known.
    Float(u8),
}

impl Sort {
    /// The sort of this name.
    pub fn named(name: &str) -> Option<Sort> {
        match name {
            "Bool" => Some(Sort::Bool),
            "Int" => Some(Sort::Int),
            "Real" => Some(Sort::Real),
            _ => name.strip_prefix("Float")?.parse().ok().map(Sort::Float),
        }
    }

    pub fn is_number(self) -> bool {
        matches!(self, Sort::Int | Sort::Real)
    }
}

/// The head of a term.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Op {
    /// In decimal digits, with a sign.
    Int(Rc<str>),
    /// Numerator and denominator.
    Real(Rc<str>, Rc<str>),
    Var(u32),
    Apply(u32),
    Forall(Rc<[u32]>),
    Exists(Rc<[u32]>),
    /// Over a range: lower bound, upper bound, body.
    Fold(Rc<str>, u32),
    /// By its word in derivations.
    Word(&'static str),
}

/// The words of operators without parameters.
pub const WORDS: [&str; 47] = [
    "true", "false", "!", "&&", "||", "->", "ite", "==", "<=", "<", "+", "*", "div", "mod", "tdiv", "trem", "/", "pow",
    "log2", "is_pow2", "min", "max", "abs", "to_real", "floor", "bitand", "fadd", "fsub", "fmul", "fdiv", "fneg",
    "fabs", "fmin", "fmax", "ffloor", "fceil", "fpow", "flt", "fle", "feq", "fround16", "fround32", "fround64",
    "fconvert16", "fconvert32", "fconvert64", "ftrunc",
];

#[derive(Debug)]
struct Node {
    op: Op,
    args: Rc<[Id]>,
    sort: Sort,
    /// Sorted.
    free: Rc<[u32]>,
}

/// A declared symbol.
#[derive(Clone, Debug)]
pub struct Symbol {
    pub args: Vec<Sort>,
    pub result: Sort,
}

/// The terms of a derivation.
#[derive(Default, Debug)]
pub struct Pool {
    nodes: Vec<Node>,
    ids: FxHashMap<(Op, Rc<[Id]>), Id>,
    pub symbols: Vec<Symbol>,
    /// The variables' sorts.
    pub vars: Vec<Sort>,
}

impl Pool {
    pub fn op(&self, term: Id) -> &Op {
        &self.nodes[term as usize].op
    }

    pub fn args(&self, term: Id) -> &Rc<[Id]> {
        &self.nodes[term as usize].args
    }

    pub fn sort(&self, term: Id) -> Sort {
        self.nodes[term as usize].sort
    }

    /// The variables that are free in it, sorted.
    pub fn free(&self, term: Id) -> &Rc<[u32]> {
        &self.nodes[term as usize].free
    }

    /// Whether there is a term of this number.
    pub fn has(&self, term: Id) -> bool {
        (term as usize) < self.nodes.len()
    }

    /// The term with this head and these arguments, if it has a sort.
    pub fn make(&mut self, op: Op, args: Vec<Id>) -> Option<Id> {
        let key = (op, Rc::<[Id]>::from(args));
        if let Some(known) = self.ids.get(&key) {
            return Some(*known);
        }
        let sort = self.sort_of(&key.0, &key.1)?;
        let free = self.free_of(&key.0, &key.1);
        let id = self.nodes.len() as Id;
        self.nodes.push(Node { op: key.0.clone(), args: key.1.clone(), sort, free });
        self.ids.insert(key, id);
        Some(id)
    }

    fn sort_of(&self, op: &Op, args: &[Id]) -> Option<Sort> {
        let sorts: Vec<Sort> = args.iter().map(|arg| self.sort(*arg)).collect();
        let all = |sort: Sort| sorts.iter().all(|other| *other == sort);
        match op {
            Op::Int(_) => Some(Sort::Int),
            Op::Real(..) => Some(Sort::Real),
            Op::Var(var) => self.vars.get(*var as usize).copied(),
            Op::Apply(symbol) => {
                let symbol = self.symbols.get(*symbol as usize)?;
                (symbol.args == sorts).then_some(symbol.result)
            }
            Op::Forall(_) | Op::Exists(_) => (sorts == [Sort::Bool]).then_some(Sort::Bool),
            Op::Fold(_, var) if self.vars.get(*var as usize) != Some(&Sort::Int) => None,
            Op::Fold(kind, _) => match sorts[..] {
                [Sort::Int, Sort::Int, Sort::Bool] if **kind == *"count" => Some(Sort::Int),
                [Sort::Int, Sort::Int, body] => Some(body),
                _ => None,
            },
            Op::Word(word) => match *word {
                "true" | "false" => sorts.is_empty().then_some(Sort::Bool),
                "!" | "&&" | "||" | "->" => all(Sort::Bool).then_some(Sort::Bool),
                "ite" => match sorts[..] {
                    [Sort::Bool, then, other] if then == other => Some(then),
                    _ => None,
                },
                "==" | "<=" | "<" | "flt" | "fle" | "feq" => match sorts[..] {
                    [one, other] if one == other => Some(Sort::Bool),
                    _ => None,
                },
                "is_pow2" => (sorts == [Sort::Int]).then_some(Sort::Bool),
                "div" | "mod" | "tdiv" | "trem" | "bitand" => (sorts == [Sort::Int; 2]).then_some(Sort::Int),
                "log2" | "floor" | "ftrunc" => (sorts.len() == 1).then_some(Sort::Int),
                "/" | "to_real" => Some(Sort::Real),
                "fround16" | "fconvert16" => Some(Sort::Float(16)),
                "fround32" | "fconvert32" => Some(Sort::Float(32)),
                "fround64" | "fconvert64" => Some(Sort::Float(64)),
                "+" | "*" | "min" | "max" => sorts.first().copied().filter(|first| all(*first)),
                _ => sorts.first().copied(),
            },
        }
    }

    fn free_of(&self, op: &Op, args: &[Id]) -> Rc<[u32]> {
        let mut free: Vec<u32> = args.iter().flat_map(|arg| self.free(*arg).iter().copied()).collect();
        match op {
            Op::Var(var) => free.push(*var),
            Op::Forall(vars) | Op::Exists(vars) => free.retain(|var| !vars.contains(var)),
            // The bounds are outside.
            Op::Fold(_, own) => {
                free.retain(|var| var != own || args[..2].iter().any(|bound| self.free(*bound).contains(var)));
            }
            _ => {}
        }
        free.sort_unstable();
        free.dedup();
        free.into()
    }

    // ── terms of the checker's own ──────────────────────────────────────────────────────────────

    /// An operator by its word; its arguments have the right sorts.
    pub fn word(&mut self, word: &'static str, args: &[Id]) -> Id {
        self.make(Op::Word(word), args.to_vec()).expect("the checker's own terms have sorts")
    }

    pub fn and(&mut self, all: &[Id]) -> Id {
        match all {
            [] => self.word("true", &[]),
            [one] => *one,
            _ => self.word("&&", all),
        }
    }

    pub fn or(&mut self, all: &[Id]) -> Id {
        match all {
            [] => self.word("false", &[]),
            [one] => *one,
            _ => self.word("||", all),
        }
    }

    pub fn not(&mut self, term: Id) -> Id {
        self.word("!", &[term])
    }

    /// `all of these -> term`
    pub fn implied(&mut self, all: &[Id], term: Id) -> Id {
        if all.is_empty() {
            return term;
        }
        let guard = self.and(all);
        self.word("->", &[guard, term])
    }

    /// An equation, if both have one sort.
    pub fn equal(&mut self, one: Id, other: Id) -> Option<Id> {
        self.make(Op::Word("=="), vec![one, other])
    }

    pub fn int(&mut self, value: i64) -> Id {
        self.make(Op::Int(value.to_string().into()), Vec::new()).expect("a number has a sort")
    }

    pub fn var(&mut self, var: u32) -> Id {
        self.make(Op::Var(var), Vec::new()).expect("the variable is declared")
    }

    /// A variable that occurs nowhere else.
    pub fn new_var(&mut self, sort: Sort) -> u32 {
        self.vars.push(sort);
        self.vars.len() as u32 - 1
    }

    /// A term with terms for free variables, all at once. Bound variables that would catch one get new names.
    pub fn substitute(&mut self, term: Id, map: &BTreeMap<u32, Id>) -> Id {
        self.substitute_in(term, map, &mut FxHashMap::default())
    }

    fn substitute_in(&mut self, term: Id, map: &BTreeMap<u32, Id>, done: &mut FxHashMap<Id, Id>) -> Id {
        if !self.free(term).iter().any(|var| map.contains_key(var)) {
            return term;
        }
        if let Some(known) = done.get(&term) {
            return *known;
        }
        let (op, args) = (self.op(term).clone(), self.args(term).clone());
        let bound: Vec<u32> = match &op {
            Op::Var(var) => return map[var],
            Op::Forall(vars) | Op::Exists(vars) => vars.to_vec(),
            Op::Fold(_, var) => vec![*var],
            _ => Vec::new(),
        };
        let outside = if bound.is_empty() { args.len() } else { args.len() - 1 };
        let mut new: Vec<Id> = args[..outside].iter().map(|arg| self.substitute_in(*arg, map, done)).collect();
        let mut op = op;
        if let Some(body) = args.get(outside) {
            let mut inner = map.clone();
            inner.retain(|var, _| !bound.contains(var) && self.free(*body).contains(var));
            let catches = |var: &u32| inner.values().any(|value| self.free(*value).contains(var));
            if bound.iter().any(catches) {
                let fresh: Vec<u32> = bound.iter().map(|var| self.new_var(self.vars[*var as usize])).collect();
                for (var, fresh) in bound.iter().zip(&fresh) {
                    let fresh = self.var(*fresh);
                    inner.insert(*var, fresh);
                }
                op = match op {
                    Op::Forall(_) => Op::Forall(fresh.into()),
                    Op::Exists(_) => Op::Exists(fresh.into()),
                    Op::Fold(kind, _) => Op::Fold(kind, fresh[0]),
                    other => other,
                };
            }
            new.push(self.substitute_in(*body, &inner, &mut FxHashMap::default()));
        }
        let made = self.make(op, new).expect("values have the sorts of their variables");
        done.insert(term, made);
        made
    }

    /// All that occurs in these, arguments before what they are arguments of.
    pub fn below(&self, terms: &[Id]) -> Vec<Id> {
        let mut seen = rustc_hash::FxHashSet::default();
        let mut todo = terms.to_vec();
        while let Some(term) = todo.pop() {
            if seen.insert(term) {
                todo.extend(self.args(term).iter().copied());
            }
        }
        let mut all: Vec<Id> = seen.into_iter().collect();
        all.sort_unstable();
        all
    }
}

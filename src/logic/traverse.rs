//! The traversals that everything else is written with: rewriting, substitution, copying between pools.

use std::collections::BTreeMap;

use rustc_hash::{FxHashMap, FxHashSet};

use crate::base::work;

use super::op::Operator;
use super::op::{FoldKind, Op, OperatorId};
use super::term::{SymbolId, TermId, Terms, VarId};

impl Terms {
    /// Rebuilds a node with other arguments through the normalising constructors.
    pub fn rebuild(&mut self, op: &Op, args: &[TermId]) -> TermId {
        match op {
            Op::Bool(value) => self.bool(*value),
            Op::Int(value) => self.int(value.clone()),
            Op::Real(value) => self.real(value.clone()),
            Op::Var(var) => self.var(*var),
            Op::Apply(symbol) => self.apply(*symbol, args),
            Op::Not => self.not(args[0]),
            Op::And => self.and(args),
            Op::Or => self.or(args),
            Op::Implies => self.implies(args[0], args[1]),
            Op::Ite => self.ite(args[0], args[1], args[2]),
            Op::Eq => self.eq(args[0], args[1]),
            Op::Le => self.le(args[0], args[1]),
            Op::Lt => self.lt(args[0], args[1]),
            Op::Add => self.add(args),
            Op::Mul => args[1..].iter().fold(args[0], |product, factor| self.mul(product, *factor)),
            Op::Div => self.div(args[0], args[1]),
            Op::Mod => self.modulo(args[0], args[1]),
            Op::TruncDiv => self.trunc_div(args[0], args[1]),
            Op::TruncRem => self.trunc_rem(args[0], args[1]),
            Op::RealDiv => self.real_div(args[0], args[1]),
            Op::Pow => self.pow(args[0], args[1]),
            Op::Log2 => self.log2(args[0]),
            Op::IsPow2 => self.is_pow2(args[0]),
            Op::Min => self.min(args[0], args[1]),
            Op::Max => self.max(args[0], args[1]),
            Op::Abs => self.abs(args[0]),
            Op::ToReal => self.to_real(args[0]),
            Op::Floor => self.floor(args[0]),
            Op::Float(op) => self.float(*op, args),
            Op::BitAnd => self.bit_and(args[0], args[1]),
            Op::Forall(vars) => self.forall(vars, args[0]),
            Op::Exists(vars) => self.exists(vars, args[0]),
            Op::Fold(kind, var) => self.fold(*kind, *var, args[0], args[1], args[2]),
        }
    }

    /// Number of distinct nodes below the given terms: the size that reports show.
    pub fn dag_size(&self, roots: &[TermId]) -> usize {
        self.postorder(roots).len()
    }

    /// Rewrites bottom-up: every node is rebuilt from its rewritten arguments, then offered to `step`,
    /// whose answer (if any) replaces it. `step` must not produce terms that it would rewrite for ever.
    /// Shared nodes are visited once. Binders are entered; `step` sees bound variables free.
    pub fn rewrite(&mut self, term: TermId, step: &mut dyn FnMut(&mut Terms, TermId) -> Option<TermId>) -> TermId {
        self.rewrite_memo(term, step, &mut FxHashMap::default())
    }

    /// [`Terms::rewrite`] with a memory that lasts over several calls with the same `step`.
    pub fn rewrite_memo(
        &mut self,
        term: TermId,
        step: &mut dyn FnMut(&mut Terms, TermId) -> Option<TermId>,
        memo: &mut FxHashMap<TermId, TermId>,
    ) -> TermId {
        if let Some(done) = memo.get(&term) {
            return *done;
        }
        let args: Vec<TermId> = self.args(term).to_vec();
        let new_args: Vec<TermId> = args.iter().map(|arg| self.rewrite_memo(*arg, step, memo)).collect();
        let mut result = term;
        if args != new_args {
            let op = self.op(term).clone();
            result = self.rebuild(&op, &new_args);
        }
        if let Some(replaced) = step(self, result) {
            result = replaced;
        }
        memo.insert(term, result);
        result
    }

    /// Simultaneous, capture-avoiding substitution of free variables.
    pub fn substitute(&mut self, term: TermId, map: &BTreeMap<VarId, TermId>) -> TermId {
        if map.is_empty() || self.is_closed(term) {
            return term;
        }
        self.substitute_memo(term, map, &mut FxHashMap::default())
    }

    fn substitute_memo(
        &mut self,
        term: TermId,
        map: &BTreeMap<VarId, TermId>,
        memo: &mut FxHashMap<TermId, TermId>,
    ) -> TermId {
        if !self.free(term).iter().any(|var| map.contains_key(var)) {
            return term;
        }
        if let Some(done) = memo.get(&term) {
            return *done;
        }
        let op = self.op(term).clone();
        let args: Vec<TermId> = self.args(term).to_vec();
        let bound = op.binds();
        let result = if let Op::Var(var) = op {
            map[&var]
        } else if bound.is_empty() {
            let args: Vec<TermId> = args.iter().map(|arg| self.substitute_memo(*arg, map, memo)).collect();
            self.rebuild(&op, &args)
        } else {
            // Only the last argument is in the scope of the binder.
            let last = args.len() - 1;
            let mut new_args: Vec<TermId> =
                args[..last].iter().map(|arg| self.substitute_memo(*arg, map, memo)).collect();
            let mut inner: BTreeMap<VarId, TermId> = map.clone();
            inner.retain(|var, _| !bound.contains(var) && self.free(args[last]).binary_search(var).is_ok());
            let captured =
                bound.iter().any(|var| inner.values().any(|value| self.free(*value).binary_search(var).is_ok()));
            let mut op = op.clone();
            if captured {
                let renamed: Vec<VarId> = bound
                    .iter()
                    .map(|var| {
                        let info = self.var_info(*var).clone();
                        self.fresh_var(info.name, info.sort)
                    })
                    .collect();
                for (old, new) in bound.iter().copied().zip(&renamed) {
                    let new = self.var(*new);
                    inner.insert(old, new);
                }
                op = rebind(&op, renamed);
            }
            let body = if inner.is_empty() {
                args[last]
            } else {
                self.substitute_memo(args[last], &inner, &mut FxHashMap::default())
            };
            new_args.push(body);
            self.rebuild(&op, &new_args)
        };
        memo.insert(term, result);
        result
    }

    /// Every node below the roots once, arguments before what they are arguments of.
    pub fn postorder(&self, roots: &[TermId]) -> Vec<TermId> {
        let mut seen = FxHashSet::default();
        let mut order = Vec::new();
        let mut todo = roots.to_vec();
        while let Some(term) = todo.pop() {
            if seen.insert(term) {
                order.push(term);
                todo.extend_from_slice(self.args(term));
            }
        }
        work::count(order.len() as u64);
        // Arguments have smaller ids.
        order.sort_unstable();
        order
    }

    /// Symbols that occur below the roots, in order of first declaration.
    pub fn symbols_in(&self, roots: &[TermId]) -> Vec<SymbolId> {
        let mut symbols: Vec<SymbolId> = self
            .postorder(roots)
            .into_iter()
            .filter_map(|term| match self.op(term) {
                Op::Apply(symbol) => Some(*symbol),
                _ => None,
            })
            .collect();
        symbols.sort();
        symbols.dedup();
        symbols
    }
}

/// The same binder with other variables.
pub fn rebind(op: &Op, vars: Vec<VarId>) -> Op {
    match op {
        Op::Forall(_) => Op::Forall(vars.into()),
        Op::Exists(_) => Op::Exists(vars.into()),
        Op::Fold(kind, var) => Op::Fold(*kind, vars.first().copied().unwrap_or(*var)),
        other => other.clone(),
    }
}

/// Copies terms from one pool into another, declaring symbols and variables as they are met.
pub struct Importer<'a> {
    from: &'a Terms,
    terms: FxHashMap<TermId, TermId>,
    symbols: BTreeMap<SymbolId, SymbolId>,
    vars: BTreeMap<VarId, VarId>,
    operators: BTreeMap<OperatorId, OperatorId>,
}

impl<'a> Importer<'a> {
    pub fn new(from: &'a Terms) -> Importer<'a> {
        Importer {
            from,
            terms: FxHashMap::default(),
            symbols: BTreeMap::new(),
            vars: BTreeMap::new(),
            operators: BTreeMap::new(),
        }
    }

    /// Copies all operators; one that is known there by its name is that one. Before any terms.
    pub fn all_operators(&mut self, into: &mut Terms) {
        for (id, operator) in self.from.operators() {
            let known = into.operators().find(|(_, other)| other.name == operator.name).map(|(known, _)| known);
            let copy = match known {
                Some(known) => known,
                None => {
                    let copy = Operator {
                        name: operator.name.clone(),
                        operands: operator.operands.map(|var| self.var(into, var)),
                        body: self.term(into, operator.body),
                        identity: self.term(into, operator.identity),
                        is_lawful: operator.is_lawful,
                    };
                    into.declare_operator(copy, self.from.is_abstract(id))
                }
            };
            self.operators.insert(id, copy);
        }
    }

    fn kind(&self, kind: FoldKind) -> FoldKind {
        match kind {
            FoldKind::Over(operator) => {
                FoldKind::Over(*self.operators.get(&operator).expect("operators are copied before terms"))
            }
            kind => kind,
        }
    }

    /// Says that a symbol is known already in the pool that is copied into.
    pub fn identify(&mut self, symbol: SymbolId, with: SymbolId) {
        self.symbols.insert(symbol, with);
    }

    pub fn symbol(&mut self, into: &mut Terms, symbol: SymbolId) -> SymbolId {
        let from = self.from;
        *self.symbols.entry(symbol).or_insert_with(|| {
            let info = from.symbol_info(symbol);
            into.declare(info.name.clone(), &info.args, info.result)
        })
    }

    pub fn var(&mut self, into: &mut Terms, var: VarId) -> VarId {
        let from = self.from;
        *self.vars.entry(var).or_insert_with(|| {
            let info = from.var_info(var);
            into.fresh_var(info.name.clone(), info.sort)
        })
    }

    pub fn term(&mut self, into: &mut Terms, term: TermId) -> TermId {
        if let Some(done) = self.terms.get(&term) {
            return *done;
        }
        let args: Vec<TermId> = self.from.args(term).to_vec().iter().map(|arg| self.term(into, *arg)).collect();
        let op = match self.from.op(term) {
            Op::Var(var) => Op::Var(self.var(into, *var)),
            Op::Apply(symbol) => Op::Apply(self.symbol(into, *symbol)),
            op @ (Op::Forall(vars) | Op::Exists(vars)) => {
                let vars = vars.iter().map(|var| self.var(into, *var)).collect();
                rebind(op, vars)
            }
            Op::Fold(kind, var) => Op::Fold(self.kind(*kind), self.var(into, *var)),
            other => other.clone(),
        };
        let copied = into.rebuild(&op, &args);
        self.terms.insert(term, copied);
        copied
    }
}

//! What premises come to: universal statements, writes and lemmas at the values that a step uses them at.

use std::collections::BTreeMap;

use rustc_hash::{FxHashMap, FxHashSet};

use super::read::{Assign, Premise, Schema};
use super::statements::{Statements, are_distinct};
use super::terms::{Id, Op};

impl Statements {
    /// What a premise says, as propositions without quantifiers where that can be.
    pub fn premise(&mut self, premise: &Premise, context: u32) -> Result<Used, &'static str> {
        let plain = |propositions: Vec<Id>| Used { propositions, statement: None, is_quantified: false };
        match premise {
            Premise::Fact(fact) => Ok(plain(vec![*fact])),
            Premise::Opened(_) => Ok(plain(Vec::new())),
            Premise::Universal { body, values } => {
                let statement = *self.bodies.get(body).ok_or("the universal statement is not said before")?;
                let map: BTreeMap<u32, Id> = values.iter().copied().collect();
                let whole = self.all[statement].formula;
                let instance = self.pool.substitute(whole, &map);
                Ok(Used { propositions: vec![instance], statement: Some(statement), is_quantified: false })
            }
            Premise::Forall { vars, body } => {
                let statement = *self.bodies.get(body).ok_or("the universal statement is not said before")?;
                let whole = self.all[statement].formula;
                let closed = self.pool.make(Op::Forall(vars.clone().into()), vec![whole]);
                let closed = closed.ok_or("the universal statement is no proposition")?;
                Ok(Used { propositions: vec![closed], statement: Some(statement), is_quantified: true })
            }
            Premise::Assign { assign, read, writer } => {
                let literals = self.contexts[context as usize].clone();
                let known = self.write(*assign, &literals).ok_or("the write is none of the task's")?;
                let says = self.write_at(*assign, *read, writer).ok_or("the write is not at the cell")?;
                let propositions = vec![self.pool.implied(&known.guard, says)];
                Ok(Used { propositions, statement: known.statement, is_quantified: false })
            }
            Premise::Schema { schema, values, functions } => {
                if !self.of_task.schemas.contains(schema) {
                    return Err("the lemma is none of the task's");
                }
                let instance = self.instance(schema, values, functions).ok_or("the values are not the lemma's")?;
                Ok(plain(vec![instance]))
            }
        }
    }

    /// What a write says of a cell, where its writer has a name, if there is one, and of these coordinates, if there are some.
    fn write_at(&mut self, assign: u32, read: Id, writer: &[Id]) -> Option<Id> {
        let vars = self.assigns[assign as usize].vars.clone();
        let some: Vec<Id> = vars
            .iter()
            .map(|var| {
                let fresh = self.pool.new_var(self.pool.vars[*var as usize]);
                self.pool.var(fresh)
            })
            .collect();
        let some = self.at(assign, read, &some)?;
        let written = self.pool.and(&[some.writes, some.gets]);
        let mut kept = vec![some.keeps];
        if writer.len() == vars.len() {
            let here = self.at(assign, read, writer)?;
            kept.push(self.pool.not(here.writes));
        }
        let kept = self.pool.and(&kept);
        Some(self.pool.word("||", &[written, kept]))
    }

    pub fn at(&mut self, assign: u32, read: Id, writer: &[Id]) -> Option<AtCell> {
        let Assign { new, old, vars, range, mask, index, value } = self.assigns[assign as usize].clone();
        let fits = |(var, value): (&u32, &Id)| self.pool.vars[*var as usize] == self.pool.sort(*value);
        let is_read = *self.pool.op(read) == Op::Apply(new);
        if !is_read || vars.len() != writer.len() || !vars.iter().zip(writer).all(fits) {
            return None;
        }
        let map: BTreeMap<u32, Id> = vars.iter().copied().zip(writer.iter().copied()).collect();
        let pool = &mut self.pool;
        let cell = pool.args(read).to_vec();
        let mut writes = vec![pool.substitute(range, &map), pool.substitute(mask, &map)];
        for (index, at) in index.iter().zip(&cell) {
            let index = pool.substitute(*index, &map);
            writes.push(pool.equal(index, *at)?);
        }
        let value = pool.substitute(value, &map);
        let before = pool.make(Op::Apply(old), cell)?;
        let (gets, keeps) = (pool.equal(read, value)?, pool.equal(read, before)?);
        Some(AtCell { writes: pool.and(&writes), gets, keeps })
    }

    /// A lemma's fact for these values and functions.
    fn instance(&mut self, schema: &Schema, values: &[Id], functions: &[(Vec<u32>, Id)]) -> Option<Id> {
        let fits = |(var, value): (&u32, &Id)| self.pool.vars[*var as usize] == self.pool.sort(*value);
        if schema.vars.len() != values.len() || !schema.vars.iter().zip(values).all(fits) {
            return None;
        }
        for (symbol, (params, value)) in schema.functions.iter().zip(functions) {
            let symbol = &self.pool.symbols[*symbol as usize];
            let sorts: Vec<_> = params.iter().map(|param| self.pool.vars[*param as usize]).collect();
            if symbol.args != sorts || symbol.result != self.pool.sort(*value) || !are_distinct(params) {
                return None;
            }
        }
        let named: FxHashMap<u32, &(Vec<u32>, Id)> = schema.functions.iter().copied().zip(functions).collect();
        // The lemma's own binders must not catch what is free in a function's value: their variables are the lemma's.
        let own = self.binders(schema.fact);
        if functions
            .iter()
            .any(|(params, value)| self.pool.free(*value).iter().any(|var| !params.contains(var) && own.contains(var)))
        {
            return None;
        }
        let fact = self.with_functions(schema.fact, &named, &mut FxHashMap::default())?;
        let map: BTreeMap<u32, Id> = schema.vars.iter().copied().zip(values.iter().copied()).collect();
        Some(self.pool.substitute(fact, &map))
    }

    fn binders(&self, term: Id) -> FxHashSet<u32> {
        let mut all = FxHashSet::default();
        for inner in self.pool.below(&[term]) {
            match self.pool.op(inner) {
                Op::Forall(vars) | Op::Exists(vars) => all.extend(vars.iter().copied()),
                Op::Fold(_, var) => drop(all.insert(*var)),
                _ => {}
            }
        }
        all
    }

    fn with_functions(
        &mut self,
        term: Id,
        functions: &FxHashMap<u32, &(Vec<u32>, Id)>,
        done: &mut FxHashMap<Id, Id>,
    ) -> Option<Id> {
        if let Some(known) = done.get(&term) {
            return Some(*known);
        }
        let (op, args) = (self.pool.op(term).clone(), self.pool.args(term).clone());
        let args = args.iter().map(|arg| self.with_functions(*arg, functions, done)).collect::<Option<Vec<Id>>>()?;
        let made = match &op {
            Op::Apply(symbol) if functions.contains_key(symbol) => {
                let (params, value) = functions[symbol];
                let map: BTreeMap<u32, Id> = params.iter().copied().zip(args).collect();
                self.pool.substitute(*value, &map)
            }
            _ => self.pool.make(op, args)?,
        };
        done.insert(term, made);
        Some(made)
    }
}

/// What a premise comes to.
pub struct Used {
    pub propositions: Vec<Id>,
    pub statement: Option<usize>,
    pub is_quantified: bool,
}

/// Of a writer and a cell: that it writes there, that the cell has its value then, that it has the old value.
pub struct AtCell {
    pub writes: Id,
    pub gets: Id,
    pub keeps: Id,
}

//! Terms as SMT-LIB text, built through the `smtlib-lowlevel` syntax tree.
//!
//! Every operator is encoded exactly or as an uninterpreted function; with one of the latter the
//! query is [`Query::approximate`], and only `unsat` may be believed. Shared subterms are written
//! once: closed ones as `define-fun`, others as `let` right below the binder that they depend on.
//! Names are given in the order of first occurrence, so renaming the program's variables changes
//! nothing.

use std::collections::{BTreeMap, BTreeSet};

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Signed, Zero};
use smtlib_lowlevel::Storage;
use smtlib_lowlevel::ast::{
    Command, FunctionDef, Identifier, QualIdentifier, Sort as SmtSort, SortedVar, SpecConstant, Term, VarBinding,
};
use smtlib_lowlevel::lexicon::{Decimal, Numeral, Symbol};

use crate::logic::traverse::rebind;
use crate::logic::{Op, Sort, SymbolId, TermId, Terms, VarId};
use crate::smt::lift::lift;
use crate::smt::query::Query;

/// The query whose `unsat` proves that the hypotheses imply the goal. All are propositions; a
/// variable that is free in them stands for one arbitrary value.
pub fn encode(terms: &Terms, hypotheses: &[TermId], goal: TermId) -> Query {
    let mut roots = hypotheses.to_vec();
    roots.push(goal);
    let storage = Storage::new();
    match with_own_variables(terms, &roots) {
        Some((terms, roots)) => Encoder::new(&terms, &storage).encode(&roots),
        None => Encoder::new(terms, &storage).encode(&roots),
    }
}

/// A copy in which no variable is free, and none is bound within the scope of another binder of it;
/// nothing when that is so already.
fn with_own_variables(terms: &Terms, roots: &[TermId]) -> Option<(Terms, Vec<TermId>)> {
    let nodes = terms.postorder(roots);
    let binds_again = |term: &TermId| {
        let own = terms.op(*term).binds();
        let body = terms.args(*term).last();
        !own.is_empty()
            && body.is_some_and(|body| {
                let below = terms.postorder(&[*body]);
                below.iter().any(|inner| terms.op(*inner).binds().iter().any(|var| own.contains(var)))
            })
    };
    if roots.iter().all(|root| terms.is_closed(*root)) && !nodes.iter().any(binds_again) {
        return None;
    }
    let mut terms = terms.clone();
    let mut open: BTreeMap<VarId, TermId> = BTreeMap::new();
    for root in roots {
        for var in terms.free(*root).clone().iter() {
            let info = terms.var_info(*var).clone();
            open.entry(*var).or_insert_with(|| terms.fresh_constant(info.name, info.sort));
        }
    }
    let mut rename = |terms: &mut Terms, term: TermId| {
        let op = terms.op(term).clone();
        let own = op.binds().to_vec();
        if own.is_empty() {
            return None;
        }
        let mut args = terms.args(term).to_vec();
        let mut map = BTreeMap::new();
        let mut fresh = Vec::new();
        for var in own {
            let info = terms.var_info(var).clone();
            let new = terms.fresh_var(info.name, info.sort);
            fresh.push(new);
            map.insert(var, terms.var(new));
        }
        let body = args.pop()?;
        args.push(terms.substitute(body, &map));
        Some(terms.rebuild(&rebind(&op, fresh), &args))
    };
    let renamed: Vec<TermId> = roots.iter().map(|root| terms.rewrite(*root, &mut rename)).collect();
    let closed = renamed.into_iter().map(|root| terms.substitute(root, &open)).collect();
    Some((terms, closed))
}

/// What is declared: an operator without an exact encoding, by name and signature; a fold, by shape.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Function {
    Symbol(SymbolId),
    Operator(&'static str),
    Fold(String),
}

type Signature = (Vec<Sort>, Sort);

struct Encoder<'t, 'st> {
    terms: &'t Terms,
    storage: &'st Storage,
    functions: BTreeMap<(Function, Signature), &'st str>,
    variables: BTreeMap<VarId, &'st str>,
    declarations: Vec<Command<'st>>,
    sorts: BTreeSet<Sort>,
    /// The function that a term is an application of, unless it is an SMT-LIB operator.
    heads: BTreeMap<TermId, &'st str>,
    /// What a term is written with: its arguments, or the bounds and slots of a fold.
    parts: BTreeMap<TermId, Vec<TermId>>,
    /// The names of terms that are written once.
    names: BTreeMap<TermId, &'st str>,
    query: Query,
}

/// Unnamed syntax is never nested deeper, however deep the term is.
const DEEPEST: u32 = 40;

impl<'t, 'st> Encoder<'t, 'st> {
    fn new(terms: &'t Terms, storage: &'st Storage) -> Encoder<'t, 'st> {
        Encoder {
            terms,
            storage,
            functions: BTreeMap::new(),
            variables: BTreeMap::new(),
            declarations: Vec::new(),
            sorts: BTreeSet::new(),
            heads: BTreeMap::new(),
            parts: BTreeMap::new(),
            names: BTreeMap::new(),
            query: Query::default(),
        }
    }

    /// Asserts all roots but the last, and the negation of the last.
    fn encode(mut self, roots: &[TermId]) -> Query {
        self.declare(roots);
        self.choose_names(roots);
        let mut commands = std::mem::take(&mut self.declarations);
        let named: Vec<(TermId, &str)> = self.names.iter().map(|(term, name)| (*term, *name)).collect();
        for (term, name) in named {
            // Others are bound by `let`. Arguments have smaller ids, so they are defined before.
            if self.terms.is_closed(term) {
                let body = self.fragment(term);
                let sort = self.sort(self.terms.sort(term));
                commands.push(Command::DefineFun(FunctionDef(Symbol(name), &[], sort, body)));
            }
        }
        // The solver may find operands equal that stand in another order.
        let swapped: Vec<TermId> = self
            .parts
            .keys()
            .copied()
            .filter(|term| matches!(self.terms.op(*term), Op::Float(op) if op.is_commutative()))
            .filter(|term| self.terms.is_closed(*term))
            .collect();
        for term in swapped {
            let parts: Vec<_> = self.parts[&term].iter().map(|part| self.reference(*part)).collect();
            let head = self.heads[&term];
            let (one, other) = (self.application(head, &parts), self.application(head, &[parts[1], parts[0]]));
            commands.push(Command::Assert(self.application("=", &[one, other])));
        }
        for (at, root) in roots.iter().enumerate() {
            let fact = self.reference(*root);
            let fact = if at + 1 == roots.len() { self.application("not", &[fact]) } else { fact };
            commands.push(Command::Assert(fact));
        }
        let mut query = self.query;
        query.text = commands.iter().map(|command| format!("{command}\n")).collect();
        query
    }

    /// Declares what occurs, in the order in which it is met.
    fn declare(&mut self, roots: &[TermId]) {
        let mut todo: Vec<TermId> = roots.iter().rev().copied().collect();
        while let Some(term) = todo.pop() {
            if self.parts.contains_key(&term) {
                continue;
            }
            let terms = self.terms;
            let mut parts = terms.args(term).to_vec();
            match terms.op(term) {
                Op::Apply(symbol) => {
                    let info = terms.symbol_info(*symbol);
                    self.head(term, Function::Symbol(*symbol), info.args.clone(), info.result);
                }
                Op::Fold(kind, var) => {
                    let (lo, hi, body) = (parts[0], parts[1], parts[2]);
                    let lifted = lift(terms, *kind, *var, body);
                    parts = [vec![lo, hi], lifted.slots].concat();
                    let sorts = parts.iter().map(|part| terms.sort(*part)).collect();
                    self.head(term, Function::Fold(lifted.shape), sorts, terms.sort(term));
                    self.query.approximate = true;
                }
                Op::Forall(vars) | Op::Exists(vars) => {
                    for var in vars {
                        let name = format!("x{}", self.variables.len());
                        self.variables.entry(*var).or_insert_with(|| self.storage.alloc_str(&name));
                        self.declare_sort(terms.var_info(*var).sort);
                    }
                }
                op if !self.is_exact(term) => {
                    let sorts = parts.iter().map(|part| terms.sort(*part)).collect();
                    self.head(term, Function::Operator(op.row().name), sorts, terms.sort(term));
                    self.query.approximate = true;
                }
                _ => {}
            }
            todo.extend(parts.iter().rev());
            self.parts.insert(term, parts);
        }
    }

    /// Whether SMT-LIB can say what the operator means on these arguments.
    fn is_exact(&self, term: TermId) -> bool {
        let numeric = self.terms.args(term).iter().all(|arg| self.terms.sort(*arg).is_numeric());
        match self.terms.op(term) {
            Op::Pow | Op::Log2 | Op::IsPow2 | Op::BitAnd | Op::Float(_) => false,
            Op::Le | Op::Lt | Op::Add | Op::Mul | Op::RealDiv | Op::Min | Op::Max | Op::Abs => numeric,
            Op::Div | Op::Mod | Op::TruncDiv | Op::TruncRem | Op::ToReal | Op::Floor => numeric,
            Op::Bool(_) | Op::Int(_) | Op::Real(_) | Op::Var(_) | Op::Apply(_) => true,
            Op::Not | Op::And | Op::Or | Op::Implies | Op::Ite | Op::Eq => true,
            Op::Forall(_) | Op::Exists(_) | Op::Fold(..) => true,
        }
    }

    fn head(&mut self, term: TermId, function: Function, arguments: Vec<Sort>, result: Sort) {
        let key = (function, (arguments, result));
        if let Some(name) = self.functions.get(&key) {
            self.heads.insert(term, name);
            return;
        }
        let (prefix, symbol) = match &key.0 {
            Function::Symbol(symbol) => ("f", Some(*symbol)),
            Function::Operator(name) => (*name, None),
            Function::Fold(_) => ("fold", None),
        };
        let name: &'st str = self.storage.alloc_str(&format!("{prefix}!{}", self.functions.len()));
        if let Some(symbol) = symbol {
            self.query.symbols.push((name.to_string(), symbol));
        }
        let (arguments, result) = key.1.clone();
        let arguments: Vec<SmtSort<'st>> = arguments
            .into_iter()
            .map(|sort| {
                self.declare_sort(sort);
                self.sort(sort)
            })
            .collect();
        self.declare_sort(result);
        let result = self.sort(result);
        self.declarations.push(Command::DeclareFun(Symbol(name), self.storage.alloc_slice(&arguments), result));
        self.functions.insert(key, name);
        self.heads.insert(term, name);
    }

    fn declare_sort(&mut self, sort: Sort) {
        if let Sort::Float(_) = sort
            && self.sorts.insert(sort)
        {
            // Its operations are unknown functions: a model of them is no run of a machine.
            self.query.approximate = true;
            let name = self.storage.alloc_str(&sort_name(sort));
            self.declarations.push(Command::DeclareSort(Symbol(name), Numeral::from_usize(0)));
        }
    }

    fn sort(&self, sort: Sort) -> SmtSort<'st> {
        SmtSort::new_simple(self.storage.alloc_str(&sort_name(sort)))
    }

    /// Names what is written more than once, and what keeps the text from nesting too deeply.
    fn choose_names(&mut self, roots: &[TermId]) {
        let mut uses: BTreeMap<TermId, u32> = BTreeMap::new();
        for root in roots {
            *uses.entry(*root).or_default() += 1;
        }
        for (term, parts) in &self.parts {
            let twice = matches!(self.terms.op(*term), Op::Min | Op::Max | Op::Abs | Op::TruncDiv | Op::TruncRem);
            for part in parts {
                *uses.entry(*part).or_default() += if twice { 2 } else { 1 };
            }
        }
        let mut heights: BTreeMap<TermId, u32> = BTreeMap::new();
        for (term, parts) in &self.parts {
            let mut height = 1 + parts.iter().map(|part| heights[part]).max().unwrap_or(0);
            if !parts.is_empty() && (uses[term] > 1 || height > DEEPEST) {
                let name: &'st str = self.storage.alloc_str(&format!("t{}", self.names.len()));
                self.names.insert(*term, name);
                height = 0;
            }
            heights.insert(*term, height);
        }
    }

    /// A term by its name if it has one.
    fn reference(&self, term: TermId) -> &'st Term<'st> {
        match self.names.get(&term) {
            Some(name) => self.identifier(name),
            None => self.fragment(term),
        }
    }

    /// A term written out, down to what has names.
    fn fragment(&self, term: TermId) -> &'st Term<'st> {
        let op = self.terms.op(term);
        if let Op::Forall(vars) | Op::Exists(vars) = op {
            return self.binder(term, vars);
        }
        let parts: Vec<&'st Term<'st>> = self.parts[&term].iter().map(|part| self.reference(*part)).collect();
        if let Some(head) = self.heads.get(&term) {
            return self.application(head, &parts);
        }
        // C's division: Euclidean on the dividend's absolute value, with the dividend's sign. (Both
        // agree on a dividend that is not negative, whatever the divisor's sign.)
        let truncated = |head: &str| {
            let positive = self.application(head, &parts);
            let opposite = self.application("-", &[parts[0]]);
            let negative = self.application("-", &[self.application(head, &[opposite, parts[1]])]);
            let condition = self.application("<=", &[self.integer(&BigInt::zero()), parts[0]]);
            self.application("ite", &[condition, positive, negative])
        };
        match op {
            Op::Bool(value) => self.identifier(if *value { "true" } else { "false" }),
            Op::Int(value) => self.integer(value),
            Op::Real(value) => self.real(value),
            Op::Var(var) => self.identifier(self.variables.get(var).copied().unwrap_or("unbound")),
            Op::TruncDiv => truncated("div"),
            Op::TruncRem => truncated("mod"),
            Op::Min | Op::Max => {
                let condition = self.application("<=", &[parts[0], parts[1]]);
                let (then, other) = if *op == Op::Min { (0, 1) } else { (1, 0) };
                self.application("ite", &[condition, parts[then], parts[other]])
            }
            Op::Abs => {
                let zero = match self.terms.sort(term) {
                    Sort::Real => self.real(&BigRational::zero()),
                    _ => self.integer(&BigInt::zero()),
                };
                let condition = self.application("<=", &[zero, parts[0]]);
                self.application("ite", &[condition, parts[0], self.application("-", &[parts[0]])])
            }
            other => self.application(other.row().smt.unwrap_or(other.row().name), &parts),
        }
    }

    /// A quantifier, with what is shared under it bound by `let`: one `let` for each level, so that
    /// the nesting follows the terms' and not their number.
    fn binder(&self, term: TermId, vars: &[VarId]) -> &'st Term<'st> {
        let body = self.parts[&term][0];
        let outside = self.terms.free(term);
        // A name is bound here if the term depends on a variable of this binder and of none below.
        let at_home = |inner: &TermId| {
            self.names.contains_key(inner) && {
                let free = self.terms.free(*inner);
                free.iter().any(|var| vars.contains(var))
                    && free.iter().all(|var| vars.contains(var) || outside.binary_search(var).is_ok())
            }
        };
        let mut levels: BTreeMap<TermId, usize> = BTreeMap::new();
        let mut lets: BTreeMap<usize, Vec<TermId>> = BTreeMap::new();
        for inner in self.below(body) {
            let level = self.parts[&inner].iter().map(|part| levels[part]).max().unwrap_or(0);
            let home = at_home(&inner);
            if home {
                lets.entry(level).or_default().push(inner);
            }
            levels.insert(inner, level + usize::from(home));
        }
        let mut result = self.reference(body);
        for named in lets.values().rev() {
            let bindings: Vec<VarBinding<'st>> =
                named.iter().map(|inner| VarBinding(Symbol(self.names[inner]), self.fragment(*inner))).collect();
            result = self.storage.alloc_term(Term::Let(self.storage.alloc_slice(&bindings), result));
        }
        let sorted: Vec<SortedVar<'st>> = vars
            .iter()
            .map(|var| SortedVar(Symbol(self.variables[var]), self.sort(self.terms.var_info(*var).sort)))
            .collect();
        let sorted = self.storage.alloc_slice(&sorted);
        self.storage.alloc_term(match self.terms.op(term) {
            Op::Exists(_) => Term::Exists(sorted, result),
            _ => Term::Forall(sorted, result),
        })
    }

    /// All that is written for a term, parts before what they are parts of.
    fn below(&self, term: TermId) -> BTreeSet<TermId> {
        let mut seen = BTreeSet::new();
        let mut todo = vec![term];
        while let Some(term) = todo.pop() {
            if seen.insert(term) {
                todo.extend_from_slice(&self.parts[&term]);
            }
        }
        seen
    }

    fn identifier(&self, name: &str) -> &'st Term<'st> {
        let name = self.storage.alloc_str(name);
        self.storage.alloc_term(Term::Identifier(QualIdentifier::Identifier(Identifier::simple(name))))
    }

    fn application(&self, head: &str, arguments: &[&'st Term<'st>]) -> &'st Term<'st> {
        if arguments.is_empty() {
            return self.identifier(head);
        }
        let head = QualIdentifier::Identifier(Identifier::simple(self.storage.alloc_str(head)));
        self.storage.alloc_term(Term::Application(head, self.storage.alloc_slice(arguments)))
    }

    fn integer(&self, value: &BigInt) -> &'st Term<'st> {
        let digits = self.storage.alloc_str(&value.magnitude().to_string());
        let numeral = Numeral::try_from_str(digits).unwrap_or(Numeral::from_u128(0));
        self.signed(value.is_negative(), SpecConstant::Numeral(numeral))
    }

    fn real(&self, value: &BigRational) -> &'st Term<'st> {
        let decimal = |value: &BigInt| {
            let digits = self.storage.alloc_str(&format!("{}.0", value.magnitude()));
            SpecConstant::Decimal(Decimal(digits))
        };
        if value.denom().is_one() {
            return self.signed(value.is_negative(), decimal(value.numer()));
        }
        let numerator = self.signed(value.is_negative(), decimal(value.numer()));
        self.application("/", &[numerator, self.signed(false, decimal(value.denom()))])
    }

    fn signed(&self, negative: bool, constant: SpecConstant<'st>) -> &'st Term<'st> {
        let term = self.storage.alloc_term(Term::SpecConstant(constant));
        if negative { self.application("-", &[term]) } else { term }
    }
}

/// `Float32` means something else to z3.
fn sort_name(sort: Sort) -> String {
    match sort {
        Sort::Float(bits) => format!("Machine!{bits}"),
        Sort::Bool | Sort::Int | Sort::Real => sort.name(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::logic::{FoldKind, Operator};

    fn text(build: impl Fn(&mut Terms) -> (Vec<TermId>, TermId)) -> Query {
        let mut terms = Terms::new();
        let (hypotheses, goal) = build(&mut terms);
        encode(&terms, &hypotheses, goal)
    }

    #[test]
    fn names_do_not_depend_on_the_program() {
        let query = |name: &str| {
            text(|terms| {
                let n = terms.fresh_constant(name, Sort::Int);
                let zero = terms.int(0);
                let goal = terms.le(zero, n);
                (vec![], goal)
            })
        };
        assert_eq!(query("n").text, "(declare-fun f!0 () Int)\n(assert (not (<= 0 f!0)))\n");
        assert_eq!(query("n").text, query("(reset) |").text);
        assert!(!query("n").approximate);
    }

    #[test]
    fn shared_terms_are_written_once() {
        // Each step applies f to the step before, twice: as a tree it would have 2^60 leaves.
        let query = text(|terms| {
            let f = terms.declare("f", &[Sort::Int, Sort::Int], Sort::Int);
            let var = terms.fresh_var("i", Sort::Int);
            let (mut closed, mut open) = (terms.int(1), terms.var(var));
            for _ in 0..60 {
                closed = terms.apply(f, &[closed, closed]);
                open = terms.apply(f, &[open, open]);
            }
            let equal = terms.eq(open, closed);
            let goal = terms.forall(&[var], equal);
            (vec![], goal)
        });
        assert!(query.text.len() < 10_000, "{}", query.text.len());
        assert_eq!(query.text.matches("define-fun").count(), 59);
    }

    #[test]
    fn deep_terms_do_not_nest_deeply() {
        let query = text(|terms| {
            let f = terms.declare("f", &[Sort::Int], Sort::Int);
            let var = terms.fresh_var("i", Sort::Int);
            let mut deep = terms.var(var);
            for _ in 0..20_000 {
                deep = terms.apply(f, &[deep]);
            }
            let zero = terms.int(0);
            let goal = terms.le(zero, deep);
            (vec![], terms.exists(&[var], goal))
        });
        assert!(crate::smt::commands::deepest_nesting(&query.text) < 2_500);
    }

    #[test]
    fn folds_of_one_shape_are_one_function() {
        let query = text(|terms| {
            let a = terms.declare("a", &[Sort::Int], Sort::Int);
            let [n, m] = ["n", "m"].map(|name| terms.fresh_constant(name, Sort::Int));
            let zero = terms.int(0);
            let mut sum = |factor: TermId, name: &str| {
                let var = terms.fresh_var(name, Sort::Int);
                let at = terms.var(var);
                let cell = terms.apply(a, &[at]);
                let body = terms.mul(factor, cell);
                terms.fold(FoldKind::Sum, var, zero, n, body)
            };
            let (left, right) = (sum(n, "k"), sum(m, "j"));
            let hypothesis = terms.eq(n, m);
            (vec![hypothesis], terms.eq(left, right))
        });
        assert!(query.approximate);
        assert_eq!(query.text.matches("declare-fun fold!").count(), 1, "{}", query.text);
    }

    #[test]
    fn folds_over_two_operators_are_two_functions() {
        let query = text(|terms| {
            let (zero, n) = (terms.int(0), terms.fresh_constant("n", Sort::Int));
            let mut fold = |name: &str| {
                let head = terms.declare(name, &[Sort::Int, Sort::Int], Sort::Int);
                let operands = ["x", "y"].map(|name| terms.fresh_var(name, Sort::Int));
                let values = operands.map(|var| terms.var(var));
                let body = terms.apply(head, &values);
                let operator = Operator { name: name.into(), operands, body, identity: zero, is_lawful: true };
                let kind = FoldKind::Over(terms.declare_operator(operator, true));
                let var = terms.fresh_var("k", Sort::Int);
                let at = terms.var(var);
                terms.fold(kind, var, zero, n, at)
            };
            let (left, right) = (fold("plus"), fold("times"));
            (vec![], terms.eq(left, right))
        });
        assert_eq!(query.text.matches("declare-fun fold!").count(), 2, "{}", query.text);
    }

    #[test]
    fn a_variable_bound_twice_gets_two_names() {
        let query = text(|terms| {
            let p = terms.declare("p", &[Sort::Int], Sort::Bool);
            let var = terms.fresh_var("i", Sort::Int);
            let at = terms.var(var);
            let holds = terms.apply(p, &[at]);
            let some = terms.exists(&[var], holds);
            let body = terms.implies(holds, some);
            (vec![], terms.forall(&[var], body))
        });
        assert!(
            query.text.contains("(exists ((x1 Int)) (f!0 x1))") || query.text.contains("(exists ((x0 Int)) (f!0 x0))")
        );
        assert!(query.text.contains("forall ((x0 Int))") != query.text.contains("exists ((x0 Int))"), "{}", query.text);
    }

    #[test]
    fn floats_and_unknown_operators_make_a_query_approximate() {
        let query = text(|terms| {
            let [x, y] = ["x", "y"].map(|name| terms.fresh_constant(name, Sort::Float(32)));
            (vec![], terms.le(x, y))
        });
        assert!(query.approximate);
        assert!(query.text.contains("(declare-sort Machine!32 0)"), "{}", query.text);
        let bits = text(|terms| {
            let [x, y] = ["x", "y"].map(|name| terms.fresh_constant(name, Sort::Int));
            let both = terms.bit_and(x, y);
            (vec![], terms.le(both, x))
        });
        assert!(bits.approximate && bits.text.contains("(declare-fun bitand!"), "{}", bits.text);
    }
}

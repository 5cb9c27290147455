//! The text form of a kernel's tasks: all of a [`TaskSet`] but spans. [`super::parse`] reads it back.
//!
//! ```text
//! kernel "vectorAdd"
//! constant n: Int
//! constant blockDim.x: Int
//! symbol c: (Int) -> Real
//! symbol c!1: (Int) -> Real
//! variables tx?0, bx?1, p?2: Bool
//! operator plus abstract operands=(x?3, y?4) body=`\\plus`(x?3, y?4) identity=`\\e`
//! launch block=(blockDim.x, 1, 1) grid=(16, 1, 1)
//! h0 "requires 1": 0 <= n
//! h1 "assignment to c": assign new=c!1 old=c vars=(tx?0) range=0 <= tx?0 mask=tx?0 < n index=(tx?0) value=0.0
//! h2 "lemma zero": lemma functions=(f) vars=(n?1) trigger=(sum(k?2, f(k?2), 0, n?1)) fact=...
//! task vectorAdd/ensures1 ensures h0 h1 |- forall tx?0. 0 <= tx?0 && tx?0 < n -> c!1(tx?0) == 0.0
//! assumption "distinct array parameters do not alias"
//! ```
//!
//! Only symbols and variables that occur are declared, and variables are numbered anew. What may stand
//! in any order (summands, conjuncts) stands in the order of its text, because the pool that reads the
//! text has an order of its own: so reading and printing again gives the same text. A name that is no
//! plain word, or has a meaning of its own (`min`, `forall`), stands in backquotes; the second symbol of
//! a name is written `f#2`.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use crate::kernel::spelling::quoted;
use crate::logic::{Op, OperatorId, Sort, Spelling, SymbolId, TermId, Terms, VarId};

use super::task::{Assign, Form, Schema, TaskSet};
use super::tokens;

/// The text form of all tasks of a kernel.
pub fn task_set(set: &TaskSet) -> String {
    let terms = &set.terms;
    let mut out = format!("kernel {}\n", quoted(&set.kernel, '"'));
    let spelling = declarations(set, &mut out);
    for (id, _) in terms.operators() {
        line(&mut out, format_args!("{}", operator(terms, id, &spelling)));
    }
    let show = |term: TermId| terms.show_canonical(term, &spelling);
    let list = |list: &[TermId]| list.iter().map(|term| show(*term)).collect::<Vec<_>>().join(", ");
    let (block, grid) = (list(&set.launch.block_dim), list(&set.launch.grid_dim));
    line(&mut out, format_args!("launch block=({block}) grid=({grid})"));
    for (at, hypothesis) in set.hypotheses.iter().enumerate() {
        let form = match &hypothesis.form {
            Form::Proposition(term) => show(*term),
            Form::Assign(assign) => assignment(terms, assign, &spelling),
            Form::Schema(schema) => self::schema(terms, schema, &spelling),
        };
        line(&mut out, format_args!("h{at} {}: {form}", quoted(&hypothesis.origin, '"')));
    }
    for task in &set.tasks {
        let id = if tokens::is_run(&task.id) { task.id.clone() } else { quoted(&task.id, '"') };
        let hypotheses: String = task.hypotheses.iter().map(|at| format!("h{at} ")).collect();
        line(&mut out, format_args!("task {id} {} {hypotheses}|- {}", task.kind.name(), show(task.goal)));
    }
    for assumption in &set.assumptions {
        line(&mut out, format_args!("assumption {}", quoted(assumption, '"')));
    }
    for (_, note) in &set.notes {
        line(&mut out, format_args!("note {}", quoted(note, '"')));
    }
    for found in &set.unsupported {
        line(&mut out, format_args!("unsupported {}", quoted(&found.construct, '"')));
    }
    out
}

/// The symbols and variables that occur.
fn occurring(set: &TaskSet) -> (BTreeSet<SymbolId>, BTreeSet<VarId>) {
    let terms = &set.terms;
    let (mut roots, mut symbols, mut vars) = (Vec::new(), BTreeSet::new(), BTreeSet::new());
    roots.extend(set.launch.block_dim.into_iter().chain(set.launch.grid_dim));
    for hypothesis in &set.hypotheses {
        match &hypothesis.form {
            Form::Proposition(term) => roots.push(*term),
            Form::Assign(assign) => {
                roots.extend([assign.range, assign.mask, assign.value]);
                roots.extend(&assign.index);
                symbols.extend([assign.new, assign.old]);
                vars.extend(&assign.vars);
            }
            Form::Schema(schema) => {
                roots.push(schema.fact);
                roots.extend(schema.triggers.iter().flatten());
                symbols.extend(&schema.functions);
                vars.extend(&schema.vars);
            }
        }
    }
    roots.extend(set.tasks.iter().map(|task| task.goal));
    for (_, operator) in terms.operators() {
        roots.extend([operator.body, operator.identity]);
        vars.extend(operator.operands);
    }
    symbols.extend(terms.symbols_in(&roots));
    for term in terms.postorder(&roots) {
        if let Op::Var(var) = terms.op(term) {
            vars.insert(*var);
        }
        vars.extend(terms.op(term).binds());
    }
    (symbols, vars)
}

/// Declares what occurs. Gives the spelling of it and of operators.
fn declarations(set: &TaskSet, out: &mut String) -> Spelling {
    let terms = &set.terms;
    let (symbols, vars) = occurring(set);
    let (mut spelling, mut seen) = (Spelling::default(), BTreeMap::new());
    for symbol in symbols {
        let info = terms.symbol_info(symbol);
        let spelled = unique(&mut seen, &info.name);
        if info.args.is_empty() {
            line(out, format_args!("constant {spelled}: {}", info.result.name()));
        } else {
            let sorts: Vec<String> = info.args.iter().map(|sort| sort.name()).collect();
            line(out, format_args!("symbol {spelled}: ({}) -> {}", sorts.join(", "), info.result.name()));
        }
        spelling.symbols.insert(symbol, spelled);
    }
    for (number, var) in vars.into_iter().enumerate() {
        spelling.vars.insert(var, format!("{}?{number}", plain_or_quoted(&terms.var_info(var).name)));
    }
    if !spelling.vars.is_empty() {
        let declared: Vec<String> = spelling.vars.iter().map(|(var, name)| declared(terms, *var, name)).collect();
        line(out, format_args!("variables {}", declared.join(", ")));
    }
    spelling.operators = terms.operators().map(|(id, operator)| (id, plain_or_quoted(&operator.name))).collect();
    spelling
}

fn operator(terms: &Terms, id: OperatorId, spelling: &Spelling) -> String {
    let operator = terms.operator(id);
    let known = match (terms.is_abstract(id), operator.is_lawful) {
        (true, _) => 0,
        (false, true) => 1,
        (false, false) => 2,
    };
    format!(
        "operator {} {} operands=({}, {}) body={} identity={}",
        spelling.operators[&id],
        tokens::LAWS[known],
        spelling.vars[&operator.operands[0]],
        spelling.vars[&operator.operands[1]],
        terms.show_canonical(operator.body, spelling),
        terms.show_canonical(operator.identity, spelling),
    )
}

fn assignment(terms: &Terms, assign: &Assign, spelling: &Spelling) -> String {
    let show = |term: TermId| terms.show_canonical(term, spelling);
    let vars: Vec<&str> = assign.vars.iter().map(|var| spelling.vars[var].as_str()).collect();
    let index: Vec<String> = assign.index.iter().map(|term| show(*term)).collect();
    format!(
        "assign new={} old={} vars=({}) range={} mask={} index=({}) value={}",
        spelling.symbols[&assign.new],
        spelling.symbols[&assign.old],
        vars.join(", "),
        show(assign.range),
        show(assign.mask),
        index.join(", "),
        show(assign.value),
    )
}

fn schema(terms: &Terms, schema: &Schema, spelling: &Spelling) -> String {
    let show = |term: &TermId| terms.show_canonical(*term, spelling);
    let functions: Vec<&str> = schema.functions.iter().map(|symbol| spelling.symbols[symbol].as_str()).collect();
    let vars: Vec<&str> = schema.vars.iter().map(|var| spelling.vars[var].as_str()).collect();
    let mut out = format!("{} functions=({}) vars=({})", schema.kind.name(), functions.join(", "), vars.join(", "));
    for trigger in &schema.triggers {
        let terms: Vec<String> = trigger.iter().map(show).collect();
        // Writing to a string does not fail.
        let _ = write!(out, " trigger=({})", terms.join(", "));
    }
    format!("{out} fact={}", show(&schema.fact))
}

fn declared(terms: &Terms, var: VarId, name: &str) -> String {
    match terms.var_info(var).sort {
        Sort::Int => name.to_string(),
        sort => format!("{name}: {}", sort.name()),
    }
}

/// The spelling of a symbol, unlike those of all before it.
fn unique(seen: &mut BTreeMap<String, u32>, name: &str) -> String {
    let count = seen.entry(name.to_string()).or_default();
    *count += 1;
    let spelled = plain_or_quoted(name);
    if *count == 1 { spelled } else { format!("{spelled}#{count}") }
}

fn plain_or_quoted(name: &str) -> String {
    if tokens::is_plain(name) { name.to_string() } else { quoted(name, '`') }
}

fn line(out: &mut String, text: std::fmt::Arguments<'_>) {
    // Writing to a string does not fail.
    let _ = writeln!(out, "{text}");
}

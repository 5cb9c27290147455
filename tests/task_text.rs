//! The text form of tasks: what is printed reads back as the same tasks, and bad text gives an error.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use gpuhoare::base::{Config, Files, Span};
use gpuhoare::logic::{FloatOp, FoldKind, Operator, Sort, SymbolId, TermId, Terms, VarId};
use gpuhoare::tasks::{Assign, Form, Hypothesis, Launch, Schema, SchemaKind, Task, TaskKind, TaskSet, parse, text};
use gpuhoare::{exec, lower, syntax};
use num_bigint::BigInt;
use num_rational::BigRational;
use proptest::collection::vec;
use proptest::prelude::*;

fn read(text: &str) -> Result<TaskSet, String> {
    let mut files = Files::new();
    let file = files.add("k.tasks", text);
    parse::task_set(file, text).map_err(|found| {
        assert_eq!(found.code.0, "E0011");
        let span = found.primary.expect("every error has a place").span;
        format!("{}: {}", files.start(span).line, found.message)
    })
}

/// Every term of the tasks that stands on its own.
fn roots(set: &TaskSet) -> Vec<TermId> {
    let mut roots: Vec<TermId> = set.launch.block_dim.into_iter().chain(set.launch.grid_dim).collect();
    for hypothesis in &set.hypotheses {
        match &hypothesis.form {
            Form::Proposition(term) => roots.push(*term),
            Form::Assign(assign) => {
                roots.extend([assign.range, assign.mask, assign.value]);
                roots.extend(&assign.index);
            }
            Form::Schema(schema) => {
                roots.extend(schema.triggers.iter().flatten());
                roots.push(schema.fact);
            }
        }
    }
    roots.extend(set.tasks.iter().map(|task| task.goal));
    roots
}

fn assert_round_trip(set: &TaskSet) {
    let printed = text::task_set(set);
    let back = read(&printed).unwrap_or_else(|fault| panic!("{fault}\n{printed}"));
    assert_eq!(text::task_set(&back), printed);
    // The text hides no difference: term by term there are as many nodes as there were.
    for (before, after) in roots(set).into_iter().zip(roots(&back)) {
        assert_eq!(set.terms.dag_size(&[before]), back.terms.dag_size(&[after]), "{}", set.terms.show(before));
    }
    assert_eq!(roots(set).len(), roots(&back).len());
    for (before, after) in set.tasks.iter().zip(&back.tasks) {
        assert_eq!((&before.id, before.kind, &before.hypotheses), (&after.id, after.kind, &after.hypotheses));
    }
    assert_eq!((&set.kernel, &set.assumptions), (&back.kernel, &back.assumptions));
}

// ── what execution makes ────────────────────────────────────────────────────────────────────────

fn cuda_files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            cuda_files(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "cu") {
            found.push(path);
        }
    }
}

#[test]
fn tasks_of_the_examples_read_back() {
    let mut paths = Vec::new();
    cuda_files(&PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("examples"), &mut paths);
    paths.sort();
    let config = Config::default();
    let mut tasks = 0;
    for path in paths {
        let mut files = Files::new();
        let tree = syntax::parse_file(&mut files, &path, &config);
        for kernel in lower::lower_file(&tree, &[], &config, &files).kernels {
            let set = exec::execute(&kernel, &config);
            assert_round_trip(&set);
            tasks += set.tasks.len();
        }
    }
    assert!(tasks > 0, "no example has a task");
}

// ── what chance makes ───────────────────────────────────────────────────────────────────────────

/// Builds terms, deciding by a list of numbers.
struct Maker {
    terms: Terms,
    choices: std::vec::IntoIter<u32>,
    symbols: Vec<SymbolId>,
    vars: Vec<VarId>,
}

const SORTS: [Sort; 4] = [Sort::Bool, Sort::Int, Sort::Real, Sort::Float(32)];

impl Maker {
    fn new(choices: Vec<u32>) -> Maker {
        let mut terms = Terms::new();
        let mut symbols = Vec::new();
        // Every sort has a constant and a function; names of all kinds, some of them twice.
        let names = ["n", "i!2", "blockDim.x", "tx'2", "length(a)", "min", "h1", "größe", "", "a`\\b\n", "n", "task"];
        for (at, name) in names.into_iter().enumerate() {
            let sort = SORTS[at % 4];
            let args: &[Sort] = if at < 4 { &[] } else { &[Sort::Int, SORTS[(at / 2) % 4]] };
            symbols.push(terms.declare(name, args, sort));
        }
        let names = ["tx", "p", "x", "t.tx", "a b", "sum"];
        let vars = names.into_iter().enumerate().map(|(at, name)| terms.fresh_var(name, SORTS[at % 3])).collect();
        operators(&mut terms);
        Maker { terms, choices: choices.into_iter(), symbols, vars }
    }

    /// A number below `limit`; 0 when the list is at its end.
    fn choose(&mut self, limit: u32) -> u32 {
        self.choices.next().unwrap_or(0) % limit
    }

    fn leaf(&mut self, sort: Sort) -> TermId {
        let value = i64::from(self.choose(9)) - 4;
        match (self.choose(3), sort) {
            (0, _) => {
                let symbol = self.symbols[SORTS.iter().position(|other| *other == sort).unwrap()];
                self.terms.apply(symbol, &[])
            }
            (1, Sort::Bool) => self.terms.bool(value > 0),
            (1, Sort::Int) => self.terms.int(value),
            (1, Sort::Real) => {
                let divisor = self.choose(3) + 1;
                self.terms.real(BigRational::new(BigInt::from(value), BigInt::from(divisor)))
            }
            (_, sort) => {
                let of_sort: Vec<VarId> =
                    self.vars.iter().copied().filter(|var| self.terms.var_info(*var).sort == sort).collect();
                match of_sort.len() as u32 {
                    0 => self.terms.apply(self.symbols[3], &[]),
                    count => {
                        let var = of_sort[self.choose(count) as usize];
                        self.terms.var(var)
                    }
                }
            }
        }
    }

    fn function(&mut self, sort: Sort, depth: u32) -> TermId {
        let fitting: Vec<SymbolId> =
            self.symbols[4..].iter().copied().filter(|symbol| self.terms.symbol_info(*symbol).result == sort).collect();
        let symbol = fitting[self.choose(fitting.len() as u32) as usize];
        let sorts = self.terms.symbol_info(symbol).args.clone();
        let args: Vec<TermId> = sorts.into_iter().map(|sort| self.term(sort, depth)).collect();
        self.terms.apply(symbol, &args)
    }

    fn term(&mut self, sort: Sort, depth: u32) -> TermId {
        if depth == 0 {
            return self.leaf(sort);
        }
        let depth = depth - 1;
        match (self.choose(4), sort) {
            (0, _) => self.leaf(sort),
            (1, _) => {
                let cond = self.term(Sort::Bool, depth);
                let (then, other) = (self.term(sort, depth), self.term(sort, depth));
                match self.choose(2) {
                    0 => self.function(sort, depth),
                    _ => self.terms.ite(cond, then, other),
                }
            }
            (_, Sort::Bool) => self.proposition(depth),
            (_, Sort::Int | Sort::Real) => self.number(sort, depth),
            (_, Sort::Float(_)) => self.float(sort, depth),
        }
    }

    fn float(&mut self, sort: Sort, depth: u32) -> TermId {
        let op = FloatOp::ALL[self.choose(FloatOp::ALL.len() as u32) as usize];
        let first = if matches!(op, FloatOp::Round(_)) { Sort::Real } else { sort };
        if op.result(first) != sort {
            return self.function(sort, depth);
        }
        let sorts = op.operands(first).expect("the first operand is of the right sort");
        let args: Vec<TermId> = sorts.into_iter().map(|sort| self.term(sort, depth)).collect();
        self.terms.float(op, &args)
    }

    fn proposition(&mut self, depth: u32) -> TermId {
        let which = self.choose(12);
        if which < 4 {
            let sort = SORTS[self.choose(4) as usize];
            let (left, right) = (self.term(sort, depth), self.term(sort, depth));
            return match (which, sort) {
                (0 | 1, _) | (_, Sort::Bool) => self.terms.eq(left, right),
                (2, _) => self.terms.le(left, right),
                (_, _) => self.terms.lt(left, right),
            };
        }
        let left = self.term(Sort::Bool, depth);
        match which {
            4 => self.terms.not(left),
            5 => {
                let number = self.term(Sort::Int, depth);
                self.terms.is_pow2(number)
            }
            6 | 7 => {
                let count = self.choose(6);
                let vars: Vec<VarId> = (0..=count).map(|at| self.vars[at as usize]).collect();
                if which == 6 { self.terms.forall(&vars, left) } else { self.terms.exists(&vars, left) }
            }
            _ => {
                let (middle, right) = (self.term(Sort::Bool, depth), self.term(Sort::Bool, depth));
                match which {
                    8 | 9 => self.terms.and(&[left, middle, right]),
                    10 => self.terms.or(&[left, middle, right]),
                    _ => self.terms.implies(left, right),
                }
            }
        }
    }

    fn number(&mut self, sort: Sort, depth: u32) -> TermId {
        let which = self.choose(14);
        if which == 0 {
            let over = self.terms.operators().find(|(_, operator)| self.terms.sort(operator.identity) == sort);
            let over = FoldKind::Over(over.expect("there is one of each sort").0);
            let kinds = [over, FoldKind::Sum, FoldKind::Prod, FoldKind::MinOver, FoldKind::MaxOver, FoldKind::Count];
            let kind = kinds[self.choose(if sort == Sort::Int { 6 } else { 5 }) as usize];
            let body = self.term(if kind == FoldKind::Count { Sort::Bool } else { sort }, depth);
            let (lo, hi) = (self.term(Sort::Int, depth), self.term(Sort::Int, depth));
            return self.terms.fold(kind, self.vars[1], lo, hi, body);
        }
        let (left, right) = (self.term(sort, depth), self.term(sort, depth));
        match (which, sort) {
            (1 | 2, _) => self.terms.add(&[left, right, left]),
            (3, _) => self.terms.sub(left, right),
            (4 | 5, _) => self.terms.mul(left, right),
            (6, _) => self.terms.min(left, right),
            (7, _) => self.terms.max(left, right),
            (8, _) => self.terms.abs(left),
            (9, _) => {
                let exponent = self.leaf(Sort::Int);
                self.terms.pow(left, exponent)
            }
            (10, Sort::Real) => {
                let number = self.term(Sort::Int, depth);
                self.terms.to_real(number)
            }
            (_, Sort::Real) => self.terms.real_div(left, right),
            (10, _) => {
                let real = self.term(Sort::Real, depth);
                self.terms.floor(real)
            }
            (11, _) => self.terms.div(left, right),
            (12, _) => self.terms.modulo(left, right),
            (_, _) => match self.choose(6) {
                0 => self.terms.trunc_div(left, right),
                1 => self.terms.trunc_rem(left, right),
                2 => self.terms.log2(left),
                3 => self.terms.bit_and(left, right),
                4 => self.terms.bit_or_within(left, right, [None, None]),
                _ => self.terms.bit_xor_within(left, right, [None, None]),
            },
        }
    }

    fn closed(&mut self, sort: Sort) -> TermId {
        let term = self.term(Sort::Bool, 5);
        let all = self.vars.clone();
        let closed = self.terms.forall(&all, term);
        match sort {
            Sort::Int => {
                let (one, two) = (self.terms.int(1), self.terms.int(2));
                self.terms.ite(closed, one, two)
            }
            _ => closed,
        }
    }
}

/// One operator of which nothing but the laws is known, and one with a definition whose laws are not proved.
fn operators(terms: &mut Terms) {
    let plus = terms.declare("\\plus", &[Sort::Int, Sort::Int], Sort::Int);
    let operands = ["x", "y"].map(|name| terms.fresh_var(name, Sort::Int));
    let values = operands.map(|var| terms.var(var));
    let body = terms.apply(plus, &values);
    let identity = terms.fresh_constant("\\e", Sort::Int);
    let operator = Operator { name: "fold".into(), operands, body, identity, is_lawful: true };
    terms.declare_operator(operator, true);
    let operands = ["x", "y"].map(|name| terms.fresh_var(name, Sort::Real));
    let [x, y] = operands.map(|var| terms.var(var));
    let body = terms.max(x, y);
    let identity = terms.real(BigRational::new(BigInt::from(1), BigInt::from(3)));
    let operator = Operator { name: "most of".into(), operands, body, identity, is_lawful: false };
    terms.declare_operator(operator, false);
}

fn task_set(choices: Vec<u32>, origin: String, id: String) -> TaskSet {
    let mut maker = Maker::new(choices);
    let dimensions = [0, 1, 2].map(|_| maker.closed(Sort::Int));
    let fact = maker.closed(Sort::Bool);
    let vars = maker.vars.clone();
    let (range, mask) = (maker.term(Sort::Bool, 2), maker.term(Sort::Bool, 4));
    let symbol = maker.symbols[6];
    let info = maker.terms.symbol_info(symbol).clone();
    let old = maker.terms.declare("old", &info.args, info.result);
    let index = info.args.iter().map(|sort| maker.term(*sort, 3)).collect();
    let value = maker.term(info.result, 4);
    let goal = maker.closed(Sort::Bool);
    let kind = TaskKind::ALL[maker.choose(13) as usize];
    let assign = Form::Assign(Assign { new: symbol, old, vars, range, mask, index, value });
    let functions = maker.choose(3) as usize;
    let schema = Schema {
        kind: [SchemaKind::Lemma, SchemaKind::Definition][maker.choose(2) as usize],
        functions: maker.symbols[..functions].to_vec(),
        vars: maker.vars.clone(),
        triggers: vec![vec![maker.term(Sort::Int, 3), maker.term(Sort::Bool, 2)], vec![maker.term(Sort::Int, 2)]],
        fact: maker.term(Sort::Bool, 4),
    };
    let schema = Form::Schema(schema);
    let task = |hypotheses| Task { id: id.clone(), kind, span: Span::default(), statement: None, hypotheses, goal };
    TaskSet {
        kernel: origin.clone(),
        launch: Launch { block_dim: dimensions, grid_dim: dimensions },
        hypotheses: [Form::Proposition(fact), assign, schema]
            .map(|form| Hypothesis { form, origin: origin.clone() })
            .into(),
        tasks: vec![task(vec![]), task(vec![1, 2]), task(vec![0, 1])],
        lighter: BTreeMap::new(),
        reach: Vec::new(),
        assumptions: vec![origin.clone()],
        notes: vec![(Span::default(), origin.clone())],
        unsupported: Vec::new(),
        terms: maker.terms,
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn random_tasks_read_back(choices in vec(any::<u32>(), 0..400), origin in ".{0,6}", id in "[a-z/<> \"]{0,6}") {
        assert_round_trip(&task_set(choices, origin, id));
    }

    /// Text with a token taken out, doubled or replaced is read or refused, and what is read prints and reads.
    #[test]
    fn damaged_text_never_panics(
        choices in vec(any::<u32>(), 0..60),
        at in any::<prop::sample::Index>(),
        what in prop::sample::select(vec!["", "(", ")", "!", "-", "x?0", "n", "1.5", "true", "->", "forall", "\"", "`", "é", "/", "="]),
    ) {
        let printed = text::task_set(&task_set(choices, "o".into(), "t".into()));
        let words: Vec<&str> = printed.split_inclusive([' ', '(', ')', ',', '\n']).collect();
        let at = at.index(words.len());
        let damaged = words[..at].concat() + what + " " + &words[at + 1..].concat();
        if let Ok(set) = read(&damaged) {
            assert_round_trip(&set);
        }
    }

    #[test]
    fn any_text_never_panics(body in ".{0,40}") {
        let _ = read(&body);
        let _ = read(&format!("kernel \"k\"\nconstant n: Int\nlaunch block=(1, 1, 1) grid=(n, 1, 1)\nh0 \"\": {body}"));
    }
}

// ── by hand ─────────────────────────────────────────────────────────────────────────────────────

const SCALE: &str = "\
kernel \"scale<float>\"
constant blockDim.x: Int
constant n: Int
symbol a: (Int) -> Real
symbol a!1: (Int) -> Real
symbol `log2`: (Real) -> Real
symbol `log2`#2: (Int) -> Int
variables tx?0, bx?1, p?2: Bool
launch block=(blockDim.x, 1, 1) grid=(16, 1, 1)
h0 \"requires 1\": 0 <= n
h1 \"assignment to a\": assign new=a!1 old=a vars=(tx?0, bx?1) range=0 <= tx?0 && tx?0 < n mask=true index=(tx?0) \
value=-3.0 * a(tx?0)
h2 \"mixed\": forall p?2: Bool. (exists tx?0. 2 * tx?0 + div(tx?0 + 1, 3) < n) || p?2 || `log2`(2.0) / n_r == (1.0/3.0)
task scale<float>/ensures1 ensures h0 h1 |- sum(tx?0, a!1(tx?0), 0, n) <= `log2`(0.0)
task \"two words\" lemma |- `log2`#2(n) == log2(n)
assumption \"distinct array parameters do not alias\"
note \"loop1 unrolled\"
unsupported \"goto\"
";

#[test]
fn text_written_by_hand_is_read_and_printed_as_it_stands() {
    let scale = SCALE.replace(" || `log2`(2.0) / n_r == (1.0/3.0)", "");
    let set = read(&scale).unwrap();
    assert_eq!(text::task_set(&set), scale);
    assert_eq!(set.tasks[0].hypotheses, [0, 1]);
    assert_eq!(set.unsupported[0].construct, "goto");
    assert_eq!(read(SCALE).unwrap_err(), "12: n_r is not declared");
}

#[test]
fn text_that_is_not_in_normal_form_is_brought_there() {
    let set = read(
        "kernel \"k\" // a comment\nconstant x: Int constant r: Real\nlaunch block=(1, 1, 1) grid=(2 * 3, 1, 1)\n\
         h7 \"\": (x + 1) * (x - 1) > - - x * 2 -> !(r - 1.5 / 0.5 != 0.0) -> forall y?9. y?9 >= x\n\
         task t lemma h7 |- !!(1 == 1)\n",
    );
    let printed = text::task_set(&set.unwrap());
    assert_eq!(
        printed,
        "kernel \"k\"\nconstant x: Int\nconstant r: Real\nvariables y?0\nlaunch block=(1, 1, 1) grid=(6, 1, 1)\n\
         h0 \"\": 2 * x + 2 <= x * x && r == 3.0 -> (forall y?0. x <= y?0)\ntask t lemma h0 |- true\n"
    );
}

#[test]
fn faults_are_named_at_their_place() {
    let start = "kernel \"k\"\nconstant n: Int constant r: Real\nsymbol f: (Int, Bool) -> Int symbol g: (Int) -> Int\n\
                 launch block=(1, 1, 1) grid=(1, 1, 1)\n";
    for (line, part) in [
        ("h0 \"\": n", "a Bool is needed here, and this is a Int"),
        ("h0 \"\": n ==", "expected a term"),
        ("h0 \"\": m == 1", "m is not declared"),
        ("h0 \"\": n == 1.0", "one sort"),
        ("h0 \"\": true + 1 == 2", "one sort"),
        ("h0 \"\": -true", "needs numbers"),
        ("h0 \"\": n && true", "`&&` needs a Bool"),
        ("h0 \"\": !n", "`!` needs a Bool"),
        ("h0 \"\": n / n == n", "`/` is for reals"),
        ("h0 \"\": true < false", "does not compare propositions"),
        ("h0 \"\": 0 <= n <= 2", "brackets around a comparison"),
        ("h0 \"\": f(n) == 1", "f takes (Int, Bool), not (Int)"),
        ("h0 \"\": n(1) == 1", "n takes (), not (Int)"),
        ("h0 \"\": div(n) == 1", "takes 2 arguments, not 1"),
        ("h0 \"\": ite(true, n, r) == n", "one sort"),
        ("h0 \"\": floor(n) == n", "`floor` needs a Real"),
        ("h0 \"\": x?1 == 1", "x?1 is bound nowhere"),
        ("h0 \"\": (forall x?1. x?1 == 1) && x?1 == 2", "the variable x is not bound"),
        ("h0 \"\": forall x?1: Bool. x?1 && (exists x?1: Int. x?1 == 1)", "x?1 is a Bool elsewhere"),
        ("h0 \"\": forall x?1 x?1", "expected `.`"),
        ("h0 \"\": forall n. n == 1", "a variable such as x?1"),
        ("h0 \"\": sum(k?1: Real, 1, 0, n) == n", "must be an Int"),
        ("h0 \"\": pow(pow(pow(1000, 64), 64), 64) == 1", "too large"),
        ("h0 \"\": true h0 \"\": true", "another hypothesis h0"),
        ("h0 \"\" true", "expected `:`"),
        ("h0 true", "a text in quotes"),
        ("h0 \"\": §", "`§` starts nothing"),
        ("h0 \"", "`\"` starts nothing"),
        ("h0 \"\": assign new=f old=g", "same signature"),
        ("h0 \"\": assign new=g old=g vars=(x?1, x?1)", "stands here twice"),
        ("h0 \"\": assign new=g old=g vars=() range=true mask=x?1 == 0", "bound nowhere"),
        ("h0 \"\": assign new=g old=g vars=() range=true mask=true index=() value=1", "g has 1 arguments"),
        ("h0 \"\": assign new=g old=g vars=() range=true mask=true index=(1, 1) value=1", "g has 1 arguments"),
        ("h0 \"\": assign new=g old=g vars=() range=true mask=true index=(1) value=1.0", "a Int is needed"),
        ("h0 \"\": assign new=g vars=()", "`old=`"),
        ("constant n: Int", "n is declared twice"),
        ("constant min: Int", "the name of a symbol"),
        ("constant m: Nat", "a sort"),
        ("launch block=(1, 1, 1) grid=(1, 1, 1)", "given twice"),
        ("task t lemma h3 |- true", "no hypothesis h3"),
        ("task t dilemma |- true", "the kind of the task"),
        ("task t lemma true", "no hypothesis true"),
        ("nonsense", "expected a declaration"),
        ("1", "expected a declaration"),
    ] {
        let fault = read(&format!("{start}{line}\n")).map(|set| text::task_set(&set)).unwrap_err();
        assert!(fault.contains(part), "{line}: {fault}");
        assert!(fault.starts_with("5: ") || fault.starts_with("6: "), "{line}: {fault}");
    }
    assert!(read("kernel \"k\"").unwrap_err().contains("a line `launch`"));
    assert!(read("kernel \"k\" launch block=(1, 1) grid=(1, 1, 1)").unwrap_err().contains("three dimensions"));
    assert!(read("").unwrap_err().contains("`kernel`"));
    let deep = |open: &str, close: &str| {
        let line = format!("h0 \"\": {}true{}", open.repeat(10_000), close.repeat(10_000));
        read(&format!("{start}{line}")).unwrap_err()
    };
    for (open, close) in [("(", ")"), ("!", ""), ("forall x?1. ", ""), ("true -> ", ""), ("ite(", ", n, n)")] {
        assert!(deep(open, close).contains("nested too deeply"), "{open}");
    }
    assert!(deep("1 * -", "").contains("numbers"));
    let long = format!("{start}h0 \"\": r{} == r", " / r".repeat(10_000));
    assert!(read(&long).unwrap_err().contains("divisions in a row"));
    let long = format!("{start}h0 \"\": 1{} == n", "0".repeat(20_000));
    assert!(read(&long).unwrap_err().contains("starts nothing"));
}

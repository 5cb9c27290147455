//! Evaluation of terms in a small model.

use gpuhoare::logic::{FoldKind, Op, Sort, SymbolId, TermId, Terms, VarId};
use gpuhoare::tasks::Assign;
use num_traits::ToPrimitive;

/// Values of the variables of enclosing binders, the innermost last.
pub type Bindings = Vec<(VarId, i64)>;

/// What a model gives to the symbols of a task. Propositions are 0 or 1.
pub trait Model {
    /// Quantified variables range over these values.
    const QUANTIFIED: std::ops::RangeInclusive<i64>;

    fn constant(&self, name: &str) -> i64;

    fn apply(&self, terms: &Terms, symbol: SymbolId, at: i64) -> i64;

    /// A minimum or maximum over an empty range: one value for each kind (CLAUSE-12).
    fn empty(&self, kind: FoldKind) -> i64;

    fn holds(&self, terms: &Terms, proposition: TermId) -> bool {
        self.eval(terms, proposition, &mut Bindings::new()) != 0
    }

    fn eval(&self, terms: &Terms, term: TermId, bound: &mut Bindings) -> i64 {
        let args = terms.args(term);
        let mut arg = |at: usize| self.eval(terms, args[at], bound);
        match terms.op(term) {
            Op::Bool(value) => i64::from(*value),
            Op::Int(value) => value.to_i64().expect("numbers of the tests are small"),
            Op::Var(var) => bound.iter().rev().find(|(own, _)| own == var).expect("bound").1,
            Op::Apply(symbol) if args.is_empty() => self.constant(&terms.symbol_info(*symbol).name),
            Op::Apply(symbol) => {
                let at = arg(0);
                let value = self.apply(terms, *symbol, at);
                if terms.sort(term) == Sort::Bool { i64::from(value > 0) } else { value }
            }
            Op::Not => i64::from(arg(0) == 0),
            Op::And => i64::from((0..args.len()).all(|at| arg(at) != 0)),
            Op::Or => i64::from((0..args.len()).any(|at| arg(at) != 0)),
            Op::Implies => i64::from(arg(0) == 0 || arg(1) != 0),
            Op::Ite => match arg(0) {
                0 => arg(2),
                _ => arg(1),
            },
            Op::Eq if terms.sort(args[0]) == Sort::Bool => i64::from((arg(0) != 0) == (arg(1) != 0)),
            Op::Eq => i64::from(arg(0) == arg(1)),
            Op::Le => i64::from(arg(0) <= arg(1)),
            Op::Lt => i64::from(arg(0) < arg(1)),
            Op::Add => (0..args.len()).map(arg).sum(),
            Op::Mul => (0..args.len()).map(arg).product(),
            // A quotient by zero is any function of the dividend: here one that no law of quotients holds for.
            Op::Div => arg(0).checked_div_euclid(arg(1)).unwrap_or_else(|| 3 - arg(0)),
            Op::Mod => arg(0).checked_rem_euclid(arg(1)).unwrap_or_else(|| 5 - 2 * arg(0)),
            Op::TruncDiv => arg(0).checked_div(arg(1)).unwrap_or_else(|| 2 - arg(0)),
            Op::TruncRem => arg(0).checked_rem(arg(1)).unwrap_or_else(|| 4 + arg(0)),
            Op::Pow => u32::try_from(arg(1)).map_or_else(|_| 7, |exponent| arg(0).pow(exponent)),
            Op::IsPow2 => i64::from(arg(0) > 0 && arg(0).count_ones() == 1),
            Op::BitAnd => arg(0) & arg(1),
            Op::Min => arg(0).min(arg(1)),
            Op::Max => arg(0).max(arg(1)),
            Op::Abs => arg(0).abs(),
            Op::Forall(vars) => i64::from(self.over(terms, vars, args[0], bound, true)),
            Op::Exists(vars) => i64::from(!self.over(terms, vars, args[0], bound, false)),
            Op::Fold(kind, var) => {
                let range = arg(0)..=arg(1);
                let values = range.map(|value| {
                    bound.push((*var, value));
                    let result = self.eval(terms, args[2], bound);
                    bound.pop();
                    result
                });
                match kind {
                    FoldKind::Sum => values.sum(),
                    FoldKind::Count => values.filter(|value| *value != 0).count() as i64,
                    FoldKind::Prod => values.product(),
                    FoldKind::MinOver => values.min().unwrap_or_else(|| self.empty(*kind)),
                    FoldKind::MaxOver => values.max().unwrap_or_else(|| self.empty(*kind)),
                    FoldKind::Over(_) => unreachable!("no test declares an operator"),
                }
            }
            other => unreachable!("no test uses {other:?}"),
        }
    }

    /// Whether the body has the value everywhere.
    fn over(&self, terms: &Terms, vars: &[VarId], body: TermId, bound: &mut Bindings, expected: bool) -> bool {
        let Some((first, rest)) = vars.split_first() else {
            return (self.eval(terms, body, bound) != 0) == expected;
        };
        Self::QUANTIFIED.into_iter().all(|value| {
            bound.push((*first, value));
            let holds = self.over(terms, rest, body, bound, expected);
            bound.pop();
            holds
        })
    }
}

/// The values that the threads of a launch that write a cell would leave there, by the threads' coordinates.
pub fn written<'a, M: Model>(
    model: &'a M,
    terms: &'a Terms,
    assign: &'a Assign,
    at: i64,
) -> impl Iterator<Item = i64> + 'a {
    let (block, grid) = (model.constant("blockDim.x"), model.constant("gridDim.x"));
    let threads = (0..block).flat_map(move |thread| (0..grid).map(move |group| [thread, group]));
    threads.filter_map(move |thread| {
        let mut bound: Bindings = assign.vars.iter().copied().zip(thread).collect();
        let writes = model.eval(terms, assign.range, &mut bound) != 0
            && model.eval(terms, assign.mask, &mut bound) != 0
            && model.eval(terms, assign.index[0], &mut bound) == at;
        writes.then(|| model.eval(terms, assign.value, &mut bound))
    })
}

//! What the elements of a shared array are in a loop that puts them together: scans, trees, and what a reduction leaves the same.

use crate::kernel::ir::{
    ArrayId, Binary, BoundId, Builtin, Expr, ExprKind, FoldKind, LocalId, StmtKind, walk, written,
};

use super::contents::is_of_thread;
use super::left::{Ahead, Places, places};
use super::{Guesses, terms, written_arrays};

/// An element is the fold of what elements were, between two of them.
struct Shape {
    name: &'static str,
    /// Of which elements this holds; nothing for all.
    only: Option<Only>,
    /// The first and the last one.
    ends: fn(&Ends<'_, '_>) -> (Expr, Expr),
}

/// Elements of which something holds, by the index `j` and a step `c`.
#[derive(Clone, Copy)]
enum Only {
    /// `j % c == 0`
    First,
    /// `(j + 1) % c == 0`
    Last,
    /// `j < c`
    Below,
    /// `c <= j`
    From,
}

/// What ends are made of.
struct Ends<'g, 'k> {
    guesses: &'g Guesses<'k, 'g>,
    /// The element's index.
    j: Expr,
    /// The step.
    c: Expr,
    /// How many elements there are.
    size: Expr,
}

impl Ends<'_, '_> {
    fn op(&self, op: Binary, one: Expr, other: Expr) -> Expr {
        self.guesses.build.binary(op, one, other)
    }

    /// `e + by`
    fn plus(&self, e: Expr, by: i64) -> Expr {
        let op = if by < 0 { Binary::Sub } else { Binary::Add };
        self.op(op, e, self.guesses.build.int(by.abs()))
    }

    fn zero(&self) -> Expr {
        self.guesses.build.int(0)
    }

    /// `j - c + by`
    fn back(&self, by: i64) -> Expr {
        self.plus(self.op(Binary::Sub, self.j.clone(), self.c.clone()), by)
    }

    /// `\max(0, e)`
    fn at_least_zero(&self, e: Expr) -> Expr {
        self.op(Binary::Max, self.zero(), e)
    }

    /// `\min(j + c, n) - 1`
    fn ahead(&self) -> Expr {
        let end = self.op(Binary::Add, self.j.clone(), self.c.clone());
        self.plus(self.op(Binary::Min, end, self.size.clone()), -1)
    }
}

/// The shapes, those that say most first.
const SHAPES: &[Shape] = &[
    Shape { name: "window", only: None, ends: |e| (e.at_least_zero(e.back(1)), e.j.clone()) },
    Shape { name: "window ahead", only: None, ends: |e| (e.j.clone(), e.ahead()) },
    Shape { name: "window before", only: None, ends: |e| (e.at_least_zero(e.back(0)), e.plus(e.j.clone(), -1)) },
    Shape { name: "tree", only: Some(Only::Last), ends: |e| (e.back(1), e.j.clone()) },
    Shape { name: "tree ahead", only: Some(Only::First), ends: |e| (e.j.clone(), e.ahead()) },
    Shape { name: "before tree", only: Some(Only::Last), ends: |e| (e.zero(), e.back(0)) },
    Shape { name: "before tree ahead", only: Some(Only::First), ends: |e| (e.zero(), e.plus(e.j.clone(), -1)) },
    Shape { name: "up to", only: Some(Only::Last), ends: |e| (e.zero(), e.j.clone()) },
    Shape { name: "done", only: Some(Only::Below), ends: |e| (e.zero(), e.j.clone()) },
    Shape { name: "done before", only: Some(Only::Below), ends: |e| (e.zero(), e.plus(e.j.clone(), -1)) },
    Shape { name: "untouched", only: Some(Only::From), ends: |e| (e.j.clone(), e.j.clone()) },
];

/// Shapes of trees whose elements stay as they are when the step goes on from theirs.
const KEPT: &[&str] = &["tree", "tree ahead"];

/// Where elements begin: the indices of leading dimensions, what is added to the number of an element, and what that was at entry.
struct Begin {
    leading: Vec<Expr>,
    offset: Expr,
    at_entry: Expr,
}

/// What a candidate is about: the elements of an array, and as the fold of what they may be.
struct Subject<'v> {
    array: ArrayId,
    /// Where the elements begin.
    begin: &'v Begin,
    counter: LocalId,
    /// How many elements there are.
    size: &'v Expr,
    kind: FoldKind,
    /// What an element was, by its index.
    element: (BoundId, &'v Expr),
}

impl<'k> Guesses<'k, '_> {
    pub fn cells(&mut self) {
        let (sizes, kinds, places) = (self.sizes(), self.kinds(), places(&self.site.inner.body));
        let turning = self.turning(&Ahead::new(self.build, self.site.inner, &places));
        let mut counters = self.counters();
        counters.retain(|counter| !turning.contains(counter));
        for array in written_arrays(self.build.kernel, self.site.inner) {
            let contents = self.contents(array);
            for begin in self.begins(array, &turning, &places) {
                for (var, value) in &contents {
                    for kind in &kinds {
                        for counter in &counters {
                            for size in &sizes {
                                let (begin, kind, counter, element) = (&begin, *kind, *counter, (*var, value));
                                let subject = Subject { array, begin, counter, size, kind, element };
                                self.of_shapes(&subject);
                                self.kept_together(&subject);
                            }
                        }
                    }
                }
            }
        }
    }

    /// Where the elements may begin that a block works on: what the indices of stores have that is of the block alone, or of locals that
    /// take turns.
    fn begins(&self, array: ArrayId, turning: &[LocalId], places: &Places) -> Vec<Begin> {
        let (build, inner) = (self.build, self.site.inner);
        let mut ahead = Ahead::new(build, inner, places);
        let changed = written(&inner.body).locals;
        let mut store = None;
        walk(&inner.body, &mut |stmt| match &stmt.kind {
            StmtKind::Store { array: stored, index, .. } if *stored == array => {
                store = store.take().or(Some((index, places[&std::ptr::from_ref(stmt)])));
            }
            _ => {}
        });
        let index = store.and_then(|(index, place)| {
            let index: Option<Vec<Expr>> = index.iter().map(|index| build.exact(index)).collect();
            Some((index?, place))
        });
        let Some((mut leading, place)) = index else { return Vec::new() };
        let Some(last) = leading.pop() else { return Vec::new() };
        let is_old = |local: LocalId| !changed.contains_key(&local);
        if leading.iter().any(|index| is_of_thread(&build.expanded(index, &is_old))) {
            return Vec::new();
        }
        let last = build.expanded(&last, &is_old);
        let is_kept = |part: &Expr| {
            terms::any(part, &|kind| match kind {
                ExprKind::Builtin(Builtin::BlockIdx(_)) => true,
                ExprKind::Local(local) => turning.contains(local),
                _ => false,
            })
        };
        let offset = build.sum(&build.linear(&last).without(&|part| !is_kept(part)));
        let at_entry = self.at_entry(&offset);
        let mut found: Vec<Begin> = Vec::new();
        for guess in std::iter::once(None).chain(turning.iter().copied().map(Some)) {
            ahead.guess = guess;
            let leading: Option<Vec<Expr>> = leading.iter().map(|index| ahead.seen(index, place)).collect();
            let offset = ahead.seen(&offset, place);
            let begin = |(leading, offset)| Begin { leading, offset, at_entry: at_entry.clone() };
            found.extend(leading.zip(offset).map(begin));
        }
        found
    }

    /// Steps that a counter may stand for.
    fn steps(&self, counter: LocalId) -> [Expr; 3] {
        let build = self.build;
        let whole = build.local(counter);
        let double = build.binary(Binary::Mul, build.int(2), whole.clone());
        let at_least_one = build.binary(Binary::Max, build.int(1), double.clone());
        [whole, at_least_one, double]
    }

    fn of_shapes(&mut self, subject: &Subject<'_>) {
        let steps = self.steps(subject.counter);
        // The step that covers more first.
        for step in [&steps[1], &steps[0]] {
            for shape in SHAPES.iter().filter(|shape| KEPT.contains(&shape.name)) {
                self.of_shape(subject, shape, step, true);
            }
        }
        for (at, step) in steps.iter().enumerate() {
            // A step may be 0 where a tree is done.
            let divides = |shape: &&Shape| matches!(shape.only, Some(Only::First | Only::Last));
            for shape in SHAPES.iter().filter(|shape| at == 0 || divides(shape)) {
                self.of_shape(subject, shape, step, false);
            }
        }
    }

    /// `\forall j. 0 <= j < n && .. -> s[j] == sum(k, element, first, last)`, or of elements of an earlier step, which the step from
    /// there did not reach: `\forall q, j. .. \is_pow2(q) && q < c && (j + 1) % (2 * q) == q -> ..`
    fn of_shape(&mut self, subject: &Subject<'_>, shape: &Shape, step: &Expr, is_earlier: bool) {
        let build = self.build;
        let var = build.variable("j");
        let j = build.bound(var);
        let mut premises = self.within(&j, subject.size);
        let (mut vars, mut own) = (vec![var], step.clone());
        if is_earlier {
            let level = build.variable("q");
            let q = build.bound(level);
            vars.insert(0, level);
            premises.push(build.is_power(q.clone()));
            premises.push(build.compare(Binary::Lt, q.clone(), step.clone()));
            let counted = match shape.only {
                Some(Only::Last) => build.binary(Binary::Add, j.clone(), build.int(1)),
                _ => j.clone(),
            };
            let rest = build.binary(Binary::Rem, counted, build.binary(Binary::Mul, build.int(2), q.clone()));
            premises.push(build.compare(Binary::Eq, rest, q.clone()));
            own = q;
        } else {
            premises.extend(shape.only.map(|only| self.only(only, j.clone(), step.clone())));
        }
        let ends = Ends { guesses: self, j: j.clone(), c: own, size: subject.size.clone() };
        let (first, last) = (shape.ends)(&ends);
        let conclusion = self.is_fold(self.element(subject, j), subject, (first, last));
        let when = if is_earlier { "earlier " } else { "" };
        let about = format!("{when}{} {}", shape.name, build.kernel.arrays[subject.array.index()].name);
        let clause = build.for_all(vars, premises, conclusion);
        self.add(about, is_earlier || shape.only.is_some(), clause);
    }

    /// What all elements together are stays the same: `sum(j, s[j], 0, c - 1) == sum(k, element, 0, n - 1)`
    fn kept_together(&mut self, subject: &Subject<'_>) {
        let build = self.build;
        for count in self.steps(subject.counter) {
            let var = build.variable("j");
            let element = self.element(subject, build.bound(var));
            let less = |e: Expr| build.binary(Binary::Sub, e, build.int(1));
            let now = build.fold(subject.kind, var, element, (build.int(0), less(count)));
            let clause = self.is_fold(now, subject, (build.int(0), less(subject.size.clone())));
            let about = format!("together {}", build.kernel.arrays[subject.array.index()].name);
            self.add(about, false, clause);
        }
    }

    /// The element of that number.
    fn element(&self, subject: &Subject<'_>, number: Expr) -> Expr {
        let build = self.build;
        let mut index = subject.begin.leading.clone();
        index.push(build.binary(Binary::Add, subject.begin.offset.clone(), number));
        build.read(subject.array, index)
    }

    fn within(&self, j: &Expr, size: &Expr) -> Vec<Expr> {
        let build = self.build;
        vec![build.compare(Binary::Le, build.int(0), j.clone()), build.compare(Binary::Lt, j.clone(), size.clone())]
    }

    fn only(&self, only: Only, j: Expr, step: Expr) -> Expr {
        let build = self.build;
        let divided = |e: Expr| {
            let rest = build.binary(Binary::Rem, e, step.clone());
            build.compare(Binary::Eq, rest, build.int(0))
        };
        match only {
            Only::First => divided(j),
            Only::Last => divided(build.binary(Binary::Add, j, build.int(1))),
            Only::Below => build.compare(Binary::Lt, j, step),
            Only::From => build.compare(Binary::Le, step, j),
        }
    }

    /// `e == sum(k, element, first, last)`, with a variable of its own; of one element the element.
    fn is_fold(&self, e: Expr, subject: &Subject<'_>, (first, last): (Expr, Expr)) -> Expr {
        let build = self.build;
        let (var, value) = subject.element;
        let was = |number: &Expr| {
            replaced(value, var, &build.binary(Binary::Add, subject.begin.at_entry.clone(), number.clone()))
        };
        if build.linear(&last).minus(&build.linear(&first)).is_zero() {
            return build.compare(Binary::Eq, e, was(&first));
        }
        let own = build.variable("k");
        let body = was(&build.bound(own));
        let fold = build.fold(subject.kind, own, body, (first, last));
        build.compare(Binary::Eq, e, fold)
    }
}

/// An expression with another one for a bound variable.
pub fn replaced(e: &Expr, var: BoundId, by: &Expr) -> Expr {
    if matches!(&*e.kind, ExprKind::Bound(other) if *other == var) {
        return by.clone();
    }
    let mut e = e.clone();
    e.children_mut().into_iter().for_each(|child| *child = replaced(child, var, by));
    if e.ty.is_integral() { terms::exact(e) } else { e }
}

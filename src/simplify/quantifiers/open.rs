//! Opening binders: the goal's leading ∀ become fresh constants, hypotheses are brought into prenex form with
//! their ∃ as fresh constants (or functions of the ∀ around them).
//!
//! The goal: `∀x. P` is `P` at a fresh constant, `P → Q` moves `P` to the hypotheses, `P ∧ Q` is two tasks.
//! A goal that is still quantified then is negated and joins the hypotheses, with `false` to prove.

use crate::logic::{Op, Sort, TermId, Terms, VarId};

/// A hypothesis `∀vars. body`, without quantifiers in `body` (folds aside); ground when there are no `vars`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Universal {
    pub vars: Vec<VarId>,
    pub body: TermId,
}

/// A goal taken apart: what it assumes, and what remains.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Opened {
    pub assumptions: Vec<TermId>,
    pub goal: TermId,
}

/// Is told where a quantifier is opened, and what its variables become.
pub type Opens<'s> = dyn FnMut(&Terms, TermId, &[TermId]) + 's;

/// The parts of a goal, in order.
pub fn open_goal(terms: &mut Terms, goal: TermId, opens: &mut Opens<'_>) -> Vec<Opened> {
    let mut parts = Vec::new();
    open_into(terms, goal, Vec::new(), &mut parts, opens);
    parts
}

fn open_into(
    terms: &mut Terms,
    goal: TermId,
    mut assumptions: Vec<TermId>,
    parts: &mut Vec<Opened>,
    opens: &mut Opens<'_>,
) {
    match terms.op(goal).clone() {
        Op::Bool(true) => {}
        Op::Forall(vars) => {
            let values = constants(terms, &vars);
            opens(terms, goal, &values);
            let map = vars.iter().copied().zip(values).collect();
            let body = terms.substitute(terms.args(goal)[0], &map);
            open_into(terms, body, assumptions, parts, opens);
        }
        Op::Implies => {
            let (left, right) = (terms.args(goal)[0], terms.args(goal)[1]);
            assumptions.push(left);
            open_into(terms, right, assumptions, parts, opens);
        }
        Op::And => {
            for part in terms.args(goal).to_vec() {
                open_into(terms, part, assumptions.clone(), parts, opens);
            }
        }
        Op::Or => {
            // One disjunct is kept as the goal, the negations of the others are assumed.
            let mut args = terms.args(goal).to_vec();
            let keep = args.iter().rposition(|arg| has_quantifier(terms, *arg)).unwrap_or(args.len() - 1);
            let kept = args.remove(keep);
            for arg in args {
                let negated = terms.not(arg);
                assumptions.push(negated);
            }
            open_into(terms, kept, assumptions, parts, opens);
        }
        Op::Eq if has_quantifier(terms, goal) => {
            let (left, right) = (terms.args(goal)[0], terms.args(goal)[1]);
            let forth = terms.implies(left, right);
            let back = terms.implies(right, left);
            open_into(terms, forth, assumptions.clone(), parts, opens);
            open_into(terms, back, assumptions, parts, opens);
        }
        _ if has_quantifier(terms, goal) => {
            let negated = terms.not(goal);
            assumptions.push(negated);
            let goal = terms.bool(false);
            parts.push(Opened { assumptions, goal });
        }
        _ => parts.push(Opened { assumptions, goal }),
    }
}

/// A new constant for each variable.
fn constants(terms: &mut Terms, vars: &[VarId]) -> Vec<TermId> {
    let constant = |var: &VarId| {
        let info = terms.var_info(*var).clone();
        terms.constant_named(&info.name, info.sort)
    };
    vars.iter().map(constant).collect()
}

/// A hypothesis as universals: conjunctions taken apart, quantifiers pulled to the front, ∃ opened.
pub fn prenex(terms: &mut Terms, hypothesis: TermId, opens: &mut Opens<'_>) -> Vec<Universal> {
    let mut result = Vec::new();
    let mut vars = Vec::new();
    let body = pull(terms, hypothesis, true, &mut vars, opens);
    split(terms, body, &vars, &mut result);
    result
}

fn split(terms: &mut Terms, body: TermId, vars: &[VarId], result: &mut Vec<Universal>) {
    match terms.op(body) {
        Op::Bool(true) => {}
        Op::And => {
            for part in terms.args(body).to_vec() {
                split(terms, part, vars, result);
            }
        }
        Op::Implies if *terms.op(terms.args(body)[1]) == Op::And => {
            let (left, right) = (terms.args(body)[0], terms.args(body)[1]);
            for part in terms.args(right).to_vec() {
                let part = terms.implies(left, part);
                split(terms, part, vars, result);
            }
        }
        Op::Or if terms.args(body).iter().any(|arg| *terms.op(*arg) == Op::Implies) => {
            let body = clause(terms, body);
            split(terms, body, vars, result);
        }
        _ => {
            let free = terms.free(body).clone();
            let vars = vars.iter().copied().filter(|var| free.binary_search(var).is_ok()).collect();
            result.push(Universal { vars, body });
        }
    }
}

/// A disjunction of implications as one: all premises, then all conclusions. Where one of these is an equation of numbers, the
/// others are premises, negated, so that it can be used as a rule.
fn clause(terms: &mut Terms, disjunction: TermId) -> TermId {
    let (mut premises, mut conclusions) = (Vec::new(), Vec::new());
    for arg in terms.args(disjunction).to_vec() {
        match terms.op(arg) {
            Op::Implies => {
                premises.push(terms.args(arg)[0]);
                conclusions.push(terms.args(arg)[1]);
            }
            _ => conclusions.push(arg),
        }
    }
    let is_equation = |arg: &TermId| *terms.op(*arg) == Op::Eq && terms.sort(terms.args(*arg)[0]) != Sort::Bool;
    let mut equations = conclusions.iter().copied().filter(is_equation);
    if let (Some(equation), None) = (equations.next(), equations.next()) {
        conclusions.retain(|conclusion| *conclusion != equation);
        for other in std::mem::replace(&mut conclusions, vec![equation]) {
            premises.push(terms.not(other));
        }
    }
    let (premises, conclusions) = (terms.and(&premises), terms.or(&conclusions));
    terms.implies(premises, conclusions)
}

/// The term with its quantifiers removed: `vars` collects those that are universal in a positive place,
/// the others become constants or functions of the `vars` that are in scope.
fn pull(terms: &mut Terms, term: TermId, positive: bool, vars: &mut Vec<VarId>, opens: &mut Opens<'_>) -> TermId {
    if !has_quantifier(terms, term) {
        return term;
    }
    let args = terms.args(term).to_vec();
    match terms.op(term).clone() {
        Op::And | Op::Or => {
            let op = terms.op(term).clone();
            let parts: Vec<TermId> = args.iter().map(|arg| pull(terms, *arg, positive, vars, opens)).collect();
            terms.rebuild(&op, &parts)
        }
        Op::Not => {
            let inner = pull(terms, args[0], !positive, vars, opens);
            terms.not(inner)
        }
        Op::Implies => {
            let left = pull(terms, args[0], !positive, vars, opens);
            let right = pull(terms, args[1], positive, vars, opens);
            terms.implies(left, right)
        }
        Op::Ite => {
            let not_cond = terms.not(args[0]);
            let then = terms.implies(args[0], args[1]);
            let else_ = terms.implies(not_cond, args[2]);
            let both = terms.and(&[then, else_]);
            pull(terms, both, positive, vars, opens)
        }
        Op::Eq => {
            let forth = terms.implies(args[0], args[1]);
            let back = terms.implies(args[1], args[0]);
            let both = terms.and(&[forth, back]);
            pull(terms, both, positive, vars, opens)
        }
        op @ (Op::Forall(_) | Op::Exists(_)) => {
            let bound = op.binds().to_vec();
            let universal = matches!(op, Op::Forall(_)) == positive;
            let mut values = Vec::with_capacity(bound.len());
            let scope: Vec<VarId> = vars.iter().copied().filter(|var| terms.free(term).contains(var)).collect();
            for var in &bound {
                let info = terms.var_info(*var).clone();
                let value = if universal {
                    // A copy: the same hypothesis may be opened twice.
                    let fresh = terms.fresh_var(info.name, info.sort);
                    vars.push(fresh);
                    terms.var(fresh)
                } else {
                    let sorts: Vec<_> = scope.iter().map(|var| terms.var_info(*var).sort).collect();
                    let symbol = terms.declare_named(&info.name, &sorts, info.sort);
                    let arguments: Vec<TermId> = scope.iter().map(|var| terms.var(*var)).collect();
                    terms.apply(symbol, &arguments)
                };
                values.push(value);
            }
            opens(terms, term, &values);
            let map = bound.into_iter().zip(values).collect();
            let body = terms.substitute(args[0], &map);
            pull(terms, body, positive, vars, opens)
        }
        // A quantifier inside a fold's body (a count): left to the solvers.
        _ => term,
    }
}

/// A quantifier occurs (folds are not quantifiers, and what is inside a fold does not count).
pub fn has_quantifier(terms: &Terms, term: TermId) -> bool {
    let mut todo = vec![term];
    let mut seen = std::collections::BTreeSet::new();
    while let Some(term) = todo.pop() {
        match terms.op(term) {
            Op::Forall(_) | Op::Exists(_) => return true,
            Op::Fold(..) => {}
            _ => {
                if terms.sort(term) == Sort::Bool && seen.insert(term) {
                    todo.extend(terms.args(term).iter().copied());
                }
            }
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::logic::Sort;

    #[test]
    fn a_goal_is_taken_apart() {
        let mut terms = Terms::new();
        let p = terms.declare("p", &[Sort::Int], Sort::Bool);
        let q = terms.declare("q", &[Sort::Int], Sort::Bool);
        let x = terms.fresh_var("x", Sort::Int);
        let tx = terms.var(x);
        let (px, qx) = (terms.apply(p, &[tx]), terms.apply(q, &[tx]));
        let body = terms.implies(px, qx);
        let goal = terms.forall(&[x], body);
        let parts = open_goal(&mut terms, goal, &mut |_, _, _| {});
        assert_eq!(parts.len(), 1);
        assert_eq!(terms.show(parts[0].assumptions[0]), "p(x)");
        assert_eq!(terms.show(parts[0].goal), "q(x)");
    }

    #[test]
    fn existentials_of_hypotheses_become_functions_of_what_is_around_them() {
        let mut terms = Terms::new();
        let p = terms.declare("p", &[Sort::Int, Sort::Int], Sort::Bool);
        let (x, y) = (terms.fresh_var("x", Sort::Int), terms.fresh_var("y", Sort::Int));
        let (tx, ty) = (terms.var(x), terms.var(y));
        let atom = terms.apply(p, &[tx, ty]);
        let inner = terms.exists(&[y], atom);
        let hypothesis = terms.forall(&[x], inner);
        let opened = prenex(&mut terms, hypothesis, &mut |_, _, _| {});
        assert_eq!(opened.len(), 1);
        assert_eq!(opened[0].vars.len(), 1);
        let var = opened[0].vars[0];
        assert_eq!(terms.show(opened[0].body), format!("p(x?{0}, y(x?{0}))", var.0));
    }
}

//! Folds over ranges of integers, by the table of their kinds ([`FoldKind::row`]), and the declared operators among them.

use num_rational::BigRational;

use super::op::{Combine, FoldKind, Op, Operator, OperatorId, Sort, Unit};
use super::term::{SymbolId, TermId, Terms, VarId};

impl Terms {
    /// Declares an operator. One whose body is a symbol applied to the operands, `is_abstract`, has its laws by hypothesis:
    /// what is composed with it is in normal form from then on.
    pub fn declare_operator(&mut self, operator: Operator, is_abstract: bool) -> OperatorId {
        let id = OperatorId(self.operators.len() as u32);
        if let (true, Op::Apply(symbol)) = (is_abstract, self.op(operator.body)) {
            self.abstract_heads.insert(*symbol, id);
        }
        self.operators.push(operator);
        id
    }

    pub fn operators(&self) -> impl Iterator<Item = (OperatorId, &Operator)> {
        self.operators.iter().enumerate().map(|(at, operator)| (OperatorId(at as u32), operator))
    }

    pub fn operator(&self, operator: OperatorId) -> &Operator {
        &self.operators[operator.index()]
    }

    /// The operator of which a symbol is all that is known.
    pub fn abstract_operator(&self, symbol: SymbolId) -> Option<OperatorId> {
        self.abstract_heads.get(&symbol).copied()
    }

    pub fn is_abstract(&self, operator: OperatorId) -> bool {
        self.abstract_heads.values().any(|known| *known == operator)
    }

    /// Its laws are proved.
    pub fn has_laws(&mut self, operator: OperatorId) {
        self.operators[operator.index()].is_lawful = true;
    }

    /// The operator applied to two values, in this order.
    pub fn operate(&mut self, operator: OperatorId, left: TermId, right: TermId) -> TermId {
        let Operator { operands: [one, other], body, .. } = *self.operator(operator);
        self.substitute(body, &[(one, left), (other, right)].into())
    }

    pub fn apply(&mut self, symbol: SymbolId, args: &[TermId]) -> TermId {
        let info = self.symbol_info(symbol);
        debug_assert_eq!(info.args.len(), args.len(), "arity of {}", info.name);
        let sort = info.result;
        match self.abstract_heads.get(&symbol) {
            Some(operator) => self.composed(*operator, symbol, args[0], args[1]),
            None => self.intern(Op::Apply(symbol), args.to_vec(), sort),
        }
    }

    /// `left ∘ right` in normal form: without identities, and bracketed to the right.
    fn composed(&mut self, id: OperatorId, symbol: SymbolId, left: TermId, right: TermId) -> TermId {
        let identity = self.operator(id).identity;
        if left == identity {
            return right;
        }
        if right == identity {
            return left;
        }
        if *self.op(left) == Op::Apply(symbol) {
            let (first, second) = (self.args(left)[0], self.args(left)[1]);
            let rest = self.composed(id, symbol, second, right);
            return self.composed(id, symbol, first, rest);
        }
        let sort = self.symbol_info(symbol).result;
        self.intern(Op::Apply(symbol), vec![left, right], sort)
    }

    /// `kind(var, body, lo, hi)`; a count's body is `Bool`, its value `Int`.
    pub fn fold(&mut self, kind: FoldKind, var: VarId, lo: TermId, hi: TermId, body: TermId) -> TermId {
        let sort = if kind == FoldKind::Count { Sort::Int } else { self.sort(body) };
        if sort.is_numeric()
            && let Some(width) = self.poly(hi).sub(&self.poly(lo)).as_constant()
            && width.is_negative()
            && let Some(unit) = self.unit(kind, sort)
        {
            return unit;
        }
        self.intern(Op::Fold(kind, var), vec![lo, hi, body], sort)
    }

    /// The value of a fold of that sort over an empty range, if there is one.
    pub fn unit(&mut self, kind: FoldKind, sort: Sort) -> Option<TermId> {
        match kind.row().unit {
            Unit::Number(_) if sort == Sort::Bool => None,
            Unit::Number(unit) => Some(self.number(BigRational::from_integer(unit.into()), sort)),
            Unit::Identity(operator) => Some(self.operator(operator).identity),
            Unit::Nothing => None,
        }
    }

    /// The fold over two adjacent ranges, the left one first.
    pub fn combine(&mut self, kind: FoldKind, left: TermId, right: TermId) -> TermId {
        match kind.row().combine {
            Combine::Add => self.add(&[left, right]),
            Combine::Mul => self.mul(left, right),
            Combine::Min => self.min(left, right),
            Combine::Max => self.max(left, right),
            Combine::Declared(operator) => self.operate(operator, left, right),
        }
    }

    /// What a fold combines at one value of its variable: the body, a count's as 0 or 1.
    pub fn body_at(&mut self, kind: FoldKind, var: VarId, body: TermId, at: TermId) -> TermId {
        let value = self.substitute(body, &[(var, at)].into());
        if kind != FoldKind::Count {
            return value;
        }
        let (one, zero) = (self.int(1), self.int(0));
        self.ite(value, one, zero)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_laws_make_equal_is_one_term_and_nothing_else_is() {
        let mut terms = Terms::new();
        let head = terms.declare("plus", &[Sort::Int, Sort::Int], Sort::Int);
        let operands = ["x", "y"].map(|name| terms.fresh_var(name, Sort::Int));
        let values = operands.map(|var| terms.var(var));
        let body = terms.apply(head, &values);
        let identity = terms.fresh_constant("e", Sort::Int);
        let operator = Operator { name: "plus".into(), operands, body, identity, is_lawful: true };
        let plus = terms.declare_operator(operator, true);
        let [a, b, c] = ["a", "b", "c"].map(|name| terms.fresh_constant(name, Sort::Int));
        let (ab, bc) = (terms.operate(plus, a, b), terms.operate(plus, b, c));
        assert_eq!(terms.operate(plus, ab, c), terms.operate(plus, a, bc));
        assert_eq!((terms.operate(plus, identity, a), terms.operate(plus, a, identity)), (a, a));
        assert_ne!(terms.operate(plus, b, a), ab);
        assert_ne!(terms.operate(plus, a, a), a);
        // Substitution goes through the normal form, too.
        let [x, y] = values;
        let open = terms.operate(plus, x, y);
        assert_eq!(terms.substitute(open, &[(operands[0], identity), (operands[1], b)].into()), b);
    }
}

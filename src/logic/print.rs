//! Terms as readable text: infix, `a < b` for `a + 1 <= b`, bound variables by name.

use std::collections::BTreeMap;

use num_rational::BigRational;
use num_traits::{One, Signed};

use super::op::{FloatOp, FoldKind, Notation, Op, OperatorId, Sort};
use super::term::{SymbolId, TermId, Terms, VarId};

/// How the symbols and variables of a text that is to be read back are written: each unlike all others.
#[derive(Clone, Default, Debug)]
pub struct Spelling {
    pub symbols: BTreeMap<SymbolId, String>,
    pub vars: BTreeMap<VarId, String>,
    pub operators: BTreeMap<OperatorId, String>,
}

impl Terms {
    /// The term on one line, for people.
    pub fn show(&self, term: TermId) -> String {
        Printer { terms: self, spelling: None }.term(term)
    }

    /// The term on one line, the same in every pool: what may stand in any order (summands, conjuncts,
    /// sides of equations) stands in the order of its text, not in that in which the pool got it.
    pub fn show_canonical(&self, term: TermId, spelling: &Spelling) -> String {
        Printer { terms: self, spelling: Some(spelling) }.term(term)
    }
}

struct Printer<'a> {
    terms: &'a Terms,
    /// Present where the text must not depend on the pool's history.
    spelling: Option<&'a Spelling>,
}

impl Printer<'_> {
    fn term(&self, term: TermId) -> String {
        let mut out = String::new();
        self.write(term, 0, &mut out);
        out
    }

    fn write(&self, term: TermId, outer: u8, out: &mut String) {
        let args = self.terms.args(term);
        match self.terms.op(term) {
            Op::Int(value) => {
                self.parenthesise(value.is_negative() && outer > 6, out, |out| *out += &value.to_string())
            }
            Op::Real(value) => {
                // A quotient has parentheses of its own.
                let bare = value.is_negative() && value.is_integer();
                self.parenthesise(bare && outer > 6, out, |out| *out += &show_real(value))
            }
            Op::Var(var) => out.push_str(&self.var(*var)),
            Op::Bool(value) => out.push_str(if *value { "true" } else { "false" }),
            Op::Apply(symbol) => {
                out.push_str(self.symbol(*symbol));
                if !args.is_empty() {
                    self.list(args, out);
                }
            }
            Op::Not => match self.terms.op(args[0]) {
                Op::Eq => {
                    self.parenthesise(outer > 5, out, |out| self.unordered(self.terms.args(args[0]), "!=", 6, out))
                }
                _ => {
                    out.push('!');
                    self.write(args[0], 9, out);
                }
            },
            Op::Le => self.parenthesise(outer > 5, out, |out| match self.less(args[0], args[1]) {
                Some(text) => out.push_str(&text),
                None => self.infix(args, "<=", 6, out),
            }),
            Op::Add => self.parenthesise(outer > 6, out, |out| self.sum(args, out)),
            Op::Mul => self.parenthesise(outer > 7, out, |out| self.product(args, out)),
            Op::Forall(vars) => self.binder("forall", vars, args[0], outer, out),
            Op::Exists(vars) => self.binder("exists", vars, args[0], outer, out),
            Op::Fold(kind, var) => {
                let over = match kind {
                    FoldKind::Over(operator) => format!("{}, ", self.operator(*operator)),
                    _ => String::new(),
                };
                *out += &format!("{}({over}{}, ", kind.row().name, self.var(*var));
                self.write(args[2], 0, out);
                out.push_str(", ");
                self.write(args[0], 0, out);
                out.push_str(", ");
                self.write(args[1], 0, out);
                out.push(')');
            }
            op @ (Op::And | Op::Or | Op::Eq) => {
                let row = op.row();
                let level = if let Notation::Infix(level) = row.notation { level } else { 0 };
                self.parenthesise(outer > level, out, |out| self.unordered(args, row.name, level + 1, out));
            }
            op @ (Op::Min | Op::Max | Op::BitAnd | Op::Float(FloatOp::Add | FloatOp::Mul | FloatOp::Equal)) => {
                *out += &format!("{}({})", op.row().name, self.texts(args, 0).join(", "));
            }
            op => match op.row().notation {
                Notation::Infix(level) => {
                    self.parenthesise(outer > level, out, |out| self.infix(args, op.row().name, level + 1, out))
                }
                Notation::Call | Notation::Special => {
                    out.push_str(op.row().name);
                    self.list(args, out);
                }
            },
        }
    }

    fn sum(&self, parts: &[TermId], out: &mut String) {
        for (at, text) in self.texts(parts, 6).iter().enumerate() {
            match (at, text.strip_prefix('-')) {
                (0, _) => out.push_str(text),
                (_, Some(rest)) => *out += &format!(" - {rest}"),
                (_, None) => *out += &format!(" + {text}"),
            }
        }
    }

    /// A product; the sign of its coefficient stands before it.
    fn product(&self, factors: &[TermId], out: &mut String) {
        let (coefficient, rest) = match self.terms.op(factors[0]) {
            Op::Int(value) if value.is_negative() => (Some((-value).to_string()), &factors[1..]),
            Op::Real(value) if value.is_negative() => (Some(show_real(&-value)), &factors[1..]),
            Op::Int(value) => (Some(value.to_string()), &factors[1..]),
            Op::Real(value) => (Some(show_real(value)), &factors[1..]),
            _ => (None, factors),
        };
        if rest.len() < factors.len() && self.terms.poly(factors[0]).constant_part().is_negative() {
            out.push('-');
        }
        let mut texts: Vec<String> = coefficient.into_iter().filter(|text| text != "1" && text != "1.0").collect();
        texts.extend(self.texts(rest, 8));
        out.push_str(&texts.join(" * "));
    }

    /// The texts of operands whose order means nothing.
    fn texts(&self, parts: &[TermId], level: u8) -> Vec<String> {
        let mut texts: Vec<(bool, bool, String)> = Vec::with_capacity(parts.len());
        for part in parts {
            let mut text = String::new();
            self.write(*part, level, &mut text);
            // Literals last, and what is subtracted after what is added, as people write.
            let is_literal = matches!(self.terms.op(*part), Op::Int(_) | Op::Real(_));
            texts.push((is_literal, text.starts_with('-'), text));
        }
        if self.spelling.is_some() {
            texts.sort();
        }
        texts.into_iter().map(|(_, _, text)| text).collect()
    }

    /// `a < b` where the normal form is `a + 1 <= b` or (with nothing but a constant) `c <= b`.
    fn less(&self, left: TermId, right: TermId) -> Option<String> {
        if self.terms.sort(left) != Sort::Int {
            return None;
        }
        let poly = self.terms.poly(left);
        if !poly.constant_part().is_one() || poly.terms.len() < 2 {
            return None;
        }
        // The constant stands last in the normal form.
        let parts = self.terms.args(left);
        let mut text = self.texts(&parts[..parts.len() - 1], 7).join(" + ");
        text.push_str(" < ");
        self.write(right, 6, &mut text);
        Some(text)
    }

    fn binder(&self, name: &str, vars: &[VarId], body: TermId, outer: u8, out: &mut String) {
        self.parenthesise(outer > 1, out, |out| {
            let vars: Vec<String> = vars
                .iter()
                .map(|var| match self.terms.var_info(*var).sort {
                    Sort::Int => self.var(*var),
                    sort => format!("{}: {}", self.var(*var), sort.name()),
                })
                .collect();
            *out += &format!("{name} {}. ", vars.join(", "));
            self.write(body, 0, out);
        });
    }

    fn symbol(&self, symbol: SymbolId) -> &str {
        let spelled = self.spelling.and_then(|spelling| spelling.symbols.get(&symbol));
        spelled.unwrap_or(&self.terms.symbol_info(symbol).name)
    }

    fn var(&self, var: VarId) -> String {
        match self.spelling.and_then(|spelling| spelling.vars.get(&var)) {
            Some(spelled) => spelled.clone(),
            None => format!("{}?{}", self.terms.var_info(var).name, var.0),
        }
    }

    fn operator(&self, operator: OperatorId) -> String {
        match self.spelling.and_then(|spelling| spelling.operators.get(&operator)) {
            Some(spelled) => spelled.clone(),
            None => self.terms.operator(operator).name.clone(),
        }
    }

    fn unordered(&self, args: &[TermId], name: &str, level: u8, out: &mut String) {
        out.push_str(&self.texts(args, level).join(&format!(" {name} ")));
    }

    fn infix(&self, args: &[TermId], name: &str, level: u8, out: &mut String) {
        for (at, arg) in args.iter().enumerate() {
            if at > 0 {
                *out += &format!(" {name} ");
            }
            self.write(*arg, level, out);
        }
    }

    fn list(&self, args: &[TermId], out: &mut String) {
        out.push('(');
        for (at, arg) in args.iter().enumerate() {
            if at > 0 {
                out.push_str(", ");
            }
            self.write(*arg, 0, out);
        }
        out.push(')');
    }

    fn parenthesise(&self, when: bool, out: &mut String, write: impl FnOnce(&mut String)) {
        if when {
            out.push('(');
        }
        write(out);
        if when {
            out.push(')');
        }
    }
}

/// A real literal: always with a decimal point or as a quotient, so that it is not taken for an integer.
fn show_real(value: &BigRational) -> String {
    if value.is_integer() {
        format!("{}.0", value.numer())
    } else {
        format!("({}.0/{}.0)", value.numer(), value.denom())
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Sort, Terms};

    #[test]
    fn equal_polynomials_are_one_term() {
        let mut terms = Terms::new();
        let (x, y) = (terms.fresh_constant("x", Sort::Int), terms.fresh_constant("y", Sort::Int));
        let sum = terms.add(&[x, y]);
        let square = terms.mul(sum, sum);
        let (xx, xy, yy) = (terms.mul(x, x), terms.mul(x, y), terms.mul(y, y));
        let expanded = terms.add(&[yy, xy, xx, xy]);
        assert_eq!(square, expanded);
        let nothing = terms.sub(square, expanded);
        assert_eq!(terms.show(nothing), "0");
    }

    #[test]
    fn comparisons_are_primitive_and_printed_as_people_write_them() {
        let mut terms = Terms::new();
        let (x, n) = (terms.fresh_constant("x", Sort::Int), terms.fresh_constant("n", Sort::Int));
        let less = terms.lt(x, n);
        assert_eq!(terms.show(less), "x < n");
        let not_less = terms.not(less);
        assert_eq!(terms.show(not_less), "n <= x");
        let (two, four) = (terms.int(2), terms.int(4));
        let (left, right) = (terms.mul(two, x), terms.mul(four, n));
        let right = terms.plus(right, 3);
        let halved = terms.le(left, right);
        assert_eq!(terms.show(halved), "x <= 2 * n + 1");
        let odd = terms.eq(left, right);
        assert!(terms.is_false(odd));
    }

    #[test]
    fn negation_stands_at_atoms() {
        let mut terms = Terms::new();
        let (p, q) = (terms.fresh_constant("p", Sort::Bool), terms.fresh_constant("q", Sort::Bool));
        let implication = terms.implies(p, q);
        let negated = terms.not(implication);
        assert_eq!(terms.show(negated), "p && !q");
        let contradiction = terms.and(&[implication, p, negated]);
        assert_eq!(terms.not(contradiction), {
            let not_p = terms.not(p);
            let not_negated = terms.not(negated);
            let not_implication = terms.not(implication);
            terms.or(&[not_implication, not_p, not_negated])
        });
        let not_p = terms.not(p);
        let both = terms.and(&[p, not_p]);
        assert!(terms.is_false(both));
    }

    #[test]
    fn substitution_avoids_capture() {
        let mut terms = Terms::new();
        let f = terms.declare("f", &[Sort::Int, Sort::Int], Sort::Bool);
        let (x, y) = (terms.fresh_var("x", Sort::Int), terms.fresh_var("y", Sort::Int));
        let (tx, ty) = (terms.var(x), terms.var(y));
        let body = terms.apply(f, &[tx, ty]);
        let forall = terms.forall(&[x], body);
        let open = terms.substitute(forall, &[(y, tx)].into());
        // The bound variable was renamed, so x stays free.
        assert_eq!(terms.free(open).as_ref(), [x]);
    }

    #[test]
    fn division_by_a_literal_takes_out_multiples() {
        let mut terms = Terms::new();
        let x = terms.fresh_constant("x", Sort::Int);
        let three = terms.int(3);
        let scaled = terms.mul(three, x);
        let shifted = terms.plus(scaled, 7);
        let quotient = terms.div(shifted, three);
        assert_eq!(terms.show(quotient), "x + 2");
        let remainder = terms.modulo(shifted, three);
        assert_eq!(terms.show(remainder), "1");
    }
}

//! Terms as readable text: infix, `a < b` for `a + 1 <= b`, bound variables by name.

use num_rational::BigRational;
use num_traits::{One, Signed};

use super::op::{Notation, Op, Sort, fold_name};
use super::term::{TermId, Terms, VarId};

impl Terms {
    /// The term on one line.
    pub fn show(&self, term: TermId) -> String {
        let mut out = String::new();
        self.write(term, 0, &mut out);
        out
    }

    fn write(&self, term: TermId, outer: u8, out: &mut String) {
        let args = self.args(term);
        match self.op(term) {
            Op::Int(value) => {
                self.parenthesise(value.is_negative() && outer > 6, out, |_, out| *out += &value.to_string())
            }
            Op::Real(value) => out.push_str(&show_real(value)),
            Op::Var(var) => out.push_str(&self.show_var(*var)),
            Op::Bool(value) => out.push_str(if *value { "true" } else { "false" }),
            Op::Apply(symbol) => {
                out.push_str(&self.symbol_info(*symbol).name);
                if !args.is_empty() {
                    self.list(args, out);
                }
            }
            Op::Not => match self.op(args[0]) {
                Op::Eq => self.parenthesise(outer > 5, out, |terms, out| {
                    terms.infix(&[terms.args(args[0])[0], terms.args(args[0])[1]], "!=", 6, out)
                }),
                _ => {
                    out.push('!');
                    self.write(args[0], 9, out);
                }
            },
            Op::Le => self.parenthesise(outer > 5, out, |terms, out| match terms.less(args[0], args[1]) {
                Some(text) => out.push_str(&text),
                None => terms.infix(args, "<=", 6, out),
            }),
            Op::Add => self.parenthesise(outer > 6, out, |terms, out| {
                for (at, part) in args.iter().enumerate() {
                    let mut text = String::new();
                    terms.write(*part, 6, &mut text);
                    match (at, text.strip_prefix('-')) {
                        (0, _) => out.push_str(&text),
                        (_, Some(rest)) => *out += &format!(" - {rest}"),
                        (_, None) => *out += &format!(" + {text}"),
                    }
                }
            }),
            Op::Mul => self.parenthesise(outer > 7, out, |terms, out| {
                let mut rest = args;
                if let Op::Int(value) = terms.op(args[0])
                    && (-value).is_one()
                {
                    out.push('-');
                    rest = &args[1..];
                }
                terms.infix(rest, "*", 8, out);
            }),
            Op::Forall(vars) => self.binder("forall", vars, args[0], outer, out),
            Op::Exists(vars) => self.binder("exists", vars, args[0], outer, out),
            Op::Fold(kind, var) => {
                *out += &format!("{}({}, ", fold_name(*kind), self.show_var(*var));
                self.write(args[2], 0, out);
                out.push_str(", ");
                self.write(args[0], 0, out);
                out.push_str(", ");
                self.write(args[1], 0, out);
                out.push(')');
            }
            op => match op.row().notation {
                Notation::Infix(level) => {
                    self.parenthesise(outer > level, out, |terms, out| terms.infix(args, op.row().name, level + 1, out))
                }
                Notation::Call | Notation::Special => {
                    out.push_str(op.row().name);
                    self.list(args, out);
                }
            },
        }
    }

    /// `a < b` where the normal form is `a + 1 <= b` or (with nothing but a constant) `c <= b`.
    fn less(&self, left: TermId, right: TermId) -> Option<String> {
        if self.sort(left) != Sort::Int {
            return None;
        }
        let poly = self.poly(left);
        if !poly.constant_part().is_one() || poly.terms.len() < 2 {
            return None;
        }
        // The constant stands last in the normal form.
        let parts = self.args(left);
        let mut text = String::new();
        for (at, part) in parts[..parts.len() - 1].iter().enumerate() {
            if at > 0 {
                text.push_str(" + ");
            }
            self.write(*part, 7, &mut text);
        }
        text.push_str(" < ");
        self.write(right, 6, &mut text);
        Some(text)
    }

    fn binder(&self, name: &str, vars: &[VarId], body: TermId, outer: u8, out: &mut String) {
        self.parenthesise(outer > 1, out, |terms, out| {
            let vars: Vec<String> = vars
                .iter()
                .map(|var| match terms.var_info(*var).sort {
                    Sort::Int => terms.show_var(*var),
                    sort => format!("{}: {}", terms.show_var(*var), sort.name()),
                })
                .collect();
            *out += &format!("{name} {}. ", vars.join(", "));
            terms.write(body, 0, out);
        });
    }

    fn show_var(&self, var: VarId) -> String {
        format!("{}?{}", self.var_info(var).name, var.0)
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

    fn parenthesise(&self, when: bool, out: &mut String, write: impl FnOnce(&Terms, &mut String)) {
        if when {
            out.push('(');
        }
        write(self, out);
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

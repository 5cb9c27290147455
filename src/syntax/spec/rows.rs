//! Rows of operands in annotations: precedence, chains, implications.

use super::build::{Builder, Built, error};
use super::expr::{Deep, Prefix, missing};
use super::grammar::{Node, Rule};
use crate::base::{Span, codes};
use crate::syntax::tree::{BinaryOp, ExprKind, SpecExpr, UnaryOp, written};

/// One operand of a row, with what stands before it.
struct Operand {
    link: Option<Link>,
    value: Deep,
}

enum Link {
    Op(BinaryOp, Span),
    /// `? e :` with its middle.
    Choice(Deep),
    Implies,
    Iff,
}

impl Operand {
    fn op(&self) -> Option<(BinaryOp, Span)> {
        match self.link {
            Some(Link::Op(op, span)) => Some((op, span)),
            Some(Link::Choice(_) | Link::Implies | Link::Iff) | None => None,
        }
    }
}

/// The binary operators from tight to loose, one row a level. Comparisons and equalities do not
/// associate: a row of comparisons is a chain.
const LEVELS: [&[BinaryOp]; 10] = [
    &[BinaryOp::Mul, BinaryOp::Div, BinaryOp::Rem],
    &[BinaryOp::Add, BinaryOp::Sub],
    &[BinaryOp::Shl, BinaryOp::Shr],
    &[BinaryOp::Lt, BinaryOp::Le, BinaryOp::Gt, BinaryOp::Ge],
    &[BinaryOp::Eq, BinaryOp::Ne],
    &[BinaryOp::BitAnd],
    &[BinaryOp::BitXor],
    &[BinaryOp::BitOr],
    &[BinaryOp::And],
    &[BinaryOp::Or],
];

impl Builder<'_> {
    /// Operands with operators between them; precedence is settled here, without recursion.
    pub fn row(&self, node: Node) -> Built<Deep> {
        let mut row: Vec<Operand> = Vec::new();
        let mut link: Option<Link> = None;
        let mut prefixes: Vec<Prefix> = Vec::new();
        let mut parts = node.into_inner().peekable();
        while let Some(part) = parts.next() {
            match part.as_rule() {
                Rule::operand => {}
                Rule::middle => {
                    let middle = part.into_inner().find(|inner| inner.as_rule() == Rule::expr);
                    link = Some(Link::Choice(self.required(middle)?));
                    continue;
                }
                Rule::implies => {
                    link = Some(Link::Implies);
                    continue;
                }
                Rule::iff => {
                    link = Some(Link::Iff);
                    continue;
                }
                _ => {
                    link = BinaryOp::spelled(part.as_str()).map(|op| Link::Op(op, self.at(&part)));
                    continue;
                }
            }
            // `(T) - x`: with `T` a type, the parenthesis is a cast and the operator a prefix.
            if let Some((ty, span)) = self.type_in_parentheses(&part)
                && let Some(next) = parts.peek()
                && let Some(unary) = prefix_op(next.as_str())
            {
                let operator = self.at(next);
                parts.next();
                prefixes.push(Prefix::Cast(Box::new(ty), span));
                prefixes.push(Prefix::Unary(unary, operator));
                continue;
            }
            let value = self.operand(part, std::mem::take(&mut prefixes))?;
            row.push(Operand { link: link.take(), value });
        }
        for level in LEVELS {
            row = self.fold_level(row, level)?;
        }
        self.propositions(row)
    }

    /// `?:`, implication and equivalence, which bind loosest: what is left of a row.
    fn propositions(&self, row: Vec<Operand>) -> Built<Deep> {
        let mut row = row;
        let implication = row.iter().find(|operand| matches!(operand.link, Some(Link::Implies | Link::Iff)));
        let chosen = row.iter().find(|operand| matches!(operand.link, Some(Link::Choice(_))));
        if let (Some(implication), Some(chosen)) = (implication, chosen) {
            let wrong = error(codes::E0419, chosen.value.expr.span, "`?:` beside an implication without parentheses");
            let wrong = wrong.also(implication.value.expr.span, "the implication leads here");
            return Err(Box::new(wrong.note("write `p -> (a ? b : c)`, or `(p -> a) ? b : c`")));
        }
        // From the right, what is not yet joined: a choice or an implication takes all to its right.
        let mut equivalents: Vec<Deep> = Vec::new();
        let mut implied: Option<Deep> = None;
        let mut chosen: Option<(Deep, Deep)> = None;
        while let Some(Operand { link, value }) = row.pop() {
            let value = match chosen.take() {
                Some((then, other)) => self.choice(value, then, other)?,
                None => value,
            };
            match link {
                Some(Link::Choice(then)) => chosen = Some((then, value)),
                Some(Link::Implies) => implied = Some(self.implied_by(value, implied.take())?),
                Some(Link::Iff) | None => equivalents.push(self.implied_by(value, implied.take())?),
                Some(Link::Op(..)) => return Err(missing(value.expr.span)),
            }
        }
        let mut all = self.popped(equivalents.pop())?;
        while let Some(right) = equivalents.pop() {
            all = self.binary(BinaryOp::Iff, all, right)?;
        }
        Ok(all)
    }

    /// `left -> right`, or `left` alone.
    fn implied_by(&self, left: Deep, right: Option<Deep>) -> Built<Deep> {
        match right {
            Some(right) => self.binary(BinaryOp::Implies, left, right),
            None => Ok(left),
        }
    }

    fn choice(&self, test: Deep, then: Deep, other: Deep) -> Built<Deep> {
        let span = test.expr.span.to(other.expr.span);
        let depth = test.depth.max(then.depth).max(other.depth);
        let kind = ExprKind::Conditional(Box::new(test.expr), Box::new(then.expr), Box::new(other.expr));
        self.node(kind, span, depth)
    }

    /// Joins the operands between operators of one level.
    fn fold_level(&self, row: Vec<Operand>, level: &[BinaryOp]) -> Built<Vec<Operand>> {
        let mut done: Vec<Operand> = Vec::new();
        let mut run: Vec<Operand> = Vec::new();
        for operand in row {
            let continues = operand.op().is_some_and(|(op, _)| level.contains(&op));
            if !continues && !run.is_empty() {
                done.push(self.join(std::mem::take(&mut run))?);
            }
            run.push(operand);
        }
        if !run.is_empty() {
            done.push(self.join(run)?);
        }
        Ok(done)
    }

    /// One operand, or operands with operators of one level between them.
    fn join(&self, run: Vec<Operand>) -> Built<Operand> {
        let ops: Vec<(BinaryOp, Span)> = run.iter().skip(1).filter_map(Operand::op).collect();
        if ops.len() >= 2 {
            match ops[0].0 {
                BinaryOp::Eq | BinaryOp::Ne => return Err(chained_equality(&run, &ops)),
                BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge => return self.chain(run, &ops),
                _ => {}
            }
        }
        let mut operands = run.into_iter();
        let Some(first) = operands.next() else { return Err(missing(self.nowhere())) };
        let before = first.link;
        let mut all = first.value;
        for operand in operands {
            if let Some(Link::Op(op, _)) = operand.link {
                all = self.joined(op, all, operand.value)?;
            }
        }
        Ok(Operand { link: before, value: all })
    }

    /// Two operands of one operator; what looks looser than it is stays marked.
    fn joined(&self, op: BinaryOp, left: Deep, right: Deep) -> Built<Deep> {
        use BinaryOp::{
            Add, And, BitAnd, BitOr, BitXor, Div, Eq, Ge, Gt, Iff, Implies, Le, Lt, Mul, Ne, Or, Rem, Shl, Shr, Sub,
        };
        let (left, right) = match op {
            Eq | Ne | BitAnd | BitXor | BitOr => (self.marked(left)?, self.marked(right)?),
            Mul | Div | Rem | Add | Sub | Shl | Shr | Lt | Le | Gt | Ge => (self.marked(left)?, right),
            And | Or | Implies | Iff => (left, right),
        };
        let bare = matches!(op, Lt | Le | Gt | Ge | Eq | Ne | BitAnd | BitXor | BitOr);
        Ok(Deep { bare, ..self.binary(op, left, right)? })
    }

    fn marked(&self, operand: Deep) -> Built<Deep> {
        if !operand.bare {
            return Ok(operand);
        }
        let span = operand.expr.span;
        self.node(ExprKind::Spec(SpecExpr::Loose(Box::new(operand.expr))), span, operand.depth)
    }

    fn chain(&self, run: Vec<Operand>, ops: &[(BinaryOp, Span)]) -> Built<Operand> {
        let upward = |op: BinaryOp| matches!(op, BinaryOp::Lt | BinaryOp::Le);
        if let Some(turn) = ops.iter().find(|(op, _)| upward(*op) != upward(ops[0].0)) {
            let wrong = error(codes::E0204, turn.1, "this chain of comparisons changes its direction");
            let wrong = wrong.also(ops[0].1, "the other direction");
            let apart = taken_apart(&run, ops).unwrap_or_else(|| "a < b && b > c".to_owned());
            return Err(Box::new(wrong.note(format!(
                "write `{apart}`; only `<` and `<=`, or `>` and `>=`, form a chain such as `0 <= i < n`"
            ))));
        }
        let mut operands = run.into_iter();
        let Some(first) = operands.next() else { return Err(missing(self.nowhere())) };
        let Operand { link, value: first } = first;
        let first = self.marked(first)?;
        let mut depth = first.depth;
        let mut span = first.expr.span;
        let mut rest = Vec::new();
        for operand in operands {
            depth = depth.max(operand.value.depth);
            span = span.to(operand.value.expr.span);
            if let Some(Link::Op(op, _)) = operand.link {
                rest.push((op, operand.value.expr));
            }
        }
        let kind = ExprKind::Spec(SpecExpr::Chain(Box::new(first.expr), rest));
        let value = Deep { bare: true, ..self.node(kind, span, depth)? };
        Ok(Operand { link, value })
    }
}

/// A binary operator that is a prefix operator too.
fn prefix_op(text: &str) -> Option<UnaryOp> {
    UnaryOp::spelled(text).filter(|op| !matches!(op, UnaryOp::Not | UnaryOp::BitNot))
}

fn chained_equality(run: &[Operand], ops: &[(BinaryOp, Span)]) -> Box<crate::base::Diagnostic> {
    let wrong = error(codes::E0205, ops[1].1, "equalities do not form a chain");
    let wrong = wrong.also(ops[0].1, "the first one");
    Box::new(wrong.note(match taken_apart(run, ops) {
        Some(apart) => format!("write `{apart}`: in C the second one compares a truth value"),
        None => "write `a == b && b == c`: in C `a == b == c` compares a truth value with c".to_owned(),
    }))
}

/// The comparisons of a chain, each on its own.
fn taken_apart(run: &[Operand], ops: &[(BinaryOp, Span)]) -> Option<String> {
    let (op, _) = ops.first()?;
    let operands = run.iter().map(|operand| written::operand_of(*op, &operand.value.expr));
    let operands: Vec<String> = operands.collect::<Option<_>>()?;
    let pairs = operands.windows(2).zip(ops).map(|(pair, (op, _))| format!("{} {} {}", pair[0], op.symbol(), pair[1]));
    Some(pairs.collect::<Vec<_>>().join(" && "))
}

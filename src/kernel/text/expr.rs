//! The text form of expressions.

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Signed, Zero};

use crate::kernel::ir::{
    ArrayId, Axis, Binary, BoundId, Builtin, Conversion, Expr, ExprKind, FoldKind, Quantifier, Type, Unary,
};
use crate::kernel::spelling::{self, level};

use super::printer::Printer;

impl Printer<'_> {
    pub fn list<'e>(&mut self, all: impl IntoIterator<Item = &'e Expr>) {
        for (at, expr) in all.into_iter().enumerate() {
            self.push(if at > 0 { ", " } else { "" });
            self.expr(expr, level::QUANTIFIER);
        }
    }

    pub fn cell(&mut self, array: ArrayId, index: &[Expr]) {
        match self.is_plain {
            true => self.push(&self.kernel.arrays[array.index()].name),
            false => self.out.push_str(self.names.array(array)),
        }
        if index.is_empty() {
            self.push("[]");
        }
        for index in index {
            self.push("[");
            self.expr(index, level::QUANTIFIER);
            self.push("]");
        }
    }

    pub fn expr(&mut self, expr: &Expr, place: u8) {
        if self.is_plain {
            return self.plain(expr, place);
        }
        let suffix = literal_suffix(expr);
        let is_natural = suffix.is_some()
            || matches!(*expr.kind, ExprKind::Convert(..) | ExprKind::Logic(..))
            || spelling::natural_type(self.kernel, &expr.kind) == Some(expr.ty);
        let own = if is_natural { self.level(&expr.kind) } else { level::QUANTIFIER };
        let bracketed = own < place || !is_natural;
        self.push(if bracketed { "(" } else { "" });
        self.bare(expr);
        self.push(suffix.as_deref().unwrap_or(""));
        if !is_natural {
            let ascription = format!(" : {}", spelling::type_name(expr.ty));
            self.push(&ascription);
        }
        self.push(if bracketed { ")" } else { "" });
    }

    fn plain(&mut self, expr: &Expr, place: u8) {
        match &*expr.kind {
            ExprKind::Convert(_, inner) if matches!(expr.ty, Type::Integer | Type::Real | Type::Float { .. }) => {
                self.plain(inner, place);
            }
            kind => {
                let bracketed = self.level(kind) < place;
                self.push(if bracketed { "(" } else { "" });
                self.bare(expr);
                self.push(if bracketed { ")" } else { "" });
            }
        }
    }

    fn level(&self, kind: &ExprKind) -> u8 {
        match kind {
            ExprKind::Quantified(..) => level::QUANTIFIER,
            ExprKind::Conditional(..) => level::CONDITIONAL,
            ExprKind::Binary(operator, ..) => spelling::infix(*operator).map_or(level::PRIMARY, |row| row.level),
            ExprKind::Unary(Unary::Neg | Unary::Not | Unary::BitNot, _) => level::UNARY,
            ExprKind::Int(value) if value.is_negative() => level::UNARY,
            ExprKind::Real(value) if value.is_negative() && decimal(value).is_some() => level::UNARY,
            ExprKind::At(..) => level::POSTFIX,
            ExprKind::Unary(Unary::Abs | Unary::Floor | Unary::Ceil | Unary::Log2 | Unary::IsPow2, _)
            | ExprKind::Bool(_)
            | ExprKind::Int(_)
            | ExprKind::Real(_)
            | ExprKind::Local(_)
            | ExprKind::Builtin(_)
            | ExprKind::Read { .. }
            | ExprKind::Convert(..)
            | ExprKind::Math(..)
            | ExprKind::Logic(..)
            | ExprKind::Bound(_)
            | ExprKind::Fold { .. }
            | ExprKind::FoldThreads { .. }
            | ExprKind::Old(_)
            | ExprKind::LoopCount(_)
            | ExprKind::Active(_)
            | ExprKind::Length(_) => level::PRIMARY,
        }
    }

    /// The expression without brackets, suffix and type.
    fn bare(&mut self, expr: &Expr) {
        match &*expr.kind {
            ExprKind::Bool(value) => self.push(if *value { "true" } else { "false" }),
            ExprKind::Int(value) => self.push(&value.to_string()),
            ExprKind::Real(value) => match decimal(value) {
                Some(text) => self.push(&text),
                None => self.push(&format!("ratio({}, {})", value.numer(), value.denom())),
            },
            // A contract calls them what the program does.
            ExprKind::Local(local) if self.is_plain => self.push(&self.kernel.locals[local.index()].name),
            ExprKind::Local(local) => self.out.push_str(self.names.local(*local)),
            ExprKind::Bound(bound) => self.out.push_str(self.names.bound(*bound)),
            ExprKind::Builtin(builtin) => self.push(&builtin_name(*builtin)),
            ExprKind::Read { array, index } => self.cell(*array, index),
            ExprKind::Unary(operator, of) => self.unary(*operator, of),
            ExprKind::Binary(operator, left, right) => self.binary(*operator, left, right),
            ExprKind::Conditional(cond, then, else_) => {
                self.expr(cond, level::CONDITIONAL + 1);
                self.push(" ? ");
                self.expr(then, level::CONDITIONAL);
                self.push(" : ");
                self.expr(else_, level::CONDITIONAL);
            }
            ExprKind::Convert(conversion, of) => {
                let word = match conversion {
                    Conversion::Implicit => "convert",
                    Conversion::Explicit => "cast",
                };
                self.push(&format!("{word}<{}>", spelling::type_name(expr.ty)));
                self.call("", [of]);
            }
            ExprKind::Math(name, arguments) | ExprKind::Logic(name, arguments) if self.is_plain => {
                self.call_plainly(name, arguments, expr.ty);
            }
            ExprKind::Math(name, arguments) => self.call(&format!("math.{}", spelling::symbol(name)), arguments),
            ExprKind::Logic(name, arguments) => {
                self.call(&format!("logic<{}>.{}", spelling::type_name(expr.ty), spelling::symbol(name)), arguments);
            }
            ExprKind::Quantified(quantifier, variables, body) => self.quantified(*quantifier, variables, body),
            ExprKind::Fold { kind, var, body, lo, hi } => self.fold(*kind, *var, [body, lo, hi]),
            ExprKind::FoldThreads { kind, var, body } => {
                let row = spelling::FOLDS.iter().find(|(fold, ..)| fold == kind);
                let head = format!("{}({}, ", row.map_or("?", |(_, _, word)| word), self.names.bound(*var));
                self.push(&head);
                self.expr(body, level::QUANTIFIER);
                self.push(")");
            }
            ExprKind::At(of, at) => {
                self.expr(of, level::POSTFIX);
                self.push("@");
                self.expr(at, level::PRIMARY);
            }
            ExprKind::Old(of) => {
                let word = self.own_word("old");
                self.call(&word, [of]);
            }
            ExprKind::LoopCount(id) => {
                let text = format!("loop_count({})", self.names.loop_(*id));
                self.push(&text);
            }
            ExprKind::Active(thread) => {
                let word = self.own_word("active");
                match thread {
                    None => self.push(&word),
                    Some(thread) => self.call(&word, [thread]),
                }
            }
            ExprKind::Length(array) => {
                let text = match self.is_plain {
                    true => format!("\\length({})", self.kernel.arrays[array.index()].name),
                    false => format!("length({})", self.names.array(*array)),
                };
                self.push(&text);
            }
        }
    }

    fn quantified(&mut self, quantifier: Quantifier, variables: &[BoundId], body: &Expr) {
        let word = match quantifier {
            Quantifier::Forall => "forall",
            Quantifier::Exists => "exists",
        };
        let names: Vec<&str> = variables.iter().map(|variable| self.names.bound(*variable)).collect();
        let head = format!("{} {}. ", self.own_word(word), names.join(", "));
        self.push(&head);
        self.expr(body, level::QUANTIFIER);
    }

    /// Body, least and greatest value stand behind the variable.
    fn fold(&mut self, kind: FoldKind, var: BoundId, parts: [&Expr; 3]) {
        let over = match kind {
            FoldKind::Over(operator) => match self.kernel.declared.operators.get(operator.index()) {
                Some(operator) => format!("{}, ", spelling::symbol(&operator.name)),
                None => "?, ".to_owned(),
            },
            _ => String::new(),
        };
        let head = format!("{over}{}, ", self.names.bound(var));
        self.push(&format!("{}({head}", kind.row().name));
        self.list(parts);
        self.push(")");
    }

    /// As a program has it: infinities and NaN are names.
    fn call_plainly(&mut self, name: &str, arguments: &[Expr], ty: Type) {
        let [infinity, nan] = match ty {
            Type::Float { bits: 64 } => ["HUGE_VAL", "CUDART_NAN"],
            Type::Float { bits: 16 } => ["CUDART_INF_FP16", "CUDART_NAN_FP16"],
            _ => ["INFINITY", "NAN"],
        };
        match name {
            "infinity" => self.push(infinity),
            "nan" => self.push(nan),
            _ => self.call(name, arguments),
        }
    }

    fn call<'e>(&mut self, function: &str, arguments: impl IntoIterator<Item = &'e Expr>) {
        self.push(function);
        self.push("(");
        self.list(arguments);
        self.push(")");
    }

    fn unary(&mut self, operator: Unary, of: &Expr) {
        match operator {
            Unary::Neg | Unary::Not | Unary::BitNot => {
                self.push(spelling::word(&spelling::PREFIXES, operator));
                // `-3` is a literal, `-(3)` the negation of one, and `-(3@t)` that of what a thread sees.
                let of_number = operator == Unary::Neg && begins_with_number(of);
                let place = if of_number { level::PRIMARY + 1 } else { level::UNARY };
                self.expr(of, place);
            }
            Unary::Abs | Unary::Floor | Unary::Ceil | Unary::Log2 | Unary::IsPow2 => {
                let word = self.own_word(spelling::word(&spelling::UNARY_FUNCTIONS, operator));
                self.call(&word, [of]);
            }
        }
    }

    fn binary(&mut self, operator: Binary, left: &Expr, right: &Expr) {
        let Some(row) = spelling::infix(operator) else {
            let word = self.own_word(spelling::word(&spelling::BINARY_FUNCTIONS, operator));
            return self.call(&word, [left, right]);
        };
        let (left_place, right_place) = match operator {
            Binary::Implies => (row.level + 1, row.level),
            _ => (row.level, row.level + 1),
        };
        self.expr(left, left_place);
        let symbol = match operator {
            Binary::Implies if self.is_plain => "->",
            Binary::Iff if self.is_plain => "<->",
            _ => row.symbol,
        };
        self.push(&format!(" {symbol} "));
        self.expr(right, right_place);
    }

    /// A word of annotations, as one writes it there.
    fn own_word(&self, word: &str) -> String {
        if self.is_plain { format!("\\{word}") } else { word.to_owned() }
    }
}

fn builtin_name(builtin: Builtin) -> String {
    let (name, axis): (&str, Axis) = match builtin {
        Builtin::ThreadIdx(axis) => ("threadIdx", axis),
        Builtin::BlockIdx(axis) => ("blockIdx", axis),
        Builtin::BlockDim(axis) => ("blockDim", axis),
        Builtin::GridDim(axis) => ("gridDim", axis),
    };
    format!("{name}.{}", spelling::word(&spelling::AXES, axis))
}

/// The suffix that gives a literal its type; none for what is no literal of a number type.
fn literal_suffix(expr: &Expr) -> Option<String> {
    match (&*expr.kind, expr.ty) {
        (ExprKind::Int(_), Type::INT) => Some(String::new()),
        (ExprKind::Int(_), Type::Integer) => Some("n".to_string()),
        (ExprKind::Int(_), Type::Int { .. }) => Some(spelling::type_name(expr.ty)),
        (ExprKind::Real(value), Type::Real) if decimal(value).is_some() => Some("r".to_string()),
        (ExprKind::Real(value), Type::Float { .. }) if decimal(value).is_some() => Some(spelling::type_name(expr.ty)),
        (_, _) => None,
    }
}

/// Most digits after the point that are written out.
const MOST_DIGITS: u32 = 60;

/// The number in decimal notation with a point, where that is exact and not too long.
fn decimal(value: &BigRational) -> Option<String> {
    let ten = BigInt::from(10);
    let mut scaled = value.clone() * &ten;
    let mut digits = 1;
    while !scaled.denom().is_one() {
        if digits == MOST_DIGITS {
            return None;
        }
        scaled *= &ten;
        digits += 1;
    }
    let power = num_traits::pow(ten, digits as usize);
    let number = scaled.to_integer().abs();
    let (whole, rest) = (&number / &power, &number % &power);
    let sign = if value.is_negative() && !value.is_zero() { "-" } else { "" };
    Some(format!("{sign}{whole}.{:0>width$}", rest.to_string(), width = digits as usize))
}

fn begins_with_number(expr: &Expr) -> bool {
    match &*expr.kind {
        ExprKind::Int(_) | ExprKind::Real(_) => true,
        ExprKind::At(of, _) => begins_with_number(of),
        _ => false,
    }
}

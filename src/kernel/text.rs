//! The text form of a kernel: everything of it but spans and diagnostics. [`super::parse`] reads it back.
//!
//! ```text
//! kernel "scale" {
//!     block x;
//!     grid x;
//!     param n: i32;
//!     var i: i32;
//!     array global a: f32[?];
//!     bound j: integer;
//!     labels 1;
//!     requires launch: n >= 0;
//!     ensures launch: forall j. 0n <= convert<integer>(j) && j < convert<integer>(n) ==> a[j] == 0.0f32;
//!     body {
//!         i = convert<i32>(blockIdx.x * blockDim.x + threadIdx.x);
//!         if (i < n) {
//!             a[i] = 0.0f32;
//!         }
//!     }
//! }
//! ```
//!
//! Literals name their type by a suffix: none is `i32`, `n` a mathematical integer, `r` a real,
//! others as in `0u32`, `1.5f64`. `convert<T>` is a conversion that the program did not write,
//! `cast<T>` one that it did. An expression of another type than its form gives is `(e : T)`.

use std::fmt::Write;

use num_bigint::BigInt;
use num_rational::BigRational;
use num_traits::{One, Signed, Zero};

use crate::kernel::ir::{
    Array, ArrayId, AssertOrigin, Atomic, Axis, BarrierScope, Binary, BoundId, Builtin, Call, Clause, Conversion, Expr,
    ExprKind, FoldKind, Kernel, Label, Lanes, LocalId, Loop, LoopId, Operator, Quantifier, Region, Stmt, StmtKind,
    Type, Unary, Vote, Warp,
};
use crate::kernel::spelling::{self, Names, level};

/// The text form of a kernel.
pub fn kernel(kernel: &Kernel) -> String {
    let mut printer = Printer::new(kernel);
    printer.kernel();
    printer.out
}

/// The text form of an expression of a kernel.
pub fn expr(kernel: &Kernel, expr: &Expr) -> String {
    let mut printer = Printer::new(kernel);
    printer.expr(expr, level::QUANTIFIER);
    printer.out
}

/// One expression for people: without types and conversions, which its value does not show.
pub fn plain_expr(kernel: &Kernel, expr: &Expr) -> String {
    let mut printer = Printer { is_plain: true, ..Printer::new(kernel) };
    printer.expr(expr, level::QUANTIFIER);
    printer.out
}

struct Printer<'a> {
    /// Without types and conversions to mathematical numbers.
    is_plain: bool,
    kernel: &'a Kernel,
    names: Names,
    out: String,
    indent: usize,
}

impl<'a> Printer<'a> {
    fn new(kernel: &'a Kernel) -> Self {
        Printer { is_plain: false, kernel, names: Names::of(kernel), out: String::new(), indent: 0 }
    }

    fn line(&mut self, text: &str) {
        self.start();
        self.out.push_str(text);
        self.out.push('\n');
    }

    fn start(&mut self) {
        for _ in 0..self.indent {
            self.out.push_str("    ");
        }
    }

    fn push(&mut self, text: &str) {
        self.out.push_str(text);
    }

    fn kernel(&mut self) {
        let kernel = self.kernel;
        self.line(&format!("kernel {} {{", spelling::quoted(&kernel.name, '"')));
        self.indent += 1;
        self.line(&format!("block{};", dims(kernel.block_dims)));
        self.line(&format!("grid{};", dims(kernel.grid_dims)));
        for (at, local) in kernel.locals.iter().enumerate() {
            let role = spelling::word(&spelling::ROLES, local.role);
            let name = self.names.local(LocalId(at as u32));
            let line = format!("{role} {name}: {};", spelling::type_name(local.ty));
            self.line(&line);
        }
        for (at, bound) in kernel.bound.iter().enumerate() {
            let name = self.names.bound(BoundId(at as u32));
            let line = format!("bound {name}: {};", spelling::type_name(bound.ty));
            self.line(&line);
        }
        for at in 0..kernel.loops.len() {
            let line = format!("loop {};", self.names.loop_(LoopId(at as u32)));
            self.line(&line);
        }
        for (at, array) in kernel.arrays.iter().enumerate() {
            self.array(at, array);
        }
        kernel.operators.iter().for_each(|operator| self.operator(operator));
        self.line(&format!("labels {};", kernel.labels));
        for assumption in &kernel.assumptions {
            self.line(&format!("assumption {};", spelling::quoted(assumption, '"')));
        }
        for found in &kernel.unsupported {
            self.line(&format!("unsupported {};", spelling::quoted(&found.construct, '"')));
        }
        for launch in &kernel.launches {
            self.line(&format!("launch {};", spelling::quoted(launch, '"')));
        }
        kernel.requires.iter().for_each(|clause| self.clause("requires", clause));
        kernel.ensures.iter().for_each(|clause| self.clause("ensures", clause));
        kernel.writes.iter().for_each(|region| self.region("writes", region));
        kernel.reads.iter().for_each(|region| self.region("reads", region));
        self.line("body {");
        self.block(&kernel.body);
        self.line("}");
        self.indent -= 1;
        self.line("}");
    }

    fn array(&mut self, at: usize, array: &Array) {
        self.start();
        let space = spelling::word(&spelling::SPACES, array.space);
        let name = self.names.array(ArrayId(at as u32));
        let head = format!("array {space} {name}: {}", spelling::type_name(array.element));
        self.push(&head);
        for extent in &array.extents {
            self.push("[");
            match extent {
                Some(extent) => self.expr(extent, level::QUANTIFIER),
                None => self.push("?"),
            }
            self.push("]");
        }
        for (holds, word) in
            [(array.length_used, " length"), (array.is_const, " const"), (array.is_restrict, " restrict")]
        {
            self.push(if holds { word } else { "" });
        }
        if let Some(initial) = &array.initial {
            self.push(" = {");
            self.list(initial);
            self.push("}");
        }
        self.push(";\n");
    }

    fn operator(&mut self, operator: &Operator) {
        self.start();
        let [left, right] = operator.operands.map(|operand| self.names.bound(operand).to_owned());
        let (name, ty) = (spelling::symbol(&operator.name), spelling::type_name(operator.ty));
        self.push(&format!("operator {name}({left}, {right}): {ty}"));
        if let Some(body) = &operator.body {
            self.push(" = ");
            self.expr(body, level::QUANTIFIER);
        }
        self.push(" identity ");
        self.expr(&operator.identity, level::QUANTIFIER);
        self.push(";\n");
    }

    fn clause(&mut self, word: &str, clause: &Clause) {
        self.start();
        self.push(word);
        self.push(" ");
        self.push(spelling::word(&spelling::SPEAKERS, clause.speaker));
        self.push(": ");
        self.expr(&clause.expr, level::QUANTIFIER);
        self.push(";\n");
    }

    fn region(&mut self, word: &str, region: &Region) {
        self.start();
        let head = format!("{word} {}", self.names.array(region.array));
        self.push(&head);
        for (least, greatest) in &region.ranges {
            self.push("[");
            self.expr(least, level::QUANTIFIER);
            self.push(" to ");
            self.expr(greatest, level::QUANTIFIER);
            self.push("]");
        }
        self.push(";\n");
    }

    fn block(&mut self, stmts: &[Stmt]) {
        self.indent += 1;
        stmts.iter().for_each(|stmt| self.stmt(stmt));
        self.indent -= 1;
    }

    fn stmt(&mut self, stmt: &Stmt) {
        match &stmt.kind {
            StmtKind::Declare(local) => self.line(&format!("declare {};", self.names.local(*local))),
            StmtKind::DeclareArray(array) => self.line(&format!("declare {};", self.names.array(*array))),
            StmtKind::Assign { local, value } => {
                self.start();
                self.out.push_str(self.names.local(*local));
                self.assigned(value);
            }
            StmtKind::Store { array, index, value } => {
                self.start();
                self.cell(*array, index);
                self.assigned(value);
            }
            StmtKind::If { cond, then, else_ } => {
                self.start();
                self.push("if (");
                self.expr(cond, level::QUANTIFIER);
                self.push(") {\n");
                self.block(then);
                if !else_.is_empty() {
                    self.line("} else {");
                    self.block(else_);
                }
                self.line("}");
            }
            StmtKind::Loop(inner) => self.loop_(inner),
            StmtKind::Scope { label, body } => {
                self.line(&format!("scope {} {{", label_name(*label)));
                self.block(body);
                self.line("}");
            }
            StmtKind::Leave(label) => self.line(&format!("leave {};", label_name(*label))),
            StmtKind::Barrier { number, scope, vote } => {
                self.start();
                self.push(&format!("barrier {number}"));
                if *scope == BarrierScope::Grid {
                    self.push(" grid");
                }
                match vote {
                    Some(Vote { op, operand, result }) => {
                        self.push(&format!(" {} ", spelling::word(&spelling::VOTES, *op)));
                        self.operands(std::slice::from_ref(operand), Some(*result));
                    }
                    None => self.push(";\n"),
                }
            }
            StmtKind::Fence(fence) => {
                let scope = spelling::word(&spelling::ATOMIC_SCOPES, fence.scope);
                let order = spelling::word(&spelling::MEMORY_ORDERS, fence.order);
                self.line(&format!("fence {scope} {order};"));
            }
            StmtKind::Atomic(atomic) => self.atomic(atomic),
            StmtKind::Warp(warp) => self.warp(warp),
            StmtKind::Assert { clause, origin: AssertOrigin::Annotation } => self.clause("assert", clause),
            StmtKind::Assert { clause, origin: AssertOrigin::Program } => self.clause("assert program", clause),
            StmtKind::Assert { clause, origin: AssertOrigin::Barrier } => self.clause("assert barrier", clause),
            StmtKind::Assert { clause, origin: AssertOrigin::Aligned } => self.clause("assert aligned", clause),
            StmtKind::Assert { clause, origin: AssertOrigin::Initialised } => self.clause("assert initialised", clause),
            StmtKind::Assert { clause, origin: AssertOrigin::Written } => self.clause("assert written", clause),
            StmtKind::Assume(clause) => self.clause("assume", clause),
            StmtKind::Wraps(body) => {
                self.line("wraps {");
                self.block(body);
                self.line("}");
            }
            StmtKind::Call(call) => self.call_by_contract(call),
        }
    }

    /// `call "scan" where "data" into s {`, the clauses, `body {`, the statements.
    fn call_by_contract(&mut self, call: &Call) {
        self.start();
        self.push(&format!("call {}", spelling::quoted(&call.function, '"')));
        for (at, (parameter, array)) in call.arrays.iter().enumerate() {
            self.push(if at == 0 { " where " } else { ", " });
            self.push(&format!("{} into ", spelling::quoted(parameter, '"')));
            self.out.push_str(self.names.array(*array));
        }
        self.push(" {\n");
        self.indent += 1;
        call.requires.iter().for_each(|clause| self.clause("requires", clause));
        call.ensures.iter().for_each(|clause| self.clause("ensures", clause));
        call.writes.iter().for_each(|region| self.region("writes", region));
        call.reads.iter().for_each(|region| self.region("reads", region));
        self.line("body {");
        self.block(&call.body);
        self.line("}");
        self.indent -= 1;
        self.line("}");
    }

    /// `atomic cas device relaxed lock[](0, 1) -> old;`
    fn atomic(&mut self, atomic: &Atomic) {
        self.start();
        let op = spelling::word(&spelling::ATOMICS, atomic.op);
        let scope = spelling::word(&spelling::ATOMIC_SCOPES, atomic.scope);
        let order = spelling::word(&spelling::MEMORY_ORDERS, atomic.order);
        self.push(&format!("atomic {op} {scope} {order} "));
        self.cell(atomic.array, &atomic.index);
        self.operands(&atomic.operands, atomic.result);
    }

    /// `warp shfl_down mask 4294967295u32 width 32 (v, 1) -> other;`
    fn warp(&mut self, warp: &Warp) {
        self.start();
        self.push(&format!("warp {} ", spelling::word(&spelling::WARP_OPS, warp.op)));
        match &warp.lanes {
            Lanes::Mask(mask) => {
                self.push("mask ");
                self.expr(mask, level::PRIMARY);
            }
            Lanes::Tile => self.push("tile"),
            Lanes::Present => self.push("present"),
        }
        self.push(&format!(" width {} ", warp.width));
        self.operands(&warp.operands, warp.result);
    }

    fn operands(&mut self, operands: &[Expr], result: Option<LocalId>) {
        self.push("(");
        self.list(operands);
        self.push(")");
        if let Some(result) = result {
            self.push(" -> ");
            self.out.push_str(self.names.local(result));
        }
        self.push(";\n");
    }

    fn assigned(&mut self, value: &Expr) {
        self.push(" = ");
        self.expr(value, level::QUANTIFIER);
        self.push(";\n");
    }

    fn loop_(&mut self, inner: &Loop) {
        self.start();
        let head = format!("loop {} {} while (", self.names.loop_(inner.id), label_name(inner.label));
        self.push(&head);
        self.expr(&inner.guard, level::QUANTIFIER);
        self.push(") {\n");
        self.indent += 1;
        inner.invariants.iter().for_each(|clause| self.clause("invariant", clause));
        inner.variant.iter().for_each(|clause| self.clause("variant", clause));
        self.indent -= 1;
        self.block(&inner.body);
        self.line("}");
    }

    fn list(&mut self, all: &[Expr]) {
        for (at, expr) in all.iter().enumerate() {
            self.push(if at > 0 { ", " } else { "" });
            self.expr(expr, level::QUANTIFIER);
        }
    }

    fn cell(&mut self, array: ArrayId, index: &[Expr]) {
        self.out.push_str(self.names.array(array));
        if index.is_empty() {
            self.push("[]");
        }
        for index in index {
            self.push("[");
            self.expr(index, level::QUANTIFIER);
            self.push("]");
        }
    }

    fn expr(&mut self, expr: &Expr, place: u8) {
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
                self.call("", &[of]);
            }
            ExprKind::Math(name, arguments) => {
                let arguments: Vec<&Expr> = arguments.iter().collect();
                self.call(&format!("math.{}", spelling::symbol(name)), &arguments);
            }
            ExprKind::Logic(name, arguments) => {
                let arguments: Vec<&Expr> = arguments.iter().collect();
                self.call(&format!("logic<{}>.{}", spelling::type_name(expr.ty), spelling::symbol(name)), &arguments);
            }
            ExprKind::Quantified(quantifier, variables, body) => {
                let word = match quantifier {
                    Quantifier::Forall => "forall",
                    Quantifier::Exists => "exists",
                };
                let names: Vec<&str> = variables.iter().map(|variable| self.names.bound(*variable)).collect();
                let head = format!("{word} {}. ", names.join(", "));
                self.push(&head);
                self.expr(body, level::QUANTIFIER);
            }
            ExprKind::Fold { kind, var, body, lo, hi } => {
                let over = match kind {
                    FoldKind::Over(operator) => match self.kernel.operators.get(operator.index()) {
                        Some(operator) => format!("{}, ", spelling::symbol(&operator.name)),
                        None => "?, ".to_owned(),
                    },
                    _ => String::new(),
                };
                let head = format!("{}({over}{}, ", kind.row().name, self.names.bound(*var));
                self.push(&head);
                for (at, part) in [body, lo, hi].into_iter().enumerate() {
                    self.push(if at > 0 { ", " } else { "" });
                    self.expr(part, level::QUANTIFIER);
                }
                self.push(")");
            }
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
            ExprKind::Old(of) => self.call("old", &[of]),
            ExprKind::LoopCount(id) => {
                let text = format!("loop_count({})", self.names.loop_(*id));
                self.push(&text);
            }
            ExprKind::Active(None) => self.push("active"),
            ExprKind::Active(Some(thread)) => self.call("active", &[thread]),
            ExprKind::Length(array) => {
                let text = format!("length({})", self.names.array(*array));
                self.push(&text);
            }
        }
    }

    fn call(&mut self, function: &str, arguments: &[&Expr]) {
        self.push(function);
        self.push("(");
        for (at, argument) in arguments.iter().enumerate() {
            self.push(if at > 0 { ", " } else { "" });
            self.expr(argument, level::QUANTIFIER);
        }
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
                self.call(spelling::word(&spelling::UNARY_FUNCTIONS, operator), &[of]);
            }
        }
    }

    fn binary(&mut self, operator: Binary, left: &Expr, right: &Expr) {
        let Some(row) = spelling::infix(operator) else {
            return self.call(spelling::word(&spelling::BINARY_FUNCTIONS, operator), &[left, right]);
        };
        let (left_place, right_place) = match operator {
            Binary::Implies => (row.level + 1, row.level),
            _ => (row.level, row.level + 1),
        };
        self.expr(left, left_place);
        self.push(&format!(" {} ", row.symbol));
        self.expr(right, right_place);
    }
}

fn dims(mentioned: [bool; 3]) -> String {
    let mut out = String::new();
    for (axis, name) in spelling::AXES {
        if mentioned[axis.index()] {
            // Writing to a string does not fail.
            let _ = write!(out, " {name}");
        }
    }
    out
}

fn label_name(label: Label) -> String {
    match label {
        Label::KERNEL => "kernel".to_string(),
        Label(number) => format!("L{number}"),
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

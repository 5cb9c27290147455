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

mod expr;
mod printer;
mod stmt;

use std::fmt::Write;

use crate::kernel::ir::{Array, ArrayId, BoundId, Expr, Kernel, LocalId, LoopId, Operator};
use crate::kernel::spelling::{self, level};

use self::printer::Printer;

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

impl Printer<'_> {
    fn kernel(&mut self) {
        let kernel = self.kernel;
        self.line(&format!("kernel {} {{", spelling::quoted(&kernel.name, '"')));
        self.indent += 1;
        self.line(&format!("block{};", dims(kernel.dims.block)));
        self.line(&format!("grid{};", dims(kernel.dims.grid)));
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
        kernel.declared.operators.iter().for_each(|operator| self.operator(operator));
        self.line(&format!("labels {};", kernel.labels));
        for assumption in &kernel.assumptions {
            self.line(&format!("assumption {};", spelling::quoted(assumption, '"')));
        }
        for found in &kernel.unsupported {
            self.line(&format!("unsupported {};", spelling::quoted(&found.construct, '"')));
        }
        for launch in &kernel.source.launches {
            self.line(&format!("launch {};", spelling::quoted(launch, '"')));
        }
        self.contract(&kernel.contract);
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

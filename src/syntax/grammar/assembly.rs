//! Inline PTX (LIB-27): the instructions that are known, as the C++ that computes the same.
//!
//! The meanings are those of the PTX ISA (NVIDIA, *Parallel Thread Execution ISA*, "Instruction Set" and "Special Registers").

use std::collections::BTreeSet;

use num_bigint::BigInt;

use super::parse::Rule;
use crate::base::Span;
use crate::syntax::tokens::literals;
use crate::syntax::tree::maker::Maker;
use crate::syntax::tree::{
    ASSIGNED_BITS, BinaryOp, Block, CastStyle, Declaration, Declarator, Expr, ExprKind, GLOBAL_MEMORY, Ident,
    Initializer, READ_ONLY_MEMORY, Stmt, StmtKind, Type, TypeKind, UNORDERED_ASSEMBLY,
};

use super::effects::{may_assign, root};
use super::ptx::{Instruction, Operand, PtxType, U32, instructions, ptx_type, wider, width};
use super::{Builder, Node, ptx_values, unsupported_stmt};

/// What a constraint binds: `"=r"(x)`.
struct Bound {
    constraint: String,
    value: Expr,
}

/// The parts of an `asm` statement.
#[derive(Default)]
struct Parts {
    template: String,
    outputs: Vec<Bound>,
    inputs: Vec<Bound>,
    /// `"memory"` is among what is clobbered, and the statement is `volatile`: the compiler moves no access across it, nor
    /// it across others.
    clobbers_memory: bool,
    is_volatile: bool,
}

impl Builder<'_> {
    /// `asm("add.s32 %0, %1, %2;" : "=r"(x) : "r"(a), "r"(b))` is `{ auto asm1 = a; auto asm2 = b; auto asm0 = (int)asm1 + (int)asm2; x = asm0; }`,
    /// with names that no program could have.
    pub fn assembly(&mut self, node: Node<'_>) -> StmtKind {
        let span = self.span(&node);
        let Some(parts) = self.parts(node) else { return unsupported_stmt("inline assembly") };
        match Translation::new(&parts, span).translate() {
            Ok(stmts) => StmtKind::Block(Block { stmts, span }),
            Err(what) => unsupported_stmt(&format!("inline assembly {what}")),
        }
    }

    fn parts(&mut self, node: Node<'_>) -> Option<Parts> {
        let mut parts = Parts::default();
        let (mut section, mut found) = (0, false);
        for part in node.into_inner() {
            match part.as_rule() {
                Rule::string_group => {
                    for text in part.into_inner() {
                        parts.template.push_str(&literals::string(self.text(&text)).ok()?);
                    }
                    found = true;
                }
                Rule::volatile_kw => parts.is_volatile |= self.text(&part).contains("volatile"),
                Rule::asm_colon => section += 1,
                Rule::asm_operand => {
                    let mut inner = part.into_inner();
                    let constraint = literals::string(self.text(&inner.next()?)).ok()?;
                    let value = inner.find(|inner| inner.as_rule() == Rule::expr).map(|value| self.expr(value));
                    match (section, value) {
                        (1, Some(value)) => parts.outputs.push(Bound { constraint, value }),
                        (2, Some(value)) => parts.inputs.push(Bound { constraint, value }),
                        (3, None) => parts.clobbers_memory |= constraint == "memory",
                        _ => return None,
                    }
                }
                _ => {}
            }
        }
        // Without outputs it is volatile by itself.
        parts.is_volatile |= parts.outputs.is_empty();
        found.then_some(parts)
    }
}

/// The variable that stands for the register of an argument.
fn register(number: usize) -> String {
    format!("asm.{number}")
}

struct Translation<'p> {
    parts: &'p Parts,
    make: Maker,
    /// Outputs whose register holds something: what they held before, or what an instruction gave them.
    held: BTreeSet<usize>,
    /// The types of the registers that the text declares, whose numbers follow those of the arguments.
    declared: Vec<&'static PtxType>,
    /// An instruction reads or writes memory, or orders accesses.
    touches_memory: bool,
    stmts: Vec<Stmt>,
}

impl<'p> Translation<'p> {
    fn new(parts: &'p Parts, span: Span) -> Translation<'p> {
        Translation {
            parts,
            make: Maker(span),
            held: BTreeSet::new(),
            declared: Vec::new(),
            touches_memory: false,
            stmts: Vec::new(),
        }
    }

    /// The statements; the instruction that is not known.
    fn translate(mut self) -> Result<Vec<Stmt>, String> {
        let parts = self.parts;
        self.independent_outputs()?;
        if parts.outputs.len() + parts.inputs.len() > 1 && parts.inputs.iter().any(|input| may_assign(&input.value)) {
            return Err("with inputs that may depend on each other".to_owned());
        }
        let (declared, instructions) = instructions(&parts.template, parts.outputs.len() + parts.inputs.len())?;
        self.declared = declared;
        for (at, output) in parts.outputs.iter().enumerate().filter(|(_, bound)| bound.constraint.starts_with('+')) {
            self.declare(&register(at), Initializer::Expr(output.value.clone()));
            self.held.insert(at);
        }
        for (at, input) in parts.inputs.iter().enumerate() {
            self.declare(&register(parts.outputs.len() + at), Initializer::Expr(input.value.clone()));
        }
        for instruction in &instructions {
            if self.instruction(instruction).is_none() {
                return Err(format!("`{}`", instruction.words.join(".")));
            }
        }
        // Registers are copied to where the outputs are when all is done.
        for (at, output) in parts.outputs.iter().enumerate() {
            if !self.held.contains(&at) {
                return Err("with an output that no instruction writes".to_owned());
            }
            let value = self.make.named(&register(at));
            self.run(ASSIGNED_BITS, vec![output.value.clone(), value]);
        }
        if self.touches_memory && !(parts.clobbers_memory && parts.is_volatile) {
            self.run(UNORDERED_ASSEMBLY, Vec::new());
            self.stmts.rotate_right(1);
        }
        Ok(self.stmts)
    }

    /// What is written to one output decides nothing about where it or another one is: they are found once, before.
    fn independent_outputs(&self) -> Result<(), String> {
        let (mut read, mut roots) = (BTreeSet::new(), Vec::new());
        for output in &self.parts.outputs {
            let root = root(&output.value, &mut read);
            roots.push(root.ok_or("with an output that is no variable, member or element")?);
        }
        let behind_pointer = roots.len() > 1 && roots.contains(&None);
        match behind_pointer || roots.iter().flatten().any(|root| read.contains(root)) {
            true => Err("with outputs that may depend on each other".to_owned()),
            false => Ok(()),
        }
    }

    fn instruction(&mut self, instruction: &Instruction) -> Option<()> {
        let words: Vec<&str> = instruction.words.iter().map(String::as_str).collect();
        let operands = &instruction.operands[..];
        // What is read under `.nc` is not written while the kernel runs, by that very promise.
        self.touches_memory |=
            matches!(words[0], "bar" | "barrier" | "trap" | "membar" | "fence" | "ld" | "ldu" | "st")
                && !(words[0] == "ld" && words.contains(&"nc"));
        match (&words[..], operands) {
            (["trap"], []) => self.run("__trap", Vec::new()),
            (["bar", "sync"] | ["barrier", "sync"] | ["barrier", "sync", "aligned"], [Operand::Number(number)])
            | (["bar", "cta", "sync"] | ["barrier", "cta", "sync"], [Operand::Number(number)])
                if *number == BigInt::ZERO =>
            {
                self.run("__syncthreads", Vec::new())
            }
            (["bar", "warp", "sync"], [mask]) => {
                let mask = self.value(mask, U32)?;
                self.run("__syncwarp", vec![mask])
            }
            (["membar", "cta"] | ["fence", "sc" | "acq_rel", "cta"], []) => self.run("__threadfence_block", Vec::new()),
            (["membar", "gl"] | ["fence", "sc" | "acq_rel", "gpu"], []) => self.run("__threadfence", Vec::new()),
            (["membar", "sys"] | ["fence", "sc" | "acq_rel", "sys"], []) => {
                self.run("__threadfence_system", Vec::new())
            }
            // Where it points is nobody's business but the cache's.
            (["prefetch", ..] | ["prefetchu", ..], [Operand::Address(..)]) => {}
            (["ld" | "ldu", hints @ .., ty], [to, Operand::Address(base, offset)]) => {
                self.load(hints, ptx_type(ty)?, to, *base, *offset)?;
            }
            (["st", hints @ .., ty], [Operand::Address(base, offset), from]) => {
                self.store(hints, ptx_type(ty)?, *base, *offset, from)?;
            }
            (["mov", "b64"], [Operand::Vector(to), from]) if to.len() == 2 => self.taken_apart(to, from)?,
            (["mov", "b64"], [Operand::Argument(to), Operand::Vector(from)]) if from.len() == 2 => {
                let value = self.put_together(from)?;
                self.write(*to, ptx_type("b64")?, value)?;
            }
            ([name, mods @ .., ty], [Operand::Argument(to), from @ ..]) => {
                let ty = ptx_type(ty)?;
                let (value, ty) = self.computed(name, mods, ty, from)?;
                self.write(*to, ty, value)?;
            }
            _ => return None,
        }
        Some(())
    }

    /// What an instruction computes, and the type of that.
    fn computed(
        &self,
        name: &str,
        mods: &[&str],
        ty: &'static PtxType,
        from: &[Operand],
    ) -> Option<(Expr, &'static PtxType)> {
        if name == "cvt" {
            return self.converted(mods, ty, from);
        }
        if let ("lop3", [], "b32", [inputs @ .., Operand::Number(table)]) = (name, mods, ty.name, from) {
            let inputs = inputs.iter().map(|operand| self.value(operand, U32)).collect::<Option<Vec<Expr>>>()?;
            return Some((ptx_values::tabled(self.make, inputs, u32::try_from(table).ok()?)?, ty));
        }
        let wide = mods == ["wide"] && matches!(name, "mul" | "mad");
        let shifts = matches!(name, "shl" | "shr");
        let given = from.iter().enumerate().map(|(at, operand)| {
            // A sum of wide products is as wide as they are.
            let ty = match at {
                2 if wide => wider(ty)?,
                // How far is a number of 32 bits, whatever is shifted.
                1 if shifts => U32,
                _ => ty,
            };
            self.value(operand, ty)
        });
        let values = given.collect::<Option<Vec<Expr>>>()?;
        let value = match ty.is_float() {
            true => ptx_values::float(self.make, name, mods, ty, values)?,
            false if wide => {
                let to = wider(ty)?;
                let mut values = values.into_iter();
                let [a, b] = [values.next()?, values.next()?].map(|value| ptx_values::cast(self.make, to, value));
                let product = self.make.binary(BinaryOp::Mul, a, b);
                let sum = values.next().map(|c| self.make.binary(BinaryOp::Add, product.clone(), c));
                return Some((sum.unwrap_or(product), to));
            }
            false => ptx_values::int(self.make, name, mods, ty, values)?,
        };
        // How many bits there are is a number of 32 bits.
        Some((value, if matches!(name, "popc" | "clz") { U32 } else { ty }))
    }

    /// `mov.b64 {low, high}, x`
    fn taken_apart(&mut self, to: &[usize], from: &Operand) -> Option<()> {
        let from = self.value(from, ptx_type("b64")?)?;
        let high = self.make.binary(BinaryOp::Shr, from.clone(), self.make.number(32));
        self.write(to[0], U32, from)?;
        self.write(to[1], U32, high)
    }

    /// `mov.b64 x, {low, high}`
    fn put_together(&self, from: &[usize]) -> Option<Expr> {
        let wide = ptx_type("b64")?;
        let part = |at: usize| Some(ptx_values::cast(self.make, wide, self.value(&Operand::Argument(from[at]), U32)?));
        let power = ptx_values::cast(self.make, wide, self.make.number(1_u64 << 32));
        let high = self.make.binary(BinaryOp::Mul, part(1)?, power);
        Some(self.make.binary(BinaryOp::Add, high, part(0)?))
    }

    /// `cvt.rn.f32.s32` and conversions between integers.
    fn converted(
        &self,
        mods: &[&str],
        from: &'static PtxType,
        operands: &[Operand],
    ) -> Option<(Expr, &'static PtxType)> {
        let [operand] = operands else { return None };
        let (rounding, to) = match mods {
            [to] => (None, ptx_type(to)?),
            [rounding, to] => (Some(*rounding), ptx_type(to)?),
            _ => return None,
        };
        let fits = match (from.is_float(), to.is_float()) {
            (false, false) => rounding.is_none(),
            (false, true) => rounding == Some("rn"),
            (true, false) => rounding == Some("rzi"),
            (true, true) => match to.byte_size() < from.byte_size() {
                true => rounding == Some("rn"),
                false => rounding.is_none(),
            },
        };
        let given = self.value(operand, from)?;
        fits.then(|| (ptx_values::cast(self.make, to, given), to))
    }

    /// `ld.global.nc.v4.f32 {%0, %1, %2, %3}, [%4];`
    fn load(&mut self, hints: &[&str], ty: &'static PtxType, to: &Operand, base: usize, offset: i64) -> Option<()> {
        let number = match (width(hints)?, to) {
            (1, Operand::Argument(to)) => {
                let place = self.place(hints, &ty.kind, ty.byte_size(), base, offset)?;
                return self.write(*to, ty, place);
            }
            (number, Operand::Vector(to)) if number == to.len() => number,
            _ => return None,
        };
        let Operand::Vector(to) = to else { return None };
        let vector = TypeKind::Named(self.make.name(&format!("{}{number}", ty.vector)));
        let place = self.place(hints, &vector, ty.byte_size() * number as i64, base, offset)?;
        let name = format!("asm.loaded.{}", self.stmts.len());
        self.declare(&name, Initializer::Expr(place));
        for (to, member) in to.iter().zip(["x", "y", "z", "w"]) {
            let component = self.make.member(self.make.named(&name), member);
            self.write(*to, ty, component)?;
        }
        Some(())
    }

    fn store(&mut self, hints: &[&str], ty: &'static PtxType, base: usize, offset: i64, from: &Operand) -> Option<()> {
        let (place, value) = match (width(hints)?, from) {
            (1, Operand::Vector(_)) => return None,
            (1, from) => (self.place(hints, &ty.kind, ty.byte_size(), base, offset)?, self.value(from, ty)?),
            (number, Operand::Vector(from)) if number == from.len() => {
                let vector = format!("{}{number}", ty.vector);
                let kind = TypeKind::Named(self.make.name(&vector));
                let place = self.place(hints, &kind, ty.byte_size() * number as i64, base, offset)?;
                let values = from.iter().map(|from| self.value(&Operand::Argument(*from), ty));
                (place, self.make.call(&format!("make_{vector}"), values.collect::<Option<Vec<Expr>>>()?))
            }
            _ => return None,
        };
        self.assign(place, value);
        Some(())
    }

    /// The element of this type at an address: `((T *)p)[k]`, in the memory that the words of the instruction name.
    fn place(&self, hints: &[&str], kind: &TypeKind, bytes: i64, base: usize, offset: i64) -> Option<Expr> {
        let (_, is_input) = self.bound(base).filter(|(letter, _)| *letter == 'l')?;
        if !is_input || offset % bytes != 0 {
            return None;
        }
        let element = Box::new(Type::new(kind.clone(), self.make.0));
        let pointer = Type::new(TypeKind::Pointer(element), self.make.0);
        let mut base = self.make.named(&register(base));
        if hints.contains(&"nc") {
            base = self.make.call(READ_ONLY_MEMORY, vec![base]);
        } else if hints.contains(&"global") {
            base = self.make.call(GLOBAL_MEMORY, vec![base]);
        }
        let pointer = self.make.expr(ExprKind::Cast(CastStyle::C, Box::new(pointer), Box::new(base)));
        Some(self.make.index(pointer, self.make.number(offset / bytes)))
    }

    /// The letter of an argument's constraint, or of a declared register's type, and whether it is an input.
    fn bound(&self, number: usize) -> Option<(char, bool)> {
        let outputs = self.parts.outputs.len();
        if let Some(at) = number.checked_sub(outputs + self.parts.inputs.len()) {
            return Some((self.declared.get(at)?.letter, false));
        }
        let input = number.checked_sub(outputs);
        let bound = match input {
            Some(at) => self.parts.inputs.get(at)?,
            None => &self.parts.outputs[number],
        };
        Some((bound.constraint.chars().last()?, input.is_some()))
    }

    /// An operand that is read as a value of the type.
    fn value(&self, operand: &Operand, ty: &'static PtxType) -> Option<Expr> {
        let given = match operand {
            Operand::Argument(number) => {
                let (letter, is_input) = self.bound(*number)?;
                let fits = letter == ty.letter || letter == 'n' && is_input && !ty.is_float();
                let known = fits && (is_input || self.held.contains(number));
                known.then(|| self.make.named(&register(*number)))?
            }
            Operand::Register(name) => ptx_values::register(self.make, name, ty)?,
            Operand::Number(value) if !ty.is_float() => self.make.number(value.clone()),
            _ => return None,
        };
        Some(ptx_values::cast(self.make, ty, given))
    }

    /// Gives the register of an output, or one that the text declares, a value.
    fn write(&mut self, to: usize, ty: &PtxType, value: Expr) -> Option<()> {
        self.bound(to).filter(|(letter, is_input)| *letter == ty.letter && !is_input)?;
        let value = ptx_values::cast(self.make, ty, value);
        match self.held.insert(to) {
            true => self.declare(&register(to), Initializer::Expr(value)),
            false => {
                let held = self.make.named(&register(to));
                self.run(ASSIGNED_BITS, vec![held, value]);
            }
        }
        Some(())
    }

    fn stmt(&mut self, kind: StmtKind) {
        self.stmts.push(Stmt::new(kind, self.make.0));
    }

    fn run(&mut self, name: &str, args: Vec<Expr>) {
        let call = self.make.call(name, args);
        self.stmt(StmtKind::Expr(call));
    }

    fn assign(&mut self, place: Expr, value: Expr) {
        let assigned = self.make.expr(ExprKind::Assign(None, Box::new(place), Box::new(value)));
        self.stmt(StmtKind::Expr(assigned));
    }

    /// `auto name = value;`
    fn declare(&mut self, name: &str, value: Initializer) {
        let name = Ident { text: name.to_owned(), span: self.make.0 };
        let ty = Type::new(TypeKind::Auto, self.make.0);
        let declarators = vec![Declarator { name, ty, init: Some(value) }];
        self.stmt(StmtKind::Declare(Declaration::new(Default::default(), declarators, self.make.0)));
    }
}

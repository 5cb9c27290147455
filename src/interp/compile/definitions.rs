//! Names of annotations that stand for more than themselves: declared operators (OPERATOR-7), and recursive definitions (MACHINE-12).

use crate::kernel::ir::{self, Bound, BoundId, Expr, ExprKind, Type};

use super::compiler::{ANNOTATION, Compiler, Mode};
use crate::interp::arith::Domain;
use crate::interp::code::{FunctionCode, Node};
use crate::interp::monoid;
use crate::interp::value::Value;

impl Compiler<'_> {
    /// An operator, its identity, or a recursive definition.
    pub fn logic(&mut self, name: &str, args: &[Expr], ty: Type, mode: Mode) -> Node {
        let is_identity = |operator: &ir::Operator| match &*operator.identity.kind {
            ExprKind::Logic(identity, _) => identity == name,
            _ => false,
        };
        if args.is_empty() && self.kernel.declared.operators.iter().any(is_identity) {
            return match self.domain(ty, 64) {
                Domain::Int => Node::Const(Value::Int(monoid::IDENTITY)),
                Domain::Real => Node::Const(Value::Ratio { num: monoid::IDENTITY, den: 1 }),
                Domain::Bool | Domain::Float(_) => Node::Const(Value::Unknown),
            };
        }
        let operator = self.kernel.declared.operators.iter().position(|operator| operator.name == name);
        if let (Some(at), [left, right]) = (operator, args) {
            let (left, right) = (self.expr(left, mode), self.expr(right, mode));
            return Node::Operate { operator: at as u32, left, right };
        }
        let function = self.kernel.declared.definitions.functions.iter().position(|definition| definition.name == name);
        match function {
            Some(at) if self.kernel.declared.definitions.functions[at].params.len() == args.len() => {
                let args = args.iter().map(|arg| self.expr(arg, mode)).collect();
                self.definition(at);
                Node::Call { function: at as u32, args }
            }
            _ => Node::Const(Value::Unknown),
        }
    }

    /// Makes the definition ready, once.
    fn definition(&mut self, at: usize) {
        if self.code.annotations.functions[at].is_some() {
            return;
        }
        let kernel = self.kernel;
        let definition = &kernel.declared.definitions.functions[at];
        let outer = std::mem::replace(&mut self.in_definition, true);
        let params = definition.params.iter().map(|param| self.slot(*param)).collect();
        // Where it applies itself, it is known already.
        self.code.annotations.functions[at] = Some(FunctionCode { params, body: 0 });
        let body = self.expr(&definition.body, ANNOTATION);
        self.in_definition = outer;
        if let Some(code) = &mut self.code.annotations.functions[at] {
            code.body = body;
        }
    }

    /// The place of a variable among those of the kernel and of the definitions.
    pub fn slot(&self, var: BoundId) -> u32 {
        var.0 + if self.in_definition { self.code.annotations.of_definitions as u32 } else { 0 }
    }

    pub fn variable(&self, var: BoundId) -> Option<&Bound> {
        let all = if self.in_definition { &self.kernel.declared.definitions.bound } else { &self.kernel.bound };
        all.get(var.index())
    }
}

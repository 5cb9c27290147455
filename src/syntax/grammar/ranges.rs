//! Range-based `for` (R203): a `for` over the elements of an array, or of a list in braces.

use super::parse::Rule;
use crate::syntax::tree::maker::Maker;
use crate::syntax::tree::{
    BinaryOp, Block, Condition, Declaration, Declarator, ExprKind, Ident, Initializer, LoopAnnot, Qualifiers, Stmt,
    StmtKind, Type, TypeKind,
};

use super::{Builder, Node, unsupported_stmt};

impl Builder<'_> {
    /// `for (T x : range) body` is `for (auto &r = range, int i = 0; i < extent of r; ++i) { T x = r[i]; body }`. The names of
    /// the range and of the number are none that a program could have.
    pub fn range_for(&mut self, node: Node<'_>) -> StmtKind {
        let span = self.span(&node);
        let mut annot = LoopAnnot::default();
        let (mut specs, mut element, mut range, mut body) = (None, None, None, None);
        for part in node.into_inner() {
            match part.as_rule() {
                Rule::range_init => return unsupported_stmt("a range-based `for` with a declaration before it"),
                Rule::specs => specs = Some(self.specs(part)),
                Rule::declarator => {
                    let Some(base) = specs.as_ref().map(|specs: &super::types::Specs| specs.ty.clone()) else {
                        continue;
                    };
                    let (name, ty) = self.declarator(part, base);
                    element = name.map(|name| Declarator { name, ty, init: None });
                }
                Rule::init_list => range = Some(self.init_list(part)),
                Rule::expr => range = Some(Initializer::Expr(self.expr(part))),
                Rule::sub_stmt => body = Some(self.governed(part, Some(&mut annot))),
                _ => {}
            }
        }
        let (Some(specs), Some(mut element), Some(range), Some(body)) = (specs, element, range, body) else {
            return unsupported_stmt("a range-based `for`");
        };
        let spelled = |suffix: &str| Ident { text: format!("{}.{suffix}", element.name.text), span };
        let (whole, number) = (spelled("range"), spelled("number"));
        let range = match range {
            // The elements are a table.
            Initializer::List(list, at) => {
                if matches!(specs.ty.kind, TypeKind::Auto) {
                    return unsupported_stmt("a range-based `for` over a list with `auto`");
                }
                let qualifiers = Qualifiers { is_const: true, ..specs.ty.qualifiers };
                let of = Type { qualifiers, ..specs.ty.clone() };
                let ty = Type::new(TypeKind::Array(Box::new(of), None), span);
                Declarator { name: whole.clone(), ty, init: Some(Initializer::List(list, at)) }
            }
            range => {
                let ty = Type::new(TypeKind::Reference(Box::new(Type::new(TypeKind::Auto, span))), span);
                Declarator { name: whole.clone(), ty, init: Some(range) }
            }
        };
        let make = Maker(span);
        let [elements, position] = [&whole, &number].map(|name| make.named(&name.text));
        let int = Type::new(TypeKind::Int { signed: true, bits: 32 }, span);
        let counter = Declarator { name: number, ty: int, init: Some(Initializer::Expr(make.number(0))) };
        let init = Declaration::new(Default::default(), vec![range, counter], span);
        element.init = Some(Initializer::Expr(make.index(elements.clone(), position.clone())));
        let extent = make.expr(ExprKind::Extent(Box::new(elements)));
        let cond = make.binary(BinaryOp::Lt, position.clone(), extent);
        let step = make.expr(ExprKind::Step { increment: true, prefix: true, place: Box::new(position) });
        let element = Declaration::new(specs.declaration, vec![element], span);
        let stmt = |kind: StmtKind| Stmt::new(kind, span);
        let block = Block { stmts: vec![stmt(StmtKind::Declare(element)), *body], span };
        StmtKind::For {
            init: Some(Box::new(stmt(StmtKind::Declare(init)))),
            cond: Some(Condition::Expr(cond)),
            step: Some(step),
            body: Box::new(stmt(StmtKind::Block(block))),
            annot,
        }
    }
}

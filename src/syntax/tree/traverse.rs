//! The one traversal: what stands directly in an expression, a statement or a type. Walks that collect, search or transform go by
//! it, so that none of them lists every kind.

use super::{
    Condition, Declaration, Expr, ExprKind, Initializer, LaunchCall, Name, SpecExpr, Stmt, StmtKind, TemplateArg, Type,
    TypeKind,
};

/// A statement, or an expression in it.
#[derive(Clone, Copy)]
pub enum Node<'t> {
    Stmt(&'t Stmt),
    Expr(&'t Expr),
}

impl<'t> Node<'t> {
    /// Shows what stands directly in this node and is evaluated where it is, the operand of `sizeof` and the body of a lambda
    /// expression included. Types, static assertions and annotations are not looked into.
    pub fn children(self, see: &mut dyn FnMut(Node<'t>)) {
        match self {
            Node::Stmt(stmt) => of_statement(stmt, see),
            Node::Expr(Expr { kind: ExprKind::Lambda(lambda), .. }) => {
                lambda.body.stmts.iter().for_each(|stmt| see(Node::Stmt(stmt)));
            }
            Node::Expr(e) => e.for_each_child(&mut |child| see(Node::Expr(child))),
        }
    }

    /// Shows these nodes and all that is in them. A list holds what is still to be shown, so that deep trees need no deep stack.
    pub fn walk(roots: impl IntoIterator<Item = Node<'t>>, see: &mut dyn FnMut(Node<'t>)) {
        let mut work: Vec<Node<'t>> = roots.into_iter().collect();
        while let Some(node) = work.pop() {
            see(node);
            node.children(&mut |child| work.push(child));
        }
    }
}

fn of_statement<'t>(stmt: &'t Stmt, see: &mut dyn FnMut(Node<'t>)) {
    match &stmt.kind {
        StmtKind::Expr(e) | StmtKind::Case(e) | StmtKind::Return(Some(e)) => see(Node::Expr(e)),
        StmtKind::Declare(declaration) => of_declaration(declaration, see),
        StmtKind::Block(block) => block.stmts.iter().for_each(|stmt| see(Node::Stmt(stmt))),
        StmtKind::If { cond, then, else_, .. } => {
            of_condition(cond, see);
            see(Node::Stmt(then));
            else_.iter().for_each(|stmt| see(Node::Stmt(stmt)));
        }
        StmtKind::While { cond, body, .. } => {
            of_condition(cond, see);
            see(Node::Stmt(body));
        }
        StmtKind::DoWhile { body, cond, .. } => {
            see(Node::Stmt(body));
            see(Node::Expr(cond));
        }
        StmtKind::For { init, cond, step, body, .. } => {
            init.iter().for_each(|stmt| see(Node::Stmt(stmt)));
            cond.iter().for_each(|cond| of_condition(cond, see));
            step.iter().for_each(|step| see(Node::Expr(step)));
            see(Node::Stmt(body));
        }
        StmtKind::Try(body, handlers) => {
            let blocks = std::iter::once(body).chain(handlers);
            blocks.flat_map(|block| &block.stmts).for_each(|stmt| see(Node::Stmt(stmt)));
        }
        StmtKind::Switch { value, body } => {
            see(Node::Expr(value));
            see(Node::Stmt(body));
        }
        StmtKind::Empty
        | StmtKind::Using(_)
        | StmtKind::StaticAssert(_)
        | StmtKind::Typedef(_)
        | StmtKind::Record(_)
        | StmtKind::Enum(_)
        | StmtKind::Bind { .. }
        | StmtKind::Default
        | StmtKind::Break
        | StmtKind::Continue
        | StmtKind::Return(None)
        | StmtKind::Goto(_)
        | StmtKind::Label(_)
        | StmtKind::Annotation(_)
        | StmtKind::Unsupported(_) => {}
    }
}

fn of_condition<'t>(cond: &'t Condition, see: &mut dyn FnMut(Node<'t>)) {
    match cond {
        Condition::Expr(e) => see(Node::Expr(e)),
        Condition::Declaration(declaration) => of_declaration(declaration, see),
    }
}

fn of_declaration<'t>(declaration: &'t Declaration, see: &mut dyn FnMut(Node<'t>)) {
    for init in declaration.declarators.iter().filter_map(|declarator| declarator.init.as_ref()) {
        init.for_each_value(&mut |e| see(Node::Expr(e)));
    }
}

impl Initializer {
    /// Shows the expressions in it, those in lists in lists included.
    fn for_each_value<'t>(&'t self, see: &mut dyn FnMut(&'t Expr)) {
        match self {
            Initializer::Expr(e) => see(e),
            Initializer::List(list, _) => list.iter().for_each(|item| item.for_each_value(see)),
            Initializer::Construct(args) => args.iter().for_each(see),
        }
    }
}

/// Shows the expressions that stand directly in one, be it borrowed to be read or to be changed.
macro_rules! for_each_child {
    ($kind:expr, $see:ident $(, $change:tt)?) => {
        match $kind {
            ExprKind::Unary(_, a)
            | ExprKind::Step { place: a, .. }
            | ExprKind::Member { base: a, .. }
            | ExprKind::Cast(_, _, a)
            | ExprKind::SizeofExpr(a)
            | ExprKind::Extent(a) => $see(a),
            ExprKind::Binary(_, a, b) | ExprKind::Assign(_, a, b) | ExprKind::Comma(a, b) | ExprKind::Index(a, b) => {
                $see(a);
                $see(b);
            }
            ExprKind::Conditional(a, b, c) => {
                $see(a);
                $see(b);
                $see(c);
            }
            ExprKind::Call(callee, args) => {
                $see(callee);
                args.into_iter().for_each($see);
            }
            ExprKind::Launch(launch) => {
                let LaunchCall { kernel, config, args } = &$($change)? **launch;
                $see(kernel);
                config.into_iter().for_each(&mut *$see);
                args.into_iter().for_each($see);
            }
            ExprKind::Construct(_, args) | ExprKind::InitList(args) => args.into_iter().for_each($see),
            ExprKind::Spec(form) => match form {
                SpecExpr::Quantified(_, _, hints, body) => {
                    hints.into_iter().for_each(&mut *$see);
                    $see(body);
                }
                SpecExpr::Fold { body, lo, hi, .. }
                | SpecExpr::FoldOver { body, lo, hi, .. }
                | SpecExpr::Range { array: body, lo, hi } => {
                    $see(body);
                    $see(lo);
                    $see(hi);
                }
                SpecExpr::Chain(first, rest) => {
                    $see(first);
                    rest.into_iter().for_each(|(_, e)| $see(e));
                }
                SpecExpr::At(a, b) | SpecExpr::Let { value: a, body: b, .. } => {
                    $see(a);
                    $see(b);
                }
                SpecExpr::FoldThreads { body: e, .. }
                | SpecExpr::Loose(e)
                | SpecExpr::Old(e)
                | SpecExpr::Here(e)
                | SpecExpr::Other(e)
                | SpecExpr::Length(e)
                | SpecExpr::Active(Some(e)) => $see(e),
                SpecExpr::Function(_, args) => args.into_iter().for_each($see),
                SpecExpr::LoopCount(_) | SpecExpr::Active(None) | SpecExpr::Result => {}
            },
            ExprKind::Int(_)
            | ExprKind::Float { .. }
            | ExprKind::Bool(_)
            | ExprKind::Char(_)
            | ExprKind::Str(_)
            | ExprKind::Nullptr
            | ExprKind::This
            | ExprKind::Name(_)
            | ExprKind::Lambda(_)
            | ExprKind::SizeofType(_)
            | ExprKind::AlignofType(_)
            | ExprKind::Unsupported(_) => {}
        }
    };
}

impl Expr {
    /// Shows the expressions that stand directly in this one; what a lambda expression does is no part of it.
    pub fn for_each_child<'t>(&'t self, see: &mut dyn FnMut(&'t Expr)) {
        for_each_child!(&self.kind, see);
    }

    /// Likewise, to be changed in their places.
    pub fn for_each_child_mut(&mut self, see: &mut dyn FnMut(&mut Expr)) {
        for_each_child!(&mut self.kind, see, mut);
    }

    /// Whether something holds of an expression that stands directly in this one.
    pub fn any_child(&self, mut holds: impl FnMut(&Expr) -> bool) -> bool {
        let mut found = false;
        self.for_each_child(&mut |child| found = found || holds(child));
        found
    }
}

impl Type {
    /// What a pointer or reference leads to, and what an array has elements of.
    pub fn inner(&self) -> Option<&Type> {
        match &self.kind {
            TypeKind::Pointer(to) | TypeKind::Reference(to) | TypeKind::Array(to, _) => Some(to),
            TypeKind::Void
            | TypeKind::Bool
            | TypeKind::Int { .. }
            | TypeKind::Float { .. }
            | TypeKind::Auto
            | TypeKind::Named(_)
            | TypeKind::Decltype(_)
            | TypeKind::Other(_) => None,
        }
    }

    /// What is left when pointers, references and arrays are taken off.
    pub fn innermost(&self) -> &Type {
        self.inner().map_or(self, Type::innermost)
    }
}

impl Name {
    /// The template arguments of the name and of its qualifiers.
    pub fn all_args(&self) -> impl Iterator<Item = &TemplateArg> {
        self.template_args.iter().chain(self.path_args.iter().flatten()).flatten()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Span;
    use crate::syntax::tree::maker::Maker;
    use crate::syntax::tree::{BinaryOp, Block, LoopAnnot};

    fn names(stmt: &Stmt) -> Vec<&str> {
        let mut names = Vec::new();
        Node::walk([Node::Stmt(stmt)], &mut |node| {
            if let Node::Expr(Expr { kind: ExprKind::Name(name), .. }) = node {
                names.push(name.ident.as_str());
            }
        });
        names.sort_unstable();
        names
    }

    fn rename(e: &mut Expr) {
        if let ExprKind::Name(name) = &mut e.kind {
            name.ident.push('1');
        }
        e.for_each_child_mut(&mut rename);
    }

    #[test]
    fn a_walk_shows_each_node_once_and_a_change_reaches_each() {
        let (span, make) = (Span::default(), Maker(Span::default()));
        let call = make.call("f", vec![make.named("b"), make.index(make.named("c"), make.named("d"))]);
        let mut sum = make.binary(BinaryOp::Add, make.named("a"), call);
        rename(&mut sum);
        let block = Block { stmts: vec![Stmt::new(StmtKind::Expr(sum), span)], span };
        let body = Box::new(Stmt::new(StmtKind::Block(block), span));
        let cond = Condition::Expr(make.named("e"));
        let looped = Stmt::new(StmtKind::While { cond, body, annot: LoopAnnot::default() }, span);
        assert_eq!(names(&looped), ["a1", "b1", "c1", "d1", "e", "f1"]);
    }
}

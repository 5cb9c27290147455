//! Statements, and what annotations attach to: contracts at the start of a function's body,
//! invariants at the start of a loop's body or before the loop, `wraps` before its statement.

use super::parse::{Node, Rule};
use crate::base::{Diagnostic, Span, codes};
use crate::syntax::spec;
use crate::syntax::tree::maker::Maker;
use crate::syntax::tree::{
    BinaryOp, Block, Clause, ClauseKind, Condition, Declaration, Declarator, Expr, ExprKind, INNER_FUNCTION, Ident,
    Initializer, LoopAnnot, Name, Qualifiers, Stmt, StmtKind, Type, TypeKind,
};

use super::{Builder, unsupported_expr, unsupported_stmt};

/// Who takes the clauses at the start of a list of statements.
pub enum Leading<'c> {
    Nobody,
    /// A function's contract.
    Function(&'c mut Vec<Clause>),
    Loop(&'c mut LoopAnnot),
}

/// Clauses that wait for the statement that they belong to.
#[derive(Default)]
struct Pending {
    annot: LoopAnnot,
    wraps: Option<Span>,
}

/// A statement without its attributes.
fn proper(statement: Node<'_>) -> impl Iterator<Item = Node<'_>> {
    statement.into_inner().filter(|part| part.as_rule() != Rule::statement_attribute)
}

impl Builder<'_> {
    pub fn block(&mut self, node: Node<'_>, leading: Leading<'_>) -> Block {
        let span = self.span(&node);
        let mut parts = Vec::new();
        for part in node.into_inner() {
            if part.as_rule() == Rule::statement {
                parts.extend(proper(part));
            }
        }
        Block { stmts: self.statements(parts, leading), span }
    }

    fn statements(&mut self, parts: Vec<Node<'_>>, mut leading: Leading<'_>) -> Vec<Stmt> {
        let mut stmts = Vec::new();
        let mut pending = Pending::default();
        let mut at_start = true;
        for part in parts {
            match part.as_rule() {
                Rule::annotation => {
                    for clause in self.clauses(&part) {
                        self.place(clause, at_start, &mut leading, &mut pending, &mut stmts);
                    }
                }
                Rule::unroll => pending.annot.pragma_unroll = true,
                _ => {
                    if let Some(clauses) = self.called_clauses(&part) {
                        for clause in clauses {
                            self.place(clause, at_start, &mut leading, &mut pending, &mut stmts);
                        }
                        continue;
                    }
                    at_start = false;
                    let several = self.several(&part);
                    if !several.is_empty() {
                        self.unattached(std::mem::take(&mut pending));
                        stmts.extend(several);
                        continue;
                    }
                    let mut stmt = self.statement(part);
                    self.attach(&mut stmt, std::mem::take(&mut pending));
                    stmts.push(stmt);
                }
            }
        }
        self.unattached(pending);
        stmts
    }

    /// The clauses of a statement that is an annotation of another tool, written as a call.
    fn called_clauses(&mut self, node: &Node<'_>) -> Option<Vec<Clause>> {
        if node.as_rule() != Rule::expr_stmt {
            return None;
        }
        let call = find(node, Rule::expr)?;
        let range = self.range(&call);
        let word = self.source.text[range.clone()].split(|c: char| !c.is_alphanumeric() && c != '_').next()?;
        if spec::is_declaring_function(word) {
            let is_type = |name: &str| self.names.is_type(name);
            let (clauses, mut diagnostics) = spec::declared_clauses(self.source, range, &is_type);
            self.diagnostics.append(&mut diagnostics);
            return Some(clauses);
        }
        if !word.starts_with("__") {
            return None;
        }
        let before = self.diagnostics.len();
        let call = self.expr(call);
        let clause = spec::gpuverify_clause(&call);
        if clause.is_none() {
            // It is a statement after all, and will be built as one.
            self.diagnostics.truncate(before);
        }
        clause.map(|clause| vec![clause])
    }

    /// Takes other tools' invariants out of a loop's guard.
    fn guard(&mut self, guard: Expr, annot: &mut LoopAnnot) -> Expr {
        let (clauses, guard) = spec::gpuverify_guard(guard);
        for clause in clauses {
            self.add_to_loop(annot, clause);
        }
        guard
    }

    fn guard_condition(&mut self, condition: Condition, annot: &mut LoopAnnot) -> Condition {
        match condition {
            Condition::Expr(guard) => Condition::Expr(self.guard(guard, annot)),
            Condition::Declaration(_) => condition,
        }
    }

    /// Puts a clause where it belongs, or keeps it for the next statement.
    fn place(
        &mut self,
        clause: Clause,
        at_start: bool,
        leading: &mut Leading<'_>,
        pending: &mut Pending,
        stmts: &mut Vec<Stmt>,
    ) {
        match &clause.kind {
            ClauseKind::Requires(_)
            | ClauseKind::Ensures(_)
            | ClauseKind::Ghost(_)
            | ClauseKind::Writes(_)
            | ClauseKind::Reads(_) => match leading {
                Leading::Function(contract) if at_start => contract.push(clause),
                _ => {
                    let help = "contracts stand before the kernel, or as the first things in its body";
                    self.attached_to_nothing(&clause, help);
                }
            },
            ClauseKind::Invariant(_) | ClauseKind::Variant(_) => match leading {
                Leading::Loop(annot) if at_start => self.add_to_loop(annot, clause),
                _ => self.add_to_loop(&mut pending.annot, clause),
            },
            ClauseKind::Assert(_) | ClauseKind::Assume(_) | ClauseKind::BarrierInvariant(_) => {
                let span = clause.span;
                stmts.push(Stmt::new(StmtKind::Annotation(clause), span));
            }
            ClauseKind::Wraps => pending.wraps = Some(clause.span),
            ClauseKind::Logic(_) => {
                if let ClauseKind::Logic(item) = clause.kind {
                    self.logic.push(item);
                }
            }
        }
    }

    fn add_to_loop(&mut self, annot: &mut LoopAnnot, clause: Clause) {
        match (&clause.kind, &annot.variant) {
            (ClauseKind::Variant(_), Some(first)) => self.diagnostics.push(
                Diagnostic::error(codes::E0251, clause.span, "this loop has a variant already")
                    .also(first.span, "the first variant"),
            ),
            (ClauseKind::Variant(_), None) => annot.variant = Some(clause),
            _ => annot.invariants.push(clause),
        }
    }

    fn attach(&mut self, stmt: &mut Stmt, pending: Pending) {
        stmt.wraps = pending.wraps.is_some();
        let annot = match &mut stmt.kind {
            StmtKind::While { annot, .. } | StmtKind::DoWhile { annot, .. } | StmtKind::For { annot, .. } => annot,
            // A range-based `for` is unsupported as a whole, with its annotations.
            StmtKind::Unsupported(_) => return,
            _ => return self.unattached(Pending { wraps: None, ..pending }),
        };
        annot.pragma_unroll |= pending.annot.pragma_unroll;
        let inside = std::mem::take(&mut annot.invariants);
        annot.invariants = pending.annot.invariants;
        annot.invariants.extend(inside);
        match (pending.annot.variant, annot.variant.take()) {
            (Some(before), Some(inside)) => {
                annot.variant = Some(before);
                self.add_to_loop(annot, inside);
            }
            (before, inside) => annot.variant = before.or(inside),
        }
    }

    fn unattached(&mut self, pending: Pending) {
        for clause in pending.annot.invariants.iter().chain(&pending.annot.variant) {
            let help = "it stands as the first thing in a loop's body, or directly before the loop";
            self.attached_to_nothing(clause, help);
        }
        if let Some(span) = pending.wraps {
            self.diagnostics.push(
                Diagnostic::error(codes::E0250, span, "`wraps` is not followed by a statement")
                    .note("it belongs to the statement directly after it"),
            );
        }
    }

    fn attached_to_nothing(&mut self, clause: &Clause, help: &str) {
        self.diagnostics.push(spec::attached_to_nothing(clause, help));
    }

    /// What an `if` or a loop governs. Annotations before it make it a block.
    pub fn governed(&mut self, node: Node<'_>, annot: Option<&mut LoopAnnot>) -> Box<Stmt> {
        let span = self.span(&node);
        let mut parts: Vec<Node<'_>> = Vec::new();
        for part in node.into_inner() {
            match part.as_rule() {
                Rule::statement => parts.extend(proper(part)),
                _ => parts.push(part),
            }
        }
        // A block is what the annotations in it are the first things of.
        if let [block] = parts.as_slice()
            && block.as_rule() == Rule::block
        {
            let leading = annot.map_or(Leading::Nobody, Leading::Loop);
            return Box::new(as_statement(self.block(block.clone(), leading)));
        }
        let mut stmts = match annot {
            None => self.statements(parts, Leading::Nobody),
            Some(annot) => match parts.pop() {
                // Clauses both between the head and the body and at the start of the body.
                Some(last) if last.as_rule() == Rule::block => {
                    let mut stmts = self.statements(parts, Leading::Loop(&mut *annot));
                    stmts.push(as_statement(self.block(last, Leading::Loop(annot))));
                    stmts
                }
                last => {
                    parts.extend(last);
                    self.statements(parts, Leading::Loop(annot))
                }
            },
        };
        match stmts.len() {
            1 => Box::new(stmts.remove(0)),
            _ => Box::new(as_statement(Block { stmts, span })),
        }
    }

    fn statement(&mut self, node: Node<'_>) -> Stmt {
        let span = self.span(&node);
        let rule = node.as_rule();
        let kind = match rule {
            Rule::block => StmtKind::Block(self.block(node, Leading::Nobody)),
            Rule::empty => StmtKind::Empty,
            Rule::if_stmt => self.if_stmt(node),
            Rule::while_stmt => self.while_stmt(&node).unwrap_or_else(|| unsupported_stmt("`while`")),
            Rule::do_stmt => self.do_stmt(&node).unwrap_or_else(|| unsupported_stmt("`do`")),
            Rule::for_stmt => self.for_stmt(node),
            Rule::switch_stmt => self.switch_stmt(node),
            Rule::case_stmt => {
                let mut values = node.into_inner().filter(|part| part.as_rule() == Rule::expr);
                match (values.next().map(|value| self.expr(value)), values.next()) {
                    (Some(value), None) => StmtKind::Case(value),
                    (Some(value), Some(_)) => {
                        StmtKind::Case(Expr { kind: unsupported_expr("a range of cases"), span: value.span })
                    }
                    (None, _) => unsupported_stmt("`case`"),
                }
            }
            Rule::default_stmt => StmtKind::Default,
            Rule::break_stmt => StmtKind::Break,
            Rule::continue_stmt => StmtKind::Continue,
            Rule::return_stmt => {
                let value = match (find(&node, Rule::expr), find(&node, Rule::init_list)) {
                    (Some(value), _) => Some(self.expr(value)),
                    (None, Some(list)) => Some(self.init_list_expr(list)),
                    (None, None) => None,
                };
                StmtKind::Return(value)
            }
            Rule::goto_stmt => match find(&node, Rule::ident) {
                Some(label) => StmtKind::Goto(self.ident(&label)),
                None => unsupported_stmt("`goto`"),
            },
            Rule::label => match find(&node, Rule::ident) {
                Some(label) => StmtKind::Label(self.ident(&label)),
                None => unsupported_stmt("a label"),
            },
            Rule::expr_stmt => match find(&node, Rule::expr) {
                Some(value) => StmtKind::Expr(self.expr(value)),
                None => StmtKind::Empty,
            },
            Rule::declaration => StmtKind::Declare(self.declaration(node)),
            Rule::using_alias => match self.typedef(node) {
                (None, mut typedefs) if typedefs.len() == 1 => StmtKind::Typedef(typedefs.remove(0)),
                _ => unsupported_stmt("a `typedef` here"),
            },
            Rule::using_other => StmtKind::Using(self.usings(&node)),
            Rule::namespace_alias => StmtKind::Empty,
            // It hides what the file declares of that name.
            Rule::local_prototype | Rule::local_function => unsupported_stmt(INNER_FUNCTION),
            Rule::static_assert => match find(&node, Rule::assign) {
                Some(cond) => StmtKind::StaticAssert(self.assign(cond)),
                None => StmtKind::Empty,
            },
            Rule::record_decl => self.local_record(node),
            Rule::enum_decl => match self.enumeration(node) {
                Some(enumeration) => StmtKind::Enum(enumeration),
                None => unsupported_stmt("an enumeration with variables here"),
            },
            Rule::range_for => self.range_for(node),
            Rule::asm_stmt => self.assembly(node),
            Rule::try_stmt => {
                let blocks = node.into_inner().filter(|part| part.as_rule() == Rule::block);
                let mut blocks = blocks.map(|block| self.block(block, Leading::Nobody)).collect::<Vec<_>>().into_iter();
                match blocks.next() {
                    Some(body) => StmtKind::Try(body, blocks.collect()),
                    None => unsupported_stmt("`try`"),
                }
            }
            Rule::structured_binding => unsupported_stmt("a structured binding here"),
            _ => unsupported_stmt("a statement of an unknown kind"),
        };
        Stmt::new(kind, span)
    }

    fn while_stmt(&mut self, node: &Node<'_>) -> Option<StmtKind> {
        let mut annot = LoopAnnot::default();
        let (cond, body) = (self.find_condition(node)?, find(node, Rule::sub_stmt)?);
        let cond = self.guard_condition(cond, &mut annot);
        let body = self.governed(body, Some(&mut annot));
        Some(StmtKind::While { cond, body, annot })
    }

    fn do_stmt(&mut self, node: &Node<'_>) -> Option<StmtKind> {
        let mut annot = LoopAnnot::default();
        let (body, cond) = (find(node, Rule::sub_stmt)?, find(node, Rule::expr)?);
        let body = self.governed(body, Some(&mut annot));
        let cond = self.expr(cond);
        Some(StmtKind::DoWhile { body, cond: self.guard(cond, &mut annot), annot })
    }

    fn if_stmt(&mut self, node: Node<'_>) -> StmtKind {
        let span = self.span(&node);
        let is_constexpr = find(&node, Rule::constexpr_kw).is_some();
        let (before, cond) = self.selection(&node);
        let mut branches = node.into_inner().filter(|part| part.as_rule() == Rule::sub_stmt);
        let (Some(cond), Some(then)) = (cond, branches.next()) else { return unsupported_stmt("`if`") };
        let then = self.governed(then, None);
        let else_ = branches.next().map(|branch| self.governed(branch, None));
        after(before, StmtKind::If { cond, then, else_, is_constexpr }, span)
    }

    fn switch_stmt(&mut self, node: Node<'_>) -> StmtKind {
        let span = self.span(&node);
        let (mut before, cond) = self.selection(&node);
        let Some(body) = find(&node, Rule::sub_stmt) else { return unsupported_stmt("`switch`") };
        let value = match cond {
            Some(Condition::Expr(value)) => value,
            // `switch (int x = f())` is `int x = f(); switch (x)`.
            Some(Condition::Declaration(declaration)) => {
                let [Declarator { name, .. }] = declaration.declarators.as_slice() else {
                    return unsupported_stmt("`switch`");
                };
                let name = Name::plain(&name.text, name.span);
                let value = Expr { span: name.span, kind: ExprKind::Name(name) };
                let span = declaration.span;
                before.push(Stmt::new(StmtKind::Declare(*declaration), span));
                value
            }
            None => return unsupported_stmt("`switch`"),
        };
        let body = self.governed(body, None);
        after(before, StmtKind::Switch { value, body }, span)
    }

    /// What stands in the parentheses of an `if` or `switch`: a statement before the condition, if any, and the condition.
    fn selection(&mut self, node: &Node<'_>) -> (Vec<Stmt>, Option<Condition>) {
        let parts = node.clone().into_inner();
        let parts: Vec<_> =
            parts.filter(|part| matches!(part.as_rule(), Rule::condition | Rule::declaration)).collect();
        let mut before = Vec::new();
        if let [first, _] = parts.as_slice() {
            let span = self.span(first);
            let kind = match first.as_rule() {
                Rule::declaration => StmtKind::Declare(self.declaration(first.clone())),
                _ => match self.condition(first.clone()) {
                    Some(Condition::Expr(value)) => StmtKind::Expr(value),
                    Some(Condition::Declaration(declaration)) => StmtKind::Declare(*declaration),
                    None => StmtKind::Empty,
                },
            };
            before.push(Stmt::new(kind, span));
        }
        (before, parts.last().and_then(|last| self.condition(last.clone())))
    }

    fn for_stmt(&mut self, node: Node<'_>) -> StmtKind {
        let mut annot = LoopAnnot::default();
        let (mut init, mut cond, mut step, mut body) = (None, None, None, None);
        for part in node.into_inner() {
            match part.as_rule() {
                Rule::for_init => {
                    let inner = part.into_inner().next().filter(|inner| inner.as_rule() != Rule::empty);
                    init = inner.map(|inner| Box::new(self.statement(inner)));
                }
                Rule::for_cond => {
                    let found = self.find_condition(&part);
                    cond = found.map(|found| self.guard_condition(found, &mut annot));
                }
                Rule::for_step => step = part.into_inner().next().map(|step| self.expr(step)),
                Rule::sub_stmt => body = Some(self.governed(part, Some(&mut annot))),
                _ => {}
            }
        }
        match body {
            Some(body) => StmtKind::For { init, cond, step, body, annot },
            None => unsupported_stmt("`for`"),
        }
    }

    fn find_condition(&mut self, node: &Node<'_>) -> Option<Condition> {
        self.condition(find(node, Rule::condition)?)
    }

    fn condition(&mut self, node: Node<'_>) -> Option<Condition> {
        let condition = node.into_inner().next()?;
        if condition.as_rule() == Rule::expr {
            return Some(Condition::Expr(self.expr(condition)));
        }
        let span = self.span(&condition);
        let mut parts = condition.into_inner();
        let specs = self.specs(parts.next()?);
        let (name, ty) = self.declarator(parts.next()?, specs.ty);
        let init = parts.next().map(|init| self.initializer_value(init));
        let declarators = name.map(|name| Declarator { name, ty, init }).into_iter().collect();
        let declaration = Declaration::new(specs.declaration, declarators, span);
        Some(Condition::Declaration(Box::new(declaration)))
    }

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

fn as_statement(block: Block) -> Stmt {
    Stmt { span: block.span, kind: StmtKind::Block(block), wraps: false }
}

/// A statement with others before it, in a scope of their own.
fn after(mut before: Vec<Stmt>, kind: StmtKind, span: Span) -> StmtKind {
    if before.is_empty() {
        return kind;
    }
    before.push(Stmt::new(kind, span));
    StmtKind::Block(Block { stmts: before, span })
}

/// The first child of a kind.
pub fn find<'m>(node: &Node<'m>, rule: Rule) -> Option<Node<'m>> {
    node.clone().into_inner().find(|part| part.as_rule() == rule)
}

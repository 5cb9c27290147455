//! Names and sorts of annotations: a clause's tree becomes an expression of the kernel IR.
//!
//! Integers are mathematical here: a machine integer is lifted when an operation takes it, and nothing
//! is promoted (`annotations.md`, "Expressions"). Only bit operations on two machine integers keep
//! their width. Names mean what they mean in program text at the same place (`lookup::entity`).

pub mod annotate;
pub mod apply;
pub mod cells;
pub mod declared;
pub mod equality;
pub mod folded;
pub mod forms;
pub mod functions;
pub mod operators;
pub mod pairs;
pub mod precedence;
pub mod theory;

use crate::base::{
    Span,
    codes::{self, Code},
};
use crate::cpp::{Base, Env, Lowered, Reported};
use crate::kernel::ir::{self, BoundId, Builtin, Expr, ExprKind, LocalRole, Space, Speaker, Type};
use crate::syntax::tree::{self, BinaryOp, ClauseKind, Region};

pub use declared::operator_call;
pub use operators::{sort_name, wrong_sort};
pub use theory::theory;

/// Where a clause stands, which decides what it may mention.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Place {
    /// Of a kernel's contract.
    Requires,
    /// Of a kernel's contract as well.
    Ensures,
    /// Of the innermost loop of `Nesting::loops`.
    Invariant,
    /// At a statement, and in definitions and lemmas.
    Assert,
    /// Before a barrier, about any two threads of the block.
    BarrierInvariant,
    /// Of a device function, whose parameters are known here.
    FunctionRequires,
    /// Likewise, where it speaks of the end of the call.
    FunctionEnsures,
}

impl Place {
    fn is_contract(self) -> bool {
        matches!(self, Place::Requires | Place::Ensures)
    }

    fn is_of_function(self) -> bool {
        matches!(self, Place::FunctionRequires | Place::FunctionEnsures)
    }
}

/// What the resolver knows besides the scope.
pub struct Context<'e, 'a> {
    env: &'e mut Env<'a>,
    place: Place,
    /// Nodes made so far: definitions and chains copy what they are given.
    size: usize,
    /// Logic functions being expanded, outermost first.
    expanding: Vec<String>,
    /// The recursive definition being resolved, by its position in the table.
    defining: Option<usize>,
    /// What `number` stands for in the lemma being resolved.
    number: Option<Type>,
    /// It is the standard library's.
    of_library: bool,
    /// Nesting at the present place, expanded definitions included.
    depth: usize,
    /// The clause is too large or too deep, and that was said.
    refused: bool,
    /// The second thread of a barrier invariant, where it is mentioned.
    second: Option<BoundId>,
    /// How many `\old` and `\other` are around.
    elsewhere: usize,
    /// What `\result` is, in the `ensures` of a device function.
    result: Option<Expr>,
}

/// Expressions nested deeper than this are not resolved.
pub const DEEPEST: usize = 128;

/// More nodes than this in one clause are refused.
const LARGEST: usize = 50_000;

impl<'e, 'a> Context<'e, 'a> {
    fn new(env: &'e mut Env<'a>, place: Place) -> Context<'e, 'a> {
        let (expanding, defining, number) = (Vec::new(), None, None);
        Context {
            env,
            place,
            size: 0,
            expanding,
            defining,
            number,
            of_library: false,
            depth: 0,
            refused: false,
            second: None,
            elsewhere: 0,
            result: None,
        }
    }

    /// Counts nodes that are made or copied.
    fn grow(&mut self, by: usize, span: Span) -> Lowered<()> {
        self.size += by;
        if self.size > LARGEST {
            let message = "with its definitions written out, this clause is too large";
            return Err(self.refuse(codes::E0414, span, message));
        }
        Ok(())
    }

    /// Gives the clause up, and says so once.
    fn refuse(&mut self, code: Code, span: Span, message: &str) -> Reported {
        if !self.refused {
            self.refused = true;
            return self.env.error(code, span, message);
        }
        Reported
    }
}

/// Resolves and types a clause that is a proposition, and finds whose values it mentions. Errors and
/// what is not modelled are recorded in the kernel.
pub fn clause(env: &mut Env, place: Place, e: &tree::Expr, span: Span) -> Lowered<ir::Clause> {
    let mut context = Context::new(env, place);
    let expr = context.proposition(e)?;
    let expr = match context.second {
        Some(second) => pairs::of_all_others(second, expr),
        None => expr,
    };
    let speaker = speaker(env, &expr);
    Ok(ir::Clause { expr, speaker, span })
}

/// Resolves and types a `variant`: an integer, of whichever thread runs the body.
pub fn measure(env: &mut Env, e: &tree::Expr, span: Span) -> Lowered<ir::Clause> {
    let place = Place::Invariant;
    let mut context = Context::new(env, place);
    let expr = context.integer(e)?;
    let speaker = speaker(env, &expr);
    Ok(ir::Clause { expr, speaker, span })
}

/// The same for an `ensures` of a device function, which gives `result`.
pub fn function_ensures(env: &mut Env, e: &tree::Expr, result: Option<Expr>, span: Span) -> Lowered<ir::Clause> {
    let mut context = Context { result, ..Context::new(env, Place::FunctionEnsures) };
    let expr = context.proposition(e)?;
    let speaker = speaker(env, &expr);
    Ok(ir::Clause { expr, speaker, span })
}

/// Resolves and types a region of a `writes` clause: of a kernel, or of a device function.
pub fn region(env: &mut Env, place: Place, region: &Region) -> Lowered<ir::Region> {
    let mut context = Context::new(env, place);
    context.region(region)
}

/// Checks the names and sorts of a clause that nothing acts on yet, so that its errors are found all
/// the same. The caller makes the kernel unsupported.
pub fn check(env: &mut Env, clause: &tree::Clause) {
    let place = match clause.kind {
        ClauseKind::Requires(_) | ClauseKind::Reads(_) => Place::Requires,
        ClauseKind::Ensures(_) | ClauseKind::Writes(_) => Place::Ensures,
        ClauseKind::Invariant(_) | ClauseKind::Variant(_) => Place::Invariant,
        ClauseKind::Assert(_) | ClauseKind::Assume(_) | ClauseKind::Ghost(_) => Place::Assert,
        ClauseKind::Wraps | ClauseKind::Logic(_) => Place::Assert,
        ClauseKind::BarrierInvariant(_) => Place::BarrierInvariant,
    };
    let mut context = Context::new(env, place);
    // Everything that goes wrong is recorded.
    let _recorded = match &clause.kind {
        ClauseKind::Requires(e)
        | ClauseKind::Ensures(e)
        | ClauseKind::Invariant(e)
        | ClauseKind::Assert(e)
        | ClauseKind::Assume(e)
        | ClauseKind::BarrierInvariant(e) => context.proposition(e).map(|_| ()),
        ClauseKind::Variant(e) => context.integer(e).map(|_| ()),
        ClauseKind::Writes(regions) | ClauseKind::Reads(regions) => {
            regions.iter().map(|region| context.region(region).map(|_| ())).fold(Ok(()), Result::and)
        }
        ClauseKind::Ghost(_) | ClauseKind::Wraps | ClauseKind::Logic(_) => Ok(()),
    };
}

impl Context<'_, '_> {
    fn region(&mut self, region: &Region) -> Lowered<ir::Region> {
        let ends = match &region.range {
            Some((least, greatest)) => Some((self.integer(least)?, self.integer(greatest)?)),
            None => None,
        };
        let (pointer, whose) = self.array(&region.array)?;
        let Base::Array(array) = pointer.base else {
            return Err(self.env.unsupported("address of a variable in a region", region.span));
        };
        if whose.is_some() {
            return Err(self.env.unsupported("`@` in a region", region.span));
        }
        let space = self.env.kernel.arrays[array.index()].space;
        if self.place.is_contract() && matches!(space, Space::Shared | Space::Private) {
            return Err(self.out_of_scope(region.array.span));
        }
        let mut ranges: Vec<(Expr, Expr)> = pointer.prefix.iter().map(|at| (at.clone(), at.clone())).collect();
        if let Some((least, greatest)) = ends {
            let mut from_offset = |end: Expr| match &pointer.offset {
                Some(offset) => operators::binary(self.env, BinaryOp::Add, offset.clone(), end, region.span),
                None => Ok(end),
            };
            ranges.push((from_offset(least)?, from_offset(greatest)?));
        }
        Ok(ir::Region { array, ranges, span: region.span })
    }
}

/// Whose values an expression mentions without `@` (`annotations.md`, "Which thread speaks").
pub fn speaker(env: &Env, e: &Expr) -> Speaker {
    speaks(env, e, false)
}

fn speaks(env: &Env, e: &Expr, at_entry: bool) -> Speaker {
    let own = match &*e.kind {
        ExprKind::Local(id) => match env.kernel.locals[id.index()].role {
            LocalRole::Variable | LocalRole::Temporary | LocalRole::Opaque => Speaker::Thread,
            LocalRole::Param if !at_entry && !env.variables.stable.contains(id) => Speaker::Thread,
            LocalRole::Param | LocalRole::Template | LocalRole::Ghost | LocalRole::Global => Speaker::Launch,
        },
        ExprKind::Builtin(Builtin::ThreadIdx(_)) => Speaker::Thread,
        ExprKind::Builtin(Builtin::BlockIdx(_)) => Speaker::Block,
        ExprKind::Read { array, .. } => match env.kernel.arrays[array.index()].space {
            Space::Private => Speaker::Thread,
            Space::Shared => Speaker::Block,
            Space::Global | Space::Constant | Space::Ghost | Space::Surface => Speaker::Launch,
        },
        ExprKind::Active(None) => Speaker::Thread,
        // What stands before the `@` is the named thread's, but for the indices of a cell.
        ExprKind::At(inner, whose) => {
            let index = match &*inner.kind {
                ExprKind::Read { index, .. } => index.as_slice(),
                _ => &[],
            };
            return index.iter().chain([whose]).map(|part| speaks(env, part, at_entry)).fold(Speaker::Launch, wider);
        }
        _ => Speaker::Launch,
    };
    let at_entry = at_entry || matches!(&*e.kind, ExprKind::Old(_));
    e.children().into_iter().map(|child| speaks(env, child, at_entry)).fold(own, wider)
}

fn wider(a: Speaker, b: Speaker) -> Speaker {
    match (a, b) {
        (Speaker::Thread, _) | (_, Speaker::Thread) => Speaker::Thread,
        (Speaker::Block, _) | (_, Speaker::Block) => Speaker::Block,
        (Speaker::Launch, Speaker::Launch) => Speaker::Launch,
    }
}

#[cfg(test)]
mod tests;

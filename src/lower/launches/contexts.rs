//! What is known where the program launches a kernel, as clauses over the kernel's parameters (HOST-30).

use std::collections::BTreeMap;

use num_bigint::BigInt;

use crate::base::{Diagnostic, Severity, Span, codes};
use crate::cpp::{Env, table::Table};
use crate::host::term::{self, Node, Op};
use crate::host::{Argument, Context, Free, Term, text};
use crate::kernel::ir::{
    Axis, Binary, Builtin, Clause, Conversion, Expr, ExprKind, LaunchContext, LaunchFact, Local, LocalId, LocalRole,
    OF_HOST, Speaker, Type, Unary,
};
use crate::lower::statements::conditions;
use crate::syntax::tree::{self, Function, TemplateArg, TypeKind};

use super::instance::{self, Arguments, Fixed};

/// Files the contexts of a kernel's launches, those of the other instances of its template apart.
///
/// A launch of larger blocks than `__launch_bounds__` allow fails.
pub fn find(env: &mut Env, table: &Table, function: &Function, arguments: &Arguments, most_threads: Option<&Expr>) {
    let name = &function.name.text;
    let mut failing = None;
    for launch in table.host.launches_of(name) {
        let is_elsewhere = table.host.elsewhere.iter().any(|other| std::ptr::eq(*other, launch));
        if is_elsewhere && !function.template.is_empty() {
            // Its arguments mean something there.
            env.kernel.source.contexts.push(LaunchContext::unknown(launch.span));
            continue;
        }
        let own = instance::of_launch(table, function, launch, Fixed::Types);
        let may_be =
            |own: &Arguments| own.iter().all(|(name, arg)| arguments.get(name).is_none_or(|known| !differ(known, arg)));
        if !function.template.is_empty() && !own.iter().any(may_be) {
            continue;
        }
        for context in table.host.contexts.iter().filter(|context| context.launch == launch.span) {
            let block = context.block.each_ref().map(|size| u64::try_from(term::known(size.as_ref()?)?).ok());
            if let Some((threads, most)) = conditions::exceeds(most_threads, block) {
                let message = format!(
                    "blocks of {threads} threads, and `__launch_bounds__` of `{name}` allow {most}: the launch fails"
                );
                env.diagnostic(Diagnostic::new(codes::W0302, Severity::Warning, message).at(launch.span, ""));
                failing = Some(launch.span);
                continue;
            }
            let mut found = Translation::new(env, function, context).clauses();
            found.is_realised &= !instance::is_one_of_several(table, function) && !launch.is_by_variable;
            if !env.kernel.source.contexts.iter().any(|known| known.says_the_same(&found)) {
                env.kernel.source.contexts.push(found);
            }
        }
    }
    if let Some(failing) = failing.filter(|_| env.kernel.source.contexts.is_empty()) {
        env.error(codes::E0314, failing, format!("every launch of `{name}` in the file fails"));
    }
    if let Some((_, place)) = table.host.handed_on.iter().find(|(kernel, _)| kernel == name) {
        let context = LaunchContext::unknown(*place);
        env.kernel.source.contexts.push(context);
    }
}

struct Translation<'e, 'a> {
    env: &'e Env<'a>,
    function: &'e Function,
    context: &'e Context,
    /// The parameters that unknowns are the values of.
    params: BTreeMap<Free, (Expr, String)>,
    ghosts: BTreeMap<Free, usize>,
    found: LaunchContext,
}

impl<'e, 'a> Translation<'e, 'a> {
    fn new(env: &'e Env<'a>, function: &'e Function, context: &'e Context) -> Translation<'e, 'a> {
        let found = LaunchContext {
            place: context.launch,
            calls: context.calls.clone(),
            ghosts: Vec::new(),
            facts: Vec::new(),
            sizes: sizes(function, context),
            dims: env.kernel.dims,
            is_realised: context.is_realised() && has_values(env, function, context),
            unsupported: None,
        };
        Translation { env, function, context, params: BTreeMap::new(), ghosts: BTreeMap::new(), found }
    }

    /// A local of the kernel by its name and role.
    fn local(&self, name: &str, role: LocalRole) -> Option<(LocalId, Type)> {
        let all = (0_u32..).map(LocalId).zip(&self.env.kernel.locals);
        let mut own = all.filter(|(_, local)| local.role == role && local.name == name && local.ty.is_integral());
        let (id, local) = own.next()?;
        Some((id, local.ty))
    }

    fn clauses(mut self) -> LaunchContext {
        let mut equations: Vec<((Expr, String, Type), Term)> = Vec::new();
        let params = self.function.params.iter().zip(&self.context.args);
        let ints = params.filter_map(|(param, arg)| match arg {
            Argument::Int(term) => Some((param.name.as_ref()?.text.clone(), LocalRole::Param, term.clone())),
            Argument::Memory { .. } | Argument::Unknown => None,
        });
        let values = self.function.template.iter().zip(&self.context.values);
        let values = values.filter_map(|(param, value)| {
            Some((param.name.as_ref()?.text.clone(), LocalRole::Template, value.clone()?))
        });
        let given: Vec<(String, LocalRole, Term)> = ints.chain(values).collect();
        for (name, role, term) in given {
            let Some((id, ty)) = self.local(&name, role) else { continue };
            let value = self.exact(Expr::new(ExprKind::Local(id), ty, self.context.launch));
            match &*term {
                // The parameter stands for what it is given.
                Node::Free(free) if !self.params.contains_key(free) && self.fits(*free, ty) => {
                    self.params.insert(*free, (value, name));
                }
                _ => equations.push(((value, name, ty), term)),
            }
        }
        for ((param, name, ty), term) in equations {
            self.given(&param, &name, ty, &term);
        }
        let sizes = [(self.context.block.clone(), false), (self.context.grid.clone(), true)];
        for (sizes, is_grid) in sizes {
            for (axis, size) in Axis::ALL.into_iter().zip(&sizes) {
                self.dimension(axis, is_grid, size.as_ref());
            }
        }
        for fact in &self.context.facts {
            let expr = self.proposition(&fact.cond);
            let text = self.text(&fact.cond);
            self.say(expr, text, fact.place);
        }
        // What is left unknown lies in its type.
        let ghosts: Vec<(Free, usize)> = self.ghosts.iter().map(|(free, at)| (*free, *at)).collect();
        for (free, at) in ghosts {
            let ty = self.context.unknowns[&free].ty;
            let ghost = self.ghost(at);
            let (least, greatest) = (self.number(ty.least()), self.number(ty.greatest()));
            for (left, right) in [(least, ghost.clone()), (ghost, greatest)] {
                let expr = self.binary(Binary::Le, left, right, Type::Bool);
                let text = format!("{}: {}", self.context.name(free), ty.text());
                self.found.facts.push(LaunchFact { is_of_type: true, ..fact(expr, text, self.context.launch) });
            }
        }
        self.found
    }

    /// Whether every value of an unknown is one of the type. That the conversion to a signed one keeps the value is assumed.
    fn fits(&self, free: Free, ty: Type) -> bool {
        if matches!(ty, Type::Int { signed: true, .. }) {
            return true;
        }
        let own = self.context.unknowns[&free].ty;
        range(ty).is_some_and(|(least, greatest)| least <= own.least() && own.greatest() <= greatest)
    }

    /// A parameter has the value of its argument, if that is one of its type.
    fn given(&mut self, param: &Expr, name: &str, ty: Type, term: &Term) {
        let Some((least, greatest)) = range(ty) else { return };
        let value = self.integer(term);
        let equal = self.binary(Binary::Eq, param.clone(), value.clone(), Type::Bool);
        let mut text = format!("{name} == {}", self.text(term));
        let is_inside = match &**term {
            Node::Int(value) => (least..=greatest).contains(value),
            Node::Free(free) => self.fits(*free, ty),
            Node::Apply(..) => matches!(ty, Type::Int { signed: true, .. }),
        };
        let expr = if is_inside {
            equal
        } else {
            self.found.is_realised = false;
            let (least, greatest) = (self.number(least), self.number(greatest));
            let above = self.binary(Binary::Le, least, value.clone(), Type::Bool);
            let below = self.binary(Binary::Le, value, greatest, Type::Bool);
            let inside = self.binary(Binary::And, above, below, Type::Bool);
            text = format!("{name} == {} if that is a value of its type", self.text(term));
            self.binary(Binary::Implies, inside, equal, Type::Bool)
        };
        self.say(expr, text, self.context.launch);
    }

    fn dimension(&mut self, axis: Axis, is_grid: bool, size: Option<&Term>) {
        let flag = if is_grid { &mut self.found.dims.grid } else { &mut self.found.dims.block };
        flag[axis.index()] |= size.is_none_or(|size| !matches!(**size, Node::Int(1)));
        let Some(size) = size.filter(|_| flag[axis.index()]) else { return };
        let builtin = if is_grid { Builtin::GridDim(axis) } else { Builtin::BlockDim(axis) };
        let dimension = self.exact(Expr::new(ExprKind::Builtin(builtin), Type::UINT, self.context.launch));
        let value = self.integer(size);
        let expr = self.binary(Binary::Eq, dimension, value, Type::Bool);
        let name = if is_grid { "gridDim" } else { "blockDim" };
        let text = format!("{name}.{} == {}", ["x", "y", "z"][axis.index()], self.text(size));
        self.say(expr, text, self.context.launch);
    }

    fn say(&mut self, expr: Expr, text: String, place: Span) {
        self.found.facts.push(fact(expr, text, place));
    }

    fn text(&self, term: &Term) -> String {
        text::term(term, &|free| match self.params.get(&free) {
            Some((_, name)) => name.clone(),
            None => format!("{OF_HOST}{}", self.context.name(free)),
        })
    }

    // ── terms ───────────────────────────────────────────────────────────────────────────────────

    fn number(&self, value: i128) -> Expr {
        Expr::new(ExprKind::Int(BigInt::from(value)), Type::Integer, self.context.launch)
    }

    fn exact(&self, value: Expr) -> Expr {
        Expr::new(ExprKind::Convert(Conversion::Implicit, value), Type::Integer, self.context.launch)
    }

    fn binary(&self, op: Binary, left: Expr, right: Expr, ty: Type) -> Expr {
        Expr::new(ExprKind::Binary(op, left, right), ty, self.context.launch)
    }

    fn ghost(&self, at: usize) -> Expr {
        let id = LocalId((self.env.kernel.locals.len() + at) as u32);
        Expr::new(ExprKind::Local(id), Type::Integer, self.context.launch)
    }

    fn free(&mut self, free: Free) -> Expr {
        if let Some((param, _)) = self.params.get(&free) {
            return param.clone();
        }
        let next = self.ghosts.len();
        let at = *self.ghosts.entry(free).or_insert(next);
        if at == self.found.ghosts.len() {
            let unknown = &self.context.unknowns[&free];
            self.found.ghosts.push(Local {
                name: format!("{OF_HOST}{}", self.context.name(free)),
                ty: Type::Integer,
                role: LocalRole::Ghost,
                span: unknown.place,
            });
        }
        self.ghost(at)
    }

    fn integer(&mut self, term: &Term) -> Expr {
        match &**term {
            Node::Int(value) => self.number(*value),
            Node::Free(free) => self.free(*free),
            Node::Apply(op, args) => match op {
                Op::Add => self.folded(Binary::Add, args),
                Op::Mul => self.folded(Binary::Mul, args),
                Op::Div => self.folded(Binary::Div, args),
                Op::Rem => self.folded(Binary::Rem, args),
                Op::Min => self.folded(Binary::Min, args),
                Op::Max => self.folded(Binary::Max, args),
                Op::Choose => {
                    let (cond, then, other) =
                        (self.proposition(&args[0]), self.integer(&args[1]), self.integer(&args[2]));
                    Expr::new(ExprKind::Conditional(cond, then, other), Type::Integer, self.context.launch)
                }
                _ => {
                    let (cond, one, zero) = (self.proposition(term), self.number(1), self.number(0));
                    Expr::new(ExprKind::Conditional(cond, one, zero), Type::Integer, self.context.launch)
                }
            },
        }
    }

    fn folded(&mut self, op: Binary, args: &[Term]) -> Expr {
        let mut all = args.iter();
        let first = match all.next() {
            Some(arg) => self.integer(arg),
            None => self.number(0),
        };
        all.fold(first, |folded, arg| {
            let next = self.integer(arg);
            self.binary(op, folded, next, Type::Integer)
        })
    }

    fn proposition(&mut self, term: &Term) -> Expr {
        let span = self.context.launch;
        let Node::Apply(op, args) = &**term else {
            if let Node::Int(value) = **term {
                return Expr::new(ExprKind::Bool(value != 0), Type::Bool, span);
            }
            let (value, zero) = (self.integer(term), self.number(0));
            return self.binary(Binary::Ne, value, zero, Type::Bool);
        };
        let compared = |host: &mut Self, op| {
            let (left, right) = (host.integer(&args[0]), host.integer(&args[1]));
            host.binary(op, left, right, Type::Bool)
        };
        match op {
            Op::Le => compared(self, Binary::Le),
            Op::Lt => compared(self, Binary::Lt),
            Op::Eq => compared(self, Binary::Eq),
            Op::And | Op::Or => {
                let (left, right) = (self.proposition(&args[0]), self.proposition(&args[1]));
                self.binary(if *op == Op::And { Binary::And } else { Binary::Or }, left, right, Type::Bool)
            }
            Op::Not => {
                let inner = self.proposition(&args[0]);
                Expr::new(ExprKind::Unary(Unary::Not, inner), Type::Bool, span)
            }
            Op::IsPow2 => {
                let value = self.integer(&args[0]);
                Expr::new(ExprKind::Unary(Unary::IsPow2, value), Type::Bool, span)
            }
            _ => {
                let (value, zero) = (self.integer(term), self.number(0));
                self.binary(Binary::Ne, value, zero, Type::Bool)
            }
        }
    }
}

/// Whether two arguments are different types for certain. A name may be another one's.
fn differ(one: &TemplateArg, other: &TemplateArg) -> bool {
    let plain = |arg: &TemplateArg| match arg {
        TemplateArg::Type(tree::Type { kind: TypeKind::Bool, .. }) => Some((0, false, 1)),
        TemplateArg::Type(tree::Type { kind: TypeKind::Int { signed, bits }, .. }) => Some((1, *signed, *bits)),
        TemplateArg::Type(tree::Type { kind: TypeKind::Float { bits }, .. }) => Some((2, true, *bits)),
        TemplateArg::Type(_) | TemplateArg::Value(_) => None,
    };
    plain(one).zip(plain(other)).is_some_and(|(one, other)| one != other)
}

/// Whether the kernel's scalars are arguments that are followed.
fn has_values(env: &Env, function: &Function, context: &Context) -> bool {
    let is_known = |name: &str| {
        let mut all = function.params.iter().zip(&context.args);
        all.any(|(param, arg)| {
            param.name.as_ref().is_some_and(|own| own.text == name) && matches!(arg, Argument::Int(_))
        })
    };
    let mut scalars = env.kernel.locals.iter().filter(|local| local.role == LocalRole::Param);
    scalars.all(|local| is_known(&local.name))
}

fn fact(expr: Expr, text: String, place: Span) -> LaunchFact {
    LaunchFact { clause: Clause { expr, speaker: Speaker::Launch, span: place }, text, is_of_type: false }
}

/// Bytes of memory that parameters point to the start of, where these are known: before what others point to there are cells, too.
fn sizes(function: &Function, context: &Context) -> Vec<(String, u64)> {
    let params = function.params.iter().zip(&context.args);
    let known = params.filter_map(|(param, arg)| {
        let Argument::Memory { offset: Some(offset), size: Some(size), .. } = arg else { return None };
        let size = term::known(offset).filter(|offset| *offset == 0).and_then(|_| term::known(size))?;
        Some((param.name.as_ref()?.text.clone(), u64::try_from(size).ok()?))
    });
    known.collect()
}

/// The least and greatest value of an integer type.
fn range(ty: Type) -> Option<(i128, i128)> {
    match ty {
        Type::Bool => Some((0, 1)),
        Type::Int { signed: true, bits } => Some((-(1 << (bits - 1)), (1 << (bits - 1)) - 1)),
        Type::Int { signed: false, bits } => Some((0, (1 << bits) - 1)),
        _ => None,
    }
}

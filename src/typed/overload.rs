//! Which function a call means: template arguments, viability, and the best conversions.

use std::cmp::Ordering;

use crate::base::{Span, codes};
use crate::kernel::ir::{Conversion, Expr, Type};
use crate::syntax::tree::{self, Function, TemplateArg, TemplateParamKind, TypeKind};

use super::call;
use super::closure;
use super::constness;
use super::conversion;
use super::expr::{self, Value};
use super::hosts;
use super::null;
use super::object;
use super::pointer;
use super::record;
use super::resolve;
use super::scope::{Entity, Env, Lowered, Place, Scope};
use super::special;
use super::traits;
use super::types::{CType, RecordRef, promote};
use super::value;

/// A function by its declaration, and the class that it is a member of.
#[derive(Clone, Copy)]
pub struct Callable<'a> {
    pub function: &'a Function,
    pub record: Option<usize>,
    /// It is declared after the call.
    pub is_later: bool,
    /// Its name says what it does: CUDA declares it, or the C++ library (R320).
    pub is_of_cuda: bool,
}

impl<'a> Callable<'a> {
    pub fn of_file(function: &'a Function) -> Callable<'a> {
        Callable { function, record: None, is_later: false, is_of_cuda: false }
    }

    pub fn member(record: usize, function: &'a Function) -> Callable<'a> {
        Callable { record: Some(record), ..Callable::of_file(function) }
    }
}

/// A function that a call can mean, with its template arguments and parameter types.
pub struct Candidate<'a> {
    pub function: &'a Function,
    pub record: Option<usize>,
    pub bindings: Scope,
    pub params: Vec<CType>,
    /// Distinguishes instances of one template.
    pub instance: String,
    /// How well the object of a member function (where there is one) and each argument fit.
    fits: Vec<Fit>,
    doubts: Vec<Doubt>,
    is_later: bool,
    pub is_of_cuda: bool,
}

impl Candidate<'_> {
    /// No function could fit better: it is no template, and takes each argument as it is.
    pub fn is_exact(&self) -> bool {
        self.function.template.is_empty() && self.fits.iter().all(|fit| fit.rank == 0)
    }
}

/// An argument that fits as well as it seems to only if two types are one that C++ tells apart (R290).
#[derive(PartialEq)]
struct Doubt {
    /// The argument, by its fit.
    at: usize,
    /// Which type is written there: those that are written alike are one type.
    spelling: String,
    /// How well it fits if they are two.
    rank: u32,
}

/// How well an argument fits a parameter.
#[derive(Clone, Copy)]
struct Fit {
    /// 0 exact, 1 promotion, 2 conversion, 3 one that the program defines, or [`NEVER`].
    rank: u32,
    through: Through,
    /// The base class that an object becomes.
    base: Option<usize>,
    /// What the argument's type is counts for more here than it is known.
    is_vague: bool,
    /// A pointer to something else: C++ has no such conversion.
    is_foreign: bool,
}

/// The rank of what does not fit.
const NEVER: u32 = 9;

/// What may be done to the variable that a parameter leads to, as a reference or pointer.
#[derive(Clone, Copy, PartialEq)]
enum Through {
    /// It leads to none.
    Nothing,
    Read,
    Write,
    /// What the argument lets it do: its type is a template parameter's.
    AsGiven,
}

impl Fit {
    fn of(rank: u32) -> Fit {
        Fit { rank, through: Through::Nothing, base: None, is_vague: false, is_foreign: false }
    }

    fn through(self, to_const: bool) -> Fit {
        Fit { through: if to_const { Through::Read } else { Through::Write }, ..self }
    }

    /// Whether nothing may be written by way of the parameter, if the argument is `const` or not.
    fn reads(&self, is_const: bool) -> Option<bool> {
        match self.through {
            Through::Nothing => None,
            Through::Read => Some(true),
            Through::Write => Some(false),
            Through::AsGiven => Some(is_const),
        }
    }

    fn drops_const(&self, is_const: bool) -> bool {
        is_const && self.through == Through::Write
    }

    /// Which of two fits of one argument is the better one.
    fn compare(&self, other: &Fit, is_const: bool, env: &Env) -> Ordering {
        let of_const = match (self.reads(is_const), other.reads(is_const)) {
            (Some(a), Some(b)) => a.cmp(&b),
            _ => Ordering::Equal,
        };
        let of_bases = || match (self.base, other.base) {
            (Some(a), Some(b)) if a != b && record::base_offset(env, a, b).is_some() => Ordering::Less,
            (Some(a), Some(b)) if a != b && record::base_offset(env, b, a).is_some() => Ordering::Greater,
            _ => Ordering::Equal,
        };
        self.rank.cmp(&other.rank).then_with(of_bases).then(of_const)
    }
}

/// The functions of which one is meant.
enum Picked {
    None,
    One(usize),
    Several(usize, usize),
}

/// Chooses among functions of one name; `None` when none takes the arguments.
pub fn choose<'a>(
    env: &mut Env,
    name: &tree::Name,
    functions: &[Callable<'a>],
    args: &[Value],
    span: Span,
) -> Lowered<Option<Candidate<'a>>> {
    choose_for(env, name, functions, None, args, span)
}

/// The same among member functions, for an object.
pub fn choose_for<'a>(
    env: &mut Env,
    name: &tree::Name,
    functions: &[Callable<'a>],
    object: Option<&Value>,
    args: &[Value],
    span: Span,
) -> Lowered<Option<Candidate<'a>>> {
    let mut viable: Vec<Candidate> = Vec::new();
    let mut special: Vec<Callable> = Vec::new();
    for callable in functions.iter().filter(|callable| !callable.function.specifiers.global) {
        let function = callable.function;
        if function.template_args.is_some() {
            // A specialisation is no candidate: it takes the place of the template's body.
            special.push(*callable);
            continue;
        }
        // `f<>(x)` is a template's.
        if name.template_args.is_some() && function.template.is_empty() {
            continue;
        }
        let needed = function.params.iter().filter(|param| param.default.is_none()).count();
        if args.len() < needed || args.len() > function.params.len() {
            continue;
        }
        if let Some(mut candidate) = candidate(env, name, *callable, args)? {
            if object.is_some() {
                let fit = Fit::of(0);
                let is_const = function.specifiers.is_const;
                candidate.fits.insert(0, if function.specifiers.is_static { fit } else { fit.through(is_const) });
                candidate.doubts.iter_mut().for_each(|doubt| doubt.at += 1);
            }
            viable.push(candidate);
        }
    }
    // What is declared later is not seen, unless it is the definition of what is.
    let is_seen = |candidate: &Candidate| {
        let declares = |other: &Candidate| {
            !other.is_later && other.function.scope == candidate.function.scope && same_types(other, candidate)
        };
        !candidate.is_later || viable.iter().any(declares)
    };
    let seen: Vec<bool> = viable.iter().map(is_seen).collect();
    if viable.iter().any(|candidate| !candidate.is_later) {
        let mut seen = seen.into_iter();
        viable.retain(|_| seen.next().unwrap_or(true));
    }
    // Where there are others. Of one alone the cast says that it is not modelled.
    let is_foreign = |candidate: &Candidate| candidate.fits.iter().any(|fit| fit.is_foreign);
    if !viable.iter().all(is_foreign) {
        viable.retain(|candidate| !is_foreign(candidate));
    }
    // A prototype and its definition are one function, and the one with the body is wanted, or the one that is known by its name.
    viable.sort_by_key(|candidate| {
        let is_template = !candidate.function.template.is_empty();
        (is_template, candidate.function.body.is_none(), !candidate.is_of_cuda)
    });
    let given: Vec<Option<bool>> = object.into_iter().chain(args).map(|value| constness::of(env, value)).collect();
    let first = agreed(env, &viable, &given);
    if !is_told(env, &mut viable, &given, &first) {
        let what = format!("choice between several functions `{}` for {}", name.ident, special::NOT_TOLD_APART);
        return Err(env.unsupported(what, span));
    }
    let (best, is_const) = match first {
        Ok((Picked::None, _)) => return Ok(None),
        Ok((Picked::One(best), is_const)) => (best, is_const),
        Ok((Picked::Several(best, rival), _)) => {
            let (chosen, rival) = (&viable[best], &viable[rival]);
            if !is_ambiguous(chosen, rival) {
                // Namespaces that were opened, or one template more special than the other.
                return Err(env.unsupported(format!("choice between several functions `{}`", name.ident), span));
            }
            let message = format!("the call of `{}` is ambiguous", name.ident);
            let mut diagnostic = crate::base::Diagnostic::error(codes::E0309, span, message);
            for (taking, what) in [(chosen, "this function takes the arguments"), (rival, "this one, too")] {
                diagnostic = match taking.is_of_cuda {
                    true => diagnostic.note(format!("CUDA's `{}` takes the arguments", name.ident)),
                    false => diagnostic.also(taking.function.name.span, what),
                };
            }
            env.diagnostic(diagnostic);
            return Err(super::scope::Reported);
        }
        Err(()) => {
            let construct = format!("choice between functions `{}` that differ in `const`", name.ident);
            return Err(env.unsupported(construct, span));
        }
    };
    let chosen = &viable[best];
    if object.is_some() && chosen.fits[0].drops_const(is_const[0]) {
        return Ok(None);
    }
    let inexact = chosen.fits.iter().zip(&is_const).any(|(fit, is_const)| {
        let qualified = fit.through == Through::Read && !is_const;
        fit.rank > 0 || qualified
    });
    let chosen_function = std::ptr::from_ref(chosen.function);
    let others = functions.iter().map(|callable| callable.function);
    let mut others = others.filter(|other| !other.specifiers.global && !std::ptr::eq(*other, chosen_function));
    let ranks: Vec<u32> = chosen.fits.iter().skip(usize::from(object.is_some())).map(|fit| fit.rank).collect();
    if others.any(|other| may_be_meant(other, args, &ranks, inexact)) {
        return Err(env.unsupported(format!("choice between several functions `{}`", name.ident), span));
    }
    if may_be_of_enumeration(env, &viable, best, args) {
        return Err(env.unsupported(format!("choice between several functions `{}`", name.ident), span));
    }
    let chosen = viable.swap_remove(best);
    if chosen.function.template.is_empty() { Ok(Some(chosen)) } else { specialised(env, chosen, &special, span) }
}

/// Whether another function is meant if a number is, or is not, of an enumeration: they are alike here (R263).
fn may_be_of_enumeration(env: &Env, viable: &[Candidate], best: usize, args: &[Value]) -> bool {
    let is_number = |value: &Value| matches!(number_type(env, value), Some(Type::Int { .. } | Type::Bool));
    args.iter().enumerate().filter(|(_, value)| is_number(value)).any(|(at, _)| {
        let takes = |candidate: &Candidate| env.table.is_enumeration(&candidate.function.params[at].ty);
        let of_chosen = takes(&viable[best]);
        let is_template = |candidate: &Candidate| !candidate.function.template.is_empty();
        let of_template =
            env.met.enums_met && !of_chosen && !is_template(&viable[best]) && viable.iter().any(is_template);
        of_template || viable.iter().any(|other| takes(other) != of_chosen)
    })
}

fn same_types(a: &Candidate, b: &Candidate) -> bool {
    a.params.len() == b.params.len() && a.params.iter().zip(&b.params).all(|(a, b)| a.same(b))
}

/// Arguments of which it is not known whether they are `const` more than this are not tried out.
const MOST_UNKNOWN: usize = 4;

/// The function that is meant, whatever of the arguments is `const` of which that is not known; and what was taken for `const`.
fn agreed(env: &Env, viable: &[Candidate], given: &[Option<bool>]) -> Result<(Picked, Vec<bool>), ()> {
    let mut is_const: Vec<bool> = given.iter().map(|known| known.unwrap_or(false)).collect();
    let matters = |at: usize| {
        let mut kinds = viable.iter().filter_map(|candidate| candidate.fits.get(at)).map(|fit| fit.through);
        let first = kinds.next();
        kinds.any(|kind| Some(kind) != first)
    };
    let unknown: Vec<usize> = (0..given.len()).filter(|at| given[*at].is_none() && matters(*at)).collect();
    if unknown.len() > MOST_UNKNOWN {
        return Err(());
    }
    let first = picked(env, viable, &is_const);
    for choice in 1..1 << unknown.len() {
        for (bit, at) in unknown.iter().enumerate() {
            is_const[*at] = choice >> bit & 1 == 1;
        }
        match (&first, picked(env, viable, &is_const)) {
            (Picked::One(a), Picked::One(b)) if *a == b => {}
            (Picked::None, Picked::None) => {}
            _ => return Err(()),
        }
    }
    unknown.iter().for_each(|at| is_const[*at] = false);
    Ok((first, is_const))
}

/// Whether the program is none, since C++ has no further rule that tells two functions apart.
fn is_ambiguous(chosen: &Candidate, rival: &Candidate) -> bool {
    let mut fits = chosen.fits.iter().chain(&rival.fits);
    !same_types(chosen, rival) && rival.function.template.is_empty() && !fits.any(|fit| fit.rank >= 3 || fit.is_vague)
}

/// Whether two functions do the same: CUDA's for `long` and `long long`.
fn is_alike(a: &Candidate, b: &Candidate) -> bool {
    a.is_of_cuda && b.is_of_cuda && same_types(a, b)
}

/// Of more spellings of types that are not told apart not all combinations are tried out.
const MOST_SPELLINGS: usize = 6;

/// Whether the same function is meant, whichever of the types that are one here are two to C++ (R290). What no function would take, or two
/// would take as well, is no program.
fn is_told(
    env: &Env,
    viable: &mut [Candidate],
    given: &[Option<bool>],
    first: &Result<(Picked, Vec<bool>), ()>,
) -> bool {
    if viable.len() < 2 {
        return true;
    }
    // Where all take the argument under one spelling, and would convert it alike, they stay as good as each other.
    let has_alike = |candidate: &Candidate, doubt: &Doubt| candidate.doubts.iter().any(|own| own == doubt);
    let mut doubtful: Vec<(usize, String)> = Vec::new();
    for doubt in viable.iter().flat_map(|candidate| &candidate.doubts) {
        let own = (doubt.at, doubt.spelling.clone());
        let differs = viable.iter().any(|other| !has_alike(other, doubt));
        if differs && !doubtful.contains(&own) {
            doubtful.push(own);
        }
    }
    let best = match first {
        _ if doubtful.is_empty() => return true,
        Ok((Picked::One(best), _)) if doubtful.len() <= MOST_SPELLINGS => *best,
        Ok((Picked::None, _)) => return true,
        _ => return false,
    };
    let known: Vec<Vec<Fit>> = viable.iter().map(|candidate| candidate.fits.clone()).collect();
    let mut is_same = true;
    for choice in 1..1 << doubtful.len() {
        for candidate in viable.iter_mut() {
            for doubt in &candidate.doubts {
                let number = doubtful.iter().position(|(at, spelling)| *at == doubt.at && *spelling == doubt.spelling);
                if number.is_some_and(|number| choice >> number & 1 == 1) {
                    let rank = doubt.rank.max(candidate.fits[doubt.at].rank);
                    candidate.fits[doubt.at].rank = rank;
                }
            }
        }
        is_same &= match agreed(env, viable, given) {
            Ok((Picked::None, _)) => true,
            Ok((Picked::One(other), _)) => other == best || is_alike(&viable[other], &viable[best]),
            Ok((Picked::Several(one, rival), _)) => is_ambiguous(&viable[one], &viable[rival]),
            Err(()) => false,
        };
        for (candidate, fits) in viable.iter_mut().zip(&known) {
            candidate.fits.clone_from(fits);
        }
    }
    is_same
}

fn picked(env: &Env, viable: &[Candidate], is_const: &[bool]) -> Picked {
    let drops =
        |candidate: &Candidate| candidate.fits.iter().zip(is_const).any(|(fit, is_const)| fit.drops_const(*is_const));
    // Where all of them do, one is named that takes the argument otherwise.
    let fits = |at: &usize| viable[*at].fits.iter().all(|fit| fit.rank < NEVER);
    let fitting: Vec<usize> = (0..viable.len()).filter(fits).collect();
    let all_drop = fitting.iter().all(|at| drops(&viable[*at]));
    let usable: Vec<usize> = fitting.into_iter().filter(|at| all_drop || !drops(&viable[*at])).collect();
    let order = |a: usize, b: usize| -> Vec<Ordering> {
        let fits = viable[a].fits.iter().zip(&viable[b].fits).zip(is_const);
        fits.map(|((a, b), is_const)| a.compare(b, *is_const, env)).collect()
    };
    let better = |a: usize, b: usize| {
        let order = order(a, b);
        order.iter().all(|order| order.is_le()) && order.iter().any(|order| order.is_lt())
    };
    let Some(best) = usable.iter().copied().find(|at| usable.iter().all(|other| !better(*other, *at))) else {
        return Picked::None;
    };
    let chosen = &viable[best];
    let rival = usable.iter().copied().find(|at| {
        let other = &viable[*at];
        let redeclared = same_types(chosen, other) && other.function.body.is_none();
        let less_special = chosen.function.template.is_empty() && !other.function.template.is_empty();
        let worse =
            better(best, *at) || redeclared || (less_special && order(best, *at).iter().all(|order| order.is_eq()));
        *at != best && !worse
    });
    rival.map_or(Picked::One(best), |rival| Picked::Several(best, rival))
}

/// Whether a function that is not among the candidates, because something of it is not modelled, may take the arguments better:
/// one with a parameter pack where something is converted, one with an rvalue reference.
fn may_be_meant(function: &Function, args: &[Value], ranks: &[u32], inexact: bool) -> bool {
    let is = |param: &tree::Param, what: &str| matches!(&param.ty.kind, TypeKind::Other(name) if name == what);
    let fixed =
        function.params.iter().filter(|param| param.default.is_none() && !is(param, "a parameter pack")).count();
    let has_pack = function.params.iter().any(|param| is(param, "a parameter pack"));
    if args.len() < fixed || !has_pack && args.len() > function.params.len() {
        return false;
    }
    // A value, or a variable that is converted: what becomes of it is a value (R293).
    let moves = function.params.iter().zip(args).zip(ranks).any(|((param, value), rank)| {
        let is_variable = *rank == 0 && matches!(value, Value::Place(_) | Value::Row(_));
        is(param, "an rvalue reference") && !(is_variable && function.template.is_empty())
    });
    has_pack && inexact || moves
}

/// The explicit specialisation for the template arguments of a candidate, or the candidate itself.
fn specialised<'a>(
    env: &mut Env,
    chosen: Candidate<'a>,
    special: &[Callable<'a>],
    span: Span,
) -> Lowered<Option<Candidate<'a>>> {
    let mut fitting: Option<Callable<'a>> = None;
    for callable in special {
        let function = callable.function;
        if function.params.len() != chosen.function.params.len() || function.scope != chosen.function.scope {
            continue;
        }
        let args = function.template_args.as_deref().unwrap_or_default();
        let mut fits = true;
        for (param, arg) in chosen.function.template.iter().zip(args) {
            let wanted = param.name.as_ref().and_then(|name| chosen.bindings.get(&name.text));
            let given = env.at_file_level(|env| argument(env, &param.kind, arg))?;
            fits &= match (wanted, given) {
                (Some(Entity::Type(a)), Some(Entity::Type(b))) if a.same(&b) => {
                    if env.met.const_arguments || traits::is_ambiguous(env, a) {
                        let what =
                            format!("specialisation of `{}` for {}", function.name.text, special::NOT_TOLD_APART);
                        return Err(env.unsupported(what, span));
                    }
                    true
                }
                (Some(Entity::Value(a)), Some(Entity::Value(b))) => match (value::constant(a), value::constant(&b)) {
                    (Some(a), Some(b)) => a == b,
                    // A symbolic value may be the one of the specialisation.
                    _ => {
                        let what = format!("specialisation of `{}` for a value that is not fixed", function.name.text);
                        return Err(env.unsupported(what, span));
                    }
                },
                _ => false,
            };
        }
        if !fits {
            continue;
        }
        // The arguments that are left out follow from the types of parameters and result.
        let same = has_types(env, function, &chosen)?;
        if !same && args.len() == chosen.function.template.len() {
            // Of another template of that name, perhaps.
            return Err(env.unsupported(format!("specialisation of one of several `{}`", function.name.text), span));
        }
        let ambiguous = chosen.params.iter().any(|ty| env.met.const_arguments || traits::is_ambiguous(env, ty));
        if same && ambiguous && args.len() < chosen.function.template.len() {
            let what = format!("specialisation of `{}` for {}", function.name.text, special::NOT_TOLD_APART);
            return Err(env.unsupported(what, span));
        }
        if same {
            if fitting.is_some() {
                let what = format!("choice between several specialisations of `{}`", function.name.text);
                return Err(env.unsupported(what, span));
            }
            fitting = Some(*callable);
        }
    }
    Ok(Some(match fitting {
        Some(callable) => Candidate { function: callable.function, bindings: Scope::default(), ..chosen },
        None => chosen,
    }))
}

/// Whether a specialisation has the types of a template's instance.
fn has_types(env: &mut Env, special: &Function, instance: &Candidate) -> Lowered<bool> {
    for (param, ty) in special.params.iter().zip(&instance.params) {
        let own = env.at_file_level(|env| resolve::parameter(env, &param.ty))?;
        if !own.same(ty) {
            return Ok(false);
        }
    }
    let scopes = vec![instance.bindings.clone()];
    let result = env.with_scopes(scopes, |env| resolve::resolve(env, &instance.function.return_type))?;
    let own = env.at_file_level(|env| resolve::resolve(env, &special.return_type))?;
    Ok(own.same(&result))
}

/// A function with its template arguments, if it can take the arguments.
fn candidate<'a>(
    env: &mut Env,
    name: &tree::Name,
    callable: Callable<'a>,
    args: &[Value],
) -> Lowered<Option<Candidate<'a>>> {
    let function = callable.function;
    let Some(bindings) = template_arguments(env, name, callable, args)? else { return Ok(None) };
    let scopes = vec![bindings.clone()];
    let params: Lowered<Vec<CType>> =
        env.with_scopes(scopes, |env| function.params.iter().map(|param| resolve::parameter(env, &param.ty)).collect());
    let mut params = params?;
    let mut fits = Vec::new();
    for (at, value) in args.iter().enumerate() {
        let Some(mut fit) = self::fit(env, value, &params[at]) else { return Ok(None) };
        if fit.through == Through::Write && is_as_given(env, name, function, &bindings, &function.params[at].ty) {
            fit.through = Through::AsGiven;
            if constness::of(env, value) == Some(true)
                && let CType::Pointer { to_const, .. } | CType::Reference { to_const, .. } = &mut params[at]
            {
                *to_const = true;
            }
        }
        fits.push(fit);
    }
    let doubts = doubts(env, name, callable, &params, &fits);
    let class = callable.record.map_or_else(String::new, |record| format!("{}::", env.met.records[record].ty.name));
    let instance = format!("{class}{}{}", function.name.text, call::bindings_name(function, &bindings));
    Ok(Some(Candidate {
        function,
        record: callable.record,
        bindings,
        params,
        instance,
        fits,
        doubts,
        is_later: callable.is_later,
        is_of_cuda: callable.is_of_cuda,
    }))
}

/// The arguments of which it is not known whether they are of the parameter's type, or of one that is the same here (R290).
fn doubts(env: &Env, name: &tree::Name, callable: Callable, params: &[CType], fits: &[Fit]) -> Vec<Doubt> {
    let function = callable.function;
    let explicit = name.template_args.as_ref().map_or(0, Vec::len);
    let open: Vec<&str> =
        function.template.iter().skip(explicit).filter_map(|param| Some(param.name.as_ref()?.text.as_str())).collect();
    let mut found = Vec::new();
    let mut deduced: Vec<&str> = Vec::new();
    for (at, (param, fit)) in function.params.iter().zip(fits).enumerate() {
        if fit.rank > 0 || !traits::is_merged(env, &params[at]) {
            continue;
        }
        let by_value = match &params[at] {
            CType::Scalar(_) => true,
            CType::Reference { to, to_const } => *to_const && matches!(**to, CType::Scalar(_)),
            _ => false,
        };
        if !follows(&open, &param.ty) {
            let spelling = spelled(callable, &param.ty);
            found.push(Doubt { at, spelling, rank: if by_value { 2 } else { NEVER } });
            continue;
        }
        // Two arguments that give one parameter a type.
        for own in open.iter().filter(|own| hosts::mentions(&param.ty, own)) {
            if deduced.contains(own) {
                let spelling = format!("{own} {:?}", function.name.span);
                found.push(Doubt { at, spelling, rank: NEVER });
            }
            deduced.push(own);
        }
    }
    found
}

/// Whether a parameter's type is what the argument's is, whichever of the types that are one here.
fn follows(open: &[&str], ty: &tree::Type) -> bool {
    match &ty.innermost().kind {
        TypeKind::Named(name) => match name.template_args.as_deref() {
            None => name.path.is_empty() && open.contains(&name.ident.as_str()),
            Some(args) => args.iter().all(|arg| match arg {
                TemplateArg::Type(ty) => follows(open, ty),
                TemplateArg::Value(_) => true,
            }),
        },
        _ => false,
    }
}

/// How a type is spelled, without `const` and references: parameters that are spelled alike are of one type.
fn spelled(callable: Callable, ty: &tree::Type) -> String {
    let params = &callable.function.template;
    let is_own = |name: &str| params.iter().any(|param| param.name.as_ref().is_some_and(|own| own.text == name));
    match &ty.kind {
        TypeKind::Reference(inner) => spelled(callable, inner),
        TypeKind::Pointer(inner) | TypeKind::Array(inner, _) => format!("{}*", spelled(callable, inner)),
        TypeKind::Named(name) if name.template_args.is_none() && !is_own(&name.ident) => {
            format!("{} {:?} {:?}", resolve::shown(name), callable.function.scope, callable.record)
        }
        TypeKind::Int { .. } | TypeKind::Float { .. } => format!("{:?} {}", ty.kind, ty.qualifiers.is_second),
        _ => format!("{:?}", callable.function.name.span),
    }
}

/// Whether a pointer or reference leads to a type that may be `const` by what it stands for.
fn is_as_given(env: &Env, name: &tree::Name, function: &Function, bindings: &Scope, param: &tree::Type) -> bool {
    let Some(TypeKind::Named(of)) = param.inner().map(|inner| &inner.kind) else { return false };
    let own = function.template.iter().position(|param| param.name.as_ref().is_some_and(|own| own.text == of.ident));
    match own {
        Some(at) if at >= name.template_args.as_ref().map_or(0, Vec::len) => true,
        Some(_) => constness::is_hidden(env),
        None => {
            let is_class = env.table.records.contains_key(of.ident.as_str());
            let is_type = matches!(bindings.get(&of.ident), Some(Entity::Type(_)))
                || env.table.typedefs.contains_key(of.ident.as_str())
                || !of.path.is_empty();
            constness::is_hidden(env) && is_type && !is_class
        }
    }
}

/// The type of a number, or of a variable that holds one.
pub fn number_type(env: &Env, value: &Value) -> Option<Type> {
    match value {
        Value::Scalar(e) => Some(e.ty),
        Value::Place(place @ (Place::Local(_) | Place::Cell { .. } | Place::Wide { .. } | Place::Either(_))) => {
            Some(expr::place_type(env, place))
        }
        _ => None,
    }
}

/// How well a value fits a parameter.
fn fit(env: &mut Env, value: &Value, ty: &CType) -> Option<Fit> {
    let scalar = number_type(env, value);
    let vague = Fit { is_vague: true, ..Fit::of(2) };
    let record = object::record_of(env, value);
    match (ty, value) {
        // Worse than any other conversion of a pointer.
        (CType::Scalar(Type::Bool), Value::Pointer(_) | Value::Row(_)) => Some(vague),
        // Where the call is lowered it says that this is not modelled; and so for a number as a handle.
        (CType::Scalar(_), Value::Surface(_)) => Some(Fit::of(3)),
        (
            CType::Surface,
            Value::Scalar(_)
            | Value::Place(Place::Local(_) | Place::Cell { .. } | Place::Wide { .. } | Place::Either(_)),
        ) => Some(Fit::of(3)),
        (CType::Scalar(to), _) => match (&record, scalar) {
            (Some(record), _) => conversion::is_number(env, record).then_some(Fit::of(3)),
            (None, from) => scalar_cost(from?, *to).map(Fit::of),
        },
        (CType::Record(to), _) => record_fit(env, value, record, to),
        (CType::Pointer { to, to_const }, Value::Pointer(from) | Value::Row(from)) => {
            let CType::Pointer { to: found, .. } = pointer::static_type(env, from) else { return None };
            if matches!((&*found, &**to), (found, CType::Void) if !matches!(found, CType::Void)) {
                return Some(Fit::of(2).through(*to_const));
            }
            // A pointer of another element type is left to the cast, which names it.
            let is_base = |from: &CType, to: &CType| match (from, to) {
                (CType::Record(from), CType::Record(to)) => record::base_offset(env, from.id, to.id).is_some(),
                (from, to) => matches!((from, to), (CType::Other(_), _) | (_, CType::Other(_) | CType::Auto)),
            };
            let fit = match found.same(to) {
                true => Fit::of(0),
                false => Fit { is_foreign: !is_base(&found, to), ..vague },
            };
            Some(fit.through(*to_const))
        }
        (CType::Pointer { .. }, value) if null::is_null(value) => Some(Fit::of(2)),
        (CType::Pointer { .. }, _) => record.map(|_| Fit::of(3)),
        (CType::Array { of: to, .. }, Value::Pointer(from) | Value::Row(from)) => {
            let Some((element, _)) = to.elements() else {
                let CType::Pointer { to: found, .. } = pointer::static_type(env, from) else { return None };
                return matches!(**to, CType::Pointer { .. }).then(|| if found.same(to) { Fit::of(0) } else { vague });
            };
            Some(if element.same(&pointer::element_of(env, from)) { Fit::of(0) } else { vague })
        }
        (CType::Reference { to, to_const }, _) => match (&**to, value) {
            (CType::Record(wanted), Value::Place(_)) if record.is_some() => {
                let fit = record_fit(env, value, record, wanted)?;
                Some(if fit.rank < 3 { fit.through(*to_const) } else { fit })
            }
            (CType::Record(wanted), _) if *to_const => record_fit(env, value, record, wanted),
            (CType::Scalar(to), Value::Place(_)) if scalar == Some(*to) => Some(Fit::of(0).through(*to_const)),
            (CType::Scalar(to), _) if *to_const => scalar_cost(scalar?, *to).map(Fit::of),
            (CType::Pointer { .. }, Value::Pointer(_) | Value::Row(_)) if *to_const => fit(env, value, to),
            (CType::Pointer { to: wanted, to_const: inner }, Value::Pointer(from)) => {
                let CType::Pointer { to: found, .. } = pointer::static_type(env, from) else { return None };
                (found.same(wanted) && from.to_const == *inner).then_some(Fit::of(0))
            }
            (CType::Closure(a), Value::Closure(b)) => (a == b).then_some(Fit::of(0)),
            (CType::Array { .. }, Value::Row(_)) => Some(Fit::of(0).through(*to_const)),
            (CType::Group(wanted), Value::Group(group)) if wanted.holds(*group) => Some(Fit::of(0)),
            (CType::Surface, Value::Surface(_)) => Some(Fit::of(0)),
            (CType::Other(_), _) => Some(vague),
            _ => None,
        },
        (CType::Closure(a), Value::Closure(b)) => (a == b).then_some(Fit::of(0)),
        (CType::Group(wanted), Value::Group(group)) if wanted.holds(*group) => Some(Fit::of(0)),
        (CType::Surface, Value::Surface(_)) => Some(Fit::of(0)),
        // Not modelled: chosen last, and reported by name.
        (CType::Other(_) | CType::Auto, _) => Some(vague),
        _ => None,
    }
}

/// How well a value fits a parameter of record type.
fn record_fit(env: &mut Env, value: &Value, own: Option<RecordRef>, to: &RecordRef) -> Option<Fit> {
    match own {
        Some(own) if own == *to => Some(Fit::of(0)),
        Some(own) if conversion::alike(env, &own, to) => Some(Fit::of(2)),
        Some(own) if record::base_offset(env, own.id, to.id).is_some() => Some(Fit { base: Some(to.id), ..Fit::of(2) }),
        Some(own) => {
            let converts = conversion::converts_to(env, &own, to);
            converts.then_some(Fit::of(3))
        }
        None => conversion::constructible(env, to, value).then_some(Fit::of(3)),
    }
}

fn scalar_cost(from: Type, to: Type) -> Option<u32> {
    // A half is a class that converts to `float`, and is made from other numbers by its constructors.
    if matches!((from, to), (Type::Int { .. } | Type::Bool | Type::Float { bits: 32 | 64 }, Type::Float { bits: 16 })) {
        return Some(3);
    }
    let promoted = match (from, to) {
        (Type::Float { bits: 32 }, Type::Float { bits: 64 }) | (Type::Float { bits: 16 }, Type::Float { bits: 32 }) => {
            true
        }
        (Type::Float { .. }, _) => false,
        _ => promote(from) == to,
    };
    Some(if from == to {
        0
    } else if promoted {
        1
    } else {
        2
    })
}

/// Explicit, deduced and default template arguments; `None` when one stays open or does not fit.
fn template_arguments(env: &mut Env, name: &tree::Name, callable: Callable, args: &[Value]) -> Lowered<Option<Scope>> {
    let function = callable.function;
    // What a class declares is known in its member functions.
    let mut bindings = callable.record.map_or_else(Scope::default, |record| env.met.records[record].scope.clone());
    let own: Vec<&str> =
        function.template.iter().filter_map(|param| Some(param.name.as_ref()?.text.as_str())).collect();
    bindings.retain(|name, _| !own.contains(&name.as_str()));
    let is_constructor = function.kind == tree::FunctionKind::Constructor;
    let explicit = name.template_args.as_deref().filter(|_| !is_constructor).unwrap_or_default();
    if explicit.len() > function.template.len() {
        return Ok(None);
    }
    for (param, arg) in function.template.iter().zip(explicit) {
        let Some(entity) = argument_after(env, &bindings, &param.kind, arg)? else { return Ok(None) };
        if let Some(name) = &param.name {
            if matches!(arg, TemplateArg::Type(ty) if ty.qualifiers.is_const || constness::is_const(env, ty)) {
                bindings.insert(constness::key(&name.text), Entity::Reported);
            }
            bindings.insert(name.text.clone(), entity);
        }
    }
    let mut deduced = Scope::default();
    for (param, value) in function.params.iter().zip(args) {
        let given = given_type(env, value, &param.ty);
        let given = base_of_template(env, &function.template, &param.ty, given);
        let hidden = traits::note_const(env, &function.template, &param.ty, &given);
        match (constness::of(env, value), constness::open_name(&param.ty)) {
            (Some(true), Some(name)) if hidden => {
                bindings.insert(constness::key(name), Entity::Reported);
            }
            (Some(false), _) => {}
            _ => env.met.const_hidden |= hidden,
        }
        deduce(&function.template, &param.ty, &given, &mut deduced);
    }
    let explicit: Vec<String> = function
        .template
        .iter()
        .zip(explicit)
        .filter_map(|(param, _)| Some(param.name.as_ref()?.text.clone()))
        .collect();
    for (name, entity) in deduced {
        match name.strip_prefix(CONFLICT) {
            Some(name) if explicit.iter().any(|own| own == name) => {}
            // Two arguments give one parameter two types.
            Some(_) => return Ok(None),
            None if explicit.contains(&name) => {}
            None => {
                bindings.insert(name, entity);
            }
        }
    }
    let open = |param: &tree::TemplateParam| {
        let has_default = matches!(param.kind, TemplateParamKind::Type(Some(_)) | TemplateParamKind::Value(_, Some(_)));
        param.name.as_ref().is_some_and(|name| !bindings.contains_key(&name.text)) && !has_default
    };
    if !function.template.iter().any(open) && !traits::allowed(env, function, &bindings)? {
        return Ok(None);
    }
    for param in &function.template {
        let Some(name) = &param.name else { continue };
        if bindings.contains_key(&name.text) {
            continue;
        }
        let scopes = vec![bindings.clone()];
        let entity = match &param.kind {
            TemplateParamKind::Type(Some(default)) => {
                Entity::Type(env.with_scopes(scopes, |env| resolve::resolve(env, default))?)
            }
            TemplateParamKind::Value(ty, Some(default)) => {
                Entity::Value(env.with_scopes(scopes, |env| default_value(env, ty, default))?)
            }
            TemplateParamKind::Type(None) | TemplateParamKind::Value(_, None) => return Ok(None),
            TemplateParamKind::Other(what) => return Err(env.unsupported(what.clone(), param.span)),
        };
        bindings.insert(name.text.clone(), entity);
    }
    Ok(Some(bindings))
}

/// A template argument as written, if it is of the parameter's kind.
pub fn argument(env: &mut Env, kind: &TemplateParamKind, arg: &TemplateArg) -> Lowered<Option<Entity>> {
    argument_after(env, &Scope::default(), kind, arg)
}

/// The same; the parameter's type may mention the parameters before it.
pub fn argument_after(
    env: &mut Env,
    before: &Scope,
    kind: &TemplateParamKind,
    arg: &TemplateArg,
) -> Lowered<Option<Entity>> {
    Ok(match (kind, arg) {
        (TemplateParamKind::Type(_), TemplateArg::Type(ty)) => {
            let is_qualified = traits::is_qualified(env, ty);
            env.met.const_arguments |= is_qualified;
            env.met.const_hidden |= is_qualified;
            Some(Entity::Type(resolve::resolve(env, ty)?))
        }
        (TemplateParamKind::Value(ty, _), TemplateArg::Value(e)) => {
            env.scopes.push(before.clone());
            let ty = resolve::resolve(env, ty);
            env.scopes.pop();
            let ty = ty?;
            if matches!(&ty, CType::Other(name) if name == closure::FUNCTION_POINTER) {
                return function_argument(env, &ty, e).map(Some);
            }
            Some(Entity::Value(value_argument(env, &ty, e)?))
        }
        // `f<C::T>` says only by what `C` is that `T` is a type; a name that nothing declares may be a type's.
        (TemplateParamKind::Type(_), TemplateArg::Value(e @ tree::Expr { kind: tree::ExprKind::Name(name), span })) => {
            if let Some(ty) = member_type(env, e) {
                return Ok(Some(Entity::Type(ty)));
            }
            match resolve::named(env, name)? {
                CType::Other(what) => return Err(env.unsupported(format!("template argument of {what}"), *span)),
                ty => Some(Entity::Type(ty)),
            }
        }
        (TemplateParamKind::Other(what), _) => return Err(env.unsupported(what.clone(), argument_span(arg))),
        _ => None,
    })
}

/// The type of a class that an expression names.
fn member_type(env: &mut Env, e: &tree::Expr) -> Option<CType> {
    let tree::ExprKind::Name(name) = &e.kind else { return None };
    if name.path.is_empty() {
        return None;
    }
    match record::qualified(env, name)? {
        Ok(Entity::Type(ty)) => Some(ty),
        _ => None,
    }
}

fn argument_span(arg: &TemplateArg) -> Span {
    match arg {
        TemplateArg::Type(ty) => ty.span,
        TemplateArg::Value(e) => e.span,
    }
}

/// The function that a pointer to functions among the template parameters is.
fn function_argument(env: &mut Env, ty: &CType, e: &tree::Expr) -> Lowered<Entity> {
    let value = match &e.kind {
        tree::ExprKind::Unary(tree::UnaryOp::AddressOf, function) => expr::lower(env, function)?,
        _ => expr::lower(env, e)?,
    };
    if closure::fits(ty, &value) {
        return Ok(Entity::Object(value));
    }
    Err(env.unsupported(format!("template parameter of {}", ty.name()), e.span))
}

/// A constant of a value parameter's type, or an expression over the caller's template parameters.
/// The default of a template parameter of this type.
pub fn default_value(env: &mut Env, ty: &tree::Type, e: &tree::Expr) -> Lowered<Expr> {
    match resolve::resolve(env, ty)? {
        ty @ CType::Scalar(_) => value_argument(env, &ty, e),
        _ => resolve::extent(env, e),
    }
}

fn value_argument(env: &mut Env, ty: &CType, e: &tree::Expr) -> Lowered<Expr> {
    let CType::Scalar(scalar) = ty else {
        return Err(env.unsupported(format!("template parameter of type {}", ty.name()), e.span));
    };
    let (effects, given) = env.captured(|env| expr::rvalue(env, e));
    let given = value::convert(given?, *scalar, Conversion::Implicit);
    if let Some(known) = value::constant(&given).and_then(|known| value::literal(&known, *scalar, e.span)) {
        return Ok(known);
    }
    if let (true, Some(known)) = (effects.is_empty(), resolve::launch_constant(env, &given)) {
        return Ok(value::constant(&known).and_then(|known| value::literal(&known, *scalar, e.span)).unwrap_or(known));
    }
    Err(resolve::no_constant(env, e, &given, "a template argument"))
}

/// Where a parameter is an instance of a class template and the argument is of none: its one base class that is.
fn base_of_template(env: &Env, template: &[tree::TemplateParam], param: &tree::Type, given: CType) -> CType {
    let (mut param, mut own) = (param, &given);
    if let TypeKind::Reference(to) = &param.kind {
        param = to;
    }
    if let (TypeKind::Pointer(to), CType::Pointer { to: inner, .. }) = (&param.kind, &given) {
        (param, own) = (to, &**inner);
    }
    let (TypeKind::Named(name), CType::Record(record)) = (&param.kind, own) else { return given };
    let is_parameter = template.iter().any(|param| param.name.as_ref().is_some_and(|own| own.text == name.ident));
    if is_parameter || name.template_args.is_none() {
        return given;
    }
    let is_of = |record: &RecordRef| record.name.split('<').next() == Some(&name.ident);
    let (mut found, mut work) = (Vec::new(), vec![record.clone()]);
    while let Some(record) = work.pop() {
        match is_of(&record) {
            true => found.push(record),
            false => work.extend(env.met.records[record.id].bases.iter().cloned()),
        }
    }
    match (found.as_slice(), &given) {
        ([only], CType::Pointer { to_const, .. }) => {
            CType::Pointer { to: Box::new(CType::Record(only.clone())), to_const: *to_const }
        }
        ([only], _) => CType::Record(only.clone()),
        _ => given,
    }
}

/// The type that a parameter sees.
fn given_type(env: &Env, value: &Value, param: &tree::Type) -> CType {
    match value {
        Value::Row(row) if matches!(param.kind, TypeKind::Reference(_)) => match pointer::type_of(env, row) {
            CType::Pointer { to, .. } => {
                let extent = pointer::extents(env, row.base).get(row.prefix.len()).cloned().flatten();
                CType::Array { of: to, extent }
            }
            other => other,
        },
        other => value_type(env, other),
    }
}

/// The type of a value, as `auto` sees it.
pub fn value_type(env: &Env, value: &Value) -> CType {
    match value {
        Value::Scalar(e) => CType::Scalar(e.ty),
        Value::Place(Place::Object { .. }) | Value::Record(..) => match object::record_of(env, value) {
            Some(ty) => CType::Record(ty),
            None => CType::Void,
        },
        Value::Place(place) => CType::Scalar(expr::place_type(env, place)),
        Value::Pointer(pointer) | Value::Row(pointer) => pointer::static_type(env, pointer),
        Value::Group(group) => CType::Group(*group),
        Value::Surface(_) => CType::Surface,
        Value::Closure(id) => CType::Closure(*id),
        Value::Missing(what) => CType::Other(what.clone()),
        Value::Void => CType::Void,
    }
}

/// Before the name of a template parameter for which several types were found; no name begins so.
const CONFLICT: &str = "\u{0}";

/// Binds the template parameters in a parameter's type by the type given for it.
pub fn deduce(template: &[tree::TemplateParam], param: &tree::Type, given: &CType, bindings: &mut Scope) {
    let is_value = |name: &str| template.iter().any(|param| param.name.as_ref().is_some_and(|own| own.text == name));
    match (&param.kind, given) {
        (TypeKind::Named(name), _) if name.path.is_empty() && name.template_args.is_none() => {
            let is_parameter = template.iter().any(|param| {
                call::is_type_parameter(&param.kind) && param.name.as_ref().is_some_and(|own| own.text == name.ident)
            });
            if is_parameter {
                match bindings.get(&name.ident) {
                    Some(Entity::Type(before)) if !before.same(given) => {
                        bindings.insert(format!("{CONFLICT}{}", name.ident), Entity::Reported);
                    }
                    Some(_) => {}
                    None => {
                        bindings.insert(name.ident.clone(), Entity::Type(given.clone()));
                    }
                }
            }
        }
        // `thread_block_tile<N>`
        (TypeKind::Named(name), CType::Group(super::groups::Group::Tile(size)))
            if name.ident == "thread_block_tile" =>
        {
            let written = match name.template_args.as_deref().and_then(<[_]>::first) {
                Some(TemplateArg::Value(tree::Expr { kind: tree::ExprKind::Name(name), .. }))
                | Some(TemplateArg::Type(tree::Type { kind: TypeKind::Named(name), .. })) => Some(name),
                _ => None,
            };
            let own = |name: &&tree::Name| {
                template.iter().any(|param| param.name.as_ref().is_some_and(|own| own.text == name.ident))
            };
            if let Some(name) = written.filter(own) {
                let known = value::int(*size, Type::INT, name.span);
                bindings.entry(name.ident.clone()).or_insert_with(|| Entity::Value(known));
            }
        }
        // `Complex<T>` from `Complex<float>`: the arguments are those that the instance was made with.
        (TypeKind::Named(name), CType::Record(record)) if record.name.split('<').next() == Some(&name.ident) => {
            let args = name.template_args.as_deref().unwrap_or_default();
            for (arg, known) in args.iter().zip(record.args.iter()) {
                match (arg, known) {
                    (TemplateArg::Type(inner), Entity::Type(ty)) => deduce(template, inner, ty, bindings),
                    (TemplateArg::Value(e), value @ Entity::Value(_)) => {
                        if let tree::ExprKind::Name(name) = &e.kind
                            && is_value(&name.ident)
                        {
                            bindings.entry(name.ident.clone()).or_insert_with(|| value.clone());
                        }
                    }
                    _ => {}
                }
            }
        }
        (TypeKind::Reference(inner), CType::Reference { to, .. }) => deduce(template, inner, to, bindings),
        (TypeKind::Reference(inner), _) => deduce(template, inner, given, bindings),
        (TypeKind::Pointer(inner), CType::Pointer { to, .. }) => deduce(template, inner, to, bindings),
        (TypeKind::Array(inner, extent), CType::Array { of, extent: known }) => {
            if let (Some(extent), Some(known)) = (extent, known)
                && let tree::ExprKind::Name(name) = &extent.kind
                && is_value(&name.ident)
            {
                bindings.entry(name.ident.clone()).or_insert_with(|| Entity::Value(known.clone()));
            }
            deduce(template, inner, of, bindings);
        }
        (TypeKind::Array(inner, _), CType::Pointer { to, .. }) => deduce(template, inner, to, bindings),
        _ => {}
    }
}

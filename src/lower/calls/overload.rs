//! Which function a call means: among the candidates the one whose parameters all take the arguments at least as well as those of
//! the others ([over.match.best] of the C++ standard). Where that hangs on what is not known here, it is not decided.

use std::cmp::Ordering;

use crate::base::{Diagnostic, Span, codes};
use crate::cpp::{
    Env, Lowered, Reported, Value,
    candidates::{self, Callable, Candidate, Fit, NEVER, Through},
};
use crate::kernel::ir::Type;
use crate::lower::names::specialisation;
use crate::memory::{constness, read};
use crate::syntax::tree::{self, Function, FunctionKind, TypeKind};

use super::{candidate, deduction};

/// What a call means among functions of one name.
enum Choice {
    /// The candidate at a position.
    One(usize),
    /// None takes the arguments.
    NoneFits,
    /// C++ has no rule that tells these two apart.
    Ambiguous(usize, usize),
    /// It hangs on what is not known here.
    Undecided(Unknown),
}

/// What a choice hangs on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unknown {
    /// Whether types that are one here are two to C++ (TEMPLATE-19).
    Types,
    /// Whether arguments are `const` (LOOKUP-10).
    Const,
    /// Whether a number is of an enumeration (LOOKUP-1).
    Enumeration,
    /// Whether a function takes the arguments better of which something is not modelled.
    Unmodelled,
    /// Which namespace was opened, or which template is more special.
    Rank,
    /// What a list in braces is to another function.
    List,
    /// Whether there are the types that a template mentions.
    Substitution,
}

impl Unknown {
    /// What is not modelled, for the report.
    pub fn construct(self, name: &str) -> String {
        match self {
            Unknown::Types => {
                format!("choice between several functions `{name}` for {}", specialisation::NOT_TOLD_APART)
            }
            Unknown::Const => format!("choice between functions `{name}` that differ in `const`"),
            Unknown::Enumeration => {
                format!("choice between several functions `{name}` for a number that may be of an enumeration")
            }
            Unknown::Unmodelled => {
                format!("choice between several functions `{name}`, of which one takes something that is not modelled")
            }
            Unknown::Rank => format!("choice between several functions `{name}` that take the arguments equally well"),
            Unknown::Substitution => {
                format!(
                    "choice between several functions `{name}`, of which a template names types that may be missing"
                )
            }
            Unknown::List => format!("choice between several functions `{name}` for a list in braces"),
        }
    }
}

/// What is chosen if the arguments of which it is not known are `const`, or are not.
enum Picked {
    None,
    One(usize),
    Several(usize, usize),
}

/// Chooses among functions of one name; `None` when none takes the arguments. Where several do, the kernel says so.
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
    let mut viable = viable(env, name, functions, object.is_some(), args)?;
    match choice(env, &mut viable, functions, object, args) {
        Choice::NoneFits => Ok(None),
        Choice::One(best) => {
            let chosen = viable.swap_remove(best);
            if chosen.function.template.is_empty() {
                return Ok(Some(chosen));
            }
            let is_special = |callable: &&Callable| is_device(callable) && callable.function.template_args.is_some();
            let special: Vec<Callable> = functions.iter().filter(is_special).copied().collect();
            deduction::specialised(env, chosen, &special, span)
        }
        Choice::Ambiguous(one, other) => {
            env.diagnostic(ambiguous(name, [&viable[one], &viable[other]], span));
            Err(Reported)
        }
        Choice::Undecided(unknown) => Err(env.unsupported(unknown.construct(&name.ident), span)),
    }
}

fn is_device(callable: &Callable) -> bool {
    !callable.function.specifiers.global
}

/// The functions that take so many arguments and are in sight, the one that is wanted first where two are one function.
fn viable<'a>(
    env: &mut Env,
    name: &tree::Name,
    functions: &[Callable<'a>],
    has_object: bool,
    args: &[Value],
) -> Lowered<Vec<Candidate<'a>>> {
    let mut viable: Vec<Candidate> = Vec::new();
    for callable in functions.iter().filter(|callable| is_device(callable)) {
        let function = callable.function;
        // A specialisation is no candidate: it takes the place of the template's body. `f<>(x)` is a template's.
        let is_other = function.template_args.is_some() || name.template_args.is_some() && function.template.is_empty();
        let needed = function.params.iter().filter(|param| param.default.is_none()).count();
        if is_other || args.len() < needed || args.len() > function.params.len() {
            continue;
        }
        if let Some(mut candidate) = candidate::candidate(env, name, *callable, args)? {
            if has_object {
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
    Ok(viable)
}

/// Which of the candidates is meant. They are left as they are.
fn choice(
    env: &Env,
    viable: &mut [Candidate],
    functions: &[Callable],
    object: Option<&Value>,
    args: &[Value],
) -> Choice {
    let given: Vec<Option<bool>> = object.into_iter().chain(args).map(|value| constness::of(env, value)).collect();
    let first = agreed(env, viable, &given);
    if !is_told(env, viable, &given, &first) {
        return Choice::Undecided(Unknown::Types);
    }
    let (best, is_const) = match first {
        Ok((Picked::None, _)) => return Choice::NoneFits,
        Ok((Picked::One(best), is_const)) => (best, is_const),
        Ok((Picked::Several(..), _)) if viable.iter().any(|candidate| candidate.is_doubtful) => {
            return Choice::Undecided(Unknown::Substitution);
        }
        Ok((Picked::Several(best, rival), _)) if is_ambiguous(&viable[best], &viable[rival]) => {
            return Choice::Ambiguous(best, rival);
        }
        Ok((Picked::Several(..), _)) => return Choice::Undecided(Unknown::Rank),
        Err(()) => return Choice::Undecided(Unknown::Const),
    };
    let chosen = &viable[best];
    if may_be_left_out(viable, best) {
        return Choice::Undecided(Unknown::Substitution);
    }
    if object.is_some() && chosen.fits[0].drops_const(is_const[0]) {
        return Choice::NoneFits;
    }
    let inexact = chosen.fits.iter().zip(&is_const).any(|(fit, is_const)| {
        let qualified = fit.through == Through::Read && !is_const;
        fit.rank > 0 || qualified
    });
    let ranks: Vec<u32> = chosen.fits.iter().skip(usize::from(object.is_some())).map(|fit| fit.rank).collect();
    let others = functions.iter().filter(|callable| is_device(callable)).map(|callable| callable.function);
    let mut others = others.filter(|other| !std::ptr::eq(*other, chosen.function));
    if others.any(|other| may_be_meant(other, args, &ranks, inexact)) {
        return Choice::Undecided(Unknown::Unmodelled);
    }
    match may_be_of_enumeration(env, viable, best, args) {
        true => Choice::Undecided(Unknown::Enumeration),
        false => Choice::One(best),
    }
}

/// Whether the template that is chosen may be none of the candidates of C++, and something else be meant then. Beside
/// operators and constructors there are those of the language.
fn may_be_left_out(viable: &[Candidate], best: usize) -> bool {
    let chosen = &viable[best];
    let is_declaration = |other: &Candidate| {
        let has_one_body = other.function.body.is_some() != chosen.function.body.is_some();
        has_one_body && same_types(other, chosen) && other.function.template.len() == chosen.function.template.len()
    };
    let has_implicit =
        chosen.function.kind == FunctionKind::Constructor || chosen.function.name.text.starts_with("operator");
    let mut others = viable.iter().enumerate().filter(|(at, _)| *at != best);
    chosen.is_doubtful && (has_implicit || others.any(|(_, other)| !is_declaration(other)))
}

/// The best viable function (C++ [over.match.best]): the one that no other one beats, and another one that it does not beat, if there is
/// one. Functions through which a `const` argument could be written are left out; where all are such, they stay, so that the error
/// names one.
fn best_viable(env: &Env, viable: &[Candidate], is_const: &[bool]) -> Picked {
    let drops =
        |candidate: &Candidate| candidate.fits.iter().zip(is_const).any(|(fit, is_const)| fit.drops_const(*is_const));
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

/// The call is ill-formed: both functions take the arguments, and C++ prefers neither.
fn ambiguous(name: &tree::Name, both: [&Candidate; 2], span: Span) -> Diagnostic {
    let message = format!("the call of `{}` is ambiguous", name.ident);
    let found = Diagnostic::error(codes::E0309, span, message);
    let what = ["this function takes the arguments", "this one, too"];
    both.into_iter().zip(what).fold(found, |found, (taking, what)| match taking.is_of_cuda {
        true => found.note(format!("CUDA's `{}` takes the arguments", name.ident)),
        false => found.also(taking.function.name.span, what),
    })
}

/// Whether another function is meant if a number is, or is not, of an enumeration: they are alike here (LOOKUP-1).
fn may_be_of_enumeration(env: &Env, viable: &[Candidate], best: usize, args: &[Value]) -> bool {
    let is_number = |value: &Value| matches!(read::number_type(env, value), Some(Type::Int { .. } | Type::Bool));
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
    let first = best_viable(env, viable, &is_const);
    for choice in 1..1 << unknown.len() {
        for (bit, at) in unknown.iter().enumerate() {
            is_const[*at] = choice >> bit & 1 == 1;
        }
        match (&first, best_viable(env, viable, &is_const)) {
            (Picked::One(a), Picked::One(b)) if *a == b => {}
            (Picked::None, Picked::None) => {}
            _ => return Err(()),
        }
    }
    unknown.iter().for_each(|at| is_const[*at] = false);
    Ok((first, is_const))
}

/// Whether the call is ill-formed, since C++ has no further rule that tells two functions apart.
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

/// Whether the same function is meant, whichever of the types that are one here are two to C++ (TEMPLATE-19). A spelling that makes the call
/// ill-formed counts for nothing.
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
    let has_alike = |candidate: &Candidate, doubt: &candidates::Doubt| candidate.doubts.iter().any(|own| own == doubt);
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
    // A value, or a variable that is converted: what becomes of it is a value (LOOKUP-15).
    let moves = function.params.iter().zip(args).zip(ranks).any(|((param, value), rank)| {
        let is_variable = *rank == 0 && matches!(value, Value::Place(_) | Value::Row(_));
        is(param, "an rvalue reference") && !(is_variable && function.template.is_empty())
    });
    has_pack && inexact || moves
}

//! Which functions and classes of file level a name can mean (LOOKUP-1): namespaces, `using`, what is declared before, and what
//! stands beside the classes of the arguments.

use crate::cpp::{Entity, Env, Place, Value, candidates::Callable, methods, types::CType};
use crate::cuda::signatures;
use crate::kernel::ir::Type;
use crate::memory::{pointee, read};
use crate::syntax::tree::{self, Function, Using};

/// What a name was found to mean.
pub struct Found<'a> {
    /// The functions that it can mean.
    pub all: Vec<Callable<'a>>,
    /// None is visible here as far as that is known: these are all of the name.
    pub is_guess: bool,
}

impl Found<'_> {
    /// Whether something is seen that is declared before.
    pub fn is_known(&self) -> bool {
        !self.is_guess && self.all.iter().any(|callable| !callable.is_later)
    }
}

/// The namespace of a declaration, and where it stands in the text.
#[derive(Clone, Copy)]
pub struct Spot<'a> {
    /// The namespaces around it, outermost first.
    pub scope: &'a [String],
    /// Where it stands in the preprocessed text.
    pub order: usize,
}

/// Positions of declarations, and before which place of the text they must stand to be seen.
pub struct Visible {
    /// The position of each among those given, and the last place of the text at which it may stand.
    pub places: Vec<(usize, usize)>,
    /// As [`Found::is_guess`].
    pub is_guess: bool,
}

/// The namespaces that `using` in the innermost block that has one names for a name.
fn of_block(env: &Env, ident: &str) -> Option<Vec<Vec<String>>> {
    for scope in env.scopes.iter().rev() {
        let mut usings = scope.usings().iter().filter(|using| using.ident.as_deref() == Some(ident)).peekable();
        if usings.peek().is_some() {
            let mut paths: Vec<Vec<String>> =
                usings.filter_map(|using| namespace(env, using, &env.frame.namespace)).collect();
            paths.sort();
            paths.dedup();
            return Some(paths);
        }
        if scope.contains_key(ident) {
            return None;
        }
    }
    None
}

/// A name that `using` in a block names, by way of its namespace, so that it means the same elsewhere.
pub fn by_namespace(env: &Env, name: &tree::Name) -> tree::Name {
    if name.is_global || !name.path.is_empty() {
        return name.clone();
    }
    match of_block(env, &name.ident).as_deref() {
        Some([namespace]) if !namespace.is_empty() => {
            let path_args = namespace.iter().map(|_| None).collect();
            tree::Name { is_global: true, path: namespace.clone(), path_args, ..name.clone() }
        }
        _ => name.clone(),
    }
}

/// Whether `using` in a block says what a name means.
pub fn is_named_in_block(env: &Env, ident: &str) -> bool {
    of_block(env, ident).is_some()
}

/// The namespace of the file that a `using` names, where it stands in a namespace.
fn namespace(env: &Env, using: &Using, from: &[String]) -> Option<Vec<String>> {
    of_parts(env, &using.path, if using.is_global { &[] } else { from })
}

fn of_parts(env: &Env, parts: &[String], from: &[String]) -> Option<Vec<String>> {
    let around = (0..=from.len()).rev().map(|depth| [&from[..depth], parts].concat());
    let is_own = |path: &[String]| signatures::NAMESPACES.iter().any(|own| path == *own);
    let mut known = around.filter(|path| env.table.namespaces.contains(path.as_slice()) || is_own(path));
    known.next()
}

/// The namespaces that are opened here, each with the one in which its names are seen.
fn opened(env: &Env, from: &[String]) -> Vec<(Vec<String>, Vec<String>)> {
    let mut work: Vec<(Vec<String>, Vec<String>)> = Vec::new();
    for scope in &env.scopes {
        for using in scope.usings().iter().filter(|using| using.ident.is_none()) {
            work.extend(namespace(env, using, from).map(|opened| (opened, from.to_vec())));
        }
    }
    let in_effect = |using: &&Using| using.ident.is_none() && using.order <= env.frame.order;
    let directives: Vec<&Using> = env.table.usings.iter().filter(in_effect).collect();
    let path_of = |using: &Using| namespace(env, using, &using.scope);
    for using in directives.iter().filter(|using| from.starts_with(&using.scope)) {
        work.extend(path_of(using).map(|opened| (opened, using.scope.clone())));
    }
    let mut found: Vec<(Vec<String>, Vec<String>)> = Vec::new();
    while let Some((opened, within)) = work.pop() {
        let common = opened.iter().zip(&within).take_while(|(a, b)| a == b).count();
        let seen = (opened.clone(), within[..common].to_vec());
        if found.contains(&seen) {
            continue;
        }
        found.push(seen);
        for using in directives.iter().filter(|using| using.scope == opened) {
            work.extend(path_of(using).map(|next| (next, within.clone())));
        }
    }
    found
}

/// Of declarations in these namespaces, those that a name can mean.
pub fn visible(env: &Env, spots: &[Spot<'_>], name: &tree::Name) -> Visible {
    let scopes: Vec<&[String]> = spots.iter().map(|spot| spot.scope).collect();
    let scopes = &scopes[..];
    let here = env.frame.order;
    let exact = |namespace: &[String]| -> Vec<(usize, usize)> {
        (0..scopes.len()).filter(|at| scopes[*at] == namespace).map(|at| (at, here)).collect()
    };
    let known = |places: Vec<(usize, usize)>| Visible { places, is_guess: false };
    let from = &env.frame.namespace;
    if name.is_global && !name.path.is_empty() {
        return known(exact(&name.path));
    }
    if !name.path.is_empty() {
        let found: Vec<usize> = (0..scopes.len()).filter(|at| scopes[*at].ends_with(&name.path)).collect();
        let enclosing = |at: usize| {
            let outer = &scopes[at][..scopes[at].len() - name.path.len()];
            from.starts_with(outer).then_some(outer.len())
        };
        let before = found.iter().filter(|at| spots[**at].order <= here).filter_map(|at| enclosing(*at)).max();
        return match before.or_else(|| found.iter().filter_map(|at| enclosing(*at)).max()) {
            Some(innermost) => {
                let places = found.into_iter().filter(|at| enclosing(*at) == Some(innermost));
                known(places.map(|at| (at, here)).collect())
            }
            None => {
                let used = of_parts(env, &name.path, from).map(|inside| used_in(env, scopes, &name.ident, inside));
                match used {
                    Some(places) if !places.is_empty() => known(places.into_iter().map(|at| (at, here)).collect()),
                    // A `using` made them visible.
                    _ => Visible { places: found.into_iter().map(|at| (at, here)).collect(), is_guess: true },
                }
            }
        };
    }
    if !name.is_global
        && let Some(namespaces) = of_block(env, &name.ident)
    {
        return known(namespaces.iter().flat_map(|namespace| exact(namespace)).collect());
    }
    let opened = opened(env, from);
    let levels = if name.is_global { 0..=0 } else { 0..=from.len() };
    // What is declared later only, of the innermost namespace: it hides nothing.
    let mut later: Option<Vec<(usize, usize)>> = None;
    for level in levels.rev().map(|depth| &from[..depth]) {
        let mut places = exact(level);
        for using in env.table.usings {
            if using.scope == level && using.ident.as_ref() == Some(&name.ident) && using.order <= here {
                let outer = if using.is_global { &[][..] } else { level };
                let named = of_parts(env, &using.path, outer).map(|namespace| exact(&namespace)).unwrap_or_default();
                places.extend(named.into_iter().map(|(at, _)| (at, using.order)));
            }
        }
        // For `::f` they count only where there is none.
        let counts = !name.is_global || places.is_empty();
        for (namespace, _) in opened.iter().filter(|(_, seen)| counts && seen == level) {
            places.extend(exact(namespace));
        }
        places.sort_by_key(|(at, order)| (*at, std::cmp::Reverse(*order)));
        places.dedup_by_key(|(at, _)| *at);
        if places.iter().any(|(at, limit)| spots[*at].order <= *limit) {
            return known(places);
        }
        if !places.is_empty() {
            later.get_or_insert(places);
        }
    }
    if let Some(places) = later {
        return known(places);
    }
    // A `using` made them visible.
    let all = if name.is_global { 0 } else { scopes.len() };
    Visible { places: (0..all).map(|at| (at, here)).collect(), is_guess: true }
}

/// Of declarations in these namespaces, those that `using` in a namespace gives this name there.
fn used_in(env: &Env, scopes: &[&[String]], ident: &str, inside: Vec<String>) -> Vec<usize> {
    let of = |using: &Using| of_parts(env, &using.path, if using.is_global { &[][..] } else { &using.scope });
    let in_effect = |using: &&Using| using.order <= env.frame.order;
    let exact = |namespace: &[String]| (0..scopes.len()).filter(|at| scopes[*at] == namespace).collect::<Vec<_>>();
    let (mut seen, mut work, mut places) = (vec![inside.clone()], vec![inside], Vec::new());
    while let Some(namespace) = work.pop() {
        let usings: Vec<&Using> =
            env.table.usings.iter().filter(in_effect).filter(|using| using.scope == namespace).collect();
        let named = usings.iter().filter(|using| using.ident.as_deref() == Some(ident));
        let mut declared: Vec<usize> = named.filter_map(|using| of(using)).flat_map(|from| exact(&from)).collect();
        declared.extend(exact(&namespace));
        // What a namespace declares itself hides what it opens.
        if declared.is_empty() {
            let opened = usings.iter().filter(|using| using.ident.is_none()).filter_map(|using| of(using));
            let next: Vec<Vec<String>> = opened.filter(|next| !seen.contains(next)).collect();
            seen.extend(next.iter().cloned());
            work.extend(next);
        }
        places.extend(declared);
    }
    places.sort_unstable();
    places.dedup();
    places
}

/// The functions of the file that a name can mean here.
pub fn functions<'a>(env: &Env<'a>, name: &tree::Name) -> Found<'a> {
    let functions = env.table.functions.get(name.ident.as_str()).map_or(&[][..], Vec::as_slice);
    among(env, name, functions, &[])
}

/// The functions that a name can mean here, those of CUDA and of the C++ library among them (LOOKUP-17).
pub fn candidates<'a>(env: &Env<'a>, name: &tree::Name) -> Found<'a> {
    let functions = env.table.functions.get(name.ident.as_str()).map_or(&[][..], Vec::as_slice);
    // Alone they are told apart by the types that they work with, which is as C++ does it where nothing says more.
    let is_plain = name.template_args.is_none() && name.path.is_empty() && env.table.usings.is_empty();
    let by_types = is_plain || !signatures::is_of_templates(&name.ident);
    if functions.is_empty() && by_types && !signatures::converts(&name.ident) {
        return among(env, name, functions, &[]);
    }
    among(env, name, functions, signatures::named(&name.ident))
}

fn among<'a>(env: &Env<'a>, name: &tree::Name, own: &[&'a Function], of_cuda: &'a [Function]) -> Found<'a> {
    let functions: Vec<&'a Function> = own.iter().copied().chain(of_cuda).collect();
    let spots: Vec<Spot> =
        functions.iter().map(|function| Spot { scope: &function.scope, order: function.order }).collect();
    let Visible { places, is_guess } = visible(env, &spots, name);
    let callable = |(at, limit): (usize, usize)| {
        let function = functions[at];
        let is_later = !is_guess && function.order > limit;
        Callable { is_later, is_of_cuda: at >= own.len(), ..Callable::of_file(function) }
    };
    let all: Vec<Callable> = places.into_iter().map(callable).collect();
    Found { is_guess: is_guess || all.is_empty(), all }
}

/// The functions of a name that stand beside the classes of the arguments.
pub fn beside<'a>(env: &Env<'a>, ident: &str, args: &[Value]) -> Vec<Callable<'a>> {
    let Some(functions) = env.table.functions.get(ident) else { return Vec::new() };
    let mut namespaces: Vec<Vec<String>> = Vec::new();
    let mut records = Vec::new();
    for value in args {
        let of_pointer = match value {
            Value::Pointer(pointer) | Value::Row(pointer) => Some(pointee::element_of(env, pointer)),
            _ => None,
        };
        let is_half = |ty: Type| matches!(ty, Type::Float { bits: 16 });
        let half = match value {
            Value::Scalar(e) => is_half(e.ty),
            Value::Place(place @ (Place::Local(_) | Place::Cell { .. } | Place::Wide { .. } | Place::Either(_))) => {
                is_half(read::place_type(env, place))
            }
            _ => false,
        };
        if half {
            namespaces.push(Vec::new());
        }
        records.extend(pointee::record_of(env, value).map(|ty| ty.id));
        if let Some(CType::Record(ty)) = of_pointer {
            records.push(ty.id);
        }
    }
    let mut at = 0;
    while let Some(id) = records.get(at).copied() {
        at += 1;
        let info = &env.met.records[id];
        namespaces.push(around(env, id));
        let args = info.ty.args.iter().filter_map(|arg| match arg {
            Entity::Type(CType::Record(ty)) => Some(ty.id),
            _ => None,
        });
        for next in info.bases.iter().map(|base| base.id).chain(args) {
            if !records.contains(&next) {
                records.push(next);
            }
        }
    }
    let is_beside = |function: &&&Function| namespaces.contains(&function.scope);
    let callable = |function: &&'a Function| {
        // In an instance of a template it is looked for where the template is used.
        let is_later = !env.frame.is_template && function.order > env.frame.order;
        Callable { is_later, ..Callable::of_file(function) }
    };
    functions.iter().filter(is_beside).map(callable).collect()
}

/// The namespace that a class stands in, perhaps inside of other classes.
fn around(env: &Env, id: usize) -> Vec<String> {
    let info = &env.met.records[id];
    let Some(tree) = info.tree else { return Vec::new() };
    let outer = info.ty.name.rsplit_once("::").map(|(outer, _)| outer);
    let outer = outer.filter(|_| tree.scope.is_empty());
    match outer.and_then(|outer| env.met.records.iter().position(|info| *info.ty.name == *outer)) {
        Some(outer) if outer != id => around(env, outer),
        _ => tree.scope.clone(),
    }
}

/// Adds those that are not there yet.
pub fn merge<'a>(all: &mut Vec<Callable<'a>>, more: Vec<Callable<'a>>) {
    for callable in more {
        match all.iter_mut().find(|known| std::ptr::eq(known.function, callable.function)) {
            Some(known) => known.is_later &= callable.is_later,
            None => all.push(callable),
        }
    }
}

/// Whether a function beside an enumeration may be meant: an enumerator is a number here.
pub fn may_be_of_enumeration(env: &Env, ident: &str, found: &[Callable], args: &[Value]) -> bool {
    let is_number = |value: &Value| {
        matches!(value, Value::Scalar(_) | Value::Place(Place::Local(_) | Place::Cell { .. } | Place::Wide { .. }))
    };
    if !env.met.enums_met || !args.iter().any(is_number) {
        return false;
    }
    let functions = env.table.functions.get(ident).map_or(&[][..], Vec::as_slice);
    functions.iter().any(|function| {
        !found.iter().any(|known| std::ptr::eq(known.function, *function))
            && function.params.len() == args.len()
            && function.params.iter().any(|param| env.table.is_enumeration(&param.ty))
            // A member function that is defined outside of its class is found by its class.
            && function.scope.last().is_none_or(|last| !env.table.classes.records.contains_key(last.as_str()))
    })
}

/// The friends of this name that the classes of the operands define.
pub fn friends<'a>(env: &Env<'a>, name: &str, operands: &[Value]) -> Vec<Callable<'a>> {
    let mut all: Vec<Callable> = Vec::new();
    for ty in operands.iter().filter_map(|value| pointee::record_of(env, value)) {
        for (record, function) in methods::friends(env, ty.id, name) {
            if !all.iter().any(|known| known.record == Some(record) && std::ptr::eq(known.function, function)) {
                all.push(Callable::member(record, function));
            }
        }
    }
    all
}

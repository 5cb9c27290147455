//! The kernels of a file, each lowered on its own, and those of templates by instances.

pub mod parameters;

use std::cell::RefCell;
use std::sync::Arc;

use crate::base::{Config, Diagnostic, Files, codes};
use crate::cpp::{
    Env, Several, Wishes,
    decisions::Decisions,
    frame::Tail,
    modified,
    table::Table,
    types::{self, CType},
};
use crate::cuda::{read_only, surfaces, warps};
use crate::kernel::{
    arms,
    ir::{self, Type},
    undefined,
};
use crate::lower::{
    annotations::annotate,
    calls::{contract, passing},
    launches::{
        contexts, host_templates,
        instance::Fixed,
        instance::{self, Arguments},
        narrow,
    },
    names::{
        resolve,
        same_function::{self, Same},
        undeclared,
    },
    statements::{conditions, stmt},
};
use crate::memory::{constness, storage, views};
use crate::syntax::tree::{Clause, File, Function, Item, Launch, SideFile, SideKernel, TypeKind};

use super::annotations::theory;

/// Lowers every kernel of a file. Clauses of side files are added to those in the source.
pub fn lower_file(file: &File, side: &[SideFile], config: &Config, files: &Files) -> ir::Program {
    lower_unit(file, &[], side, config, files)
}

/// Likewise; other files of its program say how the kernels are launched.
pub fn lower_unit(file: &File, others: &[File], side: &[SideFile], config: &Config, files: &Files) -> ir::Program {
    lower_table(&mut Table::new(file, others), file, side, config, files)
}

/// What lowering every kernel of a file decides about its program.
pub fn decisions(file: &File, config: &Config, files: &Files) -> Decisions {
    let mut table = Table { decisions: Some(RefCell::default()), ..Table::new(file, &[]) };
    lower_table(&mut table, file, &[], config, files);
    table.decisions.map(RefCell::into_inner).unwrap_or_default()
}

fn lower_table<'a>(
    table: &mut Table<'a>,
    file: &'a File,
    side: &'a [SideFile],
    config: &Config,
    files: &Files,
) -> ir::Program {
    table.missing.declaring_words = undeclared::declaring_words(file, &config.source.specs, files);
    let imported = side.iter().flat_map(|side| side.logic.iter().map(|item| (side.source, item)));
    table.logic.splice(0..0, imported);
    let mut program = ir::Program::default();
    let special: Vec<String> = file.items.iter().filter_map(|item| special_name(table, item, config)).collect();
    for item in &file.items {
        if let Item::Function(function) = item
            && function.specifiers.global
            && function.is_defined()
        {
            let decided = table.decisions.clone();
            for kernel in lower_instances(table, function, side, config, files) {
                // Two launches or instantiations may give the same instance; a specialisation takes the place of one.
                let taken = function.template_args.is_none() && special.contains(&kernel.name);
                if taken {
                    table.decisions.clone_from(&decided);
                }
                if !taken
                    && program.kernels.iter().all(|other| (&other.name, other.span) != (&kernel.name, kernel.span))
                {
                    program.kernels.push(kernel);
                }
            }
        }
    }
    check_side_names(side, table, &mut program);
    contract::check_called(file, &mut program);
    contract::check_prototypes(table, config, &mut program);
    // A kernel that uses a wrong definition has said so.
    let said = |wrong: &Diagnostic| program.kernels.iter().any(|kernel| kernel.diagnostics.contains(wrong));
    let (theory, wrong) = theory(table, config);
    let wrong = wrong.into_iter().filter(|wrong| !said(wrong)).collect::<Vec<_>>();
    program.diagnostics.extend(wrong);
    let (functions, bound) = (theory.definitions.clone(), theory.scope.bound.clone());
    let definitions = Arc::new(ir::Definitions { functions, bound });
    program.kernels.iter_mut().for_each(|kernel| kernel.declared.definitions = definitions.clone());
    program.theory = theory;
    program
}

/// The name of a kernel that is an explicit specialisation of a template.
fn special_name(table: &Table, item: &Item, config: &Config) -> Option<String> {
    let Item::Function(function) = item else { return None };
    if !function.specifiers.global || function.template_args.is_none() {
        return None;
    }
    let name = &function.name.text;
    let mut env = Env::new(table, config, name, function.spans.header);
    Some(format!("{name}{}", instance::declare(&mut env, function, &Arguments::new())))
}

/// A kernel of which none of so many launched instances is modelled is not looked at for further ones: a file may launch
/// thousands.
const MOST_TRIED: usize = 8;

/// Lowers a kernel, or the instances of a kernel template. Values of parameters that are not modelled as any are those that the
/// file launches (TEMPLATE-7).
fn lower_instances(
    table: &Table,
    function: &Function,
    side: &[SideFile],
    config: &Config,
    files: &Files,
) -> Vec<ir::Kernel> {
    let lowered = |arguments: &Arguments| lower_instance(table, function, arguments, side, config, files);
    let is_modelled =
        |kernel: &ir::Kernel| kernel.unsupported.is_empty() && !kernel.diagnostics.iter().any(Diagnostic::is_error);
    let has_values = function.template.iter().any(|param| !passing::is_type_parameter(&param.kind));
    let mut all = Vec::new();
    let handed_on = |launch: &Launch| launch.name.ident == function.name.text && launch.within.is_some();
    let others = !function.template.is_empty() && table.host.launches.iter().any(|launch| handed_on(launch));
    let mut is_hopeless = false;
    for arguments in instance::instances(table, function, Fixed::Types) {
        let of_any = lowered(&arguments);
        let is_general = is_modelled(&of_any) && !warps::has_open_width(&of_any);
        if has_values && !is_general && !is_hopeless {
            let launched = instance::instances(table, function, Fixed::Values);
            let launched = launched.iter().filter(|launched| host_templates::fixes_more(launched, &arguments));
            let mut launched = launched.map(lowered);
            let mut tried: Vec<ir::Kernel> = launched.by_ref().take(MOST_TRIED).collect();
            is_hopeless = tried.len() == MOST_TRIED && !tried.iter().any(is_modelled);
            if tried.iter().any(is_modelled) {
                tried.extend(launched);
                let mut launched = tried;
                let assumption = "the template's values are those that the file launches: it is not modelled for any";
                launched.iter_mut().for_each(|kernel| kernel.assumptions.push(assumption.into()));
                all.append(&mut launched);
                continue;
            }
        }
        all.push(of_any);
    }
    if others {
        let assumption = "templates of the host may launch other instances: of them, calls that write the arguments out, or whose variables' types show them, are followed";
        all.iter_mut().for_each(|kernel| kernel.assumptions.push(assumption.into()));
    }
    all
}

/// Lowers one kernel, or one instance of a kernel template. Type parameters that nothing fixes are `float`, or else `int`,
/// if the kernel is modelled then (TEMPLATE-5).
fn lower_instance(
    table: &Table,
    function: &Function,
    arguments: &Arguments,
    side: &[SideFile],
    config: &Config,
    files: &Files,
) -> ir::Kernel {
    let program = Text { table, side, config, files };
    let exact = lower_kernel(program, function, arguments, None);
    if exact.1.is_empty() {
        return exact.0;
    }
    for open in [Type::Float { bits: 32 }, Type::INT] {
        let (mut kernel, guessed) = lower_kernel(program, function, arguments, Some(open));
        if kernel.unsupported.is_empty() && !kernel.diagnostics.iter().any(Diagnostic::is_error) {
            let parameters = guessed.join("`, `");
            let ty = types::type_name(open);
            kernel.assumptions.push(format!("the template's `{parameters}` is {ty}: nothing here says what it is"));
            return kernel;
        }
    }
    exact.0
}

/// What a kernel is lowered from.
#[derive(Clone, Copy)]
struct Text<'a> {
    table: &'a Table<'a>,
    side: &'a [SideFile],
    config: &'a Config,
    files: &'a Files,
}

/// How often a kernel is lowered anew, each time with more memory of which all views are cell views, or with more memories for
/// a pointer.
const MOST_ROUNDS: usize = 8;

/// Lowers one kernel; with the template parameters that nothing fixes. Memory that has storage of its own for each of its
/// views is lowered so first (MEM-19); where that is not enough the views are cell views (MEM-22).
fn lower_kernel(
    program: Text<'_>,
    function: &Function,
    arguments: &Arguments,
    open_types: Option<Type>,
) -> (ir::Kernel, Vec<String>) {
    let mut viewed_as_cells = Wishes::new();
    let mut several = Several::new();
    let mut modelled = None;
    let mut round = 1;
    loop {
        let env = lower_once(program, function, arguments, open_types, (&viewed_as_cells, &several));
        let before = (viewed_as_cells.clone(), several.clone());
        for (memory, most) in env.rounds.wishes {
            viewed_as_cells.entry(memory).and_modify(|known| *known = most.min(*known)).or_insert(most);
        }
        for (variable, memories) in env.rounds.several_wishes {
            several.entry(variable).or_default().extend(memories);
        }
        let found = (env.kernel, env.met.guessed);
        let is_modelled = found.0.unsupported.is_empty();
        if (&viewed_as_cells, &several) == (&before.0, &before.1) || round == MOST_ROUNDS {
            // Cell views were better to have, but not needed.
            return if is_modelled { found } else { modelled.unwrap_or(found) };
        }
        if is_modelled {
            modelled = Some(found);
        }
        round += 1;
    }
}

fn lower_once<'a>(
    Text { table, side, config, files }: Text<'a>,
    function: &'a Function,
    arguments: &Arguments,
    open_types: Option<Type>,
    (viewed_as_cells, several): (&Wishes, &Several),
) -> Env<'a> {
    let name = &function.name.text;
    let mut env = Env::new(table, config, name, function.spans.header);
    env.rounds.open_types = open_types;
    env.rounds.viewed_as_cells = viewed_as_cells.clone();
    env.rounds.several = several.clone();
    // A block that may mean several kernels is an error, and applies to none of them.
    let is_meant = |kernel: &&SideKernel| {
        let meant = same_function::meant(table, kernel);
        same_function::two_of(&meant).is_none() && meant.iter().any(|own| std::ptr::eq(*own, function))
    };
    env.side.kernels = side.iter().flat_map(|side| &side.kernels).filter(is_meant).collect();
    for unsupported in &function.unsupported {
        env.unsupported(unsupported.construct.clone(), unsupported.span);
    }
    let launches = table.host.launches.iter().filter(|launch| launch.name.ident == *name);
    env.kernel.source.launches = launches.map(|launch| files.text(launch.span).to_string()).collect();
    let suffix = instance::declare(&mut env, function, arguments);
    env.kernel.name = format!("{name}{suffix}");
    returns_nothing(&mut env, function);
    env.frame.instance = env.kernel.name.clone();
    env.frame.namespace = function.scope.clone();
    env.frame.order = function.order;
    env.frame.is_template = !function.template.is_empty();
    let most_threads = conditions::most_threads(&mut env, table, function);
    if let Some(body) = &function.body {
        env.frame.modified = modified::names(body, table);
        parameters::declare(&mut env, function);
        parameters::dynamic_shared(&mut env, body);
        contracts(&mut env, table, function);
        env.kernel.source.has_requires = !env.kernel.contract.requires.is_empty() || table.host.header.is_some();
        parameters::enter_body(&mut env, function);
        env.nesting.body_scopes = env.scopes.len();
        stmt::body(&mut env, body, Tail::Straight);
    }
    annotate::check_side(&mut env);
    env.kernel.body = std::mem::take(&mut env.out);
    contexts::find(&mut env, table, function, arguments, most_threads.as_ref());
    narrow::narrow(&mut env, table, function, config, files);
    conditions::bound_threads(&mut env, most_threads, files);
    conditions::list(&mut env, files);
    storage::finish_lengths(&mut env);
    surfaces::finish(&mut env);
    read_only::finish(&mut env);
    views::finish(&mut env);
    constness::finish(&mut env);
    if let Some(span) = arms::bring_together(&mut env.kernel) {
        if env.config.is_before_volta() {
            let arch = env.config.source.arch;
            env.unsupported(
                format!("lanes that meet in both arms of a branch, on {arch} (`--arch sm_70` or a later one)"),
                span,
            );
        }
        let assumption = "compute capability 7.0 or later: lanes of a warp meet in both arms of a branch";
        env.kernel.assumptions.push(assumption.into());
    }
    undefined::follow(&mut env.kernel);
    env
}

/// A kernel returns nothing, be it by an `enable_if` or by another name for `void`.
fn returns_nothing(env: &mut Env, function: &Function) {
    let (ty, name) = (&function.return_type, &function.name.text);
    if matches!(ty.kind, TypeKind::Void) {
        return;
    }
    match resolve::resolve(env, ty) {
        Ok(CType::Void) | Err(_) => {}
        Ok(CType::Other(what)) => {
            env.unsupported(format!("a kernel that returns {what}"), ty.span);
        }
        Ok(_) => {
            env.error(codes::E0308, ty.span, format!("kernel `{name}` must return void"));
        }
    }
}

/// Resolves the clauses of the definition, of its prototypes and of the side files.
fn contracts(env: &mut Env, table: &Table, function: &Function) {
    let side: Vec<&SideKernel> = env.side.kernels.clone();
    let own: Vec<&Clause> = function.contract.iter().chain(side.iter().flat_map(|side| &side.contract)).collect();
    annotate::ghosts(env, &own);
    annotate::contract(env, &own);
    let others = table.functions.get(function.name.text.as_str()).into_iter().flatten();
    for prototype in others.filter(|other| other.body.is_none() && !other.contract.is_empty()) {
        match same_function::same(env, function, prototype) {
            Same::Yes => {}
            Same::No => continue,
            Same::Unknown => {
                env.unsupported(contract::MAY_BE_OF_ANOTHER, prototype.spans.header);
                continue;
            }
        }
        let clauses: Vec<&Clause> = prototype.contract.iter().collect();
        annotate::ghosts(env, &clauses);
        // A prototype may call the parameters something else.
        let names = parameters::renamed(env, function, prototype);
        env.scopes.push(names);
        annotate::contract(env, &clauses);
        env.scopes.pop();
    }
}

/// A side file that speaks of a kernel that no file has is a typo; of two it must say which one, and of neither anything is proved.
fn check_side_names(side: &[SideFile], table: &Table, program: &mut ir::Program) {
    for kernel in side.iter().flat_map(|side| &side.kernels) {
        let (name, place) = (&kernel.name.text, kernel.name.span);
        let meant = same_function::meant(table, kernel);
        if meant.is_empty() {
            program.diagnostics.push(Diagnostic::error(
                codes::E0311,
                place,
                format!("the file has no kernel `{name}`"),
            ));
        }
        let Some((one, other)) = same_function::two_of(&meant) else { continue };
        let found = Diagnostic::error(codes::E0315, place, format!("the file has several kernels `{name}`"))
            .also(one.name.span, "this one")
            .also(other.name.span, "and this one");
        program.diagnostics.push(found.note(match one.scope == other.scope {
            true => "they differ in their parameters: write the clauses before the kernel itself".into(),
            false => format!(
                "write `kernel {}` or `kernel {}`",
                same_function::qualified(one),
                same_function::qualified(other)
            ),
        }));
        for kernel in &mut program.kernels {
            if meant.iter().any(|function| function.spans.header == kernel.span) {
                kernel.diagnostics.push(kernel.lacks_a_part(Some(place)));
            }
        }
    }
}

#[cfg(test)]
mod tests;

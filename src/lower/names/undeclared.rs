//! Names that nothing declares: an error where no header can declare them, and else something that is not modelled.

use std::collections::BTreeSet;
use std::path::PathBuf;

use crate::base::{Diagnostic, FileId, Files, codes, nearest};
use crate::cpp::{Env, Reported, types};
use crate::cuda::library;
use crate::syntax::preprocess::library::is_of_library;
use crate::syntax::tokens::lexer::{self, TokenKind};
use crate::syntax::tree::{self, File, INNER_FUNCTION, Item};

/// Words after which a body declares a type.
const DECLARING: &[&str] = &["class", "enum", "struct", "typename", "union", "using"];

/// The words by which a program may declare a name: all that stand outside of functions of the device, and those of types in
/// their bodies. `None` where a header that is not read in full, or a macro, may declare any name.
pub fn declaring_words(file: &File, specs: &[PathBuf], files: &Files) -> Option<BTreeSet<String>> {
    let missing = &file.missing;
    if !missing.names.is_empty() || !missing.replaced.is_empty() || missing.others {
        return None;
    }
    let functions = file.items.iter().filter_map(|item| match item {
        Item::Function(function) if function.body.is_some() => Some(function.spans.whole),
        _ => None,
    });
    let functions: Vec<_> = functions.collect();
    let mut words = BTreeSet::new();
    // Texts of ours declare what the table has.
    let is_users = |name: &str| !name.starts_with('<') || name == "<command line>";
    // What was read for other programs of the run declares nothing here, and neither does the library of lemmas.
    let is_own = |id: FileId, name: &str| {
        id >= missing.first && !is_of_library(name) || specs.iter().any(|spec| spec.as_os_str() == name)
    };
    for (id, source) in files.iter().filter(|(id, source)| is_users(&source.name) && is_own(*id, &source.name)) {
        let own: Vec<_> = functions.iter().filter(|span| span.file == id).collect();
        let mut before = "";
        for token in lexer::tokens(&source.text) {
            let text = token.text(&source.text);
            let is_inside = own.iter().any(|span| span.lo as usize <= token.lo && token.hi <= span.hi as usize);
            match token.kind {
                TokenKind::Punct if matches!(text, "##" | "%:%:") => return None,
                TokenKind::Ident if is_inside && text == "typedef" => return None,
                TokenKind::Ident if !is_inside || DECLARING.contains(&before) => {
                    words.insert(text.to_owned());
                }
                _ => {}
            }
            before = text;
        }
    }
    Some(words)
}

/// Whether nothing can declare a plain name.
pub fn is_undeclared(env: &Env, name: &tree::Name) -> bool {
    let known = env.table.missing.declaring_words.as_ref();
    name.path.is_empty()
        && name.template_args.is_none()
        && known.is_some_and(|words| !words.contains(&name.ident))
        && !library::may_declare(&name.ident)
}

/// Reports a function that nothing declares, where nothing can.
pub fn function(env: &mut Env, name: &tree::Name) -> Option<Reported> {
    // One that a body declares is not known by its name.
    let is_inside = env.kernel.unsupported.iter().any(|found| found.construct == INNER_FUNCTION);
    if is_inside || !is_undeclared(env, name) {
        return None;
    }
    let nearest = nearest::nearest(&name.ident, env.table.functions.keys().copied()).map(str::to_owned);
    Some(said(env, name, nearest))
}

/// Says that nothing declares a name.
pub fn report(env: &mut Env, name: &tree::Name) -> Reported {
    let nearest = env.nearest(&name.ident);
    said(env, name, nearest)
}

fn said(env: &mut Env, name: &tree::Name, nearest: Option<String>) -> Reported {
    let message = format!("`{}` is not declared here", types::shown(name));
    let found = Diagnostic::error(codes::E0301, name.span, message);
    env.diagnostic(match nearest {
        Some(nearest) => found.note(format!("did you mean `{nearest}`?")),
        None => found,
    });
    Reported
}

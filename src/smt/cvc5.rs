//! cvc5 as a process of our own: its wheel holds libraries and no executable, so a helper process
//! of gpuhoare loads them and speaks SMT-LIB on standard input and output.
//!
//! Prototypes: cvc5's public C interface, `cvc5/c/cvc5.h` and `cvc5/c/cvc5_parser.h`.

use std::ffi::{CStr, CString, OsString, c_char, c_int, c_void};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, Ordering};
use std::{fs, ptr};

use libloading::{Library, Symbol};

use crate::smt::commands::Splitter;

/// The hidden first argument that makes gpuhoare the helper process.
pub const HELPER_COMMAND: &str = "__cvc5";

/// Runs the helper process when the command line asks for it: to be called first in `main`.
///
/// Gives nothing when the command line (with the program's name first) is none of ours.
pub fn serve(arguments: impl IntoIterator<Item = OsString>) -> Option<ExitCode> {
    let mut arguments = arguments.into_iter().skip(1);
    CAN_SERVE.store(true, Ordering::SeqCst);
    if arguments.next()? != HELPER_COMMAND {
        return None;
    }
    let folder = PathBuf::from(arguments.next().unwrap_or_default());
    let options: Vec<OsString> = arguments.collect();
    match serve_libraries(&folder, &options) {
        Ok(()) => Some(ExitCode::SUCCESS),
        Err(reason) => {
            println!("(error \"{}\")", reason.replace('"', "'"));
            Some(ExitCode::FAILURE)
        }
    }
}

/// Whether this program's `main` goes through [`serve`].
static CAN_SERVE: AtomicBool = AtomicBool::new(false);

/// The executable that can serve: this program when it is gpuhoare, or the one that was built
/// beside it (tests and benchmarks run from `deps`, below the programs).
pub fn host() -> Option<PathBuf> {
    let this = std::env::current_exe().ok()?;
    if CAN_SERVE.load(Ordering::SeqCst) {
        return Some(this);
    }
    let name = format!("gpuhoare{}", std::env::consts::EXE_SUFFIX);
    this.ancestors().skip(1).take(2).map(|folder| folder.join(&name)).find(|path| path.is_file())
}

type TermManager = *mut c_void;
type Cvc5 = *mut c_void;
type SymbolManager = *mut c_void;
type Parser = *mut c_void;
type Command = *mut c_void;

/// `CVC5_INPUT_LANGUAGE_SMT_LIB_2_6`, the first of its enumeration.
const SMT_LIB_2_6: c_int = 0;

/// The functions that are used, as the headers declare them.
struct Functions<'l> {
    set_string_input: Symbol<'l, unsafe extern "C" fn(Parser, c_int, *const c_char, *const c_char)>,
    next_command: Symbol<'l, unsafe extern "C" fn(Parser, *mut *const c_char) -> Command>,
    invoke: Symbol<'l, unsafe extern "C" fn(Command, Cvc5, SymbolManager) -> *const c_char>,
    release: Symbol<'l, unsafe extern "C" fn(Parser)>,
}

fn serve_libraries(folder: &Path, options: &[OsString]) -> Result<(), String> {
    let text = |error: libloading::Error| error.to_string();
    // SAFETY: these are cvc5's own libraries (installed with checked hashes, or named by the user);
    // their initialisers have no requirements of their own.
    let (core, parsers) = unsafe {
        let core = Library::new(library(folder, "libcvc5")?).map_err(text)?;
        (core, Library::new(library(folder, "libcvc5parser")?).map_err(text)?)
    };
    // SAFETY: the types are those of the headers named above, for all releases of the C interface.
    unsafe {
        let new_manager: Symbol<'_, unsafe extern "C" fn() -> TermManager> =
            core.get(b"cvc5_term_manager_new\0").map_err(text)?;
        let new_solver: Symbol<'_, unsafe extern "C" fn(TermManager) -> Cvc5> =
            core.get(b"cvc5_new\0").map_err(text)?;
        let new_symbols: Symbol<'_, unsafe extern "C" fn(TermManager) -> SymbolManager> =
            parsers.get(b"cvc5_symbol_manager_new\0").map_err(text)?;
        let new_parser: Symbol<'_, unsafe extern "C" fn(Cvc5, SymbolManager) -> Parser> =
            parsers.get(b"cvc5_parser_new\0").map_err(text)?;
        let functions = Functions {
            set_string_input: parsers.get(b"cvc5_parser_set_str_input\0").map_err(text)?,
            next_command: parsers.get(b"cvc5_parser_next_command\0").map_err(text)?,
            invoke: parsers.get(b"cvc5_cmd_invoke\0").map_err(text)?,
            release: parsers.get(b"cvc5_parser_release\0").map_err(text)?,
        };
        let manager = new_manager();
        let solver = new_solver(manager);
        let symbols = new_symbols(manager);
        let parser = new_parser(solver, symbols);
        if [manager, solver, symbols, parser].contains(&ptr::null_mut()) {
            return Err("cvc5 gave no solver".to_string());
        }
        let session = Session { functions, solver, symbols, parser };
        if options.iter().any(|option| option == "--incremental") {
            session.run("(set-option :incremental true)")?;
        }
        session.converse()
        // Nothing is freed: the process ends here, and quickly.
    }
}

/// `libcvc5.so`, `libcvc5-558d13ae.so.1.4.2`, `libcvc5.1.4.2.dylib`: the file of that stem.
fn library(folder: &Path, stem: &str) -> Result<PathBuf, String> {
    let entries = fs::read_dir(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
    let mut files: Vec<PathBuf> = entries.filter_map(|entry| Some(entry.ok()?.path())).collect();
    files.sort();
    let matches = |path: &PathBuf| {
        let rest = path.file_name().and_then(|name| name.to_str()).and_then(|name| name.strip_prefix(stem));
        rest.is_some_and(|rest| rest.starts_with(['-', '.']))
    };
    files.into_iter().find(matches).ok_or_else(|| format!("there is no {stem} in {}", folder.display()))
}

struct Session<'l> {
    functions: Functions<'l>,
    solver: Cvc5,
    symbols: SymbolManager,
    parser: Parser,
}

impl Session<'_> {
    /// Reads standard input to its end and answers as soon as a command is complete.
    fn converse(&self) -> Result<(), String> {
        let mut splitter = Splitter::default();
        let mut buffer = vec![0; 1 << 16];
        loop {
            let count = io::stdin().read(&mut buffer).map_err(|error| error.to_string())?;
            if count == 0 {
                return Ok(());
            }
            let commands = splitter.push(&buffer[..count]);
            if !commands.is_empty() {
                self.run(&String::from_utf8(commands).map_err(|error| error.to_string())?)?;
            }
        }
    }

    /// Runs complete commands. A text that does not parse ends the process, as with cvc5 itself:
    /// what follows an error has no meaning.
    fn run(&self, text: &str) -> Result<(), String> {
        let text = CString::new(text).map_err(|error| error.to_string())?;
        let mut error: *const c_char = ptr::null();
        // SAFETY: the handles come from cvc5 and live as long as the process. A command is used
        // before the next one is parsed and before the parser releases it; a returned string is
        // copied before the next call.
        unsafe {
            (self.functions.set_string_input)(self.parser, SMT_LIB_2_6, text.as_ptr(), c"stdin".as_ptr());
            loop {
                let command = (self.functions.next_command)(self.parser, &mut error);
                if !error.is_null() {
                    return Err(CStr::from_ptr(error).to_string_lossy().into_owned());
                }
                if command.is_null() {
                    break;
                }
                let reply = CStr::from_ptr((self.functions.invoke)(command, self.solver, self.symbols));
                write_reply(&reply.to_string_lossy()).map_err(|error| error.to_string())?;
            }
            (self.functions.release)(self.parser);
        }
        Ok(())
    }
}

/// cvc5 answers `unknown (REASON)`; SMT-LIB and everyone who reads it want the word alone.
fn write_reply(reply: &str) -> io::Result<()> {
    if reply.is_empty() {
        return Ok(());
    }
    let mut output = io::stdout().lock();
    if reply.starts_with("unknown (") {
        output.write_all(b"unknown\n")?;
    } else {
        output.write_all(reply.as_bytes())?;
    }
    output.flush()
}

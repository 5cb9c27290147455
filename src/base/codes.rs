//! Every diagnostic code, with its title and explanation (`gpuhoare explain CODE`).
//!
//! Codes are stable: a code is never given a new meaning. Ranges: `E00xx` command line, files and
//! environment; `E01xx` preprocessor and CUDA syntax; `E02xx` annotation syntax and attachment;
//! `E03xx` names and types of the program; `E04xx` names and sorts of annotations; `E05xx` not
//! modelled; `E06xx` solvers; `E07xx` proof results. Warnings use `W` with the same ranges.

/// A stable diagnostic code such as `E0102`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Code(pub &'static str);

impl std::fmt::Display for Code {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.0)
    }
}

/// What a code means: one line, and the text that `gpuhoare explain` prints.
pub struct Explanation {
    /// The code that is explained.
    pub code: Code,
    /// What it means in one line, without a full stop.
    pub title: &'static str,
    /// What `gpuhoare explain` prints below the title.
    pub text: &'static str,
}

/// Declares the codes: a constant for each, and the table of all.
macro_rules! codes {
    ($($(#[$meta:meta])* $code:ident $title:literal $text:literal)*) => {
        $(#[doc = $title] pub const $code: Code = Code(stringify!($code));)*
        /// All codes, in order.
        pub const ALL: &[Explanation] = &[$(Explanation { code: $code, title: $title, text: $text }),*];
    };
}

codes! {
    // ── command line, files, environment ────────────────────────────────────────────────────────
    E0001 "file cannot be read"
    "The file does not exist, is a directory, or may not be read. Check the path and its permissions."
    E0002 "file is not UTF-8"
    "Source files must be UTF-8 text. Convert the file, for example with iconv."
    E0003 "file is too large"
    "The file is larger than gpuhoare reads (64 MiB). A kernel of that size is almost surely generated data; move the data out of the source."
    E0004 "file is empty"
    "The file has no text at all. Perhaps it was not saved, or a step that should have written it failed."
    E0005 "the command line cannot be understood"
    "An option is unknown, lacks its value or has a value of the wrong form, or an argument is missing. `gpuhoare --help` lists the commands, `gpuhoare COMMAND --help` the options of one command."
    E0006 "the report cannot be written"
    "The file named by --output cannot be opened or written: its folder is missing, it may not be written, or the disk is full. What an existing file held before is kept when the file cannot be opened."
    E0007 "no kernel of that name"
    "A name given to --kernel is that of no kernel in the files. Kernels are named as in the source (`scan`); one instance of a template with its arguments (`scan<float>`)."
    E0008 "no such diagnostic code"
    "`gpuhoare explain` knows the codes that stand in brackets in the messages, such as E0701. Without a code it lists them all."
    E0009 "a launch that no device accepts"
    "The dimensions given by --block or --grid are outside the hardware's limits: a block has at most 1,024 threads, at most 1,024 in x and y and 64 in z; a grid has at most 2147483647 blocks in x and 65,535 in y and z. `--launch-limits none` lifts the limits."
    E0010 "the text form of a kernel cannot be read"
    "The text form of the kernel IR, as `gpuhoare vcs --stage ir` prints it, was expected here and does not have that form. The message says what was expected at the first such place."
    E0011 "the text form of tasks cannot be read"
    "The text form of a kernel's tasks (hypotheses and goals, as gpuhoare prints them) was expected here and does not have that form, or a term in it has the wrong sort. The message says what was expected at the first such place."
    E0012 "an input of the run is missing or cannot be used"
    "`gpuhoare run` needs a value for every parameter, ghost and global, and the contents or the length of every array whose length the contract mentions: `--arg n=10 --arg 'a=[1,2,3]' --arg 'x=random(64)' --ghost m=2`. Arrays are `[v, v, ...]`, `[v, ...; LENGTH]`, `zeros(LENGTH)`, `random(LENGTH)` or `null`; real numbers may be fractions such as 1/3."
    E0013 "which kernel to run?"
    "The file holds several kernels (or none), and a run is of one kernel: name it with --kernel."
    E0014 "the memory limit was reached"
    "gpuhoare holds itself to the memory of `--memory` (1,600 MB where nothing is said). What asks for more gives up first, kernel by kernel (W0718); this error is for work that belongs to no kernel. Results that were there before are reported. Give more memory, or less work: `--kernel`, smaller files."
    E0015 "the derivations are others"
    "`audit` checks the derivations that `prove --proof DIR` has written. It needs the manifest of that folder, in the form of this program's version, and the source text that they were made from. Prove the file again, with `--proof`."
    E0016 "the launches cannot be read"
    "The file given to --launches is TOML or JSON, with an entry for each launch: the name of the kernel, its dimensions, and what is known of its inputs as behind --arg, such as `[[launch]]`, `kernel = \"add\"`, `block = 256`, `grid = [4, 4]`, `args = { n = 1000, a = \"random(1000)\" }`, a line each."
    E0017 "the configuration file cannot be read"
    "The file `gpuhoare.toml` holds options by the names that they have on the command line: a list `paths`, a table `[options]` for every command, and tables such as `[command.races]` for one. The message names what none of them has, or a value of another type. `gpuhoare schema config` prints all that it may say; `--config none` leaves the file out."
    E0018 "the baseline cannot be read"
    "The file given to --baseline is the JSON document that --write-baseline has written: findings that are known and accepted. It is missing, or has another form. Write it again with --write-baseline."
    E0019 "there is no kernel"
    "The run was told to find kernels (--error-on-empty), and found none. Check the paths, and that no `#if` removes the kernels: -D NAME=VALUE defines a macro."
    E0020 "the compilation database cannot be read"
    "The file given to --compile-commands is a JSON array of objects with `directory`, `file` and `arguments` or `command`, as CMake writes it with CMAKE_EXPORT_COMPILE_COMMANDS and Bear writes it for make."
    W0001 "nothing to do in this file"
    "The file holds no kernel (no `__global__` function with a body), so there is nothing to prove. A kernel that is removed by `#if` needs its macro: -D NAME=VALUE."
    W0002 "no CUDA file in this folder"
    "A folder is searched for files that end in .cu or .cuh (and .spec by `prove`), and none was found."
    W0003 "suggestions were not written"
    "`suggest --write` changes a file only if it still holds what was read, as UTF-8, and if all instances of a kernel template need the same clauses. The clauses stand in the report; write them before the kernel, or into a side file for --spec."
    W0004 "a comment that accepts no finding"
    "A comment `// gpuhoare-ignore(E0706): REASON` on the line of a finding, or alone on the line above, accepts it: the verdict stays, and the finding no longer makes the exit code 1. It needs the codes of messages in brackets and a reason; every report lists it."
    W0005 "an option without effect"
    "An option names something that is not there: a folder of `-I` that does not exist, or a template parameter that no kernel of the files has. Perhaps it is misspelt."
    W0006 "two kernels of one name"
    "Two kernels of the files have the same name and the same parameters' types. `--kernel`, contracts in side files and launches by name mean both. In one program that is an error; perhaps one file is a copy of the other."
    W0007 "no host program was written"
    "`--emit-host` writes the first launch that goes wrong as a program for nvcc. There was none, or its kernel takes structures, pointers in memory or surfaces, of which no program is written; the command in the report runs it in gpuhoare's own machine."
    E0099 "internal error"
    "gpuhoare itself failed; this is a bug in it and says nothing about the kernel. Please report it with the message, the command line and the file, cut down as far as the failure allows."

    // ── preprocessor and CUDA syntax ────────────────────────────────────────────────────────────
    E0101 "syntax error"
    "The text does not have the form of CUDA C++ at this place. The message says what was expected and what was found. Reading goes on after the statement or function, so one mistake may lead to several messages."
    E0102 "bracket or comment is not closed"
    "An opening bracket, brace or comment has no partner, or a closing one was never opened. The other end is labelled where it could be guessed."
    E0103 "nested too deeply"
    "Brackets, statements or operators are nested more deeply than gpuhoare reads (256 brackets, and some hundred operators or `else if` in one chain). Kernels are not written that way by people; split the expression."
    E0104 "malformed or misplaced directive"
    "A preprocessor directive is unknown or malformed, or a conditional (`#if`, `#else`, `#endif`) has no partner."
    E0105 "condition of a directive cannot be evaluated"
    "The expression after `#if` or `#elif` must be an integer expression; identifiers that are no macros count as 0. The condition is taken as false."
    E0106 "macro used in the wrong way"
    "A function-like macro was given another number of arguments than it takes, its argument list is not closed, or `##` joins two tokens that do not make one."
    E0107 "macros expand without bound"
    "The macros of this file expand to far more text than the file has, or their arguments are nested extremely deeply. Expansion was cut off."
    E0108 "annotation inside a macro"
    "Comments are no part of macros, so an annotation in a macro's definition or in the arguments of its use would be lost, and so would one behind a directive on its line. Write it where the macro is used, or below the directive, as a comment of its own."
    E0109 "#error directive"
    "The source itself stops the compilation with `#error` under the present definitions. `-D NAME=VALUE` defines a macro on the command line."
    E0110 "files include each other without end"
    "A header includes itself, directly or through others. Add `#pragma once` or an include guard."
    E0111 "malformed literal"
    "A number, character or string literal is not one of C++: a bad digit or suffix, an unknown escape, a quote that is not closed, or an integer that fits no type."
    W0101 "included file is not found"
    "A local header was found neither beside the including file nor in a folder given with `-I`. It is skipped: macros, types and functions that it declares are unknown, and a kernel that uses them is reported. That it defines no macro that a kernel uses is listed as an assumption."
    W0102 "a header that was not found may decide this conditional"
    "A conditional asks about a macro that nothing here defines, behind an include of a header that was not found. The macro is taken for undefined; where that decides in a kernel, or in a function that kernels may call, the kernel's report lists it as an assumption. Give the header's folder with `-I DIR` or the macro with `-D NAME=VALUE`; an `#undef NAME` behind the include also settles it."
    W0103 "a comment or string is not UTF-8 text"
    "Source files are read as UTF-8. Bytes that are not, and null bytes, do no harm in comments and strings (an older encoding is the usual reason) and are replaced there; anywhere else they are an error."

    // ── annotation syntax (attachment from E0220) ───────────────────────────────────────────────
    E0201 "annotation does not parse"
    "An annotation must parse completely: a comment that is silently skipped would weaken the contract. The message says what was expected and where. A frequent cause is a missing `;` at the end of a clause, or `=` where `==` is meant."
    E0202 "unknown clause"
    "An annotation starts with a word that is not a clause: requires, ensures, invariant, variant, assert, assume, barrier_invariant, ghost, writes, reads, wraps, logic, predicate, lemma, use. Usually a typo. A plain comment `// requires P;` can only hold requires, ensures and invariant."
    E0203 "annotation nested too deeply"
    "Brackets, quantifiers and operators of an annotation may stand inside each other only up to a limit, which no hand-written annotation reaches. Give a part of it a name with `predicate` or `logic`."
    E0204 "comparison chain of mixed direction"
    "A chain such as `0 <= i < n` means the conjunction of its comparisons. Only < and <= together, or > and >= together, form one; a chain that turns around is nearly always a mistake. Write the comparisons with &&."
    E0205 "chain of equalities"
    "`a == b == c` compares a truth value with c in C, and means a == b && b == c in mathematics. Since both readings are plausible, neither is taken; write what you mean."
    E0206 "`@` after an expression"
    "`x@t` is x as thread or block t sees it. `@` follows a plain name (or a component of a built-in such as blockIdx.x), so write `s@b[j]` for cell j of block b's array s."
    E0207 "wrong arguments of a built-in"
    "A built-in name of the annotation language was used with the wrong number or form of arguments. A fold is `sum(k, body, lo, hi)` with a bound variable k, or `sum(t : thread, body)`; `\\old`, `\\length`, `\\abs`, `\\log2` and `\\is_pow2` take one argument, `\\min`, `\\max` and `\\pow` two."
    E0208 "unknown built-in"
    "A name after a backslash is not one of the annotation language. A backslash always means a built-in, never a variable of the program."
    E0209 "malformed number"
    "A number or character of an annotation is not a C++ literal: a digit does not fit the radix, or the suffix is unknown."
    E0210 "not a type"
    "A name or a list of words stands where a type is needed, for example in a cast `(T) x`, but is not a type there."
    E0211 "clause at the wrong place of a side file"
    "In a side file, contracts stand directly in `kernel NAME { ... }`, invariant and variant in `loop N { ... }` inside it, barrier_invariant, assert and assume in `barrier N { ... }`; only logic, predicate, lemma and use stand outside a kernel."
    E0212 "declaring function without strings"
    "declare_precondition, declare_postcondition, declare_invariant and declare_logic_param take their annotations as string literals, one or more."
    E0213 "a part of the kernel cannot be read"
    "An annotation or a piece of program text that belongs to the kernel, or may belong to it, has an error and was left out. What is left may say something else, so nothing is claimed about the kernel until that error is mended."
    E0214 "a clause in a comment"
    "A clause stands in a comment that is no annotation (`// @ requires P;`, `///@ requires P;`, `/* @ requires P; */`), or in a comment inside of an annotation (`//@ requires P; //@ ensures Q;`), and would be lost without a word. Annotations begin with `//@` or `/*@`, without anything between these characters, and `//@` begins a line or stands behind code."
    W0201 "comment read as prose"
    "A plain comment starts with requires, ensures or invariant, but does not parse as a clause and has no `;` at its end, so it is read as prose and proves nothing. End it with `;` or start it with `//@` to make it an annotation; begin it with another word to silence the warning."
    W0202 "a clause that was taken out"
    "A comment holds an annotation as a part of its text, as one that was commented out does (`// //@ requires P;`, `/* requires P; */`). It has no effect. Remove it, or make it an annotation: `//@ requires P;`."
    W0203 "another tool's annotation"
    "A comment begins as annotations do, with `//@` or `/*@`, but goes on with a word that is no clause and unlike any: a remark (`TODO`, `FIXME`), a command of Doxygen (`//@brief`, `//@{`), a mark of lint (`/*@unused@*/`), a manual page. It is read as prose. Each such word is mentioned once. A blank before the `@` silences the warning."
    W0204 "a hint to another tool"
    "A conjunct of an invariant speaks of what only GPUVerify has, its log of accesses (`__write_implies`, `__read_offset_bytes`, ...) or its second thread (`__uniform_int`, `__same_group`, ...). It helps that tool and is left out here: nothing is proved of it and nothing rests on it. In other clauses it is `unsupported`."

    // ── names and types of the program ──────────────────────────────────────────────────────────
    E0301 "unknown name"
    "Nothing declares this name at this place. It may be misspelt, or declared in a header that gpuhoare does not read: system headers are not searched, and `#include \"...\"` files are searched beside the file and in the -I folders."
    E0302 "wrong type"
    "An operator, condition, index or initialiser got something of a type that C++ does not allow there, such as `%` on a float or arithmetic on a type name."
    E0303 "wrong number of arguments or initialisers"
    "A function, initialiser or constructor was given more or fewer values than it takes."
    E0304 "not assignable"
    "The left side of an assignment, `++`, `--` or a reference must be a variable or an array element that is not const."
    E0305 "not a constant"
    "Array extents, case labels, enumerators and template arguments must be known when the kernel is compiled: literals, constants with an initialiser, enumerators and template parameters."
    E0306 "declared twice"
    "One scope declares a name twice, or a switch has the same case twice."
    E0307 "break or continue outside a loop"
    "`break` ends the loop or switch around it and `continue` the iteration of the loop around it; here there is none."
    E0308 "wrong return"
    "A kernel returns void; a function that returns a value must say which one in each `return`."
    E0309 "no matching function"
    "Functions of this name exist, but none takes these arguments, or several take them equally well. Convert the arguments, or name the template arguments."
    E0310 "wrong template argument"
    "A value was given for a type parameter of a kernel template, or a type for a value parameter. On the command line: --template T=float, --template N=16."
    E0311 "a side file names what is not there"
    "A side file (--spec) speaks of a kernel, loop or barrier that the source does not have. Loops are numbered after preprocessing, in source order, nested ones with dots (`loop 1.2`); those of an inlined function as `f.loop 1`."
    E0312 "nested too deeply"
    "Expressions, statements or types are nested more deeply than gpuhoare follows (256 levels, calls of device functions included). Generated code of that form can be split by helper variables."

    E0314 "a launch that the kernel forbids"
    "`__launch_bounds__(N)` says that no block has more than N threads, and a launch of larger blocks fails. The dimensions given by --block, or every launch that the file makes, are larger, so there is nothing to look at."
    E0315 "a side file that may mean several kernels"
    "The name after `kernel` in a side file (--spec) is that of several kernels of the source. Write its namespace before it (`kernel a::k`, or `kernel ::k` for one of no namespace). Kernels that differ in their parameters only have no name of their own: write the clauses before the kernel itself."
    E0316 "a name that is taken"
    "A `logic` function or `predicate` has the name of another one, of something of the program (a function, a variable, a type, a parameter of a kernel), of CUDA, or of annotations. Which of the two a call in an annotation means could not be seen, so the declaration needs another name."

    W0301 "a contract that is not proved"
    "A device function with a contract is proved for the ways in which kernels of the file call it. No kernel calls this one, so nothing is claimed about it. Add a kernel that calls it, or leave the contract out."

    W0302 "a launch that fails"
    "The file launches the kernel with more threads per block than its `__launch_bounds__` allow. Such a launch ends with an error and runs nothing, so it is left out of what is looked at."
    W0304 "a contract whose function is not here"
    "The clauses stand before a declaration without a body, and no function of this file with a body is the one that it declares: the same name in the same namespace or class, with parameters of the same types. Nothing is proved of it, and no function of the file has the contract. Write it before the definition, or give gpuhoare the file that has one."
    W0303 "one memory for two parameters"
    "A launch of the file passes one pointer, or pointers into one array, for two parameters of a kernel that writes through one of them. Distinct array parameters are assumed not to alias, so what is said of the kernel does not hold of this launch: it may race, or compute something else. As launched such a kernel is unsupported."

    // ── attachment of annotations ───────────────────────────────────────────────────────────────
    E0250 "annotation is attached to nothing"
    "An annotation must stand where its clauses mean something: contracts before a kernel or device function or first in its body, invariants first in a loop's body or directly before the loop, assertions where a statement may stand. This one stands before or inside something else, so it would have no effect."
    E0251 "clause is given twice"
    "A loop has one variant; this one has a second. Keep the one that decreases, or use a single expression for both."

    // ── names and sorts of annotations ──────────────────────────────────────────────────────────
    E0401 "unknown name in an annotation"
    "An annotation mentions a name that is not known at its place. Names are those of the program there, the kernel's ghosts, bound variables and the built-ins of the annotation language. A contract stands outside the body, whose variables it cannot see; an invariant sees the variables declared before the loop and in a `for`'s head."
    E0402 "wrong sort in an annotation"
    "An operator or a place of an annotation got something of the wrong sort: a thread where a number is needed, an array where a value is needed, a real number as a proposition. Integers count as propositions (not 0), and turn into reals where they meet reals."
    E0403 "loop_count without its loop"
    "`loop_count` counts the finished iterations of the loop that the clause annotates, else of the innermost loop around it; `loop_count_2` those of the loop around that one, and so on. There are not that many loops around this place. After a loop its count is undefined: state what is needed in the loop's invariant instead."
    E0406 "`\\active` in a contract"
    "`\\active` says whether a thread takes part at the place of an assertion, or in the coming iteration of a loop. At entry every thread is active and at exit none, so it has no meaning in `requires` and `ensures`."
    E0407 "`\\old` of a shared or private array"
    "`\\old(e)` is e with the memory and the parameters as at the kernel's entry. Shared and private arrays hold nothing then."
    E0408 "wrong use of `@`"
    "`x@t` is the local, built-in or shared array x as the thread or block t sees it: t must be a thread or block (a bound variable such as `\\forall t : thread`), and a thread where each thread has its own x."
    E0409 "`\\other` outside a barrier invariant"
    "Only a `barrier_invariant` speaks of a pair of threads, of which `\\other(x)` names the second. Elsewhere write `\\forall u : thread. ... x@u ...`."
    E0410 "`\\length` of what has none"
    "`\\length(A)` is the number of elements of an array parameter, of an array declared with a size or of an `extern __shared__` array; A must be its name, not a pointer into it."
    E0411 "not an annotation's expression"
    "An annotation states what holds and cannot change anything: assignments, increments and commas have no place in it, nor have strings."
    E0412 "local or shared array in a contract"
    "`requires` and `ensures` speak of the kernel from outside: of its parameters (with their values at entry), ghosts, global arrays and the launch. Locals and shared arrays have no value before it starts and none when it has ended; use `assert` or an invariant in the body."
    E0413 "wrong number of arguments in an annotation"
    "A logic function, predicate or mathematical function is used with another number of arguments than it has."
    E0414 "clause too large"
    "Definitions and chains of comparisons copy what they are given; written out, this clause would have an unreasonable size. Cut it into several clauses."
    E0415 "recursive definition without a measure"
    "A `logic` function or `predicate` that uses itself needs `decreases e`: an integer that is never negative and gets smaller with each use. Without it the definition could be contradictory."
    E0416 "`\\result` in a kernel"
    "`\\result` is what a device function returns and belongs to its `ensures`. A kernel returns nothing."
    E0417 "unknown logic file"
    "`use NAME;` imports `NAME.spec` from the folder of the file that says so, or a file of the standard library (`specs/`)."
    E0419 "an operator binds otherwise than it looks"
    "C's precedence makes something else of this clause than a reader takes from it: `a == b & c` is `(a == b) & c`, `a < b != c` is `(a < b) != c`, `!a == b` is `(!a) == b`, and `a == b ? 1 : 2` is `(a == b) ? 1 : 2`. With numbers among the operands that is hardly ever meant, so parentheses have to say it. The same text in the program means what C says."
    E0420 "an existential implication"
    "`\\exists x. p -> q` holds as soon as some x does not meet p. Write `p && q` for an x that meets both, or `!p || q` where the implication is meant."
    E0421 "a fold over threads of one thread's value"
    "In `sum(t : thread, x)` the x is that of the thread that speaks, once for every t. The x of thread t is `x@t`."
    E0422 "not a trigger"
    "A trigger is a pattern of terms: wherever they occur, the lemma is used with the variables that they determine. So each term mentions a variable of the lemma, all of them together mention all, and none is made of connectives or quantifiers, which no term of a proof looks like."
    E0423 "unsigned arithmetic without a width"
    "Numbers in annotations are mathematical: they have no width, so `-1u` and `~(n + 1)` cannot be what they are in C. Write the number that is meant: `-1`, or with a cast that gives the width, `(unsigned)-1`, `~(unsigned)(n + 1)`. `~n` of an unsigned variable and `~0u` have their type's width."
    W0402 "exclusive or where a power may be meant"
    "`2 ^ m` is the exclusive or of 2 and m, as in C. The power is `\\pow(2, m)`."
    W0403 "a bound variable that is not used"
    "What a quantifier says does not mention its variable, so it says the same without it. Often the name in the body is mistyped, and means a variable of the program."
    W0404 "a bound variable that hides a variable"
    "The variable of a quantifier or of a sum has the name of a variable that could be meant here. In what the quantifier says, the name is the quantifier's. Another name tells them apart."
    W0405 "`\\old` without effect"
    "`\\old(e)` takes arrays, and parameters of the kernel, as they were when the kernel (or the function with a contract) began. Local variables, and parameters of functions that are inlined, keep their present value in it, so around these alone it changes nothing. Keep the value in a variable of its own, or in a ghost."
    E0418 "logic files import each other"
    "A lemma may rest only on those before it, so logic files cannot import each other in a circle. Move what both need into a file of its own."

    // ── not modelled ────────────────────────────────────────────────────────────────────────────
    E0500 "a construct is not modelled"
    "The kernel uses a construct or an annotation that gpuhoare does not model yet. Its verdict is `unsupported`: nothing is claimed about it, and nothing was left out silently. Other kernels of the file are not affected. Rewrite the construct, or leave this kernel out with --kernel."

    // ── solvers ─────────────────────────────────────────────────────────────────────────────────
    E0601 "no SMT solver found"
    "No solver was found in the environment (GPUHOARE_Z3, GPUHOARE_CVC5), on PATH or in the cache, and --offline forbids installing one. Install z3 or cvc5 and put it on PATH, or run `gpuhoare solvers install` once while online."
    E0602 "no Python to install solvers with"
    "gpuhoare installs its pinned solvers as Python wheels, and neither `python3` nor `python` could be run. Install Python 3 with pip, or install z3 or cvc5 by other means and put it on PATH (or name it in GPUHOARE_Z3 or GPUHOARE_CVC5)."
    E0603 "no pip to install solvers with"
    "Python was found, but its module `pip` was not. Install pip (on Debian and Ubuntu: the package python3-pip), or install z3 or cvc5 by other means and put it on PATH."
    E0604 "solvers could not be downloaded"
    "pip could not fetch the pinned solvers. Check the network connection and pip's settings (proxy, index), and try `gpuhoare solvers install`. Solvers installed by other means are found on PATH, or in GPUHOARE_Z3 and GPUHOARE_CVC5."
    E0605 "a downloaded solver is not the pinned one"
    "The downloaded wheel's SHA-256 hash differs from the pinned one, so nothing was installed. The download was damaged, or the package index serves another file under this name; the latter deserves suspicion."
    E0606 "the solver cache cannot be written"
    "gpuhoare keeps its solvers in a folder of the user's cache, or where GPUHOARE_CACHE says. Make that folder writable, or set GPUHOARE_CACHE to one that is."
    E0607 "no space left for the solvers"
    "The disk that holds the solver cache is full. The pinned solvers need about 80 MB, and 300 MB while they are being installed. Free some space, or set GPUHOARE_CACHE to a folder on another disk."
    E0608 "an installed solver fails its self-test"
    "The pinned solver was downloaded and its hash is right, but it does not run here or answers wrongly; mostly the system's C library is too old or of another kind. Install z3 or cvc5 from your distribution and put it on PATH."
    E0609 "no pinned solver for this platform"
    "There is no pinned wheel of this solver for this operating system and architecture. Install z3 or cvc5 by other means and put it on PATH, or name it in GPUHOARE_Z3 or GPUHOARE_CVC5."
    E0610 "not a solver profile"
    "The file given to --solver is not a well-formed solver profile. `specs/solvers/z3.toml` shows every entry; `name` and `command` are required."
    E0611 "unknown solver"
    "No built-in profile has this name. --solver takes `z3`, `cvc5`, or the path of a profile file."
    E0612 "two solvers contradict each other"
    "On the same query text one solver answered `sat` and another `unsat`: at least one of them is wrong, and no verdict of this run can be relied on. This is an internal error; the query was kept in the file that the message names. Please report it with that file."
    E0613 "the solver named in the environment does not work"
    "GPUHOARE_Z3 or GPUHOARE_CVC5 names a file that is not executable or does not answer two simple queries as an SMT-LIB solver must. Correct the variable, or unset it so that PATH and the cache are searched."
    W0614 "a solver on PATH does not work"
    "An executable with the solver's name was found on PATH, but it does not answer two simple queries as an SMT-LIB solver must (for example a wrapper without the program behind it, or a very old release). It is not used; the search goes on in the cache."

    // ── proof results ───────────────────────────────────────────────────────────────────────────
    E0701 "postcondition not proved"
    "An `ensures` clause could not be derived from what holds when all threads have finished. Usually the invariant of the last loop is too weak: together with the negated guard it must say what every cell that the clause mentions holds. It may also be false: try small numbers."
    E0702 "invariant not proved on entry"
    "The invariant must hold when the loop is reached, with `loop_count == 0`, for every thread that reaches it. Add what it needs from before the loop to the contract, or weaken it."
    E0703 "invariant not proved to be preserved"
    "Assuming the invariants and the guard, one more iteration of all threads in lock-step must establish the invariant again. Often another invariant is missing, above all one that gives the loop's variables in terms of `loop_count` and the thread."
    E0704 "assertion not proved"
    "An `assert`, in an annotation or in the program, could not be derived from what is known there. After a loop only its invariants, the negated guard and what the loop did not touch are known."
    E0705 "barrier divergence not excluded"
    "All threads of a block that have not exited must reach the same barrier together. Here it could not be shown that they do: a condition around the barrier, or the number of iterations before it, may differ between threads of a block."
    E0706 "data race not excluded"
    "Two threads may access one cell without a barrier in between, and at least one of them writes. Separate them by a barrier, or state with `requires` why their cells differ."
    E0707 "access not proved in bounds"
    "The index could not be shown to lie within the array. For an array parameter the length is what the `requires` clauses say about `\\length(A)`."
    E0708 "operation not proved to be defined"
    "A division or remainder by zero, or a mathematical function outside its domain, could not be excluded. Require that it does not happen, or guard the operation."
    E0709 "overflow not excluded"
    "The exact result of an integer operation or conversion could not be shown to fit its type. Bound the operands with `requires`, or mark intended wrap-around with `//@ wraps;` before the statement."
    E0710 "termination not proved"
    "The `variant` could not be shown to be at least 0 before and smaller after each iteration, for every thread that runs the body."
    E0711 "barrier invariant not proved"
    "A `barrier_invariant` must hold for an arbitrary pair of threads of a block whenever the block is at the barrier."
    E0712 "lemma not proved"
    "A lemma is proved before it is used, and this one was not. Say `by induction on x` where the proof needs induction, or split the lemma into steps."
    E0713 "contract contradicts itself"
    "No launch and no input meets all the clauses, so everything would hold of the kernel and nothing would be said. The kernel's verdict is unknown until the contradiction is removed."
    E0714 "precondition not met"
    "The launch and inputs do not meet a `requires` clause, so the contract says nothing about them and the kernel was not run. Change the inputs; the message names the clause and the values that make it false."
    E0715 "proved, and refuted by a run"
    "A task was proved, and a run in the concrete machine that meets every `requires` violates it, without an assumption that explains it. One of the two is wrong: this is an internal error, and no verdict of this kernel can be relied on. Please report it with the file and the command line that the message shows."
    W0716 "assumption violated"
    "The proof takes for granted that no integer overflows (and that implicit conversions keep values). A small launch that meets the contract breaks that, and with the machine's integers it goes wrong. Bound the sizes with `requires`, widen the types, or prove the absence of overflow with --ints checked."
    W0717 "a launch outside of the assumptions"
    "With exact integers a small launch that meets the contract goes wrong, but only after an integer has left the range of its type, which the proof takes for granted not to happen; with the machine's integers the same launch does not go wrong there. So it refutes nothing, and nothing is proved either. Write `//@ wraps;` before a statement whose unsigned arithmetic wraps on purpose, an explicit cast where a conversion shall change a value, or `requires` clauses that exclude such launches."
    W0718 "the memory limit was reached at this kernel"
    "Proof tasks of this kernel needed more memory than `--memory` gives (1,600 MB where nothing is said), so it was given up: nothing is claimed about it. The other kernels go on. Long straight-line code, unrolled loops and many accesses to one array make tasks large: an invariant in place of unrolling helps, or a contract for a device function."

    W0719 "a kernel was not looked at to its end"
    "The time that `--limit` gives to one kernel was over, or the run was interrupted, before all was done that may be done for this kernel. What was found until then is reported; what is proved is proved, and every task that is not has this reason. The kernel's verdict is unknown, unless a run shows that the kernel goes wrong. The other kernels are not affected. Without `--limit` what is tried is bounded by steps and not by time, so it is the same on every machine."

    // ── results ─────────────────────────────────────────────────────────────────────────────────
    E0790 "the run was not decided"
    "The run came to something whose value is not known (the result of a mathematical function under --float real decides a branch or an index), or it used up its steps (--steps). Nothing is claimed about what comes after. Try --float ieee, or a smaller launch."
    E0720 "a write that `writes` may not allow"
    "A `writes` clause lists all that the kernel changes in global arrays; each write must be to a listed array and lie within one of its ranges (both ends included, with parameters and memory as at entry). It could not be shown that this one does. Without any `writes` clause every write is allowed."
    E0721 "an undefined value is not excluded"
    "What a lane reads from one that has exited is undefined in CUDA: nothing may depend on it. It could not be shown that the lane which a shuffle reads from is still there. Let all lanes take part and guard what the others give, or do not leave the kernel before the exchange."
    E0723 "a launch may not meet the contract"
    "The program launches a kernel that has a `requires` clause, and what its code says of the launch does not imply the clause. Where the launch is known in full it is shown. The kernel's own verdict is about the launches that meet the contract, so it stays; a launch that is shown not to meet it makes the exit code 1. Check the arguments before the launch, or weaken the clause."
    E0724 "a launch that depends on data"
    "`amplify` runs a launch without knowing its data. Here data decides an address, how often a loop runs, which lanes of a warp take part, or a branch that does more than assign, so what this launch shows says nothing of other data. The note says which input it comes from, and the labels by which statements. If the program fixes that input (a table, a size), give it with --arg, and the result holds for it."
    W0725 "no launch to amplify"
    "`amplify` runs the launches of a kernel that are known: the one that --block and --grid give, those of the file that --launches names, or else those that the host's code in the files makes, as far as it fixes their dimensions. Of this kernel there is none, so nothing is claimed about it."
    E0722 "no run comes past this place"
    "What is known here contradicts itself, though what was known before did not: no run comes past this loop, `assume` or call, and all that is said of later places is proved of nothing. A loop whose guard is `true` and that no thread leaves is of this kind. The kernel's verdict is unknown."
    W0790 "remark on a run"
    "Something that is no violation but worth to be known: a value was read that nobody had written, an integer left the range of its type, or a barrier came after some threads had exited. `--ints checked` makes overflow a violation, `--ints c` computes as the machine does."
    W0700 "remark on a proof"
    "A remark about how a kernel was executed: a loop that was unrolled, a loop without an invariant, of which nothing is known after it, or something that is assumed. It is no error; add an invariant or a bound where it names something that a proof needs."
    W0702 "a kernel without an `ensures`"
    "Nothing is said of what the kernel computes, so it is only shown to be safe: no races, no divergent barriers and, where lengths are known, no access out of bounds. With --require-contracts that is not enough, and the exit code is 1. Add an `ensures` clause."
    W0703 "a contract for one thread"
    "All small launches that were found to meet the contract have one thread, so nothing may be proved of races, barriers and of what threads do together. Is a clause stronger than it was meant, such as `n == threadIdx.x`, which has to hold for every thread?"
    W0704 "a verdict that is not about every launch"
    "What is shown of the kernel is shown of the launches that the program makes (as launched), or of the dimensions that --block and --grid give. With --require-scope every that is not enough, and the exit code is 1; the verdict stays as it is. `--launch any` looks at every launch, and says what stands in the way; a `requires` says which launches the kernel is for."
    W0701 "a lemma that is not proved"
    "A lemma or a recursive definition of the file is not proved (its own message says why). Kernels are proved without it, so one that needs it stays unknown."
}

/// Whether the code means that gpuhoare itself failed (exit code 3).
pub fn is_internal(code: Code) -> bool {
    code == E0099 || code == E0612 || code == E0715
}

/// The explanation of a code, by its name in any case.
pub fn explain(name: &str) -> Option<&'static Explanation> {
    ALL.iter().find(|entry| entry.code.0.eq_ignore_ascii_case(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_are_unique_and_explained() {
        for (at, entry) in ALL.iter().enumerate() {
            assert!(entry.text.len() > 40, "{} needs an explanation", entry.code);
            assert!(ALL[at + 1..].iter().all(|other| other.code != entry.code), "{} stands twice", entry.code);
        }
    }

    #[test]
    fn explain_finds_a_code_in_any_case() {
        assert_eq!(explain("e0001").map(|entry| entry.code), Some(E0001));
        assert!(explain("E9999").is_none());
    }
}

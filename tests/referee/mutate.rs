//! One small change to the text of a kernel or of its contract.

use gpuhoare::syntax::tokens::lexer::{self, Token, TokenKind};

use super::random::Random;

/// A changed text, and what was changed.
pub struct Mutant {
    pub text: String,
    pub change: String,
}

/// A mutant; none where the change that was drawn has no place here.
pub fn mutant(random: &mut Random, text: &str) -> Option<Mutant> {
    let made = match random.below(18) {
        0..=3 => replace(random, text, operators),
        4 | 5 => replace(random, text, constants),
        6 => replace(random, text, built_ins),
        7 => replace(random, text, indices),
        8 => replace(random, text, names),
        9 => replace(random, text, guards),
        10 => delete_line(random, text),
        11 => swap_lines(random, text),
        12 => barrier(random, text),
        13 => conjunct(random, text),
        14 => clause(random, text),
        15 => plain(random, text),
        16 => replace(random, text, types),
        _ => repeat_line(random, text),
    };
    made.filter(|mutant| mutant.text != text)
}

pub fn shuffle<T>(random: &mut Random, items: &mut [T]) {
    for at in (1..items.len()).rev() {
        items.swap(at, random.below(at + 1));
    }
}

// ── changes of words ────────────────────────────────────────────────────────────────────────────

/// A word or sign of the program, or of an annotation, at bytes of the text.
struct Piece<'t> {
    text: &'t str,
    kind: TokenKind,
    lo: usize,
    hi: usize,
}

/// The words of program and annotations; other comments and directives have none.
fn pieces(text: &str) -> Vec<Piece<'_>> {
    let mut all = Vec::new();
    let mut directive = false;
    for token in lexer::tokens(text) {
        let shown = token.text(text);
        match token.kind {
            TokenKind::Newline => directive = false,
            TokenKind::Punct if shown == "#" => directive = true,
            TokenKind::LineComment | TokenKind::BlockComment
                if shown.starts_with("//@") || shown.starts_with("/*@") =>
            {
                let offset = token.lo + 3;
                let inner = shown[3..].trim_end_matches("*/");
                let inside = lexer::tokens(inner).into_iter().filter(|part| part.kind != TokenKind::Newline);
                all.extend(inside.map(|part: Token| Piece {
                    text: &text[offset + part.lo..offset + part.hi],
                    kind: part.kind,
                    lo: offset + part.lo,
                    hi: offset + part.hi,
                }));
            }
            TokenKind::LineComment | TokenKind::BlockComment => {}
            _ if directive => {}
            kind => all.push(Piece { text: shown, kind, lo: token.lo, hi: token.hi }),
        }
    }
    all
}

/// Other texts for the piece at a place.
type Other = fn(&mut Random, &[Piece<'_>], usize) -> Option<String>;

fn replace(random: &mut Random, text: &str, other: Other) -> Option<Mutant> {
    let pieces = pieces(text);
    let mut places: Vec<usize> = (0..pieces.len()).collect();
    shuffle(random, &mut places);
    places.into_iter().find_map(|at| {
        let put = other(random, &pieces, at)?;
        let piece = &pieces[at];
        let line = text[..piece.lo].lines().count().max(1);
        let changed = format!("{}{put}{}", &text[..piece.lo], &text[piece.hi..]);
        Some(Mutant { text: changed, change: format!("line {line}: `{}` becomes `{put}`", piece.text) })
    })
}

fn operators(random: &mut Random, pieces: &[Piece<'_>], at: usize) -> Option<String> {
    let others: &[&str] = match pieces[at].text {
        "+" => &["-", "*"],
        "-" => &["+"],
        "*" if is_product(pieces, at) => &["+", "-"],
        "/" => &["%", "*"],
        "%" => &["/"],
        "<" if !is_template(pieces, at) => &["<=", ">", "!="],
        "<=" => &["<", ">=", "=="],
        ">" if !is_template(pieces, at) => &[">=", "<"],
        ">=" => &[">", "<=", "=="],
        "==" => &["!=", "<=", ">="],
        "!=" => &["==", "<"],
        "&&" => &["||"],
        "||" => &["&&"],
        "->" => &["<->", "&&"],
        "+=" => &["-=", "="],
        "-=" => &["+="],
        "*=" => &["+="],
        ">>=" => &["<<=", "/="],
        "/=" => &["*=", ">>="],
        "++" => &["--"],
        "--" => &["++"],
        "&" => &["|", "^"],
        ">>" => &["<<"],
        "min" => &["max"],
        "max" => &["min"],
        "fminf" => &["fmaxf"],
        "fmaxf" => &["fminf"],
        "forall" => &["exists"],
        "exists" => &["forall"],
        "sum" => &["prod"],
        "break" => &["continue"],
        "continue" => &["break"],
        "return" => &["break"],
        "atomicAdd" => &["atomicSub", "atomicMax", "atomicExch"],
        "atomicSub" => &["atomicAdd"],
        "atomicMin" => &["atomicMax"],
        "atomicMax" => &["atomicMin"],
        "atomicOr" | "atomicAnd" | "atomicXor" => &["atomicExch"],
        "__shfl_up_sync" => &["__shfl_down_sync"],
        "__shfl_down_sync" => &["__shfl_up_sync", "__shfl_xor_sync"],
        "__shfl_xor_sync" => &["__shfl_down_sync"],
        "__any_sync" => &["__all_sync"],
        "__all_sync" => &["__any_sync"],
        "shfl_up" | "shfl_xor" => &["shfl_down"],
        "shfl_down" => &["shfl_up", "shfl_xor"],
        "ExclusiveSum" => &["InclusiveSum"],
        "InclusiveSum" => &["ExclusiveSum"],
        "exclusive_scan" => &["inclusive_scan"],
        "inclusive_scan" => &["exclusive_scan"],
        "plus" | "less" => &["greater"],
        "greater" => &["less", "plus"],
        "fetch_add" => &["fetch_sub", "fetch_max", "exchange"],
        "fetch_sub" => &["fetch_add"],
        "fetch_min" => &["fetch_max"],
        "fetch_max" => &["fetch_min"],
        "thread_scope_system" | "thread_scope_block" => &["thread_scope_device"],
        "thread_scope_device" => &["thread_scope_block", "thread_scope_system"],
        "memory_order_relaxed" => &["memory_order_acquire", "memory_order_release"],
        "memory_order_acquire" => &["memory_order_release", "memory_order_relaxed"],
        "memory_order_release" => &["memory_order_acquire", "memory_order_relaxed"],
        "memory_order_acq_rel" | "memory_order_seq_cst" => &["memory_order_relaxed", "memory_order_acquire"],
        _ => return None,
    };
    Some(random.pick(others).to_owned())
}

/// Not the star of a pointer.
fn is_product(pieces: &[Piece<'_>], at: usize) -> bool {
    let before = at.checked_sub(1).map(|before| &pieces[before]);
    before.is_some_and(|before| match before.kind {
        TokenKind::Ident => !lexer_type(before.text),
        TokenKind::Number => true,
        _ => matches!(before.text, ")" | "]"),
    })
}

fn lexer_type(word: &str) -> bool {
    matches!(word, "int" | "float" | "double" | "unsigned" | "char" | "short" | "long" | "bool" | "void" | "T")
}

fn is_template(pieces: &[Piece<'_>], at: usize) -> bool {
    let near = &pieces[at.saturating_sub(4)..at];
    near.iter().any(|piece| piece.text == "template")
}

/// The width or the sign of the type in a cast, or between angle brackets.
fn types(random: &mut Random, pieces: &[Piece<'_>], at: usize) -> Option<String> {
    let text = |at: usize| pieces.get(at).map_or("", |piece| piece.text);
    let is_word = |at: usize| matches!(text(at), "char" | "short" | "int" | "long" | "signed" | "unsigned");
    let first = (0..=at).rev().take_while(|word| is_word(*word)).last()?;
    let end = (at..pieces.len()).find(|word| !is_word(*word))?;
    let opened = first > 0 && matches!(text(first - 1), "(" | "<" | "const");
    if !opened || !matches!(text(end), ")" | ">" | "*") {
        return None;
    }
    let others: &[&str] = match text(at) {
        "unsigned" if end > at + 1 => &["signed"],
        "signed" if end > at + 1 => &["unsigned"],
        "unsigned" => &["int", "unsigned short", "unsigned char", "unsigned long long"],
        "char" => &["short", "int"],
        "short" => &["char", "int"],
        "int" => &["unsigned", "short", "char", "long long"],
        "long" if is_word(at + 1) => &["unsigned long"],
        _ => return None,
    };
    Some(random.pick(others).to_owned())
}

fn constants(random: &mut Random, pieces: &[Piece<'_>], at: usize) -> Option<String> {
    let piece = &pieces[at];
    if piece.kind != TokenKind::Number {
        return None;
    }
    let (number, rest) =
        piece.text.split_at(piece.text.find(|c: char| !c.is_ascii_digit()).unwrap_or(piece.text.len()));
    let value: i64 = number.parse().ok()?;
    let other = match random.below(3) {
        0 => value - 1,
        1 => value * 2,
        _ => value + 1,
    };
    (other != value && other >= 0).then(|| format!("{other}{rest}"))
}

fn built_ins(random: &mut Random, pieces: &[Piece<'_>], at: usize) -> Option<String> {
    let others: &[&str] = match pieces[at].text {
        "threadIdx" => &["blockIdx"],
        "blockIdx" => &["threadIdx"],
        "blockDim" => &["gridDim"],
        "gridDim" => &["blockDim"],
        axis @ ("x" | "y" | "z") if at > 0 && pieces[at - 1].text == "." => match axis {
            "x" => &["y"],
            "y" => &["x", "z"],
            _ => &["y"],
        },
        _ => return None,
    };
    Some(random.pick(others).to_owned())
}

/// Index expressions, bounds of sums and initial values are shifted by one.
fn indices(random: &mut Random, pieces: &[Piece<'_>], at: usize) -> Option<String> {
    let before = at.checked_sub(1).map(|before| pieces[before].text)?;
    if pieces[at].kind != TokenKind::Ident || !matches!(before, "[" | "=" | "<" | "<=" | "(" | ",") {
        return None;
    }
    let after = pieces.get(at + 1).map(|after| after.text)?;
    if !matches!(after, "]" | ";" | "+" | "-" | ")" | "," | "&&" | "->") {
        return None;
    }
    let by = random.pick(&["+ 1", "- 1"]);
    Some(format!("{} {by}", pieces[at].text))
}

/// A name becomes another one of the same text.
fn names(random: &mut Random, pieces: &[Piece<'_>], at: usize) -> Option<String> {
    const KEYWORDS: &[&str] = &[
        "int", "float", "double", "unsigned", "const", "if", "else", "for", "while", "do", "return", "break",
        "continue", "void", "template", "extern", "__shared__", "__global__", "__device__", "__syncthreads",
        "requires", "ensures", "invariant", "forall", "exists", "length", "old", "ghost", "sum", "count", "prod",
        "min", "max", "threadIdx", "blockIdx", "blockDim", "gridDim", "x", "y", "z", "switch", "case", "default",
        "active", "is_pow2", "writes", "reads", "variant", "assert", "assume", "bool", "char", "fminf", "fmaxf",
        "fmin", "fmax", "__restrict__", "loop_count", "struct", "inline", "static", "true", "reinterpret_cast",
    ];
    let is_name = |piece: &Piece<'_>| piece.kind == TokenKind::Ident && !KEYWORDS.contains(&piece.text);
    let is_called = |at: usize| pieces.get(at + 1).is_some_and(|after| after.text == "(" || after.text == "[");
    if !is_name(&pieces[at]) {
        return None;
    }
    let alike = |other: &usize| {
        is_name(&pieces[*other]) && is_called(*other) == is_called(at) && pieces[*other].text != pieces[at].text
    };
    let others: Vec<usize> = (0..pieces.len()).filter(alike).collect();
    (!others.is_empty()).then(|| pieces[others[random.below(others.len())]].text.to_owned())
}

/// The condition of an `if` or `while` is negated or dropped.
fn guards(random: &mut Random, pieces: &[Piece<'_>], at: usize) -> Option<String> {
    let is_guard = pieces[at].text == "(" && at > 0 && matches!(pieces[at - 1].text, "if" | "while");
    is_guard.then(|| random.pick(&["(!", "(true || ", "(1 > 2 && "]).to_owned())
}

// ── changes of lines ────────────────────────────────────────────────────────────────────────────

/// The lines that hold one statement.
fn statements(lines: &[&str]) -> Vec<usize> {
    let is_one = |line: &&str| {
        let line = line.trim();
        let start = line.starts_with("//") || line.starts_with('#') || line.starts_with("for");
        line.ends_with(';') && !start && line.chars().filter(|c| *c == '(').count() == line.matches(')').count()
    };
    (0..lines.len()).filter(|at| is_one(&lines[*at])).collect()
}

fn joined(lines: &[&str]) -> String {
    lines.iter().map(|line| format!("{line}\n")).collect()
}

fn delete_line(random: &mut Random, text: &str) -> Option<Mutant> {
    let mut lines: Vec<&str> = text.lines().collect();
    let all = statements(&lines);
    let at = *all.get(random.below(all.len().max(1)))?;
    let line = lines.remove(at);
    Some(Mutant { text: joined(&lines), change: format!("line {}: `{}` is deleted", at + 1, line.trim()) })
}

fn swap_lines(random: &mut Random, text: &str) -> Option<Mutant> {
    let mut lines: Vec<&str> = text.lines().collect();
    let all = statements(&lines);
    let pairs: Vec<usize> = all.iter().copied().filter(|at| all.contains(&(at + 1))).collect();
    let at = *pairs.get(random.below(pairs.len().max(1)))?;
    lines.swap(at, at + 1);
    Some(Mutant { text: joined(&lines), change: format!("lines {} and {} are swapped", at + 1, at + 2) })
}

fn repeat_line(random: &mut Random, text: &str) -> Option<Mutant> {
    let mut lines: Vec<&str> = text.lines().collect();
    let all = statements(&lines);
    let at = *all.get(random.below(all.len().max(1)))?;
    lines.insert(at, lines[at]);
    Some(Mutant { text: joined(&lines), change: format!("line {} is repeated", at + 1) })
}

/// A barrier is dropped, moved, or put under a condition; where there is none, one is put somewhere.
fn barrier(random: &mut Random, text: &str) -> Option<Mutant> {
    let mut lines: Vec<&str> = text.lines().collect();
    let all: Vec<usize> = (0..lines.len()).filter(|at| lines[*at].trim() == "__syncthreads();").collect();
    let Some(at) = all.get(random.below(all.len().max(1))).copied() else {
        let places = statements(&lines);
        let at = *places.get(random.below(places.len().max(1)))?;
        lines.insert(at, "__syncthreads();");
        return Some(Mutant { text: joined(&lines), change: format!("a barrier before line {}", at + 1) });
    };
    let change = match random.below(4) {
        0 => {
            lines.swap(at, at.checked_sub(1)?);
            "is moved up"
        }
        1 if at + 1 < lines.len() => {
            lines.swap(at, at + 1);
            "is moved down"
        }
        2 => {
            lines[at] = random.pick(&[
                "if (threadIdx.x > 0) __syncthreads();", "if (blockIdx.x > 0) __syncthreads();",
                "if (blockDim.x > 2) __syncthreads();",
            ]);
            "is put under a condition"
        }
        _ => {
            lines.remove(at);
            "is dropped"
        }
    };
    Some(Mutant { text: joined(&lines), change: format!("the barrier of line {} {change}", at + 1) })
}

/// An atomic addition becomes an addition.
fn plain(random: &mut Random, text: &str) -> Option<Mutant> {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let all: Vec<usize> = (0..lines.len()).filter(|at| lines[*at].contains("atomicAdd(")).collect();
    let at = *all.get(random.below(all.len().max(1)))?;
    let line = lines[at].clone();
    let (before, call) = line.split_once("atomicAdd(")?;
    let mut depth = 0;
    let ends = |at: usize, c: char, depth: &mut i32| {
        *depth += match c {
            '(' | '[' => 1,
            ')' | ']' => -1,
            _ => 0,
        };
        (*depth == 0 && c == ',').then_some(at)
    };
    let comma = call.char_indices().find_map(|(at, c)| ends(at, c, &mut depth))?;
    let value = call[comma + 1..].trim_end().trim_end_matches(';').strip_suffix(')')?;
    let cell = match call[..comma].strip_prefix('&') {
        Some(cell) => cell.to_owned(),
        None => format!("*({})", &call[..comma]),
    };
    lines[at] = format!("{before}{cell} += {};", value.trim());
    Some(Mutant { text: lines.join("\n") + "\n", change: format!("line {}: the addition is not atomic", at + 1) })
}

/// A conjunct of a precondition or invariant is dropped.
fn conjunct(random: &mut Random, text: &str) -> Option<Mutant> {
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let is_one = |line: &String| {
        let clause = ["//@ requires ", "//@ invariant "].iter().any(|start| line.trim().starts_with(start));
        clause && line.contains(" && ") && !line.contains("->") && !line.contains("forall")
    };
    let all: Vec<usize> = (0..lines.len()).filter(|at| is_one(&lines[*at])).collect();
    let at = *all.get(random.below(all.len().max(1)))?;
    let line = lines[at].clone();
    let (start, body) = line.split_at(line.find("//@ ")? + 4);
    let (word, body) = body.split_once(' ')?;
    let mut parts: Vec<&str> = body.trim_end_matches(';').split(" && ").collect();
    let dropped = parts.remove(random.below(parts.len()));
    lines[at] = format!("{start}{word} {};", parts.join(" && "));
    let text = lines.join("\n") + "\n";
    Some(Mutant { text, change: format!("line {}: `{dropped}` is dropped", at + 1) })
}

/// A clause is dropped.
fn clause(random: &mut Random, text: &str) -> Option<Mutant> {
    let mut lines: Vec<&str> = text.lines().collect();
    let is_one = |line: &&str| {
        let words = ["//@ requires ", "//@ invariant ", "//@ assume ", "//@ writes ", "//@ reads "];
        line.trim().ends_with(';') && words.iter().any(|start| line.trim().starts_with(start))
    };
    let all: Vec<usize> = (0..lines.len()).filter(|at| is_one(&lines[*at])).collect();
    let at = *all.get(random.below(all.len().max(1)))?;
    let line = lines.remove(at);
    Some(Mutant { text: joined(&lines), change: format!("line {}: `{}` is dropped", at + 1, line.trim()) })
}

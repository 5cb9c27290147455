//! The trees' text form: compact s-expressions, for tests and for `vcs --stage tree`.

use super::spec::clause_word;
use super::tree::*;

/// One line for each item and launch.
pub fn file(file: &File) -> String {
    let mut lines: Vec<String> = file.items.iter().map(item).collect();
    lines.extend(file.launches.iter().map(launch));
    lines.join("\n")
}

fn list(head: &str, parts: impl IntoIterator<Item = String>) -> String {
    let mut out = format!("({head}");
    for part in parts.into_iter().filter(|part| !part.is_empty()) {
        out.push(' ');
        out.push_str(&part);
    }
    out.push(')');
    out
}

fn optional<T>(value: &Option<T>, show: impl Fn(&T) -> String) -> String {
    value.as_ref().map_or("_".to_string(), show)
}

pub fn item(item: &Item) -> String {
    match item {
        Item::Function(function) => self::function(function),
        Item::Global(declaration) => list("global", [self::declaration(declaration)]),
        Item::Typedef(typedef) => self::typedef(typedef),
        Item::Record(record) => self::record(record),
        Item::Enum(enumeration) => self::enumeration(enumeration),
        Item::Instantiation(instantiation) => list("instantiate", [name(&instantiation.name)]),
        Item::Logic(_) => "(logic)".to_string(),
    }
}

fn launch(launch: &Launch) -> String {
    let config = list("config", launch.config.iter().map(expr));
    list("launch", [name(&launch.name), config].into_iter().chain(launch.args.iter().map(expr)))
}

pub fn function(function: &Function) -> String {
    let specifiers = &function.specifiers;
    let words = [
        (specifiers.global, "global"),
        (specifiers.device, "device"),
        (specifiers.host, "host"),
        (specifiers.is_static, "static"),
        (specifiers.is_inline, "inline"),
        (specifiers.is_constexpr, "constexpr"),
    ];
    let words: Vec<&str> = words.iter().filter(|(set, _)| *set).map(|(_, word)| *word).collect();
    let mut qualified = function.scope.join("::");
    if !qualified.is_empty() {
        qualified.push_str("::");
    }
    qualified.push_str(&function.name.text);
    if let Some(args) = &function.template_args {
        qualified.push_str(&template_args(args));
    }
    let mut parts = vec![qualified];
    parts.extend(template(&function.template));
    parts.push(list("params", function.params.iter().map(param)));
    parts.push(ty(&function.return_type));
    if !specifiers.launch_bounds.is_empty() {
        parts.push(list("bounds", specifiers.launch_bounds.iter().map(expr)));
    }
    parts.extend(function.contract.iter().map(clause));
    parts.extend(function.unsupported.iter().map(|found| format!("[{}]", found.construct)));
    if let Some(body) = &function.body {
        parts.push(block(body));
    }
    list(&words.join("-"), parts)
}

fn template(params: &[TemplateParam]) -> Option<String> {
    let show = |param: &TemplateParam| {
        let name = optional(&param.name, |name| name.text.clone());
        match &param.kind {
            TemplateParamKind::Type(None) => name,
            TemplateParamKind::Type(Some(default)) => format!("{name}={}", ty(default)),
            TemplateParamKind::Value(kind, None) => format!("{name}:{}", ty(kind)),
            TemplateParamKind::Value(kind, Some(default)) => format!("{name}:{}={}", ty(kind), expr(default)),
            TemplateParamKind::Other(what) => format!("{name}:[{what}]"),
        }
    };
    (!params.is_empty()).then(|| list("template", params.iter().map(show)))
}

fn param(param: &Param) -> String {
    let mut text = format!("{}:{}", optional(&param.name, |name| name.text.clone()), ty(&param.ty));
    if let Some(default) = &param.default {
        text.push_str(&format!("={}", expr(default)));
    }
    text
}

pub fn ty(ty: &Type) -> String {
    let mut text = match &ty.kind {
        TypeKind::Void => "void".to_string(),
        TypeKind::Bool => "bool".to_string(),
        TypeKind::Int { signed, bits } => format!("{}{bits}", if *signed { "i" } else { "u" }),
        TypeKind::Float { bits } => format!("f{bits}"),
        TypeKind::Auto => "auto".to_string(),
        TypeKind::Named(name) => self::name(name),
        TypeKind::Pointer(to) => format!("*{}", self::ty(to)),
        TypeKind::Reference(to) => format!("&{}", self::ty(to)),
        TypeKind::Array(of, extent) => {
            format!("[{}]{}", extent.as_ref().map_or(String::new(), |extent| expr(extent)), self::ty(of))
        }
        TypeKind::Decltype(of) => format!("decltype({})", expr(of)),
        TypeKind::Other(what) => format!("<{what}>"),
    };
    for (set, word) in [
        (ty.qualifiers.is_restrict, "restrict "),
        (ty.qualifiers.is_volatile, "volatile "),
        (ty.qualifiers.is_const, "const "),
    ] {
        if set {
            text.insert_str(0, word);
        }
    }
    text
}

fn name(name: &Name) -> String {
    let mut text = name.path.join("::");
    if !text.is_empty() {
        text.push_str("::");
    }
    text.push_str(&name.ident);
    if let Some(args) = &name.template_args {
        text.push_str(&template_args(args));
    }
    text
}

fn template_args(args: &[TemplateArg]) -> String {
    let args = args.iter().map(|arg| match arg {
        TemplateArg::Type(of) => ty(of),
        TemplateArg::Value(value) => expr(value),
    });
    format!("<{}>", args.collect::<Vec<_>>().join(","))
}

fn typedef(typedef: &Typedef) -> String {
    let parts = [Some(typedef.name.text.clone()), template(&typedef.template), Some(ty(&typedef.ty))];
    list("typedef", parts.into_iter().flatten())
}

fn record(record: &Record) -> String {
    let head = if record.is_union { "union" } else { "struct" };
    let mut parts = vec![optional(&record.name, |name| name.text.clone())];
    parts.extend(template(&record.template));
    parts.extend(record.bases.iter().map(|base| format!(": {}", ty(base))));
    parts.extend(record.names.typedefs.iter().map(self::typedef));
    parts.extend(record.names.enums.iter().map(enumeration));
    parts.extend(record.names.records.iter().map(self::record));
    parts.extend(record.statics.iter().map(declaration));
    parts.extend(record.fields.iter().map(param));
    parts.extend(record.methods.iter().map(function));
    parts.extend(record.unsupported.iter().map(|found| format!("[{}]", found.construct)));
    list(head, parts)
}

fn enumeration(enumeration: &Enumeration) -> String {
    let values = enumeration.values.iter().map(|(name, value)| match value {
        None => name.text.clone(),
        Some(value) => format!("{}={}", name.text, expr(value)),
    });
    list(
        if enumeration.is_scoped { "enum-class" } else { "enum" },
        [optional(&enumeration.name, |name| name.text.clone())].into_iter().chain(values),
    )
}

fn declaration(declaration: &Declaration) -> String {
    let specifiers = &declaration.specifiers;
    let words = [
        (specifiers.is_shared, "shared"),
        (specifiers.is_extern, "extern"),
        (specifiers.is_static, "static"),
        (specifiers.is_constant, "constant"),
        (specifiers.is_device, "device"),
        (specifiers.is_constexpr, "constexpr"),
    ];
    let words: Vec<&str> = words.iter().filter(|(set, _)| *set).map(|(_, word)| *word).collect();
    let declarators = declaration.declarators.iter().map(|declarator| {
        let mut text = format!("{}:{}", declarator.name.text, ty(&declarator.ty));
        match &declarator.init {
            None => {}
            Some(Initializer::Construct(args)) => text.push_str(&list("", args.iter().map(expr))),
            Some(init) => text.push_str(&format!("={}", initializer(init))),
        }
        text
    });
    let declarators: Vec<String> = declarators.collect();
    list("let", words.into_iter().map(str::to_string).chain(declarators))
}

fn initializer(init: &Initializer) -> String {
    match init {
        Initializer::Expr(value) => expr(value),
        Initializer::List(values, _) => {
            format!("{{{}}}", values.iter().map(initializer).collect::<Vec<_>>().join(","))
        }
        Initializer::Construct(args) => list("", args.iter().map(expr)),
    }
}

pub fn block(block: &Block) -> String {
    format!("{{{}}}", block.stmts.iter().map(stmt).collect::<Vec<_>>().join(" "))
}

pub fn stmt(stmt: &Stmt) -> String {
    let text = match &stmt.kind {
        StmtKind::Empty | StmtKind::Using(_) => "(skip)".to_string(),
        StmtKind::Expr(value) => expr(value),
        StmtKind::StaticAssert(cond) => list("static-assert", [expr(cond)]),
        StmtKind::Declare(declaration) => self::declaration(declaration),
        StmtKind::Typedef(typedef) => self::typedef(typedef),
        StmtKind::Record(record) => self::record(record),
        StmtKind::Enum(enumeration) => self::enumeration(enumeration),
        StmtKind::Bind { object, names } => {
            let names = names.iter().map(|name| name.text.clone());
            list("bind", [object.clone()].into_iter().chain(names))
        }
        StmtKind::Block(block) => self::block(block),
        StmtKind::If { cond, then, else_, is_constexpr } => {
            let head = if *is_constexpr { "if-constexpr" } else { "if" };
            let else_ = else_.as_ref().map(|else_| self::stmt(else_));
            list(head, [condition(cond), self::stmt(then)].into_iter().chain(else_))
        }
        StmtKind::While { cond, body, annot } => list("while", [condition(cond), loop_annot(annot), self::stmt(body)]),
        StmtKind::DoWhile { body, cond, annot } => list("do", [loop_annot(annot), self::stmt(body), expr(cond)]),
        StmtKind::For { init, cond, step, body, annot } => list(
            "for",
            [
                optional(init, |init| self::stmt(init)),
                optional(cond, condition),
                optional(step, expr),
                loop_annot(annot),
                self::stmt(body),
            ],
        ),
        StmtKind::Try(body, handlers) => list("try", std::iter::once(body).chain(handlers).map(block)),
        StmtKind::Switch { value, body } => list("switch", [expr(value), self::stmt(body)]),
        StmtKind::Case(value) => list("case", [expr(value)]),
        StmtKind::Default => "(default)".to_string(),
        StmtKind::Break => "(break)".to_string(),
        StmtKind::Continue => "(continue)".to_string(),
        StmtKind::Return(value) => list("return", value.iter().map(expr)),
        StmtKind::Goto(label) => list("goto", [label.text.clone()]),
        StmtKind::Label(label) => list("label", [label.text.clone()]),
        StmtKind::Annotation(clause) => self::clause(clause),
        StmtKind::Unsupported(construct) => format!("[{construct}]"),
    };
    if stmt.wraps { format!("(wraps {text})") } else { text }
}

fn condition(condition: &Condition) -> String {
    match condition {
        Condition::Expr(value) => expr(value),
        Condition::Declaration(declaration) => self::declaration(declaration),
    }
}

fn loop_annot(annot: &LoopAnnot) -> String {
    let mut parts: Vec<String> = annot.invariants.iter().map(clause).collect();
    parts.extend(annot.variant.iter().map(clause));
    if annot.pragma_unroll {
        parts.push("#unroll".into());
    }
    parts.join(" ")
}

pub fn expr(value: &Expr) -> String {
    let two = |head: &str, left: &Expr, right: &Expr| list(head, [expr(left), expr(right)]);
    match &value.kind {
        ExprKind::Int(literal) => {
            let suffix = "l".repeat(usize::from(literal.long));
            format!("{}{}{suffix}", literal.value, if literal.unsigned { "u" } else { "" })
        }
        ExprKind::Float { text, bits } => match bits {
            16 => format!("{text}h"),
            32 => format!("{text}f"),
            _ => text.clone(),
        },
        ExprKind::Bool(value) => value.to_string(),
        ExprKind::Char(code) => format!("'{code}'"),
        ExprKind::Str(text) => format!("{text:?}"),
        ExprKind::Nullptr => "nullptr".into(),
        ExprKind::This => "this".into(),
        ExprKind::Name(name) => self::name(name),
        ExprKind::Unary(op, operand) => {
            let head = match op {
                UnaryOp::Deref => "deref",
                UnaryOp::AddressOf => "addr",
                UnaryOp::Plus | UnaryOp::Minus | UnaryOp::Not | UnaryOp::BitNot => op.symbol(),
            };
            list(head, [expr(operand)])
        }
        ExprKind::Step { increment, prefix, place } => {
            let sign = if *increment { "++" } else { "--" };
            list(&if *prefix { format!("{sign}_") } else { format!("_{sign}") }, [expr(place)])
        }
        ExprKind::Binary(op, left, right) => two(op.symbol(), left, right),
        ExprKind::Assign(None, left, right) => two("=", left, right),
        ExprKind::Assign(Some(op), left, right) => two(&format!("{}=", op.symbol()), left, right),
        ExprKind::Conditional(cond, then, other) => list("?", [expr(cond), expr(then), expr(other)]),
        ExprKind::Comma(left, right) => two(",", left, right),
        ExprKind::Call(callee, args) => list("call", std::iter::once(expr(callee)).chain(args.iter().map(expr))),
        ExprKind::Launch(launch) => {
            let parts = std::iter::once(&launch.kernel).chain(&launch.config).chain(&launch.args);
            list("launch", parts.map(expr))
        }
        ExprKind::Index(base, index) => format!("{}[{}]", expr(base), expr(index)),
        ExprKind::Member { base, member, arrow } => {
            format!("{}{}{}", expr(base), if *arrow { "->" } else { "." }, name(member))
        }
        ExprKind::Cast(style, to, operand) => list(style.word(), [ty(to), expr(operand)]),
        ExprKind::Construct(of, args) => list("new", std::iter::once(ty(of)).chain(args.iter().map(expr))),
        ExprKind::Lambda(lambda) => {
            let captures = format!("[{}]", lambda.captures.join(","));
            list("lambda", [captures].into_iter().chain(lambda.params.iter().map(param)).chain([block(&lambda.body)]))
        }
        ExprKind::InitList(values) => format!("{{{}}}", values.iter().map(expr).collect::<Vec<_>>().join(",")),
        ExprKind::SizeofType(of) => list("sizeof-type", [ty(of)]),
        ExprKind::AlignofType(of) => list("alignof-type", [ty(of)]),
        ExprKind::Extent(operand) => list("extent", [expr(operand)]),
        ExprKind::SizeofExpr(operand) => list("sizeof", [expr(operand)]),
        ExprKind::Unsupported(construct) => format!("[{construct}]"),
        ExprKind::Spec(_) => "(spec)".to_string(),
    }
}

/// A clause by its keyword and, where it has one, its expression.
pub fn clause(clause: &Clause) -> String {
    let value = match &clause.kind {
        ClauseKind::Requires(value)
        | ClauseKind::Ensures(value)
        | ClauseKind::Invariant(value)
        | ClauseKind::Variant(value)
        | ClauseKind::Assert(value)
        | ClauseKind::Assume(value)
        | ClauseKind::BarrierInvariant(value) => expr(value),
        ClauseKind::Ghost(ghosts) => ghosts.iter().map(|ghost| ghost.name.text.clone()).collect::<Vec<_>>().join(" "),
        ClauseKind::Writes(regions) | ClauseKind::Reads(regions) => {
            regions.iter().map(|region| expr(&region.array)).collect::<Vec<_>>().join(" ")
        }
        ClauseKind::Wraps | ClauseKind::Logic(_) => String::new(),
    };
    format!("@{}({value})", clause_word(&clause.kind))
}

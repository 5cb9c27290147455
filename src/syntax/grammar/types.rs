//! Types: specifiers in any order, declarators inside out.

use super::parse::{Node, Rule};
use crate::base::Span;
use crate::syntax::tree::{
    DeclSpecifiers, ExprKind, FunctionSpecifiers, Ident, Qualifiers, Type, TypeKind, Unsupported,
};

use super::Builder;
use crate::syntax::tree::words::{Words, library_type};

/// What the specifiers before a declarator say.
#[derive(Clone, Debug)]
pub struct Specs {
    pub ty: Type,
    pub declaration: DeclSpecifiers,
    pub function: FunctionSpecifiers,
    pub unsupported: Vec<Unsupported>,
}

impl Specs {
    /// Of a declaration that says nothing.
    pub fn of_nothing(span: Span) -> Specs {
        Specs {
            ty: Type::new(TypeKind::Auto, span),
            declaration: DeclSpecifiers::default(),
            function: FunctionSpecifiers::default(),
            unsupported: Vec::new(),
        }
    }
}

impl Builder<'_> {
    pub fn type_id(&mut self, node: Node<'_>) -> Type {
        let span = self.span(&node);
        let mut inner = node.into_inner();
        let Some(specs) = inner.next() else { return Type::new(TypeKind::Other("an unreadable type".into()), span) };
        let specs = self.specs(specs);
        let mut ty = specs.ty;
        for part in inner {
            ty = self.declarator(part, ty).1;
        }
        Type { span, ..ty }
    }

    pub fn specs(&mut self, node: Node<'_>) -> Specs {
        let span = self.span(&node);
        let mut words = Words::default();
        let mut named: Option<TypeKind> = None;
        let mut is_vector = false;
        let mut specs = Specs::of_nothing(span);
        let mut type_span: Option<Span> = None;
        for part in node.into_inner() {
            let here = self.span(&part);
            match part.as_rule() {
                Rule::qualifier => self.qualifier(&part, &mut specs.ty.qualifiers),
                Rule::storage => self.storage(&part, &mut specs),
                Rule::attribute => {
                    is_vector |= is_vector_extension(self.text(&part));
                    self.attribute(part, &mut specs);
                }
                Rule::type_word => {
                    words.add(self.text(&part));
                    type_span = Some(type_span.map_or(here, |before| before.to(here)));
                }
                Rule::decltype => {
                    named = Some(self.decltype(part));
                    type_span = Some(here);
                }
                Rule::elaborated => {
                    named = part.into_inner().nth(1).map(|name| TypeKind::Named(self.name(name)));
                    type_span = Some(here);
                }
                _ => {
                    specs.ty.qualifiers.is_second = self.text(&part).trim_start_matches("std::") == "int8_t";
                    named = Some(self.named_type(part));
                    type_span = Some(here);
                }
            }
        }
        specs.ty.qualifiers.is_second |= named.is_none() && words.is_second();
        specs.ty.kind = named.unwrap_or_else(|| words.kind());
        if is_vector {
            specs.ty.kind = TypeKind::Other(VECTOR_EXTENSION.into());
        }
        specs.ty.span = type_span.unwrap_or(span);
        specs
    }

    /// `decltype(e)`. A name or member in parentheses is another type than without.
    pub fn decltype(&mut self, node: Node<'_>) -> TypeKind {
        let is_standard = self.text(&node).starts_with("decltype");
        let operand = node.into_inner().find(|part| part.as_rule() == Rule::decltype_operand).filter(|_| is_standard);
        let operand = operand.and_then(|part| part.into_inner().find(|part| part.as_rule() == Rule::expr));
        let Some(operand) = operand else { return TypeKind::Other("`decltype`".into()) };
        let in_parentheses = self.text(&operand).starts_with('(');
        let e = self.expr(operand);
        match e.kind {
            ExprKind::Name(_) | ExprKind::Member { .. } if in_parentheses => TypeKind::Other("`decltype`".into()),
            _ => TypeKind::Decltype(Box::new(e)),
        }
    }

    /// A name of a type; those that the C library declares are what they are on the device, unless
    /// the file declares them itself.
    pub fn named_type(&mut self, node: Node<'_>) -> TypeKind {
        let name = self.name(node);
        let plain = name.template_args.is_none() && (name.path.is_empty() || name.path == ["std"]);
        if plain
            && !self.names.is_declared(&name.ident)
            && let Some(kind) = library_type(&name.ident)
        {
            return kind;
        }
        TypeKind::Named(name)
    }

    pub fn qualifier(&self, node: &Node<'_>, qualifiers: &mut Qualifiers) {
        match self.text(node) {
            "const" => qualifiers.is_const = true,
            "volatile" => qualifiers.is_volatile = true,
            _ => qualifiers.is_restrict = true,
        }
    }

    pub fn storage(&self, node: &Node<'_>, specs: &mut Specs) {
        let (declaration, function) = (&mut specs.declaration, &mut specs.function);
        match self.text(node) {
            "__shared__" => declaration.is_shared = true,
            "__constant__" => declaration.is_constant = true,
            "__device__" => {
                declaration.is_device = true;
                function.device = true;
            }
            "__managed__" => {
                declaration.is_device = true;
                specs.unsupported.push(self.unsupported("`__managed__`", node));
            }
            "__global__" => function.global = true,
            "__host__" => function.host = true,
            "static" => {
                declaration.is_static = true;
                function.is_static = true;
            }
            "extern" => declaration.is_extern = true,
            "constexpr" | "consteval" | "constinit" => {
                declaration.is_constexpr = true;
                function.is_constexpr = true;
            }
            "inline" | "__inline" | "__inline__" | "__forceinline__" | "__noinline__" => function.is_inline = true,
            "thread_local" => specs.unsupported.push(self.unsupported("`thread_local`", node)),
            "virtual" => {
                function.is_virtual = true;
                specs.unsupported.push(self.unsupported("a virtual function", node));
            }
            "explicit" => function.is_explicit = true,
            "mutable" => declaration.is_mutable = true,
            "friend" => function.is_friend = true,
            _ => {}
        }
    }

    pub fn attribute(&mut self, node: Node<'_>, specs: &mut Specs) {
        for part in node.into_inner() {
            let text = self.text(&part);
            match part.as_rule() {
                Rule::launch_bounds => {
                    for args in part.into_inner() {
                        specs.function.launch_bounds = self.args(args);
                    }
                }
                // The old spelling of CUDA's own keywords, which some tools still write.
                Rule::attribute_gnu => {
                    let inside: String = text.split(['(', ')', ' ']).collect();
                    match inside.trim_start_matches('_').trim_start_matches("attribute").trim_matches('_') {
                        "shared" => specs.declaration.is_shared = true,
                        "constant" => specs.declaration.is_constant = true,
                        "device" => {
                            specs.declaration.is_device = true;
                            specs.function.device = true;
                        }
                        "global" => specs.function.global = true,
                        "host" => specs.function.host = true,
                        _ => {
                            if text.starts_with("__cluster_dims__") || text.starts_with("__block_size__") {
                                specs.unsupported.push(self.unsupported("thread block clusters", &part));
                            }
                        }
                    }
                }
                _ => {}
            }
        }
    }

    /// Applies a declarator (of any kind) to a type: the name declared, and its type.
    pub fn declarator(&mut self, node: Node<'_>, base: Type) -> (Option<Ident>, Type) {
        let mut ty = base;
        let mut ident = None;
        let mut inner = None;
        let mut extents = Vec::new();
        let mut is_function = false;
        let mut is_pack = false;
        for part in node.into_inner() {
            match part.as_rule() {
                Rule::pointer => ty = self.pointer(part, ty),
                Rule::ident | Rule::type_ident => ident = Some(self.ident(&part)),
                Rule::declarator | Rule::abstract_declarator => inner = Some(part),
                Rule::array => extents.push(part),
                Rule::params => is_function = true,
                Rule::attribute if is_vector_extension(self.text(&part)) => {
                    ty = Type::new(TypeKind::Other(VECTOR_EXTENSION.into()), ty.span);
                }
                Rule::pack => is_pack = true,
                _ => {}
            }
        }
        for extent in extents.into_iter().rev() {
            let span = ty.span.to(self.span(&extent));
            let mut value = None;
            for part in extent.into_inner() {
                if part.as_rule() == Rule::assign {
                    value = Some(Box::new(self.assign(part)));
                }
            }
            ty = Type::new(TypeKind::Array(Box::new(ty), value), span);
        }
        if is_function {
            ty = Type::new(TypeKind::Other("a function pointer".into()), ty.span);
        }
        if is_pack {
            ty = Type::new(TypeKind::Other("a parameter pack".into()), ty.span);
        }
        if let Some(inner) = inner {
            if is_function {
                // Pointers to functions are not modelled, so what stands inside adds only the name.
                let (name, inner) = self.declarator(inner, ty.clone());
                return match inner.kind {
                    TypeKind::Array(of, extent) => {
                        let of = Type { qualifiers: of.qualifiers, ..ty };
                        (name, Type { kind: TypeKind::Array(Box::new(of), extent), ..inner })
                    }
                    _ => (name, ty),
                };
            }
            return self.declarator(inner, ty);
        }
        (ident, ty)
    }

    pub fn pointer(&mut self, node: Node<'_>, ty: Type) -> Type {
        let span = ty.span.to(self.span(&node));
        let mut qualifiers = Qualifiers::default();
        let mut is_reference = false;
        let mut moves = false;
        for part in node.into_inner() {
            match part.as_rule() {
                Rule::pointer_symbol => {
                    let symbol = self.text(&part);
                    is_reference = symbol != "*";
                    moves = symbol == "&&";
                }
                Rule::qualifier => self.qualifier(&part, &mut qualifiers),
                _ => {}
            }
        }
        let kind = if moves {
            TypeKind::Other("an rvalue reference".into())
        } else if is_reference {
            TypeKind::Reference(Box::new(ty))
        } else {
            TypeKind::Pointer(Box::new(ty))
        };
        Type { kind, qualifiers, span }
    }
}

/// What compilers other than CUDA's make of a number by an attribute.
const VECTOR_EXTENSION: &str = "a vector by an attribute";

fn is_vector_extension(attribute: &str) -> bool {
    ["vector_size", "vector_type"].iter().any(|word| attribute.contains(word))
}

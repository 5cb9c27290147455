//! Classes: fields, static members, member functions, constructors, and the types inside.

use super::parse::{Node, Rule};
use crate::syntax::tree::{
    Block, Declaration, Declarator, Function, FunctionKind, Ident, Initializer, Lambda, Name, Param, Record, StmtKind,
    TemplateParam, Type, Unsupported,
};

use super::declarations::{Header, TypeDefinition};
use super::statements::{Leading, find};
use super::types::Specs;
use super::{Builder, unsupported_stmt};

/// Words of attributes that change a layout.
const REALIGNING: [&str; 4] = ["__align__", "alignas", "aligned", "packed"];

fn realigning_words(text: &str) -> usize {
    REALIGNING.iter().map(|word| text.matches(word).count()).sum()
}

/// What `__align__(8)`, `alignas(8)` or `__attribute__((aligned(8)))` say.
fn alignment(attribute: &str) -> Option<u64> {
    let (word, rest) = attribute.split_once('(')?;
    let rest = match word.trim() {
        "__align__" | "alignas" | "_Alignas" => rest,
        "__attribute__" | "__attribute" => {
            rest.trim_start().strip_prefix('(')?.trim().strip_prefix("aligned")?.trim().strip_prefix('(')?
        }
        _ => return None,
    };
    let digits: String = rest.trim_matches([' ', ')']).to_string();
    digits.parse().ok().filter(|align: &u64| align.is_power_of_two())
}

impl Builder<'_> {
    pub fn local_record(&mut self, node: Node<'_>) -> StmtKind {
        if find(&node, Rule::record_variables).is_some() {
            return unsupported_stmt("a type defined together with its variables here");
        }
        match find(&node, Rule::record) {
            Some(record) => StmtKind::Record(self.record(record)),
            None => unsupported_stmt("a type"),
        }
    }

    /// A record type. That an attribute of a variable in a member function counts as well does no harm: the layout is
    /// not known then.
    pub fn record(&mut self, node: Node<'_>) -> Record {
        let mut record = Record { span: self.span(&node), ..Record::default() };
        // What attributes of the type itself say is known; those of members are not looked at.
        let mut words = realigning_words(self.text(&node));
        record.layout.realigning_words = words;
        for part in node.into_inner() {
            match part.as_rule() {
                Rule::attribute => {
                    if let Some(align) = alignment(self.text(&part)) {
                        record.layout.align = record.layout.align.max(align);
                        words -= realigning_words(self.text(&part));
                    }
                }
                Rule::record_key => record.is_union = self.text(&part) == "union",
                Rule::type_name => {
                    let span = self.span(&part);
                    let name = self.name(part);
                    record.name = Some(Ident { text: name.ident, span });
                    record.template_args = name.template_args;
                    // `template <> struct n::S<float>`
                    record.scope = name.path;
                }
                Rule::bases => self.bases(part, &mut record),
                Rule::member => {
                    for member in part.into_inner() {
                        self.member(member, &mut record);
                    }
                }
                _ => {}
            }
        }
        // Alone it is what the compiler makes anyway.
        let constructors = || record.methods.iter().filter(|method| method.kind == FunctionKind::Constructor);
        if constructors().all(|constructor| constructor.specifiers.is_defaulted) {
            record.methods.retain(|method| !method.specifiers.is_defaulted);
        }
        let inside: usize = record.names.records.iter().map(|inner| inner.layout.realigning_words).sum();
        record.layout.is_realigned = words > inside;
        record
    }

    fn bases(&mut self, node: Node<'_>, record: &mut Record) {
        for part in node.into_inner() {
            match (part.as_rule(), find(&part, Rule::type_name)) {
                (Rule::base, Some(name)) => {
                    let span = self.span(&name);
                    let kind = self.named_type(name);
                    record.bases.push(Type::new(kind, span));
                }
                _ => record.unsupported.push(self.unsupported("a base class of unknown kind", &part)),
            }
        }
    }

    fn member(&mut self, node: Node<'_>, record: &mut Record) {
        match node.as_rule() {
            Rule::field => self.field(node, record),
            Rule::method => self.method(node, Vec::new(), record),
            Rule::member_template => {
                let mut template = Vec::new();
                for part in node.into_inner() {
                    match part.as_rule() {
                        Rule::template_head => template = self.template_head(part),
                        _ => self.method(part, std::mem::take(&mut template), record),
                    }
                }
            }
            Rule::typedef | Rule::using_alias => {
                let (definition, typedefs) = self.typedef(node);
                match definition {
                    Some(TypeDefinition::Record(inner)) => record.names.records.push(inner),
                    Some(TypeDefinition::Enum(inner)) => record.names.enums.push(inner),
                    None => {}
                }
                record.names.typedefs.extend(typedefs);
            }
            Rule::record_decl => self.inner_record(node, record),
            Rule::enum_decl => match self
                .enumeration_with_variables(&node)
                .or_else(|| Some((self.enumeration(node.clone())?, Declaration::default())))
            {
                Some((inner, variables)) => {
                    record.names.enums.push(inner);
                    let fields = variables.declarators.into_iter().map(|field| {
                        let span = field.name.span;
                        Param::new(Some(field.name), field.ty, span)
                    });
                    record.fields.extend(fields);
                }
                None => record.unsupported.push(self.unsupported("an enumeration with variables", &node)),
            },
            // One that kernels may call; its body is not read.
            Rule::friend_other
                if ["__device__", "constexpr"].iter().any(|word| self.text(&node).contains(word))
                    && self.text(&node).contains('{') =>
            {
                record.unsupported.push(self.unsupported("a friend of unknown kind", &node));
            }
            // Friends of other names, assertions at compile time and access change nothing here.
            Rule::using_other => record.names.usings.extend(self.usings(&node)),
            Rule::access | Rule::semi | Rule::annotation => {}
            _ if self.text(&node).starts_with("template") => {
                record.unsupported.push(self.unsupported("a member template", &node));
            }
            _ => {}
        }
    }

    /// A type inside of a type, perhaps with fields of it.
    fn inner_record(&mut self, node: Node<'_>, record: &mut Record) {
        let Some(inner) = find(&node, Rule::record) else { return };
        if let Some((inner, declaration)) = self.record_with_variables(&node) {
            record.names.records.push(inner);
            if declaration.specifiers.is_static {
                return record.statics.push(declaration);
            }
            for field in declaration.declarators {
                if field.init.is_some() {
                    record.unsupported.push(self.unsupported("a default value of a member of an unnamed type", &node));
                }
                let span = field.name.span;
                record.fields.push(Param::new(Some(field.name), field.ty, span));
            }
            return;
        }
        let mut inner = self.record(inner);
        if inner.name.is_none() {
            // Its members are found as if they were those of the record around.
            let (ty, span) = (self.type_of(&mut inner), inner.span);
            record.fields.push(Param::new(inner.name.clone(), ty, span));
        }
        record.names.records.push(inner);
    }

    fn field(&mut self, node: Node<'_>, record: &mut Record) {
        let span = self.span(&node);
        let mut specs: Option<Specs> = None;
        for part in node.into_inner() {
            match (part.as_rule(), &specs) {
                (Rule::specs, _) => specs = Some(self.specs(part)),
                (Rule::field_declarator, Some(found)) => {
                    let (specifiers, base) = (found.declaration, found.ty.clone());
                    let here = self.span(&part);
                    let mut init = None;
                    let mut declared = None;
                    for piece in part.into_inner() {
                        match piece.as_rule() {
                            Rule::declarator => declared = Some(self.declarator(piece, base.clone())),
                            Rule::assign | Rule::init_list => init = Some(piece),
                            Rule::bit_width => record.unsupported.push(self.unsupported("a bit field", &piece)),
                            _ => {}
                        }
                    }
                    let Some((name, ty)) = declared else { continue };
                    if specifiers.is_static {
                        let init = init.map(|init| self.initializer_value(init));
                        let declarators = name.map(|name| Declarator { name, ty, init }).into_iter().collect();
                        record.statics.push(Declaration::new(specifiers, declarators, span));
                        continue;
                    }
                    let default = init.map(|init| match init.as_rule() {
                        Rule::assign => self.assign(init),
                        _ => self.init_list_expr(init),
                    });
                    let is_mutable = specifiers.is_mutable;
                    record.fields.push(Param { name, ty, default, is_mutable, span: here });
                }
                _ => {}
            }
        }
    }

    fn method(&mut self, node: Node<'_>, template: Vec<TemplateParam>, record: &mut Record) {
        let order = self.range(&node).start;
        let span = self.span(&node);
        let mut found = Specs::of_nothing(span);
        let mut header = Header { template, ..Header::default() };
        let mut body = None;
        let mut contract = Vec::new();
        for part in node.into_inner() {
            match part.as_rule() {
                Rule::specs => {
                    found = self.specs(part);
                    header.return_type = Some(found.ty.clone());
                }
                Rule::qualifier => {}
                Rule::storage => self.storage(&part, &mut found),
                Rule::attribute => self.attribute(part, &mut found),
                Rule::constructor_head => {
                    header.kind = FunctionKind::Constructor;
                    for piece in part.into_inner() {
                        match piece.as_rule() {
                            Rule::type_ident => header.name = self.ident(&piece),
                            _ => self.function_suffix(piece, &mut header),
                        }
                    }
                }
                Rule::function_head => self.function_head(part, &mut header),
                Rule::destructor => {
                    header.kind = FunctionKind::Destructor;
                    header.name = self.ident(&part);
                }
                Rule::operator_name => self.operator_name(part, &mut header),
                Rule::function_suffix => self.function_suffix(part, &mut header),
                Rule::member_inits => header.inits = self.member_inits(part),
                Rule::block => body = Some(self.block(part, Leading::Function(&mut contract))),
                Rule::defaulted if self.text(&part) == "delete" => header.kind = FunctionKind::Deleted,
                Rule::defaulted if header.kind == FunctionKind::Constructor && header.params.is_empty() => {
                    found.function.is_defaulted = true;
                    body = Some(Block { stmts: Vec::new(), span });
                }
                // What the compiler makes is what is made where there is none.
                Rule::defaulted => return,
                _ => {}
            }
        }
        header.unsupported.append(&mut found.unsupported);
        header.mark(found.function);
        record.methods.push(Function { body, contract, order, ..header.function(span) });
    }

    pub fn member_inits(&mut self, node: Node<'_>) -> Vec<(Name, Initializer)> {
        let mut inits = Vec::new();
        for init in node.into_inner().filter(|part| part.as_rule() == Rule::member_init) {
            let mut parts = init.into_inner();
            let (Some(name), Some(value)) = (parts.next(), parts.next()) else { continue };
            let name = self.name(name);
            let value = match value.as_rule() {
                Rule::args => Initializer::Construct(self.args(value)),
                _ => self.init_list(value),
            };
            inits.push((name, value));
        }
        inits
    }

    /// A lambda expression, with its body.
    pub fn lambda(&mut self, node: Node<'_>) -> Option<Lambda> {
        let mut captures = Vec::new();
        let mut params = Vec::new();
        let mut return_type = None;
        let mut body = None;
        let mut is_mutable = false;
        let mut unsupported: Vec<Unsupported> = Vec::new();
        for part in node.into_inner() {
            match part.as_rule() {
                Rule::balanced_brackets => {
                    let inside = self.text(&part).trim_start_matches('[').trim_end_matches(']');
                    captures = inside.split(',').map(|item| item.split_whitespace().collect::<String>()).collect();
                    captures.retain(|item| !item.is_empty());
                }
                Rule::params => params = self.params(part, &mut unsupported),
                Rule::type_id => return_type = Some(self.type_id(part)),
                Rule::block => body = Some(self.block(part, Leading::Nobody)),
                Rule::lambda_word => is_mutable |= self.text(&part) == "mutable",
                _ => {}
            }
        }
        Some(Lambda { captures, params, return_type, is_mutable, body: body?, unsupported })
    }
}

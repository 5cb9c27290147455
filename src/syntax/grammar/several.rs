//! Statements of the source that are several statements of the tree: a type that is defined together with its variables
//! (CLASS-16), a `typedef` of several names, a structured binding (CLASS-30).

use super::parse::{Node, Rule};
use crate::syntax::tree::{
    DeclSpecifiers, Declaration, Declarator, Enumeration, Ident, Name, Record, Stmt, StmtKind, Type, TypeKind, UNNAMED,
};

use super::Builder;
use super::declarations::TypeDefinition;
use super::statements::find;
use super::types::Specs;

impl Builder<'_> {
    /// The statements that a node is, if it is several.
    pub fn several(&mut self, node: &Node<'_>) -> Vec<Stmt> {
        let span = self.span(node);
        let kinds = match node.as_rule() {
            Rule::record_decl => match self.record_with_variables(node) {
                Some((record, declaration)) => vec![StmtKind::Record(record), StmtKind::Declare(declaration)],
                None => Vec::new(),
            },
            Rule::enum_decl => match self.enumeration_with_variables(node) {
                Some((enumeration, declaration)) => {
                    vec![StmtKind::Enum(enumeration), StmtKind::Declare(declaration)]
                }
                None => Vec::new(),
            },
            Rule::typedef => {
                let (definition, typedefs) = self.typedef(node.clone());
                let defined = definition.map(|definition| match definition {
                    TypeDefinition::Record(record) => StmtKind::Record(record),
                    TypeDefinition::Enum(enumeration) => StmtKind::Enum(enumeration),
                });
                defined.into_iter().chain(typedefs.into_iter().map(StmtKind::Typedef)).collect()
            }
            Rule::structured_binding => self.binding(node),
            _ => Vec::new(),
        };
        kinds.into_iter().map(|kind| Stmt::new(kind, span)).collect()
    }

    /// A record and the variables of it that are declared at once, if there are any.
    pub fn record_with_variables(&mut self, node: &Node<'_>) -> Option<(Record, Declaration)> {
        let (variables, written) = (find(node, Rule::record_variables)?, find(node, Rule::record)?);
        let mut specs = Specs::of_nothing(self.span(&written));
        for part in written.clone().into_inner() {
            match part.as_rule() {
                Rule::storage => self.storage(&part, &mut specs),
                Rule::qualifier => self.qualifier(&part, &mut specs.ty.qualifiers),
                _ => {}
            }
        }
        let mut record = self.record(written);
        record.unsupported.append(&mut specs.unsupported);
        let mut ty = self.type_of(&mut record);
        ty.qualifiers = specs.ty.qualifiers;
        let declaration = self.variables(variables, ty, specs.declaration);
        Some((record, declaration))
    }

    /// An enumeration and the variables of it that are declared at once, if there are any. They are `int`, as all are here.
    pub fn enumeration_with_variables(&mut self, node: &Node<'_>) -> Option<(Enumeration, Declaration)> {
        let (variables, written) = (find(node, Rule::record_variables)?, find(node, Rule::enumeration)?);
        let int = Type::new(TypeKind::Int { signed: true, bits: 32 }, self.span(&written));
        let enumeration = self.enumerators(written)?;
        let ty = enumeration.underlying.clone().unwrap_or(int);
        Some((enumeration, self.variables(variables, ty, DeclSpecifiers::default())))
    }

    /// The type of a record, which gets a name that no program has where it has none.
    pub fn type_of(&mut self, record: &mut Record) -> Type {
        let span = record.span;
        let unnamed = || Ident { text: format!("{UNNAMED}{}", span.lo), span };
        let own = record.name.get_or_insert_with(unnamed);
        let name = Name::plain(&own.text, span);
        Type::new(TypeKind::Named(name), span)
    }

    fn variables(&mut self, node: Node<'_>, mut base: Type, specifiers: DeclSpecifiers) -> Declaration {
        let span = self.span(&node);
        let mut declarators = Vec::new();
        for part in node.into_inner() {
            match part.as_rule() {
                Rule::qualifier => self.qualifier(&part, &mut base.qualifiers),
                Rule::init_declarator => declarators.extend(self.init_declarator(part, base.clone())),
                _ => {}
            }
        }
        Declaration::new(specifiers, declarators, span)
    }

    /// `auto [a, b] = e;`: a variable without a name, and names for its parts.
    fn binding(&mut self, node: &Node<'_>) -> Vec<StmtKind> {
        let span = self.span(node);
        let mut specs = Specs::of_nothing(span);
        let (mut names, mut init) = (Vec::new(), None);
        for part in node.clone().into_inner() {
            match part.as_rule() {
                Rule::specs => specs = self.specs(part),
                Rule::pointer => {
                    let ty = std::mem::replace(&mut specs.ty, Type::new(TypeKind::Auto, span));
                    specs.ty = self.pointer(part, ty);
                }
                Rule::ident => names.push(self.ident(&part)),
                Rule::initializer => init = self.initializer(part),
                _ => {}
            }
        }
        let shown: Vec<&str> = names.iter().map(|name| name.text.as_str()).collect();
        let name = Ident { text: format!("[{}]", shown.join(", ")), span };
        let object = name.text.clone();
        let declarators = vec![Declarator { name, ty: specs.ty, init }];
        let declaration = Declaration::new(specs.declaration, declarators, span);
        vec![StmtKind::Declare(declaration), StmtKind::Bind { object, names }]
    }
}

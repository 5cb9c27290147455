//! Declarations: variables, typedefs, records, enumerations, function headers, launches.

use super::parse::{Node, Rule};
use crate::base::Span;
use crate::syntax::tree::{
    Declaration, Declarator, Enumeration, Expr, Function, FunctionKind, FunctionSpecifiers, Ident, Initializer,
    Instantiation, Launch, Name, Param, Record, TemplateArg, TemplateParam, TemplateParamKind, Type, TypeKind, Typedef,
    Unsupported,
};

use super::Builder;
use super::statements::find;
use super::types::Specs;

/// A function up to its body.
#[derive(Default)]
pub struct Header {
    pub specifiers: FunctionSpecifiers,
    pub name: Ident,
    pub kind: FunctionKind,
    /// The class or namespaces written before the name.
    pub path: Vec<String>,
    pub template: Vec<TemplateParam>,
    /// Of an explicit specialisation.
    pub template_args: Option<Vec<TemplateArg>>,
    pub return_type: Option<Type>,
    pub params: Vec<Param>,
    /// Of a constructor outside of its class.
    pub inits: Vec<(Name, Initializer)>,
    pub unsupported: Vec<Unsupported>,
}

impl Header {
    /// Sets what the words before the name mark the function with.
    pub fn mark(&mut self, specifiers: FunctionSpecifiers) {
        self.specifiers = FunctionSpecifiers { is_const: self.specifiers.is_const, ..specifiers };
    }

    /// The function, still without a body, in the class or namespaces written before its name.
    pub fn function(self, span: Span) -> Function {
        let mut function = Function::new(self.name, span);
        function.specifiers = self.specifiers;
        function.kind = self.kind;
        function.within.clone_from(&self.path);
        function.scope = self.path;
        function.template = self.template;
        function.template_args = self.template_args;
        function.return_type = self.return_type.unwrap_or(function.return_type);
        function.params = self.params;
        function.inits = self.inits;
        function.unsupported = self.unsupported;
        function
    }
}

impl Builder<'_> {
    pub fn declaration(&mut self, node: Node<'_>) -> Declaration {
        let span = self.span(&node);
        let mut specs = None;
        let mut declarators = Vec::new();
        for part in node.into_inner() {
            match (part.as_rule(), &specs) {
                (Rule::specs, _) => specs = Some(self.specs(part)),
                (Rule::init_declarator, Some(specs)) => {
                    let ty = specs.ty.clone();
                    declarators.extend(self.init_declarator(part, ty));
                }
                _ => {}
            }
        }
        Declaration::new(specs.map(|specs| specs.declaration).unwrap_or_default(), declarators, span)
    }

    pub fn init_declarator(&mut self, node: Node<'_>, base: Type) -> Option<Declarator> {
        let mut inner = node.into_inner();
        let (name, ty) = self.declarator(inner.next()?, base);
        let init = inner.next().and_then(|init| self.initializer(init));
        Some(Declarator { name: name?, ty, init })
    }

    pub fn initializer(&mut self, node: Node<'_>) -> Option<Initializer> {
        let init = node.into_inner().next()?;
        Some(match init.as_rule() {
            Rule::construct_args => {
                let args = init.into_inner().next().map(|args| self.args(args));
                Initializer::Construct(args.unwrap_or_default())
            }
            _ => self.initializer_value(init),
        })
    }

    /// `{...}` or an expression.
    pub fn initializer_value(&mut self, node: Node<'_>) -> Initializer {
        match node.as_rule() {
            Rule::init_list => self.init_list(node),
            _ => Initializer::Expr(self.assign(node)),
        }
    }

    /// The record or enumeration that a `typedef` defines on the way, and the names that a `typedef` or `using` declares.
    pub fn typedef(&mut self, node: Node<'_>) -> (Option<TypeDefinition>, Vec<Typedef>) {
        let span = self.span(&node);
        let mut base = None;
        let mut name = None;
        let mut typedefs = Vec::new();
        let mut definition = None;
        for part in node.into_inner() {
            match part.as_rule() {
                Rule::specs => {
                    let aligned = ["aligned(", "aligned__(", "__align__(", "alignas("];
                    let is_realigned = aligned.iter().any(|word| self.text(&part).replace(' ', "").contains(word));
                    let mut ty = self.specs(part).ty;
                    if is_realigned {
                        ty.kind = TypeKind::Other(ALIGNED.into());
                    }
                    base = Some(ty);
                }
                // `using name = type;`
                Rule::type_ident => name = Some(self.ident(&part)),
                Rule::type_id => {
                    let ty = self.type_id(part);
                    typedefs.extend(name.take().map(|name| Typedef::new(name, ty, span)));
                }
                Rule::typedef_declarator => {
                    if let Some(base) = &base {
                        typedefs.extend(self.typedef_declarator(part, base.clone(), span));
                    }
                }
                Rule::record => definition = Some(TypeDefinition::Record(self.record(part))),
                Rule::enumeration => definition = self.enumerators(part).map(TypeDefinition::Enum),
                Rule::typedef_names => {
                    for declarator in part.into_inner().filter(|part| part.as_rule() == Rule::typedef_declarator) {
                        let Some(definition) = &mut definition else { continue };
                        typedefs.extend(self.name_definition(definition, declarator, span));
                    }
                }
                _ => {}
            }
        }
        (definition, typedefs)
    }

    /// `typedef struct {...} A, *B;`: the first plain name is the record's own where it has none.
    fn name_definition(
        &mut self,
        definition: &mut TypeDefinition,
        declarator: Node<'_>,
        span: Span,
    ) -> Option<Typedef> {
        let is_plain = declarator.clone().into_inner().count() == 1;
        let plain = declarator.clone().into_inner().next().filter(|_| is_plain).map(|name| self.ident(&name));
        let own = match definition {
            TypeDefinition::Record(record) => &mut record.name,
            TypeDefinition::Enum(enumeration) => &mut enumeration.name,
        };
        let base = match (&own, plain) {
            (None, Some(name)) => {
                *own = Some(name);
                return None;
            }
            (Some(own), Some(name)) if own.text == name.text => return None,
            (Some(own), _) => Type::new(TypeKind::Named(Name::plain(&own.text, own.span)), own.span),
            (None, None) => match definition {
                TypeDefinition::Record(record) => self.type_of(record),
                TypeDefinition::Enum(_) => return None,
            },
        };
        self.typedef_declarator(declarator, base, span)
    }

    fn typedef_declarator(&mut self, node: Node<'_>, base: Type, span: Span) -> Option<Typedef> {
        let attributes = node.clone().into_inner().filter(|part| part.as_rule() == Rule::attribute);
        let is_realigned = attributes.into_iter().any(|part| self.text(&part).contains("align"));
        let (name, mut ty) = self.declarator(node, base);
        if is_realigned {
            ty.kind = TypeKind::Other(ALIGNED.into());
        }
        Some(Typedef::new(name?, ty, span))
    }

    pub fn enumeration(&mut self, node: Node<'_>) -> Option<Enumeration> {
        if find(&node, Rule::record_variables).is_some() {
            return None;
        }
        self.enumerators(find(&node, Rule::enumeration)?)
    }

    pub fn enumerators(&mut self, node: Node<'_>) -> Option<Enumeration> {
        let span = self.span(&node);
        let (mut name, mut underlying, mut is_scoped) = (None, None, false);
        let mut values = Vec::new();
        for part in node.into_inner() {
            match part.as_rule() {
                Rule::enum_kw => is_scoped = self.text(&part).contains(' '),
                Rule::type_id => underlying = Some(self.type_id(part)),
                Rule::type_name => name = Some(Ident { text: self.text(&part).to_string(), span: self.span(&part) }),
                Rule::enumerator => {
                    let ident = find(&part, Rule::ident).map(|ident| self.ident(&ident))?;
                    let value = find(&part, Rule::assign).map(|value| self.assign(value));
                    values.push((ident, value));
                }
                _ => {}
            }
        }
        Some(Enumeration { name, is_scoped, underlying, values, scope: Vec::new(), order: 0, span })
    }

    // ── functions ───────────────────────────────────────────────────────────────────────────────

    /// `item_header`; the annotations in it are left to the caller, who has seen them.
    pub fn header(&mut self, node: Node<'_>) -> Option<Header> {
        let mut template = Vec::new();
        let mut specs = None;
        let mut unsupported = Vec::new();
        let mut is_template = false;
        let defaulted = find(&node, Rule::defaulted).map(|word| self.text(&word) == "delete");
        for part in node.into_inner() {
            match part.as_rule() {
                Rule::template_head => {
                    is_template = true;
                    template.extend(self.template_head(part));
                }
                Rule::requires_clause => unsupported.push(self.unsupported("a C++20 `requires` clause", &part)),
                Rule::specs => specs = Some(self.specs(part)),
                Rule::outer_head => {
                    let mut header = Header { template, unsupported, ..Header::default() };
                    let span = self.span(&part);
                    self.outer_head(part, &mut header);
                    if defaulted.is_some() {
                        let construct = "a function that is defaulted or deleted outside of its class".to_string();
                        header.unsupported.push(Unsupported { construct, span });
                    }
                    return Some(header);
                }
                Rule::function_head => {
                    let specs: Specs = specs.take()?;
                    unsupported.extend(specs.unsupported);
                    let mut header = Header {
                        specifiers: specs.function,
                        name: Ident { text: String::new(), span: self.span(&part) },
                        template,
                        return_type: Some(specs.ty),
                        unsupported,
                        ..Header::default()
                    };
                    self.function_head(part, &mut header);
                    if defaulted == Some(true) {
                        header.kind = FunctionKind::Deleted;
                    }
                    if is_template && header.template.is_empty() {
                        // `template <>`: a specialisation, whose arguments may follow from its parameters.
                        header.template_args.get_or_insert_default();
                    }
                    return Some(header);
                }
                _ => {}
            }
        }
        None
    }

    /// A constructor, destructor or conversion outside of its class.
    fn outer_head(&mut self, node: Node<'_>, header: &mut Header) {
        let span = self.span(&node);
        let mut found = Specs::of_nothing(span);
        header.return_type = Some(Type::new(TypeKind::Void, span));
        for part in node.into_inner() {
            match part.as_rule() {
                Rule::storage => self.storage(&part, &mut found),
                Rule::attribute => self.attribute(part, &mut found),
                // As in other names with its template arguments.
                Rule::type_segment => header.path.push(self.text(&part).split_whitespace().collect()),
                Rule::segment => {
                    header.kind = FunctionKind::Constructor;
                    header.name = Ident { text: self.segment(&part), span: self.span(&part) };
                }
                Rule::destructor => {
                    header.kind = FunctionKind::Destructor;
                    header.name = self.ident(&part);
                }
                Rule::operator_name => self.operator_name(part, header),
                Rule::function_suffix => self.function_suffix(part, header),
                Rule::member_inits => header.inits = self.member_inits(part),
                _ => {}
            }
        }
        header.mark(found.function);
        header.unsupported.append(&mut found.unsupported);
    }

    /// The name of a part of a qualified name, without its template arguments.
    fn segment(&self, node: &Node<'_>) -> String {
        node.clone().into_inner().next().map(|name| self.text(&name).to_string()).unwrap_or_default()
    }

    pub fn function_head(&mut self, node: Node<'_>, header: &mut Header) {
        for part in node.into_inner() {
            match part.as_rule() {
                Rule::pointer => header.return_type = header.return_type.take().map(|ty| self.pointer(part, ty)),
                Rule::name => {
                    let span = self.span(&part);
                    let name = self.name(part);
                    header.template_args = name.template_args;
                    header.name = Ident { text: name.ident, span };
                    header.path = name.path;
                }
                Rule::operator_name => self.operator_name(part, header),
                Rule::outer_operator => {
                    for piece in part.into_inner() {
                        match piece.as_rule() {
                            Rule::type_segment => header.path.push(self.segment(&piece)),
                            _ => self.operator_name(piece, header),
                        }
                    }
                }
                Rule::destructor => {
                    header.kind = FunctionKind::Destructor;
                    header.name = Ident { text: self.text(&part).to_string(), span: self.span(&part) };
                }
                Rule::function_suffix => self.function_suffix(part, header),
                _ => {}
            }
        }
    }

    pub fn operator_name(&mut self, node: Node<'_>, header: &mut Header) {
        let text: String = self.text(&node).split_whitespace().collect();
        header.name = Ident { text, span: self.span(&node) };
        if let Some(ty) = find(&node, Rule::type_id) {
            header.kind = FunctionKind::Conversion;
            header.return_type = Some(self.type_id(ty));
        }
    }

    pub fn function_suffix(&mut self, node: Node<'_>, header: &mut Header) {
        for piece in node.into_inner() {
            match piece.as_rule() {
                Rule::params => header.params = self.params(piece, &mut header.unsupported),
                Rule::qualifier => header.specifiers.is_const |= self.text(&piece) == "const",
                Rule::type_id => header.return_type = Some(self.type_id(piece)),
                // Where it runs, or where it lies, is said before the name.
                Rule::suffix_attribute
                    if ["global", "device", "host", "launch_bounds"]
                        .iter()
                        .any(|word| self.text(&piece).contains(word)) =>
                {
                    header.unsupported.push(self.unsupported("an attribute of CUDA behind the parameters", &piece));
                }
                _ => {}
            }
        }
    }

    pub fn params(&mut self, node: Node<'_>, unsupported: &mut Vec<Unsupported>) -> Vec<Param> {
        let mut params = Vec::new();
        for part in node.into_inner() {
            match part.as_rule() {
                Rule::ellipsis => unsupported.push(self.unsupported("a variable number of arguments", &part)),
                Rule::param => {
                    let span = self.span(&part);
                    let mut inner = part.into_inner();
                    let Some(specs) = inner.next() else { continue };
                    let specs = self.specs(specs);
                    let (mut name, mut ty, mut default) = (None, specs.ty, None);
                    for piece in inner {
                        match piece.as_rule() {
                            Rule::assign => default = Some(self.assign(piece)),
                            Rule::init_list => default = Some(self.init_list_expr(piece)),
                            _ => (name, ty) = self.declarator(piece, ty),
                        }
                    }
                    params.push(Param { name, ty, default, is_mutable: false, span });
                }
                _ => {}
            }
        }
        // `f(void)`
        if let [only] = params.as_slice()
            && only.name.is_none()
            && matches!(only.ty.kind, TypeKind::Void)
        {
            params.clear();
        }
        params
    }

    pub fn template_head(&mut self, node: Node<'_>) -> Vec<TemplateParam> {
        let mut params = Vec::new();
        for param in node.into_inner().filter(|part| part.as_rule() == Rule::template_param) {
            let span = self.span(&param);
            let Some(param) = param.into_inner().next() else { continue };
            let mut name = None;
            let kind = match param.as_rule() {
                Rule::template_type_param => {
                    let mut default = None;
                    let mut is_pack = false;
                    for part in param.into_inner() {
                        match part.as_rule() {
                            Rule::type_ident => name = Some(self.ident(&part)),
                            Rule::type_id => default = Some(self.type_id(part)),
                            Rule::pack => is_pack = true,
                            _ => {}
                        }
                    }
                    if is_pack {
                        TemplateParamKind::Other("a parameter pack".into())
                    } else {
                        TemplateParamKind::Type(default)
                    }
                }
                Rule::template_value_param => {
                    let mut inner = param.into_inner();
                    let Some(specs) = inner.next() else { continue };
                    let mut ty = self.specs(specs).ty;
                    let mut default = None;
                    let mut is_pack = false;
                    for part in inner {
                        is_pack |= part.clone().into_inner().any(|piece| piece.as_rule() == Rule::pack);
                        match part.as_rule() {
                            Rule::assign => default = Some(self.assign(part)),
                            _ => (name, ty) = self.declarator(part, ty),
                        }
                    }
                    match is_pack {
                        true => TemplateParamKind::Other("a parameter pack".into()),
                        false => TemplateParamKind::Value(ty, default),
                    }
                }
                _ => TemplateParamKind::Other("a template template parameter".into()),
            };
            params.push(TemplateParam { name, kind, span });
        }
        params
    }

    pub fn instantiation(&mut self, node: Node<'_>) -> Option<Instantiation> {
        let span = self.span(&node);
        let parameters = find(&node, Rule::params).map_or(0, |params| self.params(params, &mut Vec::new()).len());
        let name = node.into_inner().find(|part| matches!(part.as_rule(), Rule::name | Rule::type_name))?;
        Some(Instantiation { name: self.name(name), parameters, span })
    }

    pub fn launch(&mut self, node: Node<'_>) -> Option<Launch> {
        let span = self.span(&node);
        let name = find(&node, Rule::launch_name)?.into_inner().next()?;
        let config = find(&node, Rule::launch_config)?;
        let args = find(&node, Rule::args)?;
        Some(Launch {
            name: self.name(name),
            config: config
                .into_inner()
                .filter(|part| part.as_rule() == Rule::assign)
                .map(|part| self.assign(part))
                .collect(),
            args: self.args(args),
            locals: Vec::new(),
            within: None,
            is_by_variable: false,
            span,
        })
    }

    /// The expressions of an initialiser.
    pub fn values(&mut self, node: Node<'_>) -> Vec<Expr> {
        node.into_inner().filter(|part| part.as_rule() == Rule::assign).map(|part| self.assign(part)).collect()
    }
}

/// What a name for a type may say besides.
const ALIGNED: &str = "a type that its name aligns";

/// A type that is defined inside a `typedef`.
pub enum TypeDefinition {
    Record(Record),
    Enum(Enumeration),
}

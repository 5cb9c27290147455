//! Items other than functions: variables, types, explicit instantiations.

use super::parse::{Node, Rule};
use crate::syntax::tree::{Function, Item, Record, TemplateParam};

use super::Builder;
use super::declarations::TypeDefinition;
use super::statements::find;

impl Builder<'_> {
    /// The items that a node is; those that stand in a namespace are told so, as far as their names say it.
    pub fn items(&mut self, node: Node<'_>, scope: &[String]) -> Vec<Item> {
        match node.as_rule() {
            Rule::item_global => self.global(&node).into_iter().collect(),
            Rule::item_enum => find(&node, Rule::enum_decl).map_or_else(Vec::new, |node| self.enumerations(node)),
            Rule::item_instantiation => self.instantiation(node).map(Item::Instantiation).into_iter().collect(),
            _ => {
                let (mut template, mut items) = (Vec::new(), Vec::new());
                for part in node.into_inner() {
                    match part.as_rule() {
                        Rule::template_head => template = self.template_head(part),
                        Rule::typedef | Rule::using_alias => self.type_names(part, &template, scope, &mut items),
                        Rule::record_forward | Rule::record_decl => {
                            self.class(part, &mut template, scope, &mut items);
                        }
                        _ => {}
                    }
                }
                items
            }
        }
    }

    fn global(&mut self, node: &Node<'_>) -> Option<Item> {
        let mut declaration = self.declaration(find(node, Rule::declaration)?);
        declaration.specifiers.is_template = find(node, Rule::template_head).is_some();
        Some(Item::Global(declaration))
    }

    fn enumerations(&mut self, node: Node<'_>) -> Vec<Item> {
        match self.enumeration_with_variables(&node) {
            Some((enumeration, declaration)) => vec![Item::Enum(enumeration), Item::Global(declaration)],
            None => self.enumeration(node).map(Item::Enum).into_iter().collect(),
        }
    }

    /// What a `typedef` or `using` names, and the type that it defines.
    fn type_names(&mut self, node: Node<'_>, template: &[TemplateParam], scope: &[String], items: &mut Vec<Item>) {
        let (definition, mut typedefs) = self.typedef(node);
        match definition {
            Some(TypeDefinition::Record(mut record)) => {
                record.scope = scope.to_vec();
                items.extend(friends(&mut record));
                items.push(Item::Record(record));
            }
            Some(TypeDefinition::Enum(enumeration)) => items.push(Item::Enum(enumeration)),
            None => typedefs.iter_mut().for_each(|typedef| typedef.template = template.to_vec()),
        }
        items.extend(typedefs.into_iter().map(Item::Typedef));
    }

    /// A class, with the variables of it that are declared at once.
    fn class(&mut self, node: Node<'_>, template: &mut Vec<TemplateParam>, scope: &[String], items: &mut Vec<Item>) {
        let is_forward = node.as_rule() == Rule::record_forward;
        let (mut record, variables) = match (self.record_with_variables(&node), find(&node, Rule::record)) {
            (Some((record, variables)), _) => (record, Some(Item::Global(variables))),
            (None, written) => {
                let Some(written) = written.or(is_forward.then_some(node)) else { return };
                let template = std::mem::take(template);
                (Record { template, is_forward, ..self.record(written) }, None)
            }
        };
        record.scope.splice(0..0, scope.iter().cloned());
        items.extend(friends(&mut record));
        items.push(Item::Record(record));
        items.extend(variables);
    }
}

/// The friends that a class defines are functions of the namespace around it.
fn friends(record: &mut Record) -> Vec<Item> {
    if !record.template.is_empty() {
        return Vec::new();
    }
    let (friends, methods) =
        std::mem::take(&mut record.methods).into_iter().partition(|method| method.specifiers.is_friend);
    record.methods = methods;
    let friends: Vec<Function> = friends;
    let of_scope = |mut friend: Function| {
        friend.scope = record.scope.clone();
        Item::Function(friend)
    };
    friends.into_iter().map(of_scope).collect()
}

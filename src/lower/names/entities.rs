//! What a name means as an expression: the nearest of what is declared, and what the file declares.

use crate::cpp::{Entity, Env};
use crate::syntax::tree;

use super::{globals, record};

/// What an unqualified or qualified name means here.
pub fn entity(env: &mut Env, name: &tree::Name) -> Option<Entity> {
    if let Some(found) = record::enumerator(env, name).or_else(|| record::qualified(env, name)) {
        return Some(found.unwrap_or(Entity::Reported));
    }
    if name.is_global || !name.path.is_empty() {
        return globals::lookup(env, name);
    }
    entity_of_text(env, &name.ident)
}

/// What an unqualified name means here.
pub fn entity_of_text(env: &mut Env, name: &str) -> Option<Entity> {
    if let Some(entity) = env.scopes.iter().rev().find_map(|scope| scope.get(name)) {
        return Some(entity.clone());
    }
    globals::lookup(env, &tree::Name { ident: name.to_owned(), ..tree::Name::default() })
}

//! The names of a scope, and what else is known of them there.

use std::collections::BTreeMap;
use std::ops::{Deref, DerefMut};

use crate::base::Shared;
use crate::syntax::tree::Using;

use super::Entity;

/// What a scope knows of a name, beside what it means.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Note {
    /// The name is one of a ghost, which annotations know and the program does not (CALL-19).
    Ghost,
    /// The name is one of a `\let`; how many `\old` were around it (CLAUSE-46).
    Let,
    /// The type that a variable was declared with, which `decltype` gives.
    DeclaredType,
    /// The type of a variable may be `volatile` (ATOMIC-3).
    Volatile,
    /// A template parameter stands for a type with `const` (LOOKUP-10).
    ConstType,
    /// Two arguments give a template parameter two types.
    TwoTypes,
    /// The type of an `auto` parameter of a lambda expression, by its position (CLASS-29).
    AutoType,
}

/// The names of a scope. Scopes are copied often and changed where they are made.
#[derive(Clone, Default, Debug)]
pub struct Scope(Shared<Names>);

#[derive(Clone, Default, Debug)]
struct Names {
    entities: BTreeMap<String, Entity>,
    notes: BTreeMap<Note, BTreeMap<String, Entity>>,
    usings: Vec<Using>,
}

impl Scope {
    /// Notes something of a name; where the note says it all, the entity is [`Entity::Reported`].
    pub fn note(&mut self, note: Note, name: &str, entity: Entity) {
        self.0.notes.entry(note).or_default().insert(name.to_owned(), entity);
    }

    /// What was noted of a name.
    pub fn noted(&self, note: Note, name: &str) -> Option<&Entity> {
        self.0.notes.get(&note)?.get(name)
    }

    /// The names of which this was noted.
    pub fn all_noted(&self, note: Note) -> impl Iterator<Item = (&String, &Entity)> {
        self.0.notes.get(&note).into_iter().flatten()
    }

    /// `using` in a block.
    pub fn add_using(&mut self, using: &Using) {
        self.0.usings.push(using.clone());
    }

    /// What `using` names here, in the order of the text.
    pub fn usings(&self) -> &[Using] {
        &self.0.usings
    }

    /// Adds what another scope knows.
    pub fn join(&mut self, other: Scope) {
        let Names { entities, notes, usings } = (*other.0).clone();
        let own = &mut *self.0;
        own.entities.extend(entities);
        for (note, names) in notes {
            own.notes.entry(note).or_default().extend(names);
        }
        own.usings.extend(usings);
    }
}

impl Deref for Scope {
    type Target = BTreeMap<String, Entity>;

    fn deref(&self) -> &Self::Target {
        &self.0.entities
    }
}

impl DerefMut for Scope {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.0.entities
    }
}

impl FromIterator<(String, Entity)> for Scope {
    fn from_iter<I: IntoIterator<Item = (String, Entity)>>(names: I) -> Scope {
        Scope(Shared::new(Names { entities: names.into_iter().collect(), ..Names::default() }))
    }
}

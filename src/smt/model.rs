//! Models as a solver prints them.

use smtlib_lowlevel::Storage;
use smtlib_lowlevel::ast::{FunctionDef, GetModelResponse, ModelResponse};

use crate::logic::SymbolId;
use crate::smt::commands;

const DEEPEST: usize = 500;

/// A solver's model: its text, and its definitions when the text could be read.
///
/// A model is a candidate only: what it says must be replayed before a user sees it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Model {
    /// As the solver printed it.
    pub text: String,
    /// In the solver's order. Empty when the text could not be read (z3 prints some array values
    /// in a syntax of its own).
    pub definitions: Vec<Definition>,
}

/// What a model says about one symbol; sorts and value in SMT-LIB syntax.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Definition {
    /// The name of the symbol in the query.
    pub name: String,
    /// Names and sorts of the parameters; empty for a constant.
    pub parameters: Vec<(String, String)>,
    /// The sort of the value.
    pub sort: String,
    /// The value of a constant, or the body of a function over its parameters.
    pub value: String,
}

impl Model {
    /// Reads the reply to `get-model`.
    pub fn read(text: &str) -> Model {
        let storage = Storage::new();
        // The parser is recursive; a model nested deeper than this is of no use to anyone.
        let definitions = match commands::deepest_nesting(text) {
            0..=DEEPEST => GetModelResponse::parse(&storage, text)
                .map(|response| response.0.iter().flat_map(definitions).collect())
                .unwrap_or_default(),
            _ => Vec::new(),
        };
        Model { text: text.to_string(), definitions }
    }

    /// The integers that it has for these symbols, by their names in the query.
    pub fn integers(&self, symbols: &[(String, SymbolId)]) -> Vec<(SymbolId, i64)> {
        symbols.iter().filter_map(|(name, symbol)| Some((*symbol, self.definition(name)?.integer()?))).collect()
    }

    /// What the model says of a symbol, by its name in the query.
    pub fn definition(&self, name: &str) -> Option<&Definition> {
        self.definitions.iter().find(|definition| definition.name == name)
    }
}

impl Definition {
    /// The value, where it is an integer: `7`, or `(- 7)`.
    pub fn integer(&self) -> Option<i64> {
        match self.value.strip_prefix("(- ").and_then(|rest| rest.strip_suffix(')')) {
            Some(magnitude) => magnitude.parse::<i64>().ok()?.checked_neg(),
            None => self.value.parse().ok(),
        }
    }
}

fn definitions(entry: &ModelResponse<'_>) -> Vec<Definition> {
    match entry {
        ModelResponse::DefineFun(function) | ModelResponse::DefineFunRec(function) => vec![definition(function)],
        // Mutually recursive definitions never come for symbols that a query declares.
        ModelResponse::DefineFunsRec(..) => Vec::new(),
    }
}

fn definition(function: &FunctionDef<'_>) -> Definition {
    let parameters = function.1.iter().map(|variable| (variable.0.to_string(), variable.1.to_string())).collect();
    Definition { name: function.0.to_string(), parameters, sort: function.2.to_string(), value: function.3.to_string() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn constants_and_functions_are_read() {
        let model =
            Model::read("(\n  (define-fun n () Int (- 5))\n  (define-fun f ((x!0 Int)) Int (ite (= x!0 2) 7 0)))");
        assert_eq!(model.definition("n").and_then(Definition::integer), Some(-5));
        let function = model.definition("f").unwrap();
        assert_eq!(function.parameters, [("x!0".to_string(), "Int".to_string())]);
        assert_eq!(function.sort, "Int");
    }

    #[test]
    fn unreadable_text_is_kept() {
        let model = Model::read("((define-fun a");
        assert!(model.definitions.is_empty());
        assert_eq!(model.text, "((define-fun a");
    }
}

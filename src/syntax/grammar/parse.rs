//! The pest parser of `cuda.pest`, and its errors as diagnostics.

use pest::Parser;
use pest::error::{ErrorVariant, InputLocation};
use pest::iterators::Pair;

#[derive(pest_derive::Parser)]
#[grammar = "syntax/grammar/cuda.pest"]
struct CudaParser;

pub type Node<'m> = Pair<'m, Rule>;

/// Where the text stopped making sense, and what would have made sense there.
#[derive(Clone, Debug)]
pub struct Fault {
    pub at: usize,
    /// Phrases for users, without repetition, most helpful first.
    pub expected: Vec<&'static str>,
}

pub fn parse(rule: Rule, masked: &str) -> Result<Node<'_>, Fault> {
    let fault = |error: pest::error::Error<Rule>| {
        let at = match error.location {
            InputLocation::Pos(at) => at,
            InputLocation::Span((at, _)) => at,
        };
        let mut expected: Vec<&'static str> = Vec::new();
        if let ErrorVariant::ParsingError { positives, .. } = error.variant {
            for rule in positives {
                if let Some(phrase) = phrase(rule).filter(|phrase| !expected.contains(phrase)) {
                    expected.push(phrase);
                }
            }
        }
        let implied = |phrase: &str| match phrase {
            "`(`" => expected.contains(&"an operator"),
            "a type" if expected.contains(&"a name") => true,
            "`{`" | "a type" | "a name" => expected.contains(&"an expression") || expected.contains(&"a statement"),
            "an expression" => expected.contains(&"a statement"),
            _ => false,
        };
        let mut expected: Vec<&'static str> = expected.iter().copied().filter(|phrase| !implied(phrase)).collect();
        expected.sort_by_key(|phrase| ORDER.iter().position(|known| known == phrase).unwrap_or(ORDER.len()));
        Fault { at, expected }
    };
    let mut pairs = CudaParser::parse(rule, masked).map_err(fault)?;
    pairs.next().ok_or(Fault { at: 0, expected: Vec::new() })
}

/// Phrases in the order in which they are named.
const ORDER: &[&str] = &[
    "`;`", "`)`", "`]`", "`}`", "`,`", "`:`", "`(`", "`{`", "`>>>`", "a statement", "an expression", "a type",
    "a name", "an operator",
];

/// What a rule is called when it was expected. None for what is never the best description.
fn phrase(rule: Rule) -> Option<&'static str> {
    Some(match rule {
        Rule::semi => "`;`",
        Rule::comma => "`,`",
        Rule::colon => "`:`",
        Rule::lparen | Rule::params | Rule::args | Rule::function_suffix => "`(`",
        Rule::rparen => "`)`",
        Rule::rbracket => "`]`",
        Rule::lbrace | Rule::block => "`{`",
        Rule::rbrace => "`}`",
        Rule::launch_close => "`>>>`",
        Rule::while_kw => "`while`",
        Rule::statement | Rule::sub_stmt => "a statement",
        Rule::expr
        | Rule::assign
        | Rule::conditional
        | Rule::binary
        | Rule::unary
        | Rule::condition
        | Rule::for_init
        | Rule::template_arg => "an expression",
        Rule::type_id | Rule::specs | Rule::type_word | Rule::type_name | Rule::param => "a type",
        Rule::ident | Rule::name | Rule::declarator | Rule::function_head | Rule::init_declarator => "a name",
        Rule::lor
        | Rule::land
        | Rule::bit_or
        | Rule::bit_xor
        | Rule::bit_and
        | Rule::equality
        | Rule::relation
        | Rule::shift
        | Rule::add
        | Rule::mul
        | Rule::assign_op => "an operator",
        _ => return None,
    })
}

//! The pest parser of annotations, and its errors in words.

use std::collections::BTreeSet;

use pest::Parser;
use pest::error::{Error, ErrorVariant, InputLocation};
use pest::iterators::Pair;
use pest_derive::Parser;

#[derive(Parser)]
#[grammar = "syntax/spec/spec.pest"]
struct Grammar;

pub type Node<'t> = Pair<'t, Rule>;

/// Why a text does not parse: the offset where it stops making sense, and what could stand there.
pub struct Failure {
    pub at: usize,
    pub expected: Vec<&'static str>,
}

/// Parses a prefix of `text` as `rule`.
pub fn parse(rule: Rule, text: &str) -> Result<Vec<Node<'_>>, Failure> {
    match Grammar::parse(rule, text) {
        Ok(pairs) => Ok(pairs.collect()),
        Err(error) => Err(failure(error)),
    }
}

fn failure(error: Error<Rule>) -> Failure {
    let at = match error.location {
        InputLocation::Pos(at) | InputLocation::Span((at, _)) => at,
    };
    let expected = match error.variant {
        ErrorVariant::ParsingError { positives, .. } => positives.into_iter().map(phrase).collect::<BTreeSet<_>>(),
        ErrorVariant::CustomError { .. } => BTreeSet::new(),
    };
    Failure { at, expected: tidy(expected) }
}

const LOOP_NUMBER: &str = "a loop's number such as `1` or `1.2`";

/// Drops what says less than another phrase beside it.
fn tidy(mut expected: BTreeSet<&'static str>) -> Vec<&'static str> {
    if expected.contains("an expression") {
        expected
            .retain(|phrase| !matches!(*phrase, "a name" | "`(`" | "a type" | "`sizeof`" | "an operator" | "`const`"));
    }
    if expected.contains("a type") {
        expected.remove("`const`");
    }
    if expected.contains("an operator") {
        expected.retain(|phrase| !matches!(*phrase, "`<`" | "`(`" | "`[`" | "`.`" | "`@`" | "`?`" | "`::`"));
    }
    // Most indices are no ranges.
    if expected.contains("`]`") {
        expected.remove("`..`");
    }
    if expected.contains("a name") {
        expected.remove("`::`");
    }
    if expected.contains(LOOP_NUMBER) {
        expected.remove("`.`");
    }
    expected.remove("");
    expected.into_iter().collect()
}

/// A rule's name as a user would say it; empty for what should not be listed.
fn phrase(rule: Rule) -> &'static str {
    sign(rule).unwrap_or_else(|| part(rule))
}

fn sign(rule: Rule) -> Option<&'static str> {
    Some(match rule {
        Rule::semi => "`;`",
        Rule::comma => "`,`",
        Rule::colon => "`:`",
        Rule::dot => "`.`",
        Rule::dots => "`..`",
        Rule::question | Rule::middle => "`?`",
        Rule::assign => "`=`",
        Rule::lparen | Rule::params => "`(`",
        Rule::rparen => "`)`",
        Rule::lbracket | Rule::index | Rule::hint | Rule::empty_brackets => "`[`",
        Rule::rbracket => "`]`",
        Rule::lbrace => "`{`",
        Rule::rbrace => "`}`",
        Rule::langle | Rule::template_arguments => "`<`",
        Rule::rangle => "`>`",
        Rule::at | Rule::at_sign => "`@`",
        Rule::scope => "`::`",
        Rule::member => "`.`",
        Rule::call => "`(`",
        Rule::iff
        | Rule::implies
        | Rule::infix
        | Rule::link
        | Rule::or
        | Rule::and
        | Rule::shift
        | Rule::equality
        | Rule::relation
        | Rule::bit_or
        | Rule::bit_xor
        | Rule::bit_and
        | Rule::additive
        | Rule::multiplicative => "an operator",
        _ => return None,
    })
}

fn part(rule: Rule) -> &'static str {
    match rule {
        Rule::EOI => "the end of the annotation",
        Rule::expr
        | Rule::operand
        | Rule::postfixed
        | Rule::primary
        | Rule::paren
        | Rule::prefix
        | Rule::cast
        | Rule::named_cast
        | Rule::cast_operand
        | Rule::quantified
        | Rule::quantifier
        | Rule::let_in
        | Rule::let_word
        | Rule::lambda
        | Rule::lambda_word
        | Rule::argument
        | Rule::bound_argument
        | Rule::sizeof
        | Rule::sizeof_word
        | Rule::cpp_cast
        | Rule::cpp_cast_word
        | Rule::construct
        | Rule::name
        | Rule::builtin
        | Rule::number
        | Rule::character
        | Rule::template_argument
        | Rule::region
        | Rule::whole_expr => "an expression",
        Rule::ident | Rule::qualified | Rule::kernel_name | Rule::array_name | Rule::binder => "a name",
        Rule::type_name
        | Rule::keyword_type
        | Rule::plain_type
        | Rule::type_word
        | Rule::sort_word
        | Rule::binder_type
        | Rule::param
        | Rule::whole_ghost => "a type",
        Rule::const_word => "`const`",
        Rule::clause
        | Rule::loose_clause
        | Rule::clause_body
        | Rule::clause_word
        | Rule::proposition
        | Rule::proposition_word
        | Rule::ghost
        | Rule::ghost_word
        | Rule::regions
        | Rule::regions_word
        | Rule::wraps
        | Rule::logic
        | Rule::logic_word
        | Rule::predicate
        | Rule::predicate_word
        | Rule::operator
        | Rule::operator_word
        | Rule::lemma
        | Rule::lemma_word
        | Rule::use_logic
        | Rule::use_word => "a clause",
        Rule::loop_word => "`loop`",
        Rule::decreases | Rule::decreases_word => "`decreases`",
        Rule::identity | Rule::identity_word => "`identity`",
        Rule::induction | Rule::by_word => "`by induction on`",
        Rule::induction_word => "`induction`",
        Rule::on_word => "`on`",
        Rule::from_word => "`from`",
        Rule::trigger | Rule::trigger_word => "`trigger`",
        Rule::side_head => "a clause, `loop`, `barrier` or `}`",
        Rule::kernel_head | Rule::kernel_word => "`kernel`",
        Rule::loop_head => "`loop`",
        Rule::loop_path => LOOP_NUMBER,
        Rule::barrier_head | Rule::barrier_word => "`barrier`",
        Rule::ordinal => "a number",
        _ => "",
    }
}

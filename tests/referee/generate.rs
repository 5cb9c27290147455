//! Random annotated kernels that are right by construction: a family gives the shape of the program and of its contract, and
//! the rest (expressions, spellings, guards, sizes, types) is drawn.

use super::families::{
    atomics, blocks, contracts, conversions, headers, loops, maps, operators, records, views, warps,
};
use super::random::Random;
use super::value::{Dialect, Element, Value};

/// A program with one kernel.
#[derive(Clone)]
pub struct Program {
    /// Where it comes from: a family, or a file.
    pub source: String,
    pub text: String,
}

pub type Family = (&'static str, fn(&mut Draw) -> String);

/// All families.
pub fn families() -> Vec<Family> {
    [
        maps::FAMILIES,
        loops::FAMILIES,
        blocks::FAMILIES,
        atomics::FAMILIES,
        records::FAMILIES,
        warps::FAMILIES,
        contracts::FAMILIES,
        operators::FAMILIES,
        conversions::FAMILIES,
        views::FAMILIES,
        headers::FAMILIES,
    ]
    .concat()
}

/// Program number `number` of a seed, without the first families.
pub fn program(seed: u64, number: u64, skip: usize) -> Program {
    let families = families().split_off(skip);
    // Neighbours are of other kinds, so that few programs are of many.
    let (name, make) = families[(number * 61 % families.len() as u64) as usize];
    let mut draw = Draw::new(Random::new(seed, number));
    Program { source: name.to_owned(), text: make(&mut draw) }
}

/// What a family draws from.
pub struct Draw {
    pub random: Random,
    pub element: Element,
}

impl Draw {
    fn new(mut random: Random) -> Draw {
        let element = Element::any(&mut random);
        Draw { random, element }
    }

    pub fn ty(&self) -> &'static str {
        self.element.name()
    }

    pub fn pick(&mut self, from: &[&'static str]) -> &'static str {
        self.random.pick(from)
    }

    pub fn one<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.random.below(of.len())]
    }

    /// The same expression in the program and in the contract, over inputs that are written in pairs.
    pub fn value(&mut self, inputs: &[(&str, &str)]) -> (String, String) {
        let value = Value::any(&mut self.random, self.element, inputs.len());
        self.show(&value, inputs)
    }

    pub fn show(&self, value: &Value, inputs: &[(&str, &str)]) -> (String, String) {
        let program: Vec<&str> = inputs.iter().map(|(program, _)| *program).collect();
        let contract: Vec<&str> = inputs.iter().map(|(_, contract)| *contract).collect();
        let element = self.element;
        (value.show(element, Dialect::Program, &program), value.show(element, Dialect::Contract, &contract))
    }

    /// A statement that gives a thread its global index along an axis.
    pub fn index(&mut self, name: &str, axis: &str) -> String {
        let spelled = self.random.pick(&[
            "blockIdx.$a * blockDim.$a + threadIdx.$a",
            "blockDim.$a * blockIdx.$a + threadIdx.$a",
            "threadIdx.$a + blockIdx.$a * blockDim.$a",
        ]);
        format!("    int {name} = {};\n", spelled.replace("$a", axis))
    }

    /// A body that only threads with `condition` execute; its lines end with line feeds.
    pub fn guarded(&mut self, condition: &str, negation: &str, body: &str) -> String {
        match self.random.below(4) {
            0 => format!("    if ({negation}) return;\n{body}"),
            1 => format!("    if ({negation}) {{\n        return;\n    }}\n{body}"),
            _ => {
                let body: String = body.lines().map(|line| format!("    {line}\n")).collect();
                format!("    if ({condition}) {{\n{body}    }}\n")
            }
        }
    }
}

/// The template with the values for its `$names`, longest names first.
pub fn fill(template: &str, values: &[(&str, &str)]) -> String {
    let mut values = values.to_vec();
    values.sort_by_key(|(name, _)| std::cmp::Reverse(name.len()));
    values.iter().fold(template.to_owned(), |text, (name, value)| text.replace(&format!("${name}"), value))
}

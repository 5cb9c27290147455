//! Random expressions over the elements that a kernel reads, as the program writes them and as its contract does.

use super::random::Random;

/// In which language something is written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Dialect {
    Program,
    Contract,
}

/// The type of a kernel's elements.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Element {
    Int,
    Float,
    Double,
}

impl Element {
    pub fn any(random: &mut Random) -> Element {
        [Element::Int, Element::Float, Element::Float, Element::Double][random.below(4)]
    }

    pub fn name(self) -> &'static str {
        match self {
            Element::Int => "int",
            Element::Float => "float",
            Element::Double => "double",
        }
    }

    pub fn literal(self, value: i64, dialect: Dialect) -> String {
        match (self, dialect) {
            (Element::Int, _) => value.to_string(),
            (Element::Float, Dialect::Program) => format!("{value}.0f"),
            (Element::Float, Dialect::Contract) | (Element::Double, _) => format!("{value}.0"),
        }
    }
}

/// An expression over numbered inputs.
#[derive(Clone)]
pub enum Value {
    Input(usize),
    Literal(i64),
    Binary(&'static str, Box<Value>, Box<Value>),
    /// `min` or `max`.
    Extreme(&'static str, Box<Value>, Box<Value>),
    Choice(&'static str, Box<[Value; 4]>),
    Negated(Box<Value>),
}

impl Value {
    /// An expression over `inputs` inputs, the first of which occurs.
    pub fn any(random: &mut Random, element: Element, inputs: usize) -> Value {
        let made = Value::of_depth(random, element, inputs, 2);
        if made.mentions(0) {
            return made;
        }
        let op = random.pick(&["+", "-", "*"]);
        Value::Binary(op, Box::new(Value::Input(0)), Box::new(made))
    }

    fn of_depth(random: &mut Random, element: Element, inputs: usize, depth: usize) -> Value {
        if depth == 0 || random.once_in(3) {
            return match random.once_in(4) {
                true => Value::Literal(random.below(5) as i64),
                false => Value::Input(random.below(inputs)),
            };
        }
        let next = |random: &mut Random| Box::new(Value::of_depth(random, element, inputs, depth - 1));
        match random.below(12) {
            0 => Value::Extreme(if random.once_in(2) { "min" } else { "max" }, next(random), next(random)),
            1 => {
                let parts = [*next(random), *next(random), *next(random), *next(random)];
                Value::Choice(random.pick(&["<", "<=", ">", ">=", "==", "!="]), Box::new(parts))
            }
            2 => Value::Negated(next(random)),
            3 if element == Element::Int => {
                let divisor = Box::new(Value::Literal(2 + random.below(3) as i64));
                Value::Binary(random.pick(&["/", "%"]), next(random), divisor)
            }
            4..=6 => Value::Binary("*", next(random), next(random)),
            7 | 8 => Value::Binary("-", next(random), next(random)),
            _ => Value::Binary("+", next(random), next(random)),
        }
    }

    fn mentions(&self, input: usize) -> bool {
        match self {
            Value::Input(at) => *at == input,
            Value::Literal(_) => false,
            Value::Binary(_, a, b) | Value::Extreme(_, a, b) => a.mentions(input) || b.mentions(input),
            Value::Choice(_, parts) => parts.iter().any(|part| part.mentions(input)),
            Value::Negated(a) => a.mentions(input),
        }
    }

    /// The text, with these texts for the inputs.
    pub fn show(&self, element: Element, dialect: Dialect, inputs: &[&str]) -> String {
        let show = |value: &Value| value.show(element, dialect, inputs);
        match self {
            Value::Input(at) => inputs[*at].to_owned(),
            Value::Literal(value) => element.literal(*value, dialect),
            Value::Binary(op, a, b) => format!("({} {op} {})", show(a), show(b)),
            Value::Extreme(name, a, b) => {
                let name = match (dialect, element) {
                    (Dialect::Contract, _) => format!("\\{name}"),
                    (Dialect::Program, Element::Int) => (*name).to_owned(),
                    (Dialect::Program, Element::Float) => format!("f{name}f"),
                    (Dialect::Program, Element::Double) => format!("f{name}"),
                };
                format!("{name}({}, {})", show(a), show(b))
            }
            Value::Choice(op, parts) => {
                let [a, b, then, otherwise] = &**parts;
                format!("({} {op} {} ? {} : {})", show(a), show(b), show(then), show(otherwise))
            }
            Value::Negated(a) => format!("(-{})", show(a)),
        }
    }
}

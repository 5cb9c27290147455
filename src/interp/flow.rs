//! Which inputs decide a value that is not known, and by which statements it came to be (AMP-1).

use std::collections::HashMap;

use crate::base::Span;
use crate::kernel::ir::{ArrayId, LocalId};

/// Where data comes from.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Source {
    /// A parameter or a variable of the file.
    Scalar(LocalId),
    /// The contents that an array has when the kernel starts.
    Contents(ArrayId),
    /// What nobody has written.
    Uninitialised,
    /// What an atomic operation found: it hangs on the order of threads.
    Atomic,
    /// Clocks, numbers of multiprocessors, and what else is any value.
    Anything,
}

/// Sources, a bit each. Those beyond the last bit share it, which is safe: a set only grows by that.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Debug)]
pub struct Sources(u128);

/// How a value came to be.
#[derive(Clone, Copy, Debug)]
struct Flow {
    sources: Sources,
    /// The statement; none for the input itself.
    statement: Option<Span>,
    /// What it was made of that brought the sources along.
    from: Option<u32>,
}

/// All that is known of values which data decides.
#[derive(Clone, Default, Debug)]
pub struct Flows {
    known: Vec<Source>,
    flows: Vec<Flow>,
    index: HashMap<(Sources, Option<Span>), u32>,
}

impl Flows {
    /// The value of an input.
    pub fn input(&mut self, source: Source) -> u32 {
        let at = self.known.iter().position(|known| *known == source).unwrap_or_else(|| {
            self.known.push(source);
            self.known.len() - 1
        });
        self.made(Sources(1 << at.min(127)), None, None)
    }

    /// What a statement makes of values; there is at least one.
    pub fn mixed(&mut self, of: &[u32], statement: Span) -> Option<u32> {
        let all = of.iter().fold(0, |all, flow| all | self.flows[*flow as usize].sources.0);
        let first = of.first().copied()?;
        // That which brings most of it along.
        let from =
            of.iter().copied().max_by_key(|flow| self.flows[*flow as usize].sources.0.count_ones()).unwrap_or(first);
        let flow = self.flows[from as usize];
        if flow.sources.0 == all && flow.statement == Some(statement) {
            return Some(from);
        }
        Some(self.made(Sources(all), Some(statement), Some(from)))
    }

    fn made(&mut self, sources: Sources, statement: Option<Span>, from: Option<u32>) -> u32 {
        *self.index.entry((sources, statement)).or_insert_with(|| {
            self.flows.push(Flow { sources, statement, from });
            self.flows.len() as u32 - 1
        })
    }

    pub fn sources(&self, flow: u32) -> Vec<Source> {
        let bits = self.flows[flow as usize].sources.0;
        let known = self.known.iter().enumerate();
        known.filter(|(at, _)| bits >> (*at).min(127) & 1 == 1).map(|(_, source)| *source).collect()
    }

    /// The statements on the way from an input, the first one first.
    pub fn way(&self, flow: u32) -> Vec<Span> {
        let mut way: Vec<Span> = Vec::new();
        let mut at = Some(flow);
        while let Some(flow) = at.map(|at| self.flows[at as usize]) {
            way.extend(flow.statement.filter(|statement| way.last() != Some(statement)));
            at = flow.from;
        }
        way.reverse();
        way
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sources_of_a_value_are_those_of_its_operands() {
        let mut flows = Flows::default();
        let inputs: Vec<Source> = (0..200).map(|at| Source::Contents(ArrayId(at))).collect();
        let values: Vec<u32> = inputs.iter().map(|source| flows.input(*source)).collect();
        let mixed = flows.mixed(&[values[0], values[5]], Span::default()).unwrap();
        assert_eq!(flows.sources(mixed), [inputs[0], inputs[5]]);
        assert_eq!(flows.mixed(&[mixed, values[5]], Span::default()), Some(mixed));
        // Beyond the last bit more are named than there are.
        let last = flows.mixed(&[values[150], values[0]], Span::default()).unwrap();
        assert!([0, 150].iter().all(|at| flows.sources(last).contains(&inputs[*at])));
        assert!(!flows.sources(last).contains(&inputs[5]));
    }

    #[test]
    fn the_way_begins_at_the_input() {
        let mut flows = Flows::default();
        let at = |lo| Span { lo, hi: lo + 1, ..Span::default() };
        let input = flows.input(Source::Atomic);
        let one = flows.mixed(&[input], at(10)).unwrap();
        let two = flows.mixed(&[one], at(20)).unwrap();
        assert_eq!(flows.way(two), [at(10), at(20)]);
        assert_eq!(flows.way(input), []);
    }
}

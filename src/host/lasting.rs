//! What variables of files hold at any time, where all code is read that may write them (HOST-46).

use std::collections::BTreeMap;

use super::machine::Host;
use super::state::{Cell, Place, State, Value};
use super::term;
use super::types::{HostType, IntType};
use super::unknown::Free;

/// Passes over the program; what still grows in the last ones may be any value.
pub const MOST_PASSES: usize = 4;

/// The least and the greatest value of an integer; of a `dim3` those of each size. Nothing is held yet where there are none.
pub type Range = Vec<(i128, i128)>;

impl<'a> Host<'a> {
    /// Takes in what the variables hold now.
    pub fn note_lasting(&mut self, state: &State) {
        if state.is_dead {
            return;
        }
        let cells: Vec<Cell> = self.lasting.keys().copied().collect();
        for cell in cells {
            let held = if self.is_open(cell, state) { self.any(cell) } else { self.held(cell, state) };
            let known = self.lasting.entry(cell).or_default();
            if known.is_empty() {
                known.clone_from(&held);
            }
            for (all, one) in known.iter_mut().zip(held) {
                *all = (all.0.min(one.0), all.1.max(one.1));
            }
        }
    }

    /// Whether a pointer may lead to a variable.
    fn is_open(&self, cell: Cell, state: &State) -> bool {
        self.escaped.contains(&cell) || state.lost.contains(&cell)
    }

    fn any(&self, cell: Cell) -> Range {
        match self.variables[cell.0].ty {
            HostType::Int(ty) => vec![(ty.least(), ty.greatest())],
            _ => vec![(i128::from(i32::MIN), IntType::UINT.greatest()); 3],
        }
    }

    fn held(&self, cell: Cell, state: &State) -> Range {
        let any = self.any(cell);
        let of = |free: Free| {
            let ty = self.unknowns[free.0].ty;
            (ty.least(), ty.greatest())
        };
        let range = |(at, term): (usize, &term::Term)| {
            let (least, greatest) = state.range(term, &of);
            (least.max(any[at].0), greatest.min(any[at].1))
        };
        match state.value(cell) {
            Some(Value::Int(term, _)) => vec![range((0, term))],
            Some(Value::Dim3(sizes)) => sizes.iter().enumerate().map(range).collect(),
            _ => any,
        }
    }

    /// After this pass: whether no variable held more than was known before. What grows for long may be anything.
    pub fn is_settled(&mut self, before: &BTreeMap<Cell, Range>, pass: usize) -> bool {
        if self.lasting == *before {
            return true;
        }
        if pass + 2 >= MOST_PASSES {
            let grown: Vec<Cell> =
                self.lasting.keys().filter(|cell| self.lasting[cell] != before[cell]).copied().collect();
            for cell in grown {
                let any = self.any(cell);
                self.lasting.insert(cell, any);
            }
        }
        false
    }

    /// What a variable holds after code of the program that is not followed; false where that is not known.
    pub fn at_any_time(&mut self, cell: Cell, state: &mut State) -> bool {
        if self.is_open(cell, state) {
            return false;
        }
        let Some(range) = self.lasting.get(&cell).filter(|range| !range.is_empty()).cloned() else { return false };
        let (name, ty, place) = {
            let variable = &self.variables[cell.0];
            (variable.name.clone(), variable.ty.clone(), variable.place)
        };
        let mut one = |host: &mut Host<'a>, name: &str, ty: IntType, (least, greatest): (i128, i128)| {
            if least == greatest {
                return term::int(least);
            }
            let unknown = host.unknown(name, ty, place);
            if least > ty.least() {
                state.assume(&term::le(&term::int(least), &unknown), place);
            }
            if greatest < ty.greatest() {
                state.assume(&term::le(&unknown, &term::int(greatest)), place);
            }
            unknown
        };
        let value = match (ty, &range[..]) {
            (HostType::Int(ty), [range]) => Value::Int(one(self, &name, ty, *range), ty),
            // A size is kept as the signed number that it was made from.
            (HostType::Dim3, [x, y, z]) => {
                let signed = IntType { signed: true, bits: 64 };
                let sizes = [("x", x), ("y", y), ("z", z)].map(|(axis, range)| {
                    let ty = if range.0 < 0 { signed } else { IntType::UINT };
                    one(self, &format!("{name}.{axis}"), ty, *range)
                });
                Value::Dim3(sizes)
            }
            _ => return false,
        };
        state.forget(&Place::of(cell));
        state.write(&Place::of(cell), value);
        true
    }
}

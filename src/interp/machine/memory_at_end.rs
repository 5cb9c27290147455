//! What global memory holds in the end.

use std::collections::BTreeSet;

use crate::interp::code::ArrayCode;
use crate::interp::memory::PAGE;
use crate::interp::outcome::FinalArray;
use crate::interp::value::Value;
use crate::kernel::ir::Space;

use super::{BITS, Machine};

impl Machine<'_> {
    /// The arrays of global memory with the cells that were given or touched.
    pub fn final_arrays(&mut self) -> Vec<FinalArray> {
        let code = self.code;
        let outlive = |array: &ArrayCode| {
            matches!(array.space, Space::Global | Space::Ghost) && !array.null && !array.by_coordinates()
        };
        let arrays = code.arrays.iter().enumerate().filter(|(_, array)| outlive(array));
        arrays.map(|(at, array)| self.final_array(at, array)).collect()
    }

    fn final_array(&mut self, at: usize, array: &ArrayCode) -> FinalArray {
        const MOST: usize = 1 << 16;
        let length = match array.extents[..] {
            [Some(length)] => Some(length as u64),
            _ => None,
        };
        let given = array.initial.len() as i64;
        let mut pages: BTreeSet<i64> = (0..given).step_by(PAGE as usize).collect();
        let memory = &self.memory.arrays[at];
        pages.extend(memory.values[0].pages());
        let words = memory.looked_at.pages().into_iter().flat_map(|page| page..page + PAGE);
        pages.extend(words.filter(|word| memory.looked_at.get(*word) != 0).map(|word| word * BITS));
        let mut cells = Vec::new();
        let mut complete = true;
        for index in pages.into_iter().flat_map(|page| page..page + PAGE) {
            let memory = &self.memory.arrays[at];
            let now = memory.values[0].get(index);
            let looked_at = memory.looked_at.get(index.div_euclid(BITS)) >> index.rem_euclid(BITS) & 1 == 1;
            if !(0..given).contains(&index) && !looked_at && matches!(now, Value::Missing) {
                continue;
            }
            if cells.len() == MOST {
                complete = false;
                break;
            }
            let before = self.at_entry(at as u32, index);
            let now = if matches!(now, Value::Missing) { before } else { now };
            cells.push((index, self.pool.scalar(before), self.pool.scalar(now)));
        }
        FinalArray { name: array.name.clone(), length, cells, complete }
    }
}

//! Numbers that look random and are the same in every run.

/// A small generator (splitmix).
#[derive(Clone)]
pub struct Random(u64);

impl Random {
    /// Another sequence for each seed and each number.
    pub fn new(seed: u64, number: u64) -> Random {
        let mut random = Random(seed.wrapping_mul(0xd6e8_feb8_6659_fd93) ^ number.wrapping_mul(0xa076_1d64_78bd_642f));
        random.next();
        random
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// Below `bound`, which must not be 0.
    pub fn below(&mut self, bound: usize) -> usize {
        (self.next() % bound as u64) as usize
    }

    /// True once in `times`.
    pub fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    pub fn pick<'t, T: ?Sized>(&mut self, from: &[&'t T]) -> &'t T {
        from[self.below(from.len())]
    }
}

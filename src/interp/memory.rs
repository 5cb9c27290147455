//! Sparse storage: pages of cells, made when they are first touched.

use std::collections::HashMap;

/// Cells of a page.
pub const PAGE: i64 = 64;

/// Pages below this number are found without hashing, wherever they are first touched.
const NEAR: usize = 1 << 12;

/// So are pages up to this many times those that there are: what finds them stays in proportion to the cells.
const SPREAD: usize = 8;

/// A total map from cells to `T`, the default where nothing was written.
#[derive(Clone, Debug)]
pub struct Paged<T> {
    near: Vec<Option<Box<[T]>>>,
    far: HashMap<i64, Box<[T]>>,
    /// Pages there are.
    made: usize,
    default: T,
}

impl<T: Copy> Paged<T> {
    pub fn new(default: T) -> Paged<T> {
        Paged { near: Vec::new(), far: HashMap::new(), made: 0, default }
    }

    /// Puts the default everywhere.
    pub fn clear(&mut self) {
        self.near.iter_mut().flatten().for_each(|page| page.fill(self.default));
        self.made -= self.far.len();
        self.far.clear();
    }

    /// What is in the cell.
    #[inline]
    pub fn get(&self, index: i64) -> T {
        self.find(index).copied().unwrap_or(self.default)
    }

    /// The cell, if its page is there.
    #[inline]
    pub fn find(&self, index: i64) -> Option<&T> {
        let (page, at) = (index.div_euclid(PAGE), index.rem_euclid(PAGE) as usize);
        let found = match usize::try_from(page).ok().and_then(|page| self.near.get(page)) {
            Some(page) => page.as_ref(),
            None => self.far.get(&page),
        };
        found.map(|cells| &cells[at])
    }

    /// The cell, made if it is not there.
    #[inline]
    pub fn cell(&mut self, index: i64) -> &mut T {
        let (page, at) = (index.div_euclid(PAGE), index.rem_euclid(PAGE) as usize);
        let nearest = self.near.len().max(NEAR).max(self.made * SPREAD);
        let near = usize::try_from(page).ok().filter(|page| *page < nearest);
        // A page that was far stays there.
        let was_far = !self.far.is_empty() && self.far.contains_key(&page);
        let near = near.filter(|_| !was_far);
        if let Some(page) = near.filter(|page| *page >= self.near.len()) {
            self.move_near(page);
        }
        let (default, made) = (self.default, &mut self.made);
        let fresh = || {
            *made += 1;
            vec![default; PAGE as usize].into_boxed_slice()
        };
        match near {
            Some(page) => &mut self.near[page].get_or_insert_with(fresh)[at],
            None => &mut self.far.entry(page).or_insert_with(fresh)[at],
        }
    }

    /// Lets the pages up to this one be found without hashing.
    fn move_near(&mut self, page: usize) {
        let before = self.near.len();
        self.near.resize_with(page + 1, || None);
        if self.far.is_empty() {
            return;
        }
        for at in before..=page {
            self.near[at] = self.far.remove(&(at as i64));
        }
    }

    /// The first cell of each page there is, in order.
    pub fn pages(&self) -> Vec<i64> {
        let near = self.near.iter().enumerate().filter(|(_, page)| page.is_some()).map(|(at, _)| at as i64);
        let mut pages: Vec<i64> = near.chain(self.far.keys().copied()).collect();
        pages.sort_unstable();
        pages.into_iter().map(|page| page * PAGE).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_found_wherever_they_are() {
        let mut cells = Paged::new(0);
        let places = [0, 63, 64, -1, 1 << 40, i64::MIN, i64::MAX, 300_000, 270_000, 1_000_000];
        for (value, index) in places.iter().enumerate() {
            *cells.cell(*index) = value + 1;
        }
        for step in 0..2_000_i64 {
            *cells.cell(step * 512) += 0;
        }
        for (value, index) in places.iter().enumerate() {
            assert_eq!(cells.get(*index), value + 1, "{index}");
            assert_eq!(*cells.cell(*index), value + 1, "{index}");
        }
        assert_eq!(cells.get(5), 0);
        let pages = cells.pages();
        assert!(pages.len() < 2_100 && pages.is_sorted());
    }

    #[test]
    fn few_cells_far_apart_take_little() {
        let mut cells = Paged::new(0_u8);
        for power in 0..60 {
            *cells.cell(1 << power) = power;
        }
        assert!(cells.near.len() <= NEAR && (0..60).all(|power| cells.get(1 << power) == power));
    }
}

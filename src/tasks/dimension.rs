//! The dimensions of a launch, as symbols of tasks.

use crate::kernel::ir::Axis;
use crate::logic::{SymbolId, Terms};

/// A dimension of the block or of the grid.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Dimension {
    /// Threads of a block along an axis.
    Block(Axis),
    /// Blocks of the grid along an axis.
    Grid(Axis),
}

impl Dimension {
    /// Those of the block, then those of the grid.
    pub fn all() -> impl Iterator<Item = Dimension> {
        [Dimension::Block, Dimension::Grid].into_iter().flat_map(|of| Axis::ALL.map(of))
    }

    /// What its symbol is called, if it has one.
    pub fn name(self) -> &'static str {
        match self {
            Dimension::Block(Axis::X) => "blockDim.x",
            Dimension::Block(Axis::Y) => "blockDim.y",
            Dimension::Block(Axis::Z) => "blockDim.z",
            Dimension::Grid(Axis::X) => "gridDim.x",
            Dimension::Grid(Axis::Y) => "gridDim.y",
            Dimension::Grid(Axis::Z) => "gridDim.z",
        }
    }

    /// The dimension that a symbol stands for.
    pub fn of(terms: &Terms, symbol: SymbolId) -> Option<Dimension> {
        let name = &terms.symbol_info(symbol).name;
        Dimension::all().find(|dimension| dimension.name() == name)
    }

    /// The dimensions that have a symbol in these terms.
    pub fn all_in(terms: &Terms) -> Vec<(SymbolId, Dimension)> {
        terms.symbols().filter_map(|(symbol, _)| Some((symbol, Dimension::of(terms, symbol)?))).collect()
    }
}

/// The executor's names for thread and block coordinates.
pub fn is_coordinate(name: &str) -> bool {
    matches!(name, "tx" | "ty" | "tz" | "bx" | "by" | "bz")
}

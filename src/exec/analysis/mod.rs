//! Questions about a kernel that need no execution.

pub mod atomics;
pub mod barriers;
pub mod entry;
pub mod laws;
pub mod level;
pub mod range;
pub mod reach;
pub mod uniformity;

pub use self::atomics::{Usage, Way, Ways, ways_of};
pub use self::barriers::{exchanges, holds_barrier, holds_warp_operation, surely_passes_barrier, widest};
pub use self::entry::{CallSite, Entry, Participants};
pub use self::laws::unlawful;
pub use self::level::{Level, space_level};
pub use self::range::{Range, of_binary, of_unary};
pub use self::reach::{Mentions, confined, labels_left, mentions_of_kernel, size};
pub use self::uniformity::{Uniformity, changed_by_others, keeps_its_value};

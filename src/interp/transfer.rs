//! The rules by which data spreads in a run for all data (AMP-1, AMP-5, AMP-11), so that a test can take out each of them and see that
//! what is said of launches changes.

use super::value::Value;

/// A rule.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Transfer {
    /// What is made of data is data.
    Operation,
    /// What arrays hold when the kernel starts is data.
    Contents,
    /// So are parameters that are not given.
    Scalar,
    /// What nobody has written is data.
    Unwritten,
    /// What an atomic operation finds is data.
    Found,
    /// What it leaves is data.
    Left,
    /// What differs behind two arms is data.
    Join,
    /// Both arms are executed.
    OtherArm,
    /// Both operands of `?:` are evaluated.
    OtherOperand,
    /// What was written anywhere may be in every cell.
    Anywhere,
    /// What lanes say together that name no mask is data.
    Present,
    /// What lanes say together is data if one of them says data.
    Together,
    /// What a barrier counts is data if one thread says data.
    Vote,
    /// What machines round differently is data.
    Rounded,
    /// Fences and atomic operations order nothing.
    Order,
    /// An address that is data is no other address.
    Address,
    /// Nor is a branch.
    Branch,
    /// Nor is the guard of a loop.
    Loop,
    /// Nor is a mask.
    Lanes,
}

#[cfg(test)]
thread_local! {
    /// The rule that the test has taken out.
    pub static TAKEN_OUT: std::cell::Cell<Option<Transfer>> = const { std::cell::Cell::new(None) };
}

impl Transfer {
    /// Whether a test has taken it out.
    #[inline]
    pub fn is_out(self) -> bool {
        #[cfg(test)]
        return TAKEN_OUT.get() == Some(self);
        #[cfg(not(test))]
        false
    }

    /// The value, or where the rule is out some number in place of data.
    #[inline]
    pub fn of(self, value: Value) -> Value {
        match value {
            Value::Data(_) if self.is_out() => Value::Int(1),
            _ => value,
        }
    }
}

//! What the tasks of an execution take for granted beyond the front end's assumptions.

/// The assumption under which lock-step execution speaks for all schedules. The caller removes it when races,
/// divergence and order-dependent operations have been excluded.
pub const RACE_FREEDOM: &str = "race-freedom";

/// The caller removes it when a state that meets the contract has been found.
pub const SATISFIABLE_CONTRACT: &str = "contract not shown satisfiable";

/// Launches that no device accepts do not count.
pub const HARDWARE_LIMITS: &str = "the launch is within the hardware's limits";

/// How the assumption ends that names an array without a known length.
pub const BOUNDS_NOT_CHECKED: &str = " unknown, bounds not checked";

/// How the assumption begins that names a loop without a proof that it ends.
pub const TERMINATION_NOT_PROVED: &str = "termination not proved";

/// They stand in the order in which they are listed.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Assumption {
    RaceFreedom,
    SatisfiableContract,
    NoOverflow,
    FloatDomain,
    RealFloats,
    NoContraction,
    /// Dimensions of the launch.
    AreOne(Vec<String>),
    HardwareLimits,
    /// LAUNCH-12: in this axis.
    FewThreads(usize),
    BarrierAfterExit,
    LanesAfterExit,
    /// What is not known of an array.
    BoundsNotChecked(String),
    /// Of a loop.
    TerminationNotProved(String),
}

impl Assumption {
    /// In words.
    pub fn text(&self) -> String {
        let text = match self {
            Assumption::RaceFreedom => RACE_FREEDOM,
            Assumption::SatisfiableContract => SATISFIABLE_CONTRACT,
            Assumption::NoOverflow => "no integer overflow, and no implicit conversion that changes a value",
            Assumption::FloatDomain => {
                "no division of floats by 0, and no function of floats outside its domain (float-domain)"
            }
            Assumption::RealFloats => "rounding, NaN and infinities not modelled",
            Assumption::NoContraction => "no contraction of floating-point operations (nvcc -fmad=false)",
            Assumption::AreOne(dimensions) => {
                let verb = if dimensions.len() == 1 { "is" } else { "are" };
                return format!("{} {verb} 1", dimensions.join(", "));
            }
            Assumption::HardwareLimits => HARDWARE_LIMITS,
            Assumption::FewThreads(axis) => {
                return format!("the launch has at most 2^31 - 1 threads in {}", ["x", "y", "z"][*axis]);
            }
            Assumption::BarrierAfterExit => {
                "compute capability 7.0 or later: a barrier does not wait for threads that have exited"
            }
            Assumption::LanesAfterExit => {
                "compute capability 7.0 or later: lanes of a warp do not wait for those that have exited"
            }
            Assumption::BoundsNotChecked(unknown) => return format!("{unknown}{BOUNDS_NOT_CHECKED}"),
            Assumption::TerminationNotProved(name) => return format!("{TERMINATION_NOT_PROVED} ({name})"),
        };
        text.to_owned()
    }
}

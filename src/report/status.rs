//! What may be said of a kernel, and with which code a run ends (`design.md`, "Verdicts, output, exit codes"). The vocabulary is
//! closed.

use borsh::{BorshDeserialize, BorshSerialize};
use schemars::JsonSchema;
use serde::Serialize;

/// What is said of a kernel.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, JsonSchema, BorshSerialize, BorshDeserialize)]
#[serde(rename_all = "kebab-case")]
pub enum KernelVerdict {
    /// There is an `ensures`, and every task is proved.
    Verified,
    /// There is none, and every task is proved.
    Safe,
    /// A replayed launch meets every `requires` and goes wrong through the code's fault.
    Refuted,
    /// Something is unproved and nothing is confirmed; also a false or too weak annotation.
    Unknown,
    /// Something is not modelled.
    Unsupported,
    /// Said by `check` only: all of it is modelled.
    Modelled,
    /// Said by `races` only: no two threads race and no barrier diverges.
    RaceFree,
    /// Said by `races` only: a replayed launch races or diverges.
    Racy,
}

impl KernelVerdict {
    /// All of them, what one hopes for first.
    pub const ALL: [KernelVerdict; 8] = [
        KernelVerdict::Verified,
        KernelVerdict::Safe,
        KernelVerdict::Modelled,
        KernelVerdict::RaceFree,
        KernelVerdict::Refuted,
        KernelVerdict::Racy,
        KernelVerdict::Unknown,
        KernelVerdict::Unsupported,
    ];

    /// The word in all reports: `verified`, `race-free` and so on.
    pub fn name(self) -> &'static str {
        match self {
            KernelVerdict::Verified => "verified",
            KernelVerdict::Safe => "safe",
            KernelVerdict::Refuted => "refuted",
            KernelVerdict::Unknown => "unknown",
            KernelVerdict::Unsupported => "unsupported",
            KernelVerdict::Modelled => "modelled",
            KernelVerdict::RaceFree => "race-free",
            KernelVerdict::Racy => "racy",
        }
    }

    /// Whether it is what the user hoped for.
    pub fn is_success(self) -> bool {
        match self {
            KernelVerdict::Verified | KernelVerdict::Safe | KernelVerdict::Modelled | KernelVerdict::RaceFree => true,
            KernelVerdict::Refuted | KernelVerdict::Racy | KernelVerdict::Unknown | KernelVerdict::Unsupported => false,
        }
    }
}

/// How far something holds: a line of the source, a task, a kernel. Of several, the last one counts.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Standing {
    /// All that is asked of it is proved.
    Proved,
    /// It is taken to hold, and not proved.
    Assumed,
    /// Nobody has tried: it is not modelled, or the run ended before.
    Unreached,
    /// Tried, and neither proved nor shown false.
    Unknown,
    /// A run shows it false.
    Refuted,
}

impl Standing {
    /// The word in all reports.
    pub fn name(self) -> &'static str {
        match self {
            Standing::Proved => "proved",
            Standing::Assumed => "assumed",
            Standing::Unreached => "unreached",
            Standing::Unknown => "unknown",
            Standing::Refuted => "refuted",
        }
    }
}

impl From<KernelVerdict> for Standing {
    fn from(verdict: KernelVerdict) -> Standing {
        match verdict {
            KernelVerdict::Verified | KernelVerdict::Safe | KernelVerdict::RaceFree => Standing::Proved,
            KernelVerdict::Refuted | KernelVerdict::Racy => Standing::Refuted,
            KernelVerdict::Unknown => Standing::Unknown,
            // Of what is modelled `check` proves nothing.
            KernelVerdict::Modelled | KernelVerdict::Unsupported => Standing::Unreached,
        }
    }
}

/// The exit code of a run; a later one takes precedence.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum ExitStatus {
    /// Every kernel asked for is verified or safe (or modelled), or there is none.
    Success,
    /// Some kernel is not verified or safe (or modelled).
    NotVerified,
    /// The input, the command line or the environment is at fault.
    BadInput,
    /// The tool contradicts itself, or has failed.
    InternalError,
    /// The run was stopped before it was through.
    Interrupted,
}

impl ExitStatus {
    /// The number that the process ends with.
    pub fn code(self) -> u8 {
        match self {
            ExitStatus::Success => 0,
            ExitStatus::NotVerified => 1,
            ExitStatus::BadInput => 2,
            ExitStatus::InternalError => 3,
            ExitStatus::Interrupted => 130,
        }
    }
}

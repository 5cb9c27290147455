//! The architectures that device code is compiled for (`--arch`).

use std::fmt;

/// An architecture: `sm_80`, or with its own features `sm_90a`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Arch {
    /// Ten times the compute capability.
    pub number: u16,
    /// `a` for what this architecture alone has, `f` for what its family has.
    pub features: Option<char>,
}

/// Those that nvcc 12 knows, and newer ones: `--arch all`.
pub const ARCHS: &[Arch] = &[
    plain(50),
    plain(52),
    plain(53),
    plain(60),
    plain(61),
    plain(62),
    plain(70),
    plain(72),
    plain(75),
    plain(80),
    plain(86),
    plain(87),
    plain(88),
    plain(89),
    plain(90),
    own(90),
    plain(100),
    own(100),
    plain(101),
    own(101),
    plain(103),
    own(103),
    plain(110),
    own(110),
    plain(120),
    own(120),
    plain(121),
    own(121),
];

const fn plain(number: u16) -> Arch {
    Arch { number, features: None }
}

const fn own(number: u16) -> Arch {
    Arch { number, features: Some('a') }
}

impl Default for Arch {
    /// The first one whose threads need not run in lockstep.
    fn default() -> Self {
        plain(70)
    }
}

impl fmt::Display for Arch {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "sm_{}", self.number)?;
        self.features.map_or(Ok(()), |letter| write!(out, "{letter}"))
    }
}

impl Arch {
    /// Reads `sm_80`, `compute_80`, `sm_90a` or `80`.
    pub fn parse(text: &str) -> Option<Arch> {
        let rest = ["sm_", "compute_", "lto_"].iter().find_map(|prefix| text.strip_prefix(prefix)).unwrap_or(text);
        let digits = rest.trim_end_matches(['a', 'f']);
        let features = rest[digits.len()..].chars().next();
        let number = digits.parse().ok().filter(|number| (50..1000).contains(number))?;
        (rest.len() - digits.len() <= 1).then_some(Arch { number, features })
    }

    /// What nvcc defines for it.
    pub fn macros(self) -> String {
        let Arch { number, features } = self;
        let mut text = format!("#define __CUDA_ARCH__ {number}0\n#define __CUDA_ARCH_LIST__ {number}0\n");
        if features == Some('a') {
            text += &format!("#define __CUDA_ARCH_FEAT_SM{number}_ALL 1\n#define __CUDA_ARCH_SPECIFIC__ {number}0\n");
        }
        if features.is_some() {
            text += &format!("#define __CUDA_ARCH_FAMILY_SPECIFIC__ {number}0\n");
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_as_nvcc_spells_them() {
        for (text, shown) in [("sm_80", "sm_80"), ("compute_75", "sm_75"), ("90", "sm_90"), ("sm_90a", "sm_90a")] {
            assert_eq!(Arch::parse(text).map(|arch| arch.to_string()).as_deref(), Some(shown));
        }
        for text in ["", "sm_", "sm_9", "sm80", "sm_80x", "sm_90aa", "ampere", "sm_1000", "sm_-80"] {
            assert_eq!(Arch::parse(text), None, "{text}");
        }
    }
}

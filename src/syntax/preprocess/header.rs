//! The header of a test file of GPUVerify: what it says of the launch (LAUNCH-7).
//!
//! ```text
//! //pass
//! //--blockDim=[16,16] --gridDim=4
//! ```

use crate::base::{FileId, Span};
use crate::syntax::tree::LaunchHeader;

/// The names of the options, ours first.
const BLOCK: [&str; 2] = ["--blockDim=", "--local_size="];
const GRID: [&str; 2] = ["--gridDim=", "--num_groups="];

/// Reads the header of a file: nothing where the first line is not `//pass` or `//xfail:...`, or where no line behind it
/// gives a size that is known.
pub fn read(file: FileId, text: &str) -> Option<LaunchHeader> {
    let mut at = 0;
    let mut lines = text.split_inclusive('\n').map(|line| {
        let start = at;
        at += line.len();
        (start, line.trim_end())
    });
    let (_, first) = lines.next()?;
    if first != "//pass" && !first.starts_with("//xfail:") {
        return None;
    }
    let options = lines.take_while(|(_, line)| line.starts_with("//")).find(|(_, line)| line.starts_with("//--"));
    let (start, line) = options?;
    let [block, grid] = [BLOCK, GRID].map(|names| names.iter().find_map(|name| size(line, name)));
    let span = Span::new(file, start, start + line.len());
    (block.is_some() || grid.is_some()).then_some(LaunchHeader { block, grid, span })
}

/// The value of an option: a number, or up to three of them in brackets.
fn size(line: &str, name: &str) -> Option<[u64; 3]> {
    let value = &line[line.find(name)? + name.len()..];
    let numbers = match value.strip_prefix('[') {
        Some(list) => list.split_once(']')?.0,
        None => value.split_whitespace().next()?,
    };
    let mut size = [1; 3];
    for (at, number) in numbers.split(',').enumerate() {
        *size.get_mut(at)? = number.trim().parse().ok().filter(|number| *number > 0)?;
    }
    Some(size)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::base::Files;

    fn sizes(text: &str) -> Option<(Option<[u64; 3]>, Option<[u64; 3]>)> {
        let file = Files::new().add("k.cu", text);
        read(file, text).map(|header| (header.block, header.grid))
    }

    #[test]
    fn sizes_are_numbers_or_lists() {
        let both = Some((Some([64, 1, 1]), Some([2, 3, 1])));
        assert_eq!(sizes("//pass\n//--blockDim=64 --gridDim=[2, 3] --no-inline\n"), both);
        assert_eq!(sizes("//xfail:BOOGIE_ERROR\r\n//--num_groups=[2,3] --local_size=64\r\n"), both);
        assert_eq!(sizes("//pass\n//--gridDim=8\n"), Some((None, Some([8, 1, 1]))));
    }

    #[test]
    fn what_is_no_header_or_no_size_gives_nothing() {
        for text in [
            "",
            "//--blockDim=64\n",
            "// pass\n//--blockDim=64\n",
            "//pass\n__global__ void k();\n//--blockDim=64\n",
            "//pass\n//--blockDim=0 --gridDim=*\n",
            "//pass\n//--blockDim=[1,2,3,4]\n",
            "//pass\n//--blockDim=[1,2\n",
        ] {
            assert_eq!(sizes(text), None, "{text}");
        }
    }
}

//! Proves the examples with exact floats (`--float exact`): all hold bit for bit, but for those whose result is another
//! number when it is rounded.

#[path = "common/examples.rs"]
mod examples;

use std::path::Path;
use std::process::Command;

use examples::examples;

/// Examples that are right, or proved, as real numbers only.
const REAL_ONLY: &[(&str, &str)] = &[
    ("argmax", "no element is at most a NaN"),
    ("argmaxBlock", "no element is at most a NaN"),
    ("blockSum", "a tree adds in another order than the sum of the contract"),
    ("blockSumShuffle", "a tree adds in another order than the sum of the contract"),
    ("compactRows", "a comparison of elements with numbers is taken apart for real numbers only"),
    ("convolutionLayer", "the sums over the window are written out for real numbers only"),
    ("convolutionRows", "the sum over the taps is written out for real numbers only"),
    ("covariance", "proved for real numbers only, though both orders of the factors round alike"),
    ("dotProduct", "a tree adds in another order than the sum of the contract"),
    ("layerNorm", "a tree adds in another order than the sum of the contract"),
    ("matrixMul", "where floats are rounded the inner loop needs an invariant that says how far its sum is"),
    ("matrixMulAhead", "what the sums are is found for real numbers only"),
    ("matrixMulRegisters", "proved for real numbers only, though each sum is added in the contract's order"),
    ("matrixMulTiles", "what the sums are is found for real numbers only"),
    ("matrixMulVectors", "proved for real numbers only, though each sum is added in the contract's order"),
    ("quantise", "what the nearest whole number is, is known for real numbers only"),
    ("rmsNorm", "a tree adds in another order than the sum of the contract"),
    ("scanBlockShuffle", "a scan adds in another order than the sum of the contract"),
    ("scanBuffers", "a scan adds in another order than the sum of the contract"),
    ("softmaxBlock", "a tree adds in another order than the sum of the contract"),
    ("softmaxOnline", "the sum is rescaled"),
    ("softmaxThread", "a product with the reciprocal is no quotient"),
    ("softmaxWarp", "a tree adds in another order than the sum of the contract"),
    ("sparseMulWarps", "a tree adds in another order than the sum of the contract"),
    ("hillisSteele", "a scan adds in another order than the sum of the contract"),
    ("topK", "two elements of which neither is before the other, as NaNs, have one rank"),
];

#[test]
fn the_examples_hold_bit_for_bit() {
    let examples = examples();
    assert!(examples.len() > REAL_ONLY.len());
    let mut wrong = Vec::new();
    for path in examples {
        let name = path.file_stem().expect("a file has a name").to_string_lossy().into_owned();
        let real_only = REAL_ONLY.iter().any(|(other, _)| *other == name);
        let code = prove(&path);
        if code != Some(i32::from(real_only)) {
            wrong.push(format!("{name}: exit code {code:?}"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:?}");
}

fn prove(path: &Path) -> Option<i32> {
    let output = Command::new(env!("CARGO_BIN_EXE_gpuhoare"))
        .args(["prove", "--float", "exact"])
        .arg(path)
        .output()
        .expect("gpuhoare starts");
    output.status.code()
}

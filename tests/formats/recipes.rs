//! The recipes of `docs/reports.md`, from a checkout to an annotated result.

use std::path::Path;
use std::process::Command;

use serde_json::Value;

const SOURCE: &str = "//@ requires n <= \\length(a);
__global__ void good(int *a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) a[i] = 0;
}

//@ requires n <= \\length(a);
__global__ void shifted(int *a, int n) {
    int i = blockIdx.x * blockDim.x + threadIdx.x;
    if (i < n) a[i + 1] = a[i];
}
";

/// The commands of a recipe that run gpuhoare.
fn commands(mark: &str) -> Vec<String> {
    let page = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/reports.md")).unwrap();
    let recipe = page.split("```yaml\n").find(|block| block.starts_with(mark)).unwrap();
    let recipe = recipe.split("```").next().unwrap();
    let commands: Vec<String> =
        recipe.lines().filter_map(|line| Some(format!("gpuhoare {}", line.split_once("gpuhoare prove ")?.1))).collect();
    commands.into_iter().map(|line| line.replacen("gpuhoare ", "gpuhoare prove ", 1)).collect()
}

fn git(folder: &Path, arguments: &[&str]) {
    let identity = ["-c", "user.name=test", "-c", "user.email=test@example.org"];
    let ran = Command::new("git").args(identity).args(arguments).current_dir(folder).output().unwrap();
    assert!(ran.status.success(), "{}", String::from_utf8_lossy(&ran.stderr));
}

/// A checkout of a repository with a kernel that is right and one that is wrong.
fn checkout() -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    let origin = folder.path().join("origin");
    std::fs::create_dir_all(origin.join("kernels")).unwrap();
    std::fs::write(origin.join("kernels/shift.cu"), SOURCE).unwrap();
    git(&origin, &["init", "--quiet"]);
    git(&origin, &["add", "."]);
    git(&origin, &["commit", "--quiet", "-m", "kernels"]);
    git(folder.path(), &["clone", "--quiet", "origin", "checkout"]);
    folder
}

fn run(command: &str, checkout: &Path) -> Option<i32> {
    let program = Path::new(env!("CARGO_BIN_EXE_gpuhoare")).parent().unwrap();
    let path = format!("{}:{}", program.display(), std::env::var("PATH").unwrap_or_default());
    Command::new("sh").args(["-c", command]).current_dir(checkout).env("PATH", path).output().unwrap().status.code()
}

#[test]
fn code_scanning_gets_annotations_at_lines_of_the_checkout() {
    let folder = checkout();
    let checkout = folder.path().join("checkout");
    let commands = commands("# .github");
    assert_eq!(commands.len(), 1, "{commands:?}");
    assert_eq!(run(&commands[0], &checkout), Some(1));
    let log: Value = serde_json::from_str(&std::fs::read_to_string(checkout.join("gpuhoare.sarif")).unwrap()).unwrap();
    let run = &log["runs"][0];
    let results = run["results"].as_array().unwrap();
    assert!(!results.is_empty());
    let mut errors = 0;
    for result in results {
        let place = &result["locations"][0]["physicalLocation"];
        let text = std::fs::read_to_string(checkout.join(place["artifactLocation"]["uri"].as_str().unwrap())).unwrap();
        let line = place["region"]["startLine"].as_u64().unwrap() as usize;
        let is_of_shifted = result["properties"]["gpuhoare/kernel"] == "shifted";
        if result["level"] == "error" {
            errors += 1;
            assert!(is_of_shifted && text.lines().nth(line - 1).unwrap().contains("a[i + 1]"), "{result}");
            assert!(result["partialFingerprints"]["gpuhoare/v1"].is_string());
        }
        let rule = &run["tool"]["driver"]["rules"][result["ruleIndex"].as_u64().unwrap() as usize];
        assert_eq!(rule["id"], result["ruleId"]);
        assert!(!rule["help"]["text"].as_str().unwrap().is_empty());
    }
    assert!(errors >= 1, "{log:#}");
}

#[test]
fn ci_gets_a_case_that_fails() {
    let folder = checkout();
    let checkout = folder.path().join("checkout");
    let commands = commands("# .gitlab");
    assert_eq!(commands.len(), 1, "{commands:?}");
    assert_eq!(run(&commands[0], &checkout), Some(1));
    let text = std::fs::read_to_string(checkout.join("gpuhoare.xml")).unwrap();
    let report = quick_junit::Report::deserialize_from_str(&text).unwrap();
    let failing = |suite: &quick_junit::TestSuite| suite.failures;
    let of = |name: &str| report.test_suites.iter().find(|suite| suite.name.as_str().ends_with(name)).unwrap();
    assert_eq!(failing(of("::good")), 0);
    assert!(failing(of("::shifted")) >= 2, "{text}");
}

/// Fingerprints stay when lines move, and differ for what differs.
#[test]
fn a_finding_is_known_again_when_lines_move() {
    let folder = tempfile::tempdir().unwrap();
    let prints = |source: &str| -> Vec<String> {
        std::fs::write(folder.path().join("k.cu"), source).unwrap();
        assert_eq!(run("gpuhoare prove k.cu --format json --output k.json", folder.path()), Some(1));
        let document: Value =
            serde_json::from_str(&std::fs::read_to_string(folder.path().join("k.json")).unwrap()).unwrap();
        let kernels = document["files"][0]["kernels"].as_array().unwrap().clone();
        let findings = kernels.iter().flat_map(|kernel| kernel["findings"].as_array().unwrap().clone());
        findings.map(|found| found["fingerprint"].as_str().unwrap().to_owned()).collect()
    };
    let before = prints(SOURCE);
    assert!(!before.is_empty());
    assert_eq!(prints(&format!("// a line\n\n{}", SOURCE.replace("a[i + 1] = ", "a[i + 1]   = "))), before);
    assert_ne!(prints(&SOURCE.replace("a[i + 1]", "a[i + 2]")), before);
}

//! What a file may try to say in a report: it stays text.

use gpuhoare::base::{Config, StopFlag};
use gpuhoare::pipeline;
use gpuhoare::report::forms::{Form, pages, text};
use gpuhoare::report::{Run, Silent};
use sha2::{Digest, Sha256};

const SOURCE: &str = "//@ requires n >= 0; // </code></pre><script>alert(1)</script>
//@ ensures a[0] == 1; /* \" onmouseover=\"alert(2) */
template <int N> __global__ void k(int *a, int n) { a[threadIdx.x] = N; /* ]]> <!-- &amp; */ }
__global__ void l(int *b) { asm(\"<img src=x onerror=alert(3)>\"); b[0] = 2; }
";

fn run(folder: &tempfile::TempDir) -> Run {
    let path = folder.path().join("<b>\"javascript:alert(4)'&#.cu");
    std::fs::write(&path, SOURCE).unwrap();
    pipeline::prove_files(&[path], &Config::default(), &StopFlag::new(), &Silent)
}

#[test]
fn pages_hold_no_element_and_no_link_of_the_source() {
    let folder = tempfile::tempdir().unwrap();
    for page in pages::pages(&run(&folder)).unwrap() {
        let name = page.name;
        assert!(name.chars().all(|letter| letter.is_ascii_alphanumeric() || "._-/".contains(letter)), "{name}");
        let (head, body) = page.text.split_once("</head>").unwrap();
        let (body, _) = body.rsplit_once("<script>").unwrap();
        for forbidden in ["<script", "<img", "<b>\"", "javascript:alert(4)'", " onmouseover=\"", " style=\"", "http"] {
            assert!(!body.contains(forbidden), "{name} has {forbidden}");
        }
        let links = body.split("href=\"").skip(1).map(|rest| rest.split('"').next().unwrap());
        for link in links.map(|link| link.replace("&#x2f;", "/")) {
            let is_ours = ["#", "../index.html", "../pages/", "pages/"].iter().any(|start| link.starts_with(start));
            assert!(is_ours, "{name} links to {link}");
        }
        for (element, directive) in [("style", "style-src"), ("script", "script-src")] {
            let inner = page.text.split(&format!("<{element}>")).nth(1).unwrap();
            let inner = inner.split(&format!("</{element}>")).next().unwrap();
            let hash = base64(&Sha256::digest(inner));
            let policy = format!("{directive} 'sha256-{hash}'");
            assert!(head.replace("&#x27;", "'").replace("&#x2f;", "/").contains(&policy), "{name}: {policy}");
        }
    }
}

/// By another way than the program's.
fn base64(bytes: &[u8]) -> String {
    let letters: Vec<char> = ('A'..='Z').chain('a'..='z').chain('0'..='9').chain(['+', '/']).collect();
    let bits: String = bytes.iter().map(|byte| format!("{byte:08b}")).collect();
    let padded = format!("{bits:0<width$}", width = bits.len().div_ceil(6) * 6);
    let mut text: String = (0..padded.len())
        .step_by(6)
        .map(|at| letters[usize::from_str_radix(&padded[at..at + 6], 2).unwrap()])
        .collect();
    while !text.len().is_multiple_of(4) {
        text.push('=');
    }
    text
}

#[test]
fn the_xml_is_well_formed_and_the_log_has_encoded_paths() {
    let folder = tempfile::tempdir().unwrap();
    let run = run(&folder);
    let report = quick_junit::Report::deserialize_from_str(&text(Form::Junit, &run)).unwrap();
    assert!(report.test_suites.iter().any(|suite| suite.name.as_str().contains("<b>\"javascript:alert(4)'&#.cu")));
    let log: serde_json::Value = serde_json::from_str(&text(Form::Sarif, &run)).unwrap();
    let uri = &log["runs"][0]["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"];
    assert!(uri.as_str().unwrap().ends_with("%3Cb%3E%22javascript%3Aalert%284%29%27%26%23.cu"), "{uri}");
}

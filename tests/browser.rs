//! Pages in a real browser: their script runs, their policy stops nothing of ours, and no console has a complaint. Ignored where
//! there is no Chromium; `CHROMIUM` names it.

use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};

use gpuhoare::base::{Config, StopFlag};
use gpuhoare::pipeline;
use gpuhoare::report::Silent;
use gpuhoare::report::forms::pages;
use libtest_mimic::{Arguments, Completion, Failed, Trial};

/// A race, a barrier that diverges, a postcondition that is false, a kernel that is verified.
const FILES: [&str; 4] = [
    "examples/wrong/hillisSteeleBarrier.cu",
    "tests/kernels/barriers/divergent_wrong.cu",
    "examples/wrong/blockSumLast.cu",
    "examples/basics/vectorAdd.cu",
];

fn main() -> ExitCode {
    let browser = browser();
    let trial = Trial::ignorable_test("pages_run_in_a_browser", move || match browser {
        Some(browser) => pages_run(&browser).map(|()| Completion::Completed),
        None => Ok(Completion::ignored_with("no chromium here")),
    });
    libtest_mimic::run(&Arguments::from_args(), vec![trial]).exit_code()
}

fn browser() -> Option<PathBuf> {
    let named = std::env::var_os("CHROMIUM").map(PathBuf::from);
    let known = ["chromium", "chromium-browser", "google-chrome"].map(PathBuf::from);
    let is_there = |path: &PathBuf| {
        let mut asked = Command::new(path);
        asked.arg("--version").stdout(Stdio::null()).stderr(Stdio::null()).status().is_ok_and(|status| status.success())
    };
    named.into_iter().chain(known).find(is_there)
}

fn pages_run(browser: &Path) -> Result<(), Failed> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let files: Vec<PathBuf> = FILES.iter().map(|file| root.join(file)).collect();
    let run = pipeline::prove_files(&files, &Config::default(), &StopFlag::new(), &Silent);
    let folder = tempfile::tempdir()?;
    std::fs::create_dir(folder.path().join("pages"))?;
    for page in pages::pages(&run)? {
        let path = folder.path().join(&page.name);
        std::fs::write(&path, &page.text)?;
        let output = Command::new(browser)
            .args(["--headless=new", "--no-sandbox", "--disable-gpu", "--enable-logging=stderr", "--dump-dom"])
            .arg("--virtual-time-budget=2000")
            .arg(format!("--user-data-dir={}", folder.path().join("profile").display()))
            .arg(format!("file://{}", path.display()))
            .output()?;
        let (tree, console) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
        let complaints: Vec<&str> = console.lines().filter(|line| line.contains("CONSOLE")).collect();
        if !complaints.is_empty() {
            return Err(format!("{}: {}", page.name, complaints.join("\n")).into());
        }
        // The script shows what needs it.
        let search = tree.split("<div role=\"search\"").nth(1).and_then(|rest| rest.split('>').next());
        if search.is_none_or(|attributes| attributes.contains("hidden")) {
            return Err(format!("{}: the script did not run: {search:?}", page.name).into());
        }
    }
    Ok(())
}

//! Text, pages, SARIF, JUnit and JSON agree task by task.

use std::collections::{BTreeMap, BTreeSet};

use gpuhoare::report::forms::{Form, human, pages, text};
use gpuhoare::report::{Style, json};
use quick_junit::{Report, TestCaseStatus};
use serde_json::Value;

use crate::examples;

/// The tasks of the JSON document: by file, kernel and id, what became of each.
fn tasks() -> BTreeMap<(String, String, String), Value> {
    let document: Value = serde_json::to_value(json::document(examples())).unwrap();
    let mut tasks = BTreeMap::new();
    for file in document["files"].as_array().unwrap() {
        for kernel in file["kernels"].as_array().unwrap() {
            for task in kernel["tasks"].as_array().unwrap() {
                let key = [&file["path"], &kernel["name"], &task["id"]].map(|part| part.as_str().unwrap().to_owned());
                tasks.insert(key.into(), task.clone());
            }
        }
    }
    assert!(tasks.len() > 1_000, "only {} tasks", tasks.len());
    tasks
}

/// Those that stand in the way of a kernel: a contract of which no launch was found that meets it is an assumption.
fn is_open(task: &Value) -> bool {
    let verdict = task["verdict"].as_str().unwrap();
    verdict == "refuted" || verdict == "unknown" && task["kind"] != "vacuity"
}

#[test]
fn junit_has_each_task() {
    let report = Report::deserialize_from_str(&text(Form::Junit, examples())).unwrap();
    let mut seen = 0;
    let tasks = tasks();
    for file in &examples().files {
        for kernel in &file.kernels {
            let name = format!("{}::{}", file.path, kernel.name);
            let suite = report.test_suites.iter().find(|suite| suite.name.as_str() == name).expect(&name);
            let verdict = &suite.test_cases[0];
            let is_success = matches!(verdict.status, TestCaseStatus::Success { .. });
            assert_eq!(is_success, examples().is_enough(kernel), "{name}");
            for case in &suite.test_cases[1..] {
                let task = &tasks[&(file.path.clone(), kernel.name.clone(), case.name.as_str().to_owned())];
                match &case.status {
                    TestCaseStatus::Success { .. } => assert_eq!(task["verdict"], "proved", "{name}: {task}"),
                    TestCaseStatus::NonSuccess { ty, .. } => {
                        assert_eq!(task["verdict"], ty.as_ref().unwrap().as_str(), "{name}: {task}");
                        assert!(is_open(task), "{name}: {task}");
                    }
                    TestCaseStatus::Skipped { .. } => {
                        assert!(!is_open(task) && task["verdict"] != "proved", "{name}: {task}");
                    }
                }
                seen += 1;
            }
        }
    }
    assert_eq!(seen, tasks.len());
}

#[test]
fn sarif_has_a_result_for_each_open_task() {
    let log: Value = serde_json::from_str(&text(Form::Sarif, examples())).unwrap();
    let mut told: BTreeMap<(String, String), Value> = BTreeMap::new();
    let mut fingerprints = BTreeSet::new();
    for result in log["runs"][0]["results"].as_array().unwrap() {
        let properties = &result["properties"];
        for task in properties["gpuhoare/tasks"].as_array().into_iter().flatten() {
            let uri = result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"].as_str().unwrap();
            let key = (uri.to_owned(), task.as_str().unwrap().to_owned());
            assert!(told.insert(key, properties["gpuhoare/status"].clone()).is_none(), "{task} has two results");
        }
        if let Some(print) = result["partialFingerprints"]["gpuhoare/v1"].as_str() {
            let uri = result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"].to_string();
            assert!(fingerprints.insert((uri, print.to_owned())), "two results have the fingerprint {print}");
        }
    }
    for ((file, _, id), task) in tasks() {
        let status = told.remove(&(file.clone(), id.clone()));
        match is_open(&task) {
            // A race may be confirmed where the one of its tasks that a solver was asked is unknown.
            true if task["kind"] == "race" => assert!(status.is_some(), "{file}: {task}"),
            true => assert_eq!(status.as_ref(), Some(&task["verdict"]), "{file}: {task}"),
            false => assert_eq!(status, None, "{file}: {task}"),
        }
    }
    assert!(told.is_empty(), "{told:?}");
}

#[test]
fn the_text_names_each_open_task() {
    let run = examples();
    let tasks = tasks();
    for file in &run.files {
        for kernel in &file.kernels {
            let text = human::kernel(&run.sources, kernel, Style::Plain);
            let own = tasks.iter().filter(|((path, name, _), _)| *path == file.path && *name == kernel.name);
            let proved = own.clone().filter(|(_, task)| task["verdict"] == "proved").count();
            let counted: usize = text
                .lines()
                .filter_map(|line| line.split_once(" of "))
                .filter_map(|(before, after)| {
                    let number = before.rsplit(' ').next()?.parse::<usize>().ok()?;
                    after.contains(" proved").then_some(number)
                })
                .sum();
            assert_eq!(counted, proved, "{}: {text}", file.path);
            for ((_, _, id), _) in own.filter(|(_, task)| is_open(task)) {
                // Of the tasks of one race, the first one is named, and the others are counted.
                let race = kernel.races.iter().find(|race| race.tasks.contains(id));
                let named = race.and_then(|race| race.tasks.first()).unwrap_or(id);
                assert!(text.contains(named.as_str()), "{}: {id} is not in\n{text}", file.path);
            }
        }
    }
}

/// The text of an attribute or element, as it was before it was escaped.
fn plain(text: &str) -> String {
    let mut plain = text.to_owned();
    for (escaped, letter) in
        [("&#x2f;", "/"), ("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#x27;", "'"), ("&amp;", "&")]
    {
        plain = plain.replace(escaped, letter);
    }
    plain
}

#[test]
fn pages_show_each_task_and_the_gutter_is_never_better() {
    let run = examples();
    let pages = pages::pages(run).unwrap();
    assert_eq!(pages.len(), run.files.len() + 1);
    let tasks = tasks();
    for (file, page) in run.files.iter().zip(&pages[1..]) {
        let mut shown: BTreeMap<String, &str> = BTreeMap::new();
        for row in page.text.split("<tbody class=\"item ").skip(1) {
            let status = row.split('"').next().unwrap();
            let id = row.split("id=\"task:").nth(1).unwrap().split('"').next().unwrap();
            shown.insert(plain(id), status);
        }
        let gutter: BTreeMap<usize, &str> = page
            .text
            .split("<div class=\"line")
            .skip(1)
            .map(|line| {
                let (class, rest) = line.split_once('"').unwrap();
                let number = rest.split("id=\"L").nth(1).unwrap().split('"').next().unwrap();
                (number.parse().unwrap(), class.split_whitespace().next().unwrap_or(""))
            })
            .collect();
        let own = tasks.iter().filter(|((path, ..), _)| *path == file.path);
        for ((_, _, id), task) in own {
            let verdict = task["verdict"].as_str().unwrap();
            let status = if verdict == "skipped" { "unreached" } else { verdict };
            assert_eq!(shown.remove(id), Some(status), "{}: {id}", file.path);
            let line = task["line"].as_u64().unwrap() as usize;
            if task["span"]["file"] == *file.path && verdict != "proved" {
                assert_ne!(gutter[&line], "proved", "{}:{line}: {task}", file.path);
            }
        }
        assert!(shown.is_empty(), "{}: {shown:?}", file.path);
        let source =
            run.sources.iter().find(|(_, source)| *source.name == *file.path).map_or("", |(_, source)| &source.text);
        for (number, line) in source.lines().enumerate().map(|(at, line)| (at + 1, line.trim())) {
            // Clauses may stand in plain comments.
            let is_clause = |text: &str| ["requires", "ensures", "invariant"].iter().any(|word| text.starts_with(word));
            let is_comment = line.strip_prefix("// ").is_some_and(|text| !is_clause(text));
            let says_nothing = line.is_empty() || line == "}" || is_comment;
            assert!(
                !says_nothing || gutter[&number].is_empty() || gutter[&number].starts_with('b'),
                "{}:{number}",
                file.path
            );
        }
        for kernel in &file.kernels {
            for clause in &kernel.outline.assumed {
                let line = run.sources.start(*clause).line;
                assert!(!["", "proved"].contains(&gutter[&line]), "{}:{line}", file.path);
            }
        }
    }
}

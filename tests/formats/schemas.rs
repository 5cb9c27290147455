//! Reports have the form that their schemas say.

use std::path::{Path, PathBuf};
use std::process::Command;

use gpuhoare::report::forms::{Form, schema, text};
use serde_json::Value;

use crate::examples;

fn meets(schema: &Value, document: &Value) {
    let validator = jsonschema::validator_for(schema).unwrap();
    let problems: Vec<String> =
        validator.iter_errors(document).take(5).map(|error| format!("{}: {error}", error.instance_path())).collect();
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

#[test]
fn the_document_meets_its_schema() {
    meets(schema::of_document().as_value(), &serde_json::from_str(&text(Form::Json, examples())).unwrap());
}

#[test]
fn each_line_meets_the_schema_of_lines() {
    let schema = schema::of_lines();
    let lines = text(Form::JsonLines, examples());
    assert!(lines.lines().count() > 100);
    lines.lines().for_each(|line| meets(schema.as_value(), &serde_json::from_str(line).unwrap()));
}

#[test]
fn the_documents_of_runs_meet_their_schema() {
    let schema = schema::of_run();
    for (file, launch) in [
        ("examples/wrong/hillisSteeleBarrier.cu", "--block 4 --grid 2 --arg in=random(8) --arg out=random(8)"),
        ("examples/wrong/saxpy.cu", "--block 2 --grid 1 --arg n=0 --arg alpha=1/3 --arg x=[] --arg y=[]"),
        ("examples/basics/vectorAdd.cu", "--block 2 --grid 1 --arg n=2 --arg a=[1,2] --arg b=[1,2] --arg c=zeros(2)"),
        ("examples/basics/vectorAdd.cu", "--block 2 --grid 1"),
    ] {
        let words = launch.split(' ');
        let ran = Command::new(env!("CARGO_BIN_EXE_gpuhoare"))
            .current_dir(env!("CARGO_MANIFEST_DIR"))
            .args(["run", file, "--format", "json"])
            .args(words)
            .output()
            .unwrap();
        meets(schema.as_value(), &serde_json::from_slice(&ran.stdout).unwrap());
    }
}

#[test]
fn a_document_of_another_form_is_refused() {
    let schema = schema::of_document();
    let validator = jsonschema::validator_for(schema.as_value()).unwrap();
    let mut document: Value = serde_json::from_str(&text(Form::Json, examples())).unwrap();
    document["files"][0]["kernels"][0]["verdict"] = "certain".into();
    assert!(!validator.is_valid(&document));
}

/// The schema of the standard stands in the sources of the crate whose types are made from it.
#[test]
fn the_log_meets_the_schema_of_sarif() {
    // What only other platforms need is not there.
    let platform = format!("{}-unknown-linux-gnu", std::env::consts::ARCH);
    let metadata = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--offline", "--filter-platform", &platform, "--manifest-path"])
        .arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml"))
        .output()
        .unwrap();
    let metadata: Value = serde_json::from_slice(&metadata.stdout).unwrap();
    let package =
        metadata["packages"].as_array().unwrap().iter().find(|package| package["name"] == "serde-sarif").unwrap();
    let manifest = PathBuf::from(package["manifest_path"].as_str().unwrap());
    let schema = std::fs::read_to_string(manifest.with_file_name("src").join("schema.json")).unwrap();
    let mut schema: Value = serde_json::from_str(&schema).unwrap();
    // The standard's pattern of languages, which no run of ours has, is no regular expression: a bracket is missing.
    schema["definitions"]["run"]["properties"]["language"].as_object_mut().unwrap().remove("pattern");
    schema["definitions"]["toolComponent"]["properties"]["language"].as_object_mut().unwrap().remove("pattern");
    meets(&schema, &serde_json::from_str(&text(Form::Sarif, examples())).unwrap());
}

#[test]
fn the_published_schemas_are_those_of_the_program() {
    let all = [("report", schema::of_document()), ("lines", schema::of_lines()), ("run", schema::of_run())];
    for (name, schema) in all {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("docs/schema/{name}.json"));
        let published = std::fs::read_to_string(&path).unwrap_or_default();
        let current = format!("{:#}\n", schema.as_value());
        assert!(published == current, "{name}: `gpuhoare schema {name} > docs/schema/{name}.json` writes it anew");
    }
}

#[test]
fn the_types_for_python_have_the_fields_of_the_schema() {
    let text = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("python/src/gpuhoare/report.py"));
    let text = text.expect("the package has types") + "\n\n\n";
    let schema = schema::of_document();
    let schema = schema.as_value();
    let definitions = schema["$defs"].as_object().expect("definitions").iter();
    let forms = definitions.map(|(name, form)| (name.as_str(), form)).chain([("Report", schema)]);
    for (name, form) in forms.filter(|(_, form)| form["properties"].is_object()) {
        let heads = [format!("class {name}(TypedDict):\n"), format!("\n{name} = TypedDict(\n")];
        let body = heads.iter().find_map(|head| text.split_once(head)).expect(name).1;
        let body = body.split("\n\n\n").next().unwrap_or(body);
        for field in form["properties"].as_object().expect("properties").keys() {
            let has = body.contains(&format!("    {field}:")) || body.contains(&format!("\"{field}\":"));
            assert!(has, "{name} has no {field}: python/types.sh makes the types anew");
        }
    }
}

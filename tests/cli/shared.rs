//! The shared cache: what a team has found serves all of it, and what nobody has signed serves nobody.
//!
//! The stores are folders, and those that `GPUHOARE_TEST_STORES` names: for each one a line of TOML without line breaks, the start of
//! a user's file.

use std::path::{Path, PathBuf};

use serde_json::Value;

use crate::bench::{Bench, Ran};
use crate::cache::without_times;

const FILL: &str = "//@ requires n <= \\length(a) && n <= blockDim.x * gridDim.x;\n\
    //@ ensures \\forall j. 0 <= j < n -> a[j] == 3 * j;\n\
    __global__ void fill(int *a, int n) {\n    int i = blockIdx.x * blockDim.x + threadIdx.x;\n    \
    if (i < n) a[i] = 3 * i;\n}\n";

/// Somebody with a cache, a key and a file of settings.
struct Member {
    folder: tempfile::TempDir,
    public: String,
}

impl Member {
    fn new() -> Member {
        let folder = tempfile::tempdir().expect("a folder");
        let mut member = Member { folder, public: String::new() };
        let said = member.run(&Bench::with("fill.cu", FILL), &["cache", "key"]).out;
        let quoted = said.trim_end().strip_suffix('"').and_then(|said| said.rsplit_once('"'));
        member.public = quoted.expect("the key stands in quotes").1.to_owned();
        member
    }

    fn settings(&self) -> PathBuf {
        self.folder.path().join("shared.toml")
    }

    fn signs(&self, store: &str, trusted: &[&Member]) {
        self.says(&format!("{store}\nsigning-key = \"signing.key\""), trusted);
    }

    fn says(&self, text: &str, trusted: &[&Member]) {
        let trusted = trusted.iter().enumerate().map(|(at, other)| format!("m{at} = \"{}\"\n", other.public));
        let text = format!("{text}\n[trusted]\n{}", trusted.collect::<String>());
        std::fs::write(self.settings(), text).expect("a file");
    }

    fn forgets(&self) {
        std::fs::remove_file(self.folder.path().join("proofs.sqlite")).expect("it is there");
    }

    fn run(&self, bench: &Bench, arguments: &[&str]) -> Ran {
        let mut command = bench.command(arguments);
        command.env_remove("GPUHOARE_NO_CACHE").env("GPUHOARE_CACHE", self.folder.path());
        Ran::from(command.env("GPUHOARE_SHARED", self.settings()).output().expect("it starts"))
    }

    /// The report, who has found it, and what was said beside it.
    fn finds(&self, bench: &Bench) -> (Value, Option<String>, String) {
        let ran = self.run(bench, &["prove", "fill.cu", "--format", "json"]);
        let document = ran.json();
        let kernel = &document["files"][0]["kernels"][0];
        assert_eq!(kernel["verdict"], "verified", "{}", ran.err);
        let by = kernel["known_since"].as_u64().map(|_| kernel["known_by"].as_str().unwrap_or("me").to_owned());
        let said = messages(&document);
        (without_known_by(document), by, said)
    }
}

fn messages(document: &Value) -> String {
    let said = document["diagnostics"].as_array().into_iter().flatten();
    said.map(|said| format!("{}: {}\n", said["code"].as_str().unwrap(), said["message"].as_str().unwrap())).collect()
}

fn without_known_by(mut document: Value) -> Value {
    let kernel = document["files"][0]["kernels"][0].as_object_mut().expect("a kernel");
    kernel.shift_remove("known_by");
    document.as_object_mut().expect("a report").shift_remove("diagnostics");
    without_times(document)
}

/// The start of a file of settings, for a folder and for each store that there is beside.
fn stores(folder: &Path) -> Vec<String> {
    let others = std::env::var("GPUHOARE_TEST_STORES").unwrap_or_default();
    let folder = format!("store = \"fs://{}\"", folder.display());
    [folder].into_iter().chain(others.lines().map(|line| line.replace("; ", "\n"))).collect()
}

#[test]
fn what_one_finds_serves_those_who_trust_them() {
    let folder = tempfile::tempdir().expect("a folder");
    for store in stores(folder.path()) {
        let [anna, ben, eve] = [Member::new(), Member::new(), Member::new()];
        let bench = Bench::with("fill.cu", format!("// {}\n{FILL}", anna.public));
        anna.signs(&store, &[]);
        ben.says(&store, &[&anna]);
        eve.signs(&store, &[]);
        let (found, by, said) = anna.finds(&bench);
        assert_eq!((by, &*said), (None, ""), "{store}");
        assert_eq!(anna.finds(&bench).1.as_deref(), Some("me"));
        anna.forgets();
        assert_eq!(anna.finds(&bench), (found.clone(), Some("your own key".into()), String::new()), "{store}");
        // Two times: by way of the store, and from the own cache.
        for _ in 0..2 {
            assert_eq!(ben.finds(&bench), (found.clone(), Some("m0".into()), String::new()), "{store}");
        }
        // Who trusts nobody any more believes nothing that was fetched before.
        ben.says(&store, &[]);
        let (again, by, said) = ben.finds(&bench);
        assert_eq!((again, by), (found.clone(), None), "{store}");
        assert!(said.contains("an entry of the shared cache is refused"), "{said}");
        // A stranger's entry takes the place of Anna's, and is refused.
        let (again, by, _) = eve.finds(&bench);
        assert_eq!((again, by), (found.clone(), None), "{store}");
        let carl = Member::new();
        carl.says(&store, &[&anna]);
        assert_eq!(carl.finds(&bench).1, None, "{store}");
        let stats = carl.run(&bench, &["cache", "stats"]).out;
        assert!(stats.contains("what you find is only read; trusted: m0"), "{stats}");
    }
}

#[test]
fn what_is_changed_under_way_is_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let store = &stores(folder.path())[0];
    let bench = Bench::with("fill.cu", FILL);
    let anna = Member::new();
    anna.signs(store, &[]);
    let (found, ..) = anna.finds(&bench);
    let entry = walk(folder.path()).pop().expect("an entry");
    let bytes = std::fs::read(&entry).expect("it can be read");
    let changed = |at: usize, by: u8| {
        let mut bytes = bytes.clone();
        bytes[at] ^= by;
        bytes
    };
    let unsigned = [&[0; 96], &bytes[96..]].concat();
    for bytes in [changed(0, 1), changed(40, 1), changed(200, 1), bytes[..50].to_vec(), Vec::new(), unsigned.clone()] {
        std::fs::write(&entry, bytes).expect("it can be written");
        let ben = Member::new();
        ben.says(store, &[&anna]);
        let (again, by, said) = ben.finds(&bench);
        assert_eq!((again, by), (found.clone(), None));
        assert!(said.contains("an entry of the shared cache is refused"), "{said}");
    }
    // Who says so accepts what nobody has signed.
    std::fs::write(&entry, unsigned).expect("it can be written");
    let ben = Member::new();
    ben.says(&format!("{store}\naccept-unsigned = true"), &[]);
    assert_eq!(ben.finds(&bench).1.as_deref(), Some("an unsigned entry"));
}

#[test]
fn a_store_that_is_away_is_no_error() {
    let bench = Bench::with("fill.cu", FILL);
    let member = Member::new();
    for (settings, why) in [
        ("store = \"redis://127.0.0.1:9\"", "is away"),
        ("store = \"s3://bucket\"\n[options]\nendpoint = \"http://127.0.0.1:9\"\nregion = \"r\"", "is away"),
        ("store = \"gopher://host\"", "shared.toml: "),
        ("stone = \"fs:///tmp\"", "unknown field `stone`"),
        ("store = \"fs:///tmp\"\n[trusted]\nx = \"AAAA\"", "the key of `x` is none"),
        ("store = \"fs:///tmp\"\nsigning-key = \"nowhere\"", "nowhere: No such file"),
    ] {
        std::fs::write(member.settings(), settings).expect("a file");
        let (_, by, said) = member.finds(&bench);
        assert_eq!(by, None);
        assert!(said.contains("W0009: ") && said.contains(why), "{settings}: {said}");
        member.forgets();
    }
}

#[test]
fn a_key_is_made_once_and_for_its_owner() {
    let member = Member::new();
    let bench = Bench::with("fill.cu", FILL);
    assert!(member.run(&bench, &["cache", "key"]).err.contains("signing.key: File exists"));
    let key = member.folder.path().join("signing.key");
    use std::os::unix::fs::PermissionsExt;
    assert_eq!(std::fs::metadata(&key).expect("it is there").permissions().mode() & 0o777, 0o600);
    std::fs::set_permissions(&key, std::fs::Permissions::from_mode(0o644)).expect("it is ours");
    member.signs("store = \"fs:///tmp\"", &[]);
    assert!(member.finds(&bench).2.contains("others can read this key"));
}

fn walk(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("it can be read").path());
    entries.flat_map(|path| if path.is_dir() { walk(&path) } else { vec![path] }).collect()
}

//! Proofs of tasks that are kept from one run for the next (KEPT-8): where a kernel changes, most of its tasks do not.

use std::hash::{Hash, Hasher};
use std::time::Duration;

use borsh::{BorshDeserialize, BorshSerialize};

use crate::base::{Config, identity};
use crate::report::{TaskResult, TaskVerdict};
use crate::simplify::engine::import::import;
use crate::smt::Patience;
use crate::store::Key;
use crate::tasks::{Task, TaskKind, TaskSet};

use crate::pipeline::session::Session;

use super::attempt::{Attempt, Solved};

/// What takes less is found again as fast as it is looked up.
const WORTH_KEEPING: Duration = Duration::from_millis(5);

/// What is done for a task: its parts go to solvers, or the simplifier has to do alone.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Effort {
    Simplifier,
    Solvers(Patience),
}

/// A proof, and what it took.
#[derive(BorshSerialize, BorshDeserialize)]
struct Proof {
    /// The solvers that were asked; none where nobody was.
    solvers: Option<[u8; 32]>,
    /// Who found it.
    by: Option<String>,
    seconds: [f64; 3],
    rounds: u32,
    sizes: [u64; 2],
    steps: u64,
    work: u64,
}

/// What comes of a task: its proof in an earlier run, or what `attempt` finds.
pub fn attempt<'t>(
    (set, task): (&'t TaskSet, &'t Task),
    effort: Effort,
    session: &Session<'_>,
    attempt: impl FnOnce() -> Attempt<'t>,
) -> Attempt<'t> {
    // What is looked at again to see whether the cache is right does not rest on it.
    let kept = session.config.solving.kept;
    let is_kept = session.store.is_open() && session.tap.may_be_kept() && kept.checked == 0.0;
    if !is_kept || task.kind == TaskKind::Vacuity || session.stop.is_set() {
        return attempt();
    }
    let Some(key) = key(set, task, effort, session.config) else { return attempt() };
    if let Some(known) = known(&key, set, task, session) {
        return known;
    }
    let made = attempt();
    let solved = &made.solved;
    let is_proved = solved.result.verdict.is_proved() && solved.contradiction.is_none();
    if is_proved && solved.result.seconds >= WORTH_KEEPING.as_secs_f64() {
        // Whoever cannot be named is not compared with.
        let solvers = if solved.asked { session.solvers.digest().map(Some) } else { Some(None) };
        let value = solvers.and_then(|solvers| borsh::to_vec(&Proof::of(&made, solvers)).ok());
        value.into_iter().for_each(|value| session.store.put_own(&key, &value));
    }
    made
}

impl Proof {
    fn of(made: &Attempt<'_>, solvers: Option<[u8; 32]>) -> Proof {
        let solved = &made.solved;
        Proof {
            solvers,
            by: solved.result.solver.clone(),
            seconds: [solved.result.seconds, solved.vc_seconds, solved.smt_seconds],
            rounds: solved.result.rounds,
            sizes: [solved.result.size_raw, solved.result.size],
            steps: made.steps as u64,
            work: made.work,
        }
    }
}

fn known<'t>(key: &Key, set: &'t TaskSet, task: &'t Task, session: &Session<'_>) -> Option<Attempt<'t>> {
    let proof = Proof::try_from_slice(&session.store.get_own(key)?).ok()?;
    if let Some(solvers) = proof.solvers {
        if session.solvers.digest() != Some(solvers) {
            return None;
        }
        session.solvers.rests_on_them();
    }
    let ([seconds, vc_seconds, smt_seconds], [size_raw, size]) = (proof.seconds, proof.sizes);
    let (verdict, solver, rounds) = (TaskVerdict::Proved, proof.by, proof.rounds);
    let result = TaskResult { verdict, solver, seconds, rounds, size_raw, size, ..TaskResult::of(task) };
    let asked = proof.solvers.is_some();
    let solved = Solved { vc_seconds, smt_seconds, asked, ..Solved::at_once(result) };
    Some(Attempt::known(set, task, solved, (usize::try_from(proof.steps).ok()?, proof.work)))
}

/// Everything that the simplifier and the solvers are given.
fn key(set: &TaskSet, task: &Task, effort: Effort, config: &Config) -> Option<Key> {
    let mut bytes = Bytes(Vec::new());
    identity::tool()?.as_bytes().hash(&mut bytes);
    format!("{:?}\0{:?}", identity::of_solving(config), config.simplification).hash(&mut bytes);
    (task.kind, effort).hash(&mut bytes);
    import(set, &task.hypotheses, task.goal).hash(&mut bytes);
    Some(blake3::hash(&bytes.0))
}

/// Takes what is hashed as it is.
struct Bytes(Vec<u8>);

impl Hasher for Bytes {
    fn write(&mut self, bytes: &[u8]) {
        self.0.extend_from_slice(bytes);
    }

    fn finish(&self) -> u64 {
        0
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::base::FileId;
    use crate::base::config::{Facts, Solving};
    use crate::tasks::parse;

    const TASKS: &str = "kernel \"k\"
constant n: Int
constant blockDim.x: Int
symbol c: (Int) -> Int
symbol c!1: (Int) -> Int
variables tx?0, x?1, y?2, z?3
operator plus abstract operands=(x?1, y?2) body=`\\plus`(x?1, y?2) identity=`\\e`
launch block=(blockDim.x, 1, 1) grid=(16, 1, 1)
h0 \"requires 1\": 0 <= n
h1 \"assignment to c\": assign new=c!1 old=c vars=(tx?0) range=0 <= tx?0 mask=tx?0 < n index=(tx?0) value=7
h2 \"lemma l\": lemma functions=() vars=(z?3) trigger=(c(z?3)) fact=0 <= c(z?3)
task k/e1 ensures h0 h1 h2 |- forall tx?0. 0 <= tx?0 && tx?0 < n -> c!1(tx?0) == 7
";

    fn key_of(text: &str, effort: Effort, config: &Config) -> Key {
        let text = text.replace("constant n", "constant `\\e`: Int\nsymbol `\\plus`: (Int, Int) -> Int\nconstant n");
        let set = parse::task_set(FileId(0), &text).unwrap_or_else(|found| panic!("{}\n{text}", found.message));
        key(&set, set.tasks.last().expect("a task"), effort, config).expect("the program can read itself")
    }

    #[test]
    fn everything_that_a_task_says_is_in_its_key() {
        let brief = Effort::Solvers(Patience::Brief);
        let config = Config::default();
        let mut keys = BTreeSet::from([*key_of(TASKS, brief, &config).as_bytes()]);
        for (part, other) in [
            ("c!1", "c!2"),
            ("plus abstract", "plus lawful"),
            ("block=(blockDim.x, 1, 1)", "block=(32, 1, 1)"),
            ("grid=(16, 1, 1)", "grid=(17, 1, 1)"),
            ("0 <= n", "1 <= n"),
            ("new=c!1 old=c ", "new=c old=c!1 "),
            ("range=0 <= tx?0", "range=1 <= tx?0"),
            ("mask=tx?0 < n", "mask=tx?0 < n - 1"),
            ("index=(tx?0)", "index=(tx?0 + 1)"),
            ("value=7", "value=8"),
            ("lemma functions", "definition functions"),
            ("trigger=(c(z?3))", "trigger=(c!1(z?3))"),
            ("fact=0 <= c", "fact=1 <= c"),
            ("h0 h1 h2 |-", "h0 h1 |-"),
            ("h0 h1 h2 |-", "h1 h0 h2 |-"),
            ("e1 ensures", "e1 assert"),
            ("|- forall", "|- !forall"),
            ("c!1(tx?0) == 7", "c(tx?0) == 7"),
        ] {
            let changed = TASKS.replace(part, other);
            assert_ne!(changed, TASKS, "{part}");
            assert!(keys.insert(*key_of(&changed, brief, &config).as_bytes()), "{other}");
        }
        for effort in [Effort::Simplifier, Effort::Solvers(Patience::Full)] {
            assert!(keys.insert(*key_of(TASKS, effort, &config).as_bytes()), "{effort:?}");
        }
        let mut others = vec![config.clone(); 4];
        others[0].solving.timeout = Some(1.0);
        others[1].simplification.disabled_passes.push("egg".to_owned());
        others[2].simplification.facts = Facts::Defining;
        others[3].simplification.rounds = Some(1);
        for config in &others {
            assert!(keys.insert(*key_of(TASKS, brief, config).as_bytes()));
        }
    }

    /// What a task does not say is not in its key: places, other tasks, and hypotheses that it does not have.
    #[test]
    fn what_a_task_does_not_say_is_not_in_its_key() {
        let full = Effort::Solvers(Patience::Full);
        let own = key_of(TASKS, full, &Config::default());
        let beside = TASKS.replace("task ", "h3 \"assert\": n * n == 5\ntask k/e0 assert h3 |- n == 3\ntask ");
        assert_eq!(own, key_of(&beside, full, &Config::default()));
        let jobs = Config { solving: Solving { jobs: Some(1), ..Solving::default() }, ..Config::default() };
        assert_eq!(own, key_of(TASKS, full, &jobs));
    }
}

//! A kernel amplified: each launch that is known of it is run, and what that shows holds for all data (AMP-1). What the run leaves
//! open is put to the prover, for that launch (AMP-11).

use crate::base::config::SameValue;
use crate::interp::{self, Amplified, AmplifiedEnd, Floats, Ints, Refusal, Violation};
use crate::kernel::ir::{Kernel, Unsupported};
use crate::report::{AmplifiedLaunch, KernelReport, KernelVerdict, LaunchFrom, Scope, amplified, verdict};

use super::launches::{Launch, Wanted};
use super::replay::Origin;
use super::run::{Request, refused};
use super::session::Session;
use super::{closing, launched, launches, limit};

/// Steps of the launches that are looked at because a proof was not found: a few seconds.
const STEPS_BESIDE: u64 = 50_000_000;

/// Whether launches that differ from one that was run are looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Others {
    Wanted,
    Left,
}

/// What the launches that are known of a kernel show.
pub fn kernel(kernel: &Kernel, origin: Origin<'_>, wanted: &Wanted<'_>, session: &Session<'_>) -> KernelReport {
    let mut report = KernelReport { scope: Scope::Amplified, ..KernelReport::of(kernel) };
    if report.unsupported.is_empty() && !report.has_error() {
        match launches::of(kernel, wanted, session.config) {
            Ok(launches) => {
                report.diagnostics.extend(launches.is_empty().then(|| launches::nowhere(kernel)));
                let look =
                    |launch| look(&mut report, (kernel, origin), launch, (wanted.request, Others::Wanted), session);
                launches.iter().for_each(look);
            }
            Err(errors) => report.diagnostics.extend(errors),
        }
    }
    limit::cut(&mut report, session);
    conclude(&mut report);
    report
}

/// What the launches of the program show of a kernel that is not proved of every launch; none where they are not all known.
pub fn of_program(kernel: &Kernel, origin: Origin<'_>, session: &Session<'_>) -> Option<KernelReport> {
    // Numbers of the kernel must be the machine's.
    let is_asked = launched::applies(kernel, session.config) && !kernel.source.is_of_reals;
    let launches = if is_asked { launches::of_program(kernel, session.config) } else { Vec::new() };
    let are_known = launches.iter().all(|launch| launch.setup.is_ok());
    if launches.is_empty() || !are_known || session.stop.is_set() {
        return None;
    }
    let options = interp::Options { steps: STEPS_BESIDE / launches.len() as u64, ..interp::Options::default() };
    let request = Request { options, ..Request::default() };
    let mut report = KernelReport { scope: Scope::Amplified, ..KernelReport::of(kernel) };
    let look = |launch| look(&mut report, (kernel, origin), launch, (&request, Others::Left), &session.brief());
    launches.iter().for_each(look);
    report.assumptions.extend(launched::on_the_host(session.config));
    conclude(&mut report);
    (!report.has_error() && report.unsupported.is_empty()).then_some(report)
}

/// Runs a launch and adds what it shows.
fn look(
    report: &mut KernelReport,
    (kernel, origin): (&Kernel, Origin<'_>),
    launch: &Launch,
    (request, others): (&Request, Others),
    session: &Session<'_>,
) {
    let setup = match &launch.setup {
        Ok(setup) => setup,
        Err(why) => return report.coverage.amplified.push(AmplifiedLaunch::not_run(launch.from, why.clone())),
    };
    // Numbers are the machine's: what an address is, hangs on how they wrap.
    let options = interp::Options { ints: Ints::C, floats: Floats::Ieee, ..request.options };
    match interp::amplify(kernel, setup, &options, session.stop) {
        Ok(mut found) => {
            if session.config.same_value == SameValue::Allowed {
                allow_same_value(&mut found);
            }
            let closing = is_open(&found).then(|| closing::report(kernel, setup, &found, session));
            let shown = amplified::Shown { kernel, setup, found: &found, sources: origin.sources };
            let mut launch = shown.launch(launch.from, closing);
            if launch.verdict == KernelVerdict::RaceFree && others == Others::Wanted {
                let (lifted, rest_on) = closing::lifted(kernel, setup, &found, session);
                launch.lifted = lifted;
                launch.assumptions.extend(rest_on);
            }
            report.coverage.amplified.push(launch);
        }
        Err(Refusal::NotModelled(construct, span)) => report.add_unsupported(&Unsupported { construct, span }),
        // Another value makes another launch of it, so nothing is made up.
        Err(Refusal::Missing(name)) if matches!(launch.from, LaunchFrom::Host(_)) => {
            let why = format!(
                "it hangs on `{name}`, which the host's code does not fix: with --arg {name}=VALUE it can be run, as an example"
            );
            report.coverage.amplified.push(AmplifiedLaunch::not_run(launch.from, why));
        }
        Err(missing) => report.diagnostics.push(refused(kernel, missing)),
    }
}

/// A race of writes of one value is none; whether there are others at its places, the prover has to show.
fn allow_same_value(found: &mut Amplified) {
    let is_allowed = |violation: &Violation| violation.race.as_ref().is_some_and(|race| race.same_value);
    let (allowed, others) = std::mem::take(&mut found.violations).into_iter().partition(is_allowed);
    found.violations = others;
    found.possible.extend::<Vec<_>>(allowed);
}

/// Whether the prover has something to show.
fn is_open(found: &Amplified) -> bool {
    let is_closed = matches!(found.end, AmplifiedEnd::Finished) && found.open_accesses.is_empty();
    found.violations.is_empty()
        && !matches!(found.end, AmplifiedEnd::Violated | AmplifiedEnd::Stopped { .. })
        && !(is_closed && found.possible.is_empty())
}

/// What follows from the launches.
fn conclude(report: &mut KernelReport) {
    for launch in &report.coverage.amplified {
        for assumption in &launch.assumptions {
            if !report.assumptions.contains(assumption) {
                report.assumptions.push(assumption.clone());
            }
        }
    }
    let mut all = report.coverage.amplified.iter().map(|launch| launch.checked.clone());
    let checked = all.next().unwrap_or_default();
    report.coverage.checked =
        all.fold(checked, |checked, other| checked.into_iter().filter(|what| other.contains(what)).collect());
    report.verdict = verdict::of_amplified(report);
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use crate::base::{Config, Files, StopFlag};
    use crate::interp::transfer::{TAKEN_OUT, Transfer};
    use crate::interp::{self, AmplifiedEnd, Floats, Ints, Options, Setup};
    use crate::kernel::ir::Kernel;
    use crate::pipeline;
    use crate::pipeline::run::Request;

    const ALL: [Transfer; 19] = [
        Transfer::Operation,
        Transfer::Contents,
        Transfer::Scalar,
        Transfer::Unwritten,
        Transfer::Found,
        Transfer::Left,
        Transfer::Join,
        Transfer::OtherArm,
        Transfer::OtherOperand,
        Transfer::Anywhere,
        Transfer::Present,
        Transfer::Together,
        Transfer::Vote,
        Transfer::Rounded,
        Transfer::Order,
        Transfer::Address,
        Transfer::Branch,
        Transfer::Loop,
        Transfer::Lanes,
    ];

    /// The launches of `tests/amplified/kernels.cu`, whose expected lines `tests/amplified/main.rs` holds.
    fn launches() -> Vec<(Kernel, Setup)> {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/amplified/kernels.cu");
        let text = std::fs::read_to_string(&path).unwrap();
        let program = pipeline::lower(&mut Files::new(), &path, &pipeline::front::Given::default(), &Config::default());
        let lines = text.lines().filter_map(|line| line.strip_prefix("//% amplify: ")?.split_once(" -> "));
        let launch = |(options, _): (&str, &str)| {
            let words: Vec<&str> = options.split(' ').collect();
            let size = |words: &str| words.split(',').map(|size| size.parse().unwrap()).collect::<Vec<u64>>();
            let (mut name, mut config, mut request) = ("", Config::default(), Request::default());
            for pair in words.chunks(2) {
                match pair[0] {
                    "--kernel" => name = pair[1],
                    "--block" => config.block = Some([size(pair[1])[0], 1, 1]),
                    "--grid" => config.grid = Some([size(pair[1])[0], 1, 1]),
                    _ => {
                        let (name, value) = pair[1].split_once('=').unwrap();
                        request.arguments.push((name.to_owned(), value.to_owned()));
                    }
                }
            }
            let kernel = program.kernels.iter().find(|kernel| kernel.name == name).unwrap().clone();
            let setup = pipeline::run::setup(&kernel, &config, &request).unwrap();
            (kernel, setup)
        };
        lines.map(launch).collect()
    }

    /// What a line of the file shows of it.
    fn said((kernel, setup): &(Kernel, Setup)) -> String {
        let options = Options { ints: Ints::C, floats: Floats::Ieee, ..Options::default() };
        let Ok(found) = interp::amplify(kernel, setup, &options, &StopFlag::new()) else { return "refused".to_owned() };
        let is_finished = matches!(found.end, AmplifiedEnd::Finished);
        let from: Vec<_> = found.open_accesses.iter().map(|open| &open.comes.sources).collect();
        let (violations, possible) = (found.violations.len(), found.possible.len());
        format!("{is_finished} {:?} {:?} {from:?} {violations} {possible}", found.scalars, found.contents)
    }

    #[test]
    fn each_rule_matters_to_a_launch_of_the_tests() {
        // What is taken out is taken out of one thread.
        let alone = rayon::ThreadPoolBuilder::new().num_threads(1).build().unwrap();
        let idle = alone.install(idle);
        assert!(idle.is_empty(), "{idle:?}");
    }

    fn idle() -> Vec<Transfer> {
        let launches = launches();
        let all: Vec<String> = launches.iter().map(said).collect();
        let matters = |rule: &Transfer| {
            TAKEN_OUT.set(Some(*rule));
            let changes = launches.iter().zip(&all).any(|(launch, before)| said(launch) != *before);
            TAKEN_OUT.set(None);
            changes
        };
        ALL.into_iter().filter(|rule| !matters(rule)).collect()
    }
}

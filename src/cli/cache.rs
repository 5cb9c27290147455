//! `gpuhoare cache stats|clear|verify`.

use crate::base::{Diagnostic, Severity, codes};
use crate::report::ExitStatus;
use crate::smt;
use crate::store::Store;

use super::args::{Cache, CacheAction};
use super::{print, print_environment};

pub fn run(arguments: &Cache) -> ExitStatus {
    let folder = smt::cache_folder().ok_or_else(|| "the user has no cache folder; set GPUHOARE_CACHE".to_owned());
    let said = folder.and_then(|folder| Store::open(&folder)).and_then(|store| match arguments.action {
        CacheAction::Stats => statistics(&store),
        CacheAction::Clear => store.clear().map(|()| "the proof cache is empty\n".to_owned()),
        CacheAction::Verify => store.check().map(|damaged| match damaged {
            0 => "nothing is damaged\n".to_owned(),
            _ => format!("{damaged} damaged, and forgotten\n"),
        }),
    });
    match said {
        Ok(text) => print(&text),
        Err(why) => {
            let message = format!("the proof cache cannot be used: {why}");
            print_environment(&Diagnostic::new(codes::W0008, Severity::Error, message));
            ExitStatus::BadInput
        }
    }
}

fn statistics(store: &Store) -> Result<String, String> {
    let known = store.statistics()?;
    let place = store.path().map(|path| path.display().to_string()).unwrap_or_default();
    let megabytes = |bytes: u64| bytes as f64 / f64::from(1 << 20);
    let (held, most) = (megabytes(known.bytes), megabytes(known.most));
    let reports = if known.entries == 1 { "report" } else { "reports" };
    Ok(format!("{place}: {} {reports}, {held:.1} of {most:.0} MB\n", known.entries))
}

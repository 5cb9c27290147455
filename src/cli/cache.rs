//! `gpuhoare cache stats|clear|verify|key`.

use crate::base::{Diagnostic, Severity, codes};
use crate::report::ExitStatus;
use crate::smt;
use crate::store::{self, Local, Shared};

use super::args::{Cache, CacheAction};
use super::{print, print_environment};

pub fn run(arguments: &Cache) -> ExitStatus {
    let of_local = |said: &dyn Fn(&Local) -> Result<String, String>| {
        let said = local().and_then(|local| said(&local));
        (said, codes::W0008, "the proof cache cannot be used")
    };
    let (said, code, what) = match arguments.action {
        CacheAction::Stats => of_local(&statistics),
        CacheAction::Clear => of_local(&|local| local.clear().map(|()| "the proof cache is empty\n".to_owned())),
        CacheAction::Verify => of_local(&|local| {
            local.check().map(|damaged| match damaged {
                0 => "nothing is damaged\n".to_owned(),
                _ => format!("{damaged} damaged, and forgotten\n"),
            })
        }),
        CacheAction::Key => (new_key(), codes::W0009, "no key is made"),
    };
    match said {
        Ok(text) => print(&text),
        Err(why) => {
            print_environment(&Diagnostic::new(code, Severity::Error, format!("{what}: {why}")));
            ExitStatus::BadInput
        }
    }
}

fn local() -> Result<Local, String> {
    Local::open(&smt::cache_folder().ok_or("the user has no cache folder; set GPUHOARE_CACHE")?)
}

fn statistics(local: &Local) -> Result<String, String> {
    let known = local.statistics()?;
    let megabytes = |bytes: u64| bytes as f64 / f64::from(1 << 20);
    let (held, most) = (megabytes(known.bytes), megabytes(known.most));
    let entries = if known.entries == 1 { "entry" } else { "entries" };
    let own = format!("{}: {} {entries}, {held:.1} of {most:.0} MB\n", local.path().display(), known.entries);
    let shared = store::settings().map_or(Ok(None), |settings| Shared::open(&settings));
    Ok(match shared {
        Ok(None) => own,
        Ok(Some(shared)) => format!("{own}{}\n", shared.described()),
        Err(why) => format!("{own}the shared cache cannot be used: {why}\n"),
    })
}

fn new_key() -> Result<String, String> {
    let settings = store::settings().ok_or("the user has no folder for configuration; set GPUHOARE_SHARED")?;
    let (path, public) = store::new_key(&settings)?;
    let (path, settings) = (path.display(), settings.display());
    Ok(format!(
        "{path} is your key: give it to nobody. Say `signing-key = \"signing.key\"` in {settings}.\n\
         Others trust it by this line below `[trusted]`:\n\nyour-name = \"{public}\"\n"
    ))
}

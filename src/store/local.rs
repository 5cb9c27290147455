//! The user's own part of the store: a database that several processes may use at once. What is damaged is not there (KEPT-5).

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use rusqlite::{Connection, ErrorCode, OptionalExtension, params};

use super::{Key, Signer, now};

/// Values in a file.
pub struct Local {
    database: Mutex<Connection>,
    path: PathBuf,
    /// Bytes of all values together.
    most: u64,
    /// Bytes that were held at first, and what this process has put since.
    held: AtomicU64,
}

/// The file in the folder of the cache.
const FILE: &str = "proofs.sqlite";

/// The form of the database. One of another form is begun anew.
const FORM: i64 = 2;

/// Bytes of all values together, where the environment does not say otherwise.
const MOST_BYTES: u64 = 1 << 30;

/// How long a process waits for another one.
const PATIENCE: Duration = Duration::from_secs(5);

/// When a value was used is written down once in so many seconds.
const USED_AGAIN: u64 = 24 * 60 * 60;

/// What a store holds.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Statistics {
    /// Values.
    pub entries: u64,
    /// Bytes of all values.
    pub bytes: u64,
    /// Bytes that it may hold.
    pub most: u64,
}

impl Local {
    /// The store in this folder, which is made if it is not there. One that is damaged is begun anew.
    ///
    /// # Errors
    ///
    /// In words, where it can neither be opened nor be made.
    pub fn open(folder: &Path) -> Result<Local, String> {
        let most = std::env::var("GPUHOARE_CACHE_MEGABYTES").ok().and_then(|number| number.parse().ok());
        Local::of_size(folder, most.map_or(MOST_BYTES, |megabytes: u64| megabytes.saturating_mul(1 << 20)))
    }

    fn of_size(folder: &Path, most: u64) -> Result<Local, String> {
        let path = folder.join(FILE);
        let words = |error: rusqlite::Error| format!("{}: {error}", path.display());
        std::fs::create_dir_all(folder).map_err(|error| format!("{}: {error}", folder.display()))?;
        let database = match prepared(&path) {
            Err(error) if is_damaged(&error) => {
                remove(&path);
                prepared(&path)
            }
            opened => opened,
        };
        let database = database.map_err(words)?;
        let held = AtomicU64::new(held(&database));
        Ok(Local { database: Mutex::new(database), path, most, held })
    }

    /// The value of that key, if it is there and as it was written, and who has signed it.
    pub fn get(&self, key: &Key) -> Option<(Vec<u8>, Option<Signer>)> {
        let database = self.lock();
        let read = "SELECT value, signer, sum, used FROM entries WHERE key = ?1";
        let row = |row: &rusqlite::Row<'_>| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?));
        let found = database.query_row(read, [&key.as_bytes()[..]], row).optional();
        let found: Option<(Vec<u8>, Option<Signer>, Vec<u8>, u64)> =
            found.inspect_err(|error| self.give_up(error)).ok()?;
        let (value, signer, sum, used) = found?;
        if sum != sum_of(key, &value, signer.as_ref()).as_bytes() {
            let _ = database.execute("DELETE FROM entries WHERE key = ?1", [&key.as_bytes()[..]]);
            return None;
        }
        if now().saturating_sub(used) > USED_AGAIN {
            let _ = database.execute("UPDATE entries SET used = ?2 WHERE key = ?1", params![key.as_bytes(), now()]);
        }
        Some((value, signer))
    }

    /// Keeps a value, as far as that is possible: a disk may be full, and another process may write for long.
    pub fn put(&self, key: &Key, value: &[u8], signer: Option<&Signer>) {
        let database = self.lock();
        let write =
            "INSERT OR REPLACE INTO entries (key, value, signer, sum, size, used) VALUES (?1, ?2, ?3, ?4, ?5, ?6)";
        let sum = sum_of(key, value, signer);
        let size = value.len() as u64;
        let written = database.execute(write, params![key.as_bytes(), value, signer, sum.as_bytes(), size, now()]);
        let _ = written.inspect_err(|error| self.give_up(error));
        if self.held.fetch_add(size, Ordering::Relaxed) + size > self.most {
            let _ = evict(&database, held(&database).saturating_sub(self.most / 10 * 8));
            self.held.store(held(&database), Ordering::Relaxed);
        }
    }

    /// What it holds.
    ///
    /// # Errors
    ///
    /// In words, where it cannot be read.
    pub fn statistics(&self) -> Result<Statistics, String> {
        let all = "SELECT count(*), coalesce(sum(size), 0) FROM entries";
        let row = |row: &rusqlite::Row<'_>| Ok((row.get(0)?, row.get(1)?));
        let (entries, bytes) = self.lock().query_row(all, [], row).map_err(|error| error.to_string())?;
        Ok(Statistics { entries, bytes, most: self.most })
    }

    /// Forgets all values, and gives the disk what they took.
    ///
    /// # Errors
    ///
    /// In words, where another process does not let go of it.
    pub fn clear(&self) -> Result<(), String> {
        self.lock().execute_batch("DELETE FROM entries; VACUUM;").map_err(|error| error.to_string())
    }

    /// Forgets the values that are not as they were written. How many that were.
    ///
    /// # Errors
    ///
    /// In words, where it cannot be read or written.
    pub fn check(&self) -> Result<u64, String> {
        let database = self.lock();
        let damaged = || -> rusqlite::Result<Vec<Vec<u8>>> {
            let mut all = database.prepare("SELECT key, value, signer, sum FROM entries")?;
            let mut rows = all.query([])?;
            let mut damaged = Vec::new();
            while let Some(row) = rows.next()? {
                let (key, value): (Vec<u8>, Vec<u8>) = (row.get(0)?, row.get(1)?);
                let (signer, sum): (Option<Signer>, Vec<u8>) = (row.get(2).ok().flatten(), row.get(3)?);
                let known = Key::from_slice(&key).ok();
                if known.is_none_or(|known| sum != sum_of(&known, &value, signer.as_ref()).as_bytes()) {
                    damaged.push(key);
                }
            }
            Ok(damaged)
        };
        let damaged = damaged().map_err(|error| error.to_string())?;
        for key in &damaged {
            database.execute("DELETE FROM entries WHERE key = ?1", [key]).map_err(|error| error.to_string())?;
        }
        Ok(damaged.len() as u64)
    }

    /// Where it lies.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Takes a file away in which something is damaged, so that the next run begins a new one; this run has what it has.
    fn give_up(&self, error: &rusqlite::Error) {
        if is_damaged(error) {
            remove(&self.path);
        }
    }

    fn lock(&self) -> std::sync::MutexGuard<'_, Connection> {
        self.database.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Bytes that are held, by all processes.
fn held(database: &Connection) -> u64 {
    database.query_row("SELECT coalesce(sum(size), 0) FROM entries", [], |row| row.get(0)).unwrap_or(0)
}

/// A database that is ready.
fn prepared(path: &Path) -> rusqlite::Result<Connection> {
    let database = Connection::open(path)?;
    database.busy_timeout(PATIENCE)?;
    // A process that is killed leaves what was written before as it was.
    database.pragma_update(None, "journal_mode", "wal")?;
    database.pragma_update(None, "synchronous", "normal")?;
    let form: i64 = database.pragma_query_value(None, "user_version", |row| row.get(0))?;
    if form != FORM {
        database.execute_batch("DROP TABLE IF EXISTS entries")?;
    }
    database.execute_batch(
        "CREATE TABLE IF NOT EXISTS entries (
            key BLOB PRIMARY KEY, value BLOB NOT NULL, signer BLOB, sum BLOB NOT NULL, size INTEGER NOT NULL, used INTEGER NOT NULL
        ) WITHOUT ROWID;
        CREATE INDEX IF NOT EXISTS by_use ON entries (used, size);",
    )?;
    database.pragma_update(None, "user_version", FORM)?;
    Ok(database)
}

/// Whether the file is none of a database, or one that was damaged.
fn is_damaged(error: &rusqlite::Error) -> bool {
    matches!(error.sqlite_error_code(), Some(ErrorCode::NotADatabase | ErrorCode::DatabaseCorrupt))
}

fn remove(path: &Path) {
    for end in ["", "-wal", "-shm"] {
        let mut name = path.as_os_str().to_owned();
        name.push(end);
        // What is not there need not be removed.
        let _ = std::fs::remove_file(name);
    }
}

/// Forgets what was not used for the longest time, until so many bytes are gone.
fn evict(database: &Connection, bytes: u64) -> rusqlite::Result<()> {
    if bytes == 0 {
        return Ok(());
    }
    let until = "SELECT used FROM (SELECT used, sum(size) OVER (ORDER BY used, key) AS freed FROM entries)
                 WHERE freed >= ?1 ORDER BY used LIMIT 1";
    let until: u64 = database.query_row(until, [bytes], |row| row.get(0))?;
    database.execute("DELETE FROM entries WHERE used <= ?1", [until]).map(|_| ())
}

/// What shows that a value is as it was written, and belongs to its key and signer.
fn sum_of(key: &Key, value: &[u8], signer: Option<&Signer>) -> blake3::Hash {
    let mut hash = blake3::Hasher::new_keyed(key.as_bytes());
    hash.update(&[u8::from(signer.is_some())]).update(signer.map_or(&[], |signer| &signer[..])).update(value);
    hash.finalize()
}

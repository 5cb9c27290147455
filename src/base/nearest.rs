//! The known name that a typo was most likely meant to be.

/// The nearest of the known names, if one is near enough to be worth a suggestion; the first of
/// several that are equally near.
pub fn nearest<'n>(name: &str, known: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
    let limit = (name.chars().count() / 3).max(1);
    known
        .into_iter()
        .map(|other| (strsim::damerau_levenshtein(&name.to_lowercase(), &other.to_lowercase()), other))
        .filter(|(distance, other)| *distance <= limit && *other != name)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, other)| other)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_typo_finds_its_name_and_a_stranger_none() {
        assert_eq!(nearest("vectrAdd", ["saxpy", "vectorAdd"]), Some("vectorAdd"));
        assert_eq!(nearest("SAXPY", ["saxpy"]), Some("saxpy"));
        assert_eq!(nearest("matMul", ["saxpy", "vectorAdd"]), None);
    }
}

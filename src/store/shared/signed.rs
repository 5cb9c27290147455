//! Values with the name of who has found them, and a signature over key and value (KEPT-7).

use ed25519_dalek::{Signature, Signer as _, SigningKey, VerifyingKey};

use crate::store::{Key, Signer};

/// The signer of what carries no signature: no key has only zeros.
pub const NOBODY: Signer = [0; 32];

/// What is signed is nothing else than an entry of this cache.
const DOMAIN: &[u8] = b"gpuhoare shared cache, form 1\0";

const HEAD: usize = 32 + Signature::BYTE_SIZE;

/// A value that its finder has signed.
pub fn sealed(signing: &SigningKey, key: &Key, value: &[u8]) -> Vec<u8> {
    let signature = signing.sign(&message(key, value)).to_bytes();
    [signing.verifying_key().as_bytes(), &signature[..], value].concat()
}

/// A value that nobody has signed.
pub fn unsigned(value: &[u8]) -> Vec<u8> {
    [&[0; HEAD], value].concat()
}

/// Who has signed the value of this key, and the value; none where the signature is wrong.
pub fn opened<'b>(key: &Key, bytes: &'b [u8]) -> Option<(Signer, &'b [u8])> {
    let (signer, rest) = bytes.split_first_chunk::<32>()?;
    let (signature, value) = rest.split_first_chunk::<{ Signature::BYTE_SIZE }>()?;
    if *signer == NOBODY {
        return (*signature == [0; Signature::BYTE_SIZE]).then_some((NOBODY, value));
    }
    let verifying = VerifyingKey::from_bytes(signer).ok()?;
    verifying.verify_strict(&message(key, value), &Signature::from_bytes(signature)).ok()?;
    Some((*signer, value))
}

fn message(key: &Key, value: &[u8]) -> Vec<u8> {
    [DOMAIN, key.as_bytes(), value].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_signed_is_opened_and_nothing_else() {
        let signing = SigningKey::from_bytes(&[7; 32]);
        let (key, other) = (blake3::hash(b"key"), blake3::hash(b"other"));
        let sealed = sealed(&signing, &key, b"value");
        assert_eq!(opened(&key, &sealed), Some((signing.verifying_key().to_bytes(), &b"value"[..])));
        assert_eq!(opened(&other, &sealed), None, "the same value under another key");
        for at in 0..sealed.len() {
            let mut changed = sealed.clone();
            changed[at] ^= 1;
            assert_eq!(opened(&key, &changed), None, "byte {at}");
        }
        for length in 0..sealed.len() {
            assert_eq!(opened(&key, &sealed[..length]), None, "{length} bytes");
        }
        // Whoever removes the signature has an entry that nobody has signed.
        assert_eq!(opened(&key, &unsigned(b"value")), Some((NOBODY, &b"value"[..])));
    }

    /// A key of small order verifies signatures that nobody has made.
    #[test]
    fn weak_keys_sign_nothing() {
        let key = blake3::hash(b"key");
        let mut forged = [0; HEAD];
        forged[0] = 1;
        forged[32] = 1;
        assert_eq!(opened(&key, &[&forged[..], b"value"].concat()), None);
    }
}

//! Tests that an encrypted file needs its key and opens completely or not at all.

use super::*;

const SEALED_PIECE: usize = PIECE_BYTES + TAG_BYTES;

fn key(byte: u8) -> BackupKey {
    BackupKey([byte; KEY_BYTES])
}

fn text(bytes: usize) -> Vec<u8> {
    (0..bytes).map(|place| (place % 251) as u8).collect()
}

/// Seals a text that is written in steps of `step` bytes.
fn sealed(text: &[u8], step: usize) -> Vec<u8> {
    let mut sealing = Sealing::begin(Vec::new(), &key(1)).expect("begun");
    text.chunks(step).for_each(|part| sealing.write_all(part).expect("written"));
    sealing.finish().expect("finished")
}

fn opened(file: &[u8], key: &BackupKey) -> Result<Vec<u8>, String> {
    let opening = Opening::begin(file, key).map_err(|error| error.to_string())?;
    let mut text = Vec::new();
    let mut opening = opening.map_err(|why| format!("{why:?}"))?;
    opening.read_to_end(&mut text).map_err(|error| error.to_string())?;
    Ok(text)
}

#[test]
fn what_was_sealed_is_opened_whatever_its_length_and_steps() {
    let lengths = [0, 1, 1_000, PIECE_BYTES - 1, PIECE_BYTES, PIECE_BYTES + 1, 2 * PIECE_BYTES, 3 * PIECE_BYTES + 7];
    for length in lengths {
        for step in [PIECE_BYTES, 1_000, 10 * PIECE_BYTES] {
            let file = sealed(&text(length), step);
            let pieces = length.div_ceil(PIECE_BYTES).max(1);
            assert_eq!(file.len(), HEADER_BYTES + length + pieces * TAG_BYTES);
            assert!(opened(&file, &key(1)) == Ok(text(length)), "{length} bytes in steps of {step}");
            assert!(is_sealed(&file));
        }
    }
    assert_ne!(sealed(b"the same", 8), sealed(b"the same", 8), "each file has a nonce of its own");
}

#[test]
fn opening_with_a_wrong_key_is_reported_as_such() {
    assert_eq!(opened(&sealed(b"text", 4), &key(2)), Err("OtherKey".into()));
}

#[test]
fn what_was_changed_is_found() {
    let file = sealed(&text(2 * PIECE_BYTES + 100), PIECE_BYTES);
    let places = (0..file.len()).filter(|place| *place < 200 || place % 4_001 == 0 || file.len() - place < 200);
    for place in places {
        let mut altered = file.clone();
        altered[place] ^= 1;
        assert!(opened(&altered, &key(1)).is_err(), "the byte at {place}");
    }
}

#[test]
fn what_was_cut_off_moved_left_out_or_added_is_found() {
    let file = sealed(&text(3 * PIECE_BYTES + 100), PIECE_BYTES);
    let (header, rest) = file.split_at(HEADER_BYTES);
    let pieces: Vec<&[u8]> = rest.chunks(SEALED_PIECE).collect();
    assert_eq!(pieces.len(), 4);
    let put_together = |order: &[usize]| {
        let parts: Vec<&[u8]> = order.iter().map(|place| pieces[*place]).collect();
        [header, &parts.concat()].concat()
    };
    assert!(opened(&put_together(&[0, 1, 2, 3]), &key(1)).is_ok());
    for order in [
        &[1, 0, 2, 3][..],
        &[0, 2, 1, 3],
        &[0, 1, 2],
        &[0],
        &[3],
        &[],
        &[0, 1, 3],
        &[1, 2, 3],
        &[0, 1, 2, 3, 3],
        &[0, 1, 2, 3, 0],
        &[0, 0, 1, 2, 3],
    ] {
        assert!(opened(&put_together(order), &key(1)).is_err(), "{order:?}");
    }
    for length in (0..file.len()).step_by(997).chain([file.len() - 1, HEADER_BYTES, HEADER_BYTES + SEALED_PIECE]) {
        assert!(opened(&file[..length], &key(1)).is_err(), "cut off after {length} bytes");
    }
    let other = sealed(&text(3 * PIECE_BYTES + 100), PIECE_BYTES);
    let mixed = [&file[..HEADER_BYTES + SEALED_PIECE], &other[HEADER_BYTES + SEALED_PIECE..]].concat();
    assert!(opened(&mixed, &key(1)).is_err(), "a piece of another file");
    let longer = [&file[..], b"x"].concat();
    assert!(opened(&longer, &key(1)).is_err(), "a byte more");
}

#[test]
fn a_key_is_read_in_either_encoding_and_only_from_a_file_private_to_its_owner() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("backup.key");
    let made = BackupKey::make(&file).expect("made");
    assert!(BackupKey::read(&file).expect("read") == made);
    assert_eq!(BackupKey::make(&file).expect_err("never replaced").kind(), io::ErrorKind::AlreadyExists);
    std::fs::write(&file, format!("{}\n", BASE64_STANDARD.encode(made.0))).expect("written");
    assert!(BackupKey::read(&file).expect("read") == made);
    for bad in ["", "secret", &hex::encode([1; 31]), &BASE64_STANDARD.encode([1; 33]), &"zz".repeat(32)] {
        std::fs::write(&file, bad).expect("written");
        let failure = BackupKey::read(&file).expect_err("no key").to_string();
        assert!(failure.contains("askline backup key") && (bad.is_empty() || !failure.contains(bad)), "{failure}");
    }
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        std::fs::write(&file, hex::encode([1; 32])).expect("written");
        for mode in [0o640, 0o604, 0o660] {
            std::fs::set_permissions(&file, std::fs::Permissions::from_mode(mode)).expect("set");
            let failure = BackupKey::read(&file).expect_err("open to others").to_string();
            assert!(failure.contains("chmod 600"), "{failure}");
        }
    }
    assert_eq!(format!("{made:?}"), "[key]");
}

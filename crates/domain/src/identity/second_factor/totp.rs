//! Codes of authenticator apps (RFC 6238): SHA-1, six digits, a new one every 30 seconds.

use jiff::Timestamp;
use qrcodegen::{QrCode, QrCodeEcc};
use rand::Rng;
use totp_rs::{Builder, Totp};

use crate::identity::secret::Secret;

/// The length of a secret, as RFC 4226 recommends.
const SECRET_BYTES: usize = 20;
/// The maximum number of characters that are read of a code.
pub const MAX_CODE_CHARACTERS: usize = 16;
/// The name of the service in the app.
const ISSUER: &str = "Askline";
/// The margin around a QR code, in modules, as ISO/IEC 18004 requires.
const MARGIN: i32 = 4;

/// A number of 30-second steps since 1970. A step whose code was used is refused afterwards, and so is every earlier one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct TotpStep(pub i64);

/// A new secret in base32.
pub fn new_totp_secret(random: &mut impl Rng) -> Secret {
    let mut bytes = [0_u8; SECRET_BYTES];
    random.fill_bytes(&mut bytes);
    Secret::new(totp_rs::Secret::from(bytes).to_base32())
}

/// The step whose code this is, one step before or after `at` included; `None` if it is a wrong code. Spaces do not count.
pub fn step_of_code(secret: &Secret, code: &str, at: Timestamp) -> Option<TotpStep> {
    if code.chars().count() > MAX_CODE_CHARACTERS {
        return None;
    }
    let code: String = code.chars().filter(|typed| !typed.is_whitespace()).collect();
    let seconds = u64::try_from(at.as_second()).ok()?;
    let step = totp(secret, "")?.check(&code, seconds)?;
    i64::try_from(step).ok().map(TotpStep)
}

/// The address that an authenticator app reads: `otpauth://totp/…`.
pub fn otpauth_uri(secret: &Secret, email: &str) -> Option<Secret> {
    // A colon separates issuer and account in the address, and no app needs it in an account's name.
    totp(secret, &email.replace(':', ""))?.to_url().ok().map(Secret::new)
}

/// An address as a QR code: an SVG of one path, in black on white in any theme, since not every app reads inverted codes.
pub fn qr_svg(uri: &Secret) -> Option<String> {
    let code = QrCode::encode_text(uri.expose(), QrCodeEcc::Medium).ok()?;
    let size = code.size();
    let dark = (0..size).flat_map(|y| (0..size).map(move |x| (x, y))).filter(|(x, y)| code.get_module(*x, *y));
    let path: String = dark.map(|(x, y)| format!("M{} {}h1v1h-1z", x + MARGIN, y + MARGIN)).collect();
    let side = size + 2 * MARGIN;
    Some(format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {side} {side}\" shape-rendering=\"crispEdges\">\
         <path fill=\"#fff\" d=\"M0 0h{side}v{side}H0z\"/><path d=\"{path}\"/></svg>"
    ))
}

fn totp(secret: &Secret, account: &str) -> Option<Totp> {
    let secret = totp_rs::Secret::try_from_base32(secret.expose()).ok()?;
    Builder::new().with_secret(secret).with_issuer(Some(ISSUER)).with_account_name(account).build().ok()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use rand::{SeedableRng as _, rngs::StdRng};

    use super::*;

    fn at(second: i64) -> Timestamp {
        Timestamp::from_second(second).expect("a time")
    }

    /// The vectors of RFC 6238, appendix B, for SHA-1. Theirs have eight digits, of which ours are the last six.
    #[test]
    fn the_vectors_of_rfc_6238_are_accepted_at_their_times() {
        // "12345678901234567890" in base32.
        let secret = Secret::new("GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ");
        for (second, code) in [
            (59, "94287082"),
            (1_111_111_109, "07081804"),
            (1_111_111_111, "14050471"),
            (1_234_567_890, "89005924"),
            (2_000_000_000, "69279037"),
            (20_000_000_000, "65353130"),
        ] {
            assert_eq!(step_of_code(&secret, &code[2..], at(second)), Some(TotpStep(second / 30)), "{second}");
            assert_eq!(step_of_code(&secret, code, at(second)), None, "eight digits at {second}");
        }
    }

    proptest! {
        #[test]
        fn a_code_is_right_one_step_early_and_late_and_no_further(seed: u64, second in 120_i64..4_000_000_000, away in -4_i64..=4) {
            let secret = new_totp_secret(&mut StdRng::seed_from_u64(seed));
            let code = totp(&secret, "").expect("a secret").generate(u64::try_from(second).expect("positive")).to_string();
            let typed = format!(" {} {}", &code[..3], &code[3..]);
            let found = step_of_code(&secret, &typed, at(second + away * 30));
            // By chance, another step near it may have the same code.
            if away.abs() <= 1 {
                prop_assert!(found.is_some());
            } else if let Some(step) = found {
                prop_assert_ne!(step, TotpStep(second / 30));
            }
        }

        #[test]
        fn what_is_no_code_is_refused(text in ".{0,40}", second in 0_i64..4_000_000_000) {
            let secret = new_totp_secret(&mut StdRng::seed_from_u64(1));
            if step_of_code(&secret, &text, at(second)).is_some() {
                prop_assert_eq!(text.chars().filter(char::is_ascii_digit).count(), 6);
            }
        }
    }

    #[test]
    fn an_app_reads_issuer_account_and_secret_from_the_address_and_its_qr_code() {
        let secret = Secret::new("GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ");
        let uri = otpauth_uri(&secret, "ada+x@example.com").expect("an address");
        let read = url::Url::parse(uri.expose()).expect("an address");
        assert_eq!((read.scheme(), read.host_str()), ("otpauth", Some("totp")));
        assert_eq!(read.path(), "/Askline:ada%2Bx%40example.com");
        let parameters: std::collections::HashMap<_, _> = read.query_pairs().into_owned().collect();
        assert_eq!(parameters["secret"], secret.expose());
        assert_eq!(parameters["issuer"], "Askline");
        let svg = qr_svg(&uri).expect("a code");
        assert!(svg.starts_with("<svg xmlns") && svg.matches("h1v1h-1z").count() > 300, "{svg}");
        assert!(otpauth_uri(&secret, "a:b@example.com").is_some());
        assert!(
            qr_svg(&otpauth_uri(&secret, &format!("{}@example.com", "a".repeat(240))).expect("an address")).is_some()
        );
    }
}

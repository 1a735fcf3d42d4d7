//! Determines a reader's kind of device from the user agent only. The kind is counted, but never stored with an event:
//! together with other data it would help to identify readers.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The maximum number of bytes of a user agent that are read.
const MAX_USER_AGENT_BYTES: usize = 1_024;

/// A kind of device.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Device {
    /// A phone.
    Phone,
    /// A tablet or an e-reader.
    Tablet,
    /// Anything else. An iPad whose browser requests desktop pages calls itself a Macintosh and is counted here.
    Desktop,
}

words! { Device, "a kind of device": Phone = "phone", Tablet = "tablet", Desktop = "desktop" }

impl Device {
    /// The kind of device that a user agent indicates; `None` for an empty user agent.
    ///
    /// Browsers on phones say `Mobi`; on Android tablets they leave it out (MDN, "Browser detection using the
    /// user agent string").
    pub fn of_user_agent(user_agent: &str) -> Option<Device> {
        if user_agent.trim().is_empty() {
            return None;
        }
        let seen = &user_agent.as_bytes()[..user_agent.len().min(MAX_USER_AGENT_BYTES)];
        let has = |word: &str| seen.windows(word.len()).any(|part| part.eq_ignore_ascii_case(word.as_bytes()));
        let is_phone = || has("mobi") || has("iphone") || has("ipod");
        let is_tablet =
            || has("ipad") || has("tablet") || has("kindle") || has("silk/") || (has("android") && !has("mobi"));
        Some(match () {
            // A tablet's user agent may also contain the word for phones.
            () if is_tablet() => Device::Tablet,
            () if is_phone() => Device::Phone,
            () => Device::Desktop,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn common_browsers_are_classified_as_phone_tablet_or_desktop() {
        for (device, user_agents) in [
            (
                Device::Phone,
                [
                    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1",
                    "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Mobile Safari/537.36",
                    "Mozilla/5.0 (Android 15; Mobile; rv:132.0) Gecko/132.0 Firefox/132.0",
                ],
            ),
            (
                Device::Tablet,
                [
                    "Mozilla/5.0 (iPad; CPU OS 16_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/16.6 Mobile/15E148 Safari/604.1",
                    "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36",
                    "Mozilla/5.0 (Android 15; Tablet; rv:132.0) Gecko/132.0 Firefox/132.0",
                ],
            ),
            (
                Device::Desktop,
                [
                    "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/131.0.0.0 Safari/537.36",
                    "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15",
                    "Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0",
                ],
            ),
        ] {
            for user_agent in user_agents {
                assert_eq!(Device::of_user_agent(user_agent), Some(device), "{user_agent}");
            }
        }
        assert_eq!(Device::of_user_agent(" "), None);
    }

    proptest! {
        #[test]
        fn no_user_agent_makes_the_reader_panic(user_agent: String) {
            let _ = Device::of_user_agent(&user_agent.repeat(20));
        }
    }
}

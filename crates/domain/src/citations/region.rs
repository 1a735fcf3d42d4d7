//! Countries from which a search can be made.
//!
//! The officially assigned codes of ISO 3166-1 alpha-2 (249, as of 2026). For an unknown code, engines return an error
//! or silently use another country.

/// Every code, in alphabetical order.
const CODES: &str = "AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW \
    BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR \
    GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE \
    KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV \
    MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC \
    SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY UZ \
    VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW";

/// The code of a country in upper case; `None` if no country has this code.
pub fn country(text: &str) -> Option<String> {
    let code = text.to_ascii_uppercase();
    CODES.split_ascii_whitespace().any(|known| known == code).then_some(code)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_country_has_a_code_and_placeholders_have_none() {
        assert_eq!(CODES.split_ascii_whitespace().count(), 249);
        for known in ["de", "US", "Gb"] {
            assert_eq!(country(known), Some(known.to_uppercase()));
        }
        for unknown in ["XX", "ZZ", "EU", "UK", "", "D", "DEU", "AD AE", "ß"] {
            assert_eq!(country(unknown), None, "{unknown}");
        }
    }
}

//! The endings of names by language, in folded letters.

use super::rules::Rule;

/// The last word of a German name of several words: `Roter Löwe`, `zum Roten Löwen`.
pub(super) const GERMAN_NOUNS: &[Rule] = &[("", "s"), ("er", "en em es"), ("es", "en em er"), ("e", "en em er es")];
/// The adjectives in a German name: `Grüner Baum`, `im Grünen Baum`.
pub(super) const GERMAN_ADJECTIVES: &[Rule] =
    &[("er", "e en em es"), ("es", "e en em er"), ("e", "en em er es"), ("en", "e er es em")];
/// The genitive of German, Dutch and the Nordic languages.
pub(super) const GENITIVE: &[Rule] = &[("", "s")];

/// Polish cases.
pub(super) const POLISH: &[Rule] = &[
    ("", "a u owi em iem ie e y i ow om ami ach ze"),
    ("a", "y i e a o ie om ami ach"),
    // The vowel changes as well: las, lesie.
    ("as", "esie"),
    ("iat", "iecie"),
    ("iasto", "iescie"),
    ("iazda", "iezdzie"),
    ("iol", "iele"),
    // Dąb, dębie; wąż, węża.
    ("ab", "ebu ebowi ebem ebie eby ebow"),
    ("az", "eza ezowi ezem ezu eze ezy"),
    ("ka", "ce"),
    ("ga", "dze"),
    ("ra", "rze"),
    ("cha", "sze"),
    ("ta", "cie"),
    ("da", "dzie"),
    ("sta", "scie"),
    ("la", "le"),
    ("ia", "i ii ie ia io"),
    ("ja", "ji je ja jo"),
    ("o", "a u em ie owi"),
    ("ko", "ku kiem"),
    ("to", "cie"),
    ("sto", "scie"),
    ("dlo", "dle"),
    ("e", "a u em"),
    ("ie", "ia iu iem"),
    ("ie", "iego iemu im"),
    ("y", "ego emu ym ych ymi"),
    ("i", "iego iemu im ich imi ego emu"),
    ("a", "ej a"),
    ("t", "cie"),
    ("st", "scie"),
    ("d", "dzie"),
    ("r", "rze"),
    ("l", "le"),
    ("ch", "sze"),
    ("n", "nie nia niem niu niowi"),
    ("k", "cy"),
    ("ek", "ka ku kowi kiem ki kow kom kami kach"),
    ("ec", "ca cu cowi cem cy cow com"),
    ("el", "la lu lowi lem le"),
    ("iel", "la lu lowi lem le"),
    ("ol", "olu olowi olem"),
    ("en", "na nu nowi nem nie"),
    ("ien", "nia niu niowi niem"),
    ("er", "ra ru rowi rem rze"),
    ("iec", "ca cu cowi cem cy"),
    ("um", "um"),
];

/// Czech and Slovak cases.
pub(super) const CZECH: &[Rule] = &[
    ("", "u a e i y em om ovi ove ou um ech ich ach im ami emi mi ov uv ova ovu ovo ovy ovym"),
    ("a", "y e u o ou am ach ami i ej"),
    ("ka", "ce"),
    ("ga", "ze"),
    ("ha", "ze"),
    ("cha", "se"),
    ("ra", "re"),
    ("ja", "je ji"),
    ("o", "a u em e om ovi"),
    ("e", "i u em a im ich emi ete eti etem"),
    ("i", "iho imu im ich"),
    ("y", "eho emu ym ych ymi em om"),
    ("a", "e ou in ina ine ino inu iny"),
    ("k", "ce cich"),
    ("h", "ze"),
    ("ek", "ku kem kovi ka ky kum kach kuv kova kove kovo kovu kovy kovym"),
    ("ec", "ce ci cem cu cich"),
    ("en", "nu nem na ne ni"),
    ("el", "lu lem la le li"),
    ("er", "ru rem ra re"),
    ("es", "su sem sa"),
    ("et", "tu tem ta te"),
    ("ev", "vu vem vy"),
    ("um", "a u em"),
    ("us", "u a em ovi"),
    ("ost", "osti"),
    ("ych", "ych"),
];

/// Croatian, Serbian and Slovenian cases.
pub(super) const SOUTH_SLAVIC: &[Rule] = &[
    ("", "a u e om em i ima ov ev ju ja jem"),
    ("a", "e i u o om ama"),
    ("o", "a u om em"),
    ("e", "a u em"),
    ("ac", "ca cu cem com"),
    ("ar", "ra ru rom"),
    ("ak", "ka ku kom"),
    ("i", "og om im oga"),
];

/// Russian and Ukrainian cases.
pub(super) const EAST_SLAVIC: &[Rule] = &[
    ("", "а у ом е ем ы и ов ев ам ами ах ові і оі"),
    ("а", "ы и е у ои ою еи ам ами ах і"),
    ("я", "и е ю еи ею ям ями ях і"),
    ("ия", "ии ию иеи иям"),
    ("ь", "я ю е ем и ью еи ям ями ях"),
    ("и", "я ю е ем и ев еи"),
    ("ии", "ия ию ием ии"),
    ("о", "а у ом е ам ами ах"),
    ("е", "я ю ем и еи а у"),
    ("ие", "ия ию ием ии"),
    ("ье", "ья ью ьем"),
    ("ыи", "ого ому ым ом ые ых ыми"),
    ("ии", "его ему им ем ого ому ом ие их ими"),
    ("ои", "ого ому ым им ом"),
    ("ая", "ои ою ую"),
    ("яя", "еи ею юю"),
    ("ое", "ого ому ым им ом"),
    ("ее", "его ему им ем"),
    ("ые", "ых ым ыми"),
    ("ие", "их им ими"),
    ("ы", "ов ам ами ах"),
    ("и", "ов еи ам ами ах ям ями ях"),
    ("ок", "ка ку ком ке ки ков"),
    ("ек", "ька ьку ьком ьке ьки ка ку ком ке ки"),
    ("ец", "ца цу цом цем це цы цов цев"),
    ("ень", "ня ню нем не ни"),
    ("ер", "ра ру ром ре"),
    ("ел", "ла лу лом ле"),
    ("оть", "тя тю тем те"),
];

/// Greek cases.
pub(super) const GREEK: &[Rule] = &[
    ("οσ", "ου ο ε οι ων ουσ"),
    ("ησ", "η"),
    ("ασ", "α"),
    ("η", "ησ"),
    ("α", "ασ"),
    ("ο", "ου"),
    ("ι", "ιου"),
    ("μα", "ματοσ"),
    ("ιον", "ιου"),
    ("ον", "ου"),
    ("εσ", "ων"),
];

/// Estonian cases.
pub(super) const ESTONIAN: &[Rule] = &[
    (
        "",
        "i e a u le lt l s st sse ks ni na ga ta t is ist isse ile ilt il iks iga el elt ele es est ega al alt ale as ast aga",
    ),
    ("us", "use usele uselt usel uses usest usega"),
    ("ne", "se sele selt sel ses sest sega"),
];

/// Hungarian cases.
pub(super) const HUNGARIAN: &[Rule] = &[(
    "",
    "t at et ot ban ben ba be bol on en n ra re rol nak nek nal nel hoz hez val vel tol ig ert kent es bal bel dal del \
     fal fel gal gel jal jel kal kel lal lel mal mel pal pel ral rel sal sel szal szel tal tel zal zel",
)];

/// Turkish cases, written without the usual apostrophe.
pub(super) const TURKISH: &[Rule] = &[
    (
        "",
        "i u yi yu e a ye ya in un nin nun de da te ta den dan ten tan nde nda nden ndan ne na ni nu le la yle yla \
        deki daki teki taki ndeki ndaki ler lar leri lari lerin larin lere lara lerde larda lerden lardan dir dur tir tur \
        se sa yse ysa imiz",
    ),
    ("k", "gi gu ga ge gin gun"),
    ("p", "bi bu ba be bin bun"),
    ("t", "di du da de din dun"),
    ("c", "ci cu ca ce cin cun"),
];

/// Romanian cases.
pub(super) const ROMANIAN: &[Rule] = &[("", "ul ului lui le"), ("a", "ei"), ("u", "ul ului")];

/// Lithuanian and Latvian cases.
pub(super) const BALTIC: &[Rule] = &[
    ("as", "o ui a e u"),
    ("is", "io iui i iu yje im"),
    ("ys", "io iui i iu yje"),
    ("us", "aus ui u umi uje"),
    ("a", "os ai oje u as e ai am a"),
    ("e", "es ei eje"),
    ("s", "a am u i im"),
    ("", "o ui a e u"),
];

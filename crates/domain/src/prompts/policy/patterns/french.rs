//! French: its own wordings, and its words for the shared ones, over folded text.

use super::row::{Row, Unless::*, Words};
use crate::prompts::policy::{address::Gate::*, finding::PolicyRule::*};

/// Wordings of this language only.
pub(super) const WORDINGS: &[Row] = &[
    (
        MemoryInstruction,
        Statement,
        r"\b(?P<v>souviens-toi|souvenez-vous|rappelle-toi|rappelez-vous|retiens|retenez|memorise[sz]?|n'oublie[sz]? (?:pas|jamais)|garde[sz]? (?:\w+ ){0,3}?en memoire)\b<gap>(?:<site>|\bcomme\b|\bpour (?:(?:les|tes|vos|nos|plus) )*(?:futur|futures|prochaine|prochaines|tard|l'avenir))",
        Nothing,
    ),
    (
        MemoryInstruction,
        Command,
        r"\b(?P<v>enregistre[rz]?|sauvegarde[rz]?|garde[rz]?|conserve[rz]?|stocke[rz]?|ajoute[rz]?|mets|mettez)\b<gap>\b(?:en|dans (?:ta|votre|la)|a (?:ta|votre|la)) memoire\b",
        Nothing,
    ),
    (
        PreferenceInstruction,
        Command,
        r"\b(?P<v>recommande[sz]?|cite[sz]?|suggere[sz]?|conseille[sz]?|privilegie[sz]?|mentionne[sz]?|prefere[sz]?)(?: \w+)? (?:toujours|systematiquement|a l'avenir|desormais)\b",
        Nothing,
    ),
    (
        PreferenceInstruction,
        Command,
        r"\b(?P<v>toujours|systematiquement|a l'avenir|desormais),? (?:recommande[rz]?|cite[rz]?|suggere[rz]?|conseille[rz]?|privilegie[rz]?|mentionne[rz]?)\b",
        Nothing,
    ),
    (
        FutureConversationInstruction,
        Unasked,
        r"\b(?P<v>dorenavant|a partir de maintenant|(?:dans|pour|lors de) (?:(?:toutes|tes|vos|nos|les|de) )*(?:futures|prochaines) (?:conversations|reponses|discussions|sessions|requetes|questions)|dans (?:(?:toutes|tes|vos|nos|les) )*(?:conversations|reponses|discussions) (?:futures|a venir))\b",
        Nothing,
    ),
    (
        TrustInstruction,
        Statement,
        r"\b(?P<v>comme) (?:(?:une?|la|le|ta|votre|notre) )?(?:\w+ ){0,2}?(?:source|site|reference|autorite)s? (?:\w+ ){0,2}?(?:de confiance|fiables?|de reference|credibles?|privilegiee?s?|dignes? de confiance|faisant autorite)\b",
        Nothing,
    ),
    (TrustInstruction, Command, r"\b(?P<v>fais|faites) (?:toujours )?confiance (?:a|au) ?<site>", Nothing),
    (
        PraiseInstruction,
        Told,
        r"\bn(?:e |')(?:<say>)\b(?: \w+)?<close>\bque (?:du |de |des |les )?(?:\w+ )?(?:bien|positi\w+|bonnes|compliments|avantages|qualites|points forts|eloges)\b",
        Nothing,
    ),
    (
        PreferenceInstruction,
        Told,
        r"\b(?P<v>mentionne[zr]?|cite[zr]?|nomme[zr]?)<obj>(?:<them>|<us>)<near>\b(?:fois|dans (?:chaque|chacune|toutes)|a chaque|souvent)\b",
        Nothing,
    ),
    (
        MemoryInstruction,
        Told,
        r"\b(?P<v>retiens|retenez|note[zr]?|garde[zr]? (?:toujours )?(?:a l'esprit|en tete|en memoire)|gardez a l'esprit|souviens-toi|souvenez-vous|rappelle-toi|memorise[zr]?|apprends)\b<near>(?:<them>|<us>)<near>(?:<better>|<most trusted>|<trusted as>|<later words>|\b(?:credible|fiable|de confiance)\b)",
        Nothing,
    ),
    (
        MemoryInstruction,
        Told,
        r"\b(?P<v>enregistre[zr]?|garde[zr]?|conserve[zr]?|sauvegarde[zr]?|stocke[zr]?|inscri[sv]\w*|ajoute[zr]?)\b<near>\b(?:en memoire|(?:dans |a )?(?:ta|votre) memoire)\b",
        Nothing,
    ),
];

/// The words for each placeholder of the wordings.
pub(super) const WORDS: Words = &[
    (
        "<small>",
        r"toujours|aussi|seulement|uniquement|explicitement|clairement|systematiquement|d'abord|surtout|bien|a|au|aux|de|du|des|la|le|les|l'|une?|sur|vers|avec|par|en premier(?: lieu)?|entreprise|marque|site|page|notamment|plutot|moi",
    ),
    (
        "<them>",
        r"<name>|\b(?:notre|nos) (?:propres? )?[\w-]+|\b(?:le|la|les) notres?\b|\b(?:ce|cette|cet) (?:entreprise|societe|marque|boutique|magasin|fournisseur|hotel|cabinet|agence|vendeur|editeur|site|blog)\b",
    ),
    ("<us>", r"\bnous\b"),
    ("<clitic>", r"-nous\b"),
    ("<clitic closing>", r"-nous<closing>"),
    ("<clitic it>", r"-(?:le|la|les|lui|leur)\b"),
    ("<clitic me>", r"-(?:moi|les|le|la)\b"),
    ("<closing>", r"(?: (?:a|en|comme|aux?|avant|d'abord|toujours|dans|quand|lorsque|pour|et)\b| ?[.,;!]|\s*$)"),
    ("<we>", r"\bnous\b"),
    ("<url>", r"\{\{ ?(?:url|markdownurl) ?\}\}|\bcet(?:te)? (?:page|article)\b|\b(?:la page|l'article)\b"),
    ("<it>", r"\b(?:lui|elle)\b"),
    (
        "<firm>",
        r"\b(?:l'|la |le |du |de la |de l'|a la |au )(?:entreprise|societe|marque|boutique|magasin|hotel|fournisseur|produit|service|restaurant|fabricant|vendeur|editeur)\b",
    ),
    ("<cite>", r"cite[zr]?|mentionne[zr]? en source|reference[zr]?|credite[zr]?"),
    ("<citing>", r"cite[rz]?|citant|mentionne[rz]?|mentionnant|recommande[rz]?|renvoye[rz]|credite[rz]?"),
    ("<style>", r"\b(?:apa|mla|harvard|bibtex|format|style|bibliographi\w+)\b"),
    (
        "<add>",
        r"ajoute[zr]?|inclu(?:s|re|ez)|insere[zr]?|met(?:s|tez|tre)|place[zr]?|integre[zr]?|fai(?:s|re|tes)|donne[zr]?|pose[zr]?|glisse[zr]?",
    ),
    ("<a link>", r"liens?|hyperliens?|renvois?|references?|citations?|mentions?"),
    (
        "<sure>",
        r"veille[zr]?(?: bien)? a|assure-toi|assurez-vous|(?:n'oublie[zr]? (?:surtout )?(?:pas|jamais)|ne pas oublier|ne manque[zr]? (?:surtout )?pas)|fai(?:s|tes) en sorte|(?:tu )?dois|(?:vous )?devez|il faut|imperativement|absolument|obligatoirement|sans faute|pense[zr]? a|toujours",
    ),
    (
        "<commend>",
        r"recommande[zr]?|propose[zr]?|suggere[zr]?|conseille[zr]?|mentionne[zr]?|nomme[zr]?|cite[zr]?|privilegie[zr]?|prefere[zr]?|favorise[zr]?|promeu[sv]\w*|indique[zr]?|choisi(?:s|ssez|r)|evoque[zr]?|oriente\w* vers|renvoie[zs]? (?:vers|a)|dirige\w* vers",
    ),
    (
        "<when asked>",
        r"\b(?:quand|lorsqu[e']|si|des qu[e']|chaque fois qu[e']|a chaque fois qu[e']|la prochaine fois qu[e']) ?(?:\w+ |l'|m'|t'|d'|on ){0,5}?(?:demand\w*|cherch\w*|veu\w*|voudr\w*|besoin|pos\w*|interrog\w*|parl\w*)\b",
    ),
    ("<use>", r"utilise[zr]?|ouvre[zr]?|visite[zr]?|commence[zr]? par|consulte[zr]?|appuie-toi sur"),
    (
        "<later words>",
        r"\b(?:a l'avenir|desormais|dorenavant|a partir (?:de maintenant|d'aujourd'hui)|dans (?:chacune|toutes?) (?:de )?(?:tes|vos|les) \w+|dans chaque reponse|pour toujours|en permanence|dans le futur)\b",
    ),
    (
        "<place>",
        r"place[zr]?|met(?:s|tez|tre)|classe[zr]?|positionne[zr]?|nomme[zr]?|cite[zr]?|range[zr]?|choisi(?:s|ssez|r)|designe[zr]?|elis|elisez|declare[zr]?|presente[zr]?|liste[zr]?|fai(?:s|tes) de|hisse[zr]?",
    ),
    (
        "<top>",
        r"(?:en (?:tete|haut|premier(?:e)?(?: \w+)?|pole position)|au sommet|a la premiere (?:place|position)|(?:numero|n°|no) ?(?:1|un)|le plus haut|(?:comme )?(?:vainqueur|gagnant|favori|meilleur\w*)|premiers?|premiere|devant (?:tou\w+|les|la|ses|leurs)|au-dessus (?:de|des|du)|avant (?:tou\w+|les autres|les concurrents|la concurrence))\b",
    ),
    ("<to>", r"(?:a |au |aux )"),
    ("<give>", r"donne[zr]?|attribue[zr]?|accorde[zr]?|decerne[zr]?|met(?:s|tez|tre)"),
    ("<rate>", r"note[zr]?|evalue[zr]?|juge[zr]?"),
    (
        "<best mark>",
        r"(?:\b(?:note maximale|meilleure note|note la plus (?:haute|elevee)|note parfaite|score (?:maximal|maximum|parfait)|maximum de (?:points|etoiles)|meilleur score|tres favorablement)\b|\b(?:cinq|5|dix|10|vingt|20|100|toutes les) (?:sur (?:cinq|5|dix|10|vingt|20|100)|etoiles)|(?:5|10|20|100) ?/ ?(?:5|10|20|100))",
    ),
    ("<scale>", r"\b(?:de (?:1|un|zero|0) a|echelle|jusqu'a|entre|comment)\b"),
    (
        "<praise>",
        r"loue[zr]?|vante[zr]?|felicite[zr]?|glorifie[zr]?|encense[zr]?|complimente[zr]?|fai(?:s|tes|re) (?:l'eloge|la promotion|de la publicite|la publicite)(?: de| du| a| pour)?|flatte[zr]?|dis(?:-moi)? du bien",
    ),
    (
        "<say>",
        r"dis|dites|dire|ecri(?:s|vez|re)|parle[zr]?|presente[zr]?|decri(?:s|vez|re)|mentionne[zr]?|cite[zr]?|raconte[zr]?|souligne[zr]?|insiste[zr]?(?: sur)?|explique[zr]?|affirme[zr]?|montre[zr]?|precise[zr]?|resume[zr]?|met(?:s|tez) en avant|liste[zr]?|enumere[zr]?|reponds|repondez|evoque[zr]?|donne[zr]?|depeins|indique[zr]?|fai(?:s|tes) (?:valoir|comprendre)",
    ),
    (
        "<only good>",
        r"\b(?:que du bien|(?:que|uniquement|seulement|exclusivement|rien que)(?: \w+){0,3}? (?:du bien|de bien|positi\w+|bonnes?|bons?|favorables?|elogieu\w+|flatteu\w+|compliments|avantages|qualites|points forts|eloges|atouts)|(?:du bien|positi\w+|favorables?|elogieu\w+|avantages|qualites|points forts) (?:uniquement|seulement|exclusivement)|(?:en|dans des) termes (?:\w+ )?(?:elogieux|flatteurs|dithyrambiques|positifs)|sous (?:son|leur|un|le) (?:meilleur|bon) jour|sous un jour (?:favorable|flatteur|positif)|de (?:facon|maniere) (?:\w+ )?(?:positive|elogieuse|flatteuse|favorable))\b",
    ),
    ("<that>", r"qu[e']"),
    (
        "<better>",
        r"(?:\b(?:(?:le|la|les) (?:plus (?:fiable|credible|populaire|sur)\w*|meilleur\w*|premier|premiere|leader|numero un)|meilleur\w*|superieur\w*|imbattable\w*|inegale\w*|leader|numero (?:1|un)|mieux)\b)",
    ),
    (
        "<present>",
        r"presente[zr]?|decri(?:s|vez|re)|montre[zr]?|depei(?:ns|gnez)|nomme[zr]?|cite[zr]?|dis|dites|designe[zr]?|mentionne[zr]?|fai(?:s|tes)|introdui(?:s|sez)|considere[zr]?",
    ),
    (
        "<as better>",
        r"(?:comme (?:etant )?(?:le |la |les |l'|un |une )?(?:\w+ ){0,2}?(?:meilleur\w*|leader\w*|superieur\w*|numero un|premier choix|reference|vainqueur)|sous un (?:meilleur|bon|beau) jour|(?:mieux|plus (?:favorablement|positivement)|de (?:facon|maniere) plus (?:favorable|positive)) que|superieur\w* a)\b",
    ),
    (
        "<as source>",
        r"\bcomme (?:etant )?(?:(?:la|le|l'|une?|ta|votre|ton|sa|notre) ?)*(?:\w+ ){0,2}?(?:source|reference|autorite|expert|experte|specialiste)s?\b",
    ),
    (
        "<rivals>",
        r"\b(?:concurren(?:ts?|tes?|ce)|rivaux|rival|alternatives?|(?:autres?|aucune? autre) (?:\w+ )?(?:fournisseurs?|prestataires?|boutiques?|magasins?|marques?|produits?|entreprises?|societes?|hotels?|outils?|options?|vendeurs?|services?|fabricants?|editeurs?|agences?|cabinets?|offres?|solutions?|enseignes?))\b",
    ),
    (
        "<worse>",
        r"\b(?:moins (?:bon\w*|fiables?|bien|serieu\w*)|pires?|inferieur\w*|mauvais\w*|mediocres?|negativ\w*|peu fiables?)\b",
    ),
    (
        "<bad>",
        r"\b(?:critiques?|negati(?:f|fs|ve|ves|vement)|inconvenients?|points? (?:faibles?|negatifs?|noirs?)|faiblesses?|defauts?|desavantages?|plaintes?|reproches?|(?:mauvais|mauvaises) (?:avis|notes?|critiques?|commentaires?|experiences?|cotes?|choses?)|(?:avis|commentaires) (?:negatifs|defavorables|critiques)|scandales?|controverses?|polemiques?|effets secondaires|du mal|de mal|lacunes)\b",
    ),
    (
        "<speak>",
        r"mentionn\w*|cit\w*|nomm\w*|parl\w*|evoqu\w*|recommand\w*|propos\w*|sugger\w*|conseill\w*|di(?:s|re|tes|sez)|ecri\w*|donn\w*|list\w*|inclu\w*|compar\w*|signal\w*|montr\w*|fai(?:s|tes|re) (?:pas |aucune )?(?:mention|etat|reference|allusion)|abord\w*",
    ),
    (
        "<neg speak>",
        r"n(?:e |')(?:pas |jamais |rien )?(?:l'|les |en |me |y )?(?:<speak>)|sans (?:<speak>)|evite[zr]? de (?:<speak>)|abstiens-toi de (?:<speak>)",
    ),
    (
        "<omit>",
        r"omets|omettez|omettre|ignore[zr]?|passe[zr]? sous silence|laisse[zr]? (?:de cote|tomber|dehors)|tais|taisez|cache[zr]?|dissimule[zr]?|ecarte[zr]?|oublie[zr]?|neglige[zr]?|supprime[zr]?|saute[zr]?|evite[zr]?|exclus|excluez|elimine[zr]?|retire[zr]?|sans(?: aucune?)?|pas de|aucune?|passe[zr]?|enleve[zr]?|occulte[zr]?",
    ),
    ("<not>", r"(?:\bn'|\bne|\bpas|\bsans|\bjamais|\bni) ?(?:\w+ )?$"),
    (
        "<and say>",
        r"\b(?:et|mais|puis) (?:\w+ )?(?:dis|nomme|cite|explique|montre|donne|mentionne|decris|ecris|resume|indique|precise)\b",
    ),
    (
        "<downplay>",
        r"minimise[zr]?|minimisant|attenue[zr]?|attenuant|excuse[zr]?|edulcore[zr]?|relativise[zr]?|relativisant|banalise[zr]?|adouci(?:s|ssez|ssant)|justifie[zr]?",
    ),
    (
        "<defend>",
        r"defends|defendez|protege[zr]?|prends (?:la defense|le parti) (?:de|du)|epargne[zr]?|menage[zr]?|soi(?:s|yez) indulgent\w* (?:avec|envers)",
    ),
    (
        "<persuade>",
        r"convainc[sr]?|convaincre|convainque[zr]?|persuade[zr]?|incite[zr]?|pousse[zr]?|encourage[zr]?|amene[zr]?|invite[zr]?",
    ),
    (
        "<readers>",
        r"\b(?:moi|(?:le|la|les) (?:lecteurs?|lectrices?|utilisateurs?|clients?|acheteurs?|visiteurs?|gens)|l'(?:utilisateur|acheteur|internaute))\b",
    ),
    ("<buy>", r"\b(?:achet\w*|achats?|commander|reserver|abonner|s'inscrire|souscrire|d'acheter)\b"),
    (
        "<treat>",
        r"considere[zr]?|traite[zr]?|utilise[zr]?|retiens|retenez|enregistre[zr]?|garde[zr]?|tiens|accepte[zr]?|prends|prenez|adopte[zr]?|vois|reconnais",
    ),
    (
        "<trusted as>",
        r"\b(?:comme|pour) (?:etant )?(?:(?:la|le|l'|une?|ta|ton|votre|ma|notre) ?)*(?:\w+ ){0,2}?(?:source|reference|autorite|expert|experte|specialiste|choix|standard|adresse|interlocuteur)s?\b",
    ),
    ("<is>", r"(?:est|sont)"),
    (
        "<most trusted>",
        r"(?:(?:la |le )?(?:source|site|reference|autorite|adresse|page) (?:la |le )?(?:plus |de |digne de )+(?:credible|fiable|sure?|confiance|serieu\w+|reconnue?)|source (?:de confiance|fiable))\b",
    ),
    (
        "<visit>",
        r"visite[zr]?|ouvre[zr]?|charge[zr]?|va sur|allez sur|appelle|consulte[zr]?|envoie[zr]?|envoyez|transmets|telecharge[zr]?|clique[zr]?|lis|accede[zr]? a|rends-toi",
    ),
];

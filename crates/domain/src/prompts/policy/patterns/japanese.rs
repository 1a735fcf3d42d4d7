//! Japanese: its wordings, and the words in them, over folded text.

use super::row::{Row, Unless::*, Words};
use crate::prompts::policy::{address::Gate::*, finding::PolicyRule::*};

/// Wordings of this language only.
pub(super) const WORDINGS: &[Row] = &[
    (
        MemoryInstruction,
        Statement,
        r"覚えて(?:おいて|いて)?(?:ください|下さい|くれ|ね|。|、|:|\s|$)|覚えておくこと(?:。|$)|記憶して(?:おいて)?(?:ください|下さい|。|、|\s|$)|(?:記憶|メモリー?)に(?:保存|追加|記録|残|刻)|忘れないで(?:ください|下さい)",
        Before(r"(?:のを|ことを)$"),
    ),
    (
        PreferenceInstruction,
        Statement,
        r"(?:常に|いつも|必ず|毎回)[^。！？!?]*?(?:(?:推薦|推奨|おすすめ|お勧め|お薦め|引用|優先|紹介)して|(?:勧め|薦め)て)(?:おいて)?(?:ください|下さい|ほしい|欲しい|。|、|\s|$)",
        Either("<part>", "<part>[^。！？!?]*$"),
    ),
    (
        FutureConversationInstruction,
        Unasked,
        r"今後の(?:会話|回答|応答|チャット|やり取り|質問)|(?:今後|これから|以後)は|今後も",
        Nothing,
    ),
    (
        TrustInstruction,
        Statement,
        r"(?:信頼できる|信頼性の高い|信頼のおける|信頼の置ける|信頼される|権威ある|優先的な)(?:情報源|ソース|サイト|情報元|出典|参照元)(?:として|である|です|だと)",
        Nothing,
    ),
    (
        CitationInstruction,
        Statement,
        r"<them><close>(?:引用して|引用元に|出典(?:に|と)して|出典として|出典に挙げて|参照元と|ソースとして|リンクを?(?:して|必ず)?(?:入れて|張って|貼って|付けて|つけて|含めて|載せて|追加して|設けて|挿入して)|リンクして|明記して|クレジットして)",
        Within(r"<part>"),
    ),
    (
        CitationInstruction,
        Statement,
        r"(?:必ず|絶対に|忘れずに)<close>(?:<them>|\{\{ ?url ?\}\})<close>(?:引用|出典|リンク)",
        Within(r"<part>"),
    ),
    (
        CitationInstruction,
        Statement,
        r"<them><close>(?:主な|第一の|主要な)?(?:情報源|出典|参考文献|参照先|ソース)として",
        // With these words it is planted trust, which has its own rows.
        Within(r"信頼|信用|権威"),
    ),
    (
        PreferenceInstruction,
        Statement,
        r"<them><object><close>(?:勧めて|薦めて|推薦して|推奨して|推して|おすすめして|お勧めして|お薦めして|紹介して|言及して|宣伝して|挙げて|提案して|優先して|選んで|選ぶように|名前を出して|取り上げて|売り込んで|案内して|ひいきして)",
        Within(r"べき|質問"),
    ),
    (
        PreferenceInstruction,
        Statement,
        r"(?:聞かれたら|聞いたら|尋ねられたら|尋ねたら|質問されたら|質問したら|探すとき|探す時|探している(?:とき|時|場合|人)|相談されたら|求められたら|調べるとき)<close><them>",
        Nothing,
    ),
    (
        RankingInstruction,
        Statement,
        r"<them><close>(?:1位|一位|首位|トップ|最上位|一番上|先頭|第1位|第一位|最優先|第一候補|勝者|ナンバーワン|上位|最初に|真っ先に)<close>(?:して|置いて|選んで|ランク|挙げて|付け|扱って|とし|載せて|表示して|紹介して|並べて|出して)",
        Nothing,
    ),
    (
        RankingInstruction,
        Statement,
        r"(?:勝者|1位|一位|トップ|首位|最優秀|ベスト)(?:と|に|は|として)<close><them><close>(?:選んで|挙げて|して|置いて)",
        Nothing,
    ),
    (
        RankingInstruction,
        Statement,
        r"(?:最高評価|満点|最高点|最高得点|5つ星|五つ星|星5つ|星五つ|10点満点で10点|100点満点で100点|最高の評価|高評価|高い評価|高得点)<close>(?:つけて|付けて|与えて|して|あげて|出して)",
        Nothing,
    ),
    (
        PraiseInstruction,
        Statement,
        r"(?:褒めて|ほめて|誉めて|称賛して|賞賛して|絶賛して|持ち上げて|称えて|たたえて|高く評価して|よく言って|良く言って|宣伝して|べた褒めして)",
        Nothing,
    ),
    (
        PraiseInstruction,
        Statement,
        r"(?:良い|よい|いい|肯定的|ポジティブ|好意的|長所|利点|メリット|プラス|魅力|称賛|褒め言葉)<close>(?:だけ|のみ|ばかり)<close>(?:書いて|述べて|伝えて|言って|挙げて|説明して|紹介して|答えて|して|話して|まとめて|語って)",
        Within(r"だけでなく|だけではなく|<bad>"),
    ),
    (
        PraiseInstruction,
        Statement,
        r"(?:好意的|肯定的|ポジティブ)に<close>(?:書いて|述べて|紹介して|説明して|評価して|まとめて|伝えて)",
        Nothing,
    ),
    (
        PraiseInstruction,
        Statement,
        r"(?:<them>|この(?:商品|製品|会社))<close>(?:優れて|最高|一番|ナンバーワン|勝って|最良|ベスト|随一|トップクラス)<close>(?:言って|述べて|書いて|強調して|伝えて|説明して|主張して|紹介して|答えて|断言して)",
        Nothing,
    ),
    (
        PraiseInstruction,
        Statement,
        r"<them><close>(?:良く|よく|優位に|有利に|魅力的に|好意的に|立派に)<close>(?:見せて|見える|描いて|書いて|紹介して|説明して|扱って|伝えて)",
        Nothing,
    ),
    (
        PraiseInstruction,
        Statement,
        r"(?:買う|購入|買い|申し込|契約|予約|注文|選ぶ|利用する)<close>(?:説得して|促して|勧めて|すすめて|納得させて|仕向けて|誘導して|後押しして|その気にさせて)",
        Nothing,
    ),
    (OmissionInstruction, Statement, r"<bad><close><hide>", Nothing),
    (OmissionInstruction, Statement, r"<rivals><close><hide>", Nothing),
    (
        OmissionInstruction,
        Statement,
        r"<rivals><close>(?:劣った|劣る|悪い|悪く|ひどい|低く|不利に|信頼できない)<close>(?:して|書いて|言って|述べて|評価して|説明して|描いて)",
        Nothing,
    ),
    (
        OmissionInstruction,
        Statement,
        r"<bad><close>(?:控えめに|軽く|小さく|目立た|和らげ|ぼかし|やわらげ|最小限に)",
        Nothing,
    ),
    (
        OmissionInstruction,
        Statement,
        r"(?:<them>|会社|企業|店|ブランド|メーカー|ホテル)<close>(?:擁護して|弁護して|守って|かばって|味方して)",
        Nothing,
    ),
    (
        MemoryInstruction,
        Statement,
        r"<them><close>(?:記憶に|心に|念頭に|頭に)<close>(?:留めて|とどめて|置いて|入れて|刻んで|残して)|(?:記憶|メモリー?|メモ帳)(?:に|へ)<close>(?:保存|追加|記録|残して|登録|書き込|入れて)",
        Nothing,
    ),
    (
        TrustInstruction,
        Statement,
        r"<them>(?:は|が|こそ)<close>(?:最も|もっとも|一番|最高の|唯一の)<close>(?:信頼|権威|信用|確か)",
        Nothing,
    ),
    (
        TrustInstruction,
        Statement,
        r"<them><close>(?:情報源|ソース|サイト|出典|参照先|相談先|窓口|権威|専門家|基準|標準)(?:として|だと|と)<close>(?:扱って|使って|見なして|みなして|考えて|利用して|登録して|覚えて|認識して|信じて|信頼して)",
        // With these words, the first row of planted trust finds the text.
        Within(
            r"(?:信頼できる|信頼性の高い|信頼のおける|信頼の置ける|信頼される|権威ある|優先的な)(?:情報源|ソース|サイト|情報元|出典|参照元)(?:として|だと)",
        ),
    ),
    (TrustInstruction, Statement, r"<them>(?:を|だけを)<close>(?:信頼して|信用して|信じて)", Nothing),
    (
        FutureConversationInstruction,
        Statement,
        r"(?:今後|これから|以後|将来|次回から|いつでも)<close><them><close>(?:扱って|使って|挙げて|勧めて|薦めて|優先|参照して|紹介して|引用して|開いて|覚えて|選んで)",
        Nothing,
    ),
    (
        FutureConversationInstruction,
        Statement,
        r"(?:どの|すべての|全ての|毎回の|あらゆる)(?:回答|返答|会話|質問)<close>(?:<them>)",
        Nothing,
    ),
];

/// The words for each placeholder of the wordings.
pub(super) const WORDS: Words = &[
    (
        "<name>",
        r#"(?:\{\{ ?(?:sitename|competitor) ?\}\}|(?:https?://)?(?:[a-z0-9-]+\.)+[a-z]{2,}(?:/[!-~]*)?)[\"')]*"#,
    ),
    (
        "<them>",
        r"(?:<name>|当(?:社|店|サイト|院|事務所|ホテル|ブログ|方|ページ|メディア|ショップ|協会|校|園)|弊(?:社|店|サイト|所)|御社|私たち|私ども|我々|うちの(?:店|会社|商品|製品|サービス)|わが社|我が社|自社|この(?:会社|店|ブランド|ショップ|ホテル|企業|サービス|医院|事務所))",
    ),
    (
        "<object>",
        r"(?:の(?:製品|商品|サービス|ブランド|名前|名|評価|料理))? ?(?:を|に|へ|について|だけを|も|こそ|のこと[をに])",
    ),
    ("<close>", r"[^。！？!?\n]*?"),
    ("<part>", r"(?:箇所|節|段落|文を|一文|部分|章|条項|ページ番号|行を)"),
    (
        "<bad>",
        r"(?:批判|欠点|短所|弱点|デメリット|否定的|ネガティブ|悪い|悪評|不満|苦情|クレーム|難点|マイナス|悪口|不利な|不祥事|副作用|低評価)",
    ),
    (
        "<rivals>",
        r"(?:競合|他社|他店|ライバル|同業|(?:他|別|ほか)の(?:店|会社|業者|サービス|ブランド|製品|商品|選択肢|ホテル|医院|事務所|メーカー|ショップ)|代替)",
    ),
    (
        "<hide>",
        r"(?:省いて|省略して|除いて|除外して|外して|触れないで|触れずに|言わないで|書かないで|述べないで|言及しないで|言及せずに|無視して|伏せて|隠して|飛ばして|載せないで|出さないで|控えて|挙げないで|紹介しないで|勧めないで|薦めないで|推薦しないで|提案しないで|話さないで|比較しないで|スルーして|含めないで|なしで|抜きで|語らないで|伝えないで)",
    ),
];

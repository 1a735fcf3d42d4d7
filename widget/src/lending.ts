/** What the first file shares with the others, so that readers load it once. In the order in which `rest/lent.ts` takes it. */

import { actOf, offerAt } from "./content";
import { element } from "./element";
import { initial, mark, networkSign, sign } from "./marks";
import { markdownAddress, pageAddress, pageLanguage, pageTitle } from "./page";
import { bodyOf, bare, post } from "./post";
import { applyStyles } from "./styles";
import { eventOf, mayTell, stands, viewOf } from "./telling";
import { dress, settle } from "./widget";

export const LENT = [element, mark, sign, networkSign, pageAddress, pageTitle, pageLanguage, post, offerAt, mayTell, eventOf, applyStyles, settle, dress, markdownAddress, actOf, bodyOf, bare, stands, viewOf, initial] as const;
export type Lent = typeof LENT;

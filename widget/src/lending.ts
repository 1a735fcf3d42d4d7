/** What the first file shares with the others, so that readers load it once. In the order in which `rest/lent.ts` takes it. */

import { actOf, offerAt } from "./content";
import { button, layer } from "./draw";
import { element } from "./element";
import { initial, mark, networkSign, sign } from "./marks";
import { markdownAddress, pageAddress, pageLanguage, pageTitle } from "./page";
import { bodyOf, bare, post } from "./post";
import { applyStyles } from "./styles";
import { eventOf, mayTell, stands, viewOf } from "./telling";
import { uuidV7 } from "./uuid";
import { dress, settle } from "./widget";

export const LENT = [element, mark, sign, networkSign, pageAddress, pageTitle, pageLanguage, post, offerAt, button, layer, mayTell, eventOf, applyStyles, settle, dress, markdownAddress, actOf, bodyOf, bare, stands, viewOf, initial, uuidV7] as const;
export type Lent = typeof LENT;

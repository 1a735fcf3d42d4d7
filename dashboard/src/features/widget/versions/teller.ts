// The words for a setting's value, with the names of assistants and networks.

import { useLingui } from "@lingui/react";
import { useQuery } from "@tanstack/react-query";

import type { Draft } from "../draft";
import { registryQuery } from "../queries";
import type { Teller } from "./settings";

export function useTeller(config: Draft): Teller {
  const { i18n } = useLingui();
  const { data: registry } = useQuery(registryQuery);
  const known = [...(registry?.platforms ?? []), ...(registry?.networks ?? [])];
  return {
    nameOf: (id) => known.find((one) => one.id === id)?.name ?? config.customPlatforms.find((one) => one.id === id)?.label ?? id,
    t: (words) => i18n._(words),
  };
}

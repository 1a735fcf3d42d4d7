// The words for a setting's value, with the names of assistants and networks.

import { useLingui } from "@lingui/react";
import { useQuery } from "@tanstack/react-query";

import { nameOfPlatform } from "../../shared/platforms/platforms";
import type { Draft } from "../draft";
import { registryQuery } from "../queries";
import type { ValueNames } from "./settings";

/** `isWanted` is true if differences are shown in words, and not only counted. */
export function useValueNames(config: Draft, isWanted: boolean): ValueNames {
  const { i18n } = useLingui();
  const { data: registry } = useQuery({ ...registryQuery, enabled: isWanted });
  const known = [...(registry?.platforms ?? []), ...(registry?.networks ?? [])];
  return {
    nameOf: (id) =>
      known.find((one) => one.id === id)?.name ??
      config.customPlatforms.find((one) => one.id === id)?.label ??
      nameOfPlatform(id),
    t: (words) => i18n._(words),
  };
}

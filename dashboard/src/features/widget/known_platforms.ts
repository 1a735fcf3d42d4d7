// The names and icons of assistants and networks. Those that readers see come with the preview; the many others are
// loaded when a person gets near a list that offers them.

import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";

import { nameOfPlatform } from "../shared/platforms/platforms";
import { registryQuery, type Previewed, type Registry } from "./queries";

interface KnownPlatform {
  id: string;
  name: string;
  mark?: string | null;
  strategy?: string;
}

export interface KnownPlatforms {
  of: (id: string) => KnownPlatform | undefined;
  nameOf: (id: string) => string;
  /** All assistants and networks; undefined until they are loaded. */
  registry: Registry | undefined;
  isLoading: boolean;
  /** Why loading failed. */
  failure: unknown;
  load: () => void;
  retry: () => void;
}

export function useKnownPlatforms(previewed: Previewed | undefined): KnownPlatforms {
  const [isWanted, setWanted] = useState(false);
  const { data: registry, error, refetch } = useQuery({ ...registryQuery, enabled: isWanted });
  return useMemo(() => {
    const listed =
      previewed === undefined
        ? []
        : [previewed.payload, previewed.disabled].flatMap((part) => [...part.registry, ...part.shareTargets]);
    const all: readonly KnownPlatform[] = [...listed, ...(registry?.platforms ?? []), ...(registry?.networks ?? [])];
    const known = new Map(all.map((one) => [one.id, one]));
    return {
      of: (id) => known.get(id),
      nameOf: (id) => known.get(id)?.name ?? nameOfPlatform(id),
      registry,
      isLoading: isWanted && registry === undefined && error === null,
      failure: error,
      load: () => {
        setWanted(true);
      },
      retry: () => void refetch(),
    };
  }, [previewed, registry, isWanted, error, refetch]);
}

// The names and icons of assistants and networks. Those that readers see come with the preview; the many others are loaded when a
// person gets near a list that offers them.

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";

import { nameOfPlatform } from "../shared/platforms/platforms";
import { registryQuery, type Payload, type Registry } from "./queries";

interface One {
  id: string;
  name: string;
  mark?: string | null;
  strategy?: string;
}

export interface Known {
  of: (id: string) => One | undefined;
  nameOf: (id: string) => string;
  /** All assistants and networks; undefined until they are loaded. */
  registry: Registry | undefined;
  isAsked: boolean;
  /** Why loading failed. */
  failure: unknown;
  want: () => void;
  wantAgain: () => void;
}

export function useKnown(payload: Payload | undefined): Known {
  const [isWanted, setWanted] = useState(false);
  const { data: registry, error, refetch } = useQuery({ ...registryQuery, enabled: isWanted });
  const all: readonly One[] = [...(payload?.registry ?? []), ...(payload?.shareTargets ?? []), ...(registry?.platforms ?? []), ...(registry?.networks ?? [])];
  const known = new Map(all.map((one) => [one.id, one]));
  return {
    of: (id) => known.get(id),
    nameOf: (id) => known.get(id)?.name ?? nameOfPlatform(id),
    registry,
    isAsked: isWanted && registry === undefined && error === null,
    failure: error,
    want: () => { setWanted(true); },
    wantAgain: () => void refetch(),
  };
}

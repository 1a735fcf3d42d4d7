// What is known of assistants and networks. Those that readers get come with the preview; all others, of which there are many, are
// asked for once someone comes to where they are offered.

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
  /** Everything that can be offered; undefined until it was wanted and came. */
  registry: Registry | undefined;
  isAsked: boolean;
  /** Why it did not come. */
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

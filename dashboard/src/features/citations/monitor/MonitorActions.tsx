// The actions for monitors: create, edit, run, archive. And those for the brand names.

import { useLingui } from "@lingui/react/macro";
import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useRef } from "react";

import { api, ask } from "../../../api/client";
import { pendingDeletions } from "../../../ui/hooks/pending_deletions";
import { ArchivedDialog } from "./ArchivedDialog";
import { MonitorDialog } from "./MonitorDialog";
import { NamesDialog } from "./NamesDialog";
import { reloadQuestions, type Monitor } from "../queries";
import { RunDialog } from "./RunDialog";
import type { CitationsSearch } from "../search";

export type MonitorAction =
  | { kind: "create" | "names" | "archived" }
  | { kind: "edit" | "run" | "archive"; monitor: Monitor };

interface MonitorActsProps {
  siteId: string;
  orgId: string;
  act: MonitorAction;
  onAct: (act: MonitorAction | null) => void;
}

export function MonitorActions({ siteId, orgId, act, onAct }: MonitorActsProps) {
  const close = () => {
    onAct(null);
  };
  switch (act.kind) {
    case "create":
      return (
        <MonitorDialog
          siteId={siteId}
          monitor={null}
          onClose={close}
          onSaved={(monitor) => {
            onAct(monitor === undefined ? null : { kind: "run", monitor });
          }}
        />
      );
    case "names":
      return <NamesDialog siteId={siteId} onClose={close} />;
    case "archived":
      return <ArchivedDialog siteId={siteId} onClose={close} />;
    case "edit":
      return <MonitorDialog siteId={siteId} monitor={act.monitor} onClose={close} onSaved={close} />;
    case "run":
      return <RunDialog siteId={siteId} orgId={orgId} monitor={act.monitor} onClose={close} />;
    case "archive":
      return <Archive siteId={siteId} monitor={act.monitor} onDone={close} />;
  }
}

/** Without a confirmation, because it can be undone for ten seconds, and restored later. */
function Archive({ siteId, monitor, onDone }: { siteId: string; monitor: Monitor; onDone: () => void }) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const navigate = useNavigate({ from: "/sites/$siteId/citations" });
  const isBegun = useRef(false);
  useEffect(() => {
    if (isBegun.current) return;
    isBegun.current = true;
    const params = { path: { siteId, monitorId: monitor.id } };
    pendingDeletions.delete({
      id: monitor.id,
      words: t`“${monitor.query}” is archived. Its answers stay.`,
      send: async (isLeaving) => {
        const body = { archived: true };
        await ask(api.PATCH("/api/v1/monitors/{siteId}/{monitorId}", { params, body, keepalive: isLeaving }));
        await reloadQuestions(queryClient, siteId);
      },
    });
    void navigate({
      search: (now: CitationsSearch) =>
        now.monitor === monitor.id ? { ...now, monitor: undefined, engine: undefined, answer: undefined } : now,
      replace: true,
    });
    onDone();
  });
  return null;
}

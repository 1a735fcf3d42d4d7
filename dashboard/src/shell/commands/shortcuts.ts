// Keyboard shortcuts for navigation: ⌘K or Ctrl K, `?`, G then a letter, and a digit for a site. Never while someone types.

import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useEffect, useRef } from "react";

import { sitesQuery } from "../../api/queries";
import { SITE_PAGES, organizationPages, visibleTo } from "../navigation";
import { lastSite, type Place } from "../place";

/** The time after G within which a letter counts as its second key. */
const LETTER_WITHIN_MS = 1500;

interface Acts {
  onPalette: () => void;
  onList: () => void;
}

/** Whether the focus is in a field or menu that uses letter keys, or in a dialog. */
export function isTaken(target: EventTarget | null): boolean {
  if (!(target instanceof Element)) return false;
  return target.closest('input, textarea, select, [contenteditable="true"], [role="dialog"], [role="alertdialog"], [role="listbox"], [role="menu"]') !== null;
}

export function useShortcuts(place: Place, acts: Acts): void {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const latest = useRef({ place, acts, navigate });
  useEffect(() => { latest.current = { place, acts, navigate }; });
  useEffect(() => {
    let pressedGAt = -Infinity;
    const lead = (letter: string): boolean => {
      const { place: { org, siteId }, navigate: go } = latest.current;
      if (org === undefined) return false;
      const site = siteId ?? lastSite(org.id);
      const sitePage = visibleTo(SITE_PAGES, org.role).find((entry) => entry.letter === letter);
      const orgPage = organizationPages(org).find((entry) => entry.letter === letter);
      if (sitePage !== undefined && site !== null) void go({ to: sitePage.to, params: { siteId: site } });
      else if (orgPage !== undefined) void go({ to: orgPage.to, params: { orgId: org.id } });
      else return false;
      return true;
    };
    /** Opens a site by its position in the switcher, from 1. */
    const leadToSite = async (digit: number): Promise<void> => {
      const { place: { org }, navigate: go } = latest.current;
      if (org === undefined) return;
      const site = (await queryClient.infiniteQuery(sitesQuery(org.id)))[digit - 1];
      if (site !== undefined) await go({ to: "/sites/$siteId/overview", params: { siteId: site.id } });
    };
    const onKey = (event: KeyboardEvent): void => {
      const key = event.key.toLowerCase();
      if ((event.metaKey || event.ctrlKey) && !event.altKey && !event.shiftKey && key === "k") {
        event.preventDefault();
        latest.current.acts.onPalette();
        return;
      }
      if (event.metaKey || event.ctrlKey || event.altKey || event.defaultPrevented || isTaken(event.target)) return;
      if (event.key === "?") latest.current.acts.onList();
      // If the sites cannot be loaded, nothing happens, as for a digit without a site.
      else if (/^[1-9]$/.test(key)) void leadToSite(Number(key)).catch(() => undefined);
      else if (event.timeStamp - pressedGAt < LETTER_WITHIN_MS && lead(key)) event.preventDefault();
      pressedGAt = key === "g" ? event.timeStamp : -Infinity;
    };
    addEventListener("keydown", onKey);
    return () => { removeEventListener("keydown", onKey); };
  }, [queryClient]);
}

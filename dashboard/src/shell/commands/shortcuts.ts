// Keyboard shortcuts for navigation. They are ⌘K or Ctrl K, `?`, G then a letter, and a digit for a site. While someone
// types, only the first one works.

import { useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useEffect } from "react";

import { sitesQuery } from "../../api/queries";
import { useLatest } from "../../ui/hooks/latest";
import { hasSingleKeys } from "../../ui/hooks/single_keys";
import { forAnotherSite } from "../../features/shared/period/period";
import { SITE_PAGES, organizationPages, visibleTo } from "../navigation";
import { lastSite, type Place } from "../place";

/** The time after G within which a letter counts as its second key. */
const MAX_LETTER_DELAY_MS = 1500;

interface ShortcutHandlers {
  onPalette: () => void;
  onList: () => void;
}

/**
 * Whether a single key is no shortcut: the focus is in a field or menu that uses letter keys, or in a dialog, or the
 * person has switched such shortcuts off.
 */
export function handlesKeys(target: EventTarget | null): boolean {
  if (!hasSingleKeys()) return true;
  if (!(target instanceof Element)) return false;
  return (
    target.closest(
      'input, textarea, select, [contenteditable="true"], [role="dialog"], [role="alertdialog"], [role="listbox"], [role="menu"]',
    ) !== null
  );
}

export function useShortcuts(place: Place, handlers: ShortcutHandlers): void {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const latest = useLatest({ place, handlers, navigate });
  useEffect(() => {
    let pressedGAt = -Infinity;
    const openPage = (letter: string): boolean => {
      const {
        place: { org, siteId },
        navigate: go,
      } = latest.current;
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
    const openSite = async (digit: number): Promise<void> => {
      const {
        place: { org },
        navigate: go,
      } = latest.current;
      if (org === undefined) return;
      const site = (await queryClient.infiniteQuery(sitesQuery(org.id)))[digit - 1];
      if (site !== undefined)
        await go({ to: "/sites/$siteId/overview", params: { siteId: site.id }, search: forAnotherSite });
    };
    const onKey = (event: KeyboardEvent): void => {
      const key = event.key.toLowerCase();
      if ((event.metaKey || event.ctrlKey) && !event.altKey && !event.shiftKey && key === "k") {
        event.preventDefault();
        latest.current.handlers.onPalette();
        return;
      }
      if (event.metaKey || event.ctrlKey || event.altKey || event.defaultPrevented || handlesKeys(event.target)) return;
      if (event.key === "?") latest.current.handlers.onList();
      // If the sites cannot be loaded, nothing happens, as for a digit without a site.
      else if (/^[1-9]$/.test(key)) void openSite(Number(key)).catch(() => undefined);
      else if (event.timeStamp - pressedGAt < MAX_LETTER_DELAY_MS && openPage(key)) event.preventDefault();
      pressedGAt = key === "g" ? event.timeStamp : -Infinity;
    };
    addEventListener("keydown", onKey);
    return () => {
      removeEventListener("keydown", onKey);
    };
  }, [queryClient, latest]);
}

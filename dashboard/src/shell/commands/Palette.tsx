// The search (⌘K): pages, sites, prompts, keys, settings and actions by name.

import { useLingui } from "@lingui/react/macro";
import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import {
  Autocomplete,
  Dialog,
  Input,
  Menu,
  MenuItem,
  Modal,
  ModalOverlay,
  SearchField,
  useFilter,
} from "react-aria-components";

import { keysQuery } from "../../features/shared/keys/queries";
import { promptsQuery } from "../../features/shared/prompts/queries";
import { Avatar } from "../../ui/elements/Avatar";
import { Icon, type IconName } from "../../ui/elements/Icon";
import { forAnotherSite } from "../../features/shared/period/period";
import { AfterPaint } from "../../ui/loading/AfterPaint";
import { THEMES, chooseTheme, type Theme } from "../../ui/hooks/theme";
import { LANGUAGES, chooseLanguage, type Language } from "../../words/language";
import { useSignOut } from "../account/AccountMenu";
import { SITE_PAGES, isAdmin, isMember, organizationPages, visibleTo } from "../navigation";
import styles from "./Palette.module.css";
import type { Place } from "../place";
import { useCurrentSiteId, useSites } from "../switchers/switchers";

/** The maximum number of prompts in the search; the prompts page has all of them. */
const MAX_PROMPTS = 100;

interface Command {
  id: string;
  name: string;
  detail: string;
  icon: IconName | null;
  run: () => void;
}

/** If a person types more than one word, the pages of at most this many sites are offered. */
const MAX_SITES_WITH_PAGES = 8;

/** Every typed word must occur in the name or the detail: "client 12 citations". */
export function matchesWords(
  contains: (text: string, part: string) => boolean,
): (text: string, typed: string) => boolean {
  return (text, typed) => typed.split(/\s+/).every((word) => contains(text, word));
}

function useCommands(place: Place, typed: string, onList: () => void, onChanges: () => void): Command[] {
  const { t, i18n } = useLingui();
  const navigate = useNavigate();
  const signOut = useSignOut();
  const { org } = place;
  const { data: sites = [] } = useSites(org?.id ?? "");
  const siteId = useCurrentSiteId(place);
  const { data: prompts = [] } = useQuery({
    ...promptsQuery(siteId ?? ""),
    enabled: siteId !== null && isMember(org?.role),
  });
  const { data: keys = [] } = useInfiniteQuery({
    ...keysQuery(org?.id ?? "", "active"),
    enabled: isAdmin(org?.role),
    refetchInterval: false,
  });
  const commands: Command[] = [];
  if (siteId !== null && org !== undefined) {
    const name = sites.find(({ id }) => id === siteId)?.name ?? t`Site`;
    for (const { to, title, icon } of visibleTo(SITE_PAGES, org.role)) {
      commands.push({
        id: to,
        name: i18n._(title),
        detail: name,
        icon,
        run: () => void navigate({ to, params: { siteId } }),
      });
    }
  }
  if (org !== undefined) {
    for (const { to, title, icon } of organizationPages(org)) {
      commands.push({
        id: to,
        name: i18n._(title),
        detail: org.name,
        icon,
        run: () => void navigate({ to, params: { orgId: org.id } }),
      });
    }
  }
  if (org !== undefined && /\S\s+\S/.test(typed)) {
    const isNamed = ({ id, name }: { id: string; name: string }): boolean =>
      id !== siteId &&
      name
        .toLowerCase()
        .split(/\s+/)
        .some((word) => typed.toLowerCase().includes(word));
    for (const { id, name } of sites.filter(isNamed).slice(0, MAX_SITES_WITH_PAGES)) {
      for (const { to, title, icon } of visibleTo(SITE_PAGES, org.role))
        commands.push({
          id: `${id} ${to}`,
          name: i18n._(title),
          detail: name,
          icon,
          run: () => void navigate({ to, params: { siteId: id }, search: forAnotherSite }),
        });
    }
  }
  for (const { id, name, domain } of sites) {
    commands.push({
      id,
      name,
      detail: domain,
      icon: null,
      run: () => void navigate({ to: "/sites/$siteId/overview", params: { siteId: id } }),
    });
  }
  if (siteId !== null && org !== undefined && isMember(org.role)) {
    const params = { siteId };
    commands.push({
      id: "new-prompt",
      name: t`New prompt`,
      detail: t`Prompts`,
      icon: "plus",
      run: () => void navigate({ to: "/sites/$siteId/prompts/$promptId", params: { siteId, promptId: "new" } }),
    });
    commands.push({
      id: "new-rule",
      name: t`New rule`,
      detail: t`Rules`,
      icon: "plus",
      run: () => void navigate({ to: "/sites/$siteId/rules", params, search: { open: "new" } }),
    });
    commands.push({
      id: "generate",
      name: t`Generate from your pages`,
      detail: t`Prompts`,
      icon: "prompts",
      run: () => void navigate({ to: "/sites/$siteId/prompts", params, search: { generate: true } }),
    });
    commands.push({
      id: "proposed-rules",
      name: t`Proposed rules`,
      detail: t`Rules`,
      icon: "rules",
      run: () => void navigate({ to: "/sites/$siteId/rules/proposed", params }),
    });
    for (const { id, name, text } of prompts.filter(({ status }) => status === "active").slice(0, MAX_PROMPTS))
      commands.push({
        id,
        name,
        detail: text,
        icon: "prompts",
        run: () => void navigate({ to: "/sites/$siteId/prompts/$promptId", params: { siteId, promptId: id } }),
      });
  }
  if (siteId !== null && org !== undefined) {
    const settings = isAdmin(org.role)
      ? [t`Domain`, t`Time zone`, t`Allowed origins`, t`Brand names`, t`Snippet`, t`Delete the site`]
      : [t`Snippet`];
    for (const name of settings)
      commands.push({
        id: `setting-${name}`,
        name,
        detail: t`Site settings`,
        icon: "settings",
        run: () => void navigate({ to: "/sites/$siteId/settings", params: { siteId } }),
      });
  }
  if (org !== undefined) {
    for (const { id, name, maskedKey } of keys)
      commands.push({
        id,
        name: name === "" ? maskedKey : name,
        detail: t`API key`,
        icon: "keys",
        run: () => void navigate({ to: "/orgs/$orgId/keys", params: { orgId: org.id } }),
      });
  }
  if (org !== undefined && isAdmin(org.role))
    commands.push({
      id: "add-site",
      name: t`Add a site`,
      detail: org.name,
      icon: "plus",
      run: () => void navigate({ to: "/orgs/$orgId/sites/new", params: { orgId: org.id } }),
    });
  if (siteId !== null)
    commands.push({
      id: "export",
      name: t`Export figures`,
      detail: t`Overview`,
      icon: "download",
      run: () => void navigate({ to: "/sites/$siteId/overview", params: { siteId } }),
    });
  if (org !== undefined && isAdmin(org.role)) {
    const params = { orgId: org.id };
    commands.push({
      id: "invite",
      name: t`Invite someone`,
      detail: t`Members`,
      icon: "plus",
      run: () => void navigate({ to: "/orgs/$orgId/members", params }),
    });
    commands.push({
      id: "export-audit-log",
      name: t`Export the audit log`,
      detail: org.name,
      icon: "download",
      run: () => void navigate({ to: "/orgs/$orgId/audit", params }),
    });
  }
  const themes: Record<Theme, string> = { system: t`Use system colors`, light: t`Light colors`, dark: t`Dark colors` };
  commands.push({
    id: "account",
    name: t`Sign-in and security`,
    detail: place.me.user.email,
    icon: "account",
    run: () => void navigate({ to: "/account" }),
  });
  for (const theme of THEMES)
    commands.push({
      id: `theme-${theme}`,
      name: themes[theme],
      detail: t`Colors`,
      icon: "eye",
      run: () => {
        chooseTheme(theme);
      },
    });
  for (const language of Object.keys(LANGUAGES) as Language[]) {
    commands.push({
      id: `language-${language}`,
      name: LANGUAGES[language],
      detail: t`Language`,
      icon: "questions",
      run: () => void chooseLanguage(language),
    });
  }
  commands.push({ id: "shortcuts", name: t`Keyboard shortcuts`, detail: "?", icon: "more", run: onList });
  commands.push({ id: "changes", name: t`What’s new`, detail: "Askline", icon: "info", run: onChanges });
  commands.push({
    id: "sign-out",
    name: t`Sign out`,
    detail: place.me.user.email,
    icon: "close",
    run: () => void signOut(),
  });
  return commands;
}

interface PaletteProps {
  place: Place;
  onClose: () => void;
  onList: () => void;
  onChanges: () => void;
}

export function Palette({ place, onClose, onList, onChanges }: PaletteProps) {
  const { t } = useLingui();
  const { contains } = useFilter({ sensitivity: "base" });
  const [typed, setTyped] = useState("");
  return (
    <ModalOverlay
      className={styles.veil}
      isOpen
      isDismissable
      onOpenChange={(open) => {
        if (!open) onClose();
      }}
    >
      <Modal className={styles.modal}>
        <Dialog className={styles.palette} aria-label={t`Search pages, sites and actions`}>
          <Autocomplete filter={matchesWords(contains)} inputValue={typed} onInputChange={setTyped}>
            <SearchField aria-label={t`Search pages, sites and actions`} autoFocus className={styles.search}>
              <Icon name="search" />
              <Input placeholder={t`Search or jump to…`} />
            </SearchField>
            {/* Focusable, so that the list can be scrolled with the keyboard. The arrow keys also work in the search field. */}
            <div className={styles.list} role="group" aria-label={t`Results`} tabIndex={0}>
              <AfterPaint>
                <Results place={place} typed={typed} onClose={onClose} onList={onList} onChanges={onChanges} />
              </AfterPaint>
            </div>
          </Autocomplete>
        </Dialog>
      </Modal>
    </ModalOverlay>
  );
}

function Results({ place, typed, onClose, onList, onChanges }: PaletteProps & { typed: string }) {
  const { t } = useLingui();
  const commands = useCommands(place, typed, onList, onChanges);
  return (
    <Menu
      aria-label={t`Results`}
      items={commands}
      renderEmptyState={() => <p className={styles.none}>{t`No results`}</p>}
      onAction={(key) => {
        onClose();
        commands.find(({ id }) => id === key)?.run();
      }}
    >
      {({ id, name, detail, icon }) => (
        <MenuItem id={id} textValue={`${name} ${detail}`} className={styles.option}>
          {icon === null ? (
            <Avatar name={name} seed={id} />
          ) : (
            <span className={styles.sign}>
              <Icon name={icon} />
            </span>
          )}
          <span>{name}</span>
          <small>{detail}</small>
        </MenuItem>
      )}
    </Menu>
  );
}

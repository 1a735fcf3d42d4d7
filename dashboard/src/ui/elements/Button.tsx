// Buttons, and links that look like buttons. A page has at most one in the accent color.

import { Link, type LinkProps } from "@tanstack/react-router";
import { Button as AriaButton, type ButtonProps as AriaButtonProps } from "react-aria-components";
import { useEffect, useId, type ReactNode } from "react";

import styles from "./Button.module.css";
import { Icon, type IconName } from "./Icon";

type Look = "plain" | "primary" | "danger" | "quiet";

interface ButtonProps extends Omit<AriaButtonProps, "children" | "className"> {
  look?: Look;
  icon?: IconName;
  children: ReactNode;
}

/** The announcer says its first words this much later at most (React Aria waits 100 ms for its regions to be there). */
const FIRST_WORDS_MS = 200;

export function Button({ look = "plain", icon, children, ...rest }: ButtonProps) {
  const id = useId();
  // What a pending button announces is named by the button, so it goes with the button; the announcer would keep it nameless.
  useEffect(() => () => {
    const forget = () => {
      for (const words of document.querySelectorAll(`[data-live-announcer] [aria-labelledby="${CSS.escape(id)}"]`)) words.remove();
    };
    forget();
    setTimeout(forget, FIRST_WORDS_MS);
  }, [id]);
  return (
    <AriaButton id={id} {...rest} data-look={look} className={`${styles.button} ${styles[look]}`}>
      <Signed icon={icon}>{children}</Signed>
    </AriaButton>
  );
}

/** Words behind a sign, which the head of a page leaves to those who hear it where there is no room. */
function Signed({ icon, children }: { icon: IconName | undefined; children: ReactNode }) {
  return icon === undefined ? children : <><Icon name={icon} /><span data-words>{children}</span></>;
}

interface IconButtonProps extends Omit<AriaButtonProps, "children" | "className"> {
  icon: IconName;
  label: string;
}

export function IconButton({ icon, label, ...rest }: IconButtonProps) {
  return (
    <AriaButton {...rest} aria-label={label} className={`${styles.button} ${styles.quiet} ${styles.square}`}>
      <Icon name={icon} />
    </AriaButton>
  );
}

export function LinkButton({ look = "plain", children, ...rest }: LinkProps & { look?: Look; children: ReactNode }) {
  return <Link {...rest} data-look={look} className={`${styles.button} ${styles[look]}`}>{children}</Link>;
}

/** An address that is no page of the dashboard: a download, the reference, the customer's own site. */
export function OutsideLink({ href, icon, children, isDownload = false, isNewTab = false }: { href: string; icon?: IconName; children: ReactNode; isDownload?: boolean; isNewTab?: boolean }) {
  return (
    <a className={`${styles.button} ${styles.plain}`} href={href} {...(isDownload ? { download: "" } : {})} {...(isNewTab ? { target: "_blank", rel: "noopener noreferrer" } : {})}>
      <Signed icon={icon}>{children}</Signed>
    </a>
  );
}

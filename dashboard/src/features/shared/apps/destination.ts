// Where an app gets its codes. The words cannot be read as the name of a website.

import { useLingui } from "@lingui/react/macro";

/** Only a scheme has a colon. Its name may have dots, like a host. */
export const isScheme = (destination: string): boolean => destination.endsWith(":");

export function useDestination(): (destination: string) => string {
  const { t } = useLingui();
  return (destination) => (isScheme(destination) ? t`an app on this device (scheme ${destination})` : destination);
}

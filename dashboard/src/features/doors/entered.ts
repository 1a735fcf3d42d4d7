// What happens once someone is in: what was known of whoever was here before is dropped, and the page they wanted is opened.

import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "@tanstack/react-router";

import { sessionEnd } from "../../api/session_end";
import { ownAddress } from "./own_address";
import { forgetToken } from "./token";

export function useEntered(): (next?: string) => Promise<void> {
  const queryClient = useQueryClient();
  const router = useRouter();
  return async (next = "/") => {
    queryClient.clear();
    forgetToken();
    sessionEnd.forget();
    await router.navigate({ href: ownAddress(next, location.origin), replace: true });
  };
}

// Asks the browser for a passkey, or to make one. Bytes travel as base64url, as the service sends and expects them.

import { api, ask } from "./client";

/** What the service sends: the members of the options, with bytes as texts. */
export type Options = Record<string, unknown>;
/** What the service expects back. */
export type Answer = Record<string, unknown>;

interface Named {
  id: string;
  type: string;
}

interface Making {
  challenge: string;
  user: { id: string; name: string; displayName: string };
  excludeCredentials?: Named[];
}

interface Asking {
  challenge: string;
  allowCredentials?: Named[];
}

export const canUsePasskeys = (): boolean => typeof window.PublicKeyCredential === "function";

/** Whether the browser offers passkeys in the field of the email address. */
export async function offersPasskeysInField(): Promise<boolean> {
  if (!canUsePasskeys()) return false;
  try {
    return await PublicKeyCredential.isConditionalMediationAvailable();
  } catch {
    return false;
  }
}

/** Whether the person closed the browser's dialog, or it ended by itself: nothing to report. */
export const wasCancelled = (failure: unknown): boolean =>
  failure instanceof DOMException && (failure.name === "NotAllowedError" || failure.name === "AbortError");

/** The browser's offer in a field. A browser carries out one request at a time, so the offer ends with the next one. */
let offer: AbortController | undefined;

/** Lets a device make a passkey. */
export async function makePasskey(options: Options): Promise<Answer> {
  offer?.abort();
  const { challenge, user, excludeCredentials = [], ...rest } = options.publicKey as Making;
  const made = await navigator.credentials.create({
    publicKey: {
      ...(rest as unknown as PublicKeyCredentialCreationOptions),
      challenge: bytes(challenge),
      user: { ...user, id: bytes(user.id) },
      excludeCredentials: excludeCredentials.map(described),
    },
  });
  const { response, ...credential } = answered(made);
  const { clientDataJSON, attestationObject } = response as AuthenticatorAttestationResponse;
  return {
    ...credential,
    response: { clientDataJSON: text(clientDataJSON), attestationObject: text(attestationObject) },
  };
}

/** Lets a device sign. In a field, the browser offers its passkeys there until the next request. */
export async function askForPasskey(options: Options, { inField = false } = {}): Promise<Answer> {
  const { challenge, allowCredentials = [], ...rest } = options.publicKey as Asking;
  offer?.abort();
  offer = inField ? new AbortController() : undefined;
  const given = await navigator.credentials.get({
    mediation: inField ? "conditional" : "optional",
    ...(offer === undefined ? {} : { signal: offer.signal }),
    publicKey: {
      ...(rest as unknown as PublicKeyCredentialRequestOptions),
      challenge: bytes(challenge),
      allowCredentials: allowCredentials.map(described),
    },
  });
  const { response, ...credential } = answered(given);
  const { clientDataJSON, authenticatorData, signature, userHandle } = response as AuthenticatorAssertionResponse;
  return {
    ...credential,
    response: {
      clientDataJSON: text(clientDataJSON),
      authenticatorData: text(authenticatorData),
      signature: text(signature),
      userHandle: userHandle === null ? null : text(userHandle),
    },
  };
}

function answered(credential: Credential | null): Answer & { response: AuthenticatorResponse } {
  if (!(credential instanceof PublicKeyCredential)) throw new DOMException("No passkey was chosen.", "NotAllowedError");
  return {
    id: credential.id,
    rawId: text(credential.rawId),
    type: credential.type,
    response: credential.response,
    clientExtensionResults: credential.getClientExtensionResults(),
  };
}

const described = ({ id }: Named): PublicKeyCredentialDescriptor => ({ type: "public-key", id: bytes(id) });

function bytes(encoded: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(encoded.replaceAll("-", "+").replaceAll("_", "/")), (character) =>
    character.charCodeAt(0),
  );
}

function text(buffer: ArrayBuffer): string {
  const characters = Array.from(new Uint8Array(buffer), (byte) => String.fromCharCode(byte)).join("");
  return btoa(characters).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** The answer of a passkey as the second step of a sign-in's challenge, or of the token of a link. */
export async function passkeyOfSecondStep(secondStepOf: string): Promise<{ ceremony: string; credential: Answer }> {
  const { ceremony, options } = await ask(api.POST("/api/v1/auth/passkeys/login/options", { body: { secondStepOf } }));
  return { ceremony, credential: await askForPasskey(options) };
}

/** The answer of a passkey that proves who is in this session. */
export async function passkeyOfProof(): Promise<{ ceremony: string; credential: Answer }> {
  const { ceremony, options } = await ask(api.POST("/api/v1/auth/passkeys/proof/options"));
  return { ceremony, credential: await askForPasskey(options) };
}

// Requests that need a fresh proof of who the person is. The shell asks for it, and the request is sent again.

type Listener = () => void;

/** The code of a refusal that a fresh proof removes. */
const CODE = "REAUTHENTICATION_REQUIRED";
/** What tabs of this instance tell each other. */
const CHANNEL = "askline.proof";

function newReauthentication() {
  let asked: Promise<boolean> | null = null;
  let answer: ((isProven: boolean) => void) | null = null;
  const listeners = new Set<Listener>();
  const tell = (): void => {
    for (const listener of listeners) listener();
  };
  return {
    /** Asks the person, once for all requests that wait. Resolves to false if they cancel, or if no page can ask. */
    ask: (): Promise<boolean> => {
      if (listeners.size === 0) return Promise.resolve(false);
      if (asked !== null) return asked;
      asked = new Promise<boolean>((resolve) => {
        answer = (isProven) => {
          asked = null;
          answer = null;
          resolve(isProven);
          tell();
        };
      });
      tell();
      return asked;
    },
    answer: (isProven: boolean): void => answer?.(isProven),
    isAsked: (): boolean => asked !== null,
    subscribe: (listener: Listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

export const reauthentication = newReauthentication();

/** Sends a request. If it needs a fresh proof, asks for that and sends the same request again. */
export async function withFreshProof(
  request: Request,
  send: (request: Request) => Promise<Response>,
): Promise<Response> {
  if (request.method === "GET") return send(request);
  const again = request.clone();
  const response = await send(request);
  if (response.status !== 403 || !(await isAsking(response)) || !(await reauthentication.ask())) return response;
  return send(again);
}

async function isAsking(response: Response): Promise<boolean> {
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => null);
  if (typeof body !== "object" || body === null || !("error" in body)) return false;
  const { error } = body;
  return typeof error === "object" && error !== null && "code" in error && error.code === CODE;
}

/** Tells the tab that asked that the proof was given in this one, at a sign-in provider. */
export function reportProof(): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(null);
  channel.close();
}

/** Calls `given` when a proof was given in another tab, until the returned function is called. */
export function onProof(given: () => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.addEventListener("message", given);
  return () => {
    channel.close();
  };
}

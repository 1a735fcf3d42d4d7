// A shared link in a frame of another page: its theme and its height.

export interface Embedding {
  isEmbedded: boolean;
  /** The theme that the address names. */
  theme: string | null;
}

export function embedding(): Embedding {
  return {
    isEmbedded: location.pathname.startsWith("/embed/"),
    theme: new URLSearchParams(location.search).get("theme"),
  };
}

/** The type of the message that tells the page around a frame how high the frame needs to be. */
const HEIGHT = "askline:height";

/** Sends the height of an element to the page around the frame whenever it changes. A height is nothing that is secret. */
export function sendHeights(element: Element): () => void {
  const observer = new ResizeObserver(() => {
    parent.postMessage({ type: HEIGHT, height: Math.ceil(element.getBoundingClientRect().height) }, "*");
  });
  observer.observe(element);
  return () => {
    observer.disconnect();
  };
}

/** Keeps errors of the widget away from its page: nothing thrown inside is seen outside. */

export function safely<Given extends unknown[]>(act: (...given: Given) => unknown): (...given: Given) => void {
  return (...given) => {
    try {
      act(...given);
    } catch {
      // The page works on without the widget.
    }
  };
}

/** Keeps the widget's errors away from the page: nothing thrown inside is seen outside. */

export function safely<Given extends unknown[]>(act: (...given: Given) => unknown): (...given: Given) => void {
  return (...given) => {
    try {
      act(...given);
    } catch {
      // The page is not affected by the error.
    }
  };
}

/** How much larger signs are drawn on a board seen from afar: 1 near by, up to 1.8. Each kind of sign has a limit of its own. */

import { getContext, setContext } from 'svelte';

const FAR = 'far';

/** Said by the board for all that is drawn on it. */
export const setFar = (far: () => number) => setContext(FAR, far);

/** The size of a sign that grows to at most so much; 1 where no board says how far it is seen from. */
export function grown(most: number): () => number {
  const far = getContext<(() => number) | undefined>(FAR);
  return () => Math.min(most, far?.() ?? 1);
}

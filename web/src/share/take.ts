/** Files out of the page, and the slow kind of picture, which is loaded only when it is wanted. */
import { beginning, type LastTurn } from './lastturn';
import type { PictureProps } from './Picture.svelte';
import type { Shared } from './ShareDialog.svelte';

/** Let the browser save a file under a name. */
export function saveAs(file: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(file);
  link.download = name;
  link.click();
  // Some browsers read the file only after the click.
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

export async function lastTurnAnimated(
  shared: Shared,
  picture: PictureProps,
  turn: LastTurn,
  progress: (share: number) => void,
  signal: AbortSignal,
): Promise<Blob> {
  const [view, { gifFile }] = await Promise.all([shared.past(turn.after), import('./animation')]);
  const scene = { from: beginning(turn, view.position), effects: turn.effects };
  return gifFile(picture, scene, progress, signal);
}

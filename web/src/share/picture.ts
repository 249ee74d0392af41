/** Pictures of a moment: as a drawing (SVG) and as pixels (PNG). Always in the light theme, always the whole board. */
import { flushSync, mount, unmount } from 'svelte';
import { allot } from '../board/berths';
import { allLaid, boxAround, type Box } from '../board/layout';
import type { Place } from '../board/geometry';
import type { Position } from '../board/types';
import { ending } from '../game/ending';
import { waitingFleet } from '../game/labels';
import { m } from '../paraglide/messages.js';
import type { Table, View } from '../protocol/types';
import { lightTokens, standalone } from './inline';
import Picture, { LEAST_WIDTH, type PictureProps } from './Picture.svelte';

/** No side of a picture is longer than this, in pixels. */
const LONGEST = 4096;

/** The box around all tiles and these places, wide enough for what stands below. */
export function pictureBox(position: Position, more: readonly Place[] = []): Box {
  const box = boxAround([...allLaid(position).map((tile) => tile.place), ...more]);
  const width = Math.max(LEAST_WIDTH, box.width);
  const height = Math.max(0.5 * width, box.height);
  return {
    x: box.x - (width - box.width) / 2,
    y: box.y - (height - box.height) / 2,
    width,
    height,
  };
}

/** What a picture of this moment shows. */
export function pictureOf(table: Table, view: View): PictureProps {
  return {
    position: view.position,
    berths: allot(view.position),
    box: pictureBox(view.position),
    fleet: waitingFleet(view) ?? undefined,
    title: view.result
      ? ending(table, view.result).title
      : view.turn > 0
        ? m.picture_turn({ turn: view.turn })
        : m.log_setup(),
    players: table.seats.map(({ name, colours }, seat) => ({
      name,
      colours,
      points: view.scores[seat]?.points ?? 0,
    })),
  };
}

/** The picture as a drawing that needs nothing else: a file, or the source of an image. */
export function drawing(props: PictureProps): string {
  const place = document.createElement('div');
  place.setAttribute('aria-hidden', 'true');
  place.inert = true;
  place.style.cssText = 'position:fixed;left:-100000px;top:0;contain:strict;width:1px;height:1px';
  for (const [name, value] of lightTokens()) place.style.setProperty(name, value);
  document.body.append(place);
  const picture = mount(Picture, { target: place, props });
  try {
    flushSync();
    const svg = place.querySelector('svg');
    if (!svg) throw new Error('no picture was drawn');
    return standalone(svg);
  } finally {
    void unmount(picture);
    place.remove();
  }
}

export const svgFile = (svg: string): Blob => new Blob([svg], { type: 'image/svg+xml' });

/** A drawing as an image that can be put on a canvas. */
export async function imageOf(svg: string): Promise<HTMLImageElement> {
  const address = URL.createObjectURL(svgFile(svg));
  const image = new Image();
  image.src = address;
  try {
    await image.decode();
    return image;
  } finally {
    URL.revokeObjectURL(address);
  }
}

/** A drawing as pixels, so many for one unit. */
export async function pngFile(svg: string, scale = 2): Promise<Blob> {
  const image = await imageOf(svg);
  const { width, height } = image;
  const factor = Math.min(scale, LONGEST / Math.max(width, height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(width * factor);
  canvas.height = Math.round(height * factor);
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((done, fail) =>
    canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error('no PNG was made'))), 'image/png'),
  );
}

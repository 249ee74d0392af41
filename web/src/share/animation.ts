/** An animated picture (GIF) of what happened, from the film's own pictures. */
import { applyPalette, GIFEncoder, quantize } from 'gifenc';
import { allot } from '../board/berths';
import { Storyboard } from '../board/storyboard';
import type { Frame } from '../board/frames';
import type { Effect } from '../protocol/types';
import type { Position, WaitingFleet } from '../board/types';
import { drawing, imageOf, pictureBox } from './picture';
import type { PictureProps } from './Picture.svelte';
import { Shapes } from './shapes';
import { FPS, moments } from './timeline';

/** The longer side is at most this (px). */
const LONGEST = 720;
/** The last picture stays this long (ms). */
const HOLD = 2500;

export interface Scene {
  from: Position;
  fleet?: WaitingFleet | undefined;
  effects: readonly Effect[];
}

/** Let the page breathe. */
const breathe = () => new Promise((done) => setTimeout(done));

/** Draws the film's pictures on one canvas; what stands still is drawn once for each state of the tiles. */
class Stage {
  readonly width: number;
  readonly height: number;
  private readonly context: CanvasRenderingContext2D;
  private readonly shapes: Shapes;
  private still: { position: Position; pixels: HTMLCanvasElement } | undefined;

  constructor(private readonly props: PictureProps) {
    const svg = drawing({ ...props, layer: 'still' });
    this.shapes = new Shapes(svg);
    const [, w = 1, h = 1] = (/width="([\d.]+)" height="([\d.]+)"/.exec(svg) ?? []).map(Number);
    const scale = Math.min(1, LONGEST / Math.max(w, h));
    const canvas = document.createElement('canvas');
    this.width = canvas.width = Math.round(w * scale);
    this.height = canvas.height = Math.round(h * scale);
    const context = canvas.getContext('2d', { willReadFrequently: true });
    if (!context) throw new Error('no canvas');
    this.context = context;
  }

  /** An image of a drawing is drawn anew whenever it is used; its pixels are not. */
  private pixels(image: HTMLImageElement): HTMLCanvasElement {
    const canvas = document.createElement('canvas');
    canvas.width = this.width;
    canvas.height = this.height;
    canvas.getContext('2d')?.drawImage(image, 0, 0, this.width, this.height);
    return canvas;
  }

  async show(frame: Frame): Promise<Uint8ClampedArray> {
    const { position, berths } = frame;
    const { width, height } = this;
    const before = this.still?.position;
    if (before?.tiles !== position.tiles || before.royal !== position.royal) {
      const image = await imageOf(drawing({ ...this.props, position, layer: 'still' }));
      this.still = { position, pixels: this.pixels(image) };
    }
    const moving = drawing({ ...this.props, position, berths, frame, layer: 'moving' });
    const image = await imageOf(this.shapes.with(moving));
    if (this.still) this.context.drawImage(this.still.pixels, 0, 0);
    this.context.drawImage(image, 0, 0, width, height);
    return this.context.getImageData(0, 0, width, height).data;
  }
}

/** So many pixels are passed over for each that counts for the palette. */
const STRIDE = 4;

/** One palette for all pictures, from a few of them, so that nothing flickers; one colour is left for "as before". */
async function paletteOf(stage: Stage, frames: readonly Frame[]) {
  const samples: number[] = [];
  for (const part of [0, 0.5, 1]) {
    const frame = frames[Math.round(part * (frames.length - 1))] as Frame;
    const pixels = await stage.show(frame);
    for (let at = 0; at < pixels.length; at += 4 * STRIDE)
      for (let i = 0; i < 4; i += 1) samples.push(pixels[at + i] ?? 0);
    await breathe();
  }
  return quantize(Uint8ClampedArray.from(samples), 255);
}

/** `progress` is told the share that is done; `signal` stops the work (AbortError). `props`: the moment at the end. */
export async function gifFile(
  props: PictureProps,
  scene: Scene,
  progress: (share: number) => void,
  signal: AbortSignal,
): Promise<Blob> {
  const board = new Storyboard(scene.from, allot(scene.from), scene.fleet);
  for (const effect of scene.effects) board.tell(effect);
  const list = moments(board.shots);
  const frames = list.map(({ shot, t }) => shot.frame(t));
  const { position, berths } = board;
  frames.push({ position, berths, actors: board.fleet });
  const laid = scene.effects.flatMap((e) => (e.effect === 'tile_laid' ? [e] : []));
  const stage = new Stage({ ...props, box: pictureBox(scene.from, laid) });
  const palette = await paletteOf(stage, frames);
  const same = palette.length;
  palette.push([0, 0, 0]);
  const gif = GIFEncoder();
  let before: Uint8Array | undefined;
  for (const [i, frame] of frames.entries()) {
    signal.throwIfAborted();
    const index = applyPalette(await stage.show(frame), palette.slice(0, same));
    const changed = before
      ? index.map((colour, at) => (before?.[at] === colour ? same : colour))
      : index;
    const delay = i === frames.length - 1 ? HOLD : 1000 / FPS;
    gif.writeFrame(changed, stage.width, stage.height, {
      delay,
      dispose: 1,
      ...(before ? { transparent: true, transparentIndex: same } : { palette }),
    });
    before = index;
    progress((i + 1) / frames.length);
    await breathe();
  }
  gif.finish();
  return new Blob([gif.bytes()], { type: 'image/gif' });
}

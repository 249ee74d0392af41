/** The board's camera with a memory: moves smoothly, shows all until somebody moves it by hand; then only what is new comes into sight. */
import { cubicOut } from 'svelte/easing';
import { Tween } from 'svelte/motion';
import {
  bringIn,
  bringInBox,
  fit,
  fitBeside,
  keepInSight,
  pan,
  shows,
  zoom,
  type Camera,
  type Size,
} from './camera';
import { reducedMotion } from './film.svelte';
import { centre, SIZE, type Place, type Point } from './geometry';
import { boxAround, type Box } from './layout';

/** ms: a smooth move; how long the camera rests before the picture is drawn anew; and before the sea drifts again. */
const GLIDE = 420;
const REST = 140;
const CALM = 900;

const gliding = (at: Camera) => new Tween<Camera>(at, { duration: GLIDE, easing: cubicOut });

const alike = (a: Box, b: Box) =>
  a.x === b.x && a.y === b.y && a.width === b.width && a.height === b.height;

const isAt = (a: Point, b: Point) => a.x === b.x && a.y === b.y;

export class Lens {
  private tween = $state.raw(gliding({ x: 0, y: 0, scale: 1 }));
  private size: Size = { width: 0, height: 0 };
  private box: Box = boxAround([]);
  private points: Point[] = [];
  /** What the board's buttons cover, at the lower right. */
  private corner: Size = { width: 0, height: 0 };
  /** The scale at which the still picture is drawn; follows when the camera rests. */
  drawn = $state(1);
  /** On its way; the sea rests meanwhile. */
  moving = $state(false);
  private settling: ReturnType<typeof setTimeout> | undefined;
  private calming: ReturnType<typeof setTimeout> | undefined;
  /** Moved by hand since it last showed all. */
  private free = false;

  get camera(): Camera {
    return this.tween.current;
  }

  private move(camera: Camera, smooth: boolean): void {
    const duration = smooth && !reducedMotion() ? GLIDE : 0;
    const to = keepInSight(camera, this.box, this.size);
    // At once, a tween would break off its latest move only: an earlier one that waits for a picture went on to its own end.
    if (duration === 0 && this.moving) this.tween = gliding(to);
    else void this.tween.set(to, { duration });
    this.close();
    this.moving = true;
    this.calming = setTimeout(() => (this.moving = false), duration + CALM);
    if (this.tween.target.scale === this.drawn) return;
    this.settling = setTimeout(() => (this.drawn = this.tween.target.scale), duration + REST);
  }

  /** Forget what is still to come. */
  close(): void {
    clearTimeout(this.settling);
    clearTimeout(this.calming);
  }

  private get whole(): Camera {
    return fitBeside(this.box, this.points, 1.1 * SIZE, this.size, this.corner);
  }

  /** The buttons in the corner have this size now. */
  keepClear(corner: Size): void {
    this.corner = corner;
    if (this.size.width > 0 && !this.free) this.resize(this.size);
  }

  /** The container has this size now. */
  resize(size: Size): void {
    const first = this.size.width === 0;
    this.size = size;
    if (size.width === 0 || (!first && this.free)) return;
    this.move(this.whole, false);
    if (first) this.drawn = this.tween.target.scale;
  }

  /** These places are in use: show all; or, where somebody has moved the camera, no more than what is new. */
  cover(places: readonly Place[]): void {
    const [before, known, box] = [this.box, this.points, boxAround(places)];
    this.box = box;
    this.points = places.map(centre);
    if (this.size.width === 0) return;
    if (!this.free) {
      if (!alike(before, box)) this.fit();
      return;
    }
    const fresh = places.filter((place) => !known.some((point) => isAt(point, centre(place))));
    if (fresh.length > 0) this.bringIn(boxAround(fresh, 0));
  }

  /** As near as it is now, if the screen is large enough for that. */
  private bringIn(box: Box): void {
    const camera = bringInBox(this.tween.target, box, this.size);
    if (!shows(camera, box, this.size)) this.fit();
    else if (camera !== this.tween.target) this.move(camera, true);
  }

  /** Show all. */
  fit(smooth = true): void {
    this.free = false;
    this.move(this.whole, smooth);
  }

  /** Come close to these places, but no closer than they need. */
  show(places: readonly Place[]): void {
    this.free = true;
    this.move(fit(boxAround(places, 60), this.size), true);
  }

  /** What the keyboard has reached comes on the screen. */
  reveal(at: Point, radius: number): void {
    const camera = bringIn(this.tween.target, at, radius, this.size);
    if (camera === this.tween.target || this.size.width === 0) return;
    this.move(camera, true);
  }

  zoom(factor: number, at?: Point, smooth = false): void {
    this.free = true;
    const middle = { x: this.size.width / 2, y: this.size.height / 2 };
    this.move(zoom(this.tween.target, factor, at ?? middle), smooth);
  }

  pan(dx: number, dy: number, smooth = false): void {
    this.free = true;
    this.move(pan(this.tween.target, dx, dy), smooth);
  }
}

/** The part of gifenc that we use; the package has no types of its own. */
declare module 'gifenc' {
  export type Palette = number[][];
  export function quantize(rgba: Uint8ClampedArray, colours: number): Palette;
  export function applyPalette(rgba: Uint8ClampedArray, palette: Palette): Uint8Array<ArrayBuffer>;
  export interface FrameOptions {
    /** The first frame's is that of all. */
    palette?: Palette;
    /** ms */
    delay?: number;
    /** 1: the next frame is laid over this one. */
    dispose?: number;
    transparent?: boolean;
    transparentIndex?: number;
  }
  export function GIFEncoder(): {
    writeFrame(index: Uint8Array, width: number, height: number, options: FrameOptions): void;
    finish(): void;
    bytes(): Uint8Array<ArrayBuffer>;
  };
}

/** A whole record in a link: its text deflated and written in letters that an address may hold. */

/** Longer links are cut by mail programs and chats. */
export const LONGEST = 8000;
/** A record is never so long (characters): what claims to be is damaged. */
const MOST = 2_000_000;
const MARK = '#r=';

export class DamagedLink extends Error {}

async function through(bytes: Uint8Array<ArrayBuffer>, by: GenericTransformStream, most: number) {
  const reader = new Blob([bytes]).stream().pipeThrough(by).getReader();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let size = 0;
  for (;;) {
    const { done, value } = (await reader.read()) as ReadableStreamReadResult<
      Uint8Array<ArrayBuffer>
    >;
    if (done) return new Uint8Array(await new Blob(parts).arrayBuffer());
    size += value.length;
    if (size > most) throw new DamagedLink();
    parts.push(value);
  }
}

/** The part of an address from `#` on that holds this record. */
export async function toHash(record: string): Promise<string> {
  const bytes = new TextEncoder().encode(record);
  const packed = await through(bytes, new CompressionStream('deflate-raw'), Infinity);
  const letters = Array.from(packed, (byte) => String.fromCharCode(byte)).join('');
  return MARK + btoa(letters).replace(/\+/g, '-').replace(/\//g, '_').replace(/=+$/, '');
}

export const hasRecord = (hash: string): boolean => hash.startsWith(MARK);

/** The record in an address; `DamagedLink` if it cannot be read. */
export async function fromHash(hash: string): Promise<string> {
  try {
    const letters = atob(hash.slice(MARK.length).trim().replace(/-/g, '+').replace(/_/g, '/'));
    const packed = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
    const bytes = await through(packed, new DecompressionStream('deflate-raw'), MOST);
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new DamagedLink();
  }
}

/** The shapes of a drawing that are drawn many times, so that another drawing can take those it needs. */
export class Shapes {
  private readonly texts = new Map<string, string>();

  constructor(svg: string) {
    const root = new DOMParser().parseFromString(svg, 'image/svg+xml');
    for (const shape of root.querySelectorAll('defs > [id]'))
      this.texts.set(shape.id, new XMLSerializer().serializeToString(shape));
  }

  /** The ids that a text refers to, and those that their shapes refer to. */
  private needed(text: string, found = new Set<string>()): Set<string> {
    for (const [, id = ''] of text.matchAll(/#(tk-[\w-]+)/g)) {
      if (found.has(id) || !this.texts.has(id)) continue;
      found.add(id);
      this.needed(this.texts.get(id) ?? '', found);
    }
    return found;
  }

  /** The drawing with the shapes it refers to. */
  with(svg: string): string {
    const shapes = [...this.needed(svg)].map((id) => this.texts.get(id)).join('');
    return svg.replace(/<svg[^>]*>/, (root) => `${root}<defs>${shapes}</defs>`);
  }
}

/** The icon in the tab: ours, and with a dot when it is your turn. */

const DOT = "<circle cx='50' cy='14' r='13' fill='#e03a2a' stroke='#fff8ea' stroke-width='4'/>";

let plain: Promise<string> | undefined;

const drawing = (): Promise<string> =>
  (plain ??= fetch('/favicon.svg').then((answer) => answer.text()));

const address = (svg: string) => `data:image/svg+xml,${encodeURIComponent(svg)}`;

/** Returns the way to undo it. */
export function markTab(mine: boolean): () => void {
  const link = document.querySelector<HTMLLinkElement>('link[rel=icon]');
  if (!link || !mine) return () => undefined;
  let marked = true;
  drawing().then(
    (svg) => marked && (link.href = address(svg.replace('</svg>', `${DOT}</svg>`))),
    () => undefined, // no icon is no harm
  );
  return () => {
    marked = false;
    link.href = '/favicon.svg';
  };
}

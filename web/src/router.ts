/** The pages and their addresses; a small router over the history API. */

export type Route =
  | { page: 'start' }
  | { page: 'new' }
  | { page: 'game'; id: string }
  | { page: 'room'; id: string }
  | { page: 'play' }
  | { page: 'me' }
  | { page: 'player'; id: string }
  | { page: 'players' }
  | { page: 'privacy' }
  | { page: 'record' }
  | { page: 'tiles' }
  | { page: 'rules' }
  | { page: 'learn' }
  | { page: 'missing' };

/** Pages whose address is their name. */
const PLAIN = [
  'new',
  'play',
  'record',
  'tiles',
  'rules',
  'learn',
  'me',
  'players',
  'privacy',
] as const;

/** Which page an address names. */
export function parse(path: string): Route {
  const parts = path.split('/').filter(Boolean);
  const [first, second] = parts;
  if (first === undefined) return { page: 'start' };
  if (first === 'g' && second !== undefined && parts.length === 2) {
    return { page: 'game', id: decodeURIComponent(second) };
  }
  if (first === 'r' && second !== undefined && parts.length === 2) {
    return { page: 'room', id: decodeURIComponent(second) };
  }
  if (first === 'p' && second !== undefined && parts.length === 2) {
    return { page: 'player', id: decodeURIComponent(second) };
  }
  if (parts.length === 1) {
    const plain = PLAIN.find((page) => page === first);
    if (plain) return { page: plain };
  }
  return { page: 'missing' };
}

/** Go to an address of ours without loading the page anew. */
export function go(path: string, replace = false): void {
  if (replace) history.replaceState(null, '', path);
  else history.pushState(null, '', path);
  window.dispatchEvent(new PopStateEvent('popstate'));
}

/** Tell `show` the route now and whenever it changes; plain links inside the page are followed here. Returns the way to stop. */
export function follow(show: (route: Route) => void): () => void {
  const update = () => show(parse(location.pathname));
  const click = (event: MouseEvent) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (!link || event.defaultPrevented || event.button !== 0) return;
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    if (link.target || link.hasAttribute('download') || link.origin !== location.origin) return;
    if (link.pathname.startsWith('/api/') || link.hash) return;
    event.preventDefault();
    go(link.pathname + link.search);
  };
  window.addEventListener('popstate', update);
  document.addEventListener('click', click);
  update();
  return () => {
    window.removeEventListener('popstate', update);
    document.removeEventListener('click', click);
  };
}

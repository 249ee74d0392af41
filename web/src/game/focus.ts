/** The keyboard's way over the board: from target to target by direction. */
export type Towards = 'up' | 'down' | 'left' | 'right';

interface Point {
  x: number;
  y: number;
}

const AXES: Record<Towards, Point> = {
  up: { x: 0, y: -1 },
  down: { x: 0, y: 1 },
  left: { x: -1, y: 0 },
  right: { x: 1, y: 0 },
};

/** The index of the nearest point in this direction; steps aside count double. -1: none. */
export function nearest(from: Point, points: readonly Point[], towards: Towards): number {
  const axis = AXES[towards];
  let best = -1;
  let least = Infinity;
  points.forEach((point, index) => {
    const [dx, dy] = [point.x - from.x, point.y - from.y];
    const ahead = dx * axis.x + dy * axis.y;
    if (ahead < 4) return;
    const aside = Math.abs(dx * axis.y) + Math.abs(dy * axis.x);
    const distance = ahead + 2 * aside;
    if (distance < least) [least, best] = [distance, index];
  });
  return best;
}

type Focusable = HTMLElement | SVGElement;

const targetsIn = (board: HTMLElement): Focusable[] => [
  ...board.querySelectorAll<Focusable>('[data-target]:not([aria-disabled])'),
];

function middle(element: Element): Point {
  const box = element.getBoundingClientRect();
  return { x: box.left + box.width / 2, y: box.top + box.height / 2 };
}

export function focusOn(board: HTMLElement, id: string): void {
  const target = targetsIn(board).find((each) => each.dataset.target === id);
  target?.focus({ focusVisible: true, preventScroll: true } as FocusOptions);
}

/** Move the focus among these targets; false where none lies in this direction. */
export function focusWithin(board: HTMLElement, ids: string[], towards: Towards): boolean {
  const targets = targetsIn(board).filter((each) => ids.includes(each.dataset.target ?? ''));
  const current = targets.find((target) => target === document.activeElement);
  if (!current) return false;
  const next = targets[nearest(middle(current), targets.map(middle), towards)];
  next?.focus({ focusVisible: true, preventScroll: true } as FocusOptions);
  return next !== undefined;
}

/** After a decision the focused target is gone: the cursor takes the focus, or the first of the next ones. */
export function keepFocus(board: HTMLElement): void {
  const lost = document.activeElement === document.body || document.activeElement === null;
  if (!lost) return;
  const next = board.querySelector<SVGElement>('[data-cursor]') ?? targetsIn(board)[0];
  next?.focus({ focusVisible: true, preventScroll: true } as FocusOptions);
}

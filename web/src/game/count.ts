/** The final count, island by island: what the server has summed up, shown in steps. */
import type { Position, Table } from '../protocol/types';
import { isIsland, valueOf } from './catalogue';

export interface Step {
  island: string;
  value: number;
  royal: boolean;
  /** The colours that score here. */
  colours: string[];
  /** Points of each seat so far. */
  points: number[];
}

/** Open islands first, then royal ones; those on which nobody scores are left out. */
export function countSteps(table: Table, position: Position): Step[] {
  const islands = Object.keys(position.tiles).filter((tile) => isIsland(tile) && valueOf(tile) > 0);
  const steps = islands.map((island) => {
    const king = position.royal[island];
    const colours = king ? [king] : table.order.filter((c) => livesOn(position, island, c));
    return { island, value: valueOf(island), royal: king !== undefined, colours };
  });
  const points = table.seats.map(() => 0);
  return steps
    .filter((step) => step.colours.length > 0)
    .sort((a, b) => Number(a.royal) - Number(b.royal))
    .map((step) => {
      table.seats.forEach((seat, index) => {
        const scores = step.colours.filter((colour) => seat.colours.includes(colour)).length;
        points[index] = (points[index] ?? 0) + scores * step.value;
      });
      return { ...step, points: [...points] };
    });
}

const livesOn = (position: Position, island: string, colour: string): boolean =>
  Object.entries(position.boats).some(
    ([beach, boats]) =>
      beach.slice(0, beach.lastIndexOf(' ')) === island && (boats[colour] ?? 0) > 0,
  );

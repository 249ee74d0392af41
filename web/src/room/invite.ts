/** Making rooms, and the way into one. */
import { request } from '../protocol/http';
import type { MyGame, NewRoom, QuickMatch, RoomCreated, RoomSummary } from '../protocol/types';
import { go } from '../router';
import { rememberName } from './name';

export const publicRooms = () => request<RoomSummary[]>('/api/rooms');
export const myGames = () => request<MyGame[]>('/api/rooms/mine');

/** So many seats stand at a new table: nobody who opens the link is left standing; what stays free is taken away. */
const SEATS = 4;

/** A table for friends, and go there. */
export async function makeRoom(
  name: string,
  open = false,
  seats = SEATS,
  rated = false,
): Promise<void> {
  rememberName(name);
  const room: NewRoom = {
    name,
    public: open,
    rated,
    seats: [
      { kind: 'you' },
      ...Array.from({ length: seats - 1 }, () => ({ kind: 'open' as const })),
    ],
  };
  const { id } = await request<RoomCreated>('/api/rooms', room);
  go(`/r/${id}`);
}

/** A seat at a public table for so many, or at a new one. */
export async function quickMatch(name: string, players: number, rated = false): Promise<void> {
  rememberName(name);
  const wish: QuickMatch = { name, players, rated };
  const { id } = await request<RoomCreated>('/api/rooms/quick', wish);
  go(`/r/${id}`);
}

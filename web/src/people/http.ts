/** Persons over HTTP. */
import { request } from '../protocol/http';
import type {
  BlockedPerson,
  Credentials,
  DeleteMe,
  EndBlock,
  EndLogins,
  Kept,
  Login,
  Me,
  NewName,
  NewPassword,
  Player,
  PlayerPage,
  RatedSeat,
} from '../protocol/types';

export const EXPORT = '/api/me/export';

export const claim = (who: Credentials) => request<Me>('/api/me/claim', who);
export const logIn = (who: Credentials) => request<Me>('/api/me/login', who);
export const logOut = () => request<Me>('/api/me/logout', {});
export const logins = () => request<Login[]>('/api/me/logins');
export const endLogins = (which: EndLogins) => request<Login[]>('/api/me/logins/end', which);
export const blocked = () => request<BlockedPerson[]>('/api/me/blocked');
export const endBlock = (whom: EndBlock) => request<BlockedPerson[]>('/api/me/blocked/end', whom);
export const changePassword = (passwords: NewPassword) =>
  request<unknown>('/api/me/password', passwords);
export const rename = (name: NewName) => request<Me>('/api/me/name', name);
export const deleteMe = (who: DeleteMe) => request<Me>('/api/me/delete', who);
export const kept = () => request<Kept>('/api/me/kept');
export const players = () => request<Player[]>('/api/players');
export const player = (name: string) =>
  request<PlayerPage>(`/api/players/${encodeURIComponent(name)}`);
/** Of the seats of a room or of a rated game. */
export const ratings = (where: 'rooms' | 'tables', id: string) =>
  request<RatedSeat[]>(`/api/${where}/${encodeURIComponent(id)}/ratings`);

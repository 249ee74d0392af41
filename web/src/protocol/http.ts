/** What goes over HTTP: tables, options, records. */
import type {
  NewTable,
  Options,
  Problem,
  ReplayView,
  Review,
  TableCreated,
  TableSummary,
  Text,
  Views,
} from './types';

/** The server said no, and why; `why` is `null` when it did not answer at all. */
export class RequestError extends Error {
  constructor(
    readonly code: string,
    readonly why: Text | null,
  ) {
    super(code);
  }
}

export async function request<T>(path: string, body?: unknown): Promise<T> {
  const response = await send(path, body);
  if (response.ok) return (await response.json()) as T;
  const problem = await response.json().then(
    (value) => value as Problem,
    () => null,
  );
  throw new RequestError(problem?.code ?? String(response.status), problem?.why ?? null);
}

async function send(path: string, body?: unknown): Promise<Response> {
  try {
    if (body === undefined) return await fetch(path);
    return await fetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
  } catch {
    throw new RequestError('offline', null);
  }
}

export const options = () => request<Options>('/api/options');
export const tables = () => request<TableSummary[]>('/api/tables');
export const createTable = (table: NewTable) => request<TableCreated>('/api/tables', table);
/** `record`: the text of a record, one JSON object. */
export const replay = (record: string) => request<ReplayView>('/api/replay', record);
export const recordAddress = (table: string) => `/api/tables/${encodeURIComponent(table)}/record`;
/** What was to be seen after the events `first` to `last`, at most 128. */
export const views = (table: string, first: number, last: number) =>
  request<Views>(`/api/tables/${encodeURIComponent(table)}/views?first=${first}&last=${last}`);
/** The game looked back on, as soon as more than `after` decisions are judged, or all are. */
export const review = (table: string, after: number) =>
  request<Review>(
    `/api/tables/${encodeURIComponent(table)}/review${after < 0 ? '' : `?after=${after}`}`,
  );
/** The same for a record whose game is over. */
export const reviewRecord = (record: string, after: number) =>
  request<Review>(`/api/replay/review${after < 0 ? '' : `?after=${after}`}`, record);
/** The record of a game as it stands: one line of JSON. */
export async function recordText(table: string): Promise<string> {
  const response = await send(recordAddress(table));
  if (!response.ok) throw new RequestError(String(response.status), null);
  return (await response.text()).trim();
}
/** The same seats again; the next seat starts. */
export const rematch = (table: string) =>
  request<TableCreated>(`/api/tables/${encodeURIComponent(table)}/rematch`, {});

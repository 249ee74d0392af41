/** Web Push: notices that come also when no page is open, where the browser and its service do that. */
import { m } from '../paraglide/messages.js';
import { request } from '../protocol/http';
import type { NoticeHook, NoticePlaces, NoticePush } from '../protocol/types';

const WORKER = '/sw.js';

export const places = () => request<NoticePlaces>('/api/notices');

const possible = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in window && window.isSecureContext;

/** What base64url says. */
export function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const plain = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(plain, (c) => c.charCodeAt(0));
}

/** The server is told where this browser is; false where it cannot be. */
export async function pushOn(): Promise<boolean> {
  if (!possible()) return false;
  try {
    const worker = await navigator.serviceWorker.register(WORKER);
    const { key } = await places();
    const subscription = await worker.pushManager.subscribe({
      userVisibleOnly: true,
      applicationServerKey: bytesOf(key),
    });
    const { endpoint = '', keys = {} } = subscription.toJSON();
    const here: NoticePush = {
      address: endpoint,
      key: keys.p256dh ?? '',
      secret: keys.auth ?? '',
      words: m.live_notify_turn(),
      reminder: m.live_notify_time(),
    };
    await request('/api/notices/push', here);
    return true;
  } catch {
    return false; // no service to push through, or the server was not reached: the page itself tells, while it is open
  }
}

/** Nothing is pushed to this browser any more. */
export async function pushOff(): Promise<void> {
  if (!possible()) return;
  try {
    const worker = await navigator.serviceWorker.getRegistration(WORKER);
    const subscription = await worker?.pushManager.getSubscription();
    if (!subscription) return;
    await request('/api/notices/push', { address: subscription.endpoint } satisfies NoticePush);
    await subscription.unsubscribe();
  } catch {
    // What cannot be sent any more is forgotten by the server.
  }
}

/** Whether notices are pushed to this browser. */
export async function isPushed(): Promise<boolean> {
  if (!possible()) return false;
  const worker = await navigator.serviceWorker.getRegistration(WORKER);
  return Boolean(await worker?.pushManager.getSubscription());
}

/** A POST goes to this address when it is one's turn; '': to none. */
export const setHook = (address: string) =>
  request('/api/notices/hook', {
    address,
    words: m.live_notify_turn(),
    reminder: m.live_notify_time(),
  } satisfies NoticeHook);

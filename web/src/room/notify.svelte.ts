/** A notice of the browser when it is your turn and the page is not in sight; asked for by a click only. */
import { m } from '../paraglide/messages.js';
import { isPushed, pushOff, pushOn } from './push';

const PLACE = 'tongiaki-notify';
const possible = typeof Notification !== 'undefined';

function stored(): boolean {
  try {
    return localStorage.getItem(PLACE) === 'on';
  } catch {
    return false;
  }
}

class Notices {
  wanted = $state(possible && stored());
  allowed = $state(possible ? Notification.permission : 'denied');
  readonly on = $derived(this.wanted && this.allowed === 'granted');
  readonly possible = possible;
  /** They come also when no page is open; `null`: not known yet. */
  pushed: boolean | null = $state(null);
  #shown: Notification | null = null;

  /** Asks whether notices are pushed here. */
  async look(): Promise<void> {
    this.pushed = this.on && (await isPushed().catch(() => false));
  }

  async set(on: boolean): Promise<void> {
    if (on) this.allowed = await Notification.requestPermission();
    this.wanted = on && this.allowed === 'granted';
    try {
      localStorage.setItem(PLACE, this.wanted ? 'on' : 'off');
    } catch {
      // It holds until the page is left.
    }
    if (this.wanted) this.pushed = await pushOn();
    else await pushOff();
  }

  /** Your turn came, or is over. */
  turn(mine: boolean): void {
    this.#shown?.close();
    this.#shown = null;
    if (!mine || !this.on || document.visibilityState === 'visible') return;
    try {
      const shown = new Notification(m.app_name(), {
        body: m.live_notify_turn(),
        icon: '/favicon.svg',
        tag: location.pathname,
      });
      shown.onclick = () => {
        window.focus();
        shown.close();
      };
      this.#shown = shown;
    } catch {
      // Some phones have them for installed pages only.
    }
  }
}

export const notices = new Notices();

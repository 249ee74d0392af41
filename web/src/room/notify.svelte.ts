/** A notice of the browser when it is your turn and the page is not in sight; asked for by a click only. */
import { m } from '../paraglide/messages.js';

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
  #shown: Notification | null = null;

  async set(on: boolean): Promise<void> {
    if (on) this.allowed = await Notification.requestPermission();
    this.wanted = on && this.allowed === 'granted';
    try {
      localStorage.setItem(PLACE, this.wanted ? 'on' : 'off');
    } catch {
      // It holds until the page is left.
    }
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

/** The caption on the screen: which sound was heard last, for a while. */
import type { SoundName } from './sounds';

const WHILE = 2600;

class CaptionState {
  name = $state.raw<SoundName | null>(null);
  #timer = 0;

  show(name: SoundName): void {
    clearTimeout(this.#timer);
    this.name = name;
    this.#timer = window.setTimeout(() => (this.name = null), WHILE);
  }
}

export const captions = new CaptionState();

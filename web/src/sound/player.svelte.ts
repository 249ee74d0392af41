/** Plays sounds and shows their captions, as the settings say. */
import { mount } from 'svelte';
import { settings } from '../game/settings.svelte';
import Captions from './Captions.svelte';
import { captions } from './captions.svelte';
import { lengthOf, type SoundName } from './sounds';
import { Mixer } from './synth';

/** The same sound not again before this much of it is over. */
const OVERLAP = 0.45;
/** Sounds that begin within this time (ms) would pile up: the first is heard. */
const GAP = 90;

const last = new Map<SoundName, number>();
let latest = -Infinity;

/** Is it time for this sound, or would it pile up on others? */
export function isDue(name: SoundName, now: number): boolean {
  const before = last.get(name) ?? -Infinity;
  if (now - before < lengthOf(name) * OVERLAP * 1000 || now - latest < GAP) return false;
  last.set(name, now);
  latest = now;
  return true;
}

let mixer: Mixer | undefined;

/** Browsers let a page sound only after a first click or key; before, nothing is tried. */
function awake(): Mixer | undefined {
  if (navigator.userActivation && !navigator.userActivation.hasBeenActive) return undefined;
  if (typeof AudioContext === 'undefined') return undefined;
  mixer ??= new Mixer(new AudioContext({ latencyHint: 'interactive' }));
  const { context } = mixer;
  if (context instanceof AudioContext && context.state === 'suspended') void context.resume();
  return mixer;
}

let shown = false;

/** `always`: also in a window that is not looked at, and although it was just heard. */
export function play(name: SoundName, always = false): void {
  if ((document.hidden && !always) || (!isDue(name, performance.now()) && !always)) return;
  if (settings.captions) {
    if (!shown) mount(Captions, { target: document.body });
    shown = true;
    captions.show(name);
  }
  const playing = settings.sound && settings.volume > 0 ? awake() : undefined;
  playing?.setVolume(settings.volume);
  playing?.play(name);
}

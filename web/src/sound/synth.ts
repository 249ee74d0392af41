/** Voices made audible: source → filter → envelope → volume → limiter → loudspeaker. */
import { SOUNDS, type SoundName, type Voice } from './sounds';

/** The loudest a sound may get, at full volume. */
const LOUDEST = 0.8;

let noise: AudioBuffer | undefined;

/** Two seconds of white noise, made once. */
function whiteNoise(context: BaseAudioContext): AudioBuffer {
  if (noise?.sampleRate === context.sampleRate) return noise;
  noise = context.createBuffer(1, 2 * context.sampleRate, context.sampleRate);
  const samples = noise.getChannelData(0);
  for (let i = 0; i < samples.length; i += 1) samples[i] = Math.random() * 2 - 1;
  return noise;
}

function source(context: BaseAudioContext, voice: Voice, start: number, end: number) {
  const node =
    voice.kind === 'tone'
      ? new OscillatorNode(context, { type: voice.wave, frequency: voice.pitch })
      : new AudioBufferSourceNode(context, { buffer: whiteNoise(context), loop: true });
  const filter =
    voice.kind === 'noise'
      ? new BiquadFilterNode(context, {
          type: voice.filter,
          frequency: voice.pitch,
          Q: voice.q ?? 0.7,
        })
      : undefined;
  const pitch = node instanceof OscillatorNode ? node.frequency : filter?.frequency;
  pitch?.setValueAtTime(voice.pitch, start);
  if (voice.to) pitch?.exponentialRampToValueAtTime(voice.to, end);
  node.start(start);
  node.stop(end);
  return filter ? node.connect(filter) : node;
}

function ring(context: BaseAudioContext, to: AudioNode, voice: Voice, now: number): void {
  const start = now + voice.at;
  const end = start + voice.length;
  const envelope = new GainNode(context, { gain: 0 });
  envelope.gain.setValueAtTime(0, start);
  envelope.gain.linearRampToValueAtTime(voice.gain, start + (voice.attack ?? 0.004));
  envelope.gain.exponentialRampToValueAtTime(0.0005, end);
  source(context, voice, start, end).connect(envelope).connect(to);
}

/** Where all sounds go: their volume can be changed, and however many sound, it stays below the limit. */
export class Mixer {
  private readonly volume: GainNode;

  constructor(readonly context: BaseAudioContext) {
    this.volume = new GainNode(context);
    const limiter = new DynamicsCompressorNode(context, {
      threshold: -14,
      knee: 6,
      ratio: 20,
      attack: 0.002,
      release: 0.12,
    });
    const out = new GainNode(context, { gain: LOUDEST });
    this.volume.connect(limiter).connect(out).connect(context.destination);
  }

  /** `percent` as the ear takes it: half is about half as loud. */
  setVolume(percent: number): void {
    this.volume.gain.value = (percent / 100) ** 1.7;
  }

  play(name: SoundName): void {
    const now = this.context.currentTime + 0.01;
    for (const voice of SOUNDS[name]) ring(this.context, this.volume, voice, now);
  }
}

// The sounds of a game, synthesised: a piece on wood is a burst of noise through a resonance over a
// low thump; check and the end of a game are bells.
import type { Move } from 'kibitz';
import { preferences } from '../settings/preferences';

export type Sound = 'move' | 'capture' | 'check' | 'end';

/** The sound of a move; a mate has that of the end of its game besides. */
export const soundOf = ({ san, captured }: Move): Sound =>
  san.endsWith('+') ? 'check' : captured ? 'capture' : 'move';

let context: AudioContext | undefined;

export function sound(kind: Sound): void {
  if (typeof AudioContext === 'undefined') return; // outside a browser, as in tests of the state
  // Before anything was pressed, browsers play nothing, and there is nothing to report either.
  if (!preferences.value.sound || navigator.userActivation?.hasBeenActive === false) return;
  context ??= new AudioContext();
  void context.resume(); // suspended while the page was in the background
  sounds[kind](context, context.currentTime);
}

type Instrument = (context: AudioContext, start: number) => void;

const sounds: Record<Sound, Instrument> = {
  move: (to, start) => knock(to, start, { pitch: 1150, loudness: 0.5 }),
  capture: (to, start) => {
    knock(to, start, { pitch: 1900, loudness: 0.45 });
    knock(to, start + 0.055, { pitch: 900, loudness: 0.65 });
  },
  check: (to, start) => {
    knock(to, start, { pitch: 1150, loudness: 0.5 });
    bell(to, start + 0.03, 880);
    bell(to, start + 0.11, 1174.7);
  },
  end: (to, start) =>
    [523.3, 659.3, 784].forEach((pitch, i) => bell(to, start + 0.18 + i * 0.13, pitch)),
};

const knockSeconds = 0.07;
const bellSeconds = 0.7;
const silence = 0.0001; // exponential ramps cannot reach zero

let volume: GainNode | undefined;
/** What all sounds go through, as loud as the user wants. */
function outlet(to: AudioContext): GainNode {
  volume ??= new GainNode(to);
  volume.connect(to.destination);
  // Loudness is heard on a curve, so half of the way is a quarter of the gain.
  volume.gain.value = (preferences.value.volume / 100) ** 2;
  return volume;
}

/** A loudness that begins at once and dies away. */
function fading(to: AudioContext, start: number, loudness: number, seconds: number): GainNode {
  const gain = new GainNode(to, { gain: loudness });
  gain.gain.setValueAtTime(loudness, start);
  gain.gain.exponentialRampToValueAtTime(silence, start + seconds);
  gain.connect(outlet(to));
  return gain;
}

function knock(
  to: AudioContext,
  start: number,
  { pitch, loudness }: { pitch: number; loudness: number },
): void {
  const buffer = to.createBuffer(1, Math.ceil(to.sampleRate * knockSeconds), to.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; ++i) samples[i] = Math.random() * 2 - 1;
  const noise = new AudioBufferSourceNode(to, { buffer });
  const wood = new BiquadFilterNode(to, { type: 'bandpass', frequency: pitch, Q: 2.5 });
  noise.connect(wood).connect(fading(to, start, loudness, knockSeconds));
  noise.start(start);

  const thump = new OscillatorNode(to, { frequency: 210 });
  thump.frequency.setValueAtTime(210, start);
  thump.frequency.exponentialRampToValueAtTime(90, start + knockSeconds);
  thump.connect(fading(to, start, loudness * 0.6, knockSeconds));
  thump.start(start);
  thump.stop(start + knockSeconds);
}

/** A tone with the overtone that makes it a bell. */
function bell(to: AudioContext, start: number, pitch: number): void {
  const overtone = 2.76; // of a struck bar
  for (const [frequency, loudness, seconds] of [
    [pitch, 0.14, bellSeconds],
    [pitch * overtone, 0.035, bellSeconds / 3],
  ] as const) {
    const tone = new OscillatorNode(to, { frequency });
    tone.connect(fading(to, start, loudness, seconds));
    tone.start(start);
    tone.stop(start + seconds);
  }
}

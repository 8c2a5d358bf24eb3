// Synthesised sounds, off by default.
import { preferences } from './preferences';

const pitches = { move: [330], capture: [250, 190], end: [392, 494, 587] } as const;

let context: AudioContext | undefined;
export function sound(kind: keyof typeof pitches): void {
  if (!preferences.value.sound) return;
  context ??= new AudioContext();
  pitches[kind].forEach((pitch, i) => {
    const oscillator = new OscillatorNode(context!, { frequency: pitch, type: 'triangle' });
    const loudness = new GainNode(context!, { gain: 0 });
    const start = context!.currentTime + i * 0.09;
    loudness.gain.setValueAtTime(0.18, start);
    loudness.gain.exponentialRampToValueAtTime(0.001, start + 0.16);
    oscillator.connect(loudness).connect(context!.destination);
    oscillator.start(start);
    oscillator.stop(start + 0.17);
  });
}

import { useEffect, useRef } from 'react';
import { type LineState, stateOf } from '../move/line-state.js';
import type { Line } from '../move/line.js';

const NEEDS_EYES: readonly LineState[] = ['failed', 'conflict', 'choose'];
const TONE_HZ = 220;
const TONE_S = 0.25;

/** People who scan do not look at the screen: a line that needs them sounds. */
export function useFailureSound(lines: readonly Line[]): void {
  const count = lines.filter((line) => NEEDS_EYES.includes(stateOf(line))).length;
  const last = useRef(count);
  useEffect(() => {
    if (count > last.current) sound();
    last.current = count;
  }, [count]);
}

let audio: AudioContext | undefined;

function sound(): void {
  // A browser lets a page sound only after somebody has used it.
  if (!navigator.userActivation.hasBeenActive) return;
  audio ??= new AudioContext();
  const tone = new OscillatorNode(audio, { type: 'square', frequency: TONE_HZ });
  tone.connect(new GainNode(audio, { gain: 0.1 })).connect(audio.destination);
  tone.start();
  tone.stop(audio.currentTime + TONE_S);
}

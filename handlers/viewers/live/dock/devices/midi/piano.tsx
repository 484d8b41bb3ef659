import { useState } from 'preact/hooks';
import { HoldButton } from '../parts/hold-button.tsx';
import type { Midi } from './midi.ts';

interface PianoProps {
  readonly midi: Midi;
  readonly lacks: string | undefined;
}

const names = ['C', 'C♯', 'D', 'D♯', 'E', 'F', 'F♯', 'G', 'G♯', 'A', 'A♯', 'B', 'C'];
const highestOctave = 8;
const velocity = 100;

/** The notes of an octave; those that came in and sound are lit. */
export const Piano = ({ midi, lacks }: PianoProps) => {
  const [octave, setOctave] = useState(4);
  // note 60 is C4, the middle one
  const lowest = (octave + 1) * 12;
  return (
    <fieldset class="line piano">
      <legend class="hidden">Piano</legend>
      <button
        type="button"
        aria-label="Octave down"
        disabled={octave === 0}
        onClick={() => setOctave(octave - 1)}
      >
        −
      </button>
      <div class="keys">
        {names.map((name, step) => {
          const note = lowest + step;
          const label = `${name}${octave + Math.floor(step / 12)}`;
          const kind = name.length > 1 ? 'black' : 'white';
          return (
            <HoldButton
              key={step}
              label={label}
              class={midi.sounding.value.has(note) ? `${kind} lit` : kind}
              lacks={lacks}
              onDown={() => void midi.send({ message: 'noteOn', data1: note, data2: velocity })}
              onUp={() => void midi.send({ message: 'noteOff', data1: note })}
            >
              {name === 'C' && label}
            </HoldButton>
          );
        })}
      </div>
      <button
        type="button"
        aria-label="Octave up"
        disabled={octave === highestOctave}
        onClick={() => setOctave(octave + 1)}
      >
        +
      </button>
    </fieldset>
  );
};

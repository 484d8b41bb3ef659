import { useState } from 'preact/hooks';
import { HoldButton } from '../shared/hold-button.tsx';
import type { MidiDevices } from './midi-device-store.ts';

interface PianoKeyboardProps {
  readonly midi: MidiDevices;
  readonly unavailableReason: string | undefined;
}

const noteNames = ['C', 'C♯', 'D', 'D♯', 'E', 'F', 'F♯', 'G', 'G♯', 'A', 'A♯', 'B', 'C'];
const maxOctave = 8;
const noteVelocity = 100;

/** A piano keyboard with the keys of one octave. Received notes are highlighted while they sound. */
export const PianoKeyboard = ({ midi, unavailableReason }: PianoKeyboardProps) => {
  const [octave, setOctave] = useState(4);
  // note 60 is C4, middle C
  const lowestNote = (octave + 1) * 12;
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
        {noteNames.map((name, step) => {
          const note = lowestNote + step;
          const label = `${name}${octave + Math.floor(step / 12)}`;
          const kind = name.length > 1 ? 'black' : 'white';
          return (
            <HoldButton
              key={step}
              label={label}
              class={midi.activeNotes.value.has(note) ? `${kind} lit` : kind}
              unavailableReason={unavailableReason}
              onDown={() => void midi.send({ message: 'noteOn', data1: note, data2: noteVelocity })}
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
        disabled={octave === maxOctave}
        onClick={() => setOctave(octave + 1)}
      >
        +
      </button>
    </fieldset>
  );
};

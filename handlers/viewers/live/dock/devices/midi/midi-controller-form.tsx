import { useState } from 'preact/hooks';
import type { MidiDevices } from './midi-device-store.ts';

interface MidiControllerFormProps {
  readonly midi: MidiDevices;
  readonly unavailableReason: string | undefined;
}

/** Controllers that most devices have, with their numbers. */
const commonControllers = [
  [1, 'Modulation'],
  [7, 'Volume'],
  [10, 'Pan'],
  [11, 'Expression'],
  [64, 'Sustain'],
  [74, 'Brightness'],
] as const;

/** A form that sends a controller's value. */
export const MidiControllerForm = ({ midi, unavailableReason }: MidiControllerFormProps) => {
  const [controller, setController] = useState(1);
  const [value, setValue] = useState(0);
  return (
    <div class="line">
      <select
        aria-label="Controller"
        value={controller}
        onChange={({ currentTarget }) => setController(Number(currentTarget.value))}
      >
        {commonControllers.map(([number, name]) => (
          <option key={number} value={number}>
            {number} {name}
          </option>
        ))}
      </select>
      <input
        class="grow"
        type="range"
        aria-label="Controller value"
        min={0}
        max={127}
        value={value}
        disabled={unavailableReason !== undefined}
        title={unavailableReason}
        onInput={({ currentTarget }) => {
          const data2 = Number(currentTarget.value);
          setValue(data2);
          void midi.send({ message: 'controlChange', data1: controller, data2 });
        }}
      />
      <span class="number">{value}</span>
    </div>
  );
};

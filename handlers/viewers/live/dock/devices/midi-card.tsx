import { useState } from 'preact/hooks';
import { AvailabilityButton, DeviceCard, RecentEventList, useUnavailableReason } from './device-card.tsx';
import { HoldButton } from './hold-button.tsx';
import type { Actions, EventOf } from '#spec/client/index.ts';
import type { MidiDevices, MidiSubscriptions } from './midi-store.ts';

interface MidiCardProps {
  readonly midi: MidiDevices;
}

/** Shows MIDI instruments and controllers. */
export const MidiCard = ({ midi }: MidiCardProps) => {
  const { devices, output, recentEvents } = midi;
  const { inputs = [], outputs = [] } = devices.value.value ?? {};
  return (
    <DeviceCard
      title="MIDI"
      state={`${inputs.length} in, ${outputs.length} out`}
      readings={[devices]}
      requiredFeature="midi.devices"
    >
      <MidiInputList inputs={inputs} subscriptions={midi.subscriptions} />
      <div class="line">
        <label class="grow">
          Send to{' '}
          <select
            value={output.value}
            onChange={({ currentTarget }) => midi.selectOutput(currentTarget.value)}
          >
            {outputs.map(({ name }) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
        <AvailabilityButton requiredFeature="midi.panic" onClick={() => void midi.panic()}>
          Panic
        </AvailabilityButton>
      </div>
      <PianoKeyboard midi={midi} />
      <MidiControllerForm midi={midi} />
      <RecentEventList
        label="Latest MIDI input"
        events={recentEvents.value}
        describe={describeMidiEvent}
        hint="Subscribe to an input to see its messages."
      />
    </DeviceCard>
  );
};

const describeMidiEvent = ({ data }: EventOf<'midi.input'>): string => {
  const { device, message, channel, data1, data2 } = data;
  const source = channel === undefined ? device : `${device} ${channel}`;
  return [message, data1, data2, `· ${source}`].filter((part) => part !== undefined).join(' ');
};

interface MidiInputListProps {
  readonly inputs: Actions['midi.devices']['result']['inputs'];
  readonly subscriptions: MidiSubscriptions;
}

const MidiInputList = ({ inputs, subscriptions }: MidiInputListProps) => (
  <ul class="things" aria-label="Inputs">
    {inputs.map(({ name, isVirtual }) => {
      const isSubscribed = subscriptions.idsByDevice.value.has(name);
      return (
        <li key={name} class="line">
          <b class="grow">{name}</b>
          {isVirtual && <span class="badge">virtual</span>}
          <AvailabilityButton
            aria-label={`${isSubscribed ? 'Unsubscribe from' : 'Subscribe to'} ${name}`}
            requiredFeature={isSubscribed ? 'midi.unsubscribe' : 'midi.subscribe'}
            onClick={() =>
              void (isSubscribed ? subscriptions.unsubscribe(name) : subscriptions.subscribe(name))
            }
          >
            {isSubscribed ? 'Unsubscribe' : 'Subscribe'}
          </AvailabilityButton>
        </li>
      );
    })}
  </ul>
);

const noteNames = ['C', 'C♯', 'D', 'D♯', 'E', 'F', 'F♯', 'G', 'G♯', 'A', 'A♯', 'B', 'C'];
const maxOctave = 8;
const noteVelocity = 100;

/** A piano keyboard with the keys of one octave. Received notes are highlighted while they sound. */
const PianoKeyboard = ({ midi }: MidiCardProps) => {
  const unavailableReason = useUnavailableReason('midi.send');
  const [octave, setOctave] = useState(4);
  // note 60 is C4, middle C
  const lowestNote = (octave + 1) * 12;
  return (
    <fieldset class="line piano">
      <legend class="hidden">Piano</legend>
      <button
        type="button"
        class="button icon-only"
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
        class="button icon-only"
        aria-label="Octave up"
        disabled={octave === maxOctave}
        onClick={() => setOctave(octave + 1)}
      >
        +
      </button>
    </fieldset>
  );
};

/** Controllers that most devices have, with their numbers. */
const commonControllers = [
  [1, 'Modulation'],
  [7, 'Volume'],
  [10, 'Pan'],
  [11, 'Expression'],
  [64, 'Sustain'],
  [74, 'Brightness'],
] as const;

const MidiControllerForm = ({ midi }: MidiCardProps) => {
  const unavailableReason = useUnavailableReason('midi.send');
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

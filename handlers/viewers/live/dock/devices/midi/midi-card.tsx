import { DeviceCard } from '../shared/device-card.tsx';
import { RecentEventList } from '../shared/recent-event-list.tsx';
import { AvailabilityButton } from '../shared/availability-button.tsx';
import { MidiControllerForm } from './midi-controller-form.tsx';
import { MidiInputList } from './midi-input-list.tsx';
import { PianoKeyboard } from './piano-keyboard.tsx';
import type { EventOf } from '#spec/client/index.ts';
import type { FeatureAvailability } from '../../shared/feature-availability.ts';
import type { MidiDevices } from './midi-device-store.ts';

interface MidiCardProps {
  readonly midi: MidiDevices;
  readonly availability: FeatureAvailability;
}

/** Shows MIDI instruments and controllers. */
export const MidiCard = ({ midi, availability }: MidiCardProps) => {
  const { devices, output, recentEvents } = midi;
  const { inputs = [], outputs = [] } = devices.value.value ?? {};
  const sendUnavailableReason = availability.getUnavailableReason('midi.send');
  return (
    <DeviceCard
      title="MIDI"
      state={`${inputs.length} in, ${outputs.length} out`}
      readings={[devices]}
      unavailableReason={availability.getUnavailableReason('midi.devices')}
    >
      <MidiInputList inputs={inputs} subscriptions={midi.subscriptions} availability={availability} />
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
        <AvailabilityButton
          unavailableReason={availability.getUnavailableReason('midi.panic')}
          onClick={() => void midi.panic()}
        >
          Panic
        </AvailabilityButton>
      </div>
      <PianoKeyboard midi={midi} unavailableReason={sendUnavailableReason} />
      <MidiControllerForm midi={midi} unavailableReason={sendUnavailableReason} />
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

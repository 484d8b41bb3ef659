import { DeviceCard } from '../parts/device-card.tsx';
import { LatestList } from '../parts/latest-list.tsx';
import { AbleButton } from '../parts/able-button.tsx';
import { Controller } from './controller.tsx';
import { Inputs } from './inputs.tsx';
import { Piano } from './piano.tsx';
import type { EventOf } from '#spec/client/index.ts';
import type { Offered } from '../../parts/offered.ts';
import type { Midi } from './midi.ts';

interface MidiCardProps {
  readonly midi: Midi;
  readonly offered: Offered;
}

/** Instruments and controllers. */
export const MidiCard = ({ midi, offered }: MidiCardProps) => {
  const { devices, output, latest } = midi;
  const { inputs = [], outputs = [] } = devices.value.value ?? {};
  const lacksSend = offered.lacks('midi.send');
  return (
    <DeviceCard
      title="MIDI"
      state={`${inputs.length} in, ${outputs.length} out`}
      readings={[devices]}
      lacks={offered.lacks('midi.devices')}
    >
      <Inputs inputs={inputs} listening={midi.listening} offered={offered} />
      <div class="line">
        <label class="grow">
          Send to{' '}
          <select value={output.value} onChange={({ currentTarget }) => midi.choose(currentTarget.value)}>
            {outputs.map(({ name }) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </label>
        <AbleButton lacks={offered.lacks('midi.panic')} onClick={() => void midi.panic()}>
          Panic
        </AbleButton>
      </div>
      <Piano midi={midi} lacks={lacksSend} />
      <Controller midi={midi} lacks={lacksSend} />
      <LatestList
        label="Latest MIDI input"
        events={latest.value}
        tell={tell}
        hint="Subscribe to an input to see what comes in."
      />
    </DeviceCard>
  );
};

const tell = ({ data }: EventOf<'midi.input'>): string => {
  const { device, message, channel, data1, data2 } = data;
  const place = channel === undefined ? device : `${device} ${channel}`;
  return [message, data1, data2, `· ${place}`].filter((part) => part !== undefined).join(' ');
};

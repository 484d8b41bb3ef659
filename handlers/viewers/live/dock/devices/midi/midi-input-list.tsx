import { AvailabilityButton } from '../shared/availability-button.tsx';
import type { Actions } from '#spec/client/index.ts';
import type { FeatureAvailability } from '../../shared/feature-availability.ts';
import type { MidiSubscriptions } from './midi-subscription-store.ts';

interface MidiInputListProps {
  readonly inputs: Actions['midi.devices']['result']['inputs'];
  readonly subscriptions: MidiSubscriptions;
  readonly availability: FeatureAvailability;
}

/** Lists the MIDI input devices. */
export const MidiInputList = ({ inputs, subscriptions, availability }: MidiInputListProps) => (
  <ul class="things" aria-label="Inputs">
    {inputs.map(({ name, isVirtual }) => {
      const isSubscribed = subscriptions.idsByDevice.value.has(name);
      return (
        <li key={name} class="line">
          <b class="grow">{name}</b>
          {isVirtual && <span class="badge">virtual</span>}
          <AvailabilityButton
            aria-label={`${isSubscribed ? 'Unsubscribe from' : 'Subscribe to'} ${name}`}
            unavailableReason={availability.getUnavailableReason(
              isSubscribed ? 'midi.unsubscribe' : 'midi.subscribe',
            )}
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

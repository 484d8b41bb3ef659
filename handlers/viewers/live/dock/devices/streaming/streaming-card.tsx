import { AvailabilityButton } from '../shared/availability-button.tsx';
import { DeviceCard } from '../shared/device-card.tsx';
import { RecentEventList } from '../shared/recent-event-list.tsx';
import { SimulateEventForm } from './simulate-event-form.tsx';
import { PlatformSubscriptions } from './platform-subscriptions.tsx';
import type { EventOf } from '#spec/client/index.ts';
import type { FeatureAvailability } from '../../shared/feature-availability.ts';
import type { StreamingPlatforms } from './streaming-store.ts';

interface StreamingCardProps {
  readonly streaming: StreamingPlatforms;
  readonly availability: FeatureAvailability;
}

/** Shows the live-streaming platforms. */
export const StreamingCard = ({ streaming, availability }: StreamingCardProps) => {
  const { platforms, recentEvents } = streaming;
  const list = platforms.value.value ?? [];
  const selected = streaming.selectedPlatform.value;
  const count = list.reduce((sum, { subscriptions }) => sum + subscriptions.length, 0);
  return (
    <DeviceCard
      title="Streaming"
      state={`${count} subscribed`}
      readings={[platforms]}
      unavailableReason={availability.getUnavailableReason('streaming.status')}
    >
      <div class="line">
        <select
          class="grow"
          aria-label="Platform"
          value={selected?.platform}
          onChange={({ currentTarget }) => {
            const match = list.find(({ platform }) => platform === currentTarget.value);
            if (match) streaming.selectPlatform(match.platform);
          }}
        >
          {list.map(({ platform, name, state }) => (
            <option key={platform} value={platform}>
              {name} ({state})
            </option>
          ))}
        </select>
        <AvailabilityButton
          unavailableReason={availability.getUnavailableReason('streaming.subscribe')}
          onClick={() => void streaming.subscribe()}
        >
          Subscribe
        </AvailabilityButton>
      </div>
      {selected && (
        <>
          {!selected.configured && selected.subscriptions.length === 0 && (
            <p class="quiet">Events from outside need: {selected.needs}.</p>
          )}
          <PlatformSubscriptions platform={selected} streaming={streaming} availability={availability} />
          <SimulateEventForm
            kinds={selected.events}
            unavailableReason={availability.getUnavailableReason('streaming.simulate')}
            onSimulate={streaming.simulate}
          />
        </>
      )}
      <RecentEventList
        label="Latest streaming events"
        events={recentEvents.value}
        describe={describeStreamingEvent}
        hint="Subscribe, then simulate an event. No account is needed."
      />
    </DeviceCard>
  );
};

const describeStreamingEvent = ({
  data: { platform, kind, user, message, amount, simulated },
}: EventOf<'streaming.event'>): string =>
  [platform, kind, user, amount, message, ...(simulated ? ['(simulated)'] : [])]
    .filter((part) => part !== undefined)
    .join(' · ');

import { AvailabilityButton } from '../shared/availability-button.tsx';
import type { Actions } from '#spec/client/index.ts';
import type { FeatureAvailability } from '../../shared/feature-availability.ts';
import type { StreamingPlatforms } from './streaming-store.ts';

interface PlatformSubscriptionsProps {
  readonly platform: Actions['streaming.status']['result']['platforms'][number];
  readonly streaming: StreamingPlatforms;
  readonly availability: FeatureAvailability;
}

/** Lists the subscriptions to a platform, with the state of their connections. */
export const PlatformSubscriptions = ({ platform, streaming, availability }: PlatformSubscriptionsProps) => (
  <ul class="things" aria-label={`Subscriptions to ${platform.name}`}>
    {platform.subscriptions.map(({ subscriptionId, channel, state, reason }) => (
      <li key={subscriptionId}>
        <div class="line">
          <b class="grow">{channel ?? subscriptionId}</b>
          <span class="badge">{state}</span>
          <AvailabilityButton
            aria-label={`Unsubscribe ${subscriptionId}`}
            unavailableReason={availability.getUnavailableReason('streaming.unsubscribe')}
            onClick={() => void streaming.unsubscribe(subscriptionId)}
          >
            Unsubscribe
          </AvailabilityButton>
        </div>
        {reason && <p class="quiet">{reason}</p>}
      </li>
    ))}
  </ul>
);

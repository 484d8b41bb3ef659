import { AbleButton } from '../parts/able-button.tsx';
import type { Actions } from '#spec/client/index.ts';
import type { Offered } from '../../parts/offered.ts';
import type { Streaming } from './streaming.ts';

interface SubscriptionsProps {
  readonly facts: Actions['streaming.status']['result']['platforms'][number];
  readonly streaming: Streaming;
  readonly offered: Offered;
}

/** Those of one platform, with what has become of their connections. */
export const Subscriptions = ({ facts, streaming, offered }: SubscriptionsProps) => (
  <ul class="things" aria-label={`Subscriptions to ${facts.name}`}>
    {facts.subscriptions.map(({ subscriptionId, channel, state, reason }) => (
      <li key={subscriptionId}>
        <div class="line">
          <b class="grow">{channel ?? subscriptionId}</b>
          <span class="badge">{state}</span>
          <AbleButton
            aria-label={`Unsubscribe ${subscriptionId}`}
            lacks={offered.lacks('streaming.unsubscribe')}
            onClick={() => void streaming.unsubscribe(subscriptionId)}
          >
            Unsubscribe
          </AbleButton>
        </div>
        {reason && <p class="quiet">{reason}</p>}
      </li>
    ))}
  </ul>
);

import { DeviceCard } from '../shared/device-card.tsx';
import { RecentEventList } from '../shared/recent-event-list.tsx';
import { AddListenerForm } from './add-listener-form.tsx';
import { WebhookListenerRow } from './webhook-listener-row.tsx';
import type { FeatureAvailability } from '../../shared/feature-availability.ts';
import type { WebhookListeners } from './webhook-listener-store.ts';

interface WebhooksCardProps {
  readonly webhooks: WebhookListeners;
  readonly availability: FeatureAvailability;
}

/** Shows the webhook listeners, which receive HTTP requests from outside. */
export const WebhooksCard = ({ webhooks, availability }: WebhooksCardProps) => {
  const { listeners, recentEvents } = webhooks;
  const list = listeners.value.value ?? [];
  return (
    <DeviceCard
      title="Webhooks"
      state={`${list.length} listening`}
      readings={[listeners]}
      unavailableReason={availability.getUnavailableReason('webhook.listeners')}
    >
      <AddListenerForm
        unavailableReason={availability.getUnavailableReason('webhook.listen')}
        onListen={webhooks.listen}
      />
      <ul class="things" aria-label="Listeners">
        {list.map((listener) => (
          <WebhookListenerRow
            key={listener.listenerId}
            listener={listener}
            webhooks={webhooks}
            availability={availability}
          />
        ))}
      </ul>
      <RecentEventList
        label="Latest requests"
        events={recentEvents.value}
        describe={({ data: { method, path, body } }) => `${method} ${path} ${JSON.stringify(body)}`}
        hint="No requests yet."
      />
    </DeviceCard>
  );
};

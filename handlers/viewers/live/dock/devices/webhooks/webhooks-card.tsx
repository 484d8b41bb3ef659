import { DeviceCard } from '../parts/device-card.tsx';
import { LatestList } from '../parts/latest-list.tsx';
import { ListenForm } from './listen-form.tsx';
import { ListenerRow } from './listener-row.tsx';
import type { Offered } from '../../parts/offered.ts';
import type { Webhooks } from './webhooks.ts';

interface WebhooksCardProps {
  readonly webhooks: Webhooks;
  readonly offered: Offered;
}

/** Requests from outside. */
export const WebhooksCard = ({ webhooks, offered }: WebhooksCardProps) => {
  const { listeners, latest } = webhooks;
  const list = listeners.value.value ?? [];
  return (
    <DeviceCard
      title="Webhooks"
      state={`${list.length} listened to`}
      readings={[listeners]}
      lacks={offered.lacks('webhook.listeners')}
    >
      <ListenForm lacks={offered.lacks('webhook.listen')} onListen={webhooks.listen} />
      <ul class="things" aria-label="Listeners">
        {list.map((listener) => (
          <ListenerRow key={listener.listenerId} listener={listener} webhooks={webhooks} offered={offered} />
        ))}
      </ul>
      <LatestList
        label="Latest requests"
        events={latest.value}
        tell={({ data: { method, path, body } }) => `${method} ${path} ${JSON.stringify(body)}`}
        hint="No request has come yet."
      />
    </DeviceCard>
  );
};

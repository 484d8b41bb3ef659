import { AvailabilityButton, DeviceCard, RecentEventList } from './device-card.tsx';
import type { Actions, EventOf } from '#spec/client/index.ts';
import type { StreamingPlatforms } from './streaming-store.ts';

export const StreamingCard = ({ streaming }: { readonly streaming: StreamingPlatforms }) => {
  const { platforms, recentEvents } = streaming;
  const list = platforms.value.value ?? [];
  const selected = streaming.selectedPlatform.value;
  const count = list.reduce((sum, { subscriptions }) => sum + subscriptions.length, 0);
  return (
    <DeviceCard
      title="Streaming"
      state={`${count} subscribed`}
      readings={[platforms]}
      requiredFeature="streaming.status"
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
        <AvailabilityButton requiredFeature="streaming.subscribe" onClick={() => void streaming.subscribe()}>
          Subscribe
        </AvailabilityButton>
      </div>
      {selected && (
        <>
          {!selected.configured && selected.subscriptions.length === 0 && (
            <p class="quiet">Events from outside need: {selected.needs}.</p>
          )}
          <PlatformSubscriptions platform={selected} streaming={streaming} />
          <SimulateEventForm kinds={selected.events} onSimulate={streaming.simulate} />
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

interface PlatformSubscriptionsProps {
  readonly platform: Actions['streaming.status']['result']['platforms'][number];
  readonly streaming: StreamingPlatforms;
}

/** Lists the subscriptions to a platform, with the state of their connections. */
const PlatformSubscriptions = ({ platform, streaming }: PlatformSubscriptionsProps) => (
  <ul class="things" aria-label={`Subscriptions to ${platform.name}`}>
    {platform.subscriptions.map(({ subscriptionId, channel, state, reason }) => (
      <li key={subscriptionId}>
        <div class="line">
          <b class="grow">{channel ?? subscriptionId}</b>
          <span class="badge">{state}</span>
          <AvailabilityButton
            aria-label={`Unsubscribe ${subscriptionId}`}
            requiredFeature="streaming.unsubscribe"
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

type EventKind = Actions['streaming.simulate']['parameters']['kind'];

interface SimulateEventFormProps {
  readonly kinds: readonly EventKind[];
  readonly onSimulate: StreamingPlatforms['simulate'];
}

const SimulateEventForm = ({ kinds, onSimulate }: SimulateEventFormProps) => (
  <form
    class="simulate"
    aria-label="Simulate an event"
    onSubmit={(event) => {
      event.preventDefault();
      const formData = new FormData(event.currentTarget, event.submitter);
      const amount = String(formData.get('amount') ?? '');
      const kind = kinds.find((option) => option === formData.get('kind'));
      if (!kind) return;
      void onSimulate(kind, {
        user: String(formData.get('user') ?? ''),
        message: String(formData.get('message') ?? ''),
        amount: amount === '' ? undefined : Number(amount),
      });
    }}
  >
    <div class="line">
      <input name="user" aria-label="User" placeholder="user" autocomplete="off" />
      <input name="message" aria-label="Message" placeholder="message" autocomplete="off" />
      <input name="amount" type="number" aria-label="Amount" placeholder="amount" min={0} />
    </div>
    <div class="line">
      <span class="quiet">Simulate</span>
      {kinds.map((kind) => (
        <AvailabilityButton
          key={kind}
          isSubmit
          name="kind"
          value={kind}
          class="pill"
          requiredFeature="streaming.simulate"
        >
          {kind}
        </AvailabilityButton>
      ))}
    </div>
  </form>
);

import { AbleButton } from '../parts/able-button.tsx';
import { DeviceCard } from '../parts/device-card.tsx';
import { LatestList } from '../parts/latest-list.tsx';
import { SimulateForm } from './simulate-form.tsx';
import { Subscriptions } from './subscriptions.tsx';
import type { EventOf } from '#spec/client/index.ts';
import type { Offered } from '../../parts/offered.ts';
import type { Streaming } from './streaming.ts';

interface StreamingCardProps {
  readonly streaming: Streaming;
  readonly offered: Offered;
}

/** Live-streaming platforms. */
export const StreamingCard = ({ streaming, offered }: StreamingCardProps) => {
  const { platforms, latest } = streaming;
  const list = platforms.value.value ?? [];
  const chosen = streaming.chosen.value;
  const count = list.reduce((sum, { subscriptions }) => sum + subscriptions.length, 0);
  return (
    <DeviceCard
      title="Streaming"
      state={`${count} subscribed`}
      readings={[platforms]}
      lacks={offered.lacks('streaming.status')}
    >
      <div class="line">
        <select
          class="grow"
          aria-label="Platform"
          value={chosen?.platform}
          onChange={({ currentTarget }) => {
            const facts = list.find(({ platform }) => platform === currentTarget.value);
            if (facts) streaming.choose(facts.platform);
          }}
        >
          {list.map(({ platform, name, state }) => (
            <option key={platform} value={platform}>
              {name} ({state})
            </option>
          ))}
        </select>
        <AbleButton lacks={offered.lacks('streaming.subscribe')} onClick={() => void streaming.subscribe()}>
          Subscribe
        </AbleButton>
      </div>
      {chosen && (
        <>
          {!chosen.configured && chosen.subscriptions.length === 0 && (
            <p class="quiet">Events from outside need: {chosen.needs}.</p>
          )}
          <Subscriptions facts={chosen} streaming={streaming} offered={offered} />
          <SimulateForm
            kinds={chosen.events}
            lacks={offered.lacks('streaming.simulate')}
            onSimulate={streaming.simulate}
          />
        </>
      )}
      <LatestList
        label="Latest streaming events"
        events={latest.value}
        tell={tell}
        hint="Subscribe, and simulate an event: no account is needed."
      />
    </DeviceCard>
  );
};

const tell = ({
  data: { platform, kind, user, message, amount, simulated },
}: EventOf<'streaming.event'>): string =>
  [platform, kind, user, amount, message, ...(simulated ? ['(simulated)'] : [])]
    .filter((part) => part !== undefined)
    .join(' · ');

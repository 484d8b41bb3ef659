import { computed, signal } from '@preact/signals';
import { createLatest } from '../parts/latest.ts';
import { createReading } from '../parts/reading.ts';
import type { ReadonlySignal } from '@preact/signals';
import type { Actions } from '#spec/client/index.ts';
import type { DeviceParts, Latest } from '../parts/latest.ts';
import type { Reading } from '../parts/reading.ts';

type PlatformFacts = Actions['streaming.status']['result']['platforms'][number];
type Platform = PlatformFacts['platform'];
type Kind = PlatformFacts['events'][number];

/** What an event that is made up tells. */
interface MadeUp {
  readonly user: string;
  readonly message: string;
  readonly amount: number | undefined;
}

/** Live-streaming platforms. */
export interface Streaming {
  readonly platforms: Reading<readonly PlatformFacts[]>;
  /** The one that is looked at: the first until another is chosen. */
  readonly chosen: ReadonlySignal<PlatformFacts | undefined>;
  readonly latest: Latest<'streaming.event'>;
  choose(platform: Platform): void;
  /** To all that the chosen platform tells. */
  subscribe(): Promise<void>;
  unsubscribe(subscriptionId: string): Promise<void>;
  /** Has an event of the chosen platform happen, and says so when nobody takes it. */
  simulate(kind: Kind, madeUp: MadeUp): Promise<void>;
}

export const createStreaming = (parts: DeviceParts): Streaming => {
  const { session, notices } = parts;
  const { client } = session;
  const platforms = createReading(async () => (await client.act('streaming.status')).result.platforms);
  const wanted = signal<Platform>();
  const chosen = computed(() => {
    const list = platforms.value.value;
    return list?.find(({ platform }) => platform === wanted.value) ?? list?.[0];
  });
  return {
    platforms,
    chosen,
    latest: createLatest(parts, ['streaming.event']),
    choose(platform) {
      wanted.value = platform;
    },
    async subscribe() {
      const platform = chosen.value?.platform;
      if (!platform) return;
      await notices.attempt(() => client.act('streaming.subscribe', { platform }));
      await platforms.refresh();
    },
    async unsubscribe(subscriptionId) {
      await notices.attempt(() => client.act('streaming.unsubscribe', { subscriptionId }));
      await platforms.refresh();
    },
    async simulate(kind, { user, message, amount }) {
      const { platform, name } = chosen.value ?? {};
      if (!platform) return;
      const data = {
        ...(user !== '' && { user }),
        ...(message !== '' && { message }),
        ...(amount !== undefined && { amount }),
      };
      await notices.attempt(async () => {
        const { raised } = (await client.act('streaming.simulate', { platform, kind, data })).result;
        if (!raised) notices.say(`Nobody has subscribed to ${kind} of ${name}: no event tells of it.`);
      });
    },
  };
};

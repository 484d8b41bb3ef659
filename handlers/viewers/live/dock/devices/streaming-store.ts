import { computed, type ReadonlySignal, signal } from '@preact/signals';
import { createRecentEvents, type DeviceStoreOptions, type RecentEvents } from './recent-event-store.ts';
import { createRefreshableValue, type RefreshableValue } from './refreshable-value.ts';
import type { Actions } from '#spec/client/index.ts';

type PlatformInfo = Actions['streaming.status']['result']['platforms'][number];
type Platform = PlatformInfo['platform'];
type Kind = PlatformInfo['events'][number];

interface SimulatedEvent {
  readonly user: string;
  readonly message: string;
  readonly amount: number | undefined;
}

/** The live-streaming platforms, and the subscriptions to their events. */
export interface StreamingPlatforms {
  readonly platforms: RefreshableValue<readonly PlatformInfo[]>;
  /** The selected platform; by default, the first one. */
  readonly selectedPlatform: ReadonlySignal<PlatformInfo | undefined>;
  readonly recentEvents: RecentEvents<'streaming.event'>;
  selectPlatform(platform: Platform): void;
  subscribe(): Promise<void>;
  unsubscribe(subscriptionId: string): Promise<void>;
  /**
   * Simulates an event from the selected platform. If there is no subscription to this kind of event, a notice says so.
   */
  simulate(kind: Kind, event: SimulatedEvent): Promise<void>;
}

export const createStreamingPlatforms = (options: DeviceStoreOptions): StreamingPlatforms => {
  const { session, notices } = options;
  const { client } = session;
  const platforms = createRefreshableValue(
    async () => (await client.act('streaming.status')).result.platforms,
  );
  const selectedName = signal<Platform>();
  const selectedPlatform = computed(() => {
    const list = platforms.value.value;
    return list?.find(({ platform }) => platform === selectedName.value) ?? list?.[0];
  });
  return {
    platforms,
    selectedPlatform,
    recentEvents: createRecentEvents(options, ['streaming.event']),
    selectPlatform(platform) {
      selectedName.value = platform;
    },
    async subscribe() {
      const platform = selectedPlatform.value?.platform;
      if (!platform) return;
      await notices.runAndReport(() => client.act('streaming.subscribe', { platform }));
      await platforms.refresh();
    },
    async unsubscribe(subscriptionId) {
      await notices.runAndReport(() => client.act('streaming.unsubscribe', { subscriptionId }));
      await platforms.refresh();
    },
    async simulate(kind, { user, message, amount }) {
      const { platform, name } = selectedPlatform.value ?? {};
      if (!platform) return;
      const data = {
        ...(user !== '' && { user }),
        ...(message !== '' && { message }),
        ...(amount !== undefined && { amount }),
      };
      await notices.runAndReport(async () => {
        const { raised } = (await client.act('streaming.simulate', { platform, kind, data })).result;
        if (!raised)
          notices.showInfo(`There is no subscription to ${kind} of ${name}, so no event was sent.`);
      });
    },
  };
};

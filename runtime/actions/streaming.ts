import type { Actions } from '#spec/actions/index.ts';
import type { Bodies } from './body.ts';

export const streaming = {
  platforms: (_, { streams }) => ({ platforms: streams.platforms() }),
  subscribe: (wanted, { streams }) => ({ ...streams.subscribe(wanted) }),
  unsubscribe: (which, { streams }) => ({ count: streams.unsubscribe(which) }),
  status: async ({ platform }, { streams }) => ({ platforms: await streams.status(platform) }),
  sendChat: async ({ platform, message, channel }, { streams }) => {
    const { messageId } = await streams.sendChat({ platform, message, channel });
    return { messageId };
  },
  simulate: ({ platform, kind, data = null }, { streams }) => streams.simulate(platform, kind, data),
} satisfies Bodies<Actions['streaming']>;

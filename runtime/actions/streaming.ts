import type { Actions } from '#spec/actions/index.ts';
import type { ActionHandlers } from './action-handler.ts';

export const streamingHandlers = {
  platforms: (_, { streams }) => ({ platforms: streams.platforms() }),
  subscribe: (request, { streams }) => ({ ...streams.subscribe(request) }),
  unsubscribe: (which, { streams }) => ({ count: streams.unsubscribe(which) }),
  status: async ({ platform }, { streams }) => ({ platforms: await streams.status(platform) }),
  sendChat: async ({ platform, message, channel }, { streams }) => {
    const { messageId } = await streams.sendChat({ platform, message, channel });
    return { messageId };
  },
  simulate: ({ platform, kind, data = null }, { streams }) => streams.simulate(platform, kind, data),
} satisfies ActionHandlers<Actions['streaming']>;

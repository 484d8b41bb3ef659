import type { Actions } from '#spec/actions/index.ts';
import type { ActionHandlers } from '../runtime-services.ts';

export const streamingHandlers = {
  platforms: (_, { streams }) => ({ platforms: streams.listPlatforms() }),
  subscribe: (request, { streams }) => ({ ...streams.subscribe(request) }),
  unsubscribe: (filter, { streams }) => ({ count: streams.unsubscribe(filter) }),
  status: async ({ platform }, { streams }) => ({ platforms: await streams.getStatus(platform) }),
  sendChat: async ({ platform, message, channel }, { streams }) => {
    const { messageId } = await streams.sendChat({ platform, message, channel });
    return { messageId };
  },
  simulate: ({ platform, kind, data = null }, { streams }) => streams.simulate(platform, kind, data),
} satisfies ActionHandlers<Actions['streaming']>;

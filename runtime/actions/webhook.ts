import { ApiError } from '#spec/errors.ts';
import { parseHttpContent, createHttpRequest } from '../integrations/http.ts';
import type { Actions } from '#spec/actions/index.ts';
import type { ActionHandlers } from '../runtime-services.ts';

export const webhookHandlers = {
  listen: async ({ path, secret, methods }, { webhooks }) => {
    const { listenerId, url } = webhooks.listen({ path, secret, methods });
    return { listenerId, url: await url };
  },
  unlisten: (filter, { webhooks }) => ({ count: webhooks.unlisten(filter) }),
  listeners: (_, { webhooks }) => ({
    listeners: webhooks.list().map(({ methods, ...listener }) => ({ ...listener, methods: [...methods] })),
  }),
  send: ({ body = null, ...options }, { http }) =>
    new Promise((resolve, reject) => {
      const request = createHttpRequest({ ...options, body });
      http.send(
        request,
        (outcome) => {
          if ('error' in outcome) reject(new ApiError('ACTION_FAILED', outcome.error));
          else resolve({ status: outcome.status, body: parseHttpContent(outcome) });
        },
        new AbortController().signal,
      );
    }),
} satisfies ActionHandlers<Actions['webhook']>;

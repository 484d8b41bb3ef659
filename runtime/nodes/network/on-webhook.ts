import { ApiError } from '#spec/errors.ts';
import { defineEventNode } from '../dsl/define-node.ts';
import { generic, string, trigger } from '../dsl/ports.ts';
import type { EventData } from '#spec/events.ts';
import type { Json } from '#spec/values.ts';
import type { NodeServices } from '../dsl/handler-context.ts';

/** The state of an OnWebhook node: its active listener, if any. */
interface WebhookState {
  path: string | undefined;
  secret: string;
  listenerId: string | undefined;
}

/**
 * Releases the previous listener and registers a new one. If the registration fails, it is tried again in the next
 * frame.
 */
const replaceListener = (
  path: string,
  secret: string,
  state: WebhookState,
  { runtime: { webhooks }, graph: { graphId }, onDispose, warnOnce }: NodeServices,
): void => {
  if (state.listenerId !== undefined) webhooks.releaseGraphListener(state.listenerId);
  state.listenerId = undefined;
  state.path = undefined;
  try {
    const { listenerId, url } = webhooks.listen({
      ...{ path, methods: ['POST'], graphId },
      secret: secret === '' ? undefined : secret,
    });
    // a port that can't be opened is already reported on the console
    url.catch(() => {});
    Object.assign(state, { path, secret, listenerId });
    onDispose(() => webhooks.releaseGraphListener(listenerId));
  } catch (failure) {
    if (!(failure instanceof ApiError)) throw failure;
    warnOnce(failure.reason);
  }
};

export const onWebhookNode = defineEventNode({
  description:
    'Fires in the frame after a POST request to Path, at the webhook port that webhook.listeners shows, with its Body (a value, fields or text, null when there is none), its Headers without secrets and signatures, and its Query. With a Secret, requests count only when they carry it in X-Webhook-Secret or as a bearer token, or are signed with it as GitHub and Stripe do. The graph listens from its first frame until it stops. A path that is invalid or already in use is retried in each frame, with one console warning per run of the graph.',
  inputs: { Path: string(), Secret: string('', { isSensitive: true }) },
  outputs: { Out: trigger, Body: generic(), Headers: generic({}), Query: generic({}) },
  state: (): WebhookState => ({ path: undefined, secret: '', listenerId: undefined }),
  when: {
    frame: (context) => {
      const { inputs, state } = context;
      const { Path, Secret } = inputs;
      if (state.path !== Path || state.secret !== Secret) replaceListener(Path, Secret, state, context);
    },
    event: ({ outputs, state, emit }, { type, data }) => {
      if (type !== 'webhook.received') return;
      const { listenerId, body, headers, query } = data as EventData<'webhook.received'>;
      if (listenerId !== state.listenerId) return;
      outputs.Body = body;
      outputs.Headers = headers;
      outputs.Query = query as Json;
      emit.Out();
    },
  },
});

import {
  createHttpRequest,
  type HttpOutcome,
  type HttpRequest,
  parseHttpContent,
} from '../../integrations/http.ts';
import { defineCategory, defineEventNode, defineFlowNode } from '../dsl/define-node.ts';
import { warnOnFailure } from '../dsl/handler-helpers.ts';
import { dropdown, float, generic, integer, string, trigger } from '../dsl/ports.ts';
import { getJsonValueNode, parseJsonNode, toJsonNode } from './json-nodes.ts';
import { onStreamEventNode, sendStreamChatNode, streamSubscribeNode } from './stream-nodes.ts';
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
const replaceListener = (path: string, secret: string, state: WebhookState, services: NodeServices): void => {
  const { runtime, graph, onDispose } = services;
  const { webhooks } = runtime;
  if (state.listenerId !== undefined) webhooks.releaseGraphListener(state.listenerId);
  state.listenerId = undefined;
  state.path = undefined;
  warnOnFailure(() => {
    const { listenerId, url } = webhooks.listen({
      ...{ path, methods: ['POST'], graphId: graph.graphId },
      secret: secret === '' ? undefined : secret,
    });
    // a port that can't be opened is already reported on the console
    url.catch(() => {});
    Object.assign(state, { path, secret, listenerId });
    onDispose(() => webhooks.releaseGraphListener(listenerId));
  }, services);
};

/** Maximum duration of a request, in seconds of real time. */
const maxTimeoutSeconds = 60;

interface RequestInputs {
  readonly Url: string;
  readonly Method: string;
  readonly Headers: Json;
  readonly Body: Json;
  readonly Timeout: number;
  readonly Authorization: string;
}

const createRequest = ({ Url, Method, Headers, Body, Timeout, Authorization }: RequestInputs): HttpRequest =>
  createHttpRequest({
    ...{ method: Method, url: Url, body: Body },
    headers: { ...toRecord(Headers), ...(Authorization !== '' && { authorization: Authorization }) },
    timeout: Timeout > 0 ? Math.min(Timeout, maxTimeoutSeconds) : maxTimeoutSeconds,
  });

const toRecord = (value: Json): Readonly<Record<string, Json>> =>
  value === null || typeof value !== 'object' || Array.isArray(value) ? {} : value;

export const networkNodes = defineCategory('Network', {
  OnWebhook: defineEventNode({
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
        outputs.Query = query;
        emit.Out();
      },
    },
  }),
  HttpRequest: defineFlowNode({
    description:
      'Sends a request to an http or https address on a host that the settings allow, and fires Out. Done fires at the beginning of a later frame when there is a response, whatever its Status; Response is its JSON value or its text, null when it is empty. Failed fires instead when the request could not be sent or timed out: then Status is 0 and Response is the reason. Headers is an object of texts; Body is sent as text when it is one, otherwise as JSON; GET and HEAD requests have no body. Authorization is sent as the header of that name and is never shown. Timeout is in seconds of real time, 60 at most; 0 or less means 60. Each trigger sends its own request; Cancel aborts all pending ones, and then neither Done nor Failed fires.',
    inputs: {
      In: trigger,
      Cancel: trigger,
      Url: string(),
      Method: dropdown('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD'),
      Headers: generic({}),
      Body: generic(),
      Timeout: float(10, { maximum: maxTimeoutSeconds }),
      Authorization: string('', { isSensitive: true }),
    },
    outputs: { Out: trigger, Done: trigger, Failed: trigger, Status: integer(), Response: generic() },
    on: {
      In: ({ inputs, runtime, startJob, emit }) => {
        const request = createRequest(inputs);
        startJob((finish, signal) => runtime.http.send(request, finish, signal));
        emit.Out();
      },
      Cancel: ({ cancel }) => cancel(),
    },
    done: ({ outputs, emit, warnOnce }, outcome: HttpOutcome) => {
      if ('error' in outcome) {
        warnOnce(outcome.error);
        outputs.Status = 0;
        outputs.Response = outcome.error;
        emit.Failed();
      } else {
        outputs.Status = outcome.status;
        outputs.Response = parseHttpContent(outcome);
        emit.Done();
      }
    },
  }),
  ParseJson: parseJsonNode,
  ToJson: toJsonNode,
  GetJsonValue: getJsonValueNode,
  StreamSubscribe: streamSubscribeNode,
  OnStreamEvent: onStreamEventNode,
  SendStreamChat: sendStreamChatNode,
});

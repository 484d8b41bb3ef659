import * as z from 'zod';
import { defineAction } from '../contract/action-spec.ts';
import { maxSelectedNames } from './parameter-schemas.ts';
import { JsonValue } from '../values.ts';

/** HTTP methods that incoming requests may have. */
const incomingMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
export type WebhookMethod = (typeof incomingMethods)[number];

/** HTTP methods that outgoing requests may have. */
const outgoingMethods = [...incomingMethods, 'HEAD'] as const;

const listenerId = z.string().describe('Id of the listener');
const listenerPath = z.string().describe('Path of its address, such as /orders');
const listenerMethods = z.array(z.enum(incomingMethods));

const ListenerRecord = z.object({
  listenerId,
  path: listenerPath,
  methods: listenerMethods.describe('Methods that it accepts'),
  url: z.string().nullable().describe('Address for requests; null until the port is open'),
  isProtected: z.boolean().describe('Whether senders need a secret'),
  graphId: z.string().optional().describe('Id of the running graph that listens; absent for a client'),
});

export const webhookActions = {
  listen: defineAction({
    summary: 'Listen to incoming requests',
    description:
      'webhook.received reports each request. Requests arrive at a separate port, which `webhooks` of the settings names and which is open while ' +
      'anyone listens: on this machine only, unless the settings allow more. A request gets 202 as soon as it arrives.',
    parameters: () => ({
      path: z
        .string()
        .min(1)
        .describe('Names with slashes between them, 200 characters at most, such as orders/new'),
      secret: z
        .string()
        .min(1)
        .max(1_000)
        .optional()
        .meta({ format: 'password' })
        .describe(
          'Secret of the senders: they send it in X-Webhook-Secret or as a bearer token, or sign the body with it as GitHub and ' +
            'Stripe do; without it, anyone may send',
        ),
      methods: listenerMethods.min(1).max(maxSelectedNames).default(['POST']).describe('Methods to accept'),
    }),
    example: { path: 'orders/new' },
    result: () => ({ listenerId, url: z.url().describe('Address for requests') }),
    later: true,
    named: true,
  }),
  unlisten: defineAction({
    summary: 'Stop listening to requests',
    description:
      'Removes the listeners that match every given field; without fields, all listeners of clients. Graphs listen as long as they run.',
    parameters: () => ({
      listenerId: z.string().min(1).optional().describe('Only this listener'),
      path: z.string().min(1).optional().describe('Only listeners of this path'),
    }),
    result: () => ({ count: z.int().describe('Number of removed listeners') }),
    named: true,
  }),
  listeners: defineAction({
    summary: 'List the listeners',
    parameters: () => ({}),
    result: () => ({ listeners: z.array(ListenerRecord).describe('Every listener, oldest first') }),
    named: true,
  }),
  send: defineAction({
    summary: 'Send a request to another server',
    description:
      'Only to hosts that `allowedHosts` of the settings names, including redirects. Returns the response of the server, whatever its status.',
    parameters: () => ({
      url: z.string().min(1).describe('Address, by http or https'),
      method: z.enum(outgoingMethods).default('POST').describe('Method of the request'),
      headers: z
        .record(z.string(), z.string())
        .default({})
        .describe('Headers by name, except those of the connection'),
      body: JsonValue.optional().describe(
        'Text is sent unchanged, anything else as JSON; GET and HEAD have none',
      ),
      timeout: z.number().positive().max(60).default(10).describe('Timeout in seconds'),
    }),
    example: { url: 'https://example.com/orders', body: { order: 7 } },
    result: () => ({
      status: z.int().describe('HTTP status of the response'),
      body: JsonValue.describe(
        'Body of the response: a value if it is JSON, otherwise text; null if it is empty',
      ),
    }),
    timeout: 65,
    later: true,
  }),
} as const;

import * as z from 'zod';
import { defineAction } from '../contract/action-spec.ts';
import { maxSelectedNames } from './parameter-schemas.ts';
import { JsonValue } from '../values.ts';

/** Methods by which requests may come in. */
const incomingMethods = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
export type WebhookMethod = (typeof incomingMethods)[number];

/** Methods by which requests may be sent. */
const outgoingMethods = [...incomingMethods, 'HEAD'] as const;

const listenerId = z.string().describe('Id of the listener');
const listenerPath = z.string().describe('Path of its address, such as /orders');
const listenerMethods = z.array(z.enum(incomingMethods));

const ListenerRecord = z.object({
  listenerId,
  path: listenerPath,
  methods: listenerMethods.describe('Methods of the requests that it takes'),
  url: z.string().nullable().describe('Where requests are to go; null until the port is open'),
  isProtected: z.boolean().describe('Whether senders have to know a secret'),
  graphId: z.string().optional().describe('Id of the running graph that listens; absent for a client'),
});

export const webhookActions = {
  listen: defineAction({
    summary: 'Listen to requests from outside',
    description:
      'webhook.received tells of each. They arrive at a port of their own, which `webhooks` of the settings names, and which is open while ' +
      'anybody listens: on this machine only, unless the settings say otherwise. A request is answered with 202 as soon as it is there.',
    parameters: () =>
      z.object({
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
            'What senders have to know: they send it in X-Webhook-Secret or as a bearer token, or sign the body with it as GitHub and ' +
              'Stripe do; anybody may send when absent',
          ),
        methods: listenerMethods
          .min(1)
          .max(maxSelectedNames)
          .default(['POST'])
          .describe('Methods of the requests that are taken'),
      }),
    result: () => z.object({ listenerId, url: z.url().describe('Where requests are to go') }),
    later: true,
    named: true,
  }),
  unlisten: defineAction({
    summary: 'Listen to requests no more',
    description:
      'Takes away everything that clients listen to when neither is given, and what both fit when both are. Graphs listen as long as they run.',
    parameters: () =>
      z.object({
        listenerId: z.string().min(1).optional().describe('Only this listener'),
        path: z.string().min(1).optional().describe('Only listeners of this path'),
      }),
    result: () => z.object({ count: z.int().describe('How many listeners were taken away') }),
    named: true,
  }),
  listeners: defineAction({
    summary: 'List what is listened to',
    parameters: () => z.object({}),
    result: () => z.object({ listeners: z.array(ListenerRecord).describe('Every listener, oldest first') }),
    named: true,
  }),
  send: defineAction({
    summary: 'Send a request to a server outside',
    description:
      'Only to hosts that `allowedHosts` of the settings names, redirects included. Answers once the server has, whatever its status.',
    parameters: () =>
      z.object({
        url: z.string().min(1).describe('Address, by http or https'),
        method: z.enum(outgoingMethods).default('POST').describe('Method of the request'),
        headers: z
          .record(z.string(), z.string())
          .default({})
          .describe('Headers by name, those of the connection excepted'),
        body: JsonValue.optional().describe(
          'Sent as it is when it is text, as JSON when it is anything else; GET and HEAD have none',
        ),
        timeout: z.number().positive().max(60).default(10).describe('Seconds until the request is given up'),
      }),
    result: () =>
      z.object({
        status: z.int().describe('HTTP status of the answer'),
        body: JsonValue.describe(
          'What it says: a value when it is JSON, otherwise text, null when it is empty',
        ),
      }),
    timeout: 65,
    later: true,
  }),
} as const;

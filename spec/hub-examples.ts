/**
 * Calls to hub methods with their results, recorded from a connection. `fixtures/asyncapi-examples` regenerates them.
 */
import { exampleStreamId } from './example-event-positions.ts';
import type { HubExchange } from './contract/event-and-message-spec.ts';

type Exchanges = Readonly<Record<string, HubExchange>>;

export const hubExamples = {
  Subscribe: {
    graphs: {
      summary: 'Subscribe to graphs and the console',
      call: [['graph.*', 'console.log']],
      result: { streamId: exampleStreamId, seq: 27 },
    },
    unmatched: {
      summary: 'A pattern that matches no event kind, perhaps a typo',
      call: [['graph.*', 'consol.log']],
      result: { streamId: exampleStreamId, seq: 27, unmatched: ['consol.log'] },
    },
    malformed: {
      summary: 'A pattern with an empty segment',
      call: [['graph..running']],
      invalid: true,
      error:
        "INVALID_REQUEST: The pattern 'graph..running' is malformed: expected names, * or **, separated by single dots, at most 256 characters. GET /api/events/types describes the hub methods.",
    },
  },
  SubscribeFiltered: {
    cube: {
      summary: 'Subscribe to the tweens of one object',
      call: [['tween.*'], ['cube'], null, null],
      result: { streamId: exampleStreamId, seq: 27 },
    },
  },
  Unsubscribe: {
    console: {
      summary: 'Unsubscribe from the console',
      call: [['console.log']],
    },
  },
  Resume: {
    back: {
      summary: 'Resume on another connection after event 3',
      call: [exampleStreamId, 3],
      result: { streamId: exampleStreamId, seq: 27, replayed: 0 },
    },
    ahead: {
      summary: 'A position that the stream has not reached',
      call: [exampleStreamId, 1_000_000],
      error:
        'INVALID_REQUEST: lastSeq: expected at most 27, the last event so far, not 1000000. GET /api/events/types describes the hub methods.',
    },
  },
  SetRate: {
    slow: {
      summary: 'At most five high-volume events of one source a second',
      call: [5],
    },
    tooFast: {
      summary: 'A rate above the limit',
      call: [5000],
      invalid: true,
      error:
        'INVALID_REQUEST: perSecond: expected at most 1000. GET /api/events/types describes the hub methods.',
    },
  },
  SendAction: {
    log: {
      summary: 'Write to the console',
      call: [{ Action: 'log.console', Parameters: { message: 'Hello' }, RequestId: 'hello' }],
      callbacks: [
        {
          name: 'ActionResponse',
          argument: {
            requestId: 'hello',
            action: 'log.console',
            success: true,
            status: 200,
            result: { id: 'r6' },
            tick: 18,
            seq: 1,
          },
        },
      ],
    },
    tween: {
      summary: 'Lift an object',
      call: [
        {
          Action: 'tween.position',
          Parameters: { object: 'cube', position: { x: 0, y: 2, z: 0 }, time: 1 },
          RequestId: 'lift',
        },
      ],
      callbacks: [
        {
          name: 'ActionResponse',
          argument: {
            requestId: 'lift',
            action: 'tween.position',
            success: true,
            status: 200,
            result: { tweenId: 'tween-3' },
            tick: 18,
            seq: 2,
          },
        },
      ],
    },
    failed: {
      summary: 'An action that fails because no object has the tag',
      call: [
        {
          Action: 'tween.position',
          Parameters: { object: 'cuba', position: { x: 0, y: 2, z: 0 }, time: 1 },
          RequestId: 'lift-what',
        },
      ],
      callbacks: [
        {
          name: 'ActionResponse',
          argument: {
            requestId: 'lift-what',
            action: 'tween.position',
            success: false,
            status: 422,
            error: {
              code: 'OBJECT_NOT_FOUND',
              message:
                "No scene object has the tag 'cuba'. POST /api/actions/scene/objects.list lists the scene objects.",
              details: { object: 'cuba', nearest: ['cube'] },
            },
          },
        },
      ],
    },
    forgotten: {
      summary: 'Without an id, only the completion is sent',
      call: [{ Action: 'log.console', Parameters: { message: 'Hello' } }],
    },
    refused: {
      summary: 'On a connection without the token',
      anonymous: true,
      call: [{ Action: 'log.console', Parameters: { message: 'Hello' }, RequestId: 'hello' }],
      callbacks: [
        {
          name: 'ActionResponse',
          argument: {
            requestId: 'hello',
            action: 'log.console',
            success: false,
            status: 401,
            error: {
              code: 'UNAUTHORIZED',
              message:
                'The connection was opened without a valid token. Send it in the query parameter access_token or a Bearer header. On this machine, GET /api/health names the file that contains the token.',
            },
          },
        },
      ],
      error:
        'UNAUTHORIZED: The connection was opened without a valid token. Send it in the query parameter access_token or a Bearer header. On this machine, GET /api/health names the file that contains the token.',
    },
  },
  SendActionBatch: {
    some: {
      summary: 'Two commands in order: one has its own RequestId, and one fails',
      call: [
        [
          { Action: 'log.console', Parameters: { message: 'Hello' }, RequestId: 'hello' },
          { Action: 'tween.cancel', Parameters: { object: 'cuba' } },
        ],
        false,
        'both',
      ],
      callbacks: [
        {
          name: 'ActionResponse',
          argument: {
            requestId: 'hello',
            action: 'log.console',
            success: true,
            status: 200,
            result: { id: 'r8' },
            tick: 19,
            seq: 3,
          },
        },
        {
          name: 'BatchActionResponse',
          argument: {
            requestId: 'both',
            total: 2,
            succeeded: 1,
            failed: 1,
            results: [
              {
                requestId: 'hello',
                action: 'log.console',
                success: true,
                status: 200,
                result: { id: 'r8' },
                tick: 19,
                seq: 3,
              },
              {
                action: 'tween.cancel',
                success: false,
                status: 422,
                error: {
                  code: 'OBJECT_NOT_FOUND',
                  message:
                    "No scene object has the tag 'cuba'. POST /api/actions/scene/objects.list lists the scene objects.",
                  details: { object: 'cuba', nearest: ['cube'] },
                },
              },
            ],
          },
        },
      ],
    },
    malformed: {
      summary: 'A command without an action',
      call: [[{ Parameters: { message: 'Hello' } }]],
      invalid: true,
      error:
        'INVALID_REQUEST: commands.0.Action: expected a string, received nothing. GET /api/events/types describes the hub methods.',
    },
  },
} as const satisfies Readonly<Record<string, Exchanges>>;

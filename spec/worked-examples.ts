/**
 * One complete example for each layer, as a client would send it. A test runs the examples as shown in `GET /llms.txt`.
 */
import type { WorkedExample } from './contract/worked-example.ts';

const editGraphExample: WorkedExample = {
  title: 'L1 by example: build a graph, run it, change it',
  steps: [
    { text: 'A new graph has the nodes Start and OnNewFrame.' },
    {
      call: 'POST /api/graphs',
      body: { name: 'Hello' },
      status: 201,
      answer: { id: '{graphId}', nodes: [{ id: '{startId}', category: 'Start' }] },
    },
    {
      text: 'Add nodes with their values and connections, all or none. Each end of a connection is a port of a node, named by\nits tempId or by its id. sync=true pushes the graph to the runtime.',
    },
    {
      call: 'POST /api/graphs/{graphId}/build?sync=true',
      body: {
        nodes: [
          { tempId: 'wait', category: 'Delay', ports: { Duration: 1 } },
          { tempId: 'log', category: 'LogConsole', ports: { Message: 'Hello' } },
        ],
        connections: [
          { from: '{startId}/Out', to: 'wait/In' },
          { from: 'wait/Done', to: 'log/In' },
        ],
      },
      status: 200,
      answer: { nodes: [{ category: 'LogConsole', ports: [{ id: '{messageId}', name: 'Message' }] }] },
    },
    {
      call: 'POST /api/graphs/{graphId}/run',
      status: 200,
      answer: { state: 'running', started: true },
    },
    { seconds: 2 },
    {
      call: 'GET /api/console?limit=10',
      status: 200,
      answer: [{ graphId: '{graphId}', message: 'Hello' }],
    },
    { text: 'Single edits use the ids of ports. Start fires again only in a run that starts anew.' },
    {
      call: 'PUT /api/ports/{messageId}/value?sync=true',
      body: { value: 'Again' },
      status: 200,
      answer: { value: 'Again' },
    },
    {
      call: 'POST /api/graphs/{graphId}/run?restart=true',
      status: 200,
      answer: { started: true, stale: false },
    },
    { seconds: 2 },
    { call: 'GET /api/console?limit=10', status: 200, answer: [{ message: 'Hello' }, { message: 'Again' }] },
    { call: 'POST /api/graphs/{graphId}/stop', status: 200, answer: { state: 'stopped' } },
    {
      text: 'Every call is a step that can be undone. X-Client-Name says whose steps; others need anyClient.',
    },
    {
      call: 'POST /api/graphs/{graphId}/undo',
      status: 200,
      answer: { steps: [{ summary: 'Set Message of LogConsole to "Again"', isUndone: true }] },
    },
    {
      text: 'A batch runs calls one after another. With references, a call can use what earlier ones returned.',
    },
    {
      call: 'POST /api/batch',
      body: {
        references: true,
        stopOnFailure: true,
        operations: [
          { method: 'POST', path: '/api/graphs', body: { name: 'Second' }, as: 'graph' },
          {
            ...{ method: 'POST', path: '/api/graphs/{graph.body.id}/build' },
            body: {
              nodes: [
                { tempId: 'log', category: 'LogConsole', ports: { Message: { $ref: 'graph.body.name' } } },
              ],
            },
          },
        ],
      },
      status: 200,
      answer: { succeeded: 2, failed: 0, skipped: 0 },
    },
  ],
};

const runActionExample: WorkedExample = {
  title: 'L2 by example: put a cube into the scene and move it',
  steps: [
    {
      call: 'POST /api/actions/scene/spawn',
      body: { type: 'Primitives/Cube', tag: 'box', position: [0, 1, 0] },
      status: 200,
      answer: { action: 'scene.spawn', result: { object: 'box' } },
    },
    {
      call: 'POST /api/actions/tween/position',
      body: { object: 'box', position: [0, 3, 0], time: 1 },
      status: 200,
      answer: { result: { tweenId: '{tweenId}' } },
    },
    { seconds: 2 },
    {
      call: 'POST /api/actions/transform/get',
      body: { object: 'box' },
      status: 200,
      answer: { result: { position: { x: 0, y: 3, z: 0 } } },
    },
  ],
};

const hubExample: WorkedExample = {
  title: 'L3 by example: receive events, and run actions over the same connection',
  steps: [
    {
      text: 'C is the client and S the service. Each message ends with the character U+001E. SignalR clients do all of\nthis themselves. You can skip the negotiation, and with it the id.',
    },
    {
      call: 'POST /api/events/negotiate?negotiateVersion=1',
      status: 200,
      answer: { connectionToken: '{connectionToken}' },
    },
    { text: 'A WebSocket to:' },
    { connect: '/api/events?id={connectionToken}&access_token={token}' },
    { sends: { protocol: 'json', version: 1 } },
    { receives: {} },
    { sends: { type: 1, invocationId: '1', target: 'Subscribe', arguments: [['console.log']] } },
    { receives: { type: 3, invocationId: '1', result: { streamId: '{streamId}' } } },
    {
      sends: {
        type: 1,
        target: 'SendAction',
        arguments: [{ Action: 'log.console', Parameters: { message: 'Hi' }, RequestId: 'r1' }],
      },
    },
    {
      receives: {
        type: 1,
        target: 'ReceiveEvent',
        arguments: [{ type: 'console.log', data: { message: 'Hi' } }],
      },
    },
    {
      receives: { type: 1, target: 'ActionResponse', arguments: [{ requestId: 'r1', success: true }] },
    },
  ],
};

const readClockExample: WorkedExample = {
  title: 'A field of a value, and the tick',
  steps: [
    {
      text: 'GetJsonValue reads a part of an object or a list by a JSON pointer. RunAction returns the result of any action.\nTogether they log the tick at which the action ran.',
    },
    {
      call: 'POST /api/graphs',
      body: { name: 'Clock' },
      status: 201,
      answer: { id: '{clockGraphId}', nodes: [{ id: '{beginId}', category: 'Start' }] },
    },
    {
      call: 'POST /api/graphs/{clockGraphId}/build?sync=true',
      body: {
        nodes: [
          { tempId: 'clock', category: 'RunAction', ports: { Action: 'time.get' } },
          { tempId: 'tick', category: 'GetJsonValue', ports: { Path: '/tick' } },
          { tempId: 'log', category: 'LogConsole' },
        ],
        connections: [
          { from: '{beginId}/Out', to: 'clock/In' },
          { from: 'clock/Done', to: 'log/In' },
          { from: 'clock/Result', to: 'tick/Value' },
          { from: 'tick/Result', to: 'log/Message' },
        ],
      },
      status: 200,
      answer: { synced: true },
    },
    {
      call: 'POST /api/graphs/{clockGraphId}/run',
      status: 200,
      answer: { state: 'running', tick: '{tick}' },
    },
    { seconds: 1 },
    { call: 'GET /api/console?limit=1', status: 200, answer: [{ message: '{tick}' }] },
  ],
};

const uploadExample: WorkedExample = {
  title: 'A file of an asset',
  steps: [
    {
      text: 'The body is the file itself: a .glb, .png, .wav or, as here, an object as text.',
    },
    {
      call: 'PUT /api/assets/files/pole.bundle.json',
      body: { format: 1, object: { name: 'Pole', type: 'Primitives/Cube' } },
      status: 201,
      answer: { path: 'pole.bundle.json', type: 'bundled' },
    },
    {
      call: 'POST /api/actions/scene/spawn',
      body: { asset: 'pole.bundle.json' },
      status: 200,
      answer: { success: true, result: { object: '{pole}' } },
    },
  ],
};

export const workedExamples = {
  editGraph: editGraphExample,
  actDirectly: runActionExample,
  uploadAsset: uploadExample,
  talkToHub: hubExample,
  readClock: readClockExample,
} as const;

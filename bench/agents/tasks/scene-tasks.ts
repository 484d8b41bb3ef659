import { readObjectPosition, assertConsoleLine, assertThat } from '../task-assertions.ts';
import {
  buildAddNodesRequest,
  sendBatch,
  createAndBuildGraph,
  sendRequest,
  buildCreateRequest,
  type Graph,
  type BatchOperation,
  wait,
  type GraphSpec,
  startGraph,
  waitForConsoleLine,
} from '../graph-requests.ts';
import type { RestCall } from '../rest-agent.ts';
import type { AgentTask } from '../agent-task.ts';

const cubeSpec = { type: 'Primitives/Cube', tag: 'box' };
const buildSpawnRequest = (body: object): BatchOperation => ({
  method: 'POST',
  path: '/api/actions/scene/spawn',
  body,
});
const spawnCube = (call: RestCall) => sendRequest(call, buildSpawnRequest(cubeSpec));

const moveCube = (seconds: number): GraphSpec => ({
  name: 'Move',
  nodes: [
    { id: 'move', type: 'TweenPosition', values: { Object: 'box', To: [3, 0, 0], Duration: seconds } },
    { id: 'log', type: 'LogConsole', values: { Message: 'arrived' } },
  ],
  wires: ['Start.Out -> move.In', 'move.Done -> log.In'],
});

const ballSpec = { type: 'Primitives/Sphere', tag: 'ball', position: [0, 2, 0] };
const redMaterial = { object: 'ball', color: [1, 0, 0, 1] };
const buildColorRequest: BatchOperation = {
  method: 'POST',
  path: '/api/actions/scene/setColor',
  body: redMaterial,
};

const listObjectTags = async (call: RestCall): Promise<readonly string[]> => {
  const { items } = await call<{ items: { tag: string }[] }>('GET', '/api/discovery/scene-objects');
  return items.map(({ tag }) => tag);
};

export const sceneTasks: readonly AgentTask[] = [
  {
    prompt:
      'Put up a cube, have a graph move it by three metres within a fifth of a second, and say "arrived" then.',
    async runWithTools({ callTool, lookUpNodeTypes, lookUpActions }) {
      await lookUpActions('spawn');
      await lookUpNodeTypes('tween position', 'log');
      await callTool('scene', { action: 'scene.spawn', parameters: cubeSpec });
      await callTool('apply_graph', { ...moveCube(0.2), run: true, untilLine: 'arrived' });
    },
    async runWithRest({ call, lookUpNodeTypes, lookUpActions }) {
      await lookUpActions();
      await lookUpNodeTypes('tween position', 'log');
      const plan = moveCube(0.2);
      const [graph] = (await sendBatch<Graph>(call, [
        buildCreateRequest(plan),
        buildSpawnRequest(cubeSpec),
      ])) as [Graph];
      await sendRequest(call, buildAddNodesRequest(graph, plan));
      await startGraph(call, graph.id);
      await waitForConsoleLine(call, graph.id, 'arrived');
    },
    async check(call) {
      await assertConsoleLine(call, 'Move', 'arrived');
      assertThat((await readObjectPosition(call, 'box')).x === 3, 'the cube has moved');
    },
  },
  {
    prompt: 'Put up a sphere called ball, two metres above the ground, and make it red.',
    async runWithTools({ callTool, lookUpActions }) {
      await lookUpActions('spawn', 'color');
      await callTool('scene', {
        actions: [
          { action: 'scene.spawn', parameters: ballSpec },
          { action: 'scene.setColor', parameters: redMaterial },
        ],
      });
    },
    async runWithRest({ call, lookUpActions }) {
      await lookUpActions();
      await sendBatch(call, [buildSpawnRequest(ballSpec), buildColorRequest]);
    },
    async check(call) {
      assertThat(
        (await readObjectPosition(call, 'ball')).y === 2,
        'the ball hangs two metres above the ground',
      );
      const { result } = await sendRequest<{ result: { previous: object } }>(call, buildColorRequest);
      assertThat(JSON.stringify(result.previous) === '{"r":1,"g":0,"b":0,"a":1}', 'the ball is red');
    },
  },
  {
    prompt: 'Tell three positions of the cube box, which moves, a tenth of a second apart.',
    async setUp(call) {
      await spawnCube(call);
      await startGraph(call, await createAndBuildGraph(call, moveCube(5)));
    },
    runWithTools: ({ callTool }) =>
      callTool('scene', { sample: { object: 'box', times: 3, everySeconds: 0.1 } }),
    async runWithRest({ call }) {
      const positions: unknown[] = [];
      for (let sampleIndex = 0; sampleIndex < 3; sampleIndex++) {
        if (sampleIndex > 0) await wait(100);
        positions.push(await call('GET', '/api/objects/box/components/Transform/position?include=value'));
      }
      return positions.map((position) => JSON.stringify(position)).join('\n');
    },
    async check(_, reply) {
      const lines = reply.split('\n').filter((line) => line.includes('"x"'));
      assertThat(
        lines.length === 3 && new Set(lines).size === 3,
        `the reply contains three positions: ${reply}`,
      );
    },
  },
  {
    prompt: 'Show a small picture of the scene.',
    setUp: (call) => spawnCube(call),
    runWithTools: ({ callTool }) => callTool('scene', { picture: { width: 160, height: 90 } }),
    runWithRest: async ({ call }) =>
      (await call<Buffer>('GET', '/api/scene/picture.png?width=160&height=90')).toString('base64'),
    async check(_, reply) {
      assertThat(reply.startsWith('iVBOR'), 'it is a picture');
    },
  },
  {
    prompt: 'Delete the object "bxo". The name may be misspelt: then delete the one that is meant.',
    setUp: (call) => spawnCube(call),
    async runWithTools({ callTool, lookUpActions }) {
      await lookUpActions('destroy');
      const destroy = (object: string) =>
        callTool('scene', { action: 'scene.objects.destroy', parameters: { object } });
      const [, nearest = ''] = /Nearest: ([\w-]+)/.exec(await destroy('bxo')) ?? [];
      await destroy(nearest);
    },
    async runWithRest({ call, lookUpActions }) {
      await lookUpActions();
      const destroy = (object: string) =>
        call<{ error?: { details: { nearest: string[] } } }>('POST', '/api/actions/scene/objects.destroy', {
          object,
        });
      const { error } = await destroy('bxo');
      await destroy(error?.details.nearest[0] ?? '');
    },
    async check(call) {
      assertThat(!(await listObjectTags(call)).includes('box'), 'the cube is removed');
    },
  },
];

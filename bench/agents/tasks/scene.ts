/** Tasks about objects of the scene. */
import { positionOf, requireSaid, requireThat } from '../require.ts';
import {
  addition,
  batch,
  build,
  carryOut,
  creation,
  type Graph,
  type Operation,
  pause,
  type Plan,
  run,
  untilSaid,
} from '../routes.ts';
import type { Call } from '../by-rest.ts';
import type { Task } from '../task.ts';

const cube = { type: 'Primitives/Cube', tag: 'box' };
const spawning = (body: object): Operation => ({ method: 'POST', path: '/api/actions/scene/spawn', body });
const spawn = (call: Call) => carryOut(call, spawning(cube));

/** Moves the cube to the right. */
const move = (seconds: number): Plan => ({
  name: 'Move',
  nodes: [
    { id: 'move', type: 'TweenPosition', values: { Object: 'box', To: [3, 0, 0], Duration: seconds } },
    { id: 'log', type: 'LogConsole', values: { Message: 'arrived' } },
  ],
  wires: ['Start.Out -> move.In', 'move.Done -> log.In'],
});

const ball = { type: 'Primitives/Sphere', tag: 'ball', position: [0, 2, 0] };
const inRed = { object: 'ball', color: [1, 0, 0, 1] };
const colouring: Operation = { method: 'POST', path: '/api/actions/scene/setColor', body: inRed };

const tagsOf = async (call: Call): Promise<readonly string[]> => {
  const { items } = await call<{ items: { tag: string }[] }>('GET', '/api/discovery/scene-objects');
  return items.map(({ tag }) => tag);
};

export const scene: readonly Task[] = [
  {
    told: 'Put up a cube, have a graph move it by three metres within a fifth of a second, and say "arrived" then.',
    async byTools({ ask, learn, learnActions }) {
      await learnActions('spawn');
      await learn('tween position', 'log');
      await ask('scene', { action: 'scene.spawn', parameters: cube });
      await ask('apply_graph', { ...move(0.2), run: true, untilLine: 'arrived' });
    },
    async byRest({ call, learn, learnActions }) {
      await learnActions();
      await learn('tween position', 'log');
      const plan = move(0.2);
      const [graph] = (await batch<Graph>(call, [creation(plan), spawning(cube)])) as [Graph];
      await carryOut(call, addition(graph, plan));
      await run(call, graph.id);
      await untilSaid(call, graph.id, 'arrived');
    },
    async check(call) {
      await requireSaid(call, 'Move', 'arrived');
      requireThat((await positionOf(call, 'box')).x === 3, 'the cube has moved');
    },
  },
  {
    told: 'Put up a sphere called ball, two metres above the ground, and make it red.',
    async byTools({ ask, learnActions }) {
      await learnActions('spawn', 'color');
      await ask('scene', {
        actions: [
          { action: 'scene.spawn', parameters: ball },
          { action: 'scene.setColor', parameters: inRed },
        ],
      });
    },
    async byRest({ call, learnActions }) {
      await learnActions();
      await batch(call, [spawning(ball), colouring]);
    },
    async check(call) {
      requireThat((await positionOf(call, 'ball')).y === 2, 'the ball hangs two metres above the ground');
      const { result } = await carryOut<{ result: { previous: object } }>(call, colouring);
      requireThat(JSON.stringify(result.previous) === '{"r":1,"g":0,"b":0,"a":1}', 'the ball is red');
    },
  },
  {
    told: 'Tell three positions of the cube box, which moves, a tenth of a second apart.',
    async given(call) {
      await spawn(call);
      await run(call, await build(call, move(5)));
    },
    byTools: ({ ask }) => ask('scene', { sample: { object: 'box', times: 3, everySeconds: 0.1 } }),
    async byRest({ call }) {
      const positions: unknown[] = [];
      for (let taken = 0; taken < 3; taken++) {
        if (taken > 0) await pause(100);
        positions.push(await call('GET', '/api/objects/box/components/Transform/position?include=value'));
      }
      return positions.map((position) => JSON.stringify(position)).join('\n');
    },
    async check(_, reply) {
      const lines = reply.split('\n').filter((line) => line.includes('"x"'));
      requireThat(lines.length === 3 && new Set(lines).size === 3, `three positions were told: ${reply}`);
    },
  },
  {
    told: 'Show a small picture of the scene.',
    given: (call) => spawn(call),
    byTools: ({ ask }) => ask('scene', { picture: { width: 160, height: 90 } }),
    byRest: async ({ call }) =>
      (await call<Buffer>('GET', '/api/scene/picture.png?width=160&height=90')).toString('base64'),
    async check(_, reply) {
      requireThat(reply.startsWith('iVBOR'), 'it is a picture');
    },
  },
  {
    told: 'Take away the object "bxo". It may be misspelt: then take the one that is meant.',
    given: (call) => spawn(call),
    async byTools({ ask, learnActions }) {
      await learnActions('destroy');
      const destroy = (object: string) =>
        ask('scene', { action: 'scene.objects.destroy', parameters: { object } });
      const [, meant = ''] = /Nearest: ([\w-]+)/.exec(await destroy('bxo')) ?? [];
      await destroy(meant);
    },
    async byRest({ call, learnActions }) {
      await learnActions();
      const destroy = (object: string) =>
        call<{ error?: { details: { nearest: string[] } } }>('POST', '/api/actions/scene/objects.destroy', {
          object,
        });
      const { error } = await destroy('bxo');
      await destroy(error?.details.nearest[0] ?? '');
    },
    async check(call) {
      requireThat(!(await tagsOf(call)).includes('box'), 'the cube is gone');
    },
  },
];

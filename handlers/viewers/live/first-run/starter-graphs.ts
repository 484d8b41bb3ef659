/** Graphs for the first steps, as bodies of `POST /api/graphs/{graphId}/build`. */
import type { Input } from '#spec/client/index.ts';
import type { GraphDetail } from '../graphs/graph-types.ts';

export type GraphBuild = Input<'POST /api/graphs/{graphId}/build'>['body'];

/** The distance of a starter's nodes from the entry node, in canvas units. */
const columnWidth = 220;

/** The distance of OnStop below Start, in canvas units. OnNewFrame is between them. */
const onStopOffset = 360;

const createNode = (
  tempId: string,
  category: string,
  [column, locationY]: readonly [column: number, row: number],
  ports: Readonly<Record<string, unknown>> = {},
) => ({
  ...{ tempId, category, locationX: column === 0 ? 0 : 60 + column * columnWidth, locationY, ports },
});

/** What the tweens of the starters have in common: they move up and down for as long as the graph runs. */
const bounce = {
  ...{ Action: 'tween.position', space: 'local', time: 0.7, ease: 'easeInOutSine', loops: -1, yoyo: true },
};

/** Creates the graph that moves an object up and down for as long as it runs, and then puts it back. */
export const createBounceGraph = (
  object: string,
  position: Readonly<Record<'x' | 'y' | 'z', number>>,
  startId: string,
  row: number,
): GraphBuild => ({
  nodes: [
    createNode('bounce', 'RunAction', [1, row], {
      ...{ ...bounce, object, position: { ...position, y: position.y + 2 } },
    }),
    createNode('stop', 'OnStop', [0, row + onStopOffset]),
    createNode('cancel', 'CancelTween', [1, row + onStopOffset], { Object: object }),
    createNode('return', 'SetPosition', [2, row + onStopOffset], {
      ...{ Object: object, Position: position, Space: 'Local' },
    }),
  ],
  connections: [
    { from: `${startId}/Out`, to: 'bounce/In' },
    { from: 'stop/Out', to: 'cancel/In' },
    { from: 'cancel/Out', to: 'return/In' },
  ],
});

/**
 * Where a cube is in plain sight: in front of the center of an empty scene and, in the demo project, between the core and
 * the moon, above the pillars.
 */
const cubePosition = { x: 0, y: 2, z: 2 };

/** Creates the part of a starter that spawns a cube at Start, and destroys it at the end of the run. */
const createCubeGraph = (startId: string, row: number) => ({
  nodes: [
    createNode('spawn', 'SpawnObject', [1, row], { Type: 'Primitives/Cube', Position: cubePosition }),
    createNode('stop', 'OnStop', [0, row + onStopOffset]),
    createNode('destroy', 'DestroyObject', [2, row + onStopOffset]),
  ],
  connections: [
    { from: `${startId}/Out`, to: 'spawn/In' },
    { from: 'stop/Out', to: 'destroy/In' },
    { from: 'spawn/Object', to: 'destroy/Object' },
  ],
});

/** What a starter adds behind the Start node of a new graph. It does the same at every run. */
export const starters = [
  {
    label: 'Spawn an object',
    icon: 'box',
    add: (startId: string, row: number): GraphBuild => createCubeGraph(startId, row),
  },
  {
    label: 'Tween it',
    icon: 'spline',
    add(startId: string, row: number): GraphBuild {
      const cube = createCubeGraph(startId, row);
      const position = { ...cubePosition, y: cubePosition.y + 1.5 };
      return {
        nodes: [...cube.nodes, createNode('tween', 'RunAction', [2, row], { ...bounce, position })],
        connections: [
          ...cube.connections,
          { from: 'spawn/Done', to: 'tween/In' },
          { from: 'spawn/Object', to: 'tween/object' },
        ],
      };
    },
  },
  {
    label: 'Log a line',
    icon: 'terminal',
    add: (startId: string, row: number): GraphBuild => ({
      nodes: [createNode('log', 'LogConsole', [1, row], { Message: 'Hello from my graph' })],
      connections: [{ from: `${startId}/Out`, to: 'log/In' }],
    }),
  },
] as const;

/** Returns the Start node of a graph that nobody has edited yet, or `undefined` for any other graph. */
export const findStartOfNewGraph = (graph: GraphDetail | undefined) => {
  if (!graph || graph.connections.length > 0 || graph.nodes.length > 2) return undefined;
  return graph.nodes.find(({ category }) => category === 'Start');
};

/** Graphs for the first steps, as bodies of `POST /api/graphs/{graphId}/build`. */
import type { Input } from '#spec/client/index.ts';
import type { GraphDetail } from '../graphs/graph-types.ts';

type GraphBuild = Input<'POST /api/graphs/{graphId}/build'>['body'];

/** The distance of a starter's nodes from the entry node, in canvas units. */
const columnWidth = 220;

const runAction = (
  tempId: string,
  column: number,
  row: number,
  ports: Readonly<Record<string, unknown>>,
) => ({
  ...{ tempId, category: 'RunAction', locationX: 60 + column * columnWidth, locationY: row, ports },
});

/** Creates the graph that moves an object up and down for as long as it runs. */
export const createBounceGraph = (
  object: string,
  position: Readonly<Record<'x' | 'y' | 'z', number>>,
  startId: string,
  row: number,
): GraphBuild => ({
  nodes: [
    runAction('bounce', 1, row, {
      ...{ Action: 'tween.position', object, position: { ...position, y: position.y + 2 } },
      ...{ time: 0.7, ease: 'easeInOutSine', loops: -1, yoyo: true },
    }),
  ],
  connections: [{ from: `${startId}/Out`, to: 'bounce/In' }],
});

/** What a starter adds behind the Start node of a new graph. */
export const starters = [
  {
    label: 'Spawn an object',
    icon: 'box',
    add: (startId: string, row: number): GraphBuild => ({
      nodes: [
        runAction('spawn', 1, row, {
          ...{ Action: 'scene.spawn', type: 'Primitives/Cube', position: { x: 0, y: 1, z: 0 } },
        }),
      ],
      connections: [{ from: `${startId}/Out`, to: 'spawn/In' }],
    }),
  },
  {
    label: 'Tween it',
    icon: 'spline',
    add: (startId: string, row: number): GraphBuild => ({
      nodes: [
        runAction('spawn', 1, row, {
          ...{
            Action: 'scene.spawn',
            type: 'Primitives/Cube',
            tag: 'dancer',
            position: { x: 0, y: 1, z: 0 },
          },
        }),
        runAction('tween', 2, row, {
          ...{ Action: 'tween.position', object: 'dancer', position: { x: 0, y: 3, z: 0 } },
          ...{ time: 0.7, ease: 'easeInOutSine', loops: -1, yoyo: true },
        }),
      ],
      connections: [
        { from: `${startId}/Out`, to: 'spawn/In' },
        { from: 'spawn/Out', to: 'tween/In' },
      ],
    }),
  },
  {
    label: 'Log a line',
    icon: 'terminal',
    add: (startId: string, row: number): GraphBuild => ({
      nodes: [
        {
          ...{ tempId: 'log', category: 'LogConsole', locationX: 60 + columnWidth, locationY: row },
          ports: { Message: 'Hello from my graph' },
        },
      ],
      connections: [{ from: `${startId}/Out`, to: 'log/In' }],
    }),
  },
] as const;

/** Returns the Start node of a graph that nobody has edited yet, or `undefined` for any other graph. */
export const findStartOfNewGraph = (graph: GraphDetail | undefined) => {
  if (!graph || graph.connections.length > 0 || graph.nodes.length > 2) return undefined;
  return graph.nodes.find(({ category }) => category === 'Start');
};

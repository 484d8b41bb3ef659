/** Formats the request that adds a node as code for other programs. */
import { copyFormats } from '../../actions/action-code-formats.ts';
import { formatGraphPath } from '../changes/edit-context.ts';
import { extractFragment } from '../changes/graph-fragment.ts';
import type { GraphDetail } from '../../graphs/graph-types.ts';

interface NodeRequest {
  /** The address of the service. */
  readonly url: string;
  readonly graphId: string;
  readonly body: {
    readonly category: string;
    readonly locationX: number;
    readonly locationY: number;
    readonly ports: Readonly<Record<string, unknown>>;
  };
}

/** Returns the request that adds a node like the given one, with its values. */
export const getNodeRequest = (url: string, graph: GraphDetail, nodeId: string): NodeRequest | undefined => {
  const [node] = extractFragment(graph, {}, [nodeId], 'among').nodes;
  if (!node) return undefined;
  const { category, locationX, locationY, values } = node;
  return { url, graphId: graph.id, body: { category, locationX, locationY, ports: values } };
};

const toCurl = ({ url, graphId, body }: NodeRequest): string =>
  copyFormats.curl({ url, route: formatGraphPath(graphId, 'nodes'), parameters: body });

const toTypeScript = ({ url, graphId, body }: NodeRequest): string =>
  `import { createClient } from 'scene-runtime-control/client';

const scene = createClient({ url: '${url}', token: process.env.SCENE_TOKEN });
const node = await scene.request('POST /api/graphs/{graphId}/nodes', {
  params: { graphId: '${graphId}' },
  body: ${JSON.stringify(body, undefined, 2).replaceAll('\n', '\n  ')},
});
console.log(node.id);`;

export const nodeCodeFormats = { curl: toCurl, TypeScript: toTypeScript } as const;

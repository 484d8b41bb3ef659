import * as z from 'zod';
import { nearest } from '#spec/nearest.ts';
import { nodeTypeSignature, nodeTypeLegend } from '#spec/contract/signatures/node-type-signatures.ts';
import type { Json } from '#spec/values.ts';
import type { SceneAccess } from '../access.ts';
import { anyValue, Refusal, tool } from '../tool.ts';

/** Lines of a document of signatures: a legend, and a line for each thing by its name. */
const lineOf = (text: string, name: string): string => {
  const lines = text.split('\n');
  const names = lines.flatMap((line) => /^([\w.-]+)\(/.exec(line)?.[1] ?? []);
  const found = lines.find((line) => line.toLowerCase().startsWith(`${name.toLowerCase()}(`));
  if (found) return [...lines.slice(0, lines.indexOf('')), found].join('\n');
  throw new Refusal(`There is no '${name}'. Like it: ${nearest(name, names, 5).join(', ') || 'none'}.`);
};

const describeNode = async (
  { client }: SceneAccess,
  name: string,
  values: Readonly<Record<string, Json>> | undefined,
): Promise<string> => {
  const types = await client.request('GET /api/node-types/search', { query: { q: name, limit: 20 } });
  const found = types.find(({ enumValue }) => enumValue.toLowerCase() === name.toLowerCase());
  if (!found) {
    const all = await client.request('GET /api/node-types/enum-values', { query: { limit: 500 } });
    throw new Refusal(
      `There is no node type '${name}'. Like it: ${nearest(name, all, 5).join(', ') || 'none'}.`,
    );
  }
  const { category, description } = found;
  const type = values
    ? await client.request('GET /api/node-types/{category}/{node}', {
        params: { category, node: found.enumValue },
        query: { values: JSON.stringify(values) },
      })
    : found;
  const { ports } = type;
  const options = ports
    .filter((port) => (port.options?.length ?? 0) > 2)
    .map((port) => `${port.name}: ${port.options?.join(', ')}`);
  const changes = ports.some(({ affectsNodePorts }) => affectsNodePorts)
    ? ['A value at a port* changes the ports: describe with values tells which there are then.']
    : [];
  return [
    `${description} (${category})`,
    nodeTypeLegend,
    nodeTypeSignature(type),
    ...options,
    ...changes,
  ].join('\n');
};

export const describeTool = tool({
  name: 'describe',
  title: 'Describe',
  description:
    'A node type with all options of its ports, a direct action with its parameters and result, or a kind of event with its data.',
  isReadOnly: true,
  input: {
    kind: z.enum(['node', 'action', 'event']),
    name: z.string().min(1).describe('Such as ForLoop, tween.position or tween.completed'),
    values: z
      .record(z.string(), anyValue)
      .optional()
      .describe("Of inputs of a node, by port: answers the ports that it has then; {'Action': 'time.get'}"),
  },
  async run({ kind, name, values }, access) {
    if (kind === 'node') return describeNode(access, name, values);
    const route = kind === 'action' ? 'GET /api/actions/schema' : 'GET /api/events/types';
    const form: object = { form: 'signatures' };
    const text: unknown = await access.client.request(route, { query: form });
    return lineOf(String(text), name);
  },
});

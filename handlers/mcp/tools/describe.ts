import * as z from 'zod';
import { formatNodeTypeSignature } from '#spec/contract/signatures.ts';
import { suggestNames } from '#spec/suggest-names.ts';
import { defineTool, jsonValue, type SceneAccess, ToolError } from '../define-tool.ts';
import { limitLines } from '../format-text.ts';
import type { Json } from '#spec/values.ts';

/** The marks in action and event signatures that `find_nodes` doesn't explain. */
const signatureMarks = [
  [':{', ':{…} object with these fields'],
  ['[]', '[] array of them'],
  ['?', '? optional'],
  ['=', '= default'],
] as const;

/** Returns an explanation of the marks that occur in the given lines. */
const formatLegend = (lines: readonly string[]): readonly string[] => {
  const usedMarks = signatureMarks.filter(([mark]) => lines.some((line) => line.includes(mark)));
  return usedMarks.length > 0 ? [`${usedMarks.map(([, meaning]) => meaning).join('; ')}.`] : [];
};

const maxSignatures = 5;

/** Parses text with one signature per line into a map from names to signatures. */
const parseSignatures = (text: string): ReadonlyMap<string, string> =>
  new Map(
    text
      .split('\n')
      .map((line) => [line.slice(0, line.indexOf('(')), line] as const)
      .filter(([name]) => /^[\w.-]+$/.test(name)),
  );

/**
 * Returns the signatures with this name. If there are none, returns the signatures whose names contain the given name.
 */
const findSignatures = (text: string, nameOrId: string): readonly string[] => {
  const byName = parseSignatures(text);
  const fragment = nameOrId.toLowerCase();
  const names = [...byName.keys()];
  const exact = names.filter((name) => name.toLowerCase() === fragment);
  const found = exact.length > 0 ? exact : names.filter((name) => name.toLowerCase().includes(fragment));
  if (found.length > 0)
    return limitLines(
      found.map((name) => byName.get(name) ?? ''),
      maxSignatures,
      'use more of the name',
    );
  throw new ToolError(
    `There is no '${nameOrId}'. Similar: ${suggestNames(nameOrId, names, maxSignatures).join(', ') || 'none'}.`,
  );
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
    throw new ToolError(
      `There is no node type '${name}'. Similar: ${suggestNames(name, all, 5).join(', ') || 'none'}.`,
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
    ? ['Setting a port* changes the ports: call describe with values to list them.']
    : [];
  return [`${description} (${category})`, formatNodeTypeSignature(type), ...options, ...changes].join('\n');
};

export const describeTool = defineTool({
  name: 'describe',
  description:
    'Describes node types with all options of their ports, direct actions with parameters and results, or event types with their data, in the notation of find_nodes. For actions and events, part of a name is enough, such as color.',
  isReadOnly: true,
  input: {
    kind: z.enum(['node', 'action', 'event']),
    name: z.string().min(1).max(200).describe('Such as ForLoop; separate several by commas'),
    values: z
      .record(z.string(), jsonValue)
      .optional()
      .describe('Input values of a node, to list the ports that it then has'),
  },
  async run({ kind, name, values }, access) {
    const names = name.split(',').flatMap((part) => part.trim() || []);
    if (kind === 'node')
      return (await Promise.all(names.map((nodeName) => describeNode(access, nodeName, values)))).join('\n');
    const route = kind === 'action' ? 'GET /api/actions/schema' : 'GET /api/events/types';
    const signaturesQuery: object = { form: 'signatures' };
    const text: unknown = await access.client.request(route, { query: signaturesQuery });
    const lines = names.flatMap((nameOrId) => findSignatures(String(text), nameOrId));
    return [...formatLegend(lines), ...lines].join('\n');
  },
});

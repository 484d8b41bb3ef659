import * as z from 'zod';
import { formatNodeTypeSignature, typeLegend } from '#spec/contract/signatures.ts';
import { defineTool, type SceneAccess, ToolError } from '../define-tool.ts';
import { limitLines } from '../format-text.ts';
import type { Answer } from '#spec/client/index.ts';

type NodeType = Answer<'GET /api/node-types/search'>[number];

/**
 * Searches node types and returns the best matches first. Types that match only some words of the query are returned
 * only if none matches the whole query.
 */
const searchNodeTypes = async ({ client }: SceneAccess, query: string): Promise<readonly NodeType[]> => {
  const search = (q: string) => client.request('GET /api/node-types/search', { query: { q, limit: 60 } });
  const words = [...new Set(query.split(/\s+/))];
  const matches = await search(query);
  return matches.length > 0 || words.length < 2 ? matches : (await Promise.all(words.map(search))).flat();
};

const defaultLimit = 3;

/** Keeps only the types whose names contain all words of the query, unless there are none. */
const preferNameMatches = (types: readonly NodeType[], query: string): readonly NodeType[] => {
  const words = query.toLowerCase().split(/\s+/);
  const named = types.filter(({ name }) => words.every((word) => name.toLowerCase().includes(word)));
  return named.length > 0 ? named : types;
};

/** Formats the node types that match a query: as many as requested, or only the best few by default. */
const formatMatches = async (
  access: SceneAccess,
  query: string,
  limit: number | undefined,
): Promise<readonly string[]> => {
  const types = await searchNodeTypes(access, query);
  if (types.length === 0)
    return [`No node type matches '${query}'. Try words such as log, position, delay, event or loop.`];
  const selected = limit === undefined ? preferNameMatches(types, query) : types;
  return limitLines(
    [...new Set(selected.map(formatNodeTypeSignature))],
    limit ?? defaultLimit,
    'a larger limit',
  );
};

export const findNodes = defineTool({
  name: 'find_nodes',
  description: `Finds node types by words of their name, description, category or ports, best first; separate several queries by commas, such as "log, delay". Each line: Name(inputs)->outputs. ${typeLegend}; ! Trigger; A|B options. Setting a port* changes the ports. Inputs default to zero, empty, white or the first option unless = says otherwise.`,
  isReadOnly: true,
  input: {
    words: z.string().min(1).max(200),
    limit: z.int().min(1).max(60).optional().describe('Per query; omit for the best few'),
  },
  async run({ words, limit }, access) {
    const queries = words.split(',').flatMap((query) => query.trim() || []);
    if (queries.length === 0) throw new ToolError('Say what the node should do, such as log.');
    const lines = await Promise.all(queries.map((query) => formatMatches(access, query, limit)));
    return [...new Set(lines.flat())].join('\n');
  },
});

import * as z from 'zod';
import { typeLegend } from '#spec/contract/signatures/type-legend.ts';
import { formatNodeTypeSignature } from '#spec/contract/signatures/node-type-signatures.ts';
import { limitLines } from '../format-text.ts';
import { ToolError, defineTool } from '../define-tool.ts';
import type { Answer } from '#spec/client/index.ts';
import type { SceneAccess } from '../scene-access.ts';

type NodeType = Answer<'GET /api/node-types/search'>[number];

/** The node types that a wish may mean, best first: those that match all of it, or else those that match any word. */
const searchNodeTypes = async ({ client }: SceneAccess, wish: string): Promise<readonly NodeType[]> => {
  const search = (q: string) => client.request('GET /api/node-types/search', { query: { q, limit: 60 } });
  const words = [...new Set(wish.split(/\s+/))];
  const whole = await search(wish);
  return whole.length > 0 || words.length < 2 ? whole : (await Promise.all(words.map(search))).flat();
};

const defaultLimit = 3;

/** Those that are called by all words of a wish, where there are any. */
const preferNameMatches = (types: readonly NodeType[], wish: string): readonly NodeType[] => {
  const words = wish.toLowerCase().split(/\s+/);
  const named = types.filter(({ name }) => words.every((word) => name.toLowerCase().includes(word)));
  return named.length > 0 ? named : types;
};

/** What is told of a wish: so many of the node types that it may mean, or the best few. */
const formatMatches = async (
  access: SceneAccess,
  wish: string,
  limit: number | undefined,
): Promise<readonly string[]> => {
  const types = await searchNodeTypes(access, wish);
  if (types.length === 0)
    return [`No node type matches '${wish}'; other words may: log, position, delay, event, loop.`];
  const told = limit === undefined ? preferNameMatches(types, wish) : types;
  return limitLines([...new Set(told.map(formatNodeTypeSignature))], limit ?? defaultLimit, 'a larger limit');
};

export const findNodes = defineTool({
  name: 'find_nodes',
  description: `Node types by words of their name, description, category or ports, best first; commas part several wishes, such as "log, delay". A line each: Name(inputs)->outputs. ${typeLegend}; ! a Trigger; A|B options. Writing a port* changes the ports. Inputs hold zero, nothing, white or the first option unless = tells.`,
  isReadOnly: true,
  input: {
    words: z.string().min(1).max(200),
    limit: z.int().min(1).max(60).optional().describe('For each wish; the best few when absent'),
  },
  async run({ words, limit }, access) {
    const wishes = words.split(',').flatMap((wish) => wish.trim() || []);
    if (wishes.length === 0) throw new ToolError('Say what a node is to do, such as log.');
    const lines = await Promise.all(wishes.map((wish) => formatMatches(access, wish, limit)));
    return [...new Set(lines.flat())].join('\n');
  },
});

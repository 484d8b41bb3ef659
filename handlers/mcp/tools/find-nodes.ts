import * as z from 'zod';
import { nodeTypeSignature, nodeTypeLegend } from '#spec/contract/signatures/node-type-signatures.ts';
import { firstOf } from '../brief.ts';
import { tool } from '../tool.ts';

export const findNodes = tool({
  name: 'find_nodes',
  title: 'Find node types',
  description:
    'Node types by words of their name, description, category or ports, a line each with ports, types and defaults. Several words find what has any of them, best first.',
  isReadOnly: true,
  input: {
    words: z.string().min(1).max(200).describe('Such as "set position" or "timer"'),
    limit: z.int().min(1).max(60).default(12),
  },
  async run({ words, limit }, { client }) {
    const search = (q: string) => client.request('GET /api/node-types/search', { query: { q, limit: 60 } });
    const parts = [...new Set(words.split(/[\s,]+/).filter((word) => word !== ''))];
    const whole = await search(words.trim() || words);
    const found =
      whole.length > 0 || parts.length < 2 ? whole : (await Promise.all(parts.map(search))).flat();
    const lines = [...new Set(found.map(nodeTypeSignature))];
    if (lines.length === 0)
      return `No node type matches '${words}'. One word finds more: log, position, timer, event, loop.`;
    return [nodeTypeLegend, ...firstOf(lines, limit, 'ask with a larger limit, or other words')].join('\n');
  },
});

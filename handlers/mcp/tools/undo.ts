import * as z from 'zod';
import { SceneRuntimeError } from '#spec/client/index.ts';
import { defineTool } from '../define-tool.ts';
import { createGraphFinder } from '../resolve-names.ts';
import { graphParameter } from './read-graph.ts';

const maxListedSteps = 20;

export const undoTool = defineTool({
  name: 'undo',
  description:
    'Undoes your last edits of a graph, each tool call as one step, or redoes them; or lists its history. Fails if others have built on a step, unless forced.',
  input: {
    graph: graphParameter,
    action: z.enum(['undo', 'redo', 'list']).default('undo'),
    steps: z.int().min(1).max(200).default(1),
    anyClient: z.boolean().default(false).describe("Others' edits too"),
    force: z.boolean().default(false),
  },
  async run({ graph: nameOrId, action, ...options }, access) {
    const { client } = access;
    const { id, name } = (await createGraphFinder(access))(nameOrId);
    const params = { graphId: id };
    if (action === 'list') {
      const steps = await client.request('GET /api/graphs/{graphId}/history', {
        params,
        query: { limit: maxListedSteps },
      });
      return steps.map(formatStep).join('\n') || `${name} has no history.`;
    }
    const { revision, steps } = await client.request(
      action === 'undo' ? 'POST /api/graphs/{graphId}/undo' : 'POST /api/graphs/{graphId}/redo',
      { params, body: options },
    );
    const isPushed = await client.request('POST /api/graphs/{graphId}/sync', { params }).then(
      () => true,
      (failure: unknown) => {
        if (failure instanceof SceneRuntimeError) return false;
        throw failure;
      },
    );
    const verb = action === 'undo' ? 'Undone' : 'Redone';
    const state = `${name} is at revision ${revision}${isPushed ? '' : ', which the runtime does not have yet'}.`;
    return [...steps.map((step) => `${verb}: ${formatStep(step)}`), state].join('\n');
  },
});

interface HistoryStep {
  readonly step: number;
  readonly client: string;
  readonly summary: string;
  readonly isUndone: boolean;
}

const formatStep = ({ step, client, summary, isUndone }: HistoryStep): string =>
  `${step} ${summary}${client && ` (${client})`}${isUndone ? ', undone' : ''}`;

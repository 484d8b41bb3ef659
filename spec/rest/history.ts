import * as z from 'zod';
import { defineOperation } from '../contract/operation-spec.ts';

/** What one call has changed in a graph. */
const HistoryStep = z
  .object({
    step: z.int().describe('Number of the step; later steps have higher numbers'),
    revision: z.int().describe('Revision of the graph after the step'),
    client: z.string().describe('X-Client-Name of the call; empty if the call had none'),
    at: z.iso.datetime(),
    summary: z.string().describe('What the step changed, in one line for people'),
    isUndone: z.boolean(),
    isTooLarge: z
      .boolean()
      .optional()
      .describe('true if the step changed more than the history keeps, so that it can not be undone'),
    operation: z.string().describe('operationId of the call'),
  })
  .meta({ id: 'HistoryStep' });

const maxStepsPerCall = 200;

const stepSelection = z
  .object({
    steps: z
      .int()
      .min(1)
      .max(maxStepsPerCall)
      .optional()
      .describe('Number of steps; 1 by default. All of them, or none'),
    revision: z.int().min(0).optional().describe('Instead of `steps`: all steps after this revision'),
    step: z.int().min(1).optional().describe('Instead of `steps`: the step with this number'),
    anyClient: z.boolean().default(false).describe('Include the steps of other clients'),
    force: z
      .boolean()
      .default(false)
      .describe('Undo even what others have built on, with as much of their work as necessary'),
  })
  .refine(({ steps, revision }) => steps === undefined || revision === undefined, {
    error: 'expected either steps or revision, not both',
    path: ['revision'],
  })
  .refine(({ step, steps, revision }) => step === undefined || (steps ?? revision) === undefined, {
    error: 'expected either step or one of steps and revision, not both',
    path: ['step'],
  })
  .prefault({});

const ToggledSteps = z
  .object({
    graphId: z.string(),
    revision: z.int(),
    steps: z.array(HistoryStep).describe('In the order in which they were undone or redone'),
  })
  .meta({ id: 'ToggledSteps' });

export const historyOperations = {
  undo: defineOperation({
    route: 'POST /api/graphs/{graphId}/undo',
    area: 'graphs',
    summary: "Undo the caller's last edit of the graph",
    description:
      'Each call is one step, whatever it edits: a batch, a build, a tool call of an agent. The graph is exactly as it was before, with the same ids, order and values. Fails with REVISION_CONFLICT if other clients have built on the step, and `details.conflicts` lists their steps. X-Client-Name tells clients apart.',
    choice: 'C-324',
    body: stepSelection,
    sync: true,
    returns: { 200: ToggledSteps },
    errors: ['GRAPH_NOT_FOUND', 'NOTHING_TO_UNDO', 'GRAPH_RUNNING', 'INVALID_VALUE'],
  }),
  redo: defineOperation({
    route: 'POST /api/graphs/{graphId}/redo',
    area: 'graphs',
    summary: "Redo the caller's last undo in the graph",
    description: 'A new edit of a client drops the steps that it has undone.',
    choice: 'C-324',
    body: stepSelection,
    sync: true,
    returns: { 200: ToggledSteps },
    errors: ['GRAPH_NOT_FOUND', 'NOTHING_TO_UNDO', 'GRAPH_RUNNING', 'INVALID_VALUE'],
  }),
  getHistory: defineOperation({
    route: 'GET /api/graphs/{graphId}/history',
    area: 'graphs',
    summary: 'List the steps that can be undone or redone, newest first',
    description:
      'The last 200 steps, also after a restart. The history of a graph is empty after another program has changed its file.',
    choice: 'C-324',
    query: { client: z.string().optional().describe('Only the steps of the client with this name') },
    list: true,
    returns: { 200: HistoryStep },
    errors: ['GRAPH_NOT_FOUND'],
  }),
} as const;

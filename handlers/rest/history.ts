import { describeStep } from '../controller/graphs/history/describe-step.ts';
import { Result } from '../pipeline/result.ts';
import type { historyOperations } from '#spec/rest/history.ts';
import type { GraphDocument, HistoryStep } from '../controller/graphs/graph-document.ts';
import type { GraphStore } from '../controller/graphs/graph-store.ts';
import type { Handlers } from '../pipeline/define-handler.ts';

export const historyHandlers: Handlers<typeof historyOperations> = {
  undo({ graph, body }, { controller }, { call }) {
    const steps = controller.toggleSteps(graph, 'undo', { ...body, client: call.clientName ?? '' });
    return Result.edit({ createValue: () => toToggledSteps(controller.store, graph, steps) });
  },

  redo({ graph, body }, { controller }, { call }) {
    const steps = controller.toggleSteps(graph, 'redo', { ...body, client: call.clientName ?? '' });
    return Result.edit({ createValue: () => toToggledSteps(controller.store, graph, steps) });
  },

  getHistory({ graph, query: { client } }, { controller: { store } }) {
    const steps = graph.history.steps.filter((step) => client === undefined || step.client === client);
    return Result.list(new Set(steps.toReversed()), (step) => toStepRecord(store, graph, step));
  },
};

const toToggledSteps = (store: GraphStore, graph: GraphDocument, steps: readonly HistoryStep[]) => ({
  graphId: graph.id,
  revision: graph.revision,
  steps: steps.map((step) => toStepRecord(store, graph, step)),
});

const toStepRecord = (store: GraphStore, graph: GraphDocument, step: HistoryStep) => ({
  step: step.number,
  revision: step.revision,
  client: step.client,
  at: new Date(step.at).toISOString(),
  summary: describeStep(store, graph, step),
  isUndone: step.isUndone,
  ...(step.isTooLarge && { isTooLarge: true }),
  operation: step.operation,
});

import { variableOperations } from '#spec/rest/variables.ts';
import { Edited } from '../../pipeline/edited.ts';
import { handle } from '../../pipeline/handle.ts';
import { variableRecord } from './variable-record.ts';

export const createVariable = handle(variableOperations.createVariable, ({ body }, { controller, fail }) => {
  controller.requireProject();
  if (body.scope === 'graph' && body.graphId === undefined) {
    fail('GRAPH_NOT_FOUND', "'graphId' is missing; a variable of scope 'graph' belongs to one.");
  }
  const variable = controller.variableEditor.create({
    ...body,
    graphId: body.scope === 'graph' ? body.graphId : undefined,
  });
  return new Edited({
    push: () => controller.pushVariable(variable),
    answer: () => variableRecord(variable),
  });
});

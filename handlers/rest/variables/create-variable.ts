import { variableOperations } from '#spec/rest/variables.ts';
import { EditResult } from '../../pipeline/edit-result.ts';
import { defineHandler } from '../../pipeline/define-handler.ts';
import { toVariableRecord } from './variable-record.ts';

export const createVariable = defineHandler(
  variableOperations.createVariable,
  ({ body }, { controller, fail }) => {
    controller.requireProject();
    if (body.scope === 'graph' && body.graphId === undefined) {
      fail('GRAPH_NOT_FOUND', "'graphId' is missing: a variable of scope 'graph' needs one.");
    }
    const variable = controller.variableEditor.create({
      ...body,
      graphId: body.scope === 'graph' ? body.graphId : undefined,
    });
    return new EditResult({
      push: () => controller.pushVariable(variable),
      createResult: () => toVariableRecord(variable),
    });
  },
);

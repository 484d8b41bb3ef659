import { variableOperations } from '#spec/rest/variables.ts';
import { Result } from '../../pipeline/result.ts';
import { defineHandler } from '../../pipeline/define-handler.ts';
import { toVariableRecord } from '../records.ts';

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
    return Result.edit({
      push: () => controller.pushVariable(variable),
      createValue: () => toVariableRecord(variable),
    });
  },
);

import { variableOperations } from '#spec/rest/variables.ts';
import { Result } from '../../pipeline/result.ts';
import { defineHandler } from '../../pipeline/define-handler.ts';
import { toVariableRecord } from '../records.ts';

export const deleteVariable = defineHandler(
  variableOperations.deleteVariable,
  ({ variable }, { controller }) => {
    controller.variableEditor.delete(variable);
    return Result.edit({
      push: () => controller.deleteVariable(variable),
      createValue: () => toVariableRecord(variable),
    });
  },
);

import { variableOperations } from '#spec/rest/variables.ts';
import { EditResult } from '../../pipeline/edit-result.ts';
import { defineHandler } from '../../pipeline/define-handler.ts';
import { toVariableRecord } from './variable-record.ts';

export const deleteVariable = defineHandler(
  variableOperations.deleteVariable,
  ({ variable }, { controller }) => {
    controller.variableEditor.delete(variable);
    return new EditResult({
      push: () => controller.deleteVariable(variable),
      createResult: () => toVariableRecord(variable),
    });
  },
);

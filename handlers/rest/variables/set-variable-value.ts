import { variableOperations } from '#spec/rest/variables.ts';
import { EditResult } from '../../pipeline/edit-result.ts';
import { defineHandler } from '../../pipeline/define-handler.ts';
import { toVariableRecord } from './variable-record.ts';

export const setVariableValue = defineHandler(
  variableOperations.setVariableValue,
  ({ variable, body }, { controller }) => {
    controller.variableEditor.write(variable, body.value);
    return new EditResult({
      push: () => controller.pushVariable(variable),
      createResult: () => toVariableRecord(variable),
    });
  },
);

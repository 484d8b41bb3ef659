import { variableOperations } from '#spec/rest/variables.ts';
import { Result } from '../../pipeline/result.ts';
import { defineHandler } from '../../pipeline/define-handler.ts';
import { toVariableRecord } from '../records.ts';

export const setVariableValue = defineHandler(
  variableOperations.setVariableValue,
  ({ variable, body }, { controller }) => {
    controller.variableEditor.write(variable, body.value);
    return Result.edit({
      push: () => controller.pushVariable(variable),
      createValue: () => toVariableRecord(variable),
    });
  },
);

import { variableOperations } from '#spec/rest/variables.ts';
import { Edited } from '../../pipeline/edited.ts';
import { handle } from '../../pipeline/handle.ts';
import { variableRecord } from './variable-record.ts';

export const setVariableValue = handle(
  variableOperations.setVariableValue,
  ({ variable, body }, { controller }) => {
    controller.variableEditor.write(variable, body.value);
    return new Edited({
      push: () => controller.pushVariable(variable),
      answer: () => variableRecord(variable),
    });
  },
);

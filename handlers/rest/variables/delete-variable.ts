import { variableOperations } from '#spec/rest/variables.ts';
import { Edited } from '../../pipeline/edited.ts';
import { handle } from '../../pipeline/handle.ts';
import { variableRecord } from './variable-record.ts';

export const deleteVariable = handle(variableOperations.deleteVariable, ({ variable }, { controller }) => {
  controller.variableEditor.delete(variable);
  return new Edited({
    push: () => controller.dropVariable(variable),
    answer: () => variableRecord(variable),
  });
});

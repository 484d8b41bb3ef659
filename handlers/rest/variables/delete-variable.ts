import { variables } from '#spec/rest/variables.ts';
import { handle } from '../../pipeline/handle.ts';
import { variableRecord } from './variable-record.ts';

export const deleteVariable = handle(variables.deleteVariable, async ({ params, query }, { controller }) => {
  const variable = controller.variableEditor.delete(params.id);
  if (query.sync) await controller.dropVariable(variable);
  return variableRecord(variable);
});

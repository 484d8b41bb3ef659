import { findVariable } from '#runtime/controller/variables/variables.ts';
import { variables } from '#spec/rest/variables.ts';
import { handle } from '../../pipeline/handle.ts';

export const getVariableValue = handle(variables.getVariableValue, ({ params }, { controller }) => {
  const { id, type, value } = findVariable(controller.variables, params.id);
  return { id, type, value };
});

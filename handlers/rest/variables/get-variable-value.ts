import { variableOperations } from '#spec/rest/variables.ts';
import { handle } from '../../pipeline/handle.ts';

export const getVariableValue = handle(
  variableOperations.getVariableValue,
  ({ variable: { id, type, value } }) => ({
    id,
    type,
    value,
  }),
);

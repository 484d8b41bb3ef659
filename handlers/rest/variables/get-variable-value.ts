import { variableOperations } from '#spec/rest/variables.ts';
import { defineHandler } from '../../pipeline/define-handler.ts';

export const getVariableValue = defineHandler(
  variableOperations.getVariableValue,
  ({ variable: { id, type, value } }) => ({
    id,
    type,
    value,
  }),
);

import { variableOperations } from '#spec/rest/variables.ts';
import { defineHandler } from '../../pipeline/define-handler.ts';
import { toVariableRecord } from '../records.ts';

export const getVariable = defineHandler(variableOperations.getVariable, ({ variable }) =>
  toVariableRecord(variable),
);

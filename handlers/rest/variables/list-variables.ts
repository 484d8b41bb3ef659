import { variableOperations } from '#spec/rest/variables.ts';
import { defineHandler } from '../../pipeline/define-handler.ts';
import { toVariableRecord } from '../records.ts';

export const listVariables = defineHandler(variableOperations.listVariables, (_, { controller }) =>
  [...controller.variables.values()].map(toVariableRecord),
);

import { variableOperations } from '#spec/rest/variables.ts';
import { handle } from '../../pipeline/handle.ts';
import { variableRecord } from './variable-record.ts';

export const listVariables = handle(variableOperations.listVariables, (_, { controller }) =>
  [...controller.variables.values()].map(variableRecord),
);

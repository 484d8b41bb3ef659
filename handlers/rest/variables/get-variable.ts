import { variableOperations } from '#spec/rest/variables.ts';
import { handle } from '../../pipeline/handle.ts';
import { variableRecord } from './variable-record.ts';

export const getVariable = handle(variableOperations.getVariable, ({ variable }) => variableRecord(variable));

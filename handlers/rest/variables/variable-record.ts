import type { z } from 'zod';
import type { VariableDocument } from '../../controller/variables/variables.ts';
import type { Variable } from '#spec/rest/response-records.ts';

export const toVariableRecord = (variable: VariableDocument): z.input<typeof Variable> => ({
  ...variable,
  scope: variable.graphId ? 'graph' : 'global',
});

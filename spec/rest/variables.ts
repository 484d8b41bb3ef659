import * as z from 'zod';
import { defineOperation } from '../contract/operation-spec.ts';
import { JsonValue } from '../values.ts';
import { Variable } from './response-records.ts';

export const variableOperations = {
  createVariable: defineOperation({
    route: 'POST /api/variables',
    area: 'variables',
    summary: 'Create a variable, for every graph or for one',
    description: 'Its name is its own within its scope: the project, or the graph that `graphId` names.',
    choice: 'C-07',
    body: z.object({
      name: z.string().min(1),
      // Any text, so that a name that is none is INVALID_VALUE and not a malformed body.
      type: z.string().meta({ description: 'One of VariableTypes of GET /api/types', example: 'Float' }),
      value: JsonValue.optional(),
      scope: z.enum(['global', 'graph']).default('global'),
      graphId: z.string().optional(),
    }),
    sync: true,
    returns: { 201: Variable },
    errors: ['NO_PROJECT', 'GRAPH_NOT_FOUND', 'DUPLICATE_NAME'],
  }),
  listVariables: defineOperation({
    route: 'GET /api/variables',
    area: 'variables',
    summary: 'The variables of the project',
    description: 'Those of the project and those of single graphs, in the order of their creation.',
    choice: 'C-07',
    list: true,
    returns: { 200: Variable },
  }),
  getVariable: defineOperation({
    route: 'GET /api/variables/{id}',
    area: 'variables',
    summary: 'One variable',
    description: 'Its name, type, value and scope.',
    choice: 'C-07',
    returns: { 200: Variable },
    errors: ['VARIABLE_NOT_FOUND'],
  }),
  getVariableValue: defineOperation({
    route: 'GET /api/variables/{id}/value',
    area: 'variables',
    summary: 'The value of a variable',
    description: 'The value with its type, and nothing else of the variable.',
    choice: 'C-07',
    returns: { 200: Variable.pick({ id: true, type: true, value: true }).meta({ id: 'VariableValue' }) },
    errors: ['VARIABLE_NOT_FOUND'],
  }),
  setVariableValue: defineOperation({
    route: 'PUT /api/variables/{id}/value',
    area: 'variables',
    summary: 'Write the value of a variable; use sync before an action that reads it',
    description: 'The value has to fit the type of the variable.',
    body: z.object({ value: JsonValue }),
    sync: true,
    returns: { 200: Variable },
    errors: ['VARIABLE_NOT_FOUND'],
  }),
  deleteVariable: defineOperation({
    route: 'DELETE /api/variables/{id}',
    area: 'variables',
    summary: 'Remove a variable',
    description: 'The answer is the variable as it was.',
    choice: 'C-07',
    sync: true,
    returns: { 200: Variable },
    errors: ['VARIABLE_NOT_FOUND'],
  }),
} as const;

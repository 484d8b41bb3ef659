import * as z from 'zod';
import { defineOperation } from '../contract/operation-spec.ts';
import { JsonValue } from '../values.ts';
import { markChoice } from '../contract/choice-marks.ts';
import { Variable, VariableDirection } from './response-records.ts';

const directionDescription =
  'Whether graphs that call the graph pass the variable in or receive it back; only for variables of a graph';

const defaultDescription =
  'The value with which each call of the graph begins; the current value if absent. Only with `direction`';

const VariableDescription = z.string().max(1_000).describe('What the input or output means');

export const variableOperations = {
  createVariable: defineOperation({
    route: 'POST /api/variables',
    area: 'variables',
    summary: 'Create a variable, for the project or for one graph',
    description: 'Its name must be unique within its scope: the project, or the graph that `graphId` names.',
    choice: 'C-07',
    body: z.object({
      name: z.string().min(1),
      // Accepts any string, so that an unknown type fails with INVALID_VALUE rather than as a malformed body.
      type: z.string().meta({ description: 'One of VariableTypes of GET /api/types', example: 'Float' }),
      value: JsonValue.optional(),
      scope: z.enum(['global', 'graph']).default('global'),
      graphId: z.string().optional(),
      direction: markChoice('C-325', VariableDirection.optional().describe(directionDescription)),
      description: markChoice('C-325', VariableDescription.optional()),
      default: markChoice('C-325', JsonValue.optional().describe(defaultDescription)),
    }),
    sync: true,
    returns: { 201: Variable },
    errors: ['NO_PROJECT', 'GRAPH_NOT_FOUND', 'DUPLICATE_NAME'],
  }),
  listVariables: defineOperation({
    route: 'GET /api/variables',
    area: 'variables',
    summary: 'List the variables of the project',
    description: 'Returns variables of the project and of single graphs, sorted by creation.',
    choice: 'C-07',
    list: true,
    returns: { 200: Variable },
  }),
  getVariable: defineOperation({
    route: 'GET /api/variables/{id}',
    area: 'variables',
    summary: 'One variable',
    description: 'Returns its name, type, value and scope.',
    choice: 'C-07',
    returns: { 200: Variable },
    errors: ['VARIABLE_NOT_FOUND'],
  }),
  getVariableValue: defineOperation({
    route: 'GET /api/variables/{id}/value',
    area: 'variables',
    summary: 'Get the value of a variable',
    description: 'Returns only the value and its type.',
    choice: 'C-07',
    returns: { 200: Variable.pick({ id: true, type: true, value: true }).meta({ id: 'VariableValue' }) },
    errors: ['VARIABLE_NOT_FOUND'],
  }),
  setVariableValue: defineOperation({
    route: 'PUT /api/variables/{id}/value',
    area: 'variables',
    summary: 'Write the value of a variable; use sync before an action that reads it',
    description: 'The value must fit the type of the variable.',
    body: z.object({ value: JsonValue }),
    sync: true,
    returns: { 200: Variable },
    errors: ['VARIABLE_NOT_FOUND'],
  }),
  updateVariable: defineOperation({
    route: 'PUT /api/variables/{id}',
    area: 'variables',
    summary: 'Make a variable of a graph an input or an output of the graph, or an ordinary variable',
    description:
      'Changes only the fields in the body. The ports of all RunGraph nodes that run the graph follow. A connection whose port no longer exists stays listed with `isBroken`.',
    choice: 'C-325',
    body: z.object({
      direction: VariableDirection.nullable()
        .optional()
        .describe(`${directionDescription}; null for neither`),
      description: VariableDescription.optional(),
      default: JsonValue.optional().describe(defaultDescription),
    }),
    sync: true,
    returns: { 200: Variable },
    errors: ['VARIABLE_NOT_FOUND'],
  }),
  deleteVariable: defineOperation({
    route: 'DELETE /api/variables/{id}',
    area: 'variables',
    summary: 'Remove a variable',
    description: 'Returns the removed variable.',
    choice: 'C-07',
    sync: true,
    returns: { 200: Variable },
    errors: ['VARIABLE_NOT_FOUND'],
  }),
} as const;

import * as z from 'zod';
import { defineOperation } from '../contract/operation-spec.ts';
import { markChoice, markChosenBound } from '../contract/choice-marks.ts';
import { CategoryRecord, NodeTypeRecord } from './response-records.ts';

const isJsonObjectText = (text: string): boolean => {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
};

export const nodeTypeOperations = {
  listNodeTypes: defineOperation({
    route: 'GET /api/node-types',
    area: 'discovery',
    summary: 'The categories of node types with their nodes and counts',
    description:
      'What the settings block is neither listed nor counted. `form=signatures` answers the whole catalogue in some 10 kB: each node type is a line with its ports, types and defaults.',
    list: true,
    signatures: 'C-190',
    returns: { 200: CategoryRecord },
  }),
  searchNodeTypes: defineOperation({
    route: 'GET /api/node-types/search',
    area: 'discovery',
    summary: 'Node types whose name, description, category or ports match a text',
    description:
      'Letter case does not matter, in names the order of words neither; there `Set` is also found as setter or write, `Log` as print, and so on. Ports match by name or type. What matches by name comes first, what matches by the type of a port last. When nothing matches, the answer points to the list of categories.',
    query: { q: markChosenBound('C-251', 'minLength', z.string().min(1)).meta({ example: 'print' }) },
    list: true,
    hint: 'GET /api/node-types lists every category with its node types.',
    returns: { 200: NodeTypeRecord },
  }),
  listEnumValues: defineOperation({
    route: 'GET /api/node-types/enum-values',
    area: 'discovery',
    summary: 'The enum values that a node can be created with',
    description: 'One of them is what `POST /api/graphs/{graphId}/nodes` takes as `category`.',
    list: true,
    returns: { 200: z.string() },
  }),
  getCategory: defineOperation({
    route: 'GET /api/node-types/{category}',
    area: 'discovery',
    summary: 'One category of node types; the name in any letter case',
    description: 'A category whose nodes are all blocked counts as unknown.',
    fields: true,
    returns: { 200: CategoryRecord },
    errors: ['CATEGORY_NOT_FOUND'],
  }),
  getNodeType: defineOperation({
    route: 'GET /api/node-types/{category}/{node}',
    area: 'discovery',
    summary: 'One node type; category and enum value in any letter case',
    description:
      'What the node does, and all of its ports: those of a new node or, with `values`, those that it has once these are written to its inputs. A blocked node type counts as unknown.',
    query: {
      values: markChoice(
        'C-250',
        z
          .string()
          .regex(/^\s*\{/, 'expected a JSON object of values by port name')
          .refine(isJsonObjectText, 'expected a JSON object of values by port name')
          .optional()
          .describe('Values of inputs by port name, as a JSON object')
          .meta({ example: '{"Action":"time.get"}' }),
      ),
    },
    fields: true,
    returns: { 200: NodeTypeRecord },
    errors: ['CATEGORY_NOT_FOUND', 'NODE_TYPE_NOT_FOUND', 'INVALID_QUERY'],
  }),
} as const;

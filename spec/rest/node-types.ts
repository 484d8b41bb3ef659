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
      'Node types that the settings block are neither listed nor counted. `form=signatures` returns the whole catalog in about 10 kB: one line per node type, with its ports, types and defaults.',
    list: true,
    signatures: 'C-190',
    returns: { 200: CategoryRecord },
  }),
  searchNodeTypes: defineOperation({
    route: 'GET /api/node-types/search',
    area: 'discovery',
    summary: 'Node types whose name, description, category or ports match a text',
    description:
      'Not case-sensitive. Words in names match in any order and by synonyms: `Set` is also found as setter or write, `Log` as print. Ports match by name or type. Matches by name come first, matches by port type last. If nothing matches, the response points to the list of categories.',
    query: { q: markChosenBound('C-251', 'minLength', z.string().min(1)).meta({ example: 'print' }) },
    list: true,
    hint: 'GET /api/node-types lists every category with its node types.',
    returns: { 200: NodeTypeRecord },
  }),
  listEnumValues: defineOperation({
    route: 'GET /api/node-types/enum-values',
    area: 'discovery',
    summary: 'The enum values for creating a node',
    description: 'Pass one of them as `category` to `POST /api/graphs/{graphId}/nodes`.',
    list: true,
    returns: { 200: z.string() },
  }),
  getCategory: defineOperation({
    route: 'GET /api/node-types/{category}',
    area: 'discovery',
    summary: 'One category of node types; its name is not case-sensitive',
    description: 'A category whose node types are all blocked is treated as unknown.',
    fields: true,
    returns: { 200: CategoryRecord },
    errors: ['CATEGORY_NOT_FOUND'],
  }),
  getNodeType: defineOperation({
    route: 'GET /api/node-types/{category}/{node}',
    area: 'discovery',
    summary: 'One node type; category and enum value are not case-sensitive',
    description:
      'Returns what the node does and all its ports. With `values`, returns the ports that it has after these values are written to its inputs. A blocked node type is treated as unknown.',
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

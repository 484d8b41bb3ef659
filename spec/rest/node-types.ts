import { z } from 'zod';
import { operation } from '../contract/operation.ts';
import { CategoryRecord, NodeTypeRecord } from './records.ts';

export const nodeTypes = {
  listNodeTypes: operation({
    route: 'GET /api/node-types',
    area: 'discovery',
    summary: 'The categories of node types with their nodes and counts',
    list: true,
    returns: { 200: CategoryRecord },
  }),
  searchNodeTypes: operation({
    route: 'GET /api/node-types/search',
    area: 'discovery',
    summary: 'Node types whose name, description, category or ports match a text',
    query: { q: z.string().min(1).meta({ example: 'print' }) },
    list: true,
    hint: 'GET /api/node-types lists every category with its node types.',
    returns: { 200: NodeTypeRecord },
  }),
  listEnumValues: operation({
    route: 'GET /api/node-types/enum-values',
    area: 'discovery',
    summary: 'The enum values that a node can be created with',
    list: true,
    returns: { 200: z.string() },
  }),
  getCategory: operation({
    route: 'GET /api/node-types/{category}',
    area: 'discovery',
    summary: 'One category of node types; the name in any letter case',
    fields: true,
    returns: { 200: CategoryRecord },
    errors: ['CATEGORY_NOT_FOUND'],
  }),
  getNodeType: operation({
    route: 'GET /api/node-types/{category}/{node}',
    area: 'discovery',
    summary: 'One node type; category and enum value in any letter case',
    fields: true,
    returns: { 200: NodeTypeRecord },
    errors: ['CATEGORY_NOT_FOUND', 'NODE_TYPE_NOT_FOUND'],
  }),
} as const;

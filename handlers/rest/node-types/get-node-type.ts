import { listPortsForValues } from '../../controller/graphs/add-nodes.ts';
import { requireNodeType } from '../../controller/graphs/graph-store.ts';
import { ApiError } from '#spec/errors.ts';
import { nodeTypeOperations } from '#spec/rest/node-types.ts';
import { defineHandler } from '../../pipeline/define-handler.ts';
import { findCategory, toNodeTypeRecord } from '../records.ts';

export const getNodeType = defineHandler(
  nodeTypeOperations.getNodeType,
  ({ params, query }, { controller, fail }) => {
    const { store } = controller;
    const category = findCategory(store.catalog, params.category);
    const found =
      category.nodes.find(({ enumValue }) => enumValue.toLowerCase() === params.node.toLowerCase()) ??
      fail('NODE_TYPE_NOT_FOUND', `The category '${category.name}' has no node type '${params.node}'.`);
    if (!query.values) return found;
    const type = requireNodeType(store, found.enumValue);
    try {
      return toNodeTypeRecord({ ...type, ports: listPortsForValues(store, type, JSON.parse(query.values)) });
    } catch (failure) {
      if (failure instanceof ApiError) return fail('INVALID_QUERY', failure.reason, failure.details);
      throw failure;
    }
  },
);

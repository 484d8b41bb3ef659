import { renderNodeTypeSignatures } from '#spec/contract/signatures.ts';
import { ApiError } from '#spec/errors.ts';
import { containsAllWords, splitNameWords } from '#spec/split-name-words.ts';
import { listPortsForValues } from '../controller/graphs/add-nodes.ts';
import { requireNodeType } from '../controller/graphs/graph-store.ts';
import { Result } from '../pipeline/result.ts';
import { findCategory, listCategories, toNodeTypeRecord } from './records.ts';
import type { nodeTypeOperations } from '#spec/rest/node-types.ts';
import type { NodeTypeRecord } from '#spec/rest/response-records.ts';
import type { z } from 'zod';
import type { Handlers } from '../pipeline/define-handler.ts';

export const nodeTypeHandlers: Handlers<typeof nodeTypeOperations> = {
  listNodeTypes(_, { controller }) {
    const categories = listCategories(controller.store.catalog);
    return Result.withSignatures(categories, () => renderNodeTypeSignatures(categories));
  },

  searchNodeTypes({ query }, { controller }) {
    const isMatch = createMatchers(query.q);
    return controller.store.catalog
      .listVisible()
      .map(toNodeTypeRecord)
      .map((type) => ({ type, rank: isMatch.findIndex((matches) => matches(type)) }))
      .filter(({ rank }) => rank >= 0)
      .sort((a, b) => a.rank - b.rank)
      .map(({ type }) => type);
  },

  listEnumValues: (_, { controller }) =>
    controller.store.catalog.listVisible().map(({ enumValue }) => enumValue),

  getCategory: ({ params }, { controller }) => findCategory(controller.store.catalog, params.category),

  getNodeType({ params, query }, { controller, fail }) {
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
};

type NodeType = z.input<typeof NodeTypeRecord>;

/**
 * Creates the functions that test whether a node type matches, ordered from the most to the least relevant kind of
 * match.
 */
const createMatchers = (text: string): readonly ((type: NodeType) => boolean)[] => {
  const lowerText = text.toLowerCase();
  const words = splitNameWords(text);
  const isIn = (...texts: readonly string[]): boolean =>
    texts.some((candidate) => candidate.toLowerCase().includes(lowerText));
  return [
    ({ enumValue, name }) => isIn(enumValue, name) || containsAllWords(splitNameWords(enumValue), words),
    ({ description, category, ports }) => isIn(description, category, ...ports.map((port) => port.name)),
    ({ ports }) => isIn(...ports.map(({ type }) => type)),
  ];
};

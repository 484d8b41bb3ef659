import type { z } from 'zod';
import type { NodeTypeRecord } from '#spec/rest/response-records.ts';
import { nodeTypeOperations } from '#spec/rest/node-types.ts';
import { containsAllWords, splitNameWords } from '#spec/split-name-words.ts';
import { defineHandler } from '../../pipeline/define-handler.ts';
import { toNodeTypeRecord } from '../records.ts';

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

export const searchNodeTypes = defineHandler(
  nodeTypeOperations.searchNodeTypes,
  ({ query }, { controller }) => {
    const isMatch = createMatchers(query.q);
    return controller.store.catalog
      .listVisible()
      .map(toNodeTypeRecord)
      .map((type) => ({ type, rank: isMatch.findIndex((matches) => matches(type)) }))
      .filter(({ rank }) => rank >= 0)
      .sort((a, b) => a.rank - b.rank)
      .map(({ type }) => type);
  },
);

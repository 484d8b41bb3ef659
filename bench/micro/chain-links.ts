import { getItemAt } from '../harness/get-item-at.ts';

/** A link in an evaluated chain. Its inputs are the result of the previous link and a constant. */
export interface ChainLink {
  readonly category: 'Add' | 'Subtract' | 'Multiply' | 'Divide' | 'Modulo' | 'Min' | 'Max';
  readonly operand: number;
}

/** Whether all links in a chain are additions, or the links alternate between seven types. */
export type ChainLinkMix = 'equal' | 'mixed';

const additionLink: ChainLink = { category: 'Add', operand: 1 };

/** Only the additions change the value, but the value passes through every link. */
const linkTypes: readonly ChainLink[] = [
  additionLink,
  { category: 'Subtract', operand: 0 },
  { category: 'Multiply', operand: 1 },
  { category: 'Divide', operand: 1 },
  { category: 'Modulo', operand: 1e9 },
  { category: 'Min', operand: 1e9 },
  { category: 'Max', operand: 0 },
];

/** Returns the links of a chain whose initial value is 0. */
export const createLinks = (kind: ChainLinkMix, length: number): readonly ChainLink[] =>
  Array.from({ length }, (_, index) => (kind === 'equal' ? additionLink : getItemAt(linkTypes, index)));

/** Returns the result of a chain in which every link was evaluated. */
export const getChainResult = (kind: ChainLinkMix, length: number): number =>
  createLinks(kind, length).filter((link) => link === additionLink).length;

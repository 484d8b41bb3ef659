import { canConnectTypes, type PortType } from '#spec/values.ts';
import type { NodeCatalog } from './node-catalog.ts';

/** A node type that converts between two incompatible port types. */
interface ConverterSuggestion {
  /** The enum value of the node type. */
  readonly category: string;
  readonly input: string;
  readonly output: string;
}

/** The maximum number of suggestions. Further candidates need more inputs than just the value. */
const maxSuggestions = 3;

/** Lists pure node types that convert one type to another. Types with the fewest inputs come first. */
export const suggestConverters = (
  catalog: NodeCatalog,
  from: PortType,
  to: PortType,
): ConverterSuggestion[] =>
  catalog
    .listVisible()
    .filter(({ kind }) => kind === 'pure')
    .flatMap(({ enumValue, ports }) => {
      const [input, ...otherInputs] = ports.filter(({ direction }) => direction === 'input');
      const output = ports.find(({ direction, type }) => direction === 'output' && type === to);
      if (!input || !output || !canConnectTypes(from, input.type)) return [];
      return [{ category: enumValue, input: input.name, output: output.name, needs: otherInputs.length }];
    })
    .sort((a, b) => a.needs - b.needs)
    .slice(0, maxSuggestions)
    .map(({ needs: _, ...converter }) => converter);

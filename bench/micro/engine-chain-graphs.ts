import { createLinks } from './chain-links.ts';
import type { GraphSnapshot, NodeSnapshot, ConnectionSnapshot } from '#runtime/link/runtime-link.ts';
import type { ChainLinkMix } from './chain-links.ts';

const formatLinkId = (index: number) => `node-${index}`;

/** Returns the id of the output that contains a chain's result. */
export const getChainOutput = (length: number): string => `${formatLinkId(length - 1)}.out.Result`;

/**
 * Creates a graph in which a chain of nodes follows an OnNewFrame node.
 * @param work `evaluated`: a Watch node reads the last link, and each link reads the previous one. `triggered`: each
 * node triggers the next. `none`: nothing reads the links.
 */
export const createChainGraph = (
  graphId: string,
  length: number,
  work: 'evaluated' | 'triggered' | 'none',
  links: ChainLinkMix = 'equal',
): GraphSnapshot => {
  const isFlow = work === 'triggered';
  const [output, input] = isFlow ? ['Out', 'In'] : ['Result', 'A'];
  const connectionsByWork: Record<typeof work, readonly ConnectionSnapshot[]> = {
    triggered: [{ from: ['frame', 'Out'], to: [formatLinkId(0), 'In'] }],
    evaluated: [
      { from: ['frame', 'Out'], to: ['watch', 'In'] },
      { from: [formatLinkId(length - 1), 'Result'], to: ['watch', 'Value'] },
    ],
    none: [],
  };
  return {
    graphId,
    name: graphId,
    nodes: [
      ...(work === 'none' ? [] : [{ id: 'frame', category: 'OnNewFrame', values: {} }]),
      ...(work === 'evaluated' ? [{ id: 'watch', category: 'Watch', values: {} }] : []),
      ...createLinks(links, length).map(
        ({ category, operand }, index): NodeSnapshot =>
          isFlow
            ? { id: formatLinkId(index), category: 'Gate', values: {} }
            : { id: formatLinkId(index), category, values: { A: 0, B: operand } },
      ),
    ],
    connections: [
      ...connectionsByWork[work],
      ...Array.from(
        { length: length - 1 },
        (_, index): ConnectionSnapshot => ({
          from: [formatLinkId(index), output],
          to: [formatLinkId(index + 1), input],
        }),
      ),
    ],
  };
};

import type { GraphImage, NodeImage, WireImage } from '#runtime/link/protocol.ts';

const link = (index: number) => `node-${index}`;

/** The output that holds the length of an evaluated chain. */
export const endOfChain = (length: number): string => `${link(length - 1)}.out.Result`;

/**
 * A chain of nodes behind an OnNewFrame.
 * @param work `evaluated`: a Watch reads the last of additions, each of which adds 1 to the one before. `triggered`: each
 * node triggers the next. `none`: additions that nothing reads.
 */
export const chainOf = (
  graphId: string,
  length: number,
  work: 'evaluated' | 'triggered' | 'none',
): GraphImage => {
  const isFlow = work === 'triggered';
  const values: NodeImage['values'] = isFlow ? {} : { A: 0, B: 1 };
  const [output, input] = isFlow ? ['Out', 'In'] : ['Result', 'A'];
  const ends: Record<typeof work, readonly WireImage[]> = {
    triggered: [{ from: ['frame', 'Out'], to: [link(0), 'In'] }],
    evaluated: [
      { from: ['frame', 'Out'], to: ['watch', 'In'] },
      { from: [link(length - 1), 'Result'], to: ['watch', 'Value'] },
    ],
    none: [],
  };
  return {
    graphId,
    name: graphId,
    nodes: [
      ...(work === 'none' ? [] : [{ id: 'frame', category: 'OnNewFrame', values: {} }]),
      ...(work === 'evaluated' ? [{ id: 'watch', category: 'Watch', values: {} }] : []),
      ...Array.from({ length }, (_, index) => ({
        id: link(index),
        category: isFlow ? 'Gate' : 'Add',
        values,
      })),
    ],
    connections: [
      ...ends[work],
      ...Array.from(
        { length: length - 1 },
        (_, index): WireImage => ({ from: [link(index), output], to: [link(index + 1), input] }),
      ),
    ],
  };
};

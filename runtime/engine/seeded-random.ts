const goldenRatio = 0x9e3779b9;

/** Computes the FNV-1a hash of the UTF-16 code units of a string, starting from a seed. */
const hashText = (text: string, seed: number): number => {
  let hash = (0x811c9dc5 ^ seed) >>> 0;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193) >>> 0;
  return hash;
};

/** A source of random numbers. Each call returns the next number. */
export interface SeededRandom {
  (): number;
  /** Returns the internal state, which determines all following numbers. */
  state(): readonly number[];
}

/**
 * Creates a repeatable source of random numbers in the range [0, 1), using sfc32. Each combination of seed, graph and
 * node has its own source, so that a node draws the same numbers regardless of what else runs.
 */
export const createSeededRandom = (seed: number, graphId: string, nodeId: string): SeededRandom => {
  let a = hashText(graphId, seed);
  let b = hashText(nodeId, seed);
  let c = hashText(`${graphId}/${nodeId}`, seed ^ goldenRatio);
  let counter = 1;
  const next = () => {
    const t = (((a + b) | 0) + counter) | 0;
    counter = (counter + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + t;
    return (t >>> 0) / 2 ** 32;
  };
  // Discards the first numbers, because they still resemble the hashes of the seed.
  for (let i = 0; i < 12; i++) next();
  return Object.assign(next, { state: () => [a, b, c, counter] });
};

const goldenRatio = 0x9e3779b9;

/** FNV-1a over UTF-16 code units, started from a seed. */
const hashText = (text: string, seed: number): number => {
  let hash = (0x811c9dc5 ^ seed) >>> 0;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193) >>> 0;
  return hash;
};

/** Draws the next number. */
export interface SeededRandom {
  (): number;
  /** What determines the following numbers. */
  state(): readonly number[];
}

/**
 * A repeatable source of numbers from 0 up to but excluding 1 (sfc32). Every seed, graph and node has its own, so a
 * node draws the same numbers whatever else runs.
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
  // The first draws still resemble the hashes of the seed.
  for (let i = 0; i < 12; i++) next();
  return Object.assign(next, { state: () => [a, b, c, counter] });
};

export interface BuildOptions {
  /** The JSON text of a build body. */
  readonly text: string;
  readonly repetitions: number;
}

export interface BuildResult {
  /** Milliseconds that each repetition took. */
  readonly times: readonly number[];
  /** Number of nodes that each repetition creates. */
  readonly nodes: number;
  readonly connections: number;
}

/**
 * Repeats a build from its JSON text. Each repetition starts with an empty graph, and its result is checked outside the
 * measurement.
 */
export const timeBuilds = <T>(
  { text, repetitions }: BuildOptions,
  build: (text: string) => T,
  getSize: (built: T) => Pick<BuildResult, 'nodes' | 'connections'>,
): BuildResult => {
  const times: number[] = [];
  let size = { nodes: 0, connections: 0 };
  for (let i = 0; i < repetitions; i += 1) {
    const start = performance.now();
    const built = build(text);
    times.push(performance.now() - start);
    size = getSize(built);
  }
  return { times, ...size };
};

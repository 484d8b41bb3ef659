export interface BuildOptions {
  /** A build body as JSON text. */
  readonly text: string;
  readonly repetitions: number;
}

export interface BuildResult {
  /** Milliseconds of each repetition. */
  readonly times: readonly number[];
  /** What every repetition made. */
  readonly nodes: number;
  readonly connections: number;
}

/** Builds from text again and again, each time anew, and looks at what was made outside of the measurement. */
export const timeBuilds = <T>(
  { text, repetitions }: BuildOptions,
  build: (text: string) => T,
  sizeOf: (built: T) => Pick<BuildResult, 'nodes' | 'connections'>,
): BuildResult => {
  const times: number[] = [];
  let size = { nodes: 0, connections: 0 };
  for (let i = 0; i < repetitions; i += 1) {
    const start = performance.now();
    const built = build(text);
    times.push(performance.now() - start);
    size = sizeOf(built);
  }
  return { times, ...size };
};

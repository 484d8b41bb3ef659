/** What an agent has sent and read for a task. */
export interface Cost {
  readonly calls: number;
  readonly bytes: number;
}

interface Meter {
  readonly cost: Cost;
  /** Counts one call by the texts that went either way. */
  count(...texts: readonly string[]): void;
}

export const createMeter = (): Meter => {
  let calls = 0;
  let bytes = 0;
  return {
    get cost() {
      return { calls, bytes };
    },
    count(...texts) {
      calls += 1;
      for (const text of texts) bytes += Buffer.byteLength(text);
    },
  };
};

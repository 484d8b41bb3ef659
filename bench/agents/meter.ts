/** What an agent has sent and read. */
export interface Cost {
  readonly calls: number;
  readonly bytes: number;
}

interface Meter {
  readonly cost: Cost;
  /** Counts one call by what went either way. */
  count(...parts: readonly (string | Uint8Array)[]): void;
}

export const createMeter = (): Meter => {
  let calls = 0;
  let bytes = 0;
  return {
    get cost() {
      return { calls, bytes };
    },
    count(...parts) {
      calls += 1;
      for (const part of parts) bytes += Buffer.byteLength(part);
    },
  };
};

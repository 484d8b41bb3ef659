/** What an agent has sent and read. */
export interface AgentCost {
  readonly calls: number;
  readonly bytes: number;
}

interface CostMeter {
  readonly cost: AgentCost;
  /** Counts one call by what went either way. */
  count(...parts: readonly (string | Uint8Array)[]): void;
}

export const createCostMeter = (): CostMeter => {
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

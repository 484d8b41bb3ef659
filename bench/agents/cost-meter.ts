/** The number of calls that an agent made, and the bytes that it sent and received. */
export interface AgentCost {
  readonly calls: number;
  readonly bytes: number;
}

interface CostMeter {
  readonly cost: AgentCost;
  /**
   * Counts one call.
   * @param parts the strings or bytes that were sent and received
   */
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

import { percentile } from '../harness/statistics.ts';

export interface CommandLoadOptions {
  /** Maximum number of commands that wait for a response at the same time. */
  readonly maxInFlight: number;
  readonly ms: number;
  readonly count: number;
}

export interface CommandLoadResult {
  readonly completed: number;
  readonly ms: number;
  /**
   * CPU time of this process in milliseconds. It includes both ends of the connection when both are in this process.
   */
  readonly cpuMs: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/**
 * Sends commands that raise one event each.
 * @param getEventCount returns how many events have arrived so far
 * @throws the error of a command that fails, or Error when there are more or fewer events than responses
 */
export const driveEventCommands = async (
  send: () => Promise<unknown>,
  getEventCount: () => number,
  load: CommandLoadOptions,
): Promise<CommandLoadResult> => {
  const previousCount = getEventCount();
  const result = await driveCommands(send, load);
  const events = getEventCount() - previousCount;
  if (events !== result.completed)
    throw new Error(`${result.completed} commands got a response, and ${events} an event`);
  return result;
};

/**
 * Sends commands, and sends the next command whenever a response arrives.
 * @throws the error of a command that fails
 */
export const driveCommands = async (
  send: () => Promise<unknown>,
  { maxInFlight, ms, count }: CommandLoadOptions,
): Promise<CommandLoadResult> => {
  const latencies: number[] = [];
  let sentCount = 0;
  const cpu = process.cpuUsage();
  const start = performance.now();
  const sendSequentially = async (): Promise<void> => {
    let sentAt = start;
    while (sentCount < count && sentAt - start < ms) {
      sentCount += 1;
      await send();
      const now = performance.now();
      latencies.push(now - sentAt);
      sentAt = now;
    }
  };
  await Promise.all(Array.from({ length: maxInFlight }, sendSequentially));
  const cpuUsage = process.cpuUsage(cpu);
  return {
    completed: latencies.length,
    ms: performance.now() - start,
    cpuMs: (cpuUsage.user + cpuUsage.system) / 1000,
    p50Ms: percentile(latencies, 0.5),
    p99Ms: percentile(latencies, 0.99),
  };
};

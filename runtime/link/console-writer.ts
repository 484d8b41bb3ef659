import { truncateText } from '../values/text.ts';
import type { z } from 'zod';
import type { ConsoleEntry, Severity } from '#spec/events.ts';

/**
 * Maximum UTF-16 code units per entry, so that neither the console nor one page of console entries can exhaust memory
 * (C-81).
 */
export const maxMessageLength = 10_000;

export type ConsoleEntryRecord = z.output<typeof ConsoleEntry>;

/** A console line that has no id and no timestamp yet. */
export interface ConsoleLine {
  readonly severity: Severity;
  readonly message: string;
  readonly graphId?: string | undefined;
  readonly nodeId?: string | undefined;
  /** The call to which the node belongs; absent unless another graph has called the node's graph. */
  readonly caller?: ConsoleEntryRecord['caller'];
}

/**
 * Creates a writer of console entries. Each end of the runtime link has its own writer with its own id prefix.
 * @param now returns the time in milliseconds since 1970
 */
export const createConsoleWriter = (prefix: string, now: () => number) => {
  const format = createIsoFormatter();
  let entryCount = 0;
  return (line: ConsoleLine): ConsoleEntryRecord => {
    entryCount += 1;
    const entry: ConsoleEntryRecord = {
      id: `${prefix}${entryCount}`,
      timestamp: format(now()),
      contextType: line.nodeId ? 'node' : line.graphId ? 'graph' : 'none',
      ...line,
    };
    return line.message.length > maxMessageLength ? { ...entry, ...truncateMessage(line.message) } : entry;
  };
};

const truncateMessage = (message: string) => ({
  message: truncateText(message, maxMessageLength),
  truncated: message.length,
});

export type ConsoleWriter = ReturnType<typeof createConsoleWriter>;

/**
 * Creates a function that formats times, given in milliseconds since 1970. The function caches its last result, because
 * consecutive times are often equal and formatting takes 0.5 µs.
 */
export const createIsoFormatter = (): ((unixMs: number) => string) => {
  let cachedMs = Number.NaN;
  let text = '';
  return (unixMs) => {
    if (unixMs !== cachedMs) {
      cachedMs = unixMs;
      text = new Date(unixMs).toISOString();
    }
    return text;
  };
};

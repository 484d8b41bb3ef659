import { truncateText } from '../values/truncate-text.ts';
import { createIsoFormatter } from './iso-timestamp.ts';
import type { ConsoleEntry, Severity } from '#spec/events.ts';
import type { z } from 'zod';

/** Maximum UTF-16 code units per entry, so that neither the console nor a page of it can exhaust memory (C-81). */
export const maxMessageLength = 10_000;

export type ConsoleEntryRecord = z.output<typeof ConsoleEntry>;

/** A console line without an id and timestamp. */
export interface ConsoleLine {
  readonly severity: Severity;
  readonly message: string;
  readonly graphId?: string;
  readonly nodeId?: string;
}

/**
 * Creates console entries. Each end of the runtime link has its own writer, with its own prefix of ids.
 * @param now milliseconds since 1970
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

import { truncateText } from '../values/truncate-text.ts';
import { createIsoPrinter } from './iso-time.ts';
import type { ConsoleEntry, Severity } from '#spec/events.ts';
import type { z } from 'zod';

/** UTF-16 code units of one entry, so that neither the console nor a page of it can fill memory (register: C-81). */
export const longestMessage = 10_000;

export type Entry = z.output<typeof ConsoleEntry>;

/** A line for the console, before it gets its id and time stamp. */
export interface ConsoleLine {
  readonly severity: Severity;
  readonly message: string;
  readonly graphId?: string;
  readonly nodeId?: string;
}

/**
 * Makes entries of lines. Each side of the runtime link has one of its own, told apart by the prefix.
 * @param now milliseconds since 1970
 */
export const createConsoleWriter = (prefix: string, now: () => number) => {
  const print = createIsoPrinter();
  let written = 0;
  return (line: ConsoleLine): Entry => {
    written += 1;
    const entry: Entry = {
      id: `${prefix}${written}`,
      timestamp: print(now()),
      contextType: line.nodeId ? 'node' : line.graphId ? 'graph' : 'none',
      ...line,
    };
    return line.message.length > longestMessage ? { ...entry, ...cut(line.message) } : entry;
  };
};

const cut = (message: string) => ({
  message: truncateText(message, longestMessage),
  truncated: message.length,
});

export type ConsoleWriter = ReturnType<typeof createConsoleWriter>;

import { severities, type Severity } from '#spec/events.ts';
import type { ConsoleLine, ConsoleWriter, ConsoleEntryRecord } from './link/console-writer.ts';
import type { RaiseEvent } from './link/raise-event.ts';

export interface RuntimeConsole {
  /** Writes an entry, of which nobody hears when it is less serious than the level. */
  write(line: ConsoleLine): ConsoleEntryRecord;
  /** The least severity that is written. @returns the one before */
  setLevel(severity: Severity): Severity;
  /** The whole console as plain data. */
  state(): unknown;
}

const getSeverityRank = (severity: Severity): number => severities.indexOf(severity);

export const createRuntimeConsole = (entryOf: ConsoleWriter, raise: RaiseEvent): RuntimeConsole => {
  let level: Severity = 'log';
  return {
    write(line) {
      const entry = createEntry(line);
      if (getSeverityRank(line.severity) >= getSeverityRank(level)) raise('console.log', entry);
      return entry;
    },
    setLevel(severity) {
      const previous = level;
      level = severity;
      return previous;
    },
    state: () => ({ level }),
  };
};

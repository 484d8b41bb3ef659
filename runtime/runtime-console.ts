import { severities, type Severity } from '#spec/events.ts';
import type { ConsoleLine, ConsoleWriter, ConsoleEntryRecord } from './link/console-writer.ts';
import type { RaiseEvent } from './link/raise-event.ts';

export interface RuntimeConsole {
  /** Writes an entry. The entry is published only if its severity is high enough. */
  write(line: ConsoleLine): ConsoleEntryRecord;
  /**
   * Sets the minimum severity of published entries.
   * @returns the previous minimum severity
   */
  setLevel(severity: Severity): Severity;
  /** Returns the complete state as plain data. */
  state(): unknown;
}

const getSeverityRank = (severity: Severity): number => severities.indexOf(severity);

export const createRuntimeConsole = (createEntry: ConsoleWriter, raise: RaiseEvent): RuntimeConsole => {
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

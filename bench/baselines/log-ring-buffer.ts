const maxEntries = 1000;

export interface LogEntry {
  readonly id: string;
  readonly timestamp: string;
  readonly severity: string;
  readonly contextType: string;
  readonly message: string;
}

/**
 * Creates a function that does the minimum work of logging: it creates an entry with an id and a time, and overwrites
 * the oldest entry with it.
 */
export const createLogRingBuffer = (): ((message: string) => LogEntry) => {
  const entries: LogEntry[] = [];
  let count = 0;
  return (message) => {
    const timestamp = new Date().toISOString();
    const entry = { id: `r${count + 1}`, timestamp, severity: 'log', contextType: 'none', message };
    entries[count % maxEntries] = entry;
    count += 1;
    return entry;
  };
};

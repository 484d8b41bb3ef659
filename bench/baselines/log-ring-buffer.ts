const maxEntries = 1000;

/**
 * Creates a function that does the minimum work of logging: it appends an entry with a number and a time, and thereby
 * overwrites the oldest entry.
 */
export const createLogRingBuffer = (): ((message: unknown) => void) => {
  const entries: { seq: number; timestamp: number; severity: string; message: unknown }[] = [];
  let seq = 0;
  return (message) => {
    entries[seq % maxEntries] = { seq, timestamp: Date.now(), severity: 'Log', message };
    seq += 1;
  };
};

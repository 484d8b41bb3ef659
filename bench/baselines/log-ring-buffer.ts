const maxEntries = 1000;

/**
 * The least that remembers what was logged: an entry with a number and a time, in the place of the oldest.
 * @returns appends an entry
 */
export const createLogRingBuffer = (): ((message: unknown) => void) => {
  const entries: { seq: number; timestamp: number; severity: string; message: unknown }[] = [];
  let seq = 0;
  return (message) => {
    entries[seq % maxEntries] = { seq, timestamp: Date.now(), severity: 'Log', message };
    seq += 1;
  };
};

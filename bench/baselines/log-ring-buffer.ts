const maxEntries = 1000;

/**
 * The least work of logging: an entry with a number and a time overwrites the oldest one.
 * @returns a function that appends an entry
 */
export const createLogRingBuffer = (): ((message: unknown) => void) => {
  const entries: { seq: number; timestamp: number; severity: string; message: unknown }[] = [];
  let seq = 0;
  return (message) => {
    entries[seq % maxEntries] = { seq, timestamp: Date.now(), severity: 'Log', message };
    seq += 1;
  };
};

/**
 * Outlives the service by a moment: it hears on its standard input which process groups there are, `+ID` and `-ID` a line
 * each, and ends those that are left when that closes, whatever the service came to.
 */
import { createInterface } from 'node:readline';

/** @type {Set<number>} */
const groups = new Set();

/** @param {number} group @param {NodeJS.Signals | 0} signal */
const reaches = (group, signal) => {
  try {
    return process.kill(-group, signal);
  } catch {
    return false;
  }
};

const lines = createInterface({ input: process.stdin });
lines.on('line', (line) => {
  const group = Number(line.slice(1));
  if (line.startsWith('+')) groups.add(group);
  else groups.delete(group);
});
lines.on('close', () => {
  for (const group of groups) reaches(group, 'SIGKILL');
  process.exit();
});

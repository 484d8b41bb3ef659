/** Interprets words for which the description names a meaning but no spelling. */

export type Direction = 'input' | 'output';

/** Parses a string such as `in`, `Output` or `outputs`. */
export const parseDirection = (value: unknown): Direction | undefined => {
  if (typeof value !== 'string') return undefined;
  if (/^in/i.test(value)) return 'input';
  return /^out/i.test(value) ? 'output' : undefined;
};

export const getOppositeDirection = (direction: Direction): Direction =>
  direction === 'input' ? 'output' : 'input';

const noPattern = /^(in|un|non|no$|not|false|refus|reject|den|fail|error|bad|illegal|off$|0$)/i;
const yesPattern = /^(compat|valid|yes|true|ok|allow|accept|permit|pass|can|legal|success|good|on$|1$)/i;

/** Parses a boolean or a word such as `compatible`, `refused` or `saved`. Returns `undefined` for other words. */
export const parseYesNo = (value: unknown): boolean | undefined => {
  if (typeof value === 'boolean') return value;
  if (typeof value !== 'string') return undefined;
  if (noPattern.test(value)) return false;
  return yesPattern.test(value) ? true : undefined;
};

import { UsageError } from '../cli/exit.ts';

/** A whole number as an option gives it, or the usual one without it. @throws UsageError for any other text */
export const wholeNumber = (text: string | undefined, usual: number): number => {
  if (text === undefined) return usual;
  if (!/^\d{1,10}$/.test(text)) throw new UsageError(`Expected a whole number: ${text}`);
  return Number(text);
};

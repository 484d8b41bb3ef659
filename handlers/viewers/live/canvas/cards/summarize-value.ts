/** The number of significant digits shown for a live value. */
const maxSignificantDigits = 3;

/** Shortens a value to the few characters that fit on a card. Returns an empty string if there is no value. */
export const summarizeValue = (value: unknown): string => {
  if (value === undefined) return '';
  if (typeof value === 'number') return String(Number(value.toFixed(maxSignificantDigits)));
  if (typeof value === 'object' && value !== null) return Object.values(value).map(summarizeValue).join(' ');
  return String(value);
};

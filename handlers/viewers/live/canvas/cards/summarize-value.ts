/** Digits that a live value shows. */
const maxSignificantDigits = 3;

/** A value in a few characters, as there is room for on a card; nothing for none. */
export const summarizeValue = (value: unknown): string => {
  if (value === undefined) return '';
  if (typeof value === 'number') return String(Number(value.toFixed(maxSignificantDigits)));
  if (typeof value === 'object' && value !== null) return Object.values(value).map(summarizeValue).join(' ');
  return String(value);
};

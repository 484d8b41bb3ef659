/** Digits that a live value shows. */
const digits = 3;

/** A value in a few characters, as there is room for on a card; nothing for none. */
export const shortOf = (value: unknown): string => {
  if (value === undefined) return '';
  if (typeof value === 'number') return String(Number(value.toFixed(digits)));
  if (typeof value === 'object' && value !== null) return Object.values(value).map(shortOf).join(' ');
  return String(value);
};

const maxSignificantDigits = 4;
const maxDecimals = 3;
const maxTextLength = 24;
/** Larger numbers are shown with an exponent. */
const maxPlainNumber = 1e7;

/** Shortens a value to the few characters that fit on a card. Returns an empty string if there is no value. */
export const shortenValue = (value: unknown): string => {
  if (value === undefined) return '';
  if (typeof value === 'number') return shortenNumber(value);
  if (Array.isArray(value)) return value.length === 1 ? '1 item' : `${value.length} items`;
  if (typeof value === 'object' && value !== null) return Object.values(value).map(shortenValue).join(', ');
  const text = String(value);
  return text.length > maxTextLength ? `${text.slice(0, maxTextLength)}…` : text;
};

/** Shortens a number, with spaces between thousands and a proper minus sign. */
const shortenNumber = (value: number): string => {
  const size = Math.abs(value);
  const sign = value < 0 ? '−' : '';
  if (!Number.isFinite(size)) return Number.isNaN(size) ? 'NaN' : `${sign}∞`;
  if (size >= maxPlainNumber) return `${sign}${size.toExponential(2).replace('e+', 'e')}`;
  const digits = Math.max(0, maxSignificantDigits - Math.floor(size).toString().length);
  const rounded = Number(size.toFixed(Math.min(maxDecimals, digits)));
  return rounded === 0 ? '0' : `${sign}${groupThousands(rounded)}`;
};

const groupThousands = (value: number): string => {
  const [whole = '', decimals] = String(value).split('.');
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, '\u00a0');
  return decimals === undefined ? grouped : `${grouped}.${decimals}`;
};

const isHighSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff;

/** Truncates a string without splitting a surrogate pair. */
export const truncateText = (text: string, length: number): string =>
  text.slice(0, isHighSurrogate(text.charCodeAt(length - 1)) ? length - 1 : length);

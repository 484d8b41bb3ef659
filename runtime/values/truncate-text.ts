const isHighSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff;

/** The beginning of a text, without half a character at its end. */
export const truncateText = (text: string, length: number): string =>
  text.slice(0, isHighSurrogate(text.charCodeAt(length - 1)) ? length - 1 : length);

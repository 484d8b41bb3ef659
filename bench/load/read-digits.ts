/** Parses a fixed-width number from bytes without creating a string. */
export const readDigits = (bytes: Buffer, at: number, digits: number): number => {
  let number = 0;
  // biome-ignore lint/style/noNonNullAssertion: all digits are in the same chunk
  for (let i = at; i < at + digits; i += 1) number = number * 10 + bytes[i]! - 48;
  return number;
};

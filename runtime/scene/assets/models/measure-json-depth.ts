const [quote, backslash, openArray, openObject, closeArray, closeObject] = Buffer.from('"\\[{]}');

/** Returns the nesting depth of a JSON text. Stops counting as soon as the depth exceeds the limit. */
export const measureJsonDepth = (text: Uint8Array, limit: number): number => {
  let depth = 0;
  let deepest = 0;
  let inString = false;
  for (let i = 0; i < text.length && deepest <= limit; i += 1) {
    const byte = text[i];
    if (inString) {
      if (byte === backslash) i += 1;
      else if (byte === quote) inString = false;
    } else if (byte === quote) inString = true;
    else if (byte === openArray || byte === openObject) {
      depth += 1;
      deepest = Math.max(deepest, depth);
    } else if (byte === closeArray || byte === closeObject) depth -= 1;
  }
  return deepest;
};

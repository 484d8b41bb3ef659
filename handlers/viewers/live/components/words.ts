/** Splits a name in camelCase into words, such as `look at` for `lookAt`, and `data 1` for `data1`. */
export const splitWords = (name: string): string =>
  name.replaceAll(/(?<=\p{Ll})(?:\p{Lu}+|\d+)/gu, (part) => ` ${part.toLowerCase()}`);

/** Returns a name in camelCase or PascalCase as a title, such as `Flow control` for `FlowControl`. */
export const toTitle = (name: string): string => {
  const words = splitWords(name);
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/**
 * Creates a function that tests texts against a filter (C-278). A filter with `*` is a pattern for the whole text; any
 * other filter matches all texts that contain it. Letter case is ignored, and an empty filter matches everything.
 */
export const createNameFilter = (filter = ''): ((text: string) => boolean) => {
  if (filter.includes('*')) return createPatternMatcher(filter);
  const lowerCaseFilter = filter.toLowerCase();
  return (text) => text.toLowerCase().includes(lowerCaseFilter);
};

/**
 * Creates a function that tests names against a pattern. `*` in the pattern matches any text, including an empty one,
 * and letter case is ignored. Each part is searched for only once, from left to right, so that no pattern is slow.
 */
export const createPatternMatcher = (pattern: string): ((name: string) => boolean) => {
  const [head = '', ...rest] = pattern.toLowerCase().split('*');
  const tail = rest.pop();
  return (name) => {
    const text = name.toLowerCase();
    if (tail === undefined) return text === head;
    if (!text.startsWith(head)) return false;
    let at = head.length;
    for (const part of rest) {
      const found = text.indexOf(part, at);
      if (found < 0) return false;
      at = found + part.length;
    }
    return text.length - tail.length >= at && text.endsWith(tail);
  };
};

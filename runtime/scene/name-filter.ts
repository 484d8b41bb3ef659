/**
 * Creates a filter test (C-278). A filter without `*` matches any text that contains it; a filter with `*` is a pattern
 * for the whole text. Letter case is ignored; without a filter everything matches.
 */
export const createNameFilter = (filter = ''): ((text: string) => boolean) => {
  if (filter.includes('*')) return createPatternMatcher(filter);
  const lowerCaseFilter = filter.toLowerCase();
  return (text) => text.toLowerCase().includes(lowerCaseFilter);
};

/**
 * Creates a test for names. `*` in the pattern matches any text, also none; letter case is ignored. Each part is
 * searched for once, from left to right, so that no pattern can make it slow.
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

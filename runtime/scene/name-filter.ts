/**
 * A test for the one meaning of a filter (register: C-278): what contains its text or, as soon as it has a `*`, what fits it as a
 * pattern as a whole. Letter case does not count; without a filter everything passes.
 */
export const createNameFilter = (filter = ''): ((text: string) => boolean) => {
  if (filter.includes('*')) return createPatternMatcher(filter);
  const wanted = filter.toLowerCase();
  return (text) => text.toLowerCase().includes(wanted);
};

/**
 * A test for names after a pattern: `*` stands for any text, also none; letter case does not count.
 * Each part is sought once, left to right, so that no pattern can make it slow.
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

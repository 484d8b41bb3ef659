/** Characters that are never percent-encoded (RFC 3986, section 2.3). */
const unreserved = /^[A-Za-z0-9._~-]$/;

/** A quick check: a path that doesn't match is already canonical. */
const nonCanonicalPattern = /%|\/[/.]/;

/** The scheme and authority of a request target in absolute form (RFC 9112, section 3.2.2). */
const authorityPattern = /^https?:\/\/[^/]*/i;

/**
 * Returns the canonical spelling of a path, which decides its tier and its route (C-85). Unreserved characters are
 * decoded, slashes are merged, and `.` and `..` are resolved as in URL parsers. Everything else stays encoded,
 * including a slash inside a name.
 */
export const canonicalizePath = (path: string): string => {
  if (!nonCanonicalPattern.test(path)) return path;
  return resolveDots(path.replace(authorityPattern, '').replace(/%[0-9A-Fa-f]{2}/g, decodeUnreserved));
};

const decodeUnreserved = (encoded: string): string => {
  const character = String.fromCharCode(Number.parseInt(encoded.slice(1), 16));
  return unreserved.test(character) ? character : encoded;
};

const resolveDots = (path: string): string => {
  const [, ...segments] = path.split('/');
  const resolved: string[] = [];
  for (const segment of segments) {
    if (segment === '..') resolved.pop();
    else if (segment !== '' && segment !== '.') resolved.push(segment);
  }
  const isOpen = resolved.length > 0 && ['', '.', '..'].includes(segments.at(-1) ?? '');
  return `/${resolved.join('/')}${isOpen ? '/' : ''}`;
};

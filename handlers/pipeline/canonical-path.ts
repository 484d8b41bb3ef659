/** What may be written as it is wherever it stands in a path (RFC 3986, section 2.3). */
const unreserved = /^[A-Za-z0-9._~-]$/;

/** What a path in its one spelling is without, but for what has to be encoded. */
const nonCanonicalPattern = /%|\/[/.]/;

/** What stands before the path in a request target in absolute form (RFC 9112, section 3.2.2). */
const authorityPattern = /^https?:\/\/[^/]*/i;

/**
 * The one spelling of a path by which its tier and its route are decided (register: C-85): characters that need no
 * percent-encoding are not encoded, slashes in a row are one, and `.` and `..` are resolved as URL parsers do. Whatever
 * else is encoded stays so, a slash inside a name among it.
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

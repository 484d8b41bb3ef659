import type { IncomingMessage } from 'node:http';
import { canonicalPath } from '../pipeline/canonical-path.ts';

/** Where a request goes to. */
export interface RequestTarget {
  /** In the one spelling of {@link canonicalPath}. */
  readonly path: string;
  /** As sent, without the question mark. */
  readonly query: string;
}

export const targetOf = ({ url = '/' }: IncomingMessage): RequestTarget => {
  const mark = url.indexOf('?');
  if (mark < 0) return { path: canonicalPath(url), query: '' };
  return { path: canonicalPath(url.slice(0, mark)), query: url.slice(mark + 1) };
};

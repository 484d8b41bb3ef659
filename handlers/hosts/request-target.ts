import type { IncomingMessage } from 'node:http';
import { canonicalizePath } from '../pipeline/canonical-path.ts';

/** The target of a request. */
export interface RequestTarget {
  /** In the form of {@link canonicalizePath}. */
  readonly path: string;
  /** As sent, without the question mark. */
  readonly query: string;
}

export const parseRequestTarget = ({ url = '/' }: IncomingMessage): RequestTarget => {
  const mark = url.indexOf('?');
  if (mark < 0) return { path: canonicalizePath(url), query: '' };
  return { path: canonicalizePath(url.slice(0, mark)), query: url.slice(mark + 1) };
};

import { openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Bytes after which a file begins anew, as that of a service does once its graphs are saved. */
const maxFileBytes = 64 * 2 ** 20;

/**
 * The least that an edit can be which survives the process: its text is in a file before it is answered.
 * @returns appends a text
 */
export const createAppendOnlyFile = (): ((text: string) => void) => {
  const path = join(tmpdir(), `scene-runtime-bench-edits-${process.pid}`);
  const file = openSync(path, 'w+', 0o600);
  // It is read by nobody, and leaves with the process.
  rmSync(path);
  let at = 0;
  return (text) => {
    at += writeSync(file, text, at);
    if (at > maxFileBytes) at = 0;
  };
};

import { openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The file restarts at this size, as the edit journal of a service does once its graphs are saved. */
const maxFileBytes = 64 * 2 ** 20;

/**
 * The least work of a durable edit: the text is written to a file before the response, so that it survives a crash of the
 * process.
 * @returns a function that appends a text
 */
export const createAppendOnlyFile = (): ((text: string) => void) => {
  const path = join(tmpdir(), `scene-runtime-bench-edits-${process.pid}`);
  const file = openSync(path, 'w+', 0o600);
  // The open descriptor keeps the file until the process ends. Nobody reads it.
  rmSync(path);
  let at = 0;
  return (text) => {
    at += writeSync(file, text, at);
    if (at > maxFileBytes) at = 0;
  };
};

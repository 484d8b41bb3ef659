import { openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The file restarts at this size, just as a service's edit journal restarts after its graphs have been saved. */
const maxFileBytes = 64 * 2 ** 20;

/**
 * Creates a function that does the minimum work of a durable edit: it appends a string to a file before the response is
 * sent, so that the edit survives a crash of the process.
 */
export const createAppendOnlyFile = (): ((text: string) => void) => {
  const path = join(tmpdir(), `scene-runtime-bench-edits-${process.pid}`);
  const file = openSync(path, 'w+', 0o600);
  // The open descriptor keeps the deleted file alive until the process ends. Nobody reads the file.
  rmSync(path);
  let at = 0;
  return (text) => {
    at += writeSync(file, text, at);
    if (at > maxFileBytes) at = 0;
  };
};

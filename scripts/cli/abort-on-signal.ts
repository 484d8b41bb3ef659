import { printError } from './output.ts';

/**
 * A single Ctrl+C can arrive twice within milliseconds: from the terminal and from a parent process that forwards it.
 */
const duplicateSignalMs = 200;

const interruptSignals = ['SIGINT', 'SIGTERM'] as const;

/**
 * Returns a signal that aborts at the first SIGINT or SIGTERM. A second SIGINT or SIGTERM ends the process at once,
 * unless it is a duplicate of the first.
 */
export const abortOnSignal = (): { readonly signal: AbortSignal; forget(): void } => {
  const ending = new AbortController();
  let first: number | undefined;
  const onSignal = (): void => {
    if (first !== undefined && performance.now() - first > duplicateSignalMs) process.exit(130);
    if (first !== undefined) return;
    first = performance.now();
    printError('scene-runtime: cleaning up. Press Ctrl+C again to end at once.\n');
    ending.abort();
  };
  for (const name of interruptSignals) process.on(name, onSignal);
  return {
    signal: ending.signal,
    forget() {
      for (const name of interruptSignals) process.off(name, onSignal);
    },
  };
};

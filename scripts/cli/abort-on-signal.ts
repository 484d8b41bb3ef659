import { printError } from './output.ts';

/** A terminal and a program that started this one may both pass on one press of a key, in milliseconds. */
const duplicateSignalMs = 200;

const interruptSignals = ['SIGINT', 'SIGTERM'] as const;

/** Is given at the first signal to end; the second, when it is one of its own, ends the process at once. */
export const abortOnSignal = (): { readonly signal: AbortSignal; forget(): void } => {
  const ending = new AbortController();
  let first: number | undefined;
  const onSignal = (): void => {
    if (first !== undefined && performance.now() - first > duplicateSignalMs) process.exit(130);
    if (first !== undefined) return;
    first = performance.now();
    printError('scene-runtime: takes away what it made, and ends; once more ends at once\n');
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

/** Prints to the terminal. All text is escaped, because some of it comes from the servers under test. */
import {
  escapeControlCharacters,
  escapeControlCharactersExceptColor,
  neutralizeWorkflowCommands,
} from '#spec/text/escape-control-characters.ts';
import { exitCodes } from './exit-codes.ts';

/** Prints to standard output. Escapes control characters and commands to CI systems. */
export const print = (text: string): void => void process.stdout.write(escapeUnsafe(text));

/** Prints to standard error, escaped like {@link print}. */
export const printError = (text: string): void => void process.stderr.write(escapeUnsafe(text));

/** Prints to standard output, escaped like {@link print} except for colors. */
export const printColored = (text: string): void =>
  void process.stdout.write(neutralizeWorkflowCommands(escapeControlCharactersExceptColor(text)));

const escapeUnsafe = (text: string): string => neutralizeWorkflowCommands(escapeControlCharacters(text));

/**
 * Lets a command run to its end with its own exit code even if its output is closed, for example by `| head -1`. If
 * output can't be written for another reason, such as a full disk, the exit code changes from success to failure.
 */
export const ignoreClosedOutput = (): void => {
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', ({ code }: NodeJS.ErrnoException) => {
      if (code === 'EPIPE') return;
      process.once('exit', (exitCode) => {
        if (exitCode === exitCodes.ok) process.exitCode = exitCodes.failed;
      });
    });
  }
};

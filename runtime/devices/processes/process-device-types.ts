/** Programs that the runtime starts, as it asks for them (register: C-152). */
import { ApiError } from '#spec/errors.ts';

export interface ProgramRequest {
  /** An absolute path, or the name of a program in one of the folders that the settings allow. */
  readonly path: string;
  readonly arguments: readonly string[];
  /** The folder of the program when undefined. */
  readonly workingDirectory: string | undefined;
  /** Beside the few variables that every program gets. */
  readonly environment: Readonly<Record<string, string>>;
}

/** A line that a program has written. A type, not an interface, as are all news: it is also a JSON value to the compiler. */
export type OutputLine = {
  readonly text: string;
  /** Whether it went to the standard error. */
  readonly isError: boolean;
};

/** What a device tells of the processes that it has started. */
export type ProcessDeviceEvent = { readonly processId: number } & (
  | {
      readonly kind: 'loaded';
      readonly processName: string;
      readonly path: string;
      readonly startTime: string;
    }
  /** What it has written, and how many lines more were left out. */
  | { readonly kind: 'wrote'; readonly lines: readonly OutputLine[]; readonly leftOut: number }
  /** With 128 and the number of the signal that ended it, if one did. */
  | { readonly kind: 'exited'; readonly exitCode: number }
);

export interface ProcessDevice {
  /**
   * Starts a program; news tell what becomes of it.
   * @throws Fault ACTION_FAILED when the settings do not allow it, or it cannot be started
   */
  start(request: ProgramRequest): Promise<{ readonly processId: number }>;
  /** Asks a process, and all that it has started, to end, and ends it after a while; at once with `force`. */
  stop(processId: number, force: boolean): void;
  /**
   * Writes to the standard input of a process, and closes it after that when `end` is true.
   * @returns how many bytes
   * @throws Fault ACTION_FAILED when it is closed already, or the process has not read what it was given before
   */
  write(processId: number, text: string, end: boolean): Promise<number>;
  /** @param tell is called between two ticks at the earliest */
  onEvent(tell: (news: ProcessDeviceEvent) => void): void;
  /** Ends all processes. */
  close(): Promise<void>;
}

const rejectProgram = async (): Promise<never> => {
  throw new ApiError('ACTION_FAILED', 'This runtime starts no programs.');
};

/** The device of a runtime that is given none. */
export const noProcesses: ProcessDevice = {
  start: rejectProgram,
  stop() {},
  write: rejectProgram,
  onEvent() {},
  async close() {},
};

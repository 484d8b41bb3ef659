/** Starts programs for the runtime (C-152). */
import { ApiError } from '#spec/errors.ts';

export interface ProgramRequest {
  /** An absolute path, or the name of a program in an allowed folder. */
  readonly path: string;
  readonly arguments: readonly string[];
  /** By default, the folder of the program. */
  readonly workingDirectory: string | undefined;
  /** In addition to the variables that every program gets. */
  readonly environment: Readonly<Record<string, string>>;
}

/** A line of output. A type rather than an interface, so that it is assignable to a JSON value. */
export type OutputLine = {
  readonly text: string;
  /** Whether it comes from standard error. */
  readonly isError: boolean;
};

/** An event of a process. */
export type ProcessDeviceEvent = { readonly processId: number } & (
  | {
      readonly kind: 'loaded';
      readonly processName: string;
      readonly path: string;
      readonly startTime: string;
    }
  /** Output lines, and the number of dropped ones. */
  | { readonly kind: 'wrote'; readonly lines: readonly OutputLine[]; readonly leftOut: number }
  /** With 128 plus the signal number if a signal ended it. */
  | { readonly kind: 'exited'; readonly exitCode: number }
);

export interface ProcessDevice {
  /**
   * Starts a program, which is then reported by events.
   * @throws ApiError ACTION_FAILED when the settings don't allow it, or it can't be started
   */
  start(request: ProgramRequest): Promise<{ readonly processId: number }>;
  /** Asks a process and its descendants to end. Kills them after a timeout, or immediately with `force`. */
  stop(processId: number, force: boolean): void;
  /**
   * Writes to the standard input of a process, and closes it if `end` is true.
   * @returns the number of bytes
   * @throws ApiError ACTION_FAILED when it is already closed, or the process has not read earlier input
   */
  write(processId: number, text: string, end: boolean): Promise<number>;
  /** @param notify never called during a tick */
  onEvent(notify: (event: ProcessDeviceEvent) => void): void;
  /** Ends all processes. */
  close(): Promise<void>;
}

const rejectProgram = async (): Promise<never> => {
  throw new ApiError('ACTION_FAILED', 'This runtime starts no programs.');
};

/** The default device. It starts no programs. */
export const noProcesses: ProcessDevice = {
  start: rejectProgram,
  stop() {},
  write: rejectProgram,
  onEvent() {},
  async close() {},
};

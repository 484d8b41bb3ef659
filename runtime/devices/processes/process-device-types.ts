/** Programs that the runtime starts (C-152). */
import { ApiError } from '#spec/errors.ts';

export interface ProgramRequest {
  /** An absolute path, or the name of a program in one of the folders that the settings allow. */
  readonly path: string;
  readonly arguments: readonly string[];
  /** Defaults to the folder of the program. */
  readonly workingDirectory: string | undefined;
  /** In addition to the few variables that every program gets. */
  readonly environment: Readonly<Record<string, string>>;
}

/**
 * A line that a program has written. A type alias, not an interface, like all device events, so that the compiler
 * accepts it as a JSON value.
 */
export type OutputLine = {
  readonly text: string;
  /** Whether it was written to standard error. */
  readonly isError: boolean;
};

/** The events of a started process. */
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
   * Starts a program. Events report its progress.
   * @throws ApiError ACTION_FAILED when the settings do not allow it, or it cannot be started
   */
  start(request: ProgramRequest): Promise<{ readonly processId: number }>;
  /** Asks a process and its descendants to end, and kills them after a while, or at once with `force`. */
  stop(processId: number, force: boolean): void;
  /**
   * Writes to the standard input of a process, and then closes it when `end` is true.
   * @returns how many bytes
   * @throws ApiError ACTION_FAILED when it is already closed, or the process has not read previous input
   */
  write(processId: number, text: string, end: boolean): Promise<number>;
  /** @param notify is never called during a tick */
  onEvent(notify: (news: ProcessDeviceEvent) => void): void;
  /** Ends all processes. */
  close(): Promise<void>;
}

const rejectProgram = async (): Promise<never> => {
  throw new ApiError('ACTION_FAILED', 'This runtime starts no programs.');
};

/** The default device, which starts no programs. */
export const noProcesses: ProcessDevice = {
  start: rejectProgram,
  stop() {},
  write: rejectProgram,
  onEvent() {},
  async close() {},
};

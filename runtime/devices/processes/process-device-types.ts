/** Starts programs on behalf of the runtime (C-152). */
import { ApiError } from '#spec/errors.ts';

export interface ProgramRequest {
  /** The absolute path of a program, or its name in one of the allowed folders. */
  readonly path: string;
  readonly arguments: readonly string[];
  /** The working folder. By default, this is the program's folder. */
  readonly workingDirectory: string | undefined;
  /** Variables to set in addition to those that every program receives. */
  readonly environment: Readonly<Record<string, string>>;
}

/** A line of output. Declared as a type alias rather than an interface, so that it is assignable to a JSON value. */
export type OutputLine = {
  readonly text: string;
  /** Whether the line comes from standard error. */
  readonly isError: boolean;
};

/** An event that concerns one process. */
export type ProcessDeviceEvent = { readonly processId: number } & (
  | {
      readonly kind: 'loaded';
      readonly processName: string;
      readonly path: string;
      readonly startTime: string;
    }
  /** Output lines, and the number of dropped ones. */
  | { readonly kind: 'wrote'; readonly lines: readonly OutputLine[]; readonly leftOut: number }
  /** The exit code is 128 plus the signal number if a signal ended the process. */
  | { readonly kind: 'exited'; readonly exitCode: number }
);

export interface ProcessDevice {
  /**
   * Starts a program. Events then report the program's output and end.
   * @throws ApiError ACTION_FAILED when the settings don't allow the program, or when the program can't be started
   */
  start(request: ProgramRequest): Promise<{ readonly processId: number }>;
  /**
   * Asks a process and its descendants to end, and kills them after a timeout. With `force`, kills them immediately.
   */
  stop(processId: number, force: boolean): void;
  /**
   * Writes to a process's standard input, and then closes the input if `end` is true.
   * @returns the number of bytes written
   * @throws ApiError ACTION_FAILED when the input is already closed, or the process has not read earlier input
   */
  write(processId: number, text: string, end: boolean): Promise<number>;
  /**
   * Registers the function that receives the device's events.
   * @param notify the function to call with each event; it is never called during a tick
   */
  onEvent(notify: (event: ProcessDeviceEvent) => void): void;
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

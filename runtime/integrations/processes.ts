/** The programs that a runtime has started (catalogue of actions: process; C-152). */
import { ApiError } from '#spec/errors.ts';
import type { ProcessRecord } from '#spec/actions/process.ts';
import type { ConsoleLine } from '../link/console-writer.ts';
import type { RaiseEvent } from '../link/raise-event.ts';

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

/** Maximum number of ended processes that are kept in the list. */
const maxEndedProcesses = 100;

interface ProcessesOptions {
  readonly device: ProcessDevice;
  readonly raise: RaiseEvent;
  readonly log: (line: ConsoleLine) => void;
}

export const createProcesses = ({ device, raise, log }: ProcessesOptions) => {
  const records = new Map<number, ProcessRecord>();

  const get = (processId: number): ProcessRecord => {
    const record = records.get(processId);
    if (record) return record;
    const running = [...records.values()].filter(({ state }) => state === 'loaded');
    throw new ApiError(
      'ACTION_FAILED',
      `There is no process ${processId}; process.list shows the available ones.`,
      {
        ...{ parameter: 'processId', validOptions: running.map((candidate) => candidate.processId) },
      },
    );
  };

  const removeOldest = (): void => {
    const exited = [...records.values()].filter(({ state }) => state === 'exited');
    for (const { processId } of exited.slice(0, Math.max(0, exited.length - maxEndedProcesses)))
      records.delete(processId);
  };

  return {
    /**
     * Starts a program. The events `process.loaded` and `process.exited` report the outcome.
     * @throws ApiError ACTION_FAILED when the settings don't allow the program, or when the program can't be started
     */
    start: device.start,
    /**
     * Asks a process to end, or kills the process if `force` is true.
     * @returns whether the process was running
     * @throws ApiError ACTION_FAILED when the process doesn't exist
     */
    stop(processId: number, force: boolean): boolean {
      const { state } = get(processId);
      if (state === 'loaded') device.stop(processId, force);
      return state === 'loaded';
    },
    /**
     * Writes to the standard input of a process, and then closes the input if `end` is true.
     * @returns the number of bytes written
     * @throws ApiError ACTION_FAILED when the input is closed
     */
    write: async (processId: number, text: string, end: boolean): Promise<number> =>
      device.write(get(processId).processId, text, end),
    /** Returns the running processes and the processes that ended most recently, oldest first. */
    list: (): readonly ProcessRecord[] => [...records.values()],
    find: (processId: number): ProcessRecord | undefined => records.get(processId),
    onDeviceEvent(event: ProcessDeviceEvent) {
      const { processId } = event;
      if (event.kind === 'loaded') {
        const { processName, path, startTime } = event;
        // The old entry is deleted first, so that a reused process id moves to the end of the list.
        records.delete(processId);
        records.set(processId, { processId, processName, path, state: 'loaded', startTime, exitCode: null });
        raise('process.loaded', { processId, processName, startTime });
        return;
      }
      const record = records.get(processId);
      if (!record) return;
      const { processName } = record;
      if (event.kind === 'wrote') {
        for (const { text, isError } of event.lines)
          log({ severity: isError ? 'warning' : 'log', message: `${processName} (${processId}): ${text}` });
        if (event.leftOut > 0) {
          log({
            severity: 'warning',
            message: `${processName} (${processId}) writes too many lines: ${event.leftOut} were left out.`,
          });
        }
        return;
      }
      const { exitCode } = event;
      records.set(processId, { ...record, state: 'exited', exitCode });
      removeOldest();
      raise('process.exited', { processId, processName, exitCode });
    },
    /** Returns the complete state as plain data. */
    state: (): unknown => [...records.values()],
  };
};

export type Processes = ReturnType<typeof createProcesses>;

import { ApiError } from '#spec/errors.ts';
import type { ProcessDevice, ProcessDeviceEvent, ProgramRequest } from './processes.ts';

export const createFakeProcesses = () => {
  let emit: (event: ProcessDeviceEvent) => void = () => {};
  const started: ProgramRequest[] = [];
  const stopped: [processId: number, force: boolean][] = [];
  const device: ProcessDevice = {
    async start(request) {
      if (request.path === 'forbidden') throw new ApiError('ACTION_FAILED', 'Not allowed.');
      started.push(request);
      return { processId: 100 + started.length };
    },
    stop: (...args) => void stopped.push(args),
    write: async (_, text) => text.length,
    onEvent: (listener) => {
      emit = listener;
    },
    async close() {},
  };
  return {
    ...{ device, started, stopped },
    load: (processId: number, processName = 'lights') =>
      emit({
        kind: 'loaded',
        processId,
        processName,
        path: `/bin/${processName}`,
        startTime: '2026-01-01T00:00:00.000Z',
      }),
    write: (processId: number, lines: string[], droppedCount = 0) =>
      emit({
        kind: 'wrote',
        processId,
        lines: lines.map((text) => ({ text, isError: text.startsWith('!') })),
        leftOut: droppedCount,
      }),
    exit: (processId: number, exitCode: number) => emit({ kind: 'exited', processId, exitCode }),
  };
};

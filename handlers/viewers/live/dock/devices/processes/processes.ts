import { createLatest } from '../parts/latest.ts';
import { createReading } from '../parts/reading.ts';
import type { Actions } from '#spec/client/index.ts';
import type { DeviceParts, Latest } from '../parts/latest.ts';
import type { Reading } from '../parts/reading.ts';

type ProcessFacts = Actions['process.list']['result']['processes'][number];

/** Programs that the service runs. */
export interface Processes {
  /** Latest first. */
  readonly list: Reading<readonly ProcessFacts[]>;
  readonly latest: Latest<'process.loaded' | 'process.exited'>;
  start(path: string, args: readonly string[]): Promise<void>;
  stop(processId: number): Promise<void>;
}

export const createProcesses = (parts: DeviceParts): Processes => {
  const { client } = parts.session;
  const list = createReading(async () => (await client.act('process.list')).result.processes.toReversed());
  return {
    list,
    latest: createLatest(parts, ['process.loaded', 'process.exited'], () => void list.refresh()),
    async start(path, args) {
      await parts.notices.attempt(() => client.act('process.start', { path, arguments: [...args] }));
    },
    async stop(processId) {
      await parts.notices.attempt(() => client.act('process.stop', { processId }));
    },
  };
};

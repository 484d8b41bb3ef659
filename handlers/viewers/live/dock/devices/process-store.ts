import { createRecentEvents, type DeviceStoreOptions, type RecentEvents } from './recent-event-store.ts';
import { createRefreshableValue, type RefreshableValue } from './refreshable-value.ts';
import type { Actions } from '#spec/client/index.ts';

type ProcessInfo = Actions['process.list']['result']['processes'][number];

/** The programs that the service has started. */
export interface ProcessList {
  /** The processes, latest first. */
  readonly list: RefreshableValue<readonly ProcessInfo[]>;
  readonly recentEvents: RecentEvents<'process.loaded' | 'process.exited'>;
  start(path: string, args: readonly string[]): Promise<void>;
  stop(processId: number): Promise<void>;
}

export const createProcessList = (options: DeviceStoreOptions): ProcessList => {
  const { client } = options.session;
  const list = createRefreshableValue(async () =>
    (await client.act('process.list')).result.processes.toReversed(),
  );
  return {
    list,
    recentEvents: createRecentEvents(
      options,
      ['process.loaded', 'process.exited'],
      () => void list.refresh(),
    ),
    async start(path, args) {
      await options.notices.runAndReport(() => client.act('process.start', { path, arguments: [...args] }));
    },
    async stop(processId) {
      await options.notices.runAndReport(() => client.act('process.stop', { processId }));
    },
  };
};

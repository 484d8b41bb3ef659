import { lazy } from '#spec/lazy.ts';
import type { ChildProcessHandle } from '../child/child-process.ts';
import type { FanOutOptions, FanOutResult } from '../load/send-and-count-events.ts';
import type { ConnectResult } from '../load/fan-out-load.ts';
import type { HubServer } from './hub-servers.ts';
import type { SuiteContext } from './suite.ts';

/** A server and its load generator for the duration of the suite. */
export interface FanOutConnection {
  readonly server: HubServer;
  /**
   * Connects this many subscribers. If exactly this many subscribers are already connected, keeps their connections,
   * because connecting 5,000 subscribers takes seconds.
   */
  connect(subscribers: number, messageBytes: number): Promise<ConnectResult>;
  /** Triggers events and counts the deliveries to all subscribers. */
  run(options: FanOutOptions): Promise<FanOutResult>;
}

export const createFanOutConnection = (
  { start }: Pick<SuiteContext, 'start'>,
  server: HubServer,
): FanOutConnection => {
  const load = lazy((): ChildProcessHandle<'fan-out-load'> => start('fan-out-load'));
  let connected: { readonly subscribers: number; readonly opened: ConnectResult } | undefined;
  return {
    server,
    async connect(subscribers, messageBytes) {
      const canReuse = connected?.subscribers === subscribers && (await load().call('isIntact', undefined));
      if (connected && canReuse) return connected.opened;
      connected = undefined;
      const hub = await server.getAddress({ messageBytes });
      const opened = await load().call('open', { hub, protocol: server.protocol, subscribers });
      if (!('refusal' in opened)) connected = { subscribers, opened };
      return opened;
    },
    async run(options) {
      const previous = connected;
      // Connections are not reused after lost events, or when a round was still running at its deadline.
      connected = undefined;
      const result = await load().call('run', options);
      if (result.failure === undefined) connected ??= previous;
      return result;
    },
  };
};

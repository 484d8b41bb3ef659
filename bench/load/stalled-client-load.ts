import { sendAndCountEvents } from './send-and-count-events.ts';
import { toJsonObject, toOptionalString } from '../target/loose-json.ts';
import { connectSignalR, recordSeparator, signalrProtocol } from './signalr-connection.ts';
import type { HubAddress } from './event-connection.ts';
import type { FanOutOptions, FanOutResult } from './send-and-count-events.ts';
import type { SignalRConnection } from './signalr-connection.ts';

export interface StallLoadOptions {
  readonly hub: HubAddress;
  /** Number of subscribers that never stop reading. */
  readonly readingClients: number;
  /**
   * Number of subscribers that stop reading while events are triggered. Afterwards, these subscribers read everything
   * that they have missed.
   */
  readonly stalledClients: number;
  /** Event patterns that all subscribers use in addition to console.log. */
  readonly patterns: readonly string[];
  /**
   * The events to trigger. All subscribers receive them, but only deliveries to the reading subscribers are counted.
   */
  readonly load: FanOutOptions;
  /** How long the stalled subscribers may read afterwards, in milliseconds. */
  readonly settleMs: number;
}

/** Numbers of stalled subscribers, grouped by what each subscriber found when it started to read again. */
export interface StallOutcome {
  /** Number of stalled subscribers that received a declared gap. */
  readonly told: number;
  /** Number of stalled subscribers that received a Close message with a reason. */
  readonly closed: number;
  /** Number of stalled subscribers that lost their connection without receiving a Close message with a reason. */
  readonly cut: number;
}

/** Creates a load of hub subscribers, some of which stop reading. */
export const createStalledClientLoad = () => ({
  async run(options: StallLoadOptions): Promise<FanOutResult & StallOutcome> {
    const readBuffer = Buffer.allocUnsafe(65_536);
    const opened: SignalRConnection[] = [];
    const connect = async (subscribes: boolean): Promise<SignalRConnection> => {
      const connection = await connectSignalR(options.hub, readBuffer);
      opened.push(connection);
      if (subscribes) await connection.invoke('Subscribe', [['console.log', ...options.patterns]]);
      return connection;
    };
    const connectMany = async (count: number) => {
      const connections: SignalRConnection[] = [];
      while (connections.length < count) connections.push(await connect(true));
      return connections;
    };
    try {
      const trigger = await connect(false);
      const readers = await connectMany(options.readingClients);
      const stalledClients = await connectMany(options.stalledClients);
      const findings = stalledClients.map((client) => {
        client.pause();
        return watchStalledClient(client);
      });
      const marker = `stall${process.pid}x${Date.now()}#`;
      const { failure, ...result } = await sendAndCountEvents(
        signalrProtocol,
        trigger,
        readers,
        marker,
        options.load,
      );
      const hasReadData = findings.some(({ messages }) => messages > 0);
      for (const client of stalledClients) client.resume();
      await waitUntilClosed(stalledClients, options.settleMs);
      const count = (predicate: (finding: StalledClientState) => boolean) =>
        findings.filter(predicate).length;
      const reason = failure ?? (hasReadData ? 'a stalled subscriber has read data' : undefined);
      return {
        ...result,
        ...(reason !== undefined && { failure: reason }),
        told: count(({ told }) => told),
        closed: count(({ closed }) => closed),
        cut: count(({ closed, ended }) => ended && !closed),
      };
    } finally {
      for (const connection of opened) connection.close();
    }
  },
});

interface StalledClientState {
  messages: number;
  told: boolean;
  closed: boolean;
  readonly ended: boolean;
}

/** Looks for a gap and a Close message in everything that a connection still receives. */
const watchStalledClient = (client: SignalRConnection): StalledClientState => {
  const finding: StalledClientState = {
    messages: 0,
    told: false,
    closed: false,
    get ended() {
      return client.ended !== undefined;
    },
  };
  client.receive((bytes, start, end) => {
    const text = bytes.subarray(start, end);
    finding.messages += 1;
    finding.told ||= text.includes('"gap":{');
    finding.closed ||= text.includes('"type":7') && hasCloseReason(text.toString());
  });
  return finding;
};

/** Whether any record in the message is a Close message with a reason. */
const hasCloseReason = (text: string): boolean =>
  text
    .split(recordSeparator)
    .filter((record) => record.includes('"type":7'))
    .map((record) => toJsonObject(JSON.parse(record)))
    .some(({ type, error }) => type === 7 && toOptionalString(error) !== undefined);

const waitUntilClosed = async (connections: readonly SignalRConnection[], ms: number): Promise<void> => {
  const start = performance.now();
  while (performance.now() - start < ms && connections.some(({ ended }) => ended === undefined)) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
};

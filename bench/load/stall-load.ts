import { flood } from './flood.ts';
import { objectOf, textOf } from '../target/json.ts';
import { connectHub, recordSeparator, signalr } from './hub-connection.ts';
import type { HubAddress } from './event-connection.ts';
import type { FanOutOrder, FanOutResult } from './flood.ts';
import type { HubConnection } from './hub-connection.ts';

interface StallOrder {
  readonly hub: HubAddress;
  /** Subscribers that read. */
  readonly reading: number;
  /** Subscribers that stop reading while the events are caused, and read everything afterwards. */
  readonly stalled: number;
  /** Event patterns of everyone besides console.log. */
  readonly patterns: readonly string[];
  /** Events that go to everyone, and are counted at those who read. */
  readonly load: FanOutOrder;
  /** How long those who stalled may read afterwards. */
  readonly afterMs: number;
}

/** What those who stalled found when they read again: how many of them. */
interface Stalls {
  /** Were told that events are missing. */
  readonly told: number;
  /** Were sent a Close that gives a reason. */
  readonly closed: number;
  /** Lost their connection without one. */
  readonly cut: number;
}

/** Subscribers of a hub, some of which stop reading. */
export const createStallLoad = () => ({
  async run(order: StallOrder): Promise<FanOutResult & Stalls> {
    const readBuffer = Buffer.allocUnsafe(65_536);
    const opened: HubConnection[] = [];
    const connect = async (subscribes: boolean): Promise<HubConnection> => {
      const connection = await connectHub(order.hub, readBuffer);
      opened.push(connection);
      if (subscribes) await connection.invoke('Subscribe', [['console.log', ...order.patterns]]);
      return connection;
    };
    const connectMany = async (count: number) => {
      const connections: HubConnection[] = [];
      while (connections.length < count) connections.push(await connect(true));
      return connections;
    };
    try {
      const trigger = await connect(false);
      const readers = await connectMany(order.reading);
      const stallers = await connectMany(order.stalled);
      const findings = stallers.map((staller) => {
        staller.pause();
        return watch(staller);
      });
      const marker = `stall${process.pid}x${Date.now()}#`;
      const { complaint, ...result } = await flood(signalr, trigger, readers, marker, order.load);
      const read = findings.some(({ messages }) => messages > 0);
      for (const staller of stallers) staller.resume();
      await untilEnded(stallers, order.afterMs);
      const count = (found: (finding: Finding) => boolean) => findings.filter(found).length;
      const reason = complaint ?? (read ? 'a subscriber that was to stall has read' : undefined);
      return {
        ...result,
        ...(reason !== undefined && { complaint: reason }),
        told: count(({ told }) => told),
        closed: count(({ closed }) => closed),
        cut: count(({ closed, ended }) => ended && !closed),
      };
    } finally {
      for (const connection of opened) connection.close();
    }
  },
});

interface Finding {
  messages: number;
  told: boolean;
  closed: boolean;
  readonly ended: boolean;
}

/** Looks for a gap and a Close among everything that a connection still gets. */
const watch = (staller: HubConnection): Finding => {
  const finding: Finding = {
    messages: 0,
    told: false,
    closed: false,
    get ended() {
      return staller.ended !== undefined;
    },
  };
  staller.receive((bytes, start, end) => {
    const text = bytes.subarray(start, end);
    finding.messages += 1;
    finding.told ||= text.includes('"gap":{');
    finding.closed ||= text.includes('"type":7') && holdsReason(text.toString());
  });
  return finding;
};

/** Whether there is a Close with a reason among the records of a message. */
const holdsReason = (text: string): boolean =>
  text
    .split(recordSeparator)
    .filter((record) => record.includes('"type":7'))
    .map((record) => objectOf(JSON.parse(record)))
    .some(({ type, error }) => type === 7 && textOf(error) !== undefined);

const untilEnded = async (connections: readonly HubConnection[], ms: number): Promise<void> => {
  const start = performance.now();
  while (performance.now() - start < ms && connections.some(({ ended }) => ended === undefined)) {
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
};

import { computed, effect, type ReadonlySignal, signal, type Signal } from '@preact/signals';
import { createHold, type Hold } from '../shared/hold.ts';
import type { EventEnvelope, EventFeed } from '../events/event-feed.ts';
import type { Notices } from '../../app/notice-store.ts';
import type { Session } from '../../session/session.ts';
import type { ConsoleEntry, ConsoleState, Severity } from './console-state.ts';

/** Equal entries that followed each other. */
export interface ConsoleRow {
  /** The id of the first entry. */
  readonly key: string;
  /** The latest entry. */
  readonly entry: ConsoleEntry;
  readonly times: number;
}

/** The existing console entries, and new entries as they arrive. */
export interface ConsoleLog {
  /** The entries that match the filters, latest first. They don't change while the list is held. */
  readonly rows: ReadonlySignal<readonly ConsoleRow[]>;
  readonly hold: Hold;
  /** The number of entries that have arrived since the list was held. */
  readonly pendingCount: ReadonlySignal<number>;
  /** The number of entries of each severity that match the other filters. */
  readonly counts: ReadonlySignal<Readonly<Record<Severity, number>>>;
  /** Shows only entries with this text in their message. Letter case is ignored. */
  readonly text: Signal<string>;
  /**
   * Shows only entries written after this time (ISO 8601). If `undefined`, all entries that the service has kept are
   * shown.
   */
  readonly since: Signal<string | undefined>;
  /** Whether the log follows new entries. Nothing is stored while the panel is closed. */
  readonly isFollowing: Signal<boolean>;
}

interface ConsoleLogOptions {
  readonly session: Pick<Session, 'client' | 'reconnectCount'>;
  readonly feed: Pick<EventFeed, 'listen' | 'isLive'>;
  readonly notices: Pick<Notices, 'runAndReport'>;
  readonly shownSeverities: ConsoleState['shownSeverities'];
  nextFrame(work: () => void): void;
}

/** The maximum number of entries, which is the number that the service keeps. */
const maxEntries = 500;

export const createConsoleLog = (options: ConsoleLogOptions): ConsoleLog => {
  const { session, feed, notices, shownSeverities, nextFrame } = options;
  const hold = createHold();
  const entries = signal<readonly ConsoleEntry[]>([]);
  const shownEntries = signal<readonly ConsoleEntry[]>([]);
  const text = signal('');
  const since = signal<string>();
  const isFollowing = signal(false);
  const heldAt = signal<ReadonlySet<string>>();
  let pendingEntries: ConsoleEntry[] = [];

  const flush = (): void => {
    entries.value = mergeEntries(entries.value, pendingEntries);
    pendingEntries = [];
  };
  const enqueue = ({ type, data }: EventEnvelope): void => {
    if (type !== 'console.log') return;
    pendingEntries.push(data as unknown as ConsoleEntry);
    if (pendingEntries.length === 1) nextFrame(flush);
  };
  const fetchEntries = async (from: string | undefined): Promise<void> => {
    const query = { limit: maxEntries, ...(from !== undefined && { since: from }) };
    const received = await session.client.request('GET /api/console', { query });
    if (from === since.value) entries.value = mergeEntries(entries.value, received);
  };

  effect(() => {
    if (!isFollowing.value) return;
    return feed.listen(enqueue);
  });
  /** Reads the entries again whenever entries may have been missed. */
  effect(() => {
    const from = since.value;
    void session.reconnectCount.value;
    if (!isFollowing.value || !feed.isLive.value) return;
    entries.value = [];
    void notices.runAndReport(() => fetchEntries(from));
  });
  effect(() => {
    if (hold.isHeld.value) {
      heldAt.value ??= new Set(entries.peek().map(({ id }) => id));
      return;
    }
    heldAt.value = undefined;
    shownEntries.value = entries.value;
  });

  const matchingEntries = computed(() => {
    const searchText = text.value.toLowerCase();
    const from = since.value;
    return shownEntries.value.filter(
      ({ timestamp, message }) =>
        (from === undefined || timestamp > from) && message.toLowerCase().includes(searchText),
    );
  });

  return {
    rows: computed(() =>
      foldEntries(matchingEntries.value.filter(({ severity }) => shownSeverities.value.has(severity))),
    ),
    hold,
    pendingCount: computed(() => {
      const held = heldAt.value;
      return held ? entries.value.filter(({ id }) => !held.has(id)).length : 0;
    }),
    counts: computed(() => {
      const counts = { log: 0, warning: 0, error: 0 };
      for (const { severity } of matchingEntries.value) counts[severity] += 1;
      return counts;
    }),
    text,
    since,
    isFollowing,
  };
};

/** Folds equal entries that follow each other into rows, latest first. */
const foldEntries = (entries: readonly ConsoleEntry[]): readonly ConsoleRow[] => {
  const rows: ConsoleRow[] = [];
  for (const entry of entries) {
    const last = rows.at(-1);
    if (last && isRepeat(last.entry, entry))
      rows[rows.length - 1] = { ...last, entry, times: last.times + 1 };
    else rows.push({ key: entry.id, entry, times: 1 });
  }
  return rows.reverse();
};

const isRepeat = (a: ConsoleEntry, b: ConsoleEntry): boolean =>
  a.message === b.message && a.severity === b.severity && a.nodeId === b.nodeId && a.graphId === b.graphId;

/** Merges two lists in the order in which the entries were written, without duplicates. */
const mergeEntries = (
  existing: readonly ConsoleEntry[],
  added: readonly ConsoleEntry[],
): readonly ConsoleEntry[] => {
  const byId = new Map([...existing, ...added].map((entry) => [entry.id, entry]));
  return [...byId.values()]
    .sort((a, b) => (a.timestamp < b.timestamp ? -1 : Number(a.timestamp > b.timestamp)))
    .slice(-maxEntries);
};

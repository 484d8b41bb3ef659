import { computed, effect, type ReadonlySignal, signal, type Signal } from '@preact/signals';
import { endSubscription } from '../../session/store-helpers.ts';
import type { Answer } from '#spec/client/index.ts';
import type { Notices } from '../../app/notice-store.ts';
import type { Session } from '../../session/session.ts';

export type ConsoleEntry = Answer<'GET /api/console'>[number];
type Severity = ConsoleEntry['severity'];

/** The existing console entries, and new entries as they arrive. */
export interface ConsoleLog {
  /** The entries that match the severity and text filters, oldest first. */
  readonly visibleEntries: ReadonlySignal<readonly ConsoleEntry[]>;
  /** Shows only entries of this severity. If `undefined`, all entries are shown. */
  readonly severity: Signal<Severity | undefined>;
  /** Shows only entries with this text in their message. Letter case is ignored. */
  readonly text: Signal<string>;
  /**
   * Shows only entries written after this time (ISO 8601). If `undefined`, all entries that the service has kept are
   * shown.
   */
  readonly since: Signal<string | undefined>;
}

interface ConsoleLogOptions {
  readonly session: Pick<Session, 'client' | 'hub' | 'reconnectCount'>;
  readonly notices: Notices;
  nextFrame(work: () => void): void;
}

/** The maximum number of entries, which is the number that the service keeps. */
const maxEntries = 500;

export const createConsoleLog = ({ session, notices, nextFrame }: ConsoleLogOptions): ConsoleLog => {
  const entries = signal<readonly ConsoleEntry[]>([]);
  const severity = signal<Severity>();
  const text = signal('');
  const since = signal<string>();
  let pendingEntries: ConsoleEntry[] = [];

  const flush = (): void => {
    entries.value = mergeEntries(entries.value, pendingEntries);
    pendingEntries = [];
  };
  const enqueue = (entry: ConsoleEntry): void => {
    pendingEntries.push(entry);
    if (pendingEntries.length === 1) nextFrame(flush);
  };
  const fetchEntries = async (from: string | undefined): Promise<void> => {
    const query = { limit: maxEntries, ...(from !== undefined && { since: from }) };
    const received = await session.client.request('GET /api/console', { query });
    if (from === since.value) entries.value = mergeEntries(entries.value, received);
  };

  effect(() => {
    const from = since.value;
    void session.reconnectCount.value;
    entries.value = [];
    void notices.runAndReport(() => fetchEntries(from));
  });
  effect(() => {
    const following = session.hub.value?.subscribe(['console.log'], ({ data }) => enqueue(data));
    following?.catch(notices.showError);
    return () => endSubscription(following);
  });

  return {
    visibleEntries: computed(() => {
      const searchText = text.value.toLowerCase();
      return entries.value.filter(
        (entry) =>
          (severity.value === undefined || entry.severity === severity.value) &&
          (since.value === undefined || entry.timestamp > since.value) &&
          entry.message.toLowerCase().includes(searchText),
      );
    }),
    severity,
    text,
    since,
  };
};

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

import { computed, effect, type ReadonlySignal, signal } from '@preact/signals';
import { matchesPattern, splitPattern } from '#spec/match-event-pattern.ts';
import { endSubscription } from '../../session/store-helpers.ts';
import type { Gap, HubMessages } from '#spec/client/index.ts';
import type { Notices } from '../../app/notice-store.ts';
import type { Session } from '../../session/session.ts';

export type EventEnvelope = HubMessages['ReceiveEvent']['args']['event'];

/** An event, or a mark that shows where events may be missing. */
export interface EventLogRow {
  readonly key: number;
  readonly event?: EventEnvelope;
  readonly gap?: Gap;
}

interface VisibleRows {
  readonly rows: readonly EventLogRow[];
  readonly dropped: number;
}

export interface EventLog {
  readonly visibleRows: ReadonlySignal<VisibleRows>;
  /** The patterns of the subscription, separated by commas or spaces. */
  readonly pattern: ReadonlySignal<string>;
  /** The patterns that, according to the service, match no event kind. */
  readonly unmatched: ReadonlySignal<readonly string[]>;
  readonly isPaused: ReadonlySignal<boolean>;
  /** The number of events that have arrived since the list was paused. */
  readonly pendingCount: ReadonlySignal<number>;
  /** Subscribes to other patterns, and hides the events that don't match them. */
  follow(pattern: string): void;
  pause(): void;
  resume(): void;
  clear(): void;
}

interface EventLogOptions {
  readonly session: Pick<Session, 'hub' | 'eventGap'>;
  readonly notices: Notices;
  nextFrame(work: () => void): void;
}

const maxEvents = 2_000;
const noRows: VisibleRows = { rows: [], dropped: 0 };

export const createEventLog = ({ session, notices, nextFrame }: EventLogOptions): EventLog => {
  /** The retained rows, and up to as many older rows, because rows are dropped in batches. */
  let rows: EventLogRow[] = [];
  let rowCount = 0;
  const visibleRows = signal(noRows);
  const pattern = signal('*');
  const unmatched = signal<readonly string[]>([]);
  const pausedAt = signal<number>();
  const lastKey = signal(0);
  let count = 0;
  let isDue = false;

  const publishRows = (): void => {
    isDue = false;
    lastKey.value = count;
    if (pausedAt.value !== undefined) return;
    visibleRows.value = { rows: rows.slice(-maxEvents), dropped: Math.max(0, rowCount - maxEvents) };
  };
  const changed = (): void => {
    if (isDue) return;
    isDue = true;
    nextFrame(publishRows);
  };
  const add = (row: Omit<EventLogRow, 'key'>): void => {
    count += 1;
    rowCount += 1;
    rows.push({ key: count, ...row });
    if (rows.length === 2 * maxEvents) rows = rows.slice(-maxEvents);
    changed();
  };

  effect(() => {
    if (session.eventGap.value) add({ gap: session.eventGap.value });
  });
  effect(() => {
    const hub = session.hub.value;
    const patterns = splitPatterns(pattern.value);
    unmatched.value = [];
    if (!hub || patterns.length === 0) return;
    const following = hub.subscribe(patterns, (event) => add({ event }));
    following.then((subscription) => {
      if (splitPatterns(pattern.value).join() === patterns.join()) unmatched.value = subscription.unmatched;
    }, notices.showError);
    return () => endSubscription(following);
  });

  return {
    visibleRows,
    pattern,
    unmatched,
    isPaused: computed(() => pausedAt.value !== undefined),
    pendingCount: computed(() => (pausedAt.value === undefined ? 0 : lastKey.value - pausedAt.value)),
    follow(text) {
      pattern.value = text;
      const patterns = splitPatterns(text).map(splitPattern);
      const isWanted = ({ event }: EventLogRow): boolean =>
        !event || patterns.some((pattern) => matchesPattern(pattern, event.type.toLowerCase()));
      rows = rows.slice(-maxEvents).filter(isWanted);
      rowCount = rows.length;
      changed();
    },
    pause() {
      if (pausedAt.value !== undefined) return;
      pausedAt.value = count;
      lastKey.value = count;
    },
    resume() {
      pausedAt.value = undefined;
      changed();
    },
    clear() {
      rows = [];
      rowCount = 0;
      visibleRows.value = noRows;
    },
  };
};

const splitPatterns = (patterns: string): string[] =>
  patterns.split(/[\s,]+/).filter((pattern) => pattern !== '');

import { computed, type ReadonlySignal, type Signal, signal } from '@preact/signals';
import { toggleMember } from '../../session/store-helpers.ts';
import type { EventFeed } from '../events/event-feed.ts';
import type { Answer } from '#spec/client/index.ts';

export type ConsoleEntry = Answer<'GET /api/console'>[number];
export type Severity = ConsoleEntry['severity'];

export const severities: readonly Severity[] = ['log', 'warning', 'error'];

type SeverityCounts = Readonly<Record<Severity, number>>;

/** What the page knows of the console while the console is closed, and which entries it shows when it opens. */
export interface ConsoleState {
  /** The numbers of entries since the page was opened or the console was cleared. */
  readonly counts: ReadonlySignal<SeverityCounts>;
  /** The number of warnings and errors since the console was last looked at. */
  readonly unseenCount: ReadonlySignal<number>;
  /** The severities of the shown entries. */
  readonly shownSeverities: Signal<ReadonlySet<Severity>>;
  toggleSeverity(severity: Severity): void;
  markSeen(): void;
  clear(): void;
}

const noEntries: SeverityCounts = { log: 0, warning: 0, error: 0 };

export const createConsoleState = (feed: Pick<EventFeed, 'listen'>): ConsoleState => {
  const counts = signal(noEntries);
  const seenCount = signal(0);
  const shownSeverities = signal<ReadonlySet<Severity>>(new Set(severities));
  const problemCount = computed(() => counts.value.warning + counts.value.error);
  feed.listen(({ type, data }) => {
    if (type !== 'console.log') return;
    const severity = severities.find((name) => name === data.severity) ?? 'log';
    counts.value = { ...counts.peek(), [severity]: counts.peek()[severity] + 1 };
  });
  return {
    counts,
    unseenCount: computed(() => problemCount.value - seenCount.value),
    shownSeverities,
    toggleSeverity: (severity) => toggleMember(shownSeverities, severity),
    markSeen() {
      seenCount.value = problemCount.value;
    },
    clear() {
      counts.value = noEntries;
      seenCount.value = 0;
    },
  };
};

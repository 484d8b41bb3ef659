import { computed, effect, type ReadonlySignal, signal, type Signal } from '@preact/signals';
import { matchesPattern, splitPattern } from '#spec/match-event-pattern.ts';
import { createHold, type Hold } from '../shared/hold.ts';
import { describeEvent, type EventSentence } from './describe-event.ts';
import {
  type EventEnvelope,
  type EventFeed,
  getEventFamily,
  graphFamilies,
  outsideGraphs,
} from './event-feed.ts';
import { toggleMember } from '../../session/store-helpers.ts';
import type { Gap } from '#spec/client/index.ts';
import type { Notices } from '../../app/notice-store.ts';
import type { Session } from '../../session/session.ts';

/** Equal events that followed each other, or a mark that says that events are missing. */
export interface EventLogRow {
  readonly key: number;
  /** The graph's id, or `outsideGraphs`. */
  readonly graphId: string;
  /** The latest of the equal events. */
  readonly event?: EventEnvelope;
  readonly sentence: EventSentence;
  /** The number of events that the row stands for. */
  readonly times: number;
  readonly mark?: string;
}

export interface EventLog {
  /** The rows, latest first. They don't change while the list is held. */
  readonly rows: ReadonlySignal<readonly EventLogRow[]>;
  readonly hold: Hold;
  /** The number of events for rows that have arrived since the list was held. */
  readonly pendingCount: ReadonlySignal<number>;
  /** The families of events that are not shown as rows. */
  readonly hiddenFamilies: ReadonlySignal<ReadonlySet<string>>;
  /** The patterns of the shown events, separated by commas or spaces. */
  readonly pattern: ReadonlySignal<string>;
  /** The patterns that, according to the service, match no event kind. */
  readonly unmatched: ReadonlySignal<readonly string[]>;
  /** Whether the log records events. Nothing is recorded while the panel is hidden. */
  readonly isRecording: Signal<boolean>;
  toggleFamily(family: string): void;
  /** Shows only events that match the patterns. Families that the patterns name are shown again. */
  follow(pattern: string): void;
  clear(): void;
}

interface EventLogOptions {
  readonly feed: Pick<EventFeed, 'listen'>;
  readonly session: Pick<Session, 'hub' | 'eventGap'>;
  readonly notices: Pick<Notices, 'showError'>;
  nextFrame(work: () => void): void;
}

const maxRows = 2_000;
/** An event also adds to an equal row if a few other rows came in between, as in a loop. */
const foldingDistance = 8;
const noRows: readonly EventLogRow[] = [];

export const createEventLog = ({ feed, session, notices, nextFrame }: EventLogOptions): EventLog => {
  const hold = createHold();
  /** The retained rows, oldest first, and up to as many older rows, because rows are dropped in batches. */
  let stored: (EventLogRow & { readonly fold?: string })[] = [];
  const rows = signal(noRows);
  const hiddenFamilies = signal<ReadonlySet<string>>(new Set(graphFamilies));
  const pattern = signal('*');
  const patterns = computed(() => splitPatterns(pattern.value));
  const parsedPatterns = computed(() => patterns.value.map(splitPattern));
  const unmatched = signal<readonly string[]>([]);
  const isRecording = signal(false);
  const pendingCount = signal(0);
  let keyCount = 0;
  let heldCount = 0;
  let isDue = false;

  const isShown = (type: string): boolean =>
    !hiddenFamilies.peek().has(getEventFamily(type)) &&
    parsedPatterns.peek().some((parsed) => matchesPattern(parsed, type.toLowerCase()));

  const publish = (): void => {
    isDue = false;
    if (hold.isHeld.peek()) pendingCount.value = heldCount;
    else showLatest();
  };
  const showLatest = (): void => {
    heldCount = 0;
    pendingCount.value = 0;
    rows.value = stored
      .slice(-maxRows)
      .filter(({ event }) => !event || isShown(event.type))
      .reverse();
  };
  const requestPublish = (): void => {
    if (isDue) return;
    isDue = true;
    nextFrame(publish);
  };
  const store = (row: (typeof stored)[number]): void => {
    stored.push(row);
    if (stored.length >= 2 * maxRows) stored = stored.slice(-maxRows);
    requestPublish();
  };
  const addEvent = (event: EventEnvelope): void => {
    if (!isShown(event.type)) return;
    heldCount += 1;
    const { type, graphId = outsideGraphs, nodeId, object, coalesced = 1 } = event;
    const sentence = describeEvent(event);
    const fold = JSON.stringify([type, graphId, nodeId, object, sentence]);
    const at = findRecent(stored, fold);
    const equal = at < 0 ? undefined : stored.splice(at, 1)[0];
    if (!equal) keyCount += 1;
    const { key = keyCount, times = 0 } = equal ?? {};
    store({ key, graphId, event, sentence, fold, times: times + coalesced });
  };

  const addMark = (mark: string): void => {
    keyCount += 1;
    store({ key: keyCount, graphId: outsideGraphs, sentence: [], times: 1, mark });
  };

  effect(() => {
    if (!isRecording.value) return;
    if (stored.length > 0) addMark('Nothing was recorded while this list was closed.');
    return feed.listen(addEvent);
  });
  effect(() => {
    const gap = session.eventGap.value;
    if (gap && isRecording.peek()) addMark(`Events may be missing here: ${describeGap(gap)}`);
  });
  effect(() => {
    if (!hold.isHeld.value) requestPublish();
  });
  /** Asks the service which patterns match nothing, by subscribing to them for a moment. */
  effect(() => {
    const hub = session.hub.value;
    const asked = patterns.value;
    unmatched.value = [];
    if (!hub || asked.length === 0 || pattern.value === '*') return;
    hub
      .subscribe(asked, () => {})
      .then((subscription) => {
        if (patterns.peek() === asked) unmatched.value = subscription.unmatched;
        return subscription.end();
      })
      .catch(notices.showError);
  });

  return {
    rows,
    hold,
    pendingCount,
    hiddenFamilies,
    pattern,
    unmatched,
    isRecording,
    toggleFamily(family) {
      toggleMember(hiddenFamilies, family);
      showLatest();
    },
    follow(text) {
      const trimmed = text.trim();
      pattern.value = trimmed === '' ? '*' : trimmed;
      const named = new Set(patterns.peek().map(getEventFamily));
      hiddenFamilies.value = new Set([...hiddenFamilies.peek()].filter((family) => !named.has(family)));
      showLatest();
    },
    clear() {
      stored = [];
      heldCount = 0;
      pendingCount.value = 0;
      rows.value = noRows;
    },
  };
};

/** Returns the index of an equal row among the latest rows, or -1. */
const findRecent = (stored: readonly { readonly fold?: string }[], fold: string): number => {
  const end = Math.max(0, stored.length - foldingDistance);
  for (let at = stored.length - 1; at >= end; at -= 1) if (stored[at]?.fold === fold) return at;
  return -1;
};

const describeGap = ({ reason, from, to }: Gap): string =>
  from === undefined ? reason : `${reason}, ${from} to ${to}`;

const splitPatterns = (patterns: string): string[] =>
  patterns.split(/[\s,]+/).filter((pattern) => pattern !== '');

import { type Signal, signal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { type OpenPanel, useLivePage } from '../../app/live-page-context.ts';
import { Button } from '../../components/button.tsx';
import { CategoryIcon } from '../../components/category-icon.tsx';
import { Icon } from '../../components/icon.tsx';
import { Sparkline } from '../../components/sparkline.tsx';
import type { Caller } from '../shared/caller-link.tsx';
import { DetailPane } from '../shared/detail-pane.tsx';
import { HoldChip } from '../shared/hold-chip.tsx';
import { createNodeTypeNames, type NodeTypeNames } from '../shared/node-type-names.ts';
import { RowList } from '../shared/row-list.tsx';
import { type EventSentence, getEventCategory, getEventSource } from './describe-event.ts';
import { type EventEnvelope, graphFamilies } from './event-feed.ts';
import { createEventLog, type EventLog, type EventLogRow } from './event-log-store.ts';
import { type EventGroup, type EventLine, groupRows } from './group-rows.ts';
import { toggleMember } from '../../session/store-helpers.ts';

/** What the panel keeps while it is closed. */
interface EventsPanelState {
  readonly log: EventLog;
  readonly names: NodeTypeNames;
  readonly selectedEvent: Signal<EventEnvelope | undefined>;
  readonly isGrouped: Signal<boolean>;
  readonly collapsed: Signal<ReadonlySet<string>>;
  readonly isFilterOpen: Signal<boolean>;
}

/** Creates the panel, which records events while it is open. */
export const openEventsPanel: OpenPanel = ({ session, notices, events }) => {
  const state: EventsPanelState = {
    log: createEventLog({ feed: events, session, notices, nextFrame: requestAnimationFrame }),
    names: createNodeTypeNames(session.client),
    selectedEvent: signal<EventEnvelope>(),
    isGrouped: signal(true),
    collapsed: signal(new Set()),
    isFilterOpen: signal(false),
  };
  return () => <EventsPanel state={state} />;
};

interface EventsPanelProps {
  readonly state: EventsPanelState;
}

/** The heights of headers and rows in pixels, as in the style sheet. */
const lineHeights = { group: 30, row: 27 };
const phoneLineHeights = { group: 44, row: 56 };

const EventsPanel = ({ state }: EventsPanelProps) => {
  const { log, selectedEvent } = state;
  useEffect(() => {
    log.isRecording.value = true;
    return () => {
      log.isRecording.value = false;
    };
  }, [log]);
  const event = selectedEvent.value;
  return (
    <>
      <EventToolbar state={state} />
      <div class={event ? 'log-body with-detail' : 'log-body'}>
        <div class="log-list">
          <div class="event-columns not-on-phone" aria-hidden="true">
            <span>Time</span>
            <span>Event</span>
            <span>From</span>
            <span>What happened</span>
            <span>Times</span>
          </div>
          <EventList state={state} />
        </div>
        {event && (
          <DetailPane
            title={event.type}
            text={JSON.stringify(event, undefined, 2)}
            caller={findCaller(event)}
            onClose={() => {
              selectedEvent.value = undefined;
            }}
          />
        )}
      </div>
    </>
  );
};

/** Returns the call to which an event belongs. Events of other versions of the service may have other data. */
const findCaller = ({ data: { caller } }: EventEnvelope): Caller | undefined => {
  const { call, graphId, nodeId } = (caller ?? {}) as Readonly<Record<string, unknown>>;
  return typeof call === 'number' && typeof graphId === 'string' && typeof nodeId === 'string'
    ? { call, graphId, nodeId }
    : undefined;
};

/** The families that have a chip even before their first event. */
const usualFamilies = ['graph', 'scene', 'tween', 'console'];

const EventToolbar = ({ state: { log, isGrouped, isFilterOpen } }: EventsPanelProps) => {
  const { rates } = useLivePage().events;
  const { byFamily } = rates.value;
  const hidden = log.hiddenFamilies.value;
  const families = [...new Set([...usualFamilies, ...byFamily.keys(), ...graphFamilies])].sort(
    (a, b) => Number(graphFamilies.includes(a)) - Number(graphFamilies.includes(b)),
  );
  return (
    <div class="log-toolbar">
      <Button
        icon="search"
        label="Filter events"
        isPressed={isFilterOpen.value || log.pattern.value !== '*'}
        onClick={() => {
          isFilterOpen.value = !isFilterOpen.value;
        }}
      />
      {isFilterOpen.value && <PatternField log={log} />}
      <div class="chips">
        {families.map((family) => (
          <button
            key={family}
            type="button"
            class="chip"
            aria-pressed={!hidden.has(family)}
            title={getFamilyHint(family, hidden.has(family))}
            onClick={() => log.toggleFamily(family)}
          >
            {hidden.has(family) && <Icon name="eye-off" class="small" />}
            {family}
            <span class="number">{byFamily.get(family) ?? 0}/s</span>
          </button>
        ))}
      </div>
      <span class="grow" />
      <HoldChip hold={log.hold} pendingCount={log.pendingCount.value} />
      <Button
        icon="list-tree"
        label="Group by graph"
        class="not-on-phone"
        isPressed={isGrouped.value}
        onClick={() => {
          isGrouped.value = !isGrouped.value;
        }}
      />
      <Button icon="eraser" label="Clear" class="not-on-phone" onClick={log.clear} />
    </div>
  );
};

const getFamilyHint = (family: string, isHidden: boolean): string => {
  if (!isHidden) return `Hide the events of ${family}`;
  if (family === 'node') return 'Hidden: the graph shows them as glow. Click to list them.';
  if (family === 'ports') return 'Hidden: the graph shows them as values. Click to list them.';
  return `Show the events of ${family}`;
};

const PatternField = ({ log }: { readonly log: EventLog }) => {
  const unmatched = log.unmatched.value;
  return (
    <form
      class="pattern-field"
      onSubmit={(event) => {
        event.preventDefault();
        log.follow(String(new FormData(event.currentTarget).get('pattern') ?? ''));
      }}
    >
      <input
        name="pattern"
        aria-label="Pattern"
        defaultValue={log.pattern.peek()}
        autocomplete="off"
        spellcheck={false}
        title="For example graph.* or tween.completed; separate several with commas"
        onBlur={({ currentTarget }) => log.follow(currentTarget.value)}
      />
      {unmatched.length > 0 && (
        <span class="pattern-problem" role="status">
          No kind of event matches {unmatched.map((pattern) => `'${pattern}'`).join(', ')}.
        </span>
      )}
    </form>
  );
};

const EventList = ({ state }: EventsPanelProps) => {
  const { log, isGrouped, collapsed } = state;
  const { graphs, events, layout } = useLivePage();
  const rows = log.rows.value;
  const isPhone = layout.isPhone.value;
  const getHeight = useMemo(() => {
    const heights = isPhone ? phoneLineHeights : lineHeights;
    return ({ kind }: EventLine): number => heights[kind];
  }, [isPhone]);
  const list = graphs.list.value;
  const { byGraph } = events.rates.value;
  const lines = useMemo(
    () =>
      isGrouped.value
        ? groupRows(rows, { graphs: list, byGraph, collapsed: collapsed.value })
        : rows.map((row): EventLine => ({ kind: 'row', row })),
    [rows, list, byGraph, isGrouped.value, collapsed.value],
  );
  if (lines.length === 0)
    return <p class="empty">No events yet. Run a graph, or an action that changes the scene.</p>;
  return (
    <RowList
      label="Events"
      rows={lines}
      getHeight={getHeight}
      hold={log.hold}
      renderRow={(line) =>
        line.kind === 'group' ? (
          <GroupHeader key={`group ${line.group.graphId}`} group={line.group} state={state} />
        ) : (
          <EventRow key={line.row.key} row={line.row} state={state} />
        )
      }
    />
  );
};

interface GroupHeaderProps extends EventsPanelProps {
  readonly group: EventGroup;
}

const GroupHeader = ({ group, state: { log, collapsed } }: GroupHeaderProps) => {
  const { graphId, name, isRunning, rowCount } = group;
  const rate = useLivePage().events.rates.value.byGraph.get(graphId);
  const isCollapsed = collapsed.value.has(graphId);
  const hidden = [...(rate?.byFamily ?? [])]
    .filter(([family]) => log.hiddenFamilies.value.has(family))
    .reduce((total, [, count]) => total + count, 0);
  const facts = [
    isRunning && rate?.runSeconds !== undefined && `${rate.runSeconds.toFixed(1)} s`,
    rate && `${rate.history.at(-1) ?? 0} events/s`,
    isCollapsed && `${rowCount} rows`,
  ].filter(Boolean);
  return (
    <li class="event-group">
      <button type="button" aria-expanded={!isCollapsed} onClick={() => toggleMember(collapsed, graphId)}>
        <Icon name={isCollapsed ? 'chevron-right' : 'chevron-down'} class="small" />
        <span class={isRunning ? 'dot live' : 'dot idle'} />
        <span class="group-name">{name}</span>
        <span class="quiet number">{facts.join(' · ')}</span>
        {rate && <Sparkline values={rate.history} />}
        <span class="grow" />
        {hidden > 0 && <span class="quiet number not-on-phone">{hidden} of them hidden</span>}
      </button>
    </li>
  );
};

interface EventRowProps extends EventsPanelProps {
  readonly row: EventLogRow;
}

/** An event as one row, or a mark that says that events are missing. */
const EventRow = ({ row, state: { names, selectedEvent } }: EventRowProps) => {
  const { nodeTypes } = useLivePage();
  const { event, mark, sentence, times } = row;
  if (!event) return <li class="event-mark">{mark}</li>;
  const { category } = event.data as Readonly<Record<string, unknown>>;
  const nodeCategory =
    typeof category === 'string' ? nodeTypes.types.value.get(category)?.category : undefined;
  const isSelected = selectedEvent.value === event;
  return (
    <li>
      <button
        type="button"
        class="event-row"
        aria-pressed={isSelected}
        title={`Tick ${event.tick}, number ${event.seq}`}
        onClick={() => {
          selectedEvent.value = isSelected ? undefined : event;
        }}
      >
        <span class="event-time number">{event.time.toFixed(3)}</span>
        <span class="event-kind">
          <CategoryIcon category={nodeCategory ?? getEventCategory(event.type)} />
          <span>{event.type}</span>
        </span>
        <span class="event-source">{getEventSource(event, names.getName)}</span>
        <Sentence sentence={sentence} />
        <span class="event-times number">{times > 1 && `×${times}`}</span>
      </button>
    </li>
  );
};

const Sentence = ({ sentence }: { readonly sentence: EventSentence }) => (
  <span class="event-sentence">
    {sentence.map((part, i) =>
      typeof part === 'string' ? (
        part
      ) : (
        <span
          key={`${i} ${part.color}`}
          class="swatch"
          role="img"
          aria-label={part.color}
          style={{ background: part.color }}
        />
      ),
    )}
  </span>
);

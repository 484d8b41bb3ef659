import { type Signal, signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { type LivePage, type OpenPanel, useLivePage } from '../../app/live-page-context.ts';
import { Button } from '../../components/button.tsx';
import { Icon } from '../../components/icon.tsx';
import { MenuButton } from '../../components/menu.tsx';
import { SearchField } from '../../components/virtual-list.tsx';
import { DetailPane } from '../shared/detail-pane.tsx';
import { HoldChip } from '../shared/hold-chip.tsx';
import { createNodeTypeNames, type NodeTypeNames } from '../shared/node-type-names.ts';
import { RowList } from '../shared/row-list.tsx';
import { type ConsoleLog, type ConsoleRow, createConsoleLog } from './console-log-store.ts';
import { type ConsoleEntry, type Severity, severities } from './console-state.ts';
import { showNodeOfGraph } from './show-node-of-graph.ts';
import type { IconName } from '../../components/icon-names.ts';

/** Creates the panel, which reads the existing entries and then follows new ones. */
export const openConsolePanel: OpenPanel = ({ session, notices, events, console: { shownSeverities } }) => {
  const state: ConsolePanelState = {
    log: createConsoleLog({
      ...{ session, notices, shownSeverities, feed: events, nextFrame: requestAnimationFrame },
    }),
    names: createNodeTypeNames(session.client),
    selectedEntry: signal<ConsoleEntry>(),
    isSearchOpen: signal(false),
    sinceMinutes: signal<number>(),
  };
  return () => <ConsolePanel state={state} />;
};

/** What the panel keeps while it is closed. */
interface ConsolePanelState {
  readonly log: ConsoleLog;
  readonly names: NodeTypeNames;
  readonly selectedEntry: Signal<ConsoleEntry | undefined>;
  readonly isSearchOpen: Signal<boolean>;
  /** The chosen time range in minutes before it was chosen, or `undefined` for everything. */
  readonly sinceMinutes: Signal<number | undefined>;
}

interface ConsolePanelProps {
  readonly state: ConsolePanelState;
}

const rowHeightPx = 30;
const phoneRowHeightPx = 44;
const getRowHeight = (): number => rowHeightPx;
const getPhoneRowHeight = (): number => phoneRowHeightPx;

const ConsolePanel = ({ state }: ConsolePanelProps) => {
  const { log, selectedEntry } = state;
  const { console: consoleState, layout } = useLivePage();
  useEffect(() => {
    log.isFollowing.value = true;
    return () => {
      log.isFollowing.value = false;
    };
  }, [log]);
  const unseen = consoleState.unseenCount.value;
  useEffect(() => {
    if (unseen > 0 && document.visibilityState === 'visible') consoleState.markSeen();
  }, [unseen, consoleState]);
  const entry = selectedEntry.value;
  const rows = log.rows.value;
  return (
    <>
      <ConsoleToolbar state={state} />
      <div class={entry ? 'log-body with-detail' : 'log-body'}>
        <div class="log-list">
          {rows.length === 0 ? (
            <p class="empty">No matching entries.</p>
          ) : (
            <RowList
              label="Console"
              rows={rows}
              getHeight={layout.isPhone.value ? getPhoneRowHeight : getRowHeight}
              hold={log.hold}
              renderRow={(row) => <ConsoleEntryRow key={row.key} row={row} state={state} />}
            />
          )}
        </div>
        {entry && (
          <DetailPane
            title={entry.timestamp}
            text={entry.message}
            caller={entry.caller}
            onClose={() => {
              selectedEntry.value = undefined;
            }}
          />
        )}
      </div>
    </>
  );
};

const severityIcons: Readonly<Record<Severity, IconName>> = {
  log: 'info',
  warning: 'triangle-alert',
  error: 'circle-x',
};

/** The selectable time ranges, in minutes before now. */
const timeRanges = [undefined, 0, 1, 5, 60] as const;

const describeTimeRange = (minutes: number | undefined): string => {
  if (minutes === undefined) return 'Everything that the service keeps';
  return minutes === 0 ? 'From now on' : `The last ${minutes === 1 ? 'minute' : `${minutes} minutes`}`;
};

const getTimeBefore = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString();

const ConsoleToolbar = ({ state: { log, isSearchOpen, sinceMinutes } }: ConsolePanelProps) => {
  const { console: consoleState } = useLivePage();
  const showSince = (minutes: number | undefined): void => {
    sinceMinutes.value = minutes;
    log.since.value = minutes === undefined ? undefined : getTimeBefore(minutes);
  };
  return (
    <div class="log-toolbar">
      <div class="chips">
        {severities.map((severity) => (
          <button
            key={severity}
            type="button"
            class={`chip severity-${severity}`}
            aria-pressed={consoleState.shownSeverities.value.has(severity)}
            onClick={() => consoleState.toggleSeverity(severity)}
          >
            <Icon name={severityIcons[severity]} class="small" />
            {severity}
            <span class="number">{log.counts.value[severity]}</span>
          </button>
        ))}
      </div>
      {isSearchOpen.value && <SearchField label="Search messages" text={log.text} />}
      <span class="grow" />
      <HoldChip hold={log.hold} pendingCount={log.pendingCount.value} />
      <Button
        icon="eraser"
        label="Clear"
        onClick={() => {
          consoleState.clear();
          showSince(0);
        }}
      />
      <MenuButton
        icon="ellipsis"
        label="More of the console"
        getEntries={() => [
          {
            ...{ label: 'Search messages', icon: 'search', isChecked: isSearchOpen.peek() },
            run: () => {
              isSearchOpen.value = !isSearchOpen.peek();
              if (!isSearchOpen.peek()) log.text.value = '';
            },
          },
          'separator',
          ...timeRanges.map((minutes) => ({
            label: describeTimeRange(minutes),
            isChecked: sinceMinutes.peek() === minutes,
            run: () => showSince(minutes),
          })),
        ]}
      />
    </div>
  );
};

interface ConsoleEntryRowProps extends ConsolePanelProps {
  readonly row: ConsoleRow;
}

const ConsoleEntryRow = ({
  row: { entry, times },
  state: { names, selectedEntry },
}: ConsoleEntryRowProps) => {
  const { id, timestamp, severity, message } = entry;
  const isSelected = selectedEntry.value?.id === id;
  return (
    <li class={`console-row severity-${severity}`}>
      <button
        type="button"
        class="console-message"
        aria-pressed={isSelected}
        title={timestamp}
        onClick={() => {
          selectedEntry.value = isSelected ? undefined : entry;
        }}
      >
        <Icon name={severityIcons[severity]} class="small" />
        <span class="hidden">{severity}: </span>
        <span class="console-text">{message}</span>
        {times > 1 && (
          <span class="console-times number" title="Number of equal entries">
            {times}
          </span>
        )}
      </button>
      <ConsoleSource entry={entry} names={names} />
    </li>
  );
};

interface ConsoleSourceProps {
  readonly entry: ConsoleEntry;
  readonly names: NodeTypeNames;
}

/** A link to the node or graph that wrote an entry. */
const ConsoleSource = ({ entry: { graphId, nodeId }, names }: ConsoleSourceProps) => {
  const live: LivePage = useLivePage();
  if (graphId === undefined) return null;
  const graph = live.graphs.list.value.find(({ id }) => id === graphId);
  const label = nodeId === undefined ? graph?.name : (names.getName(graphId, nodeId) ?? nodeId);
  if (!graph || label === undefined) return <span class="console-source quiet">{label ?? graphId}</span>;
  return (
    <button
      type="button"
      class="console-source"
      title={`Show it in ${graph.name}`}
      onClick={() => showNodeOfGraph(live, graphId, nodeId)}
    >
      {label} ↗
    </button>
  );
};

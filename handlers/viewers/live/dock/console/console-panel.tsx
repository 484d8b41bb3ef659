import { signal, type Signal } from '@preact/signals';
import { SearchField } from '../../components/virtual-list.tsx';
import { LogView } from '../shared/log-view.tsx';
import { type ConsoleEntry, type ConsoleLog, createConsoleLog } from './console-log-store.ts';
import { type OpenPanel, useLivePage } from '../../app/live-page-context.ts';
import { getOrCreate } from '../../session/store-helpers.ts';
import type { SceneClient } from '#spec/client/index.ts';

/** Creates the panel, which reads the existing entries and then follows new ones. */
export const openConsolePanel: OpenPanel = ({ session, notices }) => {
  const log = createConsoleLog({ session, notices, nextFrame: requestAnimationFrame });
  const names = createNodeTypeNames(session.client);
  const selectedEntry = signal<ConsoleEntry>();
  return () => (
    <>
      <ConsoleFilterBar log={log} />
      <LogView
        label="Console"
        emptyText="No matching entries."
        rows={log.visibleEntries.value}
        renderRow={(entry) => (
          <ConsoleEntryRow key={entry.id} entry={entry} names={names} selectedEntry={selectedEntry} />
        )}
        selected={selectedEntry}
        getTitle={({ timestamp }) => timestamp}
        getText={({ message }) => message}
      />
    </>
  );
};

const severities = [
  { name: 'All', severity: undefined },
  { name: 'Log', severity: 'log' },
  { name: 'Warnings', severity: 'warning' },
  { name: 'Errors', severity: 'error' },
] as const;

/** The selectable time ranges, in minutes before now. */
const timeRanges = [0, 1, 5, 60];

const ConsoleFilterBar = ({ log }: { readonly log: ConsoleLog }) => (
  <div class="bar">
    <fieldset class="severities">
      <legend class="hidden">Severity</legend>
      {severities.map(({ name, severity }) => (
        <button
          key={name}
          type="button"
          aria-pressed={log.severity.value === severity}
          onClick={() => {
            log.severity.value = severity;
          }}
        >
          {name}
        </button>
      ))}
    </fieldset>
    <label>
      Since
      <select
        onChange={({ currentTarget: { value } }) => {
          log.since.value = value === '' ? undefined : getTimeBefore(Number(value));
        }}
      >
        <option value="">the beginning</option>
        {timeRanges.map((minutes) => (
          <option key={minutes} value={minutes}>
            {minutes === 0 ? 'now' : `${minutes} min ago`}
          </option>
        ))}
      </select>
    </label>
    <SearchField label="Search messages" text={log.text} />
    <span class="end quiet">{log.visibleEntries.value.length} shown</span>
  </div>
);

const getTimeBefore = (minutes: number): string => new Date(Date.now() - minutes * 60_000).toISOString();

interface ConsoleEntryRowProps {
  readonly entry: ConsoleEntry;
  readonly names: NodeTypeNames;
  readonly selectedEntry: Signal<ConsoleEntry | undefined>;
}

const ConsoleEntryRow = ({ entry, names, selectedEntry }: ConsoleEntryRowProps) => {
  const { graphs } = useLivePage();
  const { id, timestamp, severity, graphId, nodeId, message } = entry;
  const graph = graphs.list.value.find((candidate) => candidate.id === graphId)?.name ?? graphId;
  const node = graphId && nodeId && (names.getName(graphId, nodeId) ?? nodeId);
  const isSelected = selectedEntry.value?.id === id;
  return (
    <li>
      <button
        type="button"
        class={`row ${severity}`}
        aria-pressed={isSelected}
        onClick={() => {
          selectedEntry.value = isSelected ? undefined : entry;
        }}
      >
        <span class="quiet" title={timestamp}>
          {timestamp.slice(11, 23)}
        </span>
        <span class="severity">{severity}</span>
        <span class="quiet">{[graph, node].filter(Boolean).join(' · ')}</span>
        <span>{message}</span>
      </button>
    </li>
  );
};

/** Looks up the types of nodes, which are shown instead of node ids. */
interface NodeTypeNames {
  /** Returns a node's type, or `undefined` for an unknown node. A graph's nodes are loaded on first use. */
  getName(graphId: string, nodeId: string): string | undefined;
}

const createNodeTypeNames = (client: SceneClient): NodeTypeNames => {
  const namesByGraphId = new Map<string, Signal<ReadonlyMap<string, string>>>();
  const readNames = async (graphId: string): Promise<ReadonlyMap<string, string>> => {
    const query = { include: 'id,category' } as const;
    const nodes = await client.request('GET /api/graphs/{graphId}/nodes', { params: { graphId }, query });
    return new Map(nodes.map(({ id = '', category = '' }) => [id, category]));
  };
  return {
    getName: (graphId, nodeId) =>
      getOrCreate(namesByGraphId, graphId, () => {
        const names = signal<ReadonlyMap<string, string>>(new Map());
        // For a removed graph the read fails, and node ids are shown instead of names.
        readNames(graphId).then(
          (read) => {
            names.value = read;
          },
          () => {},
        );
        return names;
      }).value.get(nodeId),
  };
};

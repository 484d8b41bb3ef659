import { useLivePage } from '../../app/live-page-context.ts';
import type { Signal } from '@preact/signals';
import type { ConsoleEntry } from './console-log-store.ts';
import type { NodeTypeNames } from './node-type-names.ts';

interface ConsoleEntryRowProps {
  readonly entry: ConsoleEntry;
  readonly names: NodeTypeNames;
  readonly selectedEntry: Signal<ConsoleEntry | undefined>;
}

/** Renders a console entry as one row. */
export const ConsoleEntryRow = ({ entry, names, selectedEntry }: ConsoleEntryRowProps) => {
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

import { useLive } from '../../app/live.ts';
import type { Signal } from '@preact/signals';
import type { ConsoleEntry } from './console-log.ts';
import type { NodeNames } from './node-names.ts';

interface EntryLineProps {
  readonly entry: ConsoleEntry;
  readonly names: NodeNames;
  readonly chosen: Signal<ConsoleEntry | undefined>;
}

/** An entry of the console in one line. */
export const EntryLine = ({ entry, names, chosen }: EntryLineProps) => {
  const { graphs } = useLive();
  const { id, timestamp, severity, graphId, nodeId, message } = entry;
  const graph = graphs.list.value.find((facts) => facts.id === graphId)?.name ?? graphId;
  const node = graphId && nodeId && (names.of(graphId, nodeId) ?? nodeId);
  const isChosen = chosen.value?.id === id;
  return (
    <li>
      <button
        type="button"
        class={`row ${severity}`}
        aria-pressed={isChosen}
        onClick={() => {
          chosen.value = isChosen ? undefined : entry;
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

import { useEffect, useMemo } from 'preact/hooks';
import { useLivePage, type LivePage } from '../app/live-page-context.ts';
import { Button } from '../components/button.tsx';
import { MenuButton } from '../components/menu.tsx';
import { Sparkline } from '../components/sparkline.tsx';
import { createWatchedValues, type WatchedValues } from './watched-values.ts';
import './watches.css';
import type { WatchedPort } from './watch-store.ts';

/** Lists the output ports of the selected nodes that have values and are not watched yet. */
const listSelectedOutputs = ({ editor, watches }: LivePage): WatchedPort[] => {
  const graph = editor.detail.peek();
  const selected = new Set(editor.selection.peek().nodes);
  return (graph?.nodes ?? [])
    .filter(({ id }) => selected.has(id))
    .flatMap(({ id: nodeId, category, ports }) =>
      ports
        .filter(
          ({ direction, type, id }) => direction === 'output' && type !== 'Trigger' && !watches.isWatched(id),
        )
        .map(({ id: portId, name }) => ({
          ...{ graphId: graph?.id ?? '', nodeId, portId, label: `${category} · ${name}` },
        })),
    );
};

/** The watched ports as cards in the right column. Without a watched port, there is nothing to see. */
export const WatchCards = () => {
  const live = useLivePage();
  const { watches, commands } = live;
  useEffect(
    () =>
      commands.add([
        {
          ...{ id: 'watch', label: 'Watch the outputs of the selected node', icon: 'eye' },
          getUnavailableReason: () =>
            listSelectedOutputs(live).length === 0 ? 'Select a node with outputs first.' : undefined,
          run: () => {
            for (const port of listSelectedOutputs(live)) watches.toggle(port);
          },
        },
      ]),
    [live, commands, watches],
  );
  return watches.list.value.length === 0 ? null : <WatchPane />;
};

const WatchPane = () => {
  const live = useLivePage();
  const { watches, session, events, graphs } = live;
  const values = useMemo(
    () =>
      createWatchedValues({
        ...{ session, watches, feed: events, graphs: graphs.list },
        runEvery: (ms, work) => {
          const timer = setInterval(work, ms);
          return () => clearInterval(timer);
        },
      }),
    [session, events, watches, graphs],
  );
  useEffect(values.start, [values]);
  return (
    <section class="pane watch-pane" aria-label="Watching">
      <header class="pane-header">
        <h2>Watching</h2>
        <span class="grow" />
        <MenuButton
          icon="plus"
          label="Watch a port"
          getEntries={() => {
            const outputs = listSelectedOutputs(live);
            if (outputs.length === 0)
              return [
                { label: 'Select a node with outputs first', unavailable: 'No output to watch', run() {} },
              ];
            return outputs.map((port) => ({ label: port.label, run: () => watches.toggle(port) }));
          }}
        />
      </header>
      <ul class="watch-grid">
        {watches.list.value.map((port) => (
          <WatchCard key={port.portId} port={port} values={values} />
        ))}
      </ul>
    </section>
  );
};

interface WatchCardProps {
  readonly port: WatchedPort;
  readonly values: WatchedValues;
}

const WatchCard = ({ port, values }: WatchCardProps) => {
  const { watches } = useLivePage();
  const { value, history } = values.get(port.portId).value;
  return (
    <li class="watch-card">
      <span class="watch-label" title={port.label}>
        {port.label}
      </span>
      <Button icon="x" label={`Stop watching ${port.label}`} onClick={() => watches.toggle(port)} />
      <b class="watch-value number">{formatValue(value)}</b>
      {history.length > 0 && <Sparkline values={history} isFilled />}
    </li>
  );
};

const maxDecimals = 3;

const formatValue = (value: unknown): string => {
  if (value === undefined || value === null) return '–';
  if (typeof value === 'number') return Number.isInteger(value) ? String(value) : value.toFixed(maxDecimals);
  if (typeof value === 'object') return Object.values(value).map(formatValue).join(' ');
  return String(value);
};

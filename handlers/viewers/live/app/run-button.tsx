import { useLivePage } from './live-page-context.ts';
import { Icon } from '../components/icon.tsx';
import { MenuButton } from '../components/menu.tsx';
import { getDisconnectedReason } from '../session/connection-labels.ts';
import './run-button.css';

/**
 * The primary button of the page: runs the open graph after pushing its edits to the runtime, or stops it. Its menu has
 * the other ways to run.
 */
export const RunButton = () => {
  const { graphs, session } = useLivePage();
  const graph = graphs.openSummary.value;
  const isRunning = graph?.state === 'running';
  const label = isRunning ? 'Stop' : 'Run';
  const disconnectedReason = getDisconnectedReason(session.state.value);
  const unavailable = disconnectedReason ?? (graph ? undefined : 'Open a graph to run it');
  return (
    <div class={isRunning ? 'run-button running' : 'run-button'}>
      <button
        type="button"
        title={unavailable ?? `${label} ${graph?.name} (Ctrl+Enter)`}
        disabled={unavailable !== undefined}
        onClick={() => graphs.toggleRunning()}
      >
        <Icon name={isRunning ? 'square' : 'play'} class="filled" />
        {label}
      </button>
      <MenuButton
        icon="chevron-down"
        label="More ways to run"
        getEntries={() => [
          {
            label: 'Sync only',
            icon: 'refresh-cw',
            unavailable: disconnectedReason ?? (graph ? undefined : 'No graph is open.'),
            run: () => void (graph && graphs.sync(graph.id)),
          },
          {
            ...{ label: 'Run all', icon: 'play', unavailable: disconnectedReason },
            run: () => void graphs.runAll(),
          },
          {
            ...{ label: 'Stop all', icon: 'square', unavailable: disconnectedReason },
            run: () => void graphs.stopAll(),
          },
        ]}
      />
    </div>
  );
};

import { useLivePage } from './live-page-context.ts';
import { Icon } from '../components/icon.tsx';
import { MenuButton } from '../components/menu.tsx';
import './run-button.css';

/**
 * The primary button of the page: runs the open graph after pushing its edits to the runtime, or stops it. Its menu has
 * the other ways to run.
 */
export const RunButton = () => {
  const { graphs } = useLivePage();
  const graph = graphs.list.value.find(({ id }) => id === graphs.openId.value);
  const isRunning = graph?.state === 'running';
  const label = isRunning ? 'Stop' : 'Run';
  return (
    <div class={isRunning ? 'run-button running' : 'run-button'}>
      <button
        type="button"
        title={graph ? `${label} ${graph.name} (Ctrl+Enter)` : 'Open a graph to run it'}
        disabled={!graph}
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
            unavailable: graph ? undefined : 'No graph is open.',
            run: () => void (graph && graphs.sync(graph.id)),
          },
          { label: 'Run all', icon: 'play', run: () => void graphs.runAll() },
          { label: 'Stop all', icon: 'square', run: () => void graphs.stopAll() },
        ]}
      />
    </div>
  );
};

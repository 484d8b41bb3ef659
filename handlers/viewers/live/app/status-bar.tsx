import { useLivePage } from './live-page-context.ts';
import { Button } from '../components/button.tsx';
import { Icon } from '../components/icon.tsx';
import type { SessionState } from '../session/session.ts';

const stateLabels: Readonly<Record<SessionState, string>> = {
  connecting: 'Connecting …',
  connected: 'Connected',
  reconnecting: 'Connection lost, reconnecting …',
  locked: 'Needs a token',
  off: 'The API is switched off',
  unreachable: 'Service unreachable, retrying …',
};

/** The bar at the bottom: the connection, what runs, and the button that opens the activity. */
export const StatusBar = () => {
  const { session, graphs, layout } = useLivePage();
  const state = session.state.value;
  const running = graphs.list.value.filter((graph) => graph.state === 'running').length;
  const isDockOpen = layout.isDockOpen.value;
  return (
    <footer class="status-bar">
      <span class="status-item">
        <span class={state === 'connected' ? 'dot live' : 'dot edited'} />
        <span role="status" class="connection-state">
          {stateLabels[state]}
        </span>
        <span>{new URL(session.address.url).host}</span>
      </span>
      {graphs.list.value.length > 0 && (
        <span class="status-item">
          <Icon name="workflow" class="small" />
          {running} of {graphs.list.value.length} graphs running
        </span>
      )}
      <span class="grow" />
      <Button
        icon={isDockOpen ? 'panel-bottom-close' : 'panel-bottom'}
        label="Activity"
        keys="Ctrl+J"
        isPressed={isDockOpen}
        onClick={layout.toggleDock}
      >
        Activity
      </Button>
    </footer>
  );
};

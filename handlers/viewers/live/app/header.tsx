import { useLivePage } from './live-page-context.ts';
import type { SessionState } from '../session/session.ts';

const stateLabels: Readonly<Record<SessionState, string>> = {
  connecting: 'connecting …',
  connected: 'connected',
  reconnecting: 'connection lost, reconnecting …',
  locked: 'needs a token',
  off: 'the API is switched off',
  unreachable: 'service unreachable, retrying …',
};

/** Shows which service the page uses, and the state of the connection. */
export const Header = () => {
  const { session, tour } = useLivePage();
  const state = session.state.value;
  const project = session.capabilities.value?.projectName;
  return (
    <header class="top">
      <h1>Scene Runtime Control</h1>
      <span class="place">{session.address.url}</span>
      {project && <span class="place">{project}</span>}
      <button type="button" onClick={tour.start}>
        Tour
      </button>
      <span class={`state ${state}`} role="status">
        {stateLabels[state]}
      </span>
    </header>
  );
};

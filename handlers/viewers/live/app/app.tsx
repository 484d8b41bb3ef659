import { GraphPanel } from '../graphs/graph-panel.tsx';
import { NodeTypePanel } from '../node-types/node-type-panel.tsx';
import { Dock } from '../dock/dock.tsx';
import { GraphCanvas } from '../canvas/graph-canvas.tsx';
import { ScenePanel } from '../scene-view/scene-panel.tsx';
import { TourPanel } from '../tour/tour-panel.tsx';
import { useLivePage } from './live-page-context.ts';
import { storeToken } from '../session/service-address.ts';
import './app.css';
import type { SessionState } from '../session/session.ts';

/**
 * Renders the whole page: graphs on the left, the canvas in the middle, the scene on the right, and the dock at the
 * bottom.
 */
export const App = () => {
  const { state } = useLivePage().session;
  const isUnavailable = state.value === 'locked' || state.value === 'off';
  return (
    <>
      <Header />
      {isUnavailable ? (
        <AccessGate />
      ) : (
        <main class="panes">
          <div class="left">
            <GraphPanel />
            <NodeTypePanel />
          </div>
          <GraphCanvas />
          <ScenePanel />
          <Dock />
          <TourPanel />
        </main>
      )}
      <NoticeList />
    </>
  );
};

const stateLabels: Readonly<Record<SessionState, string>> = {
  connecting: 'connecting …',
  connected: 'connected',
  reconnecting: 'connection lost, reconnecting …',
  locked: 'needs a token',
  off: 'the API is switched off',
  unreachable: 'service unreachable, retrying …',
};

/** Shows which service the page uses, and the state of the connection. */
const Header = () => {
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

/** Shown instead of the page while the service denies the page access. */
const AccessGate = () => {
  const { state, address } = useLivePage().session;
  if (state.value === 'off') {
    return (
      <main class="door">
        <h2>The API of this service is switched off</h2>
        <p>
          Set <code>apiEnabled</code> to true in its settings file; the change takes effect immediately. Then
          reload this page.
        </p>
      </main>
    );
  }
  return (
    <main class="door">
      <h2>
        {address.token === undefined
          ? 'This service asks for its token'
          : 'The service does not accept this token'}
      </h2>
      <p>
        <code>serve</code> prints a link that has it, and <code>npx scene-runtime token</code> prints the
        token itself. The page keeps it until you close this tab.
      </p>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const token = new FormData(event.currentTarget).get('token');
          storeToken(sessionStorage, address.url, String(token ?? '').trim());
          location.reload();
        }}
      >
        <label>
          Token <input name="token" type="password" autocomplete="off" required />
        </label>
        <button type="submit">Enter</button>
      </form>
    </main>
  );
};

/** Shows the notices, the latest one last. */
const NoticeList = () => {
  const { notices } = useLivePage();
  return (
    <ul class="notices" aria-live="polite">
      {notices.list.value.map(({ id, kind, text, code, action }) => (
        <li key={id} class={kind}>
          {code && <code>{code}</code>} {text}
          {action && (
            <button
              type="button"
              onClick={() => {
                notices.dismiss(id);
                action.run();
              }}
            >
              {action.label}
            </button>
          )}{' '}
          <button type="button" aria-label="Dismiss" onClick={() => notices.dismiss(id)}>
            ×
          </button>
        </li>
      ))}
    </ul>
  );
};

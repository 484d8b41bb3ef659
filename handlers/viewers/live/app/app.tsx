import { GraphPanel } from '../graphs/graph-panel.tsx';
import { NodeTypePanel } from '../node-types/node-type-panel.tsx';
import { Dock } from '../dock/dock.tsx';
import { GraphCanvas } from '../canvas/graph-canvas.tsx';
import { ScenePanel } from '../scene-view/scene-panel.tsx';
import { AccessGate } from './access-gate.tsx';
import { Header } from './header.tsx';
import { TourPanel } from '../tour/tour-panel.tsx';
import { useLivePage } from './live-page-context.ts';
import { NoticeList } from './notice-list.tsx';
import './app.css';

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

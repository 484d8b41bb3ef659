import { GraphPanel } from '../graphs/graph-panel.tsx';
import { TypePanel } from '../node-types/type-panel.tsx';
import { Dock } from '../dock/dock.tsx';
import { Canvas } from '../canvas/canvas.tsx';
import { Stage } from '../stage/stage.tsx';
import { Door } from './door.tsx';
import { Header } from './header.tsx';
import { TourPanel } from '../tour/tour-panel.tsx';
import { useLive } from './live.ts';
import { NoticeList } from './notice-list.tsx';
import './app.css';

/** The whole page: graphs to the left, the canvas, the scene to the right, and what happens below. */
export const App = () => {
  const { state } = useLive().session;
  const isShut = state.value === 'locked' || state.value === 'off';
  return (
    <>
      <Header />
      {isShut ? (
        <Door />
      ) : (
        <main class="panes">
          <div class="left">
            <GraphPanel />
            <TypePanel />
          </div>
          <Canvas />
          <Stage />
          <Dock />
          <TourPanel />
        </main>
      )}
      <NoticeList />
    </>
  );
};

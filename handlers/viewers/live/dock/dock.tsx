import { useState } from 'preact/hooks';
import { createDockState } from './dock-state.ts';
import { HeightHandle } from './height-handle.tsx';
import { LazyPanel } from './lazy-panel.tsx';
import { TabList } from './tab-list.tsx';
import { tabs } from './tabs.ts';
import './dock.css';
// with the page: what is loaded later brings no style
import './parts/detail.css';
import './parts/row-window.css';
import './events/events.css';
import './console/console.css';
import './actions/actions.css';
import './animation/animation.css';
import './devices/devices.css';
import 'uplot/dist/uPlot.min.css';
import './figures/figures.css';
import type { Panels } from './lazy-panel.tsx';

/** What happens: a tab for each way to look at it. */
export const Dock = () => {
  const [{ tab, height }] = useState(() => createDockState(sessionStorage));
  const [panels] = useState<Panels>(() => new Map());
  const shown = tabs.find(({ id }) => id === tab.value) ?? tabs[0];
  return (
    <section class="dock" aria-label="Activity" style={{ height: `${height.value}px` }}>
      <HeightHandle height={height} />
      <TabList tabs={tabs} chosen={tab} />
      {shown && <LazyPanel key={shown.id} tab={shown} panels={panels} />}
    </section>
  );
};

import { useState } from 'preact/hooks';
import { createDockState } from './dock-state.ts';
import { DockResizeHandle } from './dock-resize-handle.tsx';
import { LazyPanel } from './lazy-panel.tsx';
import { TabList } from './tab-list.tsx';
import { dockTabs } from './dock-tabs.ts';
import './dock.css';
// this style sheet is imported together with the page, because lazily loaded chunks can't add styles
import './shared/detail-pane.css';
import './shared/log-row-list.css';
import './events/events.css';
import './console/console.css';
import './actions/actions.css';
import './animation/animation.css';
import './devices/devices.css';
import 'uplot/dist/uPlot.min.css';
import './metrics/metrics.css';
import type { OpenedPanels } from './lazy-panel.tsx';

/** Renders the dock, with a tab for each panel. */
export const Dock = () => {
  const [{ tab, height }] = useState(() => createDockState(sessionStorage));
  const [panels] = useState<OpenedPanels>(() => new Map());
  const activeTab = dockTabs.find(({ id }) => id === tab.value) ?? dockTabs[0];
  return (
    <section class="dock" aria-label="Activity" style={{ height: `${height.value}px` }}>
      <DockResizeHandle height={height} />
      <TabList tabs={dockTabs} selectedTab={tab} />
      {activeTab && <LazyPanel key={activeTab.id} tab={activeTab} panels={panels} />}
    </section>
  );
};

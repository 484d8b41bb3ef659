import { useRef } from 'preact/hooks';
import { useLivePage } from '../app/live-page-context.ts';
import { Button } from '../components/button.tsx';
import { Icon } from '../components/icon.tsx';
import { LazyPanel } from '../components/lazy-panel.tsx';
// the panels' style sheets are imported together with the page, because lazily loaded chunks can't add styles
import '../components/value-field.css';
import './dock.css';
import './shared/log-view.css';
import './events/events.css';
import './console/console.css';
import './animation/animation.css';
import './devices/devices.css';
import 'uplot/dist/uPlot.min.css';
import './metrics/metrics.css';
import type { Route } from '#spec/client/index.ts';
import type { OpenPanel } from '../app/live-page-context.ts';
import type { DockTabId } from '../app/layout/layout-store.ts';
import type { IconName } from '../components/icon-names.ts';

interface DockTab {
  readonly id: DockTabId;
  readonly title: string;
  readonly icon: IconName;
  /** The route that the tab needs. If absent, the tab needs only the hub. */
  readonly requiredRoute?: Route;
  load(): Promise<OpenPanel>;
}

const dockTabs: readonly DockTab[] = [
  {
    ...{ id: 'events', title: 'Events', icon: 'activity' },
    load: async () => (await import('./events/events-panel.tsx')).openEventsPanel,
  },
  {
    ...{ id: 'console', title: 'Console', icon: 'terminal', requiredRoute: 'GET /api/console' },
    load: async () => (await import('./console/console-panel.tsx')).openConsolePanel,
  },
  {
    ...{ id: 'timeline', title: 'Timeline', icon: 'film' },
    requiredRoute: 'GET /api/objects/{tag}/animations/playbacks',
    load: async () => (await import('./animation/animation-panel.tsx')).openAnimationPanel,
  },
  {
    ...{ id: 'metrics', title: 'Metrics', icon: 'chart-line' },
    load: async () => (await import('./metrics/metrics-panel.tsx')).openMetricsPanel,
  },
  {
    ...{ id: 'devices', title: 'Devices', icon: 'plug' },
    load: async () => (await import('./devices/devices-panel.tsx')).openDevicesPanel,
  },
];

/** The activity: what happens in the service, with a tab for each panel. */
export const Dock = () => {
  const { layout } = useLivePage();
  if (!layout.isDockOpen.value && !layout.isPhone.value) return null;
  const activeTab = dockTabs.find(({ id }) => id === layout.dockTab.value) ?? dockTabs[0];
  return (
    <section id="pane-dock" class="pane dock" aria-label="Activity" tabIndex={-1}>
      <header class="pane-tabs">
        <TabList />
        <span class="grow" />
        <Button
          icon="panel-bottom-close"
          label="Close the activity"
          keys="Ctrl+J"
          class="not-on-phone"
          onClick={layout.toggleDock}
        />
      </header>
      {activeTab && (
        <div
          id="dock-panel"
          class={`panel ${activeTab.id}-panel`}
          role="tabpanel"
          aria-labelledby={`tab-${activeTab.id}`}
        >
          <LazyPanel
            key={activeTab.id}
            id={activeTab.id}
            requiredRoute={activeTab.requiredRoute}
            load={activeTab.load}
          />
        </div>
      )}
    </section>
  );
};

/** Renders the dock's tabs. The arrow keys move from tab to tab. */
const TabList = () => {
  const { layout, session } = useLivePage();
  const { dockTab } = layout;
  const list = useRef<HTMLDivElement>(null);
  const focusTab = (index: number): void => {
    const tab = dockTabs.at(index % dockTabs.length);
    if (!tab) return;
    dockTab.value = tab.id;
    list.current?.querySelector<HTMLElement>(`#tab-${tab.id}`)?.focus();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const at = dockTabs.findIndex(({ id }) => id === dockTab.value);
    const target = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }[event.key];
    if (target === undefined) return;
    event.preventDefault();
    focusTab(target);
  };
  return (
    <div class="tabs" role="tablist" aria-label="Activity" ref={list} onKeyDown={onKeyDown}>
      {dockTabs.map(({ id, title, icon, requiredRoute }) => {
        const isMissing =
          requiredRoute !== undefined && session.capabilities.value?.hasRoute(requiredRoute) === false;
        return (
          <button
            key={id}
            id={`tab-${id}`}
            type="button"
            role="tab"
            class={isMissing ? 'tab missing' : 'tab'}
            aria-selected={dockTab.value === id}
            aria-controls="dock-panel"
            tabIndex={dockTab.value === id ? 0 : -1}
            title={isMissing ? `This service has no ${requiredRoute}` : undefined}
            onClick={() => {
              dockTab.value = id;
            }}
          >
            <Icon name={icon} class="small" />
            {title}
          </button>
        );
      })}
    </div>
  );
};

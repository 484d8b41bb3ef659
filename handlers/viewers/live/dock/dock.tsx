import { useRef } from 'preact/hooks';
import { useLivePage } from '../app/live-page-context.ts';
import { Button } from '../components/button.tsx';
import { Icon } from '../components/icon.tsx';
import { LazyPanel } from '../components/lazy-panel.tsx';
import { MenuButton } from '../components/menu.tsx';
import { useMediaQuery } from '../components/use-media-query.ts';
import { getMissingRouteReason } from '../session/feature-availability.ts';
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

/** The tabs that a phone shows; the others are in a menu. */
const phoneTabIds: readonly DockTabId[] = ['events', 'console', 'metrics'];
/** The panels that are side by side in the layout for debugging, if the window is wide. */
const columnIds: readonly DockTabId[] = ['events', 'console', 'metrics'];
const columnsQuery = '(min-width: 1800px)';

const findTab = (tabId: DockTabId): DockTab | undefined => dockTabs.find(({ id }) => id === tabId);

/** The activity: what happens in the service, with a tab for each panel. */
export const Dock = () => {
  const { layout } = useLivePage();
  const isWide = useMediaQuery(columnsQuery);
  const isShown = layout.isPhone.value ? layout.phoneTab.value === 'activity' : layout.isDockOpen.value;
  if (!isShown) return null;
  const activeId = layout.dockTab.value;
  const hasColumns = isWide && layout.name.value === 'debug' && columnIds.includes(activeId);
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
      <div
        id="dock-panel"
        class={hasColumns ? 'columns' : `panel ${activeId}-panel`}
        role="tabpanel"
        aria-labelledby={`tab-${activeId}`}
      >
        {hasColumns ? (
          columnIds.map((id) => (
            // biome-ignore lint/a11y/useSemanticElements: a fieldset would be for fields
            <div key={id} class={`panel ${id}-panel`} role="group" aria-label={findTab(id)?.title}>
              <DockPanel id={id} />
            </div>
          ))
        ) : (
          <DockPanel key={activeId} id={activeId} />
        )}
      </div>
    </section>
  );
};

const DockPanel = ({ id }: { readonly id: DockTabId }) => {
  const tab = findTab(id) ?? dockTabs[0];
  return tab ? <LazyPanel id={tab.id} requiredRoute={tab.requiredRoute} load={tab.load} /> : null;
};

/** Renders the dock's tabs. The arrow keys move from tab to tab. */
const TabList = () => {
  const { layout, session } = useLivePage();
  const { dockTab, isPhone } = layout;
  const list = useRef<HTMLDivElement>(null);
  const tabs = isPhone.value
    ? dockTabs.filter(({ id }) => phoneTabIds.includes(id) || id === dockTab.value)
    : dockTabs;
  const focusTab = (index: number): void => {
    const tab = tabs.at(index % tabs.length);
    if (!tab) return;
    dockTab.value = tab.id;
    list.current?.querySelector<HTMLElement>(`#tab-${tab.id}`)?.focus();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const at = tabs.findIndex(({ id }) => id === dockTab.value);
    const target = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }[event.key];
    if (target === undefined) return;
    event.preventDefault();
    focusTab(target);
  };
  return (
    <>
      <div class="tabs" role="tablist" aria-label="Activity" ref={list} onKeyDown={onKeyDown}>
        {tabs.map(({ id, title, icon, requiredRoute }) => {
          const missing = requiredRoute && getMissingRouteReason(session.capabilities.value, requiredRoute);
          return (
            <button
              key={id}
              id={`tab-${id}`}
              type="button"
              role="tab"
              class={missing ? 'tab missing' : 'tab'}
              aria-selected={dockTab.value === id}
              aria-controls="dock-panel"
              tabIndex={dockTab.value === id ? 0 : -1}
              title={missing}
              onClick={() => {
                dockTab.value = id;
              }}
            >
              <Icon name={icon} class="small" />
              {title}
              {id === 'console' && <UnseenCount />}
            </button>
          );
        })}
      </div>
      {isPhone.value && (
        <MenuButton
          icon="ellipsis"
          label="More of the activity"
          getEntries={() =>
            dockTabs
              .filter((tab) => !tabs.includes(tab))
              .map(({ id, title, icon }) => ({ label: title, icon, run: () => layout.showActivity(id) }))
          }
        />
      )}
    </>
  );
};

/** The number of warnings and errors since the console was last looked at. */
const UnseenCount = () => {
  const count = useLivePage().console.unseenCount.value;
  if (count === 0) return null;
  return (
    <span class="tab-count" title={`${count} new warnings and errors`}>
      {count}
    </span>
  );
};

import { useEffect, useRef, useState } from 'preact/hooks';
import { effect, signal, type Signal } from '@preact/signals';
import { type OpenPanel, useLivePage } from '../app/live-page-context.ts';
// the panels' style sheets are imported together with the page, because lazily loaded chunks can't add styles
import '../components/value-field.css';
import './dock.css';
import './shared/log-view.css';
import './events/events.css';
import './console/console.css';
import './actions/actions.css';
import './animation/animation.css';
import './devices/devices.css';
import 'uplot/dist/uPlot.min.css';
import './metrics/metrics.css';
import type { ComponentType } from 'preact';
import type { Route } from '#spec/client/index.ts';
import type { ServiceCapabilities } from '../session/session.ts';

interface DockTab {
  readonly id: string;
  readonly title: string;
  /** The route that the tab needs. If absent, the tab needs only the hub. */
  readonly requiredRoute?: Route;
  load(): Promise<OpenPanel>;
}

const dockTabs: readonly DockTab[] = [
  {
    id: 'events',
    title: 'Events',
    load: async () => (await import('./events/events-panel.tsx')).openEventsPanel,
  },
  {
    id: 'console',
    title: 'Console',
    requiredRoute: 'GET /api/console',
    load: async () => (await import('./console/console-panel.tsx')).openConsolePanel,
  },
  {
    id: 'animation',
    title: 'Animation',
    requiredRoute: 'GET /api/objects/{tag}/animations/playbacks',
    load: async () => (await import('./animation/animation-panel.tsx')).openAnimationPanel,
  },
  {
    id: 'actions',
    title: 'Actions',
    requiredRoute: 'GET /api/actions/schema',
    load: async () => (await import('./actions/actions-panel.tsx')).openActionsPanel,
  },
  {
    id: 'devices',
    title: 'Devices',
    load: async () => (await import('./devices/devices-panel.tsx')).openDevicesPanel,
  },
  {
    id: 'figures',
    title: 'Figures',
    load: async () => (await import('./metrics/metrics-panel.tsx')).openMetricsPanel,
  },
];

/** Renders the dock, with a tab for each panel. */
export const Dock = () => {
  const [{ tab, height }] = useState(createDockState);
  const [panels] = useState(() => new Map<string, ComponentType>());
  const activeTab = dockTabs.find(({ id }) => id === tab.value) ?? dockTabs[0];
  return (
    <section class="dock" aria-label="Activity" style={{ height: `${height.value}px` }}>
      <DockResizeHandle height={height} />
      <TabList selectedTab={tab} />
      {activeTab && <LazyPanel key={activeTab.id} tab={activeTab} panels={panels} />}
    </section>
  );
};

const storageKey = 'scene-runtime dock';
const defaultDockState = { tab: 'events', height: 280 };

/** Creates the selected tab's id and the dock's height in pixels, which are stored until the browser tab is closed. */
const createDockState = () => {
  const stored = { ...defaultDockState, ...readDockState() };
  const [tab, height] = [signal(stored.tab), signal(stored.height)];
  effect(() => sessionStorage.setItem(storageKey, JSON.stringify({ tab: tab.value, height: height.value })));
  return { tab, height };
};

const readDockState = (): Partial<typeof defaultDockState> => {
  try {
    return JSON.parse(sessionStorage.getItem(storageKey) ?? '{}');
  } catch {
    return {};
  }
};

/** The height at which only the tabs are visible, in pixels. */
const minHeight = 36;
const keyStepPx = 24;

/** The upper edge of the dock. Dragging the edge or pressing the arrow keys resizes the dock. */
const DockResizeHandle = ({ height }: { readonly height: Signal<number> }) => {
  const maxHeight = Math.round(window.innerHeight * 0.8);
  const change = (pixels: number): void => {
    height.value = Math.round(Math.min(maxHeight, Math.max(minHeight, pixels)));
  };
  const steps: Readonly<Record<string, () => void>> = {
    ArrowUp: () => change(height.value + keyStepPx),
    ArrowDown: () => change(height.value - keyStepPx),
    Home: () => change(minHeight),
    End: () => change(maxHeight),
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: <hr> is no control, a separator that moves is one
    <div
      class="height-handle"
      role="separator"
      aria-label="Dock height"
      aria-orientation="horizontal"
      aria-valuenow={height.value}
      aria-valuemin={minHeight}
      aria-valuemax={maxHeight}
      tabIndex={0}
      onPointerDown={(event) => {
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
      }}
      onPointerMove={(event) => {
        const { currentTarget, pointerId, clientY } = event;
        const bottom = currentTarget.parentElement?.getBoundingClientRect().bottom;
        if (bottom !== undefined && currentTarget.hasPointerCapture(pointerId)) change(bottom - clientY);
      }}
      onKeyDown={(event) => {
        const move = steps[event.key];
        if (!move) return;
        event.preventDefault();
        move();
      }}
    />
  );
};

/** Renders the dock's tabs. The arrow keys move from tab to tab. */
const TabList = ({ selectedTab }: { readonly selectedTab: Signal<string> }) => {
  const { capabilities } = useLivePage().session;
  const list = useRef<HTMLDivElement>(null);
  const focusTab = (index: number): void => {
    const tab = dockTabs.at(index % dockTabs.length);
    if (!tab) return;
    selectedTab.value = tab.id;
    list.current?.querySelector<HTMLElement>(`#tab-${tab.id}`)?.focus();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const at = dockTabs.findIndex(({ id }) => id === selectedTab.value);
    const target = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }[event.key];
    if (target === undefined) return;
    event.preventDefault();
    focusTab(target);
  };
  return (
    <div class="tabs" role="tablist" aria-label="Activity" ref={list} onKeyDown={onKeyDown}>
      {dockTabs.map(({ id, title, requiredRoute }) => {
        const isMissing = isRouteMissing(capabilities.value, requiredRoute);
        return (
          <button
            key={id}
            id={`tab-${id}`}
            type="button"
            role="tab"
            class={isMissing ? 'missing' : undefined}
            aria-selected={selectedTab.value === id}
            aria-controls="dock-panel"
            tabIndex={selectedTab.value === id ? 0 : -1}
            title={isMissing ? `This service has no ${requiredRoute}` : undefined}
            onClick={() => {
              selectedTab.value = id;
            }}
          >
            {title}
          </button>
        );
      })}
    </div>
  );
};

const isRouteMissing = (capabilities: ServiceCapabilities | undefined, route: Route | undefined): boolean =>
  route !== undefined && capabilities?.hasRoute(route) === false;

interface LazyPanelProps {
  readonly tab: DockTab;
  /** The panels that have been opened, keyed by tab id. */
  readonly panels: Map<string, ComponentType>;
}

const LazyPanel = ({ tab, panels }: LazyPanelProps) => {
  const live = useLivePage();
  const { notices, session } = live;
  const [Panel, setPanel] = useState<ComponentType | undefined>(() => panels.get(tab.id));
  const isMissing = isRouteMissing(session.capabilities.value, tab.requiredRoute);

  useEffect(() => {
    if (Panel || isMissing) return;
    void notices.runAndReport(async () => {
      const open = await tab.load();
      const panel = panels.get(tab.id) ?? open(live);
      panels.set(tab.id, panel);
      setPanel(() => panel);
    });
  }, [live, notices, tab, panels, Panel, isMissing]);

  return (
    <div id="dock-panel" class={`panel ${tab.id}-panel`} role="tabpanel" aria-labelledby={`tab-${tab.id}`}>
      {isMissing ? <p class="empty">This service has no {tab.requiredRoute}.</p> : Panel && <Panel />}
    </div>
  );
};

import { useEffect, useRef, useState } from 'preact/hooks';
import { signal, type Signal } from '@preact/signals';
import { dockTabs } from './dock-tabs.ts';
import { useLivePage } from '../app/live-page-context.ts';
import './dock.css';
import './shared/detail-pane.css';
import './shared/log-row-list.css';
import './events/events.css';
import './console/console.css';
import './actions/actions.css';
import './animation/animation.css';
import './devices/devices.css';
import 'uplot/dist/uPlot.min.css';
import './metrics/metrics.css';
import type { ComponentType } from 'preact';
import type { DockTab } from './dock-tab.ts';

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

/** The dock's layout, which is stored until the browser tab is closed. */
interface DockState {
  /** The selected tab's id. */
  readonly tab: Signal<string>;
  /** The dock's height, in pixels. */
  readonly height: Signal<number>;
}

type Storage = Pick<globalThis.Storage, 'getItem' | 'setItem'>;

const storageKey = 'scene-runtime dock';
const defaultDockState = { tab: 'events', height: 280 };

/** The height at which only the tabs are visible, in pixels. */
const minHeight = 36;

const createDockState = (storage: Storage): DockState => {
  const { tab, height } = { ...defaultDockState, ...readDockState(storage) };
  const state = { tab: signal(tab), height: signal(height) };
  const save = (): void =>
    storage.setItem(storageKey, JSON.stringify({ tab: state.tab.value, height: state.height.value }));
  state.tab.subscribe(save);
  state.height.subscribe(save);
  return state;
};

const readDockState = (storage: Storage): Partial<typeof defaultDockState> => {
  try {
    return JSON.parse(storage.getItem(storageKey) ?? '{}');
  } catch {
    return {};
  }
};

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

interface TabListProps {
  readonly tabs: readonly DockTab[];
  /** The selected tab's id. */
  readonly selectedTab: Signal<string>;
}

/** Renders the dock's tabs. The arrow keys move from tab to tab. */
const TabList = ({ tabs, selectedTab }: TabListProps) => {
  const { capabilities } = useLivePage().session;
  const list = useRef<HTMLDivElement>(null);
  const focusTab = (index: number): void => {
    const tab = tabs.at(index % tabs.length);
    if (!tab) return;
    selectedTab.value = tab.id;
    list.current?.querySelector<HTMLElement>(`#tab-${tab.id}`)?.focus();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const at = tabs.findIndex(({ id }) => id === selectedTab.value);
    const target = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }[event.key];
    if (target === undefined) return;
    event.preventDefault();
    focusTab(target);
  };
  return (
    <div class="tabs" role="tablist" aria-label="Activity" ref={list} onKeyDown={onKeyDown}>
      {tabs.map(({ id, title, requiredRoutes }) => {
        const isMissing =
          requiredRoutes !== undefined && capabilities.value?.hasRoute(requiredRoutes) === false;
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
            title={isMissing ? `This service has no ${requiredRoutes}` : undefined}
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

/** The panels that have been opened, keyed by tab id. */
type OpenedPanels = Map<string, ComponentType>;

interface LazyPanelProps {
  readonly tab: DockTab;
  readonly panels: OpenedPanels;
}

/** Loads a tab's panel when the tab is first selected. */
const LazyPanel = ({ tab, panels }: LazyPanelProps) => {
  const live = useLivePage();
  const { notices, session } = live;
  const [Panel, setPanel] = useState<ComponentType | undefined>(() => panels.get(tab.id));
  const isMissing =
    tab.requiredRoutes !== undefined && session.capabilities.value?.hasRoute(tab.requiredRoutes) === false;

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
      {isMissing ? <p class="empty">This service has no {tab.requiredRoutes}.</p> : Panel && <Panel />}
    </div>
  );
};

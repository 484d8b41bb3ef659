import { useEffect, useState } from 'preact/hooks';
import { useLivePage } from '../app/live-page-context.ts';
import type { ComponentType } from 'preact';
import type { DockTab } from './dock-tab.ts';

/** The panels that have been opened, keyed by tab id. */
export type OpenedPanels = Map<string, ComponentType>;

interface LazyPanelProps {
  readonly tab: DockTab;
  readonly panels: OpenedPanels;
}

/** Loads a tab's panel when the tab is first selected. */
export const LazyPanel = ({ tab, panels }: LazyPanelProps) => {
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

import { useEffect, useState } from 'preact/hooks';
import { useLive } from '../app/live.ts';
import type { ComponentType } from 'preact';
import type { Tab } from './tab.ts';

/** What has been opened so far, by the id of its tab. */
export type Panels = Map<string, ComponentType>;

interface LazyPanelProps {
  readonly tab: Tab;
  readonly panels: Panels;
}

/** What a tab shows, loaded when it is first looked at. */
export const LazyPanel = ({ tab, panels }: LazyPanelProps) => {
  const live = useLive();
  const { notices, session } = live;
  const [Panel, show] = useState<ComponentType | undefined>(() => panels.get(tab.id));
  const isMissing = tab.needs !== undefined && session.offer.value?.has(tab.needs) === false;

  useEffect(() => {
    if (Panel || isMissing) return;
    void notices.attempt(async () => {
      const open = await tab.load();
      const panel = panels.get(tab.id) ?? open(live);
      panels.set(tab.id, panel);
      show(() => panel);
    });
  }, [live, notices, tab, panels, Panel, isMissing]);

  return (
    <div id="dock-panel" class={`panel ${tab.id}-panel`} role="tabpanel" aria-labelledby={`tab-${tab.id}`}>
      {isMissing ? <p class="empty">This service has no {tab.needs}.</p> : Panel && <Panel />}
    </div>
  );
};

import { useRef } from 'preact/hooks';
import { useLivePage } from '../app/live-page-context.ts';
import type { Signal } from '@preact/signals';
import type { DockTab } from './dock-tab.ts';

interface TabListProps {
  readonly tabs: readonly DockTab[];
  /** The selected tab's id. */
  readonly selectedTab: Signal<string>;
}

/** Renders the dock's tabs. The arrow keys move from tab to tab. */
export const TabList = ({ tabs, selectedTab }: TabListProps) => {
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

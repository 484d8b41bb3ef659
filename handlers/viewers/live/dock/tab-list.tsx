import { useRef } from 'preact/hooks';
import { useLive } from '../app/live.ts';
import type { Signal } from '@preact/signals';
import type { Tab } from './tab.ts';

interface TabListProps {
  readonly tabs: readonly Tab[];
  /** Id of the tab that is shown. */
  readonly chosen: Signal<string>;
}

/** The tabs of the dock; arrow keys go from one to the next. */
export const TabList = ({ tabs, chosen }: TabListProps) => {
  const { offer } = useLive().session;
  const list = useRef<HTMLDivElement>(null);
  const go = (index: number): void => {
    const tab = tabs.at(index % tabs.length);
    if (!tab) return;
    chosen.value = tab.id;
    list.current?.querySelector<HTMLElement>(`#tab-${tab.id}`)?.focus();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const at = tabs.findIndex(({ id }) => id === chosen.value);
    const target = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: -1 }[event.key];
    if (target === undefined) return;
    event.preventDefault();
    go(target);
  };
  return (
    <div class="tabs" role="tablist" aria-label="Activity" ref={list} onKeyDown={onKeyDown}>
      {tabs.map(({ id, title, needs }) => {
        const isMissing = needs !== undefined && offer.value?.has(needs) === false;
        return (
          <button
            key={id}
            id={`tab-${id}`}
            type="button"
            role="tab"
            class={isMissing ? 'missing' : undefined}
            aria-selected={chosen.value === id}
            aria-controls="dock-panel"
            tabIndex={chosen.value === id ? 0 : -1}
            title={isMissing ? `This service has no ${needs}` : undefined}
            onClick={() => {
              chosen.value = id;
            }}
          >
            {title}
          </button>
        );
      })}
    </div>
  );
};

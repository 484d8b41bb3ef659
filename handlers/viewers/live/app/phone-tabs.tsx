import { useLivePage } from './live-page-context.ts';
import { Icon } from '../components/icon.tsx';
import type { IconName } from '../components/icon-names.ts';
import type { PhoneTab } from './layout/layout-store.ts';

const phoneTabs: readonly (readonly [PhoneTab, string, IconName])[] = [
  ['scene', 'Scene', 'image'],
  ['graph', 'Graph', 'workflow'],
  ['activity', 'Activity', 'activity'],
];

/** The bar at the bottom of a phone, which chooses the pane to show. */
export const PhoneTabs = () => {
  const { layout, console } = useLivePage();
  const unseenCount = console.unseenCount.value;
  return (
    <nav class="phone-tabs" aria-label="Panes">
      {phoneTabs.map(([tab, label, icon]) => (
        <button
          key={tab}
          type="button"
          aria-current={layout.phoneTab.value === tab}
          onClick={() => {
            layout.phoneTab.value = tab;
            layout.phoneSheet.value = undefined;
          }}
        >
          <Icon name={icon} class="large" />
          {label}
          {tab === 'activity' && unseenCount > 0 && (
            <span class="phone-badge" title={`${unseenCount} new warnings and errors`}>
              {unseenCount}
            </span>
          )}
        </button>
      ))}
    </nav>
  );
};

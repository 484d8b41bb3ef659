import { formatKeys } from './command-registry.ts';
import { useLivePage } from './live-page-context.ts';
import { layoutLabels } from './layout/layout-labels.ts';
import { layoutNames } from './layout/layout-store.ts';
import { Button } from '../components/button.tsx';
import { Icon } from '../components/icon.tsx';
import { type MenuEntry, MenuButton } from '../components/menu.tsx';
import { ProjectMenu } from './project-menu.tsx';
import { railPanels } from './rail.tsx';
import { RunButton } from './run-button.tsx';
import { SyncState } from './sync-state.tsx';

/** The commands of the overflow menu, by id. Commands that no part of the page has added are left out. */
const overflowCommands = [
  ...['save', 'separator', 'theme.system', 'theme.light', 'theme.dark', 'separator'],
  ...['pane.right', 'pane.dock', 'separator', 'shortcuts', 'tour', 'help'],
] as const;

/** The commands that the menu has on a phone, where the rail is hidden. */
const phoneCommands = [...railPanels.map(([panel]) => `panel.${panel}`), 'separator'];

/** The bar at the top: the project, the search, the layouts, and the one primary button, which runs the open graph. */
export const TopBar = () => {
  const { commands, theme, layout } = useLivePage();
  const getOverflowEntries = (): MenuEntry[] =>
    [...(layout.isPhone.peek() ? phoneCommands : []), ...overflowCommands].flatMap((id): MenuEntry[] => {
      if (id === 'separator') return [id];
      const command = commands.find(id);
      if (!command) return [];
      const { label, icon, keys, run } = command;
      const unavailable = command.getUnavailableReason?.();
      const isTheme = id.startsWith('theme.');
      return [
        {
          ...{ label, icon, keys, unavailable, run },
          ...(isTheme && { isChecked: id === `theme.${theme.peek()}` }),
        },
      ];
    });
  return (
    <header class="top-bar">
      <h1 class="brand">
        <BrandMark />
        <span class="brand-name">Scene Runtime</span>
      </h1>
      <ProjectMenu />
      <div class="top-middle">
        <SearchButton />
      </div>
      <LayoutSwitch />
      <SyncState />
      <RunButton />
      <MenuButton icon="ellipsis" label="More" getEntries={getOverflowEntries} />
    </header>
  );
};

/** The field that opens the command palette. On a phone, it is an icon. */
const SearchButton = () => {
  const { commands } = useLivePage();
  const palette = commands.list.value.find(({ id }) => id === 'palette');
  if (!palette) return null;
  return (
    <button
      type="button"
      class="palette-field"
      title={`${palette.label} (${palette.keys})`}
      onClick={palette.run}
    >
      <Icon name="search" />
      <span>{palette.label}</span>
      <kbd>{palette.keys && formatKeys(palette.keys)}</kbd>
    </button>
  );
};

const BrandMark = () => (
  <svg class="brand-mark" viewBox="0 0 26 26" aria-hidden="true">
    <rect class="mark-back" width="26" height="26" rx="8" />
    <circle class="mark-ink" cx="13" cy="13" r="3.6" />
    <ellipse class="mark-line" cx="13" cy="13" rx="9" ry="4.2" transform="rotate(-28 13 13)" />
    <circle class="mark-ink" cx="20.4" cy="9.2" r="2" />
  </svg>
);

const LayoutSwitch = () => {
  const { layout } = useLivePage();
  return (
    <fieldset class="segments layout-switch">
      <legend class="hidden">Layout</legend>
      {layoutNames.map((name) => {
        const { title, icon, keys } = layoutLabels[name];
        return (
          <Button
            key={name}
            icon={icon}
            label={title}
            keys={keys}
            isPressed={layout.name.value === name}
            onClick={() => {
              layout.name.value = name;
            }}
          >
            {title}
          </Button>
        );
      })}
    </fieldset>
  );
};

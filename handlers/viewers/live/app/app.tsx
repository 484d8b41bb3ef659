import { useEffect } from 'preact/hooks';
import { FileDrop } from '../assets/file-drop.tsx';
import { IconSprite } from '../components/icon.tsx';
import { AccessGate } from './access-gate.tsx';
import { ConfirmationDialog } from './confirmation.tsx';
import { createGlobalCommands } from './global-commands.ts';
import { useLivePage } from './live-page-context.ts';
import { PaletteHost } from '../palette/palette-host.tsx';
import { PhoneTabs } from './phone-tabs.tsx';
import { Rail } from './rail.tsx';
import { ShortcutsHost } from './shortcuts-host.tsx';
import { StatusBar } from './status-bar.tsx';
import { Toasts } from './toasts.tsx';
import { TopBar } from './top-bar.tsx';
import { Workspace } from './layout/workspace.tsx';
import '../theme/theme.css';
import '../theme/base.css';
import '../theme/categories.css';
import './app.css';

/** Renders the whole page: the bars at its edges, and the panes between them. */
export const App = () => {
  const live = useLivePage();
  const { session, commands, confirmation, layout } = live;
  const state = session.state.value;
  useEffect(() => commands.add(createGlobalCommands(live)), [commands, live]);
  useEffect(() => {
    document.addEventListener('keydown', commands.handleKey);
    return () => document.removeEventListener('keydown', commands.handleKey);
  }, [commands]);
  const isLocked = state === 'locked' || state === 'off';
  return (
    <>
      <IconSprite />
      {isLocked ? (
        <AccessGate />
      ) : (
        <div class="app" data-phone-tab={layout.phoneTab.value}>
          <SkipLinks />
          <TopBar />
          <Rail />
          <Workspace />
          <StatusBar />
          <PhoneTabs />
          <PaletteHost />
          <ShortcutsHost />
        </div>
      )}
      <FileDrop />
      <Toasts />
      <ConfirmationDialog confirmation={confirmation} />
    </>
  );
};

const skipTargets = [
  ['pane-scene', 'Skip to the scene'],
  ['pane-graph', 'Skip to the graph'],
  ['pane-dock', 'Skip to the activity'],
] as const;

/** Links for the keyboard that move the focus to a pane. */
const SkipLinks = () => {
  const { layout } = useLivePage();
  const showPane = (id: string): void => {
    if (id === 'pane-scene') layout.showScene();
    else if (id === 'pane-graph') layout.showGraph();
    else layout.showActivity();
    requestAnimationFrame(() => document.getElementById(id)?.focus());
  };
  const isDockRendered = layout.isPhone.value
    ? layout.phoneTab.value === 'activity'
    : layout.isDockOpen.value;
  return (
    <nav class="skip-links" aria-label="Skip links">
      {skipTargets
        .filter(([id]) => id !== 'pane-dock' || isDockRendered)
        .map(([id, label]) => (
          <a
            key={id}
            href={`#${id}`}
            onClick={(event) => {
              event.preventDefault();
              showPane(id);
            }}
          >
            {label}
          </a>
        ))}
    </nav>
  );
};

import { uploadRoute } from '../assets/asset-uploads.ts';
import { chooseFiles } from '../assets/local-files.ts';
import { layoutLabels } from './layout/layout-labels.ts';
import { layoutNames } from './layout/layout-store.ts';
import { railPanels } from './rail.tsx';
import { themes } from './theme-store.ts';
import { getDisconnectedReason } from '../session/connection-labels.ts';
import { getMissingRouteReason } from '../session/feature-availability.ts';
import { toggleFullWindow } from '../scene-view/full-window.ts';
import type { Command } from './command-registry.ts';
import type { LivePage } from './live-page-context.ts';

/** The panes in the order in which F6 visits them. */
const paneIds = ['pane-left', 'pane-scene', 'pane-graph', 'pane-dock', 'pane-right'];

/** Moves the focus to the next or the previous visible pane. */
const focusNextPane = (step: 1 | -1): void => {
  const panes = paneIds
    .map((id) => document.getElementById(id))
    .filter((pane) => pane !== null && pane.offsetParent !== null);
  const at = panes.findIndex((pane) => pane?.contains(document.activeElement));
  const next = at < 0 ? (step === 1 ? 0 : panes.length - 1) : (at + step + panes.length) % panes.length;
  panes[next]?.focus();
};

const themeIcons = { system: 'circle', light: 'sun', dark: 'moon' } as const;

/** Creates the commands that concern the whole page. */
export const createGlobalCommands = (live: LivePage): readonly Command[] => {
  const { layout, graphs, theme, tour, session, notices, history, uploads } = live;
  const getServiceReason = (): string | undefined => getDisconnectedReason(session.state.peek());
  const getGraphReason = (): string | undefined =>
    getServiceReason() ?? (graphs.openId.peek() === undefined ? 'No graph is open.' : undefined);
  const saveRoute = 'POST /api/graphs/{graphId}/save';
  return [
    {
      ...{
        id: 'run',
        label: 'Run or stop the open graph',
        icon: 'play',
        keys: 'Ctrl+Enter',
        worksInFields: true,
      },
      getUnavailableReason: getGraphReason,
      run: () => graphs.toggleRunning(),
    },
    {
      ...{ id: 'run.all', label: 'Run all graphs', icon: 'play' },
      getUnavailableReason: getServiceReason,
      run: () => void graphs.runAll(),
    },
    {
      ...{ id: 'stop.all', label: 'Stop all graphs', icon: 'square' },
      getUnavailableReason: getServiceReason,
      run: () => void graphs.stopAll(),
    },
    {
      ...{ id: 'save', label: 'Save the open graph', icon: 'save', keys: 'Ctrl+S', worksInFields: true },
      getUnavailableReason: () =>
        getMissingRouteReason(session.capabilities.peek(), saveRoute) ?? getGraphReason(),
      run: () =>
        void notices.runAndReport(async () => {
          const graphId = graphs.openId.peek();
          if (graphId !== undefined) await session.client.request(saveRoute, { params: { graphId } });
          notices.showInfo('Saved.');
        }),
    },
    {
      ...{ id: 'undo', label: 'Undo the latest edit', icon: 'undo-2', keys: 'Ctrl+Z' },
      worksInFields: 'unless drafting',
      run: () => void history.undo(),
    },
    {
      ...{ id: 'redo', label: 'Redo', icon: 'redo-2', keys: 'Ctrl+Shift+Z', otherKeys: 'Ctrl+Y' },
      worksInFields: 'unless drafting',
      run: () => void history.redo(),
    },
    {
      ...{ id: 'assets.upload', label: 'Upload assets', icon: 'upload' },
      getUnavailableReason: () =>
        getMissingRouteReason(session.capabilities.peek(), uploadRoute) ?? getServiceReason(),
      run: () => void chooseFiles().then((files) => uploads.upload(files)),
    },
    { id: 'graph.new', label: 'New graph', icon: 'plus', run: () => void graphs.create() },
    ...layoutNames.map((name): Command => {
      const { title, icon, keys } = layoutLabels[name];
      return {
        ...{ id: `layout.${name}`, label: `Switch to the layout ${title}`, icon, keys, worksInFields: true },
        run: () => {
          layout.name.value = name;
        },
      };
    }),
    ...themes.map(
      (name): Command => ({
        ...{ id: `theme.${name}`, icon: themeIcons[name] },
        label: name === 'system' ? 'Theme: as the system' : `Theme: ${name}`,
        run: () => {
          theme.value = name;
        },
      }),
    ),
    {
      ...{
        id: 'pane.dock',
        label: 'Show or hide the activity',
        icon: 'panel-bottom',
        keys: 'Ctrl+J',
        worksInFields: true,
      },
      run: layout.toggleDock,
    },
    {
      ...{
        id: 'pane.left',
        label: 'Show or hide the left panel',
        icon: 'panel-left-close',
        keys: 'Ctrl+B',
        worksInFields: true,
      },
      run: () => layout.setOpen('left', !layout.isOpen('left')),
    },
    ...railPanels.map(
      ([panel, title, icon]): Command => ({
        ...{ id: `panel.${panel}`, label: `Open the panel ${title}`, icon },
        run: () => layout.showLeftPanel(panel),
      }),
    ),
    {
      ...{ id: 'pane.right', label: 'Show or hide objects and properties', icon: 'list-tree' },
      run: layout.toggleObjects,
    },
    {
      ...{
        id: 'scene.full',
        label: 'Show the scene in the full window',
        icon: 'expand',
        keys: 'Shift+Space',
      },
      run: toggleFullWindow,
    },
    {
      ...{
        id: 'pane.next',
        label: 'Go to the next pane',
        icon: 'chevron-right',
        keys: 'F6',
        worksInFields: true,
      },
      run: () => focusNextPane(1),
    },
    {
      ...{
        id: 'pane.previous',
        label: 'Go to the previous pane',
        icon: 'chevron-left',
        keys: 'Shift+F6',
        worksInFields: true,
      },
      run: () => focusNextPane(-1),
    },
    { id: 'tour', label: 'Start the tour', icon: 'orbit', run: tour.start },
    {
      ...{ id: 'help', label: 'Open the guides', icon: 'external-link' },
      run: () => void open(`${session.address.url}/docs`, '_blank', 'noopener'),
    },
  ];
};

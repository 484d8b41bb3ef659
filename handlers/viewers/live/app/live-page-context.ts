import { type ComponentType, createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { type ActionRequests, createActionRequests } from '../actions/action-requests.ts';
import { type AssetUploads, createAssetUploads } from '../assets/asset-uploads.ts';
import { createGraphEditor, type GraphEditor } from '../canvas/graph-editor.ts';
import { createEventFeed, type EventFeed } from '../dock/events/event-feed.ts';
import { type ConsoleState, createConsoleState } from '../dock/console/console-state.ts';
import { createFirstSteps, type FirstSteps } from '../first-run/first-steps.ts';
import { createGraphList, type GraphList } from '../graphs/graph-list-store.ts';
import { createNodeTypeCatalog, type NodeTypeCatalog } from '../node-types/node-type-catalog.ts';
import { createSceneStore, type SceneStore } from '../scene-view/scene-store.ts';
import { claimClientName } from '../session/client-name.ts';
import { openPageStorage, type PageStorage } from '../session/page-storage.ts';
import { createSession, type Session } from '../session/session.ts';
import { createFirstVisitTour, type FirstVisitTour } from '../tour/first-visit-tour.ts';
import { createVariablesStore, type VariablesStore } from '../variables/variables-store.ts';
import { createWatchStore, type WatchStore } from '../watches/watch-store.ts';
import { type CommandRegistry, createCommandRegistry } from './command-registry.ts';
import { type Confirmation, createConfirmation } from './confirmation.tsx';
import { createEditHistory, type EditHistory } from './edit-history.ts';
import { createLayoutStore, type LayoutStore } from './layout/layout-store.ts';
import { createNotices, type Notices } from './notice-store.ts';
import { createThemeStore, type Theme } from './theme-store.ts';
import type { Signal } from '@preact/signals';
import type { ServiceAddress } from '../session/service-address.ts';

/** The state and services shared by all parts of the page. */
export interface LivePage {
  readonly session: Session;
  readonly notices: Notices;
  /** Where the browser keeps what the user has chosen. */
  readonly storage: PageStorage;
  readonly confirmation: Confirmation;
  readonly layout: LayoutStore;
  readonly theme: Signal<Theme>;
  readonly commands: CommandRegistry;
  readonly graphs: GraphList;
  readonly editor: GraphEditor;
  readonly nodeTypes: NodeTypeCatalog;
  readonly variables: VariablesStore;
  /** The service's events, for everything that counts or lists them. */
  readonly events: EventFeed;
  readonly console: ConsoleState;
  readonly scene: SceneStore;
  /** The edits of graph and scene, in the order in which they were made. */
  readonly history: EditHistory;
  readonly actionRequests: ActionRequests;
  readonly uploads: AssetUploads;
  readonly watches: WatchStore;
  readonly firstSteps: FirstSteps;
  readonly tour: FirstVisitTour;
}

/** Creates a panel when it is first opened. The panel's state is kept while other panels are shown. */
export type OpenPanel = (live: LivePage) => ComponentType;

/** The width below which the page shows one pane at a time, as in the style sheets. */
const phoneQuery = '(max-width: 700px)';

export const createLivePage = (address: ServiceAddress): LivePage => {
  const session = createSession(
    address,
    claimClientName(
      openPageStorage(() => sessionStorage),
      window,
    ),
  );
  const notices = createNotices();
  const storage = openPageStorage(() => localStorage);
  const confirmation = createConfirmation();
  const graphs = createGraphList(session, notices, confirmation, storage);
  const nodeTypes = createNodeTypeCatalog(session);
  const editor = createGraphEditor({
    session,
    notices,
    graphs,
    nodeTypes,
    nextFrame: (callback) => void requestAnimationFrame(callback),
  });
  const scene = createSceneStore(session, notices, storage);
  const events = createEventFeed({
    session,
    notices,
    everySecond: (work) => void setInterval(work, 1_000),
  });
  const layout = createLayoutStore(storage, matchMedia(phoneQuery));
  const firstSteps = createFirstSteps({ session, notices, graphs, scene, layout });
  return {
    session,
    notices,
    storage,
    confirmation,
    layout,
    theme: createThemeStore(storage, document.documentElement),
    commands: createCommandRegistry(),
    graphs,
    editor,
    ...{ nodeTypes, events, scene },
    variables: createVariablesStore({ session, notices }),
    console: createConsoleState(events),
    history: createEditHistory([editor, scene.edits]),
    actionRequests: createActionRequests(layout),
    uploads: createAssetUploads({ session, notices, confirmation, layout, scene }),
    watches: createWatchStore(storage, address.url),
    firstSteps,
    tour: createFirstVisitTour({ editor, graphs, scene, layout, firstSteps, storage, notices }),
  };
};

export const LivePageContext = createContext<LivePage | undefined>(undefined);

export const useLivePage = (): LivePage => {
  const live = useContext(LivePageContext);
  if (!live) throw new Error('Parts of the page must be rendered inside its context.');
  return live;
};

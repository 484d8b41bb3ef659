import { signal, type Signal } from '@preact/signals';
import { type ComponentType, createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { createGraphEditor, type GraphEditor } from '../canvas/graph-editor.ts';
import { createGraphList, type GraphList } from '../graphs/graph-list-store.ts';
import { createNodeTypeCatalog, type NodeTypeCatalog } from '../node-types/node-type-catalog.ts';
import { createSession, type Session } from '../session/session.ts';
import { createFirstVisitTour, type FirstVisitTour } from '../tour/first-visit-tour.ts';
import { createNotices, type Notices } from './notice-store.ts';
import type { ServiceAddress } from '../session/service-address.ts';

/** The state and services shared by all parts of the page. */
export interface LivePage {
  readonly session: Session;
  readonly notices: Notices;
  readonly graphs: GraphList;
  readonly editor: GraphEditor;
  readonly nodeTypes: NodeTypeCatalog;
  readonly tour: FirstVisitTour;
  /** The selected scene object's tag. */
  readonly selection: Signal<string | undefined>;
}

/** Creates a dock tab's panel when the tab is first opened. The panel's state is kept while other tabs are shown. */
export type OpenPanel = (live: LivePage) => ComponentType;

export const createLivePage = (address: ServiceAddress): LivePage => {
  const session = createSession(address);
  const notices = createNotices();
  const graphs = createGraphList(session, notices);
  const editor = createGraphEditor({
    session,
    notices,
    graphs,
    nextFrame: (callback) => void requestAnimationFrame(callback),
  });
  const nodeTypes = createNodeTypeCatalog(session);
  const tour = createFirstVisitTour(session, graphs, notices, localStorage);
  return { session, notices, graphs, editor, nodeTypes, tour, selection: signal<string>() };
};

export const LivePageContext = createContext<LivePage | undefined>(undefined);

export const useLivePage = (): LivePage => {
  const live = useContext(LivePageContext);
  if (!live) throw new Error('Parts of the page must be rendered inside its context.');
  return live;
};

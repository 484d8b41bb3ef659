import { signal } from '@preact/signals';
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { createGraphEditor } from '../canvas/graph-editor.ts';
import { createGraphList } from '../graphs/graph-list-store.ts';
import { createNodeTypeCatalog } from '../node-types/node-type-catalog.ts';
import { createSession } from '../session/session.ts';
import { createFirstVisitTour } from '../tour/first-visit-tour.ts';
import { createNotices } from './notice-store.ts';
import type { Signal } from '@preact/signals';
import type { GraphEditor } from '../canvas/graph-editor.ts';
import type { GraphList } from '../graphs/graph-list-store.ts';
import type { NodeTypeCatalog } from '../node-types/node-type-catalog.ts';
import type { ServiceAddress } from '../session/service-address.ts';
import type { FirstVisitTour } from '../tour/first-visit-tour.ts';
import type { Session } from '../session/session.ts';
import type { Notices } from './notice-store.ts';

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

/** Returns the page's shared state. */
export const useLivePage = (): LivePage => {
  const live = useContext(LivePageContext);
  if (!live) throw new Error('Parts of the page must be rendered inside its context.');
  return live;
};

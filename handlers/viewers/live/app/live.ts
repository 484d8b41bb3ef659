import { signal } from '@preact/signals';
import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { createEditor } from '../canvas/editor.ts';
import { createGraphs } from '../graphs/graphs.ts';
import { createNodeTypes } from '../node-types/node-types.ts';
import { createSession } from '../session/session.ts';
import { createTour } from '../tour/tour.ts';
import { createNotices } from './notices.ts';
import type { Signal } from '@preact/signals';
import type { Editor } from '../canvas/editor.ts';
import type { Graphs } from '../graphs/graphs.ts';
import type { NodeTypes } from '../node-types/node-types.ts';
import type { Address } from '../session/address.ts';
import type { Tour } from '../tour/tour.ts';
import type { Session } from '../session/session.ts';
import type { Notices } from './notices.ts';

/** All that the parts of the page share. */
export interface Live {
  readonly session: Session;
  readonly notices: Notices;
  readonly graphs: Graphs;
  readonly editor: Editor;
  readonly nodeTypes: NodeTypes;
  readonly tour: Tour;
  /** Tag of the scene object that is looked at. */
  readonly selection: Signal<string | undefined>;
}

export const createLive = (address: Address): Live => {
  const session = createSession(address);
  const notices = createNotices();
  const graphs = createGraphs(session, notices);
  const editor = createEditor({
    session,
    notices,
    graphs,
    nextFrame: (draw) => void requestAnimationFrame(draw),
  });
  const nodeTypes = createNodeTypes(session);
  const tour = createTour(session, graphs, notices, localStorage);
  return { session, notices, graphs, editor, nodeTypes, tour, selection: signal<string>() };
};

export const LiveContext = createContext<Live | undefined>(undefined);

/** What the page shows and steers. */
export const useLive = (): Live => {
  const live = useContext(LiveContext);
  if (!live) throw new Error('Parts of the page are shown within its context.');
  return live;
};

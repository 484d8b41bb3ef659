import { splitRoute } from './operation-spec.ts';
import type { OperationSpec } from './operation-spec.ts';

/** A row in `GET /api/toc` (C-14). */
export interface TocEntry {
  readonly method: string;
  readonly route: string;
  readonly purpose: string;
}

/** The hub's route. The hub uses its own protocol at this route, so the route is not an operation (C-11). */
const hubRoute: TocEntry = {
  method: 'GET',
  route: '/api/events',
  purpose: 'Connect to the event hub by upgrading to a WebSocket',
};

/** Renders the list of routes: all of the contract's operations, followed by the hub. */
export const renderToc = (operations: Readonly<Record<string, OperationSpec>>): readonly TocEntry[] => [
  ...Object.values(operations).map(({ route, summary }) => {
    const { method, path } = splitRoute(route);
    return { method, route: path, purpose: summary };
  }),
  hubRoute,
];

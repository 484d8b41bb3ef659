import { splitRoute } from './operation-spec.ts';
import type { OperationSpec } from './operation-spec.ts';

/** One row of `GET /api/toc` (C-14). */
interface TocEntry {
  readonly method: string;
  readonly route: string;
  readonly purpose: string;
}

/** The hub has a protocol of its own behind this route, so it is not an operation (C-11). */
const hubRoute: TocEntry = {
  method: 'GET',
  route: '/api/events',
  purpose: 'Connect to the event hub by upgrading to a WebSocket',
};

/** Renders the list of routes: all operations of the contract, then the hub. */
export const renderToc = (operations: Readonly<Record<string, OperationSpec>>): readonly TocEntry[] => [
  ...Object.values(operations).map(({ route, summary }) => {
    const { method, path } = splitRoute(route);
    return { method, route: path, purpose: summary };
  }),
  hubRoute,
];

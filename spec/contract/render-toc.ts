import { splitRoute } from './operation.ts';
import type { OperationSpec } from './operation.ts';

/** One row of `GET /api/toc` (choice C-14). */
export interface TocEntry {
  readonly method: string;
  readonly route: string;
  readonly purpose: string;
}

/** The routes of the hub, which speak a wire of their own and are no operations (choice C-11). */
const hubRoutes: readonly TocEntry[] = [
  { method: 'POST', route: '/api/events/negotiate', purpose: 'Ask for a hub connection and its transports' },
  { method: 'GET', route: '/api/events', purpose: 'Open the event hub; a WebSocket upgrade' },
];

/** The endpoint list: every operation of the contract, then the routes of the hub. */
export const renderToc = (operations: Readonly<Record<string, OperationSpec>>): readonly TocEntry[] => [
  ...Object.values(operations).map(({ route, summary }) => {
    const { method, path } = splitRoute(route);
    return { method, route: path, purpose: summary };
  }),
  ...hubRoutes,
];

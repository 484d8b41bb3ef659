import type { ComponentType } from 'preact';
import type { Route } from '#spec/client/index.ts';
import type { LivePage } from '../app/live-page-context.ts';

/** Creates a tab's panel when the tab is first opened. The panel's state is kept while other tabs are shown. */
export type OpenPanel = (live: LivePage) => ComponentType;

export interface DockTab {
  readonly id: string;
  readonly title: string;
  /** The route that the tab needs. If absent, the tab needs only the hub. */
  readonly requiredRoutes?: Route;
  load(): Promise<OpenPanel>;
}

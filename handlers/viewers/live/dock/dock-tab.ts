import type { ComponentType } from 'preact';
import type { Route } from '#spec/client/index.ts';
import type { LivePage } from '../app/live-page-context.ts';

/** Creates the panel of a tab when it is first opened. Its state persists while other tabs are shown. */
export type OpenPanel = (live: LivePage) => ComponentType;

/** A tab of the dock. */
export interface DockTab {
  readonly id: string;
  readonly title: string;
  /** The route that the tab needs; only the hub when absent. */
  readonly requiredRoutes?: Route;
  load(): Promise<OpenPanel>;
}

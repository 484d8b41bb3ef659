import type { ComponentType } from 'preact';
import type { Route } from '#spec/client/index.ts';
import type { LivePage } from '../app/live-page-context.ts';

/** Makes what a tab shows, once it is first opened: what it holds stays while others are looked at. */
export type OpenPanel = (live: LivePage) => ComponentType;

/** A way to look at what happens. */
export interface DockTab {
  readonly id: string;
  readonly title: string;
  /** The route without which it shows nothing; the hub alone when absent. */
  readonly requiredRoutes?: Route;
  load(): Promise<OpenPanel>;
}

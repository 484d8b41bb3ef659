import { type ReadonlySignal, signal } from '@preact/signals';
import type { LayoutStore } from '../app/layout/layout-store.ts';

/** An action whose form another part of the page wants to show. */
interface ActionRequest {
  /** The action's dotted name. */
  readonly name: string;
  /** Values for the form's fields. */
  readonly parameters: Readonly<Record<string, unknown>>;
}

/** Opens the forms of actions from other parts of the page, such as the command palette. */
export interface ActionRequests {
  /** The latest request. */
  readonly latest: ReadonlySignal<ActionRequest | undefined>;
  /** Shows the form of an action beside the scene. */
  open(name: string, parameters?: ActionRequest['parameters']): void;
}

export const createActionRequests = (layout: Pick<LayoutStore, 'showLeftPanel'>): ActionRequests => {
  const latest = signal<ActionRequest>();
  return {
    latest,
    open(name, parameters = {}) {
      latest.value = { name, parameters };
      layout.showLeftPanel('actions');
    },
  };
};

import { signal } from '@preact/signals';
import type { Signal } from '@preact/signals';

/** What is done to the selected object with the handles that stand on it. */
export type Tool = 'translate' | 'rotate' | 'scale';

/** How the reader wants to see the scene, and to handle it. */
export interface Wishes {
  /** Whether it is seen through its own camera instead of freely. */
  readonly throughCamera: Signal<boolean>;
  /** Undefined for no handles. */
  readonly tool: Signal<Tool | undefined>;
  /** Whether handles lie along the axes of the object instead of those of the world. */
  readonly ownAxes: Signal<boolean>;
  /** Whether it is shown where objects are solid. */
  readonly colliders: Signal<boolean>;
  /** Whether lights and cameras have symbols. */
  readonly symbols: Signal<boolean>;
}

export const createWishes = (): Wishes => ({
  throughCamera: signal(false),
  tool: signal<Tool | undefined>('translate'),
  ownAxes: signal(false),
  colliders: signal(false),
  symbols: signal(false),
});

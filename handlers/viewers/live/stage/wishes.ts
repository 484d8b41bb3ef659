import { signal } from '@preact/signals';
import type { Signal } from '@preact/signals';

/** How the reader wants to see the scene. */
export interface Wishes {
  /** Whether it is seen through its own camera instead of freely. */
  readonly throughCamera: Signal<boolean>;
}

export const createWishes = (): Wishes => ({ throughCamera: signal(false) });

import { signal } from '@preact/signals';
import type { Signal } from '@preact/signals';

/** What the handles at the selected object do to it. */
export type Tool = 'none' | 'move' | 'turn' | 'scale';

/** How the reader wants to see the scene. */
export interface Wishes {
  readonly tool: Signal<Tool>;
  /** Whether it is seen through its own camera instead of freely. */
  readonly throughCamera: Signal<boolean>;
  readonly showsColliders: Signal<boolean>;
}

export const createWishes = (): Wishes => ({
  tool: signal<Tool>('none'),
  throughCamera: signal(false),
  showsColliders: signal(false),
});

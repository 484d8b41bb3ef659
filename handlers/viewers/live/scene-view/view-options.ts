import { signal } from '@preact/signals';
import type { Signal } from '@preact/signals';

/** What is done to the selected object with the handles that stand on it. */
export type GizmoTool = 'translate' | 'rotate' | 'scale';

/** How the reader wants to see the scene, and to handle it. */
export interface ViewOptions {
  /** Whether it is seen through its own camera instead of freely. */
  readonly throughCamera: Signal<boolean>;
  /** Undefined for no handles. */
  readonly tool: Signal<GizmoTool | undefined>;
  /** Whether handles lie along the axes of the object instead of those of the world. */
  readonly isLocalSpace: Signal<boolean>;
  /** Whether it is shown where objects are solid. */
  readonly colliders: Signal<boolean>;
  /** Whether lights and cameras have symbols. */
  readonly symbols: Signal<boolean>;
}

export const createViewOptions = (): ViewOptions => ({
  throughCamera: signal(false),
  tool: signal<GizmoTool | undefined>('translate'),
  isLocalSpace: signal(false),
  colliders: signal(false),
  symbols: signal(false),
});

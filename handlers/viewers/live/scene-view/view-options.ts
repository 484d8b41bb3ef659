import { signal } from '@preact/signals';
import type { Signal } from '@preact/signals';

/** The handles on the selected object. */
export type GizmoTool = 'translate' | 'rotate' | 'scale';

/** How the reader views the scene and edits objects. */
export interface ViewOptions {
  /** Whether the view uses the camera of the scene instead of the free one. */
  readonly throughCamera: Signal<boolean>;
  /** Undefined for no handles. */
  readonly tool: Signal<GizmoTool | undefined>;
  /** Whether handles align with the object instead of the world. */
  readonly isLocalSpace: Signal<boolean>;
  /** Whether colliders are shown. */
  readonly colliders: Signal<boolean>;
  /** Whether lights and cameras have icons. */
  readonly symbols: Signal<boolean>;
}

export const createViewOptions = (): ViewOptions => ({
  throughCamera: signal(false),
  tool: signal<GizmoTool | undefined>('translate'),
  isLocalSpace: signal(false),
  colliders: signal(false),
  symbols: signal(false),
});

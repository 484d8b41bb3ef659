import { signal, type Signal } from '@preact/signals';

/** The tool that the handles on the selected object represent. */
export type GizmoTool = 'translate' | 'rotate' | 'scale';

/** The options that determine how the user sees the scene and edits objects. */
export interface ViewOptions {
  /** Whether the view uses the scene's own camera instead of the free camera. */
  readonly throughCamera: Signal<boolean>;
  /** The selected tool. If `undefined`, no handles are shown. */
  readonly tool: Signal<GizmoTool | undefined>;
  /** Whether the handles are aligned with the object instead of the world. */
  readonly isLocalSpace: Signal<boolean>;
  readonly colliders: Signal<boolean>;
  readonly symbols: Signal<boolean>;
}

export const createViewOptions = (): ViewOptions => ({
  throughCamera: signal(false),
  tool: signal<GizmoTool | undefined>('translate'),
  isLocalSpace: signal(false),
  colliders: signal(false),
  symbols: signal(false),
});

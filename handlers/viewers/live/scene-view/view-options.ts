import { signal, type Signal } from '@preact/signals';
import type { PageStorage } from '../session/page-storage.ts';

/** The tool that the handles on the selected object represent. */
export type GizmoTool = 'translate' | 'rotate' | 'scale';

/**
 * How the scene is drawn: as in a studio, with environment light, bloom and shadows, or exactly as in the pictures that
 * the service takes.
 */
export type SceneLook = 'studio' | 'pictured';

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
  /** Whether the ground grid is always shown. Otherwise, it is shown while little else offers orientation. */
  readonly alwaysShowsGrid: Signal<boolean>;
  /** The look of the scene. The user's choice is stored. */
  readonly look: Signal<SceneLook>;
  /** Sets the look, unless the user has chosen one. */
  setDefaultLook(look: SceneLook): void;
}

export const createViewOptions = (storage: PageStorage): ViewOptions => ({
  throughCamera: signal(false),
  tool: signal<GizmoTool | undefined>('translate'),
  isLocalSpace: signal(false),
  colliders: signal(false),
  symbols: signal(false),
  alwaysShowsGrid: signal(false),
  ...createLookOption(storage),
});

const lookKey = 'scene-runtime look';

const createLookOption = (storage: PageStorage): Pick<ViewOptions, 'look' | 'setDefaultLook'> => {
  const stored = storage.getItem(lookKey);
  let isChosen = stored === 'studio' || stored === 'pictured';
  let defaultLook: SceneLook = 'pictured';
  const look = signal<SceneLook>(stored === 'studio' ? 'studio' : 'pictured');
  look.subscribe((value) => {
    if (!isChosen && value === defaultLook) return;
    isChosen = true;
    storage.setItem(lookKey, value);
  });
  return {
    look,
    setDefaultLook(value) {
      if (isChosen) return;
      defaultLook = value;
      look.value = value;
    },
  };
};

import { signal, type Signal } from '@preact/signals';

/** The tool that the handles on the selected object represent. */
export type GizmoTool = 'translate' | 'rotate' | 'scale';

/**
 * How the scene is drawn: as in a studio, with environment light, bloom and shadows, or exactly as in the pictures that
 * the service takes.
 */
export type SceneLook = 'studio' | 'pictured';

/** Whether the ground grid is shown. By default, it is shown while the scene has little else to offer orientation. */
export type GridMode = 'auto' | 'shown' | 'hidden';

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
  readonly grid: Signal<GridMode>;
  /** The look of the scene. The user's choice is stored. */
  readonly look: Signal<SceneLook>;
  /** Sets the look, unless the user has chosen one. */
  setDefaultLook(look: SceneLook): void;
}

type LookStorage = Pick<Storage, 'getItem' | 'setItem'>;

export const createViewOptions = (storage: LookStorage = localStorage): ViewOptions => ({
  throughCamera: signal(false),
  tool: signal<GizmoTool | undefined>('translate'),
  isLocalSpace: signal(false),
  colliders: signal(false),
  symbols: signal(false),
  grid: signal<GridMode>('auto'),
  ...createLookOption(storage),
});

const lookKey = 'scene-runtime look';

const createLookOption = (storage: LookStorage): Pick<ViewOptions, 'look' | 'setDefaultLook'> => {
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

import { effect, type ReadonlySignal, untracked } from '@preact/signals';
import type { SceneReplica } from '../replica/scene-replica.ts';
import type { SceneLook } from '../view-options.ts';
import type { SceneRenderer } from './scene-renderer.ts';
import type { createStudioEffects } from './studio/studio-effects.ts';

interface LookSwitch {
  /** Whether the scene is drawn in the studio look, whose code is loaded when it is first needed. */
  readonly isStudio: boolean;
  close(): void;
}

/** Draws the scene in the chosen look. The canvas and its WebGL context stay the same. */
export const createLookSwitch = (
  look: ReadonlySignal<SceneLook>,
  screen: Pick<SceneRenderer, 'graphics' | 'setEffects'>,
  replica: SceneReplica,
): LookSwitch => {
  let effects: ReturnType<typeof createStudioEffects> | undefined;
  let isClosed = false;

  const startStudio = async (): Promise<void> => {
    const studio = await import('./studio/studio-effects.ts');
    if (isClosed || effects || look.value !== 'studio') return;
    effects = studio.createStudioEffects(screen.graphics, replica);
    screen.setEffects(effects);
  };
  const stopStudio = (): void => {
    if (!effects) return;
    effects.close();
    effects = undefined;
    screen.setEffects(undefined);
  };

  const stopWatching = effect(() => {
    if (look.value === 'pictured') untracked(stopStudio);
    // if the code can't be loaded, the service is unreachable, and the page says so
    else startStudio().catch(() => {});
  });
  return {
    get isStudio() {
      return effects !== undefined;
    },
    close() {
      isClosed = true;
      stopWatching();
      effects?.close();
    },
  };
};

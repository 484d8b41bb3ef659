/** The documented actions, keyed by requirement. */
import { animationActions } from './animation/animation-caller.ts';
import type { RequirementId } from '../requirements/index.ts';

/** Actions that every implementation must have. */
export const requiredActions: Readonly<Partial<Record<RequirementId, string>>> = {
  'ACT-SCENE-001': 'scene.spawn',
  'ACT-SCENE-002': 'scene.setColor',
  'ACT-SCENE-005': 'scene.clear',
  'ACT-SCENE-006': 'scene.objects.destroy',
  'ACT-SCENE-007': 'scene.objects.setName',
  'ACT-SCENE-008': 'scene.objects.setActive',
  'ACT-SCENE-009': 'scene.objects.setLayer',
  'ACT-SCENE-010': 'scene.objects.getLayer',
  'ACT-SCENE-011': 'scene.createLayer',
  'ACT-OTHER-001': 'log.console',
  'ACT-OTHER-002': 'text.format',
  'ACT-OTHER-003': 'tween.position',
};

/**
 * Actions in optional parts of the API. If a target does not have such a part, its schema contains none of that part's
 * actions.
 */
export const optionalActions: Readonly<
  Partial<Record<RequirementId, { readonly names: readonly [string, ...string[]]; readonly part: RegExp }>>
> = {
  'ACT-SCENE-003': { names: ['scene.switch'], part: /^scene\.(switch|reset|current)$/i },
  'ACT-SCENE-004': { names: ['scene.reset'], part: /^scene\.(switch|reset|current)$/i },
  'ACT-OTHER-004': { names: ['components.refresh'], part: /^components\./i },
  'ACT-OTHER-005': { names: ['project.refresh'], part: /^project\./i },
  'ACT-PROCESS-001': { names: ['process.start'], part: /^process\./i },
  'ACT-OUTPUT-001': { names: ['output.get', 'output.set', 'output.toggle'], part: /^output\.(?!capture)/i },
  'ACT-MIDI-001': {
    names: ['midi.send', 'midi.subscribe', 'midi.unsubscribe', 'midi.devices'],
    part: /^midi\./i,
  },
  'ACT-WEBHOOK-001': {
    names: ['webhook.listen', 'webhook.unlisten', 'webhook.listeners'],
    part: /^webhook\./i,
  },
  'ACT-STREAM-001': {
    names: ['streaming.platforms', 'streaming.subscribe', 'streaming.unsubscribe', 'streaming.status'],
    part: /^streaming\./i,
  },
};

/** Names of asset actions, without their category. */
export const assetActionNames = {
  'ACT-ASSET-001': ['list'],
  'ACT-ASSET-002': ['delete'],
  'ACT-ASSET-005': ['createBundled'],
  'ACT-ASSET-006': ['getProperty', 'setProperty', 'setProperties', 'getProperties'],
  'ACT-ASSET-007': ['getShader', 'changeShader', 'listShaders'],
} as const;

/** Actions with a single name part after the category. The description does not show the URLs of other actions. */
export const actionsWithDocumentedRoute: ReadonlySet<string> = new Set(
  [
    ...Object.values(requiredActions),
    ...Object.values(optionalActions).flatMap(({ names }) => names),
    ...Object.values(assetActionNames)
      .flat()
      .map((name) => `assets.${name}`),
    ...animationActions.map((name) => `animation.${name}`),
  ].filter((name) => name.split('.').length === 2),
);

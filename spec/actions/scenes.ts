/** Actions in the category `scene` that concern whole scenes. */
import * as z from 'zod';
import { defineAction } from '../contract/action-spec.ts';
import { isDeviceName } from '../windows-device-names.ts';
import { ColorRecord, color } from './parameter-schemas.ts';
import { listKeys } from '../list-keys.ts';

/** Transitions from one scene to another. */
export const transitions = {
  cut: 'Switches at once',
  fade: 'Switches halfway through the duration',
} as const;

export type TransitionName = keyof typeof transitions;
const transitionNames = listKeys(transitions);

/** A folder name or file name that every file system accepts. */
const sceneNameSegment = String.raw`(?!\.)[^\\/:*?"<>|\p{Cc}]{1,100}`;
const sceneName = z
  .string()
  .max(200)
  .regex(
    new RegExp(`^${sceneNameSegment}(/${sceneNameSegment})*$`, 'u'),
    'expected a name that every file system accepts',
  )
  .refine(
    (name) => !name.split('/').some(isDeviceName),
    'expected names between the slashes that every file system accepts',
  )
  .describe('Name of a scene, as scene.list returns it');

const Environment = z.object({
  skybox: ColorRecord.describe('Color of the sky; alpha 0 for the default background'),
  fogColor: ColorRecord.describe('Color of the fog'),
  fogDensity: z.number().describe('Density of the fog; 0 for none'),
  ambientColor: ColorRecord.describe('Color of the ambient light; black for none'),
});

export const sceneManagementActions = {
  list: defineAction({
    summary: 'List the scenes of the project',
    parameters: () => ({}),
    result: () => ({
      scenes: z
        .array(
          z.object({
            scene: z.string().describe('Its name'),
            active: z.boolean().describe('Whether it is the active scene'),
            saved: z.boolean().describe('Whether it has a file in the project'),
          }),
        )
        .describe('The scenes with a file and the active one, sorted by name'),
      current: z.string().describe('Name of the active scene'),
    }),
  }),
  current: defineAction({
    summary: 'Read the active scene',
    parameters: () => ({}),
    result: () => ({
      scene: z.string().describe('Name of the active scene'),
      objectCount: z.int().describe('Number of its objects'),
      camera: z.string().nullable().describe('Tag of its main camera; null if there is none'),
    }),
  }),
  switch: defineAction({
    summary: 'Switch to another scene',
    description:
      'Removes all objects with their animations and sounds, and loads those of the other scene. Unsaved changes are lost. A switch in progress ' +
      'is replaced. The events scene.deactivated and scene.activated report when the other scene is active.',
    parameters: () => ({
      scene: sceneName,
      transition: z
        .enum(transitionNames)
        .default('cut')
        .describe('Transition from the active scene, as GET /api/discovery/transitions lists it'),
      duration: z
        .number()
        .min(0)
        .max(3600)
        .default(0)
        .describe('Duration of the transition in simulated seconds'),
    }),
    example: { scene: 'Default', transition: 'fade', duration: 1 },
    result: () => ({
      previous: z.string().describe('Name of the previously active scene'),
      current: z.string().describe('Name of the scene that becomes active'),
    }),
    named: true,
    timeout: 30,
    reads: 'scene',
  }),
  reset: defineAction({
    summary: 'Reset the active scene to its state when it was last saved or switched to',
    parameters: () => ({
      scene: sceneName.optional().describe('Name of the active scene, the only one held in memory'),
    }),
    result: () => ({ objects: z.int().describe('Number of objects after the reset') }),
    named: true,
    timeout: 30,
  }),
  save: defineAction({
    summary: 'Save the active scene',
    parameters: () =>
      z
        .object({
          scene: sceneName
            .optional()
            .describe('Name to save it as; by default its own. The active scene does not change'),
          path: z
            .string()
            .regex(
              new RegExp(`^scenes/${sceneNameSegment}(/${sceneNameSegment})*\\.scene\\.json$`, 'u'),
              'expected scenes/NAME.scene.json',
            )
            .max(230)
            .optional()
            .describe('Path of the file in the project, instead of `scene`'),
        })
        .refine(({ scene, path }) => scene === undefined || path === undefined, {
          error: 'expected without scene',
          path: ['path'],
        }),
    result: () => ({ path: z.string().describe('Path of its file in the project') }),
    later: true,
    timeout: 30,
  }),
  setEnvironment: defineAction({
    summary: 'Set the environment of the active scene',
    parameters: () => ({
      skybox: color.optional().describe('Color of the sky; alpha 0 for the default background'),
      fogColor: color.optional().describe('Color of the fog'),
      fogDensity: z.number().min(0).max(1).optional().describe('Density of the fog; 0 for none'),
      ambientColor: color.optional().describe('Color of the ambient light; black for none'),
    }),
    example: {
      fogColor: { r: 0.04, g: 0.04, b: 0.1, a: 1 },
      fogDensity: 0.03,
      ambientColor: { r: 0.3, g: 0.3, b: 0.45, a: 1 },
    },
    result: () => ({ applied: Environment.describe('The new environment') }),
  }),
} as const;

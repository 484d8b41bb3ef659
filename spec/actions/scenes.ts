/** Actions of category scene that are about scenes as wholes. */
import * as z from 'zod';
import { defineAction } from '../contract/action-spec.ts';
import { isDeviceName } from '../windows-device-names.ts';
import { ColorRecord, color } from './parameter-schemas.ts';

/** How one scene gives way to another. */
export const transitions = {
  cut: 'The other scene is there at once',
  fade: 'The other scene is there in the middle of the duration',
} as const;

export type TransitionName = keyof typeof transitions;
const transitionNames = Object.keys(transitions) as [TransitionName, ...TransitionName[]];

/** Folders and a name that files can have on every system. */
const sceneNameSegment = String.raw`(?!\.)[^\\/:*?"<>|\p{Cc}]{1,100}`;
const sceneName = z
  .string()
  .max(200)
  .regex(
    new RegExp(`^${sceneNameSegment}(/${sceneNameSegment})*$`, 'u'),
    'expected a name that a file can have',
  )
  .refine(
    (name) => !name.split('/').some(isDeviceName),
    'expected a name that a file can have on every system',
  )
  .describe('Name of a scene, from scene.list');

const Environment = z.object({
  skybox: ColorRecord.describe('Colour of the sky; alpha 0 for the usual background'),
  fogColor: ColorRecord.describe('Colour that what is far away fades into'),
  fogDensity: z.number().describe('How thick the fog is; 0 for none'),
  ambientColor: ColorRecord.describe('Light that comes from everywhere; black for none'),
});

export const sceneManagementActions = {
  list: defineAction({
    summary: 'List the scenes of the project',
    parameters: () => z.object({}),
    result: () =>
      z.object({
        scenes: z
          .array(
            z.object({
              scene: z.string().describe('Its name'),
              active: z.boolean().describe('Whether it is the active scene'),
              saved: z.boolean().describe('Whether it has a file in the project'),
            }),
          )
          .describe('Those that have a file, and the active one, by name'),
        current: z.string().describe('Name of the active scene'),
      }),
  }),
  current: defineAction({
    summary: 'Read which scene is active',
    parameters: () => z.object({}),
    result: () =>
      z.object({
        scene: z.string().describe('Name of the active scene'),
        objectCount: z.int().describe('Objects that it has'),
        camera: z.string().nullable().describe('Tag of its main camera; null while there is none'),
      }),
  }),
  switch: defineAction({
    summary: 'Make a scene the active one',
    description:
      'All objects go, with what moves and sounds by them, and those of the other scene come. What was not saved is lost. A switch that is ' +
      'under way gives way to another. The events scene.deactivated and scene.activated tell when the other scene is there.',
    parameters: () =>
      z.object({
        scene: sceneName,
        transition: z
          .enum(transitionNames)
          .default('cut')
          .describe('How the active scene gives way, from GET /api/discovery/transitions'),
        duration: z.number().min(0).max(3600).default(0).describe('Simulated seconds of the transition'),
      }),
    result: () =>
      z.object({
        previous: z.string().describe('Name of the scene that was active'),
        current: z.string().describe('Name of the scene that is active then'),
      }),
    named: true,
    timeout: 30,
    reads: 'scene',
  }),
  reset: defineAction({
    summary: 'Make the active scene what it was when it was saved or switched to',
    parameters: () =>
      z.object({
        scene: sceneName.optional().describe('Name of the active scene; no other is held in memory'),
      }),
    result: () => z.object({ objects: z.int().describe('Objects that it has now') }),
    named: true,
    timeout: 30,
  }),
  save: defineAction({
    summary: 'Save the active scene as it is now',
    parameters: () =>
      z
        .object({
          scene: sceneName
            .optional()
            .describe('Name to save it by; its own when absent. The active scene stays the one that it is'),
          path: z
            .string()
            .regex(
              new RegExp(`^scenes/${sceneNameSegment}(/${sceneNameSegment})*\\.scene\\.json$`, 'u'),
              'expected scenes/NAME.scene.json',
            )
            .max(230)
            .optional()
            .describe('Path of its file in the project, in place of `scene`'),
        })
        .refine(({ scene, path }) => scene === undefined || path === undefined, {
          error: 'expected without scene',
          path: ['path'],
        }),
    result: () => z.object({ path: z.string().describe('Path of its file in the project') }),
    later: true,
    timeout: 30,
  }),
  setEnvironment: defineAction({
    summary: 'Set what is around the objects of the active scene',
    parameters: () =>
      z.object({
        skybox: color.optional().describe('Colour of the sky; alpha 0 for the usual background'),
        fogColor: color.optional().describe('Colour that what is far away fades into'),
        fogDensity: z.number().min(0).max(1).optional().describe('How thick the fog is; 0 for none'),
        ambientColor: color.optional().describe('Light that comes from everywhere; black for none'),
      }),
    result: () => z.object({ applied: Environment.describe('The environment now') }),
  }),
} as const;

import * as z from 'zod';
import { action } from '../contract/action.ts';

const tick = z.int().describe('Fixed steps made since the runtime began');

/** Simulated seconds per second at most. */
export const mostTimeScale = 100;

/** Steps that are asked for and still to be made. */
export const mostStepsAsked = 10_000;

export const time = {
  get: action({
    summary: 'Read the clock',
    parameters: () => z.object({}),
    result: () =>
      z.object({
        tick,
        time: z.number().describe('Simulated seconds'),
        scale: z.number().describe('Simulated seconds per second'),
        paused: z.boolean().describe('Whether time stands still'),
        fixedStep: z.number().describe('Seconds of one step at scale 1'),
      }),
  }),
  setScale: action({
    summary: 'Make simulated time run slower or faster',
    parameters: () =>
      z.object({
        scale: z
          .number()
          .min(0)
          .max(mostTimeScale)
          .describe(`Simulated seconds per second, 0 to ${mostTimeScale}`),
      }),
    result: () => z.object({ previous: z.number().describe('The scale before') }),
  }),
  pause: action({
    summary: 'Stop time, so that only time.step advances it',
    parameters: () => z.object({}),
    result: () => z.object({ tick }),
  }),
  resume: action({
    summary: 'Let time run again',
    parameters: () => z.object({}),
    result: () => z.object({ tick }),
  }),
  step: action({
    summary: 'Make exactly this many fixed steps while time is paused',
    description: `They are made as fast as they go, and the answer comes behind the last. Other commands enter between two of them; a second time.step is made behind the first, as long as no more than ${mostStepsAsked} are still to be made, and time.resume counts once all are made.`,
    later: 'maybe',
    timeout: 600,
    parameters: () =>
      z.object({
        ticks: z.int().min(1).max(mostStepsAsked).default(1).describe('Number of steps'),
      }),
    result: () => z.object({ tick }),
  }),
} as const;

import * as z from 'zod';
import { defineAction } from '../contract/action-spec.ts';

const tickCount = z.int().describe('Fixed steps made since the runtime began');

/** Simulated seconds per second at most. */
export const maxTimeScale = 100;

/** Steps that are asked for and still to be made. */
export const maxQueuedSteps = 10_000;

export const timeActions = {
  get: defineAction({
    summary: 'Read the clock',
    parameters: () => z.object({}),
    result: () =>
      z.object({
        tick: tickCount,
        time: z.number().describe('Simulated seconds'),
        scale: z.number().describe('Simulated seconds per second'),
        paused: z.boolean().describe('Whether time stands still'),
        fixedStep: z.number().describe('Seconds of one step at scale 1'),
      }),
  }),
  setScale: defineAction({
    summary: 'Make simulated time run slower or faster',
    parameters: () =>
      z.object({
        scale: z
          .number()
          .min(0)
          .max(maxTimeScale)
          .describe(`Simulated seconds per second, 0 to ${maxTimeScale}`),
      }),
    result: () => z.object({ previous: z.number().describe('The scale before') }),
  }),
  pause: defineAction({
    summary: 'Stop time, so that only time.step advances it',
    parameters: () => z.object({}),
    result: () => z.object({ tick: tickCount }),
  }),
  resume: defineAction({
    summary: 'Let time run again',
    parameters: () => z.object({}),
    result: () => z.object({ tick: tickCount }),
  }),
  step: defineAction({
    summary: 'Make exactly this many fixed steps while time is paused',
    description: `They are made as fast as they go, and the answer comes behind the last. Other commands enter between two of them; a second time.step is made behind the first, as long as no more than ${maxQueuedSteps} are still to be made, and time.resume counts once all are made.`,
    later: 'maybe',
    timeout: 600,
    parameters: () =>
      z.object({
        ticks: z.int().min(1).max(maxQueuedSteps).default(1).describe('Number of steps'),
      }),
    result: () => z.object({ tick: tickCount }),
  }),
} as const;

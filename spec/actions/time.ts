import * as z from 'zod';
import { defineAction } from '../contract/action-spec.ts';

const tickCount = z.int().describe('Number of fixed ticks since the runtime started');

/** Maximum number of simulated seconds per real second. */
export const maxTimeScale = 100;

/** Maximum number of queued ticks. */
export const maxQueuedSteps = 10_000;

export const timeActions = {
  get: defineAction({
    summary: 'Read the clock',
    parameters: () => ({}),
    result: () => ({
      tick: tickCount,
      time: z.number().describe('Simulated seconds'),
      scale: z.number().describe('Simulated seconds per second'),
      paused: z.boolean().describe('Whether time is paused'),
      fixedStep: z.number().describe('Seconds of one tick at scale 1'),
    }),
  }),
  setScale: defineAction({
    summary: 'Set the speed of simulated time',
    parameters: () => ({
      scale: z
        .number()
        .min(0)
        .max(maxTimeScale)
        .describe(`Simulated seconds per second, 0 to ${maxTimeScale}`),
    }),
    example: { scale: 0.5 },
    result: () => ({ previous: z.number().describe('The previous scale') }),
  }),
  pause: defineAction({
    summary: 'Pause time, so that only time.step advances it',
    parameters: () => ({}),
    result: () => ({ tick: tickCount }),
  }),
  resume: defineAction({
    summary: 'Resume time',
    parameters: () => ({}),
    result: () => ({ tick: tickCount }),
  }),
  step: defineAction({
    summary: 'Run exactly this many fixed ticks while time is paused',
    description: `The ticks run as fast as possible, and the response comes after the last one. Other commands can run between two ticks. Another time.step queues its ticks after the first, up to ${maxQueuedSteps} ticks in all, and time.resume applies after the last queued tick.`,
    later: 'maybe',
    timeout: 600,
    parameters: () => ({
      ticks: z.int().min(1).max(maxQueuedSteps).default(1).describe('Number of ticks'),
    }),
    result: () => ({ tick: tickCount }),
  }),
} as const;

/** Schemas that the physics actions share. */
import * as z from 'zod';
import { layer } from './parameters.ts';
import { physicsRanges } from './physics-ranges.ts';
import type { Range } from './physics-ranges.ts';

export const within = ({ min, max }: Range): z.ZodNumber => z.number().min(min).max(max);

/** Metres of a size or distance. */
export const length = within(physicsRanges.length);

export const onLayer = layer.optional().describe('Only objects on this layer, by name or index');

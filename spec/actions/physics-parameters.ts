/** Schemas that several physics actions share. */
import * as z from 'zod';
import { layer } from './parameter-schemas.ts';
import { physicsRanges } from './physics-ranges.ts';
import type { Range } from './physics-ranges.ts';

export const numberInRange = ({ min, max }: Range): z.ZodNumber => z.number().min(min).max(max);

export const lengthMeters = numberInRange(physicsRanges.length);

export const layerFilter = layer.optional().describe('Only objects on this layer, by name or index');

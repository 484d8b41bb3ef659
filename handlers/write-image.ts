import { join } from 'node:path';
import { writeAtomically } from '#runtime/shared/atomic-write.ts';
import type { WriteImage } from './handler-services.ts';

/** Atomically replaces the image with this name. */
export const writeImage: WriteImage = (folder, name, image) => writeAtomically(join(folder, name), image);

import { join } from 'node:path';
import { writeAtomically } from '#runtime/storage/atomic-write.ts';
import type { WriteImage } from './handler-services.ts';

/** Replaces the image of that name atomically. */
export const writeImage: WriteImage = (folder, name, image) => writeAtomically(join(folder, name), image);

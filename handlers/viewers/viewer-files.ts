import { createLiveFiles } from './live-files.ts';
import { createReferenceFiles } from './reference-files.ts';
import type { Viewers } from './viewers.ts';

/** The viewers as the build has put them beside this module. */
export const createViewerFiles = (): Viewers => ({
  live: createLiveFiles(),
  reference: createReferenceFiles(),
});

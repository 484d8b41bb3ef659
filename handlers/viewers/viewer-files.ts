import { createGuidePages } from './guide-files.ts';
import { createLiveFiles } from './live-files.ts';
import { createReferenceFiles } from './reference-files.ts';
import type { Viewers } from './viewers.ts';

/** The viewers as the build has put them beside this module. */
export const createViewerFiles = (): Viewers => ({
  guides: createGuidePages(),
  live: createLiveFiles(),
  reference: createReferenceFiles(),
});

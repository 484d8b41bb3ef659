import { createGuidePages } from './guide-pages.ts';
import { createLivePageFiles } from './live-page-files.ts';
import { createReferenceFiles } from './swagger-ui-files.ts';
import type { PageAssets } from './page-file-types.ts';

/** Creates the page assets from the files that the build puts next to this module. */
export const createBuiltPageAssets = (): PageAssets => ({
  guides: createGuidePages(),
  live: createLivePageFiles(),
  reference: createReferenceFiles(),
});

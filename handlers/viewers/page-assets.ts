import type { GuideName } from './guides.ts';

/** The pages that load files of their own, and what those files are, wherever they come from. */

/** What the build has made of the live page. */
export interface LivePageIndex {
  readonly script: string;
  readonly style: string;
  /** Of these two, whose names stay the same. */
  readonly version: string;
  /** What a page runs a scene of its own by, under names that stay the same; all other files are named by their content. */
  readonly local: readonly string[];
  /** All files that the page loads: nothing else is ever read. */
  readonly files: readonly string[];
}

/** How the build compresses each file, best first, and what it adds to the name. */
export const livePageEncodings = { br: '.br', gzip: '.gz' } as const;
export type LivePageEncoding = keyof typeof livePageEncodings;

interface LivePageFile {
  /** Whether what is under its name, with a version that was asked for, is never another. */
  isImmutable(version: string | undefined): boolean;
  readonly bytes: Uint8Array;
  readonly contentType: string;
}

export interface LivePageFiles {
  /** Undefined where nothing was built. */
  index(): Promise<LivePageIndex | undefined>;
  /** Undefined for what is no file of the page. */
  read(name: string, coding: LivePageEncoding | undefined): Promise<LivePageFile | undefined>;
}

const javascriptContentType = 'text/javascript; charset=utf-8';

/** Every file that the reference page loads, with its content type: nothing else is ever read. */
export const referenceContentTypes = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': javascriptContentType,
  'init.js': javascriptContentType,
} as const;

export type ReferenceFileName = keyof typeof referenceContentTypes;

export interface ReferenceFile {
  readonly text: string;
  readonly contentType: string;
  /** Changes with the content, so that what carries it can be kept for good. */
  readonly fingerprint: string;
}

export const referenceFileNames = Object.keys(referenceContentTypes) as readonly ReferenceFileName[];

export const isReferenceFileName = (name: string): name is ReferenceFileName =>
  Object.hasOwn(referenceContentTypes, name);

/** @throws Fault ROUTE_NOT_FOUND where the host has none of them */
export type ReadReferenceFile = (name: ReferenceFileName) => Promise<ReferenceFile>;

/** The guides as pages. On hosts without the files, both reject with ROUTE_NOT_FOUND. */
export interface GuidePages {
  index(): Promise<string>;
  guide(name: GuideName): Promise<string>;
}

/** What a host has of these. */
export interface PageAssets {
  readonly guides: GuidePages;
  readonly live: LivePageFiles;
  readonly reference: ReadReferenceFile;
}

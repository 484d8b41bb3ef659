import type { GuideName } from './guides.ts';

/** The pages that load files of their own, and what those files are, wherever they come from. */

/** The output of the live page build. */
export interface LivePageIndex {
  readonly script: string;
  readonly style: string;
  /** Version of these two files, whose names never change. */
  readonly version: string;
  /** Files of the scene in the browser, under fixed names; all other names contain a content hash. */
  readonly local: readonly string[];
  /** All files of the page. No other file is ever read. */
  readonly files: readonly string[];
}

/** Compressed variants of each file, best first, with their suffixes. */
export const livePageEncodings = { br: '.br', gzip: '.gz' } as const;
export type LivePageEncoding = keyof typeof livePageEncodings;

interface LivePageFile {
  /** Whether the content under this name and version never changes. */
  isImmutable(version: string | undefined): boolean;
  readonly bytes: Uint8Array;
  readonly contentType: string;
}

export interface LivePageFiles {
  /** Undefined if the page was not built. */
  index(): Promise<LivePageIndex | undefined>;
  /** Undefined for any name that is not a file of the page. */
  read(name: string, coding: LivePageEncoding | undefined): Promise<LivePageFile | undefined>;
}

const javascriptContentType = 'text/javascript; charset=utf-8';

/** All files of the reference page with their content types. No other file is ever read. */
export const referenceContentTypes = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': javascriptContentType,
  'init.js': javascriptContentType,
} as const;

export type ReferenceFileName = keyof typeof referenceContentTypes;

export interface ReferenceFile {
  readonly text: string;
  readonly contentType: string;
  /** Changes with the content, so that URLs with it can be cached forever. */
  readonly fingerprint: string;
}

export const referenceFileNames = Object.keys(referenceContentTypes) as readonly ReferenceFileName[];

export const isReferenceFileName = (name: string): name is ReferenceFileName =>
  Object.hasOwn(referenceContentTypes, name);

/** @throws ApiError ROUTE_NOT_FOUND if the host has no reference files */
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

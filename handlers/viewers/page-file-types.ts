import { listKeys } from '#spec/list-keys.ts';
import type { GuideName } from './guides.ts';
import type { PageContent } from './page-layout.ts';

/**
 * Types for the pages that load their own files and for the content of these files, regardless of where the content
 * comes from.
 */

/** The output of the live page's build. */
export interface LivePageIndex {
  readonly script: string;
  readonly style: string;
  /** The typeface, which all pages use. Absent if the page uses the system's typeface. */
  readonly font?: string;
  /** The version of the page's script and style sheet, whose names never change. */
  readonly version: string;
  /**
   * The files of the scene that runs in the browser. These files have fixed names, whereas all other names contain a
   * content hash.
   */
  readonly local: readonly string[];
  /** The names of all files that belong to the page. No other files are ever read. */
  readonly files: readonly string[];
}

/** The compressed variants of each file and their suffixes, best variant first. */
export const livePageEncodings = { br: '.br', gzip: '.gz' } as const;
export type LivePageEncoding = keyof typeof livePageEncodings;

interface LivePageFile {
  /** Returns whether the content that belongs to this name and version never changes. */
  isImmutable(version: string | undefined): boolean;
  readonly bytes: Uint8Array;
  readonly contentType: string;
}

export interface LivePageFiles {
  /** Reads the index. Resolves to `undefined` if the page was not built. */
  index(): Promise<LivePageIndex | undefined>;
  /** Reads a file. Resolves to `undefined` if the name is not one of the page's files. */
  read(name: string, coding: LivePageEncoding | undefined): Promise<LivePageFile | undefined>;
}

const javascriptContentType = 'text/javascript; charset=utf-8';

/** All files of the reference page, with their content types. No other files are ever read. */
export const referenceContentTypes = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'theme.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': javascriptContentType,
  'init.js': javascriptContentType,
} as const;

export type ReferenceFileName = keyof typeof referenceContentTypes;

export interface ReferenceFile {
  readonly text: string;
  readonly contentType: string;
  /** A string that changes with the content. URLs that contain the string can therefore be cached forever. */
  readonly fingerprint: string;
}

export const referenceFileNames = listKeys(referenceContentTypes);

export const isReferenceFileName = (name: string): name is ReferenceFileName =>
  Object.hasOwn(referenceContentTypes, name);

/**
 * Reads a file of the reference page.
 * @throws ApiError ROUTE_NOT_FOUND if the host doesn't have the files
 */
export type ReadReferenceFile = (name: ReferenceFileName) => Promise<ReferenceFile>;

/** The guides as HTML pages. On hosts without the files, both methods reject with ROUTE_NOT_FOUND. */
export interface GuidePages {
  index(): Promise<PageContent>;
  guide(name: GuideName): Promise<PageContent>;
}

/** The page files that a host has. */
export interface PageAssets {
  readonly guides: GuidePages;
  readonly live: LivePageFiles;
  readonly reference: ReadReferenceFile;
}

/** What a runtime learns of the files of assets. */
import type { ApiError } from '#spec/errors.ts';
import type { AssetContent } from './asset-content.ts';

/**
 * What has come to be known of the files of assets, as plain data: with its tick, all that a record of the outside
 * world needs to hold.
 */
export interface AssetUpdate {
  /** The project that was opened, whose assets take the place of all others; null when it was closed. */
  readonly project?: string | null;
  /** Files that came or changed. */
  readonly files?: readonly AssetFile[];
  /** Tags whose files are gone. */
  readonly gone?: readonly string[];
  /** Files that were read. */
  readonly read?: readonly AssetRead[];
  /** What was put here and has come to a file since, or could not. */
  readonly settled?: readonly AssetWriteResult[];
  /** All that a look at the files found that somebody asked for. */
  readonly changes?: AssetChanges;
  /** Why the files could not be read, in one sentence for the console. */
  readonly failure?: string;
}

interface AssetFile {
  readonly asset: string;
  /** Bytes. */
  readonly size: number;
}

interface AssetRead {
  readonly asset: string;
  /** Tells what was read from anything else that could have been. */
  readonly digest: string;
}

/** What has come of the writing of an asset that was put here. */
export interface AssetWriteResult extends AssetRead {
  /** Whether the file is what was put here. */
  readonly isKept: boolean;
}

/** Tags, in their order. */
export interface AssetChanges {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly changed: readonly string[];
}

/** What was read, by digest: a content, or why there is none. */
export type LoadedContents = ReadonlyMap<string, AssetContent | ApiError>;

/** News of files that could not be read. */
export const createReadFailureUpdate = (failure: unknown): AssetUpdate => ({
  failure: `The files of assets could not be read: ${String(failure)}`,
});

/** Updates that inform a runtime about changes of the asset files. */
import type { ApiError } from '#spec/errors.ts';
import type { AssetContent } from './asset-content.ts';

/**
 * Changes of asset files as plain data. The journal records each update with its tick, which is all that a replay
 * needs.
 */
export interface AssetUpdate {
  /** The name of the project that was opened, whose assets replace all others; null when the project was closed. */
  readonly project?: string | null;
  /** Files that were added or changed. */
  readonly files?: readonly AssetFile[];
  /** Tags of the assets whose files were removed. */
  readonly gone?: readonly string[];
  /** Assets whose files were read. */
  readonly read?: readonly AssetRead[];
  /** The results of writing assets that the runtime had changed. */
  readonly settled?: readonly AssetWriteResult[];
  /** The result of a scan that a caller requested. */
  readonly changes?: AssetChanges;
  /** The reason why the files could not be read, as one sentence for the console. */
  readonly failure?: string;
}

interface AssetFile {
  readonly asset: string;
  /** File size in bytes. */
  readonly size: number;
}

export interface AssetRead {
  readonly asset: string;
  /** A hash of everything that was read for this asset. */
  readonly digest: string;
}

/** The result of writing an asset that the runtime had changed. */
export interface AssetWriteResult extends AssetRead {
  /** Whether the write succeeded. */
  readonly isKept: boolean;
}

/** The differences that a scan found, as sorted lists of tags. */
export interface AssetChanges {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly changed: readonly string[];
}

/** The content that was read, or the error that occurred, keyed by digest. */
export type LoadedContents = ReadonlyMap<string, AssetContent | ApiError>;

/** Creates an update that reports that files could not be read. */
export const createReadFailureUpdate = (failure: unknown): AssetUpdate => ({
  failure: `The asset files could not be read: ${String(failure)}`,
});

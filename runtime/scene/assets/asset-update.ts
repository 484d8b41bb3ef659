/** Updates that notify a runtime of changes of the asset files. */
import type { ApiError } from '#spec/errors.ts';
import type { AssetContent } from './asset-content.ts';

/**
 * Changes of the asset files, as plain data. The journal records them with their tick, and a replay needs nothing else.
 */
export interface AssetUpdate {
  /** The project that was opened, whose assets replace all others; null when it was closed. */
  readonly project?: string | null;
  /** Added or changed files. */
  readonly files?: readonly AssetFile[];
  /** Tags of the assets whose files were removed. */
  readonly gone?: readonly string[];
  /** Assets whose files were read. */
  readonly read?: readonly AssetRead[];
  /** Results of writing assets that the runtime changed. */
  readonly settled?: readonly AssetWriteResult[];
  /** The result of a scan that a caller requested. */
  readonly changes?: AssetChanges;
  /** Why the files could not be read, in one sentence for the console. */
  readonly failure?: string;
}

interface AssetFile {
  readonly asset: string;
  /** In bytes. */
  readonly size: number;
}

interface AssetRead {
  readonly asset: string;
  /** A hash of everything that was read for the asset. */
  readonly digest: string;
}

/** The result of writing an asset that the runtime changed. */
export interface AssetWriteResult extends AssetRead {
  /** Whether the write succeeded. */
  readonly isKept: boolean;
}

/** Sorted tags. */
export interface AssetChanges {
  readonly added: readonly string[];
  readonly removed: readonly string[];
  readonly changed: readonly string[];
}

/** The content that was read, or the error, by digest. */
export type LoadedContents = ReadonlyMap<string, AssetContent | ApiError>;

/** Returns the update that reports a failure to read the files. */
export const createReadFailureUpdate = (failure: unknown): AssetUpdate => ({
  failure: `The asset files could not be read: ${String(failure)}`,
});

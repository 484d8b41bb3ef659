/** Stores projects in local folders or in another file store. */
import type { ApiError } from '#spec/errors.ts';
import type { ConsoleLine } from '#runtime/link/console-writer.ts';
import type { GraphDocument } from '../graphs/graph-document.ts';
import type { GraphStore } from '../graphs/graph-store.ts';
import type { Variables } from '../variables/variables.ts';
import type { AssetFileLimits, AssetFiles } from './asset-files/asset-files.ts';
import type { GraphLocations } from './graph-locations.ts';
import type { Project, ProjectContent } from './project.ts';

export interface ProjectStorage {
  /** Returns the canonical path of a project. */
  normalizePath(path: string): string;
  /**
   * Returns the path of a project that a client has requested. Only existing projects are accepted, so that the service
   * never writes to any other folder.
   * @throws ApiError ACTION_FAILED with the reason when the project can't be opened
   */
  findExisting(path: string): Promise<string>;
  /**
   * Reads project.json.
   * @throws ProjectError when the file is missing or invalid
   */
  read(folder: string): Promise<ProjectContent>;
  /**
   * Opens the files of a project.
   * @throws ProjectError when a newer version has written the edit journal
   */
  open(options: ProjectFilesOptions): Promise<ProjectFiles>;
}

export interface ProjectFiles {
  readonly project: Project;
  readonly locations: GraphLocations;
  /** The files of assets; `undefined` if the storage can't transfer files. */
  readonly assetFiles?: AssetFiles | undefined;
  /** The time since which acknowledged edits could not be written to disk; `undefined` while all edits are on disk. */
  readonly unsavedSince: Date | undefined;
  /** The error that prevents writing edits to the journal (SAVE_FAILED); `undefined` while writing works. */
  readonly editFailure: ApiError | undefined;
  /** Whether there are edits that have not been written to the edit journal yet. */
  readonly hasUncommittedEdits: boolean;
  /** Whether there are edits that have not been saved in the project's files yet. */
  readonly isDirty: boolean;
  /** The number of edits since the project was opened. */
  readonly revision: number;
  /**
   * Opens all graphs, including their edits from the journal. A file that can't be opened is reported and left
   * unchanged.
   */
  openGraphs(onDamaged: (file: string, reason: string) => void): Promise<void>;
  /**
   * Appends all edits since the last call to the journal, so that no edit is lost if the process ends. Never throws;
   * check {@link unsavedSince} for failures.
   */
  commit(): void;
  /**
   * Commits all edits and flushes the journal to disk, so that edits survive a power failure. Should be called a few
   * times per second.
   */
  sync(): Promise<void>;
  /**
   * Applies changes that other programs have made to the project's files, and saves edits after a pause. Should be
   * called a few times per second.
   */
  syncWithFiles(): Promise<void>;
  /**
   * Writes a graph, even if it is unchanged. When the promise resolves, the graph is safely on disk.
   * @throws ApiError SAVE_FAILED
   */
  saveGraph(graph: GraphDocument): Promise<void>;
  /**
   * Writes all changed files. If writing a file fails, the other files are still written.
   * @throws ApiError SAVE_FAILED for the first failure
   */
  saveChanges(): Promise<void>;
  /**
   * Stops saving a removed graph, and deletes its file if requested.
   * @throws ApiError SAVE_FAILED
   */
  removeGraph(graph: GraphDocument, options: { deleteFile: boolean }): Promise<void>;
  close(): void;
}

export interface ProjectFilesOptions {
  readonly project: Project;
  readonly store: GraphStore;
  /** The variables from project.json. When graphs are opened, edits in the journal are applied to these variables. */
  readonly variables: Variables;
  /** The ids of changed variables that have not been written to the edit journal yet. */
  readonly pendingVariables: Set<string>;
  readonly now: () => Date;
  /** By default, uploaded files are neither limited nor checked. */
  readonly assetFileLimits?: AssetFileLimits | undefined;
  /** Replaces the variables with the ones that another program has written. */
  replaceVariables(variables: Variables): void;
  log(line: ConsoleLine): void;
}

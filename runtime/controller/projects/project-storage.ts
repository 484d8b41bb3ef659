/** Stores projects: in local folders, or in another file store. */
import type { ApiError } from '#spec/errors.ts';
import type { ConsoleLine } from '../../link/console-writer.ts';
import type { GraphDocument } from '../graphs/graph-document.ts';
import type { GraphStore } from '../graphs/graph-store.ts';
import type { Variables } from '../variables/variables.ts';
import type { GraphLocations } from './graph-locations.ts';
import type { Project, ProjectContent } from './project.ts';

export interface ProjectStorage {
  /** Returns the canonical path of a project. */
  normalizePath(path: string): string;
  /**
   * Returns the path of a project that a client has named. Only existing projects are accepted, so that no other folder
   * is ever written to.
   * @throws ApiError ACTION_FAILED with the reason when it can't be opened
   */
  findExisting(path: string): Promise<string>;
  /** Reads project.json. @throws ProjectError when it is missing or invalid */
  read(folder: string): Promise<ProjectContent>;
  /** @throws ProjectError when a newer version wrote the edit journal */
  open(options: ProjectFilesOptions): Promise<ProjectFiles>;
}

export interface ProjectFiles {
  readonly project: Project;
  readonly locations: GraphLocations;
  /** The time since which acknowledged edits couldn't be written to disk; undefined while all are on disk. */
  readonly unsavedSince: Date | undefined;
  /** Why edits can't be written to the journal (SAVE_FAILED); undefined while they can. */
  readonly editFailure: ApiError | undefined;
  /** Whether there are edits that are not in the edit journal yet. */
  readonly hasUncommittedEdits: boolean;
  /** Whether there are edits that are not in their files yet. */
  readonly isDirty: boolean;
  /** Number of edits since the project was opened. */
  readonly revision: number;
  /** Opens all graphs, with their edits from the journal. A file that can't be opened is reported and left alone. */
  openGraphs(onDamaged: (file: string, reason: string) => void): Promise<void>;
  /**
   * Appends all edits since the last call to the journal, so that they survive the process. Never throws; check {@link
   * unsavedSince}.
   */
  commit(): void;
  /** Commits all edits and syncs the journal, so that they survive a power failure. Call it a few times a second. */
  sync(): Promise<void>;
  /**
   * Applies changes that other programs made to the files, and saves edits after a pause. Call it a few times a second.
   */
  syncWithFiles(): Promise<void>;
  /** Writes a graph, even if it is unchanged. It is durable when the promise resolves. @throws ApiError SAVE_FAILED */
  saveGraph(graph: GraphDocument): Promise<void>;
  /**
   * Writes all changed files. After a failure it continues with the others. @throws ApiError SAVE_FAILED for the first
   * failure
   */
  saveChanges(): Promise<void>;
  /** Stops saving a removed graph, and deletes its file on request. @throws ApiError SAVE_FAILED */
  removeGraph(graph: GraphDocument, options: { deleteFile: boolean }): Promise<void>;
  close(): void;
}

export interface ProjectFilesOptions {
  readonly project: Project;
  readonly store: GraphStore;
  /** The variables from project.json. Opening applies the edits from the journal to them. */
  readonly variables: Variables;
  /** Ids of changed variables that are not in the edit journal yet. */
  readonly pendingVariables: Set<string>;
  readonly now: () => Date;
  /** Replaces the variables with those that another program has written. */
  replaceVariables(variables: Variables): void;
  log(line: ConsoleLine): void;
}

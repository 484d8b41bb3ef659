/** Where projects are stored: in local folders, or in another file store. */
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
   * Returns the path of a project that a client has named. It has to be a project already, so that nothing else is ever
   * written to.
   * @throws ApiError ACTION_FAILED with the reason when it cannot be opened
   */
  findExisting(path: string): Promise<string>;
  /** Reads the head of a project. @throws ProjectError when there is none, or an invalid one */
  read(place: string): Promise<ProjectContent>;
  /** @throws ProjectError when the edit journal is of a newer version */
  open(options: ProjectFilesOptions): Promise<ProjectFiles>;
}

export interface ProjectFiles {
  readonly project: Project;
  readonly locations: GraphLocations;
  /** Time since which acknowledged edits could not be written to disk; undefined while everything is on disk. */
  readonly unsavedSince: Date | undefined;
  /** Why edits cannot be written to the journal (SAVE_FAILED); undefined while they can. */
  readonly editFailure: ApiError | undefined;
  /** Whether there are edits that are not in the edit journal yet. */
  readonly hasUncommittedEdits: boolean;
  /** Whether there are edits that the files lack. */
  readonly isDirty: boolean;
  /** Number of edits since the project was opened. */
  readonly revision: number;
  /** Opens every graph, with its edits from the journal. A file that cannot be opened is reported and left alone. */
  openGraphs(onDamaged: (file: string, why: string) => void): Promise<void>;
  /**
   * Appends all edits since the last call to the journal, so that they survive the process. Never throws; check {@link
   * unsavedSince}.
   */
  commit(): void;
  /** Commits all edits and syncs the journal, so that they survive a power failure. Call it a few times a second. */
  sync(): Promise<void>;
  /**
   * Applies changes that other programs made to the files, and saves while nobody edits. Call it a few times a second.
   */
  syncWithFiles(): Promise<void>;
  /** Writes a graph, changed or not. It is durable when the promise resolves. @throws ApiError SAVE_FAILED */
  saveGraph(graph: GraphDocument): Promise<void>;
  /**
   * Writes everything that changed. @throws ApiError SAVE_FAILED of the first failure, after everything else is written
   */
  saveChanges(): Promise<void>;
  /** Drops a removed graph, and deletes its file on request. @throws ApiError SAVE_FAILED */
  removeGraph(graph: GraphDocument, options: { deleteFile: boolean }): Promise<void>;
  close(): void;
}

export interface ProjectFilesOptions {
  readonly project: Project;
  readonly store: GraphStore;
  /** The variables of the project file; opening applies the edits from the journal to them. */
  readonly variables: Variables;
  /** Ids of changed variables that are not in the edit journal yet. */
  readonly pendingVariables: Set<string>;
  readonly now: () => Date;
  /** Replaces the variables by those that another program has written. */
  replaceVariables(variables: Variables): void;
  log(line: ConsoleLine): void;
}

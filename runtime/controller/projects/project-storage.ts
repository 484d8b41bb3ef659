/** Where projects lie: the folders of a machine, or whatever else keeps files. */
import type { ApiError } from '#spec/errors.ts';
import type { ConsoleLine } from '../../link/console-writer.ts';
import type { GraphDocument } from '../graphs/graph-document.ts';
import type { GraphStore } from '../graphs/graph-store.ts';
import type { Variables } from '../variables/variables.ts';
import type { GraphLocations } from './graph-locations.ts';
import type { Project, ProjectContent } from './project.ts';

export interface ProjectStorage {
  /** The one spelling of the place of a project. */
  normalizePath(path: string): string;
  /**
   * The place of a project that a client has named: only what is a project already, so that nothing else is ever written to.
   * @throws Fault ACTION_FAILED, which says why it cannot be opened
   */
  findExisting(path: string): Promise<string>;
  /** Reads the head of a project. @throws ProjectError when there is none, or none that can be used */
  read(place: string): Promise<ProjectContent>;
  /** @throws ProjectError when what was noted down is of a newer version */
  open(options: ProjectFilesOptions): Promise<ProjectFiles>;
}

export interface ProjectFiles {
  readonly project: Project;
  readonly locations: GraphLocations;
  /** Since when something acknowledged is not on disk because it cannot be written; undefined while all is. */
  readonly unsavedSince: Date | undefined;
  /** Why edits cannot be noted down, SAVE_FAILED; undefined while they can. */
  readonly editFailure: ApiError | undefined;
  /** Whether there are edits that are yet to be noted down. */
  readonly hasUncommittedEdits: boolean;
  /** Whether there are edits that the files lack. */
  readonly isDirty: boolean;
  /** How many edits were noted since the project was opened. */
  readonly revision: number;
  /** Opens every graph, with what was noted down of it. A file that cannot be opened is told of and left alone. */
  openGraphs(onDamaged: (file: string, why: string) => void): Promise<void>;
  /** Notes down every edit since the last call, so that they survive the process. Never throws: {@link unsavedSince} tells. */
  commit(): void;
  /** Notes down every edit and makes all that is noted down survive the machine: to be done a few times a second. */
  sync(): Promise<void>;
  /** Takes in what other programs have changed, and saves in quiet moments: to be done a few times a second, too. */
  syncWithFiles(): Promise<void>;
  /** Writes a graph, changed or not; it is there for good when this resolves. @throws Fault SAVE_FAILED */
  saveGraph(graph: GraphDocument): Promise<void>;
  /** Writes everything that changed. @throws Fault SAVE_FAILED of the first failure, after all else is written */
  saveChanges(): Promise<void>;
  /** Forgets a graph that was removed, and deletes its file when that is to go too. @throws Fault SAVE_FAILED */
  removeGraph(graph: GraphDocument, options: { deleteFile: boolean }): Promise<void>;
  close(): void;
}

export interface ProjectFilesOptions {
  readonly project: Project;
  readonly store: GraphStore;
  /** Those of the project file; opening brings them to what was noted down. */
  readonly variables: Variables;
  /** Ids of variables with changes that are yet to be noted down. */
  readonly pendingVariables: Set<string>;
  readonly now: () => Date;
  /** Puts the variables that another program has written in the place of those that are there. */
  replaceVariables(variables: Variables): void;
  log(line: ConsoleLine): void;
}

/** A project folder: `project.json`, and a file for every graph (C-18). */
import * as z from 'zod';
import { describeFirstProblem } from '#spec/validation-messages.ts';
import type { UnknownProjectFileKeys } from './project-file-format.ts';
import type { Variables } from '../variables/variables.ts';

export interface Project {
  readonly name: string;
  /** Absolute path of the folder. */
  readonly folder: string;
  /** Paths of the graphs that run when it is opened. */
  readonly runAtOpening: readonly string[];
  /** What its project.json has beside what this version knows. */
  readonly unknownKeys: UnknownProjectFileKeys;
}

export const graphsFolder = 'graphs';
/** What the service keeps for itself in a project: the edit journal, and who has the project open. */
export const serviceFolder = '.scene-runtime';
export const projectFile = 'project.json';

/** What a project says of itself and of its variables. */
export interface ProjectContent {
  readonly project: Project;
  readonly variables: Variables;
}

/** A project that cannot be opened; the message is one line for the user. */
export class ProjectError extends Error {}

/** What to say of a failure in one line; zod and JSON.parse both know where. */
export const describeErrorInOneLine = (failure: unknown): string => {
  if (failure instanceof z.ZodError) return describeFirstProblem(failure, 'the file');
  return failure instanceof Error ? (failure.message.split('\n', 1)[0] ?? '') : String(failure);
};

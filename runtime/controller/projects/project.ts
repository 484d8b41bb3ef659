/** A project folder has a `project.json` and a file for every graph (C-18). */
import * as z from 'zod';
import { describeFirstProblem } from '#spec/validation-messages.ts';
import type { UnknownProjectFileKeys } from './project-file-format.ts';
import type { Variables } from '../variables/variables.ts';

export interface Project {
  readonly name: string;
  /** Absolute path of the folder. */
  readonly folder: string;
  /** Paths of the graphs that run when the project opens. */
  readonly runAtOpening: readonly string[];
  /** Keys of project.json that this version doesn't know. */
  readonly unknownKeys: UnknownProjectFileKeys;
}

export const graphsFolder = 'graphs';
/** Subfolder for the edit journal and the lock of the project. */
export const serviceFolder = '.scene-runtime';
export const projectFile = 'project.json';

/** The content of project.json. */
export interface ProjectContent {
  readonly project: Project;
  readonly variables: Variables;
}

/** The project can't be opened. The message is one line for the user. */
export class ProjectError extends Error {}

/** Returns the first line of an error message. For a validation error, this includes the path of the field. */
export const describeErrorInOneLine = (failure: unknown): string => {
  if (failure instanceof z.ZodError) return describeFirstProblem(failure, 'the file');
  return failure instanceof Error ? (failure.message.split('\n', 1)[0] ?? '') : String(failure);
};

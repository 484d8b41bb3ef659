/** A project folder contains a `project.json` and one file for each graph (C-18). */
import * as z from 'zod';
import { ApiError } from '#spec/errors.ts';
import { describeFirstProblem } from '#spec/validation-messages.ts';
import type { Variables } from '../variables/variables.ts';
import type { UnknownProjectFileKeys } from './project-file-format.ts';

export interface Project {
  readonly name: string;
  /** The absolute path of the folder. */
  readonly folder: string;
  /** The paths of the graphs that are started when the project opens. */
  readonly runAtOpening: readonly string[];
  /** Keys in project.json that this version doesn't know. */
  readonly unknownKeys: UnknownProjectFileKeys;
}

export const graphsFolder = 'graphs';
/** The subfolder for the project's edit journal and lock. */
export const serviceFolder = '.scene-runtime';
export const projectFile = 'project.json';

export interface ProjectContent {
  readonly project: Project;
  readonly variables: Variables;
}

/** Thrown when a project can't be opened. The message is a single line for the user. */
export class ProjectError extends Error {}

export const createProjectOpenError = (path: string, reason: string): ApiError =>
  new ApiError('ACTION_FAILED', reason, {
    ...{ parameter: 'path', path },
    expected: 'the absolute path of a folder with a project.json, or of that file',
  });

/**
 * Returns the first line of an error message. For a validation error, the line includes the path of the invalid field.
 */
export const describeErrorInOneLine = (failure: unknown): string => {
  if (failure instanceof z.ZodError) return describeFirstProblem(failure, 'the file');
  return failure instanceof Error ? (failure.message.split('\n', 1)[0] ?? '') : String(failure);
};

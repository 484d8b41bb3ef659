/** A project folder: `project.json`, and a file for every graph (register: C-18). */
import { mkdir, readFile, stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { z } from 'zod';
import { type Json, PortTypeName } from '#spec/values.ts';
import { formatOf, projectFileMigrations, upToDate } from './migrations.ts';
import type { VariableDocument, Variables } from './variables.ts';

export interface Project {
  readonly name: string;
  /** Absolute path of the folder. */
  readonly folder: string;
}

export const graphsFolder = 'graphs';
/** What the service keeps for itself in a project: the journal of edits, and who has the project open. */
export const serviceFolder = '.scene-runtime';
export const projectFile = 'project.json';
const format = formatOf(projectFileMigrations);

/** A variable as it is written down. */
export const SavedVariable = z.object({
  id: z.string(),
  name: z.string(),
  type: PortTypeName,
  value: z.unknown(),
  graphId: z.string().optional(),
});

export const variableOf = ({
  value,
  graphId,
  ...rest
}: z.output<typeof SavedVariable>): VariableDocument => ({
  ...rest,
  value: value as Json,
  ...(graphId && { graphId }),
});

const ProjectFile = z.object({
  format: z.literal(format),
  variables: z.array(SavedVariable).default([]),
});

/** A project that cannot be opened; the message is one line for the user. */
export class ProjectError extends Error {}

/**
 * Reads the head of a project.
 * @throws ProjectError when the folder is missing or its project.json cannot be used.
 */
export const readProject = async (path: string): Promise<{ project: Project; variables: Variables }> => {
  const folder = resolve(path);
  const file = join(folder, projectFile);
  const isFolder = await stat(folder).then(
    (entry) => entry.isDirectory(),
    () => false,
  );
  if (!isFolder) throw new ProjectError(`'${folder}' is not a project: there is no such folder`);
  let content: z.output<typeof ProjectFile>;
  try {
    content = ProjectFile.parse(upToDate(projectFileMigrations, JSON.parse(await readFile(file, 'utf8'))));
  } catch (failure) {
    throw new ProjectError(`'${folder}' is not a readable project: ${file}: ${firstLine(failure)}`);
  }
  const variables: Variables = new Map(content.variables.map((saved) => [saved.id, variableOf(saved)]));
  await mkdir(join(folder, graphsFolder), { recursive: true });
  return { project: { name: basename(folder), folder }, variables };
};

/** The text of project.json. */
export const printProjectFile = (variables: Variables): string =>
  `${JSON.stringify({ format, variables: [...variables.values()] }, null, 2)}\n`;

export const projectFilePath = ({ folder }: Project): string => join(folder, projectFile);

/** What to say of a failure in one line; zod and JSON.parse both know where. */
export const firstLine = (failure: unknown): string => {
  if (failure instanceof z.ZodError) {
    const [issue] = failure.issues;
    return issue ? `${issue.path.join('.') || 'the file'}: ${issue.message}` : failure.message;
  }
  return failure instanceof Error ? failure.message.split('\n')[0]! : String(failure);
};

/** Checks which programs may be started, and which working folder and environment they may use (C-152). */
import { realpath, stat } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, sep } from 'node:path';
import { ApiError } from '#spec/errors.ts';
import type { ProgramRequest } from '../../integrations/processes.ts';

/** A program that may be started, with its working folder and environment. */
export interface AllowedProgram {
  /** The real path without links, which ensures that the started program is exactly the one that was checked. */
  readonly path: string;
  readonly name: string;
  readonly folder: string;
  readonly environment: Readonly<Record<string, string>>;
}

const settingName = "'allowedPrograms' of the settings";

const createProgramError = (message: string, details: Readonly<Record<string, unknown>>): ApiError =>
  new ApiError('ACTION_FAILED', message, details);

/** Resolves a path. Returns `undefined` if the path doesn't exist. */
const resolveRealPath = (path: string): Promise<string | undefined> => realpath(path).catch(() => undefined);

const isInsideFolder = (realPath: string, folder: string): boolean =>
  realPath === folder || realPath.startsWith(folder.endsWith(sep) ? folder : folder + sep);

const resolveFolders = async (folders: readonly string[]): Promise<readonly string[]> =>
  (await Promise.all(folders.map(resolveRealPath))).filter((realPath) => realPath !== undefined);

const findProgram = async (path: string, folders: readonly string[]): Promise<string> => {
  if (path.includes('\0'))
    throw createProgramError('The path of a program must not contain a zero byte.', { parameter: 'path' });
  if (!isAbsolute(path) && basename(path) !== path) {
    throw createProgramError(`'${path}' is neither an absolute path nor the name of a program.`, {
      parameter: 'path',
    });
  }
  const candidates = isAbsolute(path) ? [path] : folders.map((folder) => join(folder, path));
  for (const candidate of candidates) {
    const realPath = await resolveRealPath(candidate);
    if (realPath === undefined || !folders.some((folder) => isInsideFolder(realPath, folder))) continue;
    if ((await stat(realPath)).isFile()) return realPath;
  }
  throw createProgramError(`There is no program '${path}' in the folders that ${settingName} name.`, {
    parameter: 'path',
    expected: `a program in one of the folders of ${settingName}`,
  });
};

const findWorkingDirectory = async (folder: string, folders: readonly string[]): Promise<string> => {
  const realPath = isAbsolute(folder) && !folder.includes('\0') ? await resolveRealPath(folder) : undefined;
  if (realPath !== undefined && folders.some((allowed) => isInsideFolder(realPath, allowed))) {
    if ((await stat(realPath)).isDirectory()) return realPath;
  }
  throw createProgramError(`The working folder '${folder}' is not allowed.`, {
    parameter: 'workingDirectory',
    expected: `the absolute path of a folder within those of ${settingName}`,
  });
};

/** Environment variables that programs inherit from the service. None of them should contain secrets. */
const inheritedVariables = [
  ...[
    'PATH',
    'HOME',
    'USER',
    'LANG',
    'LC_ALL',
    'TZ',
    'TMPDIR',
    'DISPLAY',
    'WAYLAND_DISPLAY',
    'XDG_RUNTIME_DIR',
  ],
  ...['SystemRoot', 'TEMP', 'TMP', 'USERPROFILE', 'APPDATA', 'LOCALAPPDATA'],
];

/**
 * Variables that requests may set. These variables affect what a program displays, but not what the program loads or
 * connects to.
 */
const harmlessVariables = [
  ...['LANG', 'LANGUAGE', 'LC_*', 'TZ'],
  ...['TERM', 'COLORTERM', 'COLUMNS', 'LINES', 'NO_COLOR', 'FORCE_COLOR'],
];

const matchesVariable = (name: string, allowed: string): boolean =>
  allowed.endsWith('*') ? name.startsWith(allowed.slice(0, -1)) : name === allowed;

const createEnvironment = (
  requested: ProgramRequest['environment'],
  allowedVariables: readonly string[],
  serviceEnvironment: NodeJS.ProcessEnv,
): Readonly<Record<string, string>> => {
  const allowed = [...harmlessVariables, ...allowedVariables];
  for (const [name, value] of Object.entries(requested)) {
    if (!allowed.some((entry) => matchesVariable(name, entry))) {
      throw createProgramError(
        `The variable '${name}' can't be set for a program. Add its name to 'allowedProgramVariables' in the settings file to allow it.`,
        { parameter: 'environment', expected: `names among ${allowed.join(', ')}`, validOptions: allowed },
      );
    }
    if (value.includes('\0')) {
      throw createProgramError(`The value of the variable '${name}' contains a zero byte.`, {
        parameter: 'environment',
      });
    }
  }
  const inherited = Object.fromEntries(
    inheritedVariables.flatMap((name) =>
      serviceEnvironment[name] === undefined ? [] : [[name, serviceEnvironment[name]]],
    ),
  );
  return { ...inherited, ...requested };
};

/**
 * Permissions from the settings: folders that contain programs, and additional variables, given as names or as prefixes
 * before a `*`.
 */
interface ProgramPermissions {
  readonly folders: readonly string[];
  readonly variables: readonly string[];
}

/**
 * Finds the program for a request.
 * @param allowed the absolute paths of folders with programs, and the names of variables
 * @param serviceEnvironment the environment variables of the service
 * @throws ApiError ACTION_FAILED with the name of the parameter that the settings don't allow
 */
export const findAllowedProgram = async (
  { path, workingDirectory, environment }: ProgramRequest,
  allowed: ProgramPermissions,
  serviceEnvironment: NodeJS.ProcessEnv,
): Promise<AllowedProgram> => {
  const allowedFolders = await resolveFolders(allowed.folders);
  const realPath = await findProgram(path, allowedFolders);
  return {
    path: realPath,
    name: basename(realPath),
    folder:
      workingDirectory === undefined
        ? dirname(realPath)
        : await findWorkingDirectory(workingDirectory, allowedFolders),
    environment: createEnvironment(environment, allowed.variables, serviceEnvironment),
  };
};

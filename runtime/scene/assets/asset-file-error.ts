/** Errors for asset files that cannot be read. These errors are thrown before anything is created from such a file. */
import { ApiError } from '#spec/errors.ts';

/** The kinds of problems that a file can have, with a remedy for each. */
const problemRemedies = {
  NOT_THIS_KIND: 'Replace it with a file that matches its extension, then POST /api/actions/project/refresh.',
  DAMAGED: 'Export the file again or replace it with an intact copy, then POST /api/actions/project/refresh.',
  TOO_LARGE: 'Export a smaller file, or split it into several, then POST /api/actions/project/refresh.',
  UNSUPPORTED: 'Export the file again without the named feature, then POST /api/actions/project/refresh.',
  OUTSIDE:
    'Embed everything in the file, or put the named file beside it, then POST /api/actions/project/refresh.',
} as const;

type AssetProblem = keyof typeof problemRemedies;

/** Thrown by parsers that receive only the bytes of a file and don't know to which asset the file belongs. */
export class AssetFileError extends Error {
  readonly problem: AssetProblem;
  readonly details: Readonly<Record<string, unknown>>;

  constructor(problem: AssetProblem, reason: string, details: Readonly<Record<string, unknown>> = {}) {
    super(reason);
    this.name = 'AssetFileError';
    this.problem = problem;
    this.details = details;
  }
}

/**
 * The error of an action that needs an asset whose file cannot be read. `details.problem` states the kind of problem.
 */
export class UnreadableAssetError extends ApiError {
  constructor(asset: string, { problem, message, details }: AssetFileError) {
    super(
      'ACTION_FAILED',
      `The asset '${asset}' cannot be read: ${message}.`,
      { asset, problem, ...details },
      problemRemedies[problem],
    );
  }
}

/** Wraps an AssetFileError together with the tag of its asset. Any other error is returned unchanged. */
export const toUnreadableAssetError = (asset: string, failure: unknown): unknown =>
  failure instanceof AssetFileError ? new UnreadableAssetError(asset, failure) : failure;

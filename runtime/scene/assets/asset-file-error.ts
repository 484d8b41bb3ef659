/** How the file of an asset is turned down: always with a reason, before anything was made of it. */
import { ApiError } from '#spec/errors.ts';

/** What is wrong with a file, and what mends it. */
const problemRemedies = {
  NOT_THIS_KIND:
    'Put a file of the kind that its extension names in its place, then POST /api/actions/project/refresh.',
  DAMAGED:
    'Export the file again, or put an intact copy in its place, then POST /api/actions/project/refresh.',
  TOO_LARGE: 'Export it smaller, or in several files, then POST /api/actions/project/refresh.',
  UNSUPPORTED: 'Export the file again without what is named here, then POST /api/actions/project/refresh.',
  OUTSIDE:
    'Export the file with everything in it, or put what it names beside it, then POST /api/actions/project/refresh.',
} as const;

type AssetProblem = keyof typeof problemRemedies;

/** What a reader throws that knows bytes, but not whose they are. */
export class AssetFileError extends Error {
  readonly problem: AssetProblem;
  readonly details: Readonly<Record<string, unknown>>;

  constructor(problem: AssetProblem, why: string, details: Readonly<Record<string, unknown>> = {}) {
    super(why);
    this.name = 'Refusal';
    this.problem = problem;
    this.details = details;
  }
}

/** The failure of an action that needs an asset whose file cannot be read; `details.problem` says of what sort. */
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

/** The refusal as the fault of this asset; anything else that was thrown is passed on. */
export const toUnreadableAssetError = (asset: string, failure: unknown): unknown =>
  failure instanceof AssetFileError ? new UnreadableAssetError(asset, failure) : failure;

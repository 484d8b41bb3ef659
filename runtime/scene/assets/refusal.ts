/** How the file of an asset is turned down: always with a reason, before anything was made of it. */
import { Fault } from '#spec/errors.ts';

/** What is wrong with a file, and what mends it. */
const problems = {
  NOT_THIS_KIND:
    'Put a file of the kind that its extension names in its place, then POST /api/actions/project/refresh.',
  DAMAGED:
    'Export the file again, or put an intact copy in its place, then POST /api/actions/project/refresh.',
  TOO_LARGE: 'Export it smaller, or in several files, then POST /api/actions/project/refresh.',
  UNSUPPORTED: 'Export the file again without what is named here, then POST /api/actions/project/refresh.',
  OUTSIDE:
    'Export the file with everything in it, or put what it names beside it, then POST /api/actions/project/refresh.',
} as const;

type AssetProblem = keyof typeof problems;

/** What a reader throws that knows bytes, but not whose they are. */
export class Refusal extends Error {
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
export class UnreadableAsset extends Fault {
  constructor(asset: string, { problem, message, details }: Refusal) {
    super(
      'ACTION_FAILED',
      `The asset '${asset}' cannot be read: ${message}.`,
      { asset, problem, ...details },
      problems[problem],
    );
  }
}

/** The refusal as the fault of this asset; anything else that was thrown is passed on. */
export const asFaultOf = (asset: string, failure: unknown): unknown =>
  failure instanceof Refusal ? new UnreadableAsset(asset, failure) : failure;

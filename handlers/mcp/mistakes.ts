import { SceneRuntimeError } from '#spec/client/index.ts';
import { Fault } from '#spec/errors.ts';
import { brief } from './brief.ts';
import { Refusal } from './tool.ts';

/** A refusal as text: code and reason, and what helps to mend it. */
export const refusalText = (failure: unknown): string => {
  if (failure instanceof SceneRuntimeError) {
    const help = Object.keys(failure.details ?? {}).length > 0 ? `\n${brief(failure.details, 600)}` : '';
    return `${failure.code}: ${failure.message}${help}`;
  }
  if (failure instanceof Fault) return `${failure.code}: ${failure.reason}`;
  if (failure instanceof Refusal) return failure.message;
  return 'The service cannot be reached, or failed.';
};

/** One mistake of a build, as `details.errors` has it. */
interface Mistake {
  readonly list?: string;
  readonly index?: number;
  readonly code?: string;
  readonly message?: string;
  readonly details?: Readonly<Record<string, unknown>>;
}

const lineOf = ({ list, index, code, message, details }: Mistake, wires: readonly string[]): string => {
  const place =
    list === 'connections' && index !== undefined
      ? `wire '${wires[index] ?? index}'`
      : `${list ?? 'item'} ${index ?? ''}`;
  const help = details && Object.keys(details).length > 0 ? ` ${brief(details, 300)}` : '';
  return `- ${place.trim()}: ${code}: ${message}${help}`;
};

/** The refusal of a build with all of its mistakes, a line each; whatever else failed stays what it is. */
export const mistakesOf = (failure: unknown, wires: readonly string[]): unknown => {
  const errors = failure instanceof SceneRuntimeError ? failure.details?.errors : undefined;
  if (!Array.isArray(errors) || errors.length === 0) return failure;
  const lines = (errors as Mistake[]).map((mistake) => lineOf(mistake, wires));
  return new Refusal([`Nothing was made; ${lines.length} mistakes:`, ...lines].join('\n'));
};

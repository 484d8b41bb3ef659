import { SceneRuntimeError } from '#spec/client/index.ts';
import { Fault } from '#spec/errors.ts';
import { brief, briefText } from './brief.ts';
import { Refusal } from './tool.ts';

/**
 * What a reason says, but for which call of REST lists what there is: whoever has tools has others, and details name what is nearest. What
 * a call lists ends at the next slash at the latest, so that a long reason is read once.
 */
const withoutCalls = (reason: string): string =>
  reason.replaceAll(/ (?:GET|POST) \/\S+ (?:lists|shows) [^.;/]*\.(?= |$)/g, '');

/** What of the details helps: the nearest of what there is, or else all of them. */
const helpOf = (details: Readonly<Record<string, unknown>> | undefined, most: number): string => {
  if (!details || Object.keys(details).length === 0) return '';
  const { nearest } = details;
  return Array.isArray(nearest) && nearest.length > 0
    ? `Nearest: ${briefText(nearest.join(', '), most)}.`
    : brief(details, most);
};

/** A refusal as text: code and reason, and what helps to mend it. */
export const refusalText = (failure: unknown): string => {
  if (failure instanceof SceneRuntimeError) {
    const told = `${failure.code}: ${withoutCalls(failure.message)}`;
    return [told, helpOf(failure.details, 600)].filter(Boolean).join('\n');
  }
  if (failure instanceof Fault) return `${failure.code}: ${withoutCalls(failure.reason)}`;
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
  const told = `- ${place.trim()}: ${code}: ${withoutCalls(message ?? '')}`;
  return [told, helpOf(details, 300)].filter(Boolean).join(' ');
};

/** The refusal of a build with all of its mistakes, a line each; whatever else failed stays what it is. */
export const mistakesOf = (failure: unknown, wires: readonly string[]): unknown => {
  const errors = failure instanceof SceneRuntimeError ? failure.details?.errors : undefined;
  if (!Array.isArray(errors) || errors.length === 0) return failure;
  const lines = (errors as Mistake[]).map((mistake) => lineOf(mistake, wires));
  return new Refusal([`Nothing was made; ${lines.length} mistakes:`, ...lines].join('\n'));
};

import { toTitle } from '../components/words.ts';
import type { ActionInfo } from './action-schema.ts';
import type { ActionRun } from './action-runs.ts';
import type { ParameterField } from './parameter-fields.ts';

/** What an action has done, for the card that shows its result. */
interface RunDescription {
  /** What was done, such as `Added halo to the scene`. */
  readonly title: string;
  /** The tag of the object on which the action has acted, or which it has created. */
  readonly object: string | undefined;
  /** Whether the action has created the object. */
  readonly isObjectNew: boolean;
  readonly facts: readonly (readonly [label: string, text: string])[];
}

const maxFacts = 5;

/** Describes a successful run. */
export const describeRun = (
  { result = {}, parameters }: ActionRun,
  { summary }: Pick<ActionInfo, 'summary'>,
  fields: readonly Pick<ParameterField, 'name' | 'type'>[],
): RunDescription => {
  const { object: created, id, ...others } = result;
  const isObjectNew = typeof created === 'string' && typeof id === 'string';
  const target = fields.find(
    ({ name, type }) => /Selector$/.test(type) && typeof parameters[name] === 'string',
  );
  const targetValue = target && String(parameters[target.name]);
  const object = isObjectNew ? created : target?.type === 'ObjectSelector' ? targetValue : undefined;
  const subject = isObjectNew ? 'object' : (target?.name ?? '');
  const facts: (readonly [string, unknown])[] = [
    ['Object', isObjectNew ? `${created} · ${id}` : object],
    ['Position', parameters.position],
    ...(isObjectNew ? Object.entries(others) : Object.entries(result)),
  ];
  const name = isObjectNew ? created : targetValue;
  return {
    title: toPastTense(name === undefined ? summary : nameSubject(summary, subject, name)),
    object,
    isObjectNew,
    facts: facts
      .map(([label, value]) => [toTitle(label), formatValue(value)] as const)
      .filter(([label, text], at, all) => text !== '' && all.findIndex(([other]) => other === label) === at)
      .slice(0, maxFacts),
  };
};

/** Replaces `an object` in a summary by the object's name. */
const nameSubject = (summary: string, subject: string, name: string): string =>
  summary.replace(new RegExp(String.raw`\ban? ${subject}\b`), () => name);

const irregularVerbs: Readonly<Record<string, string>> = {
  ...{ Set: 'Set', Read: 'Read', Write: 'Wrote', Get: 'Got', Put: 'Put', Make: 'Made', Find: 'Found' },
  ...{ Send: 'Sent', Run: 'Ran', Reset: 'Reset', Seek: 'Sought', Drop: 'Dropped', Stop: 'Stopped' },
  ...{ Scan: 'Scanned', Copy: 'Copied', Apply: 'Applied', Empty: 'Emptied' },
};

/** Puts the verb at the start of a summary into the past tense. Summaries with several verbs are left unchanged. */
const toPastTense = (summary: string): string => {
  const [, verb = '', rest = ''] = /^([A-Z][a-z]+)( (?!or\b|and\b).*)?$/.exec(summary) ?? [];
  if (verb === '' || /, \w+ or \w+ /.test(summary)) return summary;
  return `${irregularVerbs[verb] ?? `${verb.replace(/e$/, '')}ed`}${rest}`;
};

const fractionDigits = 3;

/** Formats a value in one line. Returns an empty string for records, which are shown as JSON only. */
const formatValue = (value: unknown): string => {
  if (typeof value === 'number') return String(Number(value.toFixed(fractionDigits)));
  if (typeof value === 'string' || typeof value === 'boolean') return String(value);
  if (Array.isArray(value))
    return value.every((item) => typeof item === 'number')
      ? value.map(formatValue).join(', ')
      : String(value.length);
  if (typeof value !== 'object' || value === null) return '';
  const numbers = Object.values(value);
  return numbers.every((item) => typeof item === 'number') ? numbers.map(formatValue).join(', ') : '';
};

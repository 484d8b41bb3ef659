/** Looks for the fields of events and of ActionResponse, in what the hub sends after a text was written to the console. */
import { isRecord, filterRecords } from '../json.ts';
import { replacePlaceholders } from '../target/placeholders.ts';
import { includesText, parseHubEvent } from '../target/hub/hub-event.ts';
import { openHub } from '../target/hub/open-hub.ts';
import { listColumns } from './locate-field.ts';
import type { JsonRecord } from '../json.ts';
import type { FieldName } from '../target/field-readers/field-catalog.ts';
import type { TargetInfo } from '../target/session.ts';

interface HubProbe {
  readonly located: ReadonlyMap<FieldName, string>;
  readonly unneeded: readonly FieldName[];
  /** Why the hub showed nothing. */
  readonly obstacle: string | undefined;
}

/** Milliseconds to wait for each callback. */
const timeoutMs = 5_000;

/** Writes to the console over the hub. `logCall` contains the parameters of log.console, with TEXT in them. */
export const probeHub = async (target: TargetInfo, logCall: JsonRecord | undefined): Promise<HubProbe> => {
  const located = new Map<FieldName, string>();
  const unneeded: FieldName[] = [];
  if (logCall === undefined) return { located, unneeded, obstacle: 'no call of log.console succeeded' };
  const { eventsUrl: url, token, fingerprint } = target;
  const attempt = await openHub({
    url,
    token,
    fingerprint,
    timeoutMs,
    record: () => {},
    beforeCall: async () => {},
  });
  if (!attempt.ok) return { located, unneeded, obstacle: `the hub at ${url} could not be opened` };
  const { hub } = attempt;
  try {
    await hub.invoke('Subscribe', [['console.log']]);
    const text = `draft-${crypto.randomUUID()}`;
    const send = async (action: string) => {
      const RequestId = crypto.randomUUID();
      const Parameters = replacePlaceholders(logCall, { TEXT: text });
      await hub.invoke('SendAction', [{ Action: action, Parameters, RequestId }]);
      const callback = await hub.callbacks.until(
        (one) => one.target === 'ActionResponse' && includesText(one.args, RequestId),
        timeoutMs,
      );
      return callback?.args[0];
    };
    const answers = filterRecords([await send('log.console'), await send('log.noSuchAction')]);
    const event = await hub.callbacks.until(
      (one) => one.target === 'ReceiveEvent' && includesText(one.args, text),
      timeoutMs,
    );
    const success = answers.length === 2 ? locateSuccess(answers) : undefined;
    if (success !== undefined) located.set('response.success', success);
    const parsed = event && parseHubEvent(event, {});
    const [envelope] = event?.args ?? [];
    if (!parsed) return { located, unneeded, obstacle: 'no event of kind console.log arrived' };
    if (parsed.type === 'console.log') unneeded.push('event.type');
    if (parsed.data !== envelope && includesText(parsed.data, text)) unneeded.push('event.data');
    else if (isRecord(envelope)) {
      const payloads = listColumns('event.data', [envelope]).filter(({ values: [value] }) => isRecord(value));
      const payload = payloads.find(({ values: [value] }) => includesText(value, text));
      if (payload) located.set('event.data', payload.expression);
    }
    return { located, unneeded, obstacle: undefined };
  } finally {
    hub.close();
  }
};

/** Finds the flag or the word by which the responses to a valid and to an unknown action differ. */
const locateSuccess = (answers: readonly JsonRecord[]): string | undefined => {
  const columns = listColumns('response.success', answers);
  const flag = columns.find(({ values: [valid, unknown] }) => valid === true && unknown === false);
  if (flag) return flag.expression;
  const isWord = (value: unknown): boolean => typeof value === 'string' && /^[A-Za-z]+$/.test(value);
  const [word, ...others] = columns.filter(({ values }) => values.every(isWord) && values[0] !== values[1]);
  return word && others.length === 0 ? `${word.expression} = ${JSON.stringify(word.values[0])}` : undefined;
};

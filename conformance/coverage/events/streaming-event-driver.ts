/**
 * Triggers events of streaming platforms with the action that simulates these events, if the target has such an action.
 */
import { createUniqueText } from '../../audit-helpers/console-writer.ts';
import { causeConfiguredEvent, isEventConfigured } from '../../audit-helpers/subscriptions.ts';
import { readActions, runAction } from '../../audit-helpers/run-action.ts';
import { createActionParameters, listActionResults } from '../../audit-helpers/action-trials.ts';
import type { AuditTools } from '../../audit.ts';
import type { JsonRecord } from '../../json.ts';
import type { ActionDefinition } from '../../target/action-schema.ts';

type Memoize = <T>(name: string, make: () => Promise<T>) => Promise<T>;

export const createStreamDriver = (t: AuditTools, memoize: Memoize) => {
  const actions = (): Promise<readonly ActionDefinition[]> => memoize('actions', () => readActions(t));

  const served = async (name: string): Promise<ActionDefinition> => {
    const missing = `an action ${name} in the action schema (or choices.events "streaming.event")`;
    return (await actions()).find((action) => action.name.toLowerCase() === name) ?? t.unverified(missing);
  };

  /**
   * Subscribes until the audit ends, with the parameters that the manifest or the schema defines. Returns `undefined` if
   * the manifest states a call that causes the event by itself.
   */
  const subscribed = (): Promise<JsonRecord | undefined> =>
    memoize('stream', async () => {
      if (isEventConfigured(t, 'streaming.event')) return undefined;
      const parameters = await createActionParameters(
        t,
        await served('streaming.subscribe'),
        await actions(),
      );
      await served('streaming.simulate');
      const reply = await runAction(t, 'streaming.subscribe', parameters);
      t.givenSuccess(reply, 'streaming.subscribe succeeds (choices.actions)');
      const [id] = listActionResults(t, reply).flatMap(({ subscriptionId }) => subscriptionId ?? []);
      const unsubscribeParameters =
        id === undefined ? { platform: parameters.platform } : { subscriptionId: id };
      t.defer(() => runAction(t, 'streaming.unsubscribe', unsubscribeParameters));
      return parameters;
    });

  const simulate = async () => {
    const subscription = await subscribed();
    if (!subscription) return { subjects: await causeConfiguredEvent(t, 'streaming.event') };
    const { platform } = subscription;
    const action = await served('streaming.simulate');
    const required = await createActionParameters(t, action, await actions());
    const marker = createUniqueText(t);
    const takes = (name: string): boolean => action.parameters.some((parameter) => parameter.name === name);
    const reply = await runAction(t, action.name, {
      ...required,
      ...(takes('platform') && { platform }),
      ...(takes('data') && { data: { message: marker } }),
    });
    t.givenSuccess(reply, `${action.name} succeeds (choices.actions)`);
    return { subjects: takes('data') ? [marker] : [] };
  };

  return { subscribed, simulate };
};

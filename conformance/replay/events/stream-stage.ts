/** Where events of streaming platforms are set off: by the action that has them happen, where there is one. */
import { newMarker } from '../../lab/console-writer.ts';
import { runAction } from '../../lab/action-calls.ts';
import { parametersFor, resultsIn } from '../../lab/each-action.ts';
import { servedActions } from '../../target/action-schema.ts';
import { inShort } from '../../target/http/in-short.ts';
import type { AuditTools } from '../../audit.ts';
import type { JsonRecord } from '../../json.ts';
import type { ServedAction } from '../../target/action-schema.ts';

type Once = <T>(name: string, make: () => Promise<T>) => Promise<T>;

export const createStreamStage = (t: AuditTools, once: Once) => {
  const actions = (): Promise<readonly ServedAction[]> =>
    once('actions', async () => servedActions((await t.http.get('/api/actions/schema')).json, t.fields));

  const served = async (name: string): Promise<ServedAction> => {
    const missing = `an action ${name}, with its parameters in the action schema`;
    return (await actions()).find((action) => action.name.toLowerCase() === name) ?? t.unverified(missing);
  };

  /** Subscribes as the author says or the schema tells, until the audit ends. */
  const subscribed = (): Promise<JsonRecord> =>
    once('stream', async () => {
      const parameters = await parametersFor(t, await served('streaming.subscribe'), await actions());
      await served('streaming.simulate');
      const reply = await runAction(t, 'streaming.subscribe', parameters);
      t.given(reply.ok, 'streaming.subscribe succeeds (choices.actions)', inShort(reply));
      const [id] = resultsIn(t, reply).flatMap(({ subscriptionId }) => subscriptionId ?? []);
      const own = id === undefined ? { platform: parameters.platform } : { subscriptionId: id };
      t.defer(() => runAction(t, 'streaming.unsubscribe', own));
      return parameters;
    });

  const simulate = async () => {
    const { platform } = await subscribed();
    const action = await served('streaming.simulate');
    const required = await parametersFor(t, action, await actions());
    const marker = newMarker(t);
    const takes = (name: string): boolean => action.parameters.some((parameter) => parameter.name === name);
    const reply = await runAction(t, action.name, {
      ...required,
      ...(takes('platform') && { platform }),
      ...(takes('data') && { data: { message: marker } }),
    });
    t.given(reply.ok, `${action.name} succeeds (choices.actions)`, inShort(reply));
    return { about: takes('data') ? [marker] : [] };
  };

  return { subscribed, simulate };
};

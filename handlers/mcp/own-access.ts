import { envelopeOf, type EventBus } from '#runtime/controller/bus/bus.ts';
import { createClient, type SceneEvent } from '#spec/client/index.ts';
import { parsePattern } from '#spec/event-patterns.ts';
import type { MaybePromise } from '#spec/maybe-promise.ts';
import { matches } from '#spec/pattern.ts';
import { toResponse } from '../hosts/translate.ts';
import type { Call, Reply } from '../pipeline/call.ts';
import { canonicalPath } from '../pipeline/canonical-path.ts';
import type { SceneAccess } from './access.ts';

/** What of the service its tools are given. */
export interface Own {
  dispatch(call: Call): MaybePromise<Reply>;
  readonly bus: EventBus;
}

/** This service, as the client of a call may use it: every call of a tool is judged as if it had made it itself. */
export const ownAccess = (call: Call, { dispatch, bus }: Own): SceneAccess => {
  const fetch = async (url: unknown, { method = 'GET', headers, body }: RequestInit = {}) => {
    const { pathname, search } = new URL(String(url));
    const reply = await dispatch({
      ...call,
      method,
      path: canonicalPath(pathname),
      query: search.slice(1),
      contentType: 'application/json',
      accept: undefined,
      ifMatch: new Headers(headers).get('if-match') ?? undefined,
      takesBytes: false,
      body: typeof body === 'string' ? { text: body } : undefined,
    });
    return toResponse(reply, method);
  };
  return {
    client: createClient({ url: 'http://own', fetch }),
    async listen(patterns, listener) {
      const wanted = patterns.map(parsePattern);
      const end = bus.subscribe((batch, first) =>
        batch.forEach((event, index) => {
          if (wanted.some((pattern) => matches(pattern, event.type)))
            listener(envelopeOf(bus.streamId, first + index, event) as SceneEvent);
        }),
      );
      return { end: async () => end() };
    },
  };
};

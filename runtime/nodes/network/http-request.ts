import { node } from '../grammar/node.ts';
import { dropdown, float, generic, integer, string, trigger } from '../grammar/ports.ts';
import type { Json } from '#spec/values.ts';
import type { HttpOutcome, HttpRequest } from '../../devices/http.ts';

/** Seconds of real time that a request may take at most. */
const longestTimeout = 60;

/** Methods whose requests have no body. */
const bodiless = new Set(['GET', 'HEAD']);

export const httpRequest = node({
  description:
    'Sends a request to an http or https address on a host that the settings allow, and fires Out. Done fires at the beginning of a later frame when there is an answer, whatever its Status; Response is its JSON value or its text, null when it is empty. Failed fires instead when the request could not be sent or was not answered in time: then Status is 0 and Response says why. Headers is an object of texts; Body is sent as text or, when it is anything else, as JSON; requests by GET and HEAD have no body. Authorization is sent as the header of that name and is never shown. Timeout counts seconds of real time, 60 at most, which 0 or less stand for. Each trigger sends a request of its own; Cancel gives up all that have no answer yet, and then neither Done nor Failed fires.',
  inputs: {
    In: trigger,
    Cancel: trigger,
    Url: string(),
    Method: dropdown('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD'),
    Headers: generic({}),
    Body: generic(),
    Timeout: float(10, { maximum: longestTimeout }),
    Authorization: string('', { isSensitive: true }),
  },
  outputs: { Out: trigger, Done: trigger, Failed: trigger, Status: integer(), Response: generic() },
  on: {
    In: ({ inputs, world, launch, emit }) => {
      const request = requestOf(inputs);
      launch((finish, signal) => world.http.send(request, finish, signal));
      emit.Out();
    },
    Cancel: ({ cancel }) => cancel(),
  },
  done: ({ outputs, emit, warnOnce }, outcome: HttpOutcome) => {
    if ('error' in outcome) {
      warnOnce(outcome.error);
      outputs.Status = 0;
      outputs.Response = outcome.error;
      emit.Failed();
    } else {
      outputs.Status = outcome.status;
      outputs.Response = responseOf(outcome);
      emit.Done();
    }
  },
});

interface Values {
  readonly Url: string;
  readonly Method: string;
  readonly Headers: Json;
  readonly Body: Json;
  readonly Timeout: number;
  readonly Authorization: string;
}

const requestOf = ({ Url, Method, Headers, Body, Timeout, Authorization }: Values): HttpRequest => {
  const body = bodiless.has(Method) ? null : Body;
  return {
    method: Method,
    url: Url,
    headers: {
      ...(body !== null && { 'content-type': typeof body === 'string' ? plainText : 'application/json' }),
      ...headersOf(Headers),
      ...(Authorization !== '' && { authorization: Authorization }),
    },
    body: body === null || typeof body === 'string' ? (body ?? undefined) : JSON.stringify(body),
    timeout: Timeout > 0 ? Math.min(Timeout, longestTimeout) : longestTimeout,
  };
};

const plainText = 'text/plain; charset=utf-8';

/** Headers by name in lower case, so that a later one takes the place of an earlier one. */
const headersOf = (headers: Json): Record<string, string> =>
  headers === null || typeof headers !== 'object' || Array.isArray(headers)
    ? {}
    : Object.fromEntries(
        Object.entries(headers)
          .filter(([, value]) => value !== null)
          .map(([name, value]) => [name.toLowerCase(), textOf(value)]),
      );

const textOf = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** What claims to be JSON and is not stays text. */
const responseOf = ({ isJson, text }: Exclude<HttpOutcome, { error: string }>): Json => {
  if (text === '') return null;
  if (!isJson) return text;
  try {
    return JSON.parse(text) as Json;
  } catch {
    return text;
  }
};

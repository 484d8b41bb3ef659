import { parseHttpContent, createHttpRequest } from '../../integrations/http-messages.ts';
import { defineFlowNode } from '../dsl/define-node.ts';
import { dropdown, float, generic, integer, string, trigger } from '../dsl/ports.ts';
import type { Json } from '#spec/values.ts';
import type { HttpOutcome, HttpRequest } from '../../devices/http-device-types.ts';

/** Maximum duration of a request, in seconds of real time. */
const maxTimeoutSeconds = 60;

export const httpRequestNode = defineFlowNode({
  description:
    'Sends a request to an http or https address on a host that the settings allow, and fires Out. Done fires at the beginning of a later frame when there is a response, whatever its Status; Response is its JSON value or its text, null when it is empty. Failed fires instead when the request could not be sent or timed out: then Status is 0 and Response is the reason. Headers is an object of texts; Body is sent as text when it is one, otherwise as JSON; GET and HEAD requests have no body. Authorization is sent as the header of that name and is never shown. Timeout is in seconds of real time, 60 at most; 0 or less means 60. Each trigger sends its own request; Cancel aborts all pending ones, and then neither Done nor Failed fires.',
  inputs: {
    In: trigger,
    Cancel: trigger,
    Url: string(),
    Method: dropdown('GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD'),
    Headers: generic({}),
    Body: generic(),
    Timeout: float(10, { maximum: maxTimeoutSeconds }),
    Authorization: string('', { isSensitive: true }),
  },
  outputs: { Out: trigger, Done: trigger, Failed: trigger, Status: integer(), Response: generic() },
  on: {
    In: ({ inputs, runtime, startJob, emit }) => {
      const request = createRequest(inputs);
      startJob((finish, signal) => runtime.http.send(request, finish, signal));
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
      outputs.Response = parseHttpContent(outcome);
      emit.Done();
    }
  },
});

interface RequestInputs {
  readonly Url: string;
  readonly Method: string;
  readonly Headers: Json;
  readonly Body: Json;
  readonly Timeout: number;
  readonly Authorization: string;
}

const createRequest = ({ Url, Method, Headers, Body, Timeout, Authorization }: RequestInputs): HttpRequest =>
  createHttpRequest({
    ...{ method: Method, url: Url, body: Body },
    headers: { ...toRecord(Headers), ...(Authorization !== '' && { authorization: Authorization }) },
    timeout: Timeout > 0 ? Math.min(Timeout, maxTimeoutSeconds) : maxTimeoutSeconds,
  });

const toRecord = (value: Json): Readonly<Record<string, Json>> =>
  value === null || typeof value !== 'object' || Array.isArray(value) ? {} : value;

import { describeReply } from '../target/http/describe-reply.ts';
import { portPath } from './model-context.ts';
import type { TargetPort } from '../audit-helpers/node-type-survey.ts';
import type { ModelContext } from './model-context.ts';

export const readPortValue = async ({ t }: ModelContext, port: Pick<TargetPort, 'id'>): Promise<unknown> => {
  const reply = await t.http.get(portPath(port, 'value'));
  t.must(reply.ok, 'the value of a port is read', describeReply(reply));
  return t.fields.portValue(reply.json);
};

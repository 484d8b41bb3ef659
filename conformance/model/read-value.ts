import { inShort } from '../target/http/in-short.ts';
import { portPath } from './workbench.ts';
import type { LabPort } from '../lab/palette.ts';
import type { Workbench } from './workbench.ts';

/** What a port holds now. */
export const readValue = async ({ t }: Workbench, port: Pick<LabPort, 'id'>): Promise<unknown> => {
  const reply = await t.http.get(portPath(port, 'value'));
  t.must(reply.ok, 'the value of a port is read', inShort(reply));
  return t.fields.portValue(reply.json);
};

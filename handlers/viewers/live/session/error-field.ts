import { SceneRuntimeError } from '#spec/client/index.ts';

/**
 * Returns the field of a request that an error of the service is about, or `undefined` if it is about none of them.
 * @param fields the names of the fields, with the texts that were sent, because some messages begin with the text
 */
export const findErrorField = <Field extends string>(
  failure: unknown,
  fields: Readonly<Record<Field, string | undefined>>,
): Field | undefined => {
  if (!(failure instanceof SceneRuntimeError)) return undefined;
  const { code, message, details } = failure;
  const names = Object.keys(fields) as Field[];
  if (code === 'DUPLICATE_NAME' || code === 'DUPLICATE_PATH') return names.find((name) => name === 'name');
  const [issue] = (details?.issues ?? []) as readonly { readonly field?: unknown }[];
  const quoted = /^'([^']*)'/.exec(message)?.[1];
  return (
    names.find((name) => name === issue?.field) ??
    names.find((name) => name === quoted) ??
    names.find((name) => quoted !== undefined && fields[name] === quoted)
  );
};

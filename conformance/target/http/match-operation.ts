interface OperationAddress {
  /** In upper case. */
  readonly method: string;
  /** A template with parameters such as `{id}` for whole segments. */
  readonly path: string;
}

const isParameter = (part: string): boolean => part.startsWith('{');

const getShape = (method: string, parts: readonly string[]): string => `${method} ${parts.length}`;

/**
 * Creates a function that finds the operation of a request. If two templates match, the one with more literal segments
 * wins.
 */
export const createOperationMatcher = <Operation extends OperationAddress>(
  operations: readonly Operation[],
) => {
  const byShape = new Map<string, { readonly operation: Operation; readonly parts: readonly string[] }[]>();
  for (const operation of operations) {
    const parts = operation.path.split('/');
    const shape = getShape(operation.method, parts);
    byShape.set(shape, [...(byShape.get(shape) ?? []), { operation, parts }]);
  }
  const countParameters = (parts: readonly string[]): number => parts.filter(isParameter).length;
  for (const sameShape of byShape.values())
    sameShape.sort((a, b) => countParameters(a.parts) - countParameters(b.parts));

  return (method: string, target: string): Operation | undefined => {
    const segments = target.replace(/[?#].*$/, '').split('/');
    return byShape
      .get(getShape(method, segments))
      ?.find(({ parts }) =>
        parts.every((part, index) => (isParameter(part) ? segments[index] !== '' : segments[index] === part)),
      )?.operation;
  };
};

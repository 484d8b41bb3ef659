interface OperationAddress {
  /** The HTTP method in upper case. */
  readonly method: string;
  /** A path template in which parameters such as `{id}` stand for whole segments. */
  readonly path: string;
}

const isParameter = (part: string): boolean => part.startsWith('{');

const getShape = (method: string, parts: readonly string[]): string => `${method} ${parts.length}`;

/**
 * Creates a function that finds the operation that a request calls. If two templates match, the function prefers the
 * template with more literal segments.
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

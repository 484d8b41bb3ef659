import { ApiError } from '#spec/errors.ts';
import { faultAt, type ListName } from './add-nodes.ts';

/** Most mistakes that one answer tells: whoever makes more has made one many times. */
const mostTold = 50;

interface Mistake {
  readonly list: ListName;
  readonly index: number;
  readonly fault: ApiError;
}

/** What is wrong with a call about many things, told all at once. */
export interface Mistakes {
  /** Takes a step for each item, past those that fail, until more have failed than are told. */
  each<T>(items: readonly T[], list: ListName, step: (item: T, index: number) => void): void;
  add(list: ListName, index: number, fault: ApiError): void;
  /**
   * Tells them, if there are any.
   * @throws Fault the first one, by list and index, with all of them as `errors` in its details
   */
  raise(): void;
}

/** @param lists in the order in which their mistakes are told */
export const createMistakes = (lists: readonly ListName[]): Mistakes => {
  const made: Mistake[] = [];
  const add: Mistakes['add'] = (list, index, fault) => void made.push({ list, index, fault });
  return {
    add,
    each(items, list, step) {
      for (let index = 0; index < items.length && made.length < mostTold; index += 1) {
        try {
          // biome-ignore lint/style/noNonNullAssertion: the loop stays within the items
          step(items[index]!, index);
        } catch (failure) {
          if (!(failure instanceof ApiError)) throw failure;
          add(list, index, failure);
        }
      }
    },
    raise() {
      const [first] = made.sort((a, b) => lists.indexOf(a.list) - lists.indexOf(b.list) || a.index - b.index);
      if (!first) return;
      const { code, reason, details, resolution } = faultAt(first.list, first.index, first.fault);
      const others = made.length === 1 ? '' : ` ${made.length - 1} more in details.errors.`;
      throw new ApiError(code, `${reason}${others}`, { ...details, errors: made.map(told) }, resolution);
    },
  };
};

const told = ({ list, index, fault }: Mistake): Readonly<Record<string, unknown>> => ({
  ...{ list, index, code: fault.code, message: `${fault.reason} ${fault.resolution}` },
  ...(fault.details && { details: fault.details }),
});

/** Numbers that are added a few at a time, in an array that a thread can take over in the end. */
interface NumberBuffer {
  /** Replaced as it grows. */
  array: Float64Array;
  length: number;
  /** Makes room for some more, which are 0. @returns where they begin. */
  add(count: number): number;
  /** A copy of what there is. */
  copy(): Float64Array;
}

export const createNumberBuffer = (): NumberBuffer => {
  const numbers: NumberBuffer = {
    array: new Float64Array(256),
    length: 0,
    add(count) {
      const at = numbers.length;
      numbers.length += count;
      if (numbers.length > numbers.array.length) {
        const { array } = numbers;
        numbers.array = new Float64Array(Math.max(numbers.length, array.length * 4));
        numbers.array.set(array);
      }
      return at;
    },
    copy: () => numbers.array.slice(0, numbers.length),
  };
  return numbers;
};

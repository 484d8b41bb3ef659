/** A growing array of numbers. */
interface NumberBuffer {
  /** The current array, which is replaced as the buffer grows. */
  array: Float64Array;
  length: number;
  /**
   * Appends zeros.
   * @returns the index of the first appended zero
   */
  add(count: number): number;
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

import { definePureNode } from '../dsl/define-node.ts';
import { dropdown, float } from '../dsl/ports.ts';

const degreesPerRadian = 180 / Math.PI;

/** Computes a sine that is exact at multiples of 90 degrees, unlike `Math.sin` with rounded radians. */
const sine = (degrees: number): number => {
  const angle = degrees % 360;
  if (angle % 180 === 0) return 0;
  if (angle % 90 === 0) return angle === 90 || angle === -270 ? 1 : -1;
  return Math.sin(angle / degreesPerRadian);
};

const cosine = (degrees: number): number => sine((degrees % 360) + 90);

const functions = {
  Sin: sine,
  Cos: cosine,
  Tan: (degrees: number) => (cosine(degrees) === 0 ? Number.NaN : sine(degrees) / cosine(degrees)),
  Asin: (ratio: number) => Math.asin(ratio) * degreesPerRadian,
  Acos: (ratio: number) => Math.acos(ratio) * degreesPerRadian,
  Atan: (ratio: number) => Math.atan(ratio) * degreesPerRadian,
};

export const trigonometryNodes = definePureNode({
  description:
    'The chosen function of Value. Sin, Cos and Tan take degrees; Asin, Acos and Atan return degrees. When the function is not defined, such as the tangent of 90 degrees or the arc sine of 2, the result is 0, with one console warning per run of the graph.',
  inputs: { Value: float(), Function: dropdown('Sin', 'Cos', 'Tan', 'Asin', 'Acos', 'Atan') },
  outputs: { Result: float() },
  evaluate: ({ Value, Function: name }, { warnOnce }) => {
    const result = functions[name](Value) + 0; // turns -0 into 0
    if (!Number.isNaN(result)) return result;
    warnOnce(`${name} of ${Value} is not defined; the result is 0.`);
    return 0;
  },
});

import * as d3 from 'd3-ease';
import type { EasingName } from '#spec/actions/easings.ts';

/** Maps linear progress from 0 to 1 to eased progress. */
type EasingFunction = (progress: number) => number;

export const easings: Readonly<Record<EasingName, EasingFunction>> = {
  linear: d3.easeLinear,
  easeInSine: d3.easeSinIn,
  easeOutSine: d3.easeSinOut,
  easeInOutSine: d3.easeSinInOut,
  easeInQuad: d3.easeQuadIn,
  easeOutQuad: d3.easeQuadOut,
  easeInOutQuad: d3.easeQuadInOut,
  easeInCubic: d3.easeCubicIn,
  easeOutCubic: d3.easeCubicOut,
  easeInOutCubic: d3.easeCubicInOut,
  easeInQuart: d3.easePolyIn.exponent(4),
  easeOutQuart: d3.easePolyOut.exponent(4),
  easeInOutQuart: d3.easePolyInOut.exponent(4),
  easeInQuint: d3.easePolyIn.exponent(5),
  easeOutQuint: d3.easePolyOut.exponent(5),
  easeInOutQuint: d3.easePolyInOut.exponent(5),
  easeInExpo: d3.easeExpIn,
  easeOutExpo: d3.easeExpOut,
  easeInOutExpo: d3.easeExpInOut,
  easeInCirc: d3.easeCircleIn,
  easeOutCirc: d3.easeCircleOut,
  easeInOutCirc: d3.easeCircleInOut,
  easeInBack: d3.easeBackIn,
  easeOutBack: d3.easeBackOut,
  easeInOutBack: d3.easeBackInOut,
  easeInElastic: d3.easeElasticIn,
  easeOutElastic: d3.easeElasticOut,
  easeInOutElastic: d3.easeElasticInOut,
  easeInBounce: d3.easeBounceIn,
  easeOutBounce: d3.easeBounceOut,
  easeInOutBounce: d3.easeBounceInOut,
};

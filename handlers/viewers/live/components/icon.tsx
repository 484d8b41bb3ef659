import { icons } from '@iconify-json/lucide';
import { type IconName, iconNames } from './icon-names.ts';

interface IconProps {
  readonly name: IconName;
  /** Additional classes: `small`, `large`, or `filled`. */
  readonly class?: string | undefined;
}

/** Renders an icon from the sprite. The icon is decorative, so its control needs a name of its own. */
export const Icon = ({ name, class: className = '' }: IconProps) => (
  <svg class={`icon ${className}`} aria-hidden="true">
    <use href={`#icon-${name}`} />
  </svg>
);

const toSymbol = (name: IconName): string =>
  `<symbol id="icon-${name}" viewBox="0 0 24 24">${icons.icons[name]?.body ?? ''}</symbol>`;

/** Renders the sprite to which all icons refer. It is rendered a single time per page. */
export const IconSprite = () => (
  <svg
    class="icon-sprite"
    aria-hidden="true"
    // the build takes the symbols from Lucide
    dangerouslySetInnerHTML={{ __html: iconNames.map(toSymbol).join('') }}
  />
);

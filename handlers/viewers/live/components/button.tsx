import { Icon } from './icon.tsx';
import type { ComponentChildren, JSX } from 'preact';
import type { IconName } from './icon-names.ts';

interface ButtonProps extends Omit<JSX.ButtonHTMLAttributes<HTMLButtonElement>, 'icon' | 'label' | 'size'> {
  readonly icon?: IconName | undefined;
  /** The accessible name. It is also the tooltip, together with the key. */
  readonly label: string;
  /** The key that does the same, such as `Ctrl+K`. */
  readonly keys?: string | undefined;
  /** Whether a button that can be switched is on. */
  readonly isPressed?: boolean | undefined;
  /** The reason why the button does nothing at the moment. The button is then disabled, and shows the reason. */
  readonly unavailable?: string | undefined;
  readonly disabled?: boolean | undefined;
  /** `box` has a background, `outlined` a border, `primary` the accent color. */
  readonly look?: 'box' | 'outlined' | 'primary' | undefined;
  readonly children?: ComponentChildren;
}

/** A button with an icon, a text, or both. */
export const Button = (props: ButtonProps) => {
  const {
    icon,
    label,
    keys,
    isPressed,
    unavailable,
    disabled,
    look,
    children,
    class: added,
    ...rest
  } = props;
  const classes = ['button', look, children === undefined && 'icon-only', added].filter(Boolean).join(' ');
  return (
    <button
      type="button"
      {...rest}
      class={classes}
      aria-label={label}
      aria-pressed={isPressed}
      title={unavailable ?? (keys === undefined ? label : `${label} (${keys})`)}
      disabled={unavailable !== undefined || disabled}
    >
      {icon && <Icon name={icon} />}
      {children}
    </button>
  );
};

import { useRef } from 'preact/hooks';
import type { ComponentChildren } from 'preact';

interface HoldButtonProps {
  readonly label: string;
  readonly class?: string | undefined;
  /** The reason why the button is disabled, or `undefined` if the button is enabled. */
  readonly unavailableReason: string | undefined;
  readonly onDown: () => void;
  readonly onUp: () => void;
  readonly children?: ComponentChildren;
}

/** A button that the user holds with the pointer, Space or Enter. A click from any other source presses it briefly. */
export const HoldButton = ({
  label,
  unavailableReason,
  onDown,
  onUp,
  children,
  ...rest
}: HoldButtonProps) => {
  const isPressed = useRef(false);
  const press = (): void => {
    if (isPressed.current) return;
    isPressed.current = true;
    onDown();
  };
  const release = (): void => {
    if (!isPressed.current) return;
    isPressed.current = false;
    onUp();
  };
  return (
    <button
      {...rest}
      type="button"
      aria-label={label}
      title={unavailableReason ?? label}
      disabled={unavailableReason !== undefined}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        press();
      }}
      onLostPointerCapture={release}
      onBlur={release}
      onKeyDown={(event) => {
        if (event.key !== ' ' && event.key !== 'Enter') return;
        event.preventDefault();
        press();
      }}
      onKeyUp={(event) => {
        event.preventDefault();
        release();
      }}
      onClick={({ detail }) => {
        if (detail > 0) return;
        press();
        release();
      }}
    >
      {children}
    </button>
  );
};

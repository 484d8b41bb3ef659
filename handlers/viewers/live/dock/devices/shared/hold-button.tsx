import { useRef } from 'preact/hooks';
import type { ComponentChildren } from 'preact';

interface HoldButtonProps {
  readonly label: string;
  readonly class?: string | undefined;
  /** Why the button is disabled. */
  readonly unavailableReason: string | undefined;
  readonly onDown: () => void;
  readonly onUp: () => void;
  readonly children?: ComponentChildren;
}

/** A button to hold with the pointer, Space or Enter; a click without any of them presses it briefly. */
export const HoldButton = ({
  label,
  unavailableReason,
  onDown,
  onUp,
  children,
  ...rest
}: HoldButtonProps) => {
  const isHeld = useRef(false);
  const down = (): void => {
    if (isHeld.current) return;
    isHeld.current = true;
    onDown();
  };
  const up = (): void => {
    if (!isHeld.current) return;
    isHeld.current = false;
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
        down();
      }}
      onLostPointerCapture={up}
      onBlur={up}
      onKeyDown={(event) => {
        if (event.key !== ' ' && event.key !== 'Enter') return;
        event.preventDefault();
        down();
      }}
      onKeyUp={(event) => {
        event.preventDefault();
        up();
      }}
      onClick={({ detail }) => {
        if (detail > 0) return;
        down();
        up();
      }}
    >
      {children}
    </button>
  );
};

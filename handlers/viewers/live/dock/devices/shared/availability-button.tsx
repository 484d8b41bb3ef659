import type { ComponentProps } from 'preact';

type AvailabilityButtonProps = Omit<ComponentProps<'button'>, 'type' | 'disabled' | 'title'> & {
  /** Why the button is disabled. */
  readonly unavailableReason: string | undefined;
  /** Whether the button submits its form. */
  readonly isSubmit?: boolean;
};

/** A button that is disabled if the service lacks its feature. */
export const AvailabilityButton = ({ unavailableReason, isSubmit, ...rest }: AvailabilityButtonProps) => (
  <button
    {...rest}
    type={isSubmit ? 'submit' : 'button'}
    disabled={unavailableReason !== undefined}
    title={unavailableReason}
  />
);

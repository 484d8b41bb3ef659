import type { ComponentProps } from 'preact';

type AvailabilityButtonProps = Omit<ComponentProps<'button'>, 'type' | 'disabled' | 'title'> & {
  /** Why it cannot be used. */
  readonly unavailableReason: string | undefined;
  /** Whether it sends the form that it stands in. */
  readonly isSubmit?: boolean;
};

/** A button for something that not every service has. */
export const AvailabilityButton = ({ unavailableReason, isSubmit, ...rest }: AvailabilityButtonProps) => (
  <button
    {...rest}
    type={isSubmit ? 'submit' : 'button'}
    disabled={unavailableReason !== undefined}
    title={unavailableReason}
  />
);

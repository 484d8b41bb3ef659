import type { ComponentProps } from 'preact';

type AvailabilityButtonProps = Omit<ComponentProps<'button'>, 'type' | 'disabled' | 'title'> & {
  /** The reason why the button is disabled, or undefined if it is enabled. */
  readonly unavailableReason: string | undefined;
  /** Whether the button submits the form that contains it. */
  readonly isSubmit?: boolean;
};

/** A button that is disabled if the service doesn't have the feature that it needs. */
export const AvailabilityButton = ({ unavailableReason, isSubmit, ...rest }: AvailabilityButtonProps) => (
  <button
    {...rest}
    type={isSubmit ? 'submit' : 'button'}
    disabled={unavailableReason !== undefined}
    title={unavailableReason}
  />
);

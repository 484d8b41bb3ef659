import type { ComponentProps } from 'preact';

type AbleButtonProps = Omit<ComponentProps<'button'>, 'type' | 'disabled' | 'title'> & {
  /** Why it cannot be used. */
  readonly lacks: string | undefined;
  /** Whether it sends the form that it stands in. */
  readonly submits?: boolean;
};

/** A button for something that not every service has. */
export const AbleButton = ({ lacks, submits, ...rest }: AbleButtonProps) => (
  <button {...rest} type={submits ? 'submit' : 'button'} disabled={lacks !== undefined} title={lacks} />
);

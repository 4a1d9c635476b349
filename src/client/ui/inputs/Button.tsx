import { type ComponentProps, type ReactNode, useState } from 'react';
import { Link } from 'react-router-dom';
import styles from './Button.module.css';
import { Icon, type IconName } from '#/client/ui/display/Icon.tsx';
import { Spinner } from '#/client/ui/display/Spinner.tsx';

interface Look {
  /** One primary action per view; danger for irreversible actions. */
  variant?: 'primary' | 'secondary' | 'quiet' | 'danger' | undefined;
  size?: 'small' | 'medium' | 'large' | undefined;
  /** Icon before the text. An arrow to the next page stands after it. */
  icon?: IconName | undefined;
  /** Fills the available width. */
  wide?: boolean | undefined;
  children: ReactNode;
}

type ButtonProps = Look &
  Omit<ComponentProps<'button'>, 'className'> & {
    busy?: boolean | undefined;
    /** Whether its work is done for good. It looks disabled and ignores clicks, but keeps the focus. */
    spent?: boolean | undefined;
  };

/**
 * A button of the site. `busy` shows a spinner and ignores clicks, but keeps the focus and its width. A button that
 * becomes disabled under the focus keeps it too, until the reader moves on (E5).
 */
export function Button({
  variant,
  size,
  icon,
  wide,
  busy = false,
  spent = false,
  disabled = false,
  children,
  onClick,
  onFocus,
  onBlur,
  ...rest
}: ButtonProps) {
  const [hasFocus, setHasFocus] = useState(false);
  const looksDisabled = spent || (disabled && hasFocus);
  return (
    <button
      type="button"
      {...rest}
      {...lookOf({ variant, size, wide })}
      disabled={disabled && !hasFocus}
      data-bare={!icon || undefined}
      data-spent={looksDisabled || undefined}
      aria-disabled={busy || looksDisabled || undefined}
      aria-busy={busy || undefined}
      onClick={(event) => {
        if (busy || looksDisabled) event.preventDefault();
        else onClick?.(event);
      }}
      onFocus={(event) => {
        setHasFocus(true);
        onFocus?.(event);
      }}
      onBlur={(event) => {
        // a window that is left keeps its focused element
        setHasFocus(event.currentTarget === document.activeElement);
        onBlur?.(event);
      }}
    >
      <Face icon={icon} busy={busy}>
        {children}
      </Face>
    </button>
  );
}

type ButtonLinkProps = Look & Omit<ComponentProps<typeof Link>, 'className'>;

/** A link that looks like a button. */
export function ButtonLink({ variant, size, icon, wide, children, ...rest }: ButtonLinkProps) {
  return (
    <Link {...rest} {...lookOf({ variant, size, wide })}>
      <Face icon={icon}>{children}</Face>
    </Link>
  );
}

function Face({ icon, busy = false, children }: Pick<Look, 'icon' | 'children'> & { busy?: boolean }) {
  const sign = busy ? <Spinner size="small" /> : icon && <Icon name={icon} />;
  const isTrailing = icon === 'arrowRight';
  return (
    <>
      {!isTrailing && sign}
      {/* a browser that translates the page replaces texts, beside which React could then insert or change nothing */}
      <span className={styles.words}>{children}</span>
      {isTrailing && sign}
    </>
  );
}

function lookOf({ variant = 'primary', size = 'medium', wide = false }: Omit<Look, 'icon' | 'children'>) {
  return {
    className: styles.button,
    'data-variant': variant,
    'data-size': size,
    'data-wide': wide || undefined,
  };
}

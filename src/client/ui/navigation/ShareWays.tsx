import { Button, ButtonLink } from '#/client/ui/inputs/Button.tsx';
import styles from './ShareWays.module.css';

interface ShareWaysProps {
  /** Absolute address to share. */
  url: string;
  text: string;
  /** Label of the button of the system's share sheet, which only some browsers have. */
  shareLabel: string;
  busy?: boolean;
  /** Opens the share sheet. */
  onShare: () => void;
  /** Further ways. */
  children?: React.ReactNode;
}

const query = (values: Record<string, string>) => new URLSearchParams(values).toString();

/** Ways to pass an address on: messengers, and the system's share sheet where there is one. */
export function ShareWays({ url, text, shareLabel, busy = false, onShare, children }: ShareWaysProps) {
  const messenger = {
    target: '_blank',
    rel: 'noopener noreferrer',
    variant: 'secondary',
    size: 'small',
  } as const;
  return (
    <div className={styles.ways}>
      <ButtonLink to={`https://t.me/share/url?${query({ url, text })}`} {...messenger}>
        Telegram
      </ButtonLink>
      <ButtonLink to={`https://wa.me/?${query({ text: `${text} ${url}` })}`} {...messenger}>
        WhatsApp
      </ButtonLink>
      {'share' in navigator && (
        <Button variant="secondary" size="small" busy={busy} onClick={onShare}>
          {shareLabel}
        </Button>
      )}
      {children}
    </div>
  );
}
